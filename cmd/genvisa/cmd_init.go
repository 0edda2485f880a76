package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/run"
)

type initCmd struct {
	In     string `arg:"" help:"Kernel metadata (.zeinfo), or vISA text (.visaasm) with its metadata beside it."`
	Kernel string `help:"Kernel; the first one by default." placeholder:"NAME"`
	Out    string `short:"o" help:"Launch file." default:"-" placeholder:"FILE"`
}

func (c *initCmd) Help() string {
	return `Examples:
  genvisa init examples/saxpy/saxpy.zeinfo
  genvisa init examples/saxpy/saxpy.visaasm -o my-launch.yaml

docs/launch.md describes what to fill in.`
}

func (c *initCmd) Run(s streams) error {
	if err := checkOutputs(c.In, c.Out); err != nil {
		return err
	}
	infoPath, program, err := c.files(s)
	if err != nil {
		return err
	}
	src, err := os.ReadFile(infoPath)
	if err != nil {
		return err
	}
	info, err := abi.ParseZeInfo(infoPath, src)
	if err != nil {
		return err
	}
	k := info.Kernels[0]
	if i := slices.IndexFunc(info.Kernels, func(k *abi.Kernel) bool { return k.Name != symbolTable }); i >= 0 {
		k = info.Kernels[i]
	}
	if c.Kernel != "" {
		if k, err = info.Kernel(c.Kernel); err != nil {
			return err
		}
	}
	for i := range k.ArgCount() {
		if what := k.Unsupported(i); what != "" {
			return &abi.UnsupportedError{File: infoPath, Kernel: k.Name, What: what + " " + k.ArgName(i)}
		}
	}
	if program == "" {
		program = c.programBeside(k)
	}
	return writeOutput(s, c.Out, launchTemplate(k, program, c.relative(infoPath)))
}

// symbolTable is the kernel without code that the compiler adds for constants.
const symbolTable = "Intel_Symbol_Table_Void_Program"

// files finds the metadata and the program that the launch file will name; the
// program is "" when the input does not say. The compiler dumps text as
// <file>__<kernel>_simd<N>.visaasm beside <file>.zeinfo.
func (c *initCmd) files(s streams) (info, program string, err error) {
	switch ext := filepath.Ext(c.In); ext {
	case ".zeinfo":
		return c.In, "", nil
	case ".visaasm":
		k, err := readVISA(s, c.In)
		if err != nil {
			return "", "", err
		}
		if c.Kernel == "" {
			c.Kernel = k.Name
		}
		stem := strings.TrimSuffix(c.In, ext)
		file, _, _ := strings.Cut(filepath.Base(stem), "__")
		for _, p := range []string{stem + ".zeinfo", filepath.Join(filepath.Dir(c.In), file+".zeinfo")} {
			if _, err := os.Stat(p); err == nil {
				return p, c.relative(c.In), nil
			}
		}
		return "", "", fmt.Errorf("%s: no metadata beside it: want %s.zeinfo or %s.zeinfo", c.In, stem, file)
	default:
		return "", "", run.KindError(c.In, ".zeinfo", ".visaasm")
	}
}

// programBeside is the text of kernel k beside its metadata, or "".
func (c *initCmd) programBeside(k *abi.Kernel) string {
	stem := strings.TrimSuffix(c.In, filepath.Ext(c.In))
	for _, p := range []string{fmt.Sprintf("%s__%s_simd%d.visaasm", stem, k.Name, k.SIMD), stem + ".visaasm"} {
		if _, err := os.Stat(p); err == nil {
			return c.relative(p)
		}
	}
	return ""
}

// relative is path as seen from the launch file.
func (c *initCmd) relative(path string) string {
	if c.Out == "-" {
		return path
	}
	if rel, err := filepath.Rel(filepath.Dir(c.Out), path); err == nil {
		return rel
	}
	return path
}

// fillIn marks the lines that cannot work as they are.
const fillIn = "FILL IN: "

func launchTemplate(k *abi.Kernel, program, info string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Launch of %s (SIMD%d). Paths are relative to this file. Sizes and arguments are examples.\n", k.Name, k.SIMD)
	fmt.Fprintf(&b, "kernel: %s\n", strconv.Quote(k.Name))
	if program == "" {
		fmt.Fprintf(&b, "program: PROGRAM.visaasm     # %sthe kernel's .visaasm, .dat or .isa\n", fillIn)
	} else {
		fmt.Fprintf(&b, "program: %s\n", strconv.Quote(program))
	}
	fmt.Fprintf(&b, "info: %s\n", strconv.Quote(info))
	local := [3]uint32{uint32(k.SIMD), 1, 1}
	if k.RequiredLocal != [3]uint32{} {
		local = k.RequiredLocal
		fmt.Fprintf(&b, "# the kernel demands this local size\n")
	}
	fmt.Fprintf(&b, "global: [%d, %d, %d]\nlocal: [%d, %d, %d]\n", 4*local[0], local[1], local[2], local[0], local[1], local[2])
	if k.ArgCount() == 0 {
		b.WriteString("args: []\n")
		return b.Bytes()
	}
	b.WriteString("args:                       # in the kernel's order\n")
	for i := range k.ArgCount() {
		fmt.Fprintf(&b, "  - %-60s # %s\n", argTemplate(k, i), argComment(k, i))
	}
	b.WriteString("# A buffer with contents and a check:  {buffer: y.in, type: f32, expect: y.exp, check: exact}\n")
	b.WriteString("# Checks: exact, nan, abs:E, rel:E, ulp:N. A buffer without expect or output must come back unchanged.\n")
	return b.Bytes()
}

func argTemplate(k *abi.Kernel, i int) string {
	switch k.ArgKind(i) {
	case abi.Local:
		return "{local: 1024}"
	case abi.Value:
		for _, t := range sourceTypes {
			if t.source == argType(k, i) {
				return "{" + t.key + ": 0}"
			}
		}
		size, _ := k.ValueSize(i)
		return `{bytes: "` + strings.Repeat("00", size) + `"}`
	}
	return "{buffer: {bytes: 4096, fill: zero}, type: " + elemTemplate(argType(k, i)) + ", output: true}"
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

// sourceTypes maps OpenCL C types to launch value keys.
var sourceTypes = []struct{ source, key string }{
	{"float", "f32"}, {"double", "f64"}, {"uchar", "u8"}, {"char", "i8"}, {"ushort", "u16"}, {"short", "i16"},
	{"uint", "u32"}, {"int", "i32"}, {"ulong", "u64"}, {"long", "i64"}, {"half", "f16"},
}

func elemTemplate(source string) string {
	base := strings.TrimRight(source, "*0123456789 ")
	for _, t := range sourceTypes {
		if t.source == base {
			return t.key
		}
	}
	return "u8"
}
