package draft

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/genvisa/genvisa/sim/abi"
)

// FillIn marks the lines that cannot work as they are.
const FillIn = "FILL IN: "

// Text is the launch file.
func (l *Launch) Text() []byte {
	var b bytes.Buffer
	k := l.kernel
	fmt.Fprintf(&b, "# Launch of %s (SIMD%d). Paths are relative to this file. Sizes and arguments are examples.\n", line(k.Name), k.SIMD)
	for _, note := range l.Notes {
		fmt.Fprintf(&b, "# %s\n", line(note))
	}
	fmt.Fprintf(&b, "kernel: %s\n", strconv.Quote(k.Name))
	if l.names.Program == "" {
		fmt.Fprintf(&b, "program: PROGRAM.visaasm     # %sthe kernel's .visaasm, .dat or .isa\n", FillIn)
	} else {
		fmt.Fprintf(&b, "program: %s\n", strconv.Quote(l.names.Program))
	}
	switch {
	case l.names.Inside:
	case l.names.Info == "":
		fmt.Fprintf(&b, "info: METADATA.zeinfo         # %sthe file that this was made of\n", FillIn)
	default:
		fmt.Fprintf(&b, "info: %s\n", strconv.Quote(l.names.Info))
	}
	if k.RequiredLocal != [3]uint32{} {
		fmt.Fprintf(&b, "# the kernel demands this local size\n")
	}
	fmt.Fprintf(&b, "global: %s\nlocal: %s\n", triple(l.global), triple(l.local))
	if l.offset != [3]uint32{} {
		fmt.Fprintf(&b, "offset: %s\n", triple(l.offset))
	}
	if len(l.args) == 0 {
		b.WriteString("args: []\n")
		return b.Bytes()
	}
	b.WriteString("args:                       # in the kernel's order\n")
	args, width := make([]string, len(l.args)), 0
	for i := range args {
		args[i] = l.args[i].text(i)
		width = max(width, len(args[i]))
	}
	for i := range args {
		fmt.Fprintf(&b, "  - %-*s # %s\n", width, args[i], line(About(k, i)))
	}
	if l.has(abi.Image) {
		b.WriteString("# Pictures in, out and to compare with:  {image: 2d, data: in.png}, {image: 2d, format: rgba8, ..., save: out.png, expect: out.exp.png}\n")
	}
	b.WriteString("# A buffer with contents and a check:  {buffer: y.in, type: f32, expect: y.exp, check: exact}\n")
	b.WriteString("# Checks: exact, nan, abs:E, rel:E, ulp:N. A buffer without expect or output must come back unchanged.\n")
	return b.Bytes()
}

// line is a text that stays on its line: names of metadata may hold anything.
func line(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	return s
}

func triple(v [3]uint32) string { return fmt.Sprintf("[%d, %d, %d]", v[0], v[1], v[2]) }

// text is argument i as an entry of a launch.
func (a *arg) text(i int) string {
	output := ""
	if a.output {
		output = ", output: true"
	}
	switch a.kind {
	case abi.Image:
		return fmt.Sprintf("{image: %s, format: %s, %s, fill: %s%s}", a.image.kind, a.image.format, a.image.size(), a.fill.text(texel(a.image.format), i+1), output)
	case abi.Sampler:
		return fmt.Sprintf("{sampler: true, normalized: %t, address: edge, filter: nearest}", a.linear)
	case abi.Local:
		return fmt.Sprintf("{local: %d}", a.bytes)
	case abi.Value:
		return a.value()
	}
	return fmt.Sprintf("{buffer: {bytes: %d, fill: %s}, type: %s%s}", a.bytes, a.fill.text(a.elem, i+1), a.elem.key, output)
}

// texel is the element of an image's contents: what any format takes without a NaN.
func texel(format string) elem {
	switch {
	case strings.HasSuffix(format, "16f"):
		return elem{key: "f16", size: 2}
	case strings.HasSuffix(format, "f"):
		return elem{key: "f32", size: 4}
	}
	return unknown
}

// size are an image's sides as keys.
func (im *image) size() string {
	s := fmt.Sprintf("width: %d", im.sides[0])
	switch im.kind {
	case "2d", "2d_array", "3d":
		s += fmt.Sprintf(", height: %d", im.sides[1])
	}
	switch im.kind {
	case "1d_array", "2d_array":
		s += fmt.Sprintf(", layers: %d", im.sides[2])
	case "3d":
		s += fmt.Sprintf(", depth: %d", im.sides[2])
	}
	return s
}
