package visa_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestSourceLines: FILE and LOC are about what follows, a LOC of 0 takes the line
// away, and a function begins without.
func TestSourceLines(t *testing.T) {
	parse := func(name, head, body string) *visa.Kernel {
		k, err := asm.Parse(name, []byte(".version 4.1\n"+head+" \"f\"\n.decl X v_type=G type=ud num_elts=8 align=GRF\n.kernel_attr SimdSize=8\n"+body))
		require.NoError(t, err)
		return k
	}
	const mov = "    mov (M1, 8) X(0,0)<1> 0x1:ud\n"
	k := parse("k.visaasm", ".kernel", mov+"    FILE \"/src/k.cl\"\n"+mov+"    LOC 7\n"+mov+mov+"    LOC 0\n"+mov+"    LOC 9\n"+mov+"    FILE \"m.h\"\n"+mov+"    LOC 3\n    ret (M1, 1)\n")
	f := parse("f.visaasm", ".global_function", mov+"    FILE \"m.h\"\n    LOC 5\n"+mov+"    fret (M1, 1)\n")
	both, err := visa.Link(k, []*visa.Kernel{f})
	require.NoError(t, err)
	var got []string
	for _, l := range both.SourceLines() {
		got = append(got, l.String())
	}
	assert.Equal(t, []string{
		"", "", "", "", "k.cl:7", "k.cl:7", "", "", "", "k.cl:9", "", "", "", "m.h:3",
		"", "", "", "m.h:5", "m.h:5",
	}, got)
	assert.Equal(t, "/src/k.cl", both.SourceLines()[4].File)
	assert.Nil(t, parse("n.visaasm", ".kernel", mov+"    FILE \"k.cl\"\n    ret (M1, 1)\n").SourceLines(), "no line")
	assert.Equal(t, "m.h:3", k.SourceLine().String())
	k.Insts = k.Insts[:11] // up to the second FILE
	assert.False(t, k.SourceLine().Known())
	k.Insts = k.Insts[:10]
	assert.Equal(t, "k.cl:9", k.SourceLine().String())
	assert.Zero(t, (&visa.Kernel{}).SourceLine())
	odd := &visa.Kernel{Insts: []visa.Inst{{Op: visa.OpLoc}, {Op: visa.OpFile}, visa.NewFile(7), visa.NewLoc(3), {Op: visa.OpMov}}}
	assert.Equal(t, []string{"line 3", "line 3"}, []string{odd.SourceLines()[4].String(), odd.SourceLine().String()})
}
