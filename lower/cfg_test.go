package lower

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// analysed is a kernel of the given lines, on which cfg has run.
func analysed(t *testing.T, lines ...string) *compiler {
	t.Helper()
	k, err := asm.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl V0032 v_type=G type=ud num_elts=32 align=hword
.decl V0033 v_type=G type=ud num_elts=32 align=hword
.decl V0034 v_type=G type=ud num_elts=1 align=dword
.decl A0 v_type=A num_elts=16
.decl A1 v_type=A num_elts=16
.decl P1 v_type=P num_elts=32
.decl P2 v_type=P num_elts=32
.decl T6 v_type=T num_elts=1
.decl T7 v_type=T num_elts=1
.kernel_attr SimdSize=32
.function "k_0"
k_0:
`+strings.Join(lines, "\n")+"\nret (M1, 1)\n"))
	require.NoError(t, err)
	c := newCompiler(k, native.SKL, Options{})
	require.NoError(t, c.cfg())
	return c
}

// TestSurfacesOfBlocks: a use takes the last movs of its block, else the constant
// that all give.
func TestSurfacesOfBlocks(t *testing.T) {
	use := func(s string) string { return "gather4_scaled.R (M1, 8) " + s + " 0x0:ud V0032.0 V0033.0" }
	movs := func(s, v string) string { return "movs (M1_NM, 1) " + s + "(0) " + v }
	got := func(lines ...string) (out []int32) {
		c := analysed(t, lines...)
		for i := range c.k.Insts {
			if c.k.Insts[i].Op == visa.OpGather4Scaled {
				out = append(out, c.surfaces[i])
			} else {
				assert.EqualValues(t, noBTI, c.surfaces[i])
			}
		}
		return out
	}
	label := "L1:"
	assert.Equal(t, []int32{noBTI}, got(use("T6")), "no movs at all")
	assert.Equal(t, []int32{254}, got(use("%slm")))
	assert.Equal(t, []int32{3, 3}, got(movs("T6", "0x3:ud"), use("T6"), label, use("T6")))
	assert.Equal(t, []int32{3, 3}, got(movs("T6", "0x3:ud"), use("T6"), label, use("T6"), movs("T6", "0x3:ud")))
	assert.Equal(t, []int32{3, 4, noBTI}, got(movs("T6", "0x3:ud"), use("T6"), movs("T6", "0x4:ud"), use("T6"), label, use("T6")))
	assert.Equal(t, []int32{3, noBTI}, got(movs("T6", "0x4:ud"), movs("T6", "0x4:ud"), movs("T6", "0x3:ud"), use("T6"), label, use("T6")))
	assert.Equal(t, []int32{noBTI, noBTI}, got(movs("T6", "V0034(0,0)<0;1,0>"), use("T6"), label, use("T6")))
	assert.Equal(t, []int32{5, 3}, got(movs("T6", "0x3:ud"), movs("T7", "0x5:ud"), label, use("T7"), use("T6")))
}

// TestLocalPredicates: a predicate is its block's when the block writes each lane
// before it reads it, by lane.
func TestLocalPredicates(t *testing.T) {
	cmp := func(mask string, p string) string { return "cmp.lt (" + mask + ") " + p + " V0032(0,0)<1;1,0> 0x5:ud" }
	mov := func(mask string, p string) string { return "(" + p + ") mov (" + mask + ") V0033(0,0)<1> 0x1:ud" }
	for name, c := range map[string]struct {
		lines []string
		want  bool
	}{
		"written, read":            {[]string{cmp("M1, 16", "P1"), mov("M1, 16", "P1")}, true},
		"never used":               {nil, true},
		"read first":               {[]string{mov("M1, 16", "P1"), cmp("M1, 16", "P1")}, false},
		"fewer lanes written":      {[]string{cmp("M1, 8", "P1"), mov("M1, 16", "P1")}, false},
		"fewer lanes read":         {[]string{cmp("M1, 16", "P1"), mov("M1, 8", "P1")}, true},
		"other lanes":              {[]string{cmp("M1, 8", "P1"), mov("M3, 8", "P1")}, false},
		"the next lanes":           {[]string{cmp("M1, 8", "P1"), mov("M2, 8", "P1")}, false},
		"both halves":              {[]string{cmp("M1, 16", "P1"), cmp("M5, 16", "P1"), mov("M5, 16", "P1")}, true},
		"all lanes":                {[]string{cmp("M1, 32", "P1"), mov("M1, 32", "P1")}, true},
		"written without mask":     {[]string{cmp("M1_NM, 16", "P1"), mov("M1, 16", "P1")}, false},
		"read without mask":        {[]string{cmp("M1, 16", "P1"), mov("M1_NM, 16", "P1")}, false},
		"one lane":                 {[]string{cmp("M1, 16", "P1"), mov("M1, 1", "P1")}, false},
		"read in the next block":   {[]string{cmp("M1, 16", "P1"), "L1:", mov("M1, 16", "P1")}, false},
		"written in another block": {[]string{cmp("M1, 16", "P1"), mov("M1, 16", "P1"), "L1:", cmp("M1, 16", "P1")}, false},
		"operand":                  {[]string{cmp("M1, 16", "P1"), "not (M1, 16) P2 P1"}, true},
		"operand read first":       {[]string{"not (M1, 16) P2 P1"}, false},
		"a sum keeps its own":      {[]string{cmp("M1, 16", "P2"), cmp("M1, 16", "P1"), "and (M1, 16) P1 P1 P2"}, true},
	} {
		got := analysed(t, c.lines...)
		assert.Equal(t, c.want, got.local[1], name)
	}
}

// TestPointees: what an address variable may point to, through copies of others.
func TestPointees(t *testing.T) {
	c := analysed(t, "addr_add (M1, 16) A1(0)<1> A0(0)<1> 0x4:uw", "addr_add (M1_NM, 1) A0(0)<1> &V0032 0x0:uw",
		"addr_add (M1_NM, 1) A0(1)<1> &V0033 0x0:uw", "addr_add (M1_NM, 1) A0(1)<1> &V0033[32] 0x0:uw")
	var names [2][]string
	for a := range names {
		for _, v := range c.pointees[a] {
			names[a] = append(names[a], c.k.Vars[v].Name)
		}
	}
	assert.Equal(t, [2][]string{{"V0032", "V0033"}, {"V0032", "V0033"}}, names)
	c = analysed(t, "addr_add (M1_NM, 1) A0(0)<1> &V0032 0x0:uw", "ret (M1, 32)", "addr_add (M1_NM, 1) A0(0)<1> &V0033 0x0:uw")
	require.Len(t, c.pointees[0], 1, "the last one is where no lane comes to")
	assert.Equal(t, "V0032", c.k.Vars[c.pointees[0][0]].Name)
}
