package jit

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// moved is a move of n elements of a type in r64 to another in r32.
func moved(n uint8, from, to native.Type, mod native.SrcMod) native.Inst {
	in := native.Inst{Op: native.OpMov, ExecSize: n, Dst: native.GRFOperand(32, 0, native.Dst1, to)}
	region := native.Region{V: 8, W: 8, H: 1}
	switch {
	case n == 1:
		region = native.Region{V: 0, W: 1, H: 0}
	case n < 8:
		region = native.Region{V: n, W: n, H: 1}
	}
	in.Src[0] = native.GRFOperand(64, 0, region, from)
	in.Src[0].Mod = mod
	return in
}

// moves are conversions that are compiled.
func moves(rnd *rand.Rand) native.Inst {
	n := pick[uint8](rnd, 1, 2, 4, 8, 16)
	if rnd.IntN(2) == 0 {
		return moved(n, native.F, pick(rnd, native.D, native.UD), pick(rnd, native.ModNone, native.ModNeg, native.ModAbs))
	}
	from := pick(rnd, native.D, native.UD, native.W, native.UW)
	if from.Size() == 4 {
		in := moved(n, from, native.F, native.ModNone)
		if rnd.IntN(3) == 0 {
			in.Src[0] = native.ImmOperand(uint64(rnd.Uint32()), from)
		}
		return in
	}
	return moved(n, from, native.F, pick(rnd, native.ModNone, native.ModNeg))
}

// TestConversions: moves between kinds of numbers, under masks and without, leave the bytes that the EU model leaves.
func TestConversions(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(71, 72))
	for range 600 {
		in := moves(rnd)
		if in.NoMask = rnd.IntN(2) == 0; rnd.IntN(2) == 0 {
			in.PredCtrl, in.PredInv = native.PredSeq, rnd.IntN(2) == 0
		}
		p := instructions(t, in)
		c := compile(p)
		require.Len(t, c.sequences, 1, "%+v", in)
		require.Equal(t, 2, c.sequences[0].to)
		require.NotZero(t, c.sequences[0].row, "its rounding is that of a mode")
		require.Empty(t, differs(t, p, onPages(t, p, c, compileSome(p, c.sequences)), maskOf(rnd), rnd.Uint64()), "%+v", in)
	}
}

// TestConversionLiteral: rounded to the nearest even float, and toward zero between the limits of an integer.
func TestConversionLiteral(t *testing.T) {
	available(t)
	for _, c := range []struct {
		from, to native.Type
		in, out  uint32
	}{
		{native.D, native.F, 0xFFFFFFFE, 0xC0000000}, {native.D, native.F, 0x7FFFFFFF, 0x4F000000}, {native.D, native.F, 0x80000000, 0xCF000000}, {native.D, native.F, 0x1000001, 0x4B800000},
		{native.UD, native.F, 0xFFFFFFFF, 0x4F800000}, {native.UD, native.F, 0x80000081, 0x4F000001}, {native.UD, native.F, 0x80000080, 0x4F000000}, {native.UD, native.F, 3, 0x40400000},
		{native.W, native.F, 0x8000, 0xC7000000}, {native.UW, native.F, 0x8000, 0x47000000},
		{native.F, native.D, 0xBFFFFFFF, 0xFFFFFFFF}, {native.F, native.D, 0x4F000000, 0x7FFFFFFF}, {native.F, native.D, 0xFF800000, 0x80000000}, {native.F, native.D, 0x7FC00000, 0},
		{native.F, native.UD, 0x4F7FFFFF, 0xFFFFFF00}, {native.F, native.UD, 0x4F800000, 0xFFFFFFFF}, {native.F, native.UD, 0xBF800000, 0}, {native.F, native.UD, 0xFFC00000, 0}, {native.F, native.UD, 0x4F000000, 0x80000000},
		{native.F, native.UD, 0x403FFFFF, 2}, {native.F, native.UD, 0x7F800000, 0xFFFFFFFF},
	} {
		p := instructions(t, moved(1, c.from, c.to, native.ModNone))
		s := compile(p)
		require.Len(t, s.sequences, 1)
		w, _ := thread(t, p, onPages(t, p, s, compileSome(p, s.sequences)), 1, 1)
		regs := w.Ahead(0).Registers
		binary.LittleEndian.PutUint32(regs[32*64:], c.in)
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		assert.Equal(t, c.out, binary.LittleEndian.Uint32(regs[32*32:]), "%#x from %v to %v", c.in, c.from, c.to)
	}
}

// TestPlantedConversions: steps that are others are found.
func TestPlantedConversions(t *testing.T) {
	available(t)
	lists := map[string][]step{"d to f": toFloat[true], "ud to f": toFloat[false], "f to d": toInteger[native.D], "f to ud": toInteger[native.UD]}
	types := map[string][2]native.Type{"d to f": {native.D, native.F}, "ud to f": {native.UD, native.F}, "f to d": {native.F, native.D}, "f to ud": {native.F, native.UD}}
	for kind, list := range lists {
		in := moved(8, types[kind][0], types[kind][1], native.ModNone)
		for i := range list {
			for name, change := range stepFaults(list[i]) {
				right := list[i]
				change(&list[i])
				found := longFinds(t, in, 400, func(*code.Op) {})
				list[i] = right
				assert.True(t, found || alike(right, name) || unchanged(right, name), fmt.Sprintf("%s of step %d of %s", name, i, kind))
			}
		}
	}
}

// unchanged says that a fault changes nothing: a constant is positive; what is not below 0 is what was read, and nothing between 0 and the
// least numbers becomes 1.
func unchanged(s step, name string) bool {
	switch {
	case s.op == x64.VMOVDQULoad && s.last >= numSlots:
		return name == "instruction" || s.last == k(zeros)
	case s.op == x64.VCMPPS:
		return name == "last slot" && s.last == res
	}
	return false
}
