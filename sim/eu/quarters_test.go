package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestQuarterEnables: up to Gen7.5 the second register of a destination has the channel enables of
// the eight channels behind the first's, and 32 channels those of 16 (Mesa,
// get_fpu_lowered_simd_width): where not all of them run the thread stops.
func TestQuarterEnables(t *testing.T) {
	half := dst(10, native.D)
	half.Sub = 16
	apart := dst(10, native.D)
	apart.Region.H = 2
	move := func(n uint8, d native.Operand) native.Inst { return ins(native.OpMov, n, d, imm(7, native.D)) }
	words := ins(native.OpMov, 32, dst(10, native.UW), vec(1, native.UW))
	const stops = "not modelled: channel enables of 32 channels"
	for _, c := range []struct {
		name string
		in   native.Inst
		mask uint32
		want string
	}{
		{"4 and 4, all channels", move(8, half), 0xFFFF, ""},
		{"4 and 4, those of both readings", move(8, half), 0x0FFF, ""},
		{"4 and 4, SIMD8", move(8, half), 0xFF, stops},
		{"4 and 4, some", move(8, half), 0xFFFE, stops},
		{"4 and 4, none", at(move(8, half), 16), 0xFFFF, ""},
		{"4 and 4, from 8 on", at(move(8, half), 8), 0xFFFF, stops},
		{"4 and 4 by their step", move(8, apart), 0xFF, stops},
		{"8 and 8", move(16, dst(10, native.D)), 0x1234, ""},
		{"one register", move(8, dst(10, native.D)), 0x12, ""},
		{"32, all channels", words, 0xFFFFFFFF, ""},
		{"32, 16 run", words, 0xFFFF, stops},
		{"a predicate", predicated(move(8, half), 0, false), 0xFFFF, "not modelled: predicate or condition of a destination of two registers with 4 channels in the first on "},
		{"a condition", cond(move(8, half), native.CondEQ), 0xFFFF, "not modelled: predicate or condition"},
		{"a choice of 32", predicated(ins(native.OpSel, 32, dst(10, native.UW), vec(1, native.UW), vec(2, native.UW)), 0, false), 0xFFFFFFFF, "not modelled: sel of 32 channels"},
	} {
		for _, target := range []native.Target{native.IVB, native.HSW, native.BDW} {
			for _, noMask := range []bool{false, true} {
				in := c.in
				in.NoMask = noMask
				p, err := LoadInsts("pair", target, []native.Inst{in, eot()})
				require.NoError(t, err)
				r := rigOf(p, c.mask)
				*r.flagWord(0) = 0xFFFFFFFF
				_, err = r.w.Resume(0, 10)
				if c.want == "" || noMask || target == native.BDW {
					require.NoError(t, err, "%s on %s", c.name, target)
					continue
				}
				require.ErrorContains(t, err, c.want, "%s on %s", c.name, target)
			}
		}
	}
	r := loadFor(t, native.IVB, move(8, half))
	r.live, r.exec = 0xFFFF, 0xFFFF
	r.run(t)
	assert.Equal(t, []int32{0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0}, get[int32](r, 10, 16))
}
