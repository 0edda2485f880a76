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
//
// seed: Ivy Bridge EU 3.3.5
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
	assert.Equal(t, []native.Touch{{Lane: native.AllLanes, At: 160, Bytes: 8}}, in.Touches(-1), "a return address and a mask")
	assert.Empty(t, in.Touches(0))
	in = op(native.OpRet, 8, native.NullDst(ud), reg(5, 8, 2, 2, 1, d))
	assert.Equal(t, []native.Touch{{Lane: native.AllLanes, At: 168, Bytes: 8}}, in.Touches(0))
	in = op(native.OpIf, 8, dst(5, 0, 1, d))
	assert.Empty(t, in.Touches(-1), "it names a register and leaves nothing there")
}

// TestTouchesBeyondRegions: what instructions touch that their regions do not say. Planes are
// those of gen-execution 5.4 and of vISA's PLN: four floats p, q, none, r; for each eight
// channels a register of u and one of v.
func TestTouchesBeyondRegions(t *testing.T) {
	line := op(native.OpLine, 8, dst(10, 0, 1, f), reg(4, 16, 0, 1, 0, f), reg(6, 0, 8, 8, 1, f))
	assert.Equal(t, []int{144, 156}, starts(line.Touches(0))[14:])
	assert.Equal(t, []int{192, 196, 200, 204, 208, 212, 216, 220}, starts(line.Touches(1)))
	pln := op(native.OpPln, 16, dst(10, 0, 1, f), reg(4, 0, 0, 1, 0, f), reg(6, 0, 8, 8, 1, f))
	pln.ChanOff = 16 // registers do not move with the channels
	assert.Equal(t, []int{128, 132, 140}, starts(pln.Touches(0))[45:])
	touches := pln.Touches(1)
	assert.Equal(t, []int{192, 224, 196, 228}, starts(touches)[:4], "u and v of two channels")
	assert.Equal(t, []int{220, 252, 256, 288}, starts(touches)[14:18], "u and v of channels 7 and 8")
	assert.Equal(t, native.Touch{Lane: 15, At: 316, Bytes: 4}, touches[31])

	dp3 := op(native.OpDp3, 8, dst(10, 0, 1, f), reg(4, 0, 8, 8, 1, f), reg(6, 4, 16, 8, 2, f))
	assert.Equal(t, []int{128, 132, 136, 128, 132, 136}, starts(dp3.Touches(0))[:6], "the first three of each four")
	assert.Equal(t, []int{228, 236, 244}, starts(dp3.Touches(1))[21:], "of the last channel, by the region")
	sad := op(native.OpSad2, 4, dst(10, 0, 1, w), reg(4, 0, 4, 4, 1, native.UB), reg(6, 0, 0, 1, 0, native.UB))
	assert.Equal(t, []int{128, 129, 128, 129, 130, 131, 130, 131}, starts(sad.Touches(0)))
	assert.Equal(t, native.Touch{Lane: 3, At: 192, Bytes: 1}, sad.Touches(1)[7], "one number for all")

	idiv := op(native.OpMath, 8, dst(10, 0, 1, ud), reg(4, 0, 8, 8, 1, ud), reg(6, 0, 8, 8, 1, ud))
	idiv.MathFC = native.MathIdiv
	assert.Equal(t, []int{320, 352, 324, 356}, starts(idiv.Touches(-1))[:4], "quotient and remainder")
	idiv.MathFC = native.MathIqot
	assert.Len(t, idiv.Touches(-1), 8)

	for i, want := range map[native.Op]bool{native.OpLine: true, native.OpPln: true, native.OpDp2: true, native.OpSada2: true, native.OpMad: false, native.OpMath: false} {
		in := native.Inst{Op: i, MathFC: native.MathIqot}
		assert.Equal(t, want, in.BeyondRegions(), i)
	}
	assert.True(t, (&native.Inst{Op: native.OpMath, MathFC: native.MathIdiv}).BeyondRegions())

	unknown := op(native.OpSend, 8, dst(5, 0, 1, d), reg(10, 0, 0, 0, 0, ud))
	unknown.Msg.DescReg = true
	assert.Equal(t, []native.Touch{{Lane: native.AllLanes, At: 320, Bytes: 32}}, unknown.Touches(0), "at least one register")
	unknown.Src[0] = indirect(unknown.Src[0])
	unknown.Src[0].AddrImm = 40
	assert.Equal(t, []native.Touch{{Lane: native.AllLanes, At: 40, Bytes: 32}}, unknown.Touches(0), "of which register the address says")
}
