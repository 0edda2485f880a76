package interp_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/interp"
	"github.com/genvisa/genvisa/visa/sem"
)

// TestSumsThatRound: a lane that would store a sum which depends on how it is rounded stops
// the thread by name; one that stores nothing does not.
func TestSumsThatRound(t *testing.T) {
	m := newMachine()
	for i := range m.in {
		m.in[i] = 0x3f800001 // its square has more bits than a float
	}
	for _, inst := range []string{
		"dp2 (M1, 8) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>",
		"dp4.sat (M1, 4) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>",
		"line (M1, 8) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>",
		"plane (M1, 8) OUTF(0,0)<1> INF(0,0)<0;1,0> INF(0,0)<1;1,0>",
	} {
		_, err := m.try(t, lines(inst))
		require.ErrorIs(t, err, sem.ErrRounding, inst)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, "a sum of products that depends on where it is rounded")
	}
	out := m.run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x5:ud", "setp (M1_NM, 32) P1 0x0:ud", "(P1) dp2 (M1, 8) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>"))
	assert.Equal(t, each(func(uint32) uint32 { return 5 }), out)

	m.mask, m.in[4], m.in[5] = 0x10, 0x40000000, 0x40400000 // 2 and 3
	out = m.run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x5:ud", "dp2 (M1, 8) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>"))
	assert.Equal(t, uint32(0x41500000), out[4], "13, beside lanes that are off")
	assert.Equal(t, uint32(5), out[0])
}

// TestElementsByAddress: coefficients and places that an address names lie as their page says,
// and lanes that are off have them all the same.
func TestElementsByAddress(t *testing.T) {
	m := newMachine()
	m.mask = 0x0f
	floats := []uint32{0x40000000, 0x40400000, 0, 0x3f800000} // 2 3 0 1
	copy(m.in[3:], floats)
	for i := range 8 {
		m.in[8+i], m.in[16+i] = []uint32{0, 0x3f800000, 0x40000000, 0x40400000}[i%4], 0x3f800000
	}
	out := m.run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x5:ud", "addr_add (M1_NM, 1) A0(0)<1> &IN[12] 0x0:uw", "addr_add (M1_NM, 1) A0(1)<1> &IN[32] 0x0:uw",
		"plane (M1, 8) OUTF(0,0)<1> r[A0(0),0]<0;1,0>:f r[A0(1),0]<0;1,0>:f", "line (M1, 8) OUTF(1,0)<1> r[A0(0),0]<4;4,1>:f r[A0(1),0]<8;8,1>:f"))
	assert.Equal(t, []uint32{0x40800000, 0x40c00000, 0x41000000, 0x41200000, 5, 5, 5, 5}, out[:8], "2u + 3 + 1")
	assert.Equal(t, []uint32{0x3f800000, 0x40400000, 0x40a00000, 0x40e00000, 5, 5, 5, 5}, out[8:16], "2u + 1")
}

// TestPredicateResult: a predicate that an op writes masks nothing, is no source of it, and
// can be neither inverted nor combined.
func TestPredicateResult(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFF00FF
	got := watched(t, m, true, lines("setp (M1_NM, 32) P1 0x5500:ud", "(P1) add3.o (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> 0xfffffffc:ud 0x1:ud",
		"mov (M1_NM, 1) OUT(2,0)<1> P1"))
	assert.Equal(t, `2 ff/16 exact "": src0 ud 4@0 [0 1 2 3 4 5 6 7 8 9 a b c d e f] -> predicate bits 4@-1 [55f8], `+
		`dst ud 4@0 [fffffffd fffffffe ffffffff 0 1 2 3 4 0 0 0 0 0 0 0 0]`, got[1])
	for _, p := range []string{"!P1", "P1.any"} {
		_, err := interp.New(parse(t, lines("("+p+") add3.o (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> IN(0,0)<1;1,0> 0x1:ud")))
		var wrong *interp.InvalidError
		require.ErrorAs(t, err, &wrong, p)
		assert.ErrorContains(t, err, "a predicate that is written, inverted or combined over lanes")
	}
}
