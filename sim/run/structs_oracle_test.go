//go:build oracle

package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// cTypes are the names in OpenCL C.
var cTypes = map[string]string{"u8": "uchar", "i8": "char", "u16": "ushort", "i16": "short", "u32": "uint", "i32": "int", "u64": "ulong", "i64": "long",
	"f16": "half", "f32": "float", "f64": "double"}

// drawn is a structure as C, as a launch says it with each field's bytes 1, 2, 3 ..., and the bytes that C writes there.
type drawn struct {
	rng     *rand.Rand
	decls   strings.Builder // types that are needed
	stores  strings.Builder // writes of the fields
	structs int
	count   int
}

// fields draws some fields, with the path in C to the structure that has them.
func (d *drawn) fields(depth int, path string) (c, text string) {
	var list []string
	for i := range 1 + d.rng.IntN(6) {
		name := fmt.Sprintf("f%d", i)
		field, lit := d.field(depth, path+name, name)
		c += field
		list = append(list, lit)
	}
	return c, "[" + strings.Join(list, ", ") + "]"
}

func (d *drawn) field(depth int, path, name string) (c, text string) {
	if depth > 0 && d.rng.IntN(4) == 0 {
		typ, text, _ := d.structure(depth-1, path+".")
		return typ + " " + name + "; ", text
	}
	t := launch.Types[d.rng.IntN(len(launch.Types))]
	lengths := append([]int{1, 1, 1}, launch.Lengths...)
	n := lengths[d.rng.IntN(len(lengths))]
	kind, typ := t.Name, cTypes[t.Name]
	if n > 1 {
		kind, typ = fmt.Sprintf("%sx%d", kind, n), fmt.Sprint(typ, n)
	}
	one := func(at string) string {
		var numbers []string
		for e := range n {
			d.count = d.count%100 + 1
			element := at
			if n > 1 {
				element = fmt.Sprintf("%s.s%x", at, e)
			}
			fmt.Fprintf(&d.stores, "  %s = %d;\n", element, d.count)
			numbers = append(numbers, fmt.Sprint(d.count))
		}
		if n == 1 {
			return numbers[0]
		}
		return "[" + strings.Join(numbers, ", ") + "]"
	}
	if d.rng.IntN(4) == 0 {
		return fmt.Sprintf("%s %s[2]; ", typ, name), fmt.Sprintf("{%s: [%s, %s]}", kind, one(path+"[0]"), one(path+"[1]"))
	}
	return fmt.Sprintf("%s %s; ", typ, name), fmt.Sprintf("{%s: %s}", kind, one(path))
}

func (d *drawn) structure(depth int, path string) (typ, text string, packed bool) {
	c, list := d.fields(depth, path)
	d.structs++
	typ, packed = fmt.Sprintf("struct S%d", d.structs), d.rng.IntN(3) == 0
	attribute, key := "", ""
	if packed {
		attribute, key = " __attribute__((packed))", ", packed: true"
	}
	fmt.Fprintf(&d.decls, "%s { %s}%s;\n", typ, c, attribute)
	return typ, "{struct: " + list + key + "}", packed
}

// TestFieldsOracle: random structures have the bytes that kernels of Intel's compiler write field by field, over a buffer
// of zeros, and the size that it says.
func TestFieldsOracle(t *testing.T) {
	const cases = 60
	d := &drawn{rng: rand.New(rand.NewPCG(11, 25))}
	var kernels strings.Builder
	var texts []string
	for i := range cases {
		d.stores.Reset()
		typ, text, _ := d.structure(2, "s->")
		fmt.Fprintf(&kernels, "__kernel void k%d(__global %s *s, __global uint *size) {\n  *size = sizeof(*s);\n%s}\n", i, typ, d.stores.String())
		texts = append(texts, text)
	}
	dir := t.TempDir()
	source := "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" + d.decls.String() + kernels.String()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.cl"), []byte(source), 0o644))
	c := exec.Command("ocloc", "compile", "-file", "k.cl", "-device", "skl", "--format", "zebin", "-output", "k.bin", "-output_no_suffix",
		"-internal_options", "-ze-emit-zebin-visa-sections")
	c.Dir = dir
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	for i, text := range texts {
		head := fmt.Sprintf("kernel: k%d\nprogram: k.bin\nglobal: [1]\nlocal: [1]\nargs:\n", i)
		l, err := launch.Parse(filepath.Join(dir, "v.yaml"), []byte(head+"- "+text+"\n"))
		require.NoError(t, err, text)
		want := l.Args[0].Data
		l, err = launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil,
			"%s- {buffer: {bytes: %d, fill: zero}, output: true}\n- {buffer: {bytes: 4, fill: zero}, output: true}\n", head, len(want)))
		require.NoError(t, err, text)
		rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
		require.NoError(t, err, text)
		assert.Equal(t, len(want), int(binary.LittleEndian.Uint32(rep.Buffers[1])), text)
		assert.True(t, bytes.Equal(want, rep.Buffers[0]), "%s\nwant %x\n got %x", text, rep.Buffers[0], want)
		assert.Zero(t, rep.OutOfBounds, text)
	}
}
