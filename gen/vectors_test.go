package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
)

// vectorKernel wraps the text of a vector with the declarations that
// specs/README.md names: X is variable 0x30, T6 the first user surface.
func vectorKernel(text string) string {
	var b strings.Builder
	b.WriteString(".version 4.1\n.kernel \"k\"\n")
	for i := range 0x30 - visa.FirstUserVar {
		fmt.Fprintf(&b, ".decl V%d v_type=G type=ud num_elts=8 align=GRF\n", i)
	}
	for _, v := range []string{"X ud", "XD d", "Y ub", "YS b", "W uw", "WS w", "F f", "H hf", "DD df", "QQ q", "UQ uq"} {
		name, typ, _ := strings.Cut(v, " ")
		b.WriteString(".decl " + name + " v_type=G type=" + typ + " num_elts=256 align=GRF\n")
	}
	b.WriteString(".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n.decl P2 v_type=P num_elts=32\n")
	b.WriteString(".decl T6 v_type=T num_elts=1\n.decl T7 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n.decl S1 v_type=S num_elts=1\nmain:\n")
	if strings.Contains(text, "E1") || strings.Contains(text, "L2") { // label 2
		b.WriteString("L1:\n")
	}
	b.WriteString(strings.Replace(text, `" `, "\"\n", 1) + "\n")
	if strings.HasSuffix(text, "L2)") {
		b.WriteString("L2:\n")
	}
	for _, l := range []string{"E1", "L1", "S1_1"} {
		if strings.HasSuffix(text, " "+l) {
			b.WriteString(l + ":\n")
		}
	}
	return b.String()
}

// TestVectors parses every vector of the pages, prints it, and encodes it by
// the op table: the text must come back, and the bytes of the reference compiler.
func TestVectors(t *testing.T) {
	count := 0
	for _, p := range model(t).Pages {
		for _, v := range p.Vectors {
			count++
			where := v.Pos.String()
			src := vectorKernel(v.Text)
			k, err := asm.Parse(where, []byte(src))
			if !assert.NoError(t, err, v.Text) {
				continue
			}
			line := int32(1 + strings.Count(src[:strings.LastIndex(src, firstLine(v.Text))], "\n"))
			at := slices.IndexFunc(k.Insts, func(in visa.Inst) bool { return in.Pos.Line >= line })
			require.GreaterOrEqual(t, at, 0, v.Text)
			in := &k.Insts[at]
			assert.Equal(t, p.Name, in.Op.Info().Page, where)
			var printed strings.Builder
			require.NoError(t, asm.Print(&printed, k), v.Text)
			assert.Contains(t, strings.Join(strings.Fields(printed.String()), " ")+" ", " "+v.Text+" ", where)
			assert.Equalf(t, v.Bytes, encodeVector(t, k, at), "%s: %s", where, v.Text)
		}
	}
	floor.Exact(t, "vectors", count)
}

func firstLine(text string) string {
	if i := strings.Index(text, `" `); i >= 0 {
		return text[:i+1]
	}
	return text
}

// encodeVector is what an instruction adds to the file of the instructions before it.
func encodeVector(t *testing.T, k *visa.Kernel, at int) []byte {
	t.Helper()
	file := func(insts []visa.Inst) []byte {
		part := *k
		part.Insts = insts
		f := isa.File{Major: k.Major, Minor: k.Minor, Kernels: []isa.Routine{{Kernel: &part}}}
		out, err := f.Encode("")
		require.NoError(t, err)
		return out
	}
	return file(k.Insts[:at+1])[len(file(k.Insts[:at])):]
}
