package native_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// TestMesaOperands: registers, regions, channel enables and swizzles of Gen7 instructions with one or
// two sources are those of the text that Mesa's assembler took. It decides Align16, which iga64
// gives as Align1 or refuses.
func TestMesaOperands(t *testing.T) {
	for _, d := range []struct {
		t                 native.Target
		operands, align16 int
	}{{native.IVB, 478, 217}, {native.HSW, 598, 252}} {
		files := corpus.FilesBeside(t, "shipped/mesa/"+d.t.String(), "*.dat")
		operands, align16 := 0, 0
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(d.t, code)
			require.NoError(t, err)
			for i, line := range mesaLines(t, file, len(insts)) {
				n := mesaOperands(t, &insts[i], file, line)
				if operands += n; insts[i].Align16 {
					align16 += n
				}
			}
		}
		assert.Equal(t, [2]int{d.operands, d.align16}, [2]int{operands, align16}, d.t)
	}
}

// mesaLines are the lines of instructions beside a file of their words.
func mesaLines(t *testing.T, file string, n int) (out []string) {
	t.Helper()
	src, err := os.ReadFile(strings.TrimSuffix(file, ".dat") + ".mesa-asm")
	require.NoError(t, err)
	for l := range strings.Lines(string(src)) {
		if l = strings.TrimRight(l, "\n"); strings.Contains(l, "(") && l[0] != ' ' && l[0] != '\t' {
			out = append(out, l)
		}
	}
	require.Len(t, out, n, file)
	return out
}

// mesaOperands wants the register operands of an instruction in its line and counts them.
func mesaOperands(t *testing.T, in *native.Inst, file, line string) (n int) {
	t.Helper()
	if !in.Op.IsALU() || in.Src[2].File != native.NoFile {
		return 0
	}
	for i, o := range []native.Operand{in.Dst, in.Src[0], in.Src[1]} {
		if o.File != native.GRF || o.Indirect {
			continue
		}
		want := mesaRegister(&o, in.Align16, i == 0)
		at := strings.Index(line, want)
		assert.GreaterOrEqual(t, at, 0, "%s: %q in %s", filepath.Base(file), want, line)
		n++
	}
	return n
}

// mesaRegister is the text of a register in Mesa's dialect.
func mesaRegister(o *native.Operand, align16, dst bool) string {
	sub := ""
	if o.Sub != 0 {
		sub = fmt.Sprintf(".%d", int(o.Sub)/o.Type.Size())
	}
	region, channels := fmt.Sprintf("<%d,%d,%d>", o.Region.V, o.Region.W, o.Region.H), ""
	switch {
	case dst:
		region = fmt.Sprintf("<%d>", o.Region.H)
		for k, c := range "xyzw" {
			if align16 && o.ChanEn != 15 && o.ChanEn>>k&1 != 0 {
				channels += string(c)
			}
		}
	case align16:
		region = fmt.Sprintf("<%d>", o.Region.V)
		for k := range 4 {
			channels += string("xyzw"[o.Swizzle>>(2*k)&3])
		}
		if channels == "xyzw" {
			channels = ""
		} else if channels == strings.Repeat(channels[:1], 4) {
			channels = channels[:1]
		}
	}
	if channels != "" {
		channels = "." + channels
	}
	mod := [...]string{native.ModNone: "", native.ModAbs: "(abs)", native.ModNeg: "-", native.ModNegAbs: "-(abs)"}[o.Mod]
	return fmt.Sprintf("%sg%d%s%s%s%s", mod, o.Reg, sub, region, channels, strings.ToUpper(o.Type.String()))
}
