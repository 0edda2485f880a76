package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Halves round to integral values as floats do: 0.5 1.5 -0.5 -1.5 2.5 -2.5 1.25 -0.25.
func TestHalfRounding(t *testing.T) {
	in := []uint16{0x3800, 0x3E00, 0xB800, 0xBE00, 0x4100, 0xC100, 0x3D00, 0xB400}
	for op, want := range map[native.Op][]uint16{
		native.OpRndd: {0x0000, 0x3C00, 0xBC00, 0xC000, 0x4000, 0xC200, 0x3C00, 0xBC00},
		native.OpRndu: {0x3C00, 0x4000, 0x8000, 0xBC00, 0x4200, 0xC000, 0x4000, 0x8000},
		native.OpRnde: {0x0000, 0x4000, 0x8000, 0xC000, 0x4000, 0xC000, 0x3C00, 0x8000},
		native.OpRndz: {0x0000, 0x3C00, 0x8000, 0xBC00, 0x4000, 0xC000, 0x3C00, 0x8000},
	} {
		r := load(t, 0xFF, ins(op, 8, dst(10, native.HF), vec(1, native.HF)))
		set(r, 1, in...).run(t)
		assert.Equal(t, want, get[uint16](r, 10, 8), op)
	}
}

// Carries take plain dwords: any modifier, alone, is refused.
func TestCarryRefusesModifiers(t *testing.T) {
	for _, op := range []native.Op{native.OpAddc, native.OpSubb} {
		for i := range 3 {
			in := ins(op, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD))
			in.AccWr = true
			if i < 2 {
				in.Src[i] = neg(in.Src[i])
			}
			_, err := LoadInsts("carry", native.SKL, []native.Inst{in, eot()})
			if i == 2 {
				require.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, "modifiers", "%s, source %d", op, i)
			}
		}
	}
}
