package jit

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestThird: csel takes source 0 where the third is so beside zero, else source 1; words are stored behind each other.
func TestThird(t *testing.T) {
	available(t)
	thirds := [8]uint16{0, 1, 0x8000, 0xFFFF, 0x7FFF, 0, 2, 0xFFFE}
	for cond, want := range map[native.CondMod]uint8{
		native.CondEQ: 0b00100001, native.CondNE: 0b11011110, native.CondGT: 0b01010010, native.CondGE: 0b01110011, native.CondLT: 0b10001100, native.CondLE: 0b10101101,
	} {
		o := code.Op{Form: code.FormCsel, Kern: code.KernCmpSigned, Cond: cond, N: 8, Full: 0xFF}
		o.Dst = code.Dest{Mode: code.DstReg, Type: native.W, Size: 2, Step: 2, Addr: 512, Enable: ^uint32(0)}
		for i := range o.Src {
			o.Src[i] = code.Source{Mode: code.SrcShorts, Addr: uint32(1024 + 32*i), Type: native.W, Reach: 16}
		}
		p := program(t, []code.Op{o})
		c := compile(p)
		require.Len(t, c.sequences, 1)
		w, _ := thread(t, p, onPages(t, p, c, compileSome(p, c.sequences)), ^uint32(0), 1)
		regs := w.Ahead(0).Registers
		for lane, v := range thirds {
			for i, v := range []uint16{1, 0, v} {
				binary.LittleEndian.PutUint16(regs[1024+32*i+2*lane:], v)
			}
		}
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		got := uint8(0)
		for lane := range thirds {
			got |= uint8(binary.LittleEndian.Uint16(regs[512+2*lane:])) << lane
		}
		assert.Equal(t, want, got, "%v", cond)
	}
}
