package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// fillIn marks the lines that cannot work as they are.
const fillIn = "FILL IN: "

// launchTemplate writes a launch. named says that it names a file of metadata.
func launchTemplate(k *abi.Kernel, program, info string, named bool) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Launch of %s (SIMD%d). Paths are relative to this file. Sizes and arguments are examples.\n", k.Name, k.SIMD)
	fmt.Fprintf(&b, "kernel: %s\n", strconv.Quote(k.Name))
	if program == "" {
		fmt.Fprintf(&b, "program: PROGRAM.visaasm     # %sthe kernel's .visaasm, .dat or .isa\n", fillIn)
	} else {
		fmt.Fprintf(&b, "program: %s\n", strconv.Quote(program))
	}
	switch {
	case !named:
	case info == "":
		fmt.Fprintf(&b, "info: METADATA.zeinfo         # %sthe file that this was made of\n", fillIn)
	default:
		fmt.Fprintf(&b, "info: %s\n", strconv.Quote(info))
	}
	size := sizesFor(k)
	if k.RequiredLocal != [3]uint32{} {
		fmt.Fprintf(&b, "# the kernel demands this local size\n")
	}
	global, local := size.global, size.local
	fmt.Fprintf(&b, "global: [%d, %d, %d]\nlocal: [%d, %d, %d]\n", global[0], global[1], global[2], local[0], local[1], local[2])
	if k.ArgCount() == 0 {
		b.WriteString("args: []\n")
		return b.Bytes()
	}
	b.WriteString("args:                       # in the kernel's order\n")
	args, width := make([]string, k.ArgCount()), 0
	for i := range args {
		args[i] = argTemplate(k, i, size)
		width = max(width, len(args[i]))
	}
	for i := range args {
		fmt.Fprintf(&b, "  - %-*s # %s\n", width, args[i], argComment(k, i))
	}
	b.WriteString("# A buffer with contents and a check:  {buffer: y.in, type: f32, expect: y.exp, check: exact}\n")
	b.WriteString("# Checks: exact, nan, abs:E, rel:E, ulp:N. A buffer without expect or output must come back unchanged.\n")
	return b.Bytes()
}

// argTemplate is an argument with which a launch of these sizes has something
// to do: as many elements, and numbers to compute with.
func argTemplate(k *abi.Kernel, i int, of initSizes) string {
	switch k.ArgKind(i) {
	case abi.Image:
		return imageTemplate(k, i)
	case abi.Sampler:
		return "{sampler: true, normalized: false, address: edge, filter: nearest}"
	case abi.Local:
		return "{local: " + strconv.Itoa(max(1024, min(16*int(of.local[0]*of.local[1]*of.local[2])*4, 16384))) + "}"
	case abi.Value:
		for _, t := range sourceTypes {
			if t.source == argType(k, i) {
				return "{" + t.key + ": " + t.number(of.count) + "}"
			}
		}
		size, most := k.ValueSize(i)
		for _, t := range sourceTypes { // without a type in the metadata its size tells: most values are counts
			if argType(k, i) == "" && most == t.size && t.key[0] == 'u' {
				return "{" + t.key + ": " + t.number(of.count) + "}"
			}
		}
		return `{bytes: "` + strings.Repeat("00", size) + `"}`
	}
	elem, width := elemTemplate(argType(k, i))
	size := max(4096, (of.elements*elem.size*width+4095)/4096*4096)
	fill := "zero"
	if readsBuffer(k, i) {
		fill = elem.random(i + 1)
	}
	return fmt.Sprintf("{buffer: {bytes: %d, fill: %s}, type: %s%s}", size, fill, elem.key, outputTemplate(k, i))
}

// imageTemplate is an image of bytes; a format of floats would be full of NaNs.
func imageTemplate(k *abi.Kernel, i int) string {
	kind, _ := k.ImageKind(i)
	size := map[string]string{
		"1d": "width: 4096", "1d_buffer": "width: 4096", "1d_array": "width: 1024, layers: 4", "2d": "width: 64, height: 64",
		"2d_array": "width: 32, height: 32, layers: 4", "3d": "width: 16, height: 16, depth: 16",
	}[kind]
	fill := "zero"
	if readsBuffer(k, i) {
		fill = sourceType{key: "u8"}.random(i + 1)
	}
	return fmt.Sprintf("{image: %s, format: rgba8, %s, fill: %s%s}", kind, size, fill, outputTemplate(k, i))
}

// access is what the metadata says that the kernel does with buffer i: readonly,
// writeonly or readwrite.
func access(k *abi.Kernel, i int) string {
	for _, p := range k.Payload {
		if p.Index == i && p.Access != "" {
			return p.Access
		}
	}
	return "readwrite"
}

func readsBuffer(k *abi.Kernel, i int) bool { return access(k, i) != "writeonly" }

// outputTemplate says that a buffer may change, unless the kernel only reads it.
func outputTemplate(k *abi.Kernel, i int) string {
	if access(k, i) == "readonly" {
		return ""
	}
	return ", output: true"
}

// argType is the source type of argument i: "float*", "int".
func argType(k *abi.Kernel, i int) string {
	for _, a := range k.Args {
		if a.Index == i {
			t, _, _ := strings.Cut(a.TypeName, ";")
			return t
		}
	}
	return ""
}

func argComment(k *abi.Kernel, i int) string {
	name := k.ArgName(i)
	if t := argType(k, i); t != "" {
		name += ": " + t
	}
	return name
}

// sourceType is an OpenCL C type and its launch value key.
type sourceType struct {
	source, key string
	size        int // bytes
}

var sourceTypes = []sourceType{
	{"float", "f32", 4}, {"double", "f64", 8}, {"uchar", "u8", 1}, {"char", "i8", 1}, {"ushort", "u16", 2}, {"short", "i16", 2},
	{"uint", "u32", 4}, {"int", "i32", 4}, {"ulong", "u64", 8}, {"long", "i64", 8}, {"half", "f16", 2},
}

// number is a value that a kernel can compute with: most whole numbers are counts
// of elements.
func (t sourceType) number(items int) string {
	switch {
	case t.key[0] == 'f':
		return "1.5"
	case t.size == 1:
		return "3"
	}
	return strconv.Itoa(items)
}

// random is a fill of the type, or of its bytes. Halves and doubles have none
// that is free of NaNs.
func (t sourceType) random(seed int) string {
	kind := "u32, min: 0, max: 4294967295"
	switch {
	case t.key == "f32":
		kind = "f32, min: -1, max: 1"
	case t.key[0] == 'f':
		return "zero"
	case t.size == 4:
		kind = t.key + ", min: 0, max: 100"
	}
	return fmt.Sprintf("{random: %d, type: %s}", seed, kind)
}

// elemTemplate is the element of a pointer's type, and how many a vector has.
func elemTemplate(source string) (elem sourceType, width int) {
	base := strings.TrimRight(source, "* ")
	name := strings.TrimRight(base, "0123456789")
	for _, t := range sourceTypes {
		if t.source == name {
			width, _ = strconv.Atoi(base[len(name):])
			return t, max(width, 1)
		}
	}
	return sourceType{"uchar", "u8", 1}, 16
}
