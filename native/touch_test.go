package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// starts are where the lanes of an operand begin.
func starts(ts []native.Touch) (out []int) {
	for _, t := range ts {
		out = append(out, t.At)
	}
	return out
}

// TestTouches: the regions of the Ivy Bridge PRM vol. 4 part 3, 3.3.5 (two rows of
// eight words two apart from r4.1, and two that are interleaved from r5.0), and what
// Align16 and addresses make of them.
func TestTouches(t *testing.T) {
	in := op(mov, 16, dst(2, 0, 1, w), reg(4, 2, 16, 8, 2, w))
	assert.Equal(t, []int{130, 134, 138, 142, 146, 150, 154, 158, 162, 166, 170, 174, 178, 182, 186, 190}, starts(in.Touches(0)))
	in.Src[0] = reg(5, 0, 1, 8, 2, w)
	assert.Equal(t, []int{160, 164, 168, 172, 176, 180, 184, 188, 162, 166, 170, 174, 178, 182, 186, 190}, starts(in.Touches(0)))
	assert.Equal(t, native.Touch{Lane: 15, At: 94, Bytes: 2}, in.Touches(-1)[15])
	assert.Equal(t, native.Touch{Lane: 15, At: 190, Bytes: 2}, in.Touches(0)[15])
	assert.Empty(t, in.Touches(1))

	in = op(mov, 8, dst(2, 0, 1, f), reg(4, 0, 4, 4, 1, f))
	in.Align16, in.Dst.ChanEn, in.Src[0].Swizzle = true, 0b0101, 0b00_01_10_11 // xz, wzyx
	assert.Equal(t, []int{140, 136, 132, 128, 156, 152, 148, 144}, starts(in.Touches(0)))
	assert.Equal(t, []int{64, 72, 80, 88}, starts(in.Touches(-1)))
	in.Src[0].Region = native.Scalar
	assert.Equal(t, []int{128, 128, 128, 128, 128, 128, 128, 128}, starts(in.Touches(0)))

	in.Src[0] = reg(4, 0, 0, 4, 1, f)
	in.Src[0].Swizzle = 0b00_01_10_11
	assert.Equal(t, []int{140, 136, 132, 128, 140, 136, 132, 128}, starts(in.Touches(0)), "the same four for all")
	in = op(mov, 4, dst(2, 0, 1, df), reg(4, 0, 2, 2, 1, df))
	in.Align16, in.Dst.ChanEn, in.Src[0].Swizzle = true, 15, 0b01_00_11_10 // zwxy
	assert.Equal(t, []int{136, 128, 152, 144}, starts(in.Touches(0)))
	in = op(native.OpMadm, 4, dst(2, 0, 1, native.DF), reg(4, 0, 4, 4, 1, native.DF))
	in.Align16 = true // channel enables and swizzles are other fields there
	assert.Equal(t, []int{64, 72, 80, 88}, starts(in.Touches(-1)))
	assert.Equal(t, []int{128, 136, 144, 152}, starts(in.Touches(0)))

	in = op(mov, 4, dst(2, 0, 1, f), indirect(reg(0, 0, vxh, 2, 1, f)))
	in.Src[0].AddrImm = 32
	assert.Equal(t, []native.Touch{{Lane: 0, At: 32, Bytes: 4}, {Lane: 1, At: 36, Bytes: 4}, {Lane: 2, Row: 1, At: 32, Bytes: 4}, {Lane: 3, Row: 1, At: 36, Bytes: 4}}, in.Touches(0))

	in = send(0x04100000, 0, native.OpSend, reg(10, 0, 0, 0, 0, ud))
	assert.Equal(t, []native.Touch{{Lane: native.AllLanes, At: 320, Bytes: 64}}, in.Touches(0))
	assert.Empty(t, in.Touches(-1), "null")

	in = op(native.OpCall, 8, dst(5, 0, 1, d), imm(64, d))
	assert.Empty(t, in.Touches(-1), "a branch")
}
