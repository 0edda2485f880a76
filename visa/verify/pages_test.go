package verify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestPagesOfTheDocuments: what the pages of bfe and oword_ld_unaligned allow and forbid, by rule.
//
// seed: vISA pages BFE
// seed: vISA pages OWORD_LD_UNALIGNED
func TestPagesOfTheDocuments(t *testing.T) {
	const d = ".decl D v_type=G type=d num_elts=16 align=GRF\n.decl Q v_type=G type=ud num_elts=4 align=dword\n"
	for _, c := range []struct{ on, text, rule string }{
		{"", "bfe (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x3:ud X(0,0)<1;1,0>", ""},
		{"", "bfe (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0x3:d D(0,0)<1;1,0>", ""},
		{"", "bfe (M1, 1) X(0,3)<1> 0x5:ud 0x3:ud X(0,1)<0;1,0>", ""},
		{"", "bfe (M1, 2) X(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", "inst.size"},
		{"", "bfe (M1, 4) X(0,2)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", "operand.alignment"},
		{"", "bfe (M1, 4) X(0,4)<1> 0x5:ud 0x3:ud X(0,4)<1;1,0>", ""},
		{"", "bfe (M1, 4) Q(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", "operand.alignment"},
		{"", "bfe (M1, 8) X(0,0)<1> 0x5:ud 0x3:ud (-)X(0,0)<1;1,0>", "operand.modifier"},
		{"", "bfe (M1, 8) X(0,0)<1> (abs)X(0,0)<1;1,0> 0x3:ud X(0,0)<1;1,0>", "operand.modifier"},
		{"", "bfe (M1, 8) X(0,0)<1> D(0,0)<1;1,0> 0x3:ud X(0,0)<1;1,0>", "operand.type"},
		{"", "bfe (M1, 8) X(0,0)<1> 0x5:uw 0x3:ud X(0,0)<1;1,0>", "operand.type"},
		{"", "bfe (M1, 8) F(0,0)<1> 0x5:ud 0x3:ud X(0,0)<1;1,0>", "operand.type"},
		{"", "oword_ld_unaligned (1) T6 0x4:ud X.0", ""},
		{"", "oword_ld_unaligned (4) T6 X(0,0)<0;1,0> X.0", ""},
		{"", "oword_ld_unaligned (8) T6 0x4:ud X.0", "operand.payload"},
		{"", "oword_ld_unaligned (1) T6 0x4:uv X.0", "operand.type"},
		{"", "oword_ld_unaligned (1) T6 0x4:ud X.16", "operand.align"},
		{"SKL", "oword_ld_unaligned (1) %slm 0x4:ud X.0", "operand.surface"},
		{"ICLLP", "oword_ld_unaligned (1) %slm 0x4:ud X.0", ""},
	} {
		got := map[string]bool{}
		for _, f := range verify.For(parse(t, d+c.text), platform(t, c.on)) {
			got[f.Rule] = true
		}
		want := map[string]bool{}
		if c.rule != "" {
			want[c.rule] = true
		}
		assert.Equal(t, want, got, "%s on %q", c.text, c.on)
	}
	for text, says := range map[string]string{
		"oword_ld_unaligned (16) T6 0x4:ud X.0": "want a value of size: 1 2 4 8",
		"oword_ld_unaligned (3) T6 0x4:ud X.0":  "want a value of size: 1 2 4 8",
		"oword_ld_unaligned (1) T0 0x4:ud X.0":  "T0",
		"oword_ld_unaligned (1) T5 0x4:ud X.0":  "T5",
	} {
		_, err := asm.Parse("t", []byte(head+text+"\nret (M1, 1)\n"))
		assert.ErrorContains(t, err, says, text)
	}
}
