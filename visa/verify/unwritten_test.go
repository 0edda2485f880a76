package verify_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestUnwritten: what is read and nothing writes is noted once, whatever the name it is read by; what an
// input, an instruction or an address may fill is not.
func TestUnwritten(t *testing.T) {
	const (
		decls = ".decl YY v_type=G type=ud num_elts=16 align=hword\n.decl ZZ v_type=G type=uw num_elts=32 align=hword alias=<YY, 0>\n"
		read  = "mov (M1, 16) X(0,0)<1> YY(0,0)<1;1,0>\n"
		alias = "mov (M1, 16) X(0,0)<1> ZZ(0,0)<2;1,0>\n"
		store = "lsc_store.ugm (M1, 16) flat[X]:a32 YY:d32\n"
		null  = "mov (M1, 16) X(0,0)<1> %null(0,0)<1;1,0>\n"
	)
	for _, c := range []struct{ text, want string }{
		{read, "mov reads YY, which nothing writes"},
		{alias + read, "mov reads ZZ, which nothing writes"},
		{store, "lsc_store reads YY, which nothing writes"},
		{read + "mov (M1, 1) YY(0,3)<1> 0x1:ud\n", ""},
		{read + "mov (M1, 1) ZZ(0,3)<1> 0x1:uw\n", ""},
		{read + "lsc_load.ugm (M1, 16) YY:d32 flat[X]:a32\n", ""},
		{"addr_add (M1_NM, 1) A0(0)<1> &YY 0x0:uw\n" + read, ""},
		{".input YY offset=32 size=64\n" + read, ""},
		{"mov (M1, 16) X(0,0)<1> X(0,0)<1;1,0>\n", ""},
		{null, ""},
		{".decl P2 v_type=P num_elts=16\ncmp.eq (M1, 16) P2 YY(0,0)<0;1,0> YY(0,0)<0;1,0>\n", ""},
		{".decl P2 v_type=P num_elts=16\ncmp.eq (M1, 16) P2 YY(0,0)<0;1,0> YY(0,1)<0;1,0>\n", "cmp reads YY, which nothing writes"},
	} {
		k := parse(t, decls+c.text)
		var got []string
		for _, f := range verify.Unwritten(k) {
			got = append(got, f.Msg)
		}
		if c.want == "" {
			assert.Empty(t, got, c.text)
		} else {
			assert.Equal(t, []string{c.want}, got, c.text)
		}
	}
}

// TestUnwrittenBroken: kernels that no text has: indices that no table has, a cycle of aliases, ops and operands out of range.
func TestUnwrittenBroken(t *testing.T) {
	k := parse(t, "mov (M1, 16) X(0,0)<1> F(0,0)<1;1,0>\n")
	cycle := *k
	cycle.Vars = slices.Clone(k.Vars)
	cycle.Vars[varX].Alias, cycle.Vars[varF].Alias = varF, varX
	for _, v := range []int32{-7, -1, varX, varY, 1 << 30} {
		for _, op := range []visa.Op{visa.OpInvalid, visa.OpMov, visa.OpAdd, visa.OpRet, visa.EndOps - 1, visa.EndOps, visa.EndOps + 9} {
			for n := range 5 {
				args := make([]visa.Operand, n)
				for i := range args {
					args[i] = visa.Operand{Kind: visa.Kind(int(visa.General) + 7*(n&1)), Var: v}
				}
				for _, broken := range []*visa.Kernel{{}, k, &cycle} {
					c := *broken
					c.Insts = append(slices.Clone(broken.Insts), visa.Inst{Op: op, Args: args})
					c.Inputs = append(slices.Clone(broken.Inputs), visa.Input{Var: v})
					assert.NotPanics(t, func() { verify.Unwritten(&c); verify.Notes(&c) }, "%v of %d operands, variable %d", op, n, v)
				}
			}
		}
	}
}
