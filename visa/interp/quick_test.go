package interp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestQuick: random rows of dwords give by the processor's vectors what they give by the
// kernels, whatever size, mask, predicate, region, modifier and mode they have, and where
// operands overlap.
func TestQuick(t *testing.T) {
	if !avx.Have {
		t.Skip("this processor has no AVX2")
	}
	quick := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := newMachine()
		m.mask = r.Uint32() | 1
		if r.IntN(2) == 0 {
			m.mask = 0xFFFFFFFF
		}
		for i := range m.in {
			m.in[i] = r.Uint32() >> r.UintN(32)
			if r.IntN(4) == 0 {
				m.in[i] = []uint32{0, 1 << 31, 0x7F800000, 0xFFC12345, 1, 0x3F800000, 0x7F7FFFFF}[r.IntN(7)]
			}
		}
		body := "mov (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0>"
		if r.IntN(4) > 0 {
			body = lines("or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud", body)
		}
		body = lines(body, fmt.Sprintf("setp (M1_NM, 32) P1 0x%x:ud", r.Uint32()), "add (M1_NM, 32) TMP(0,0)<1> IN(0,0)<1;1,0> 0x7:ud")
		for range 1 + r.IntN(4) {
			body = lines(body, randomRow(r))
		}
		body = lines(body, "(P2) add (M1_NM, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x9:ud")
		p, err := interp.New(parse(t, body))
		require.NoError(t, err, body)
		quick += p.Quick()
		got := m.run(t, body)
		interp.WithoutQuick(func() {
			require.Equal(t, m.run(t, body), got, body)
		})
	}
	assert.Greater(t, quick, 1500*5, "instructions that are quick")
}

// randomRow is an instruction on OUT, or a comparison.
func randomRow(r *rand.Rand) string {
	size := 1 << r.IntN(6)
	first := r.IntN((32-size)/4 + 1)
	mask := fmt.Sprintf("M%d", 1+min(first, 7))
	if r.IntN(2) == 0 {
		mask += "_NM"
	}
	class := r.IntN(3) // of dwords: with sign, without, floats
	src := func() string { return randomSource(r, size, class) }
	dst := fmt.Sprintf("%s(0,%d)<1>", []string{"OUTD", "OUT", "OUTF"}[class], r.IntN(32-size+1))
	pred := []string{"", "", "(P1) ", "(!P1) ", "(P1.any) "}[r.IntN(5)]
	ops := []string{"mov", "add", "mul", "and", "or", "xor", "shl", "shr", "asr"}
	if class == 2 {
		ops = ops[:3]
	}
	sources := src()
	op := ops[r.IntN(len(ops))]
	switch n := r.IntN(12); {
	case n == 0:
		return fmt.Sprintf("cmp.%s (%s, %d) P2 %s %s", []string{"eq", "ne", "gt", "ge", "lt", "le"}[r.IntN(6)], mask, size, src(), src())
	case n == 1:
		return fmt.Sprintf("(P1) sel (%s, %d) %s %s %s", mask, size, dst, src(), src())
	case n < 5 && class == 2:
		op, sources = "mad", src()+" "+src()+" "+src()
	case op != "mov":
		sources += " " + src()
	}
	return fmt.Sprintf("%s%s (%s, %d) %s %s", pred, op, mask, size, dst, sources)
}

// randomSource is an operand of size elements.
func randomSource(r *rand.Rand, size, class int) string {
	n := r.IntN(6)
	switch {
	case n == 0 && class == 2:
		return "0x40490fdb:f"
	case n == 0:
		return fmt.Sprintf("0x%x:%s", r.IntN(50), []string{"d", "ud"}[class])
	case n == 1 && class < 2:
		if r.IntN(2) == 0 {
			return fmt.Sprintf("INW(0,%d)<0;1,0>", r.IntN(16))
		}
		return fmt.Sprintf("%s(0,%d)<1;1,0>", []string{"INW", "INUW"}[class], r.IntN(32-size/2))
	}
	vars := [][]string{{"IND", "OUTD"}, {"IN", "OUT", "TMP"}, {"INF", "OUTF"}}[class]
	region, reach := "<1;1,0>", size
	if r.IntN(3) == 0 {
		region, reach = "<0;1,0>", 1
	}
	mod := ""
	if class == 2 {
		mod = []string{"", "", "", "(-)", "(abs)", "(-abs)"}[r.IntN(6)]
	}
	at := r.IntN(32 - reach + 1)
	return fmt.Sprintf("%s%s(%d,%d)%s", mod, vars[r.IntN(len(vars))], at/8, at%8, region)
}
