package eu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// setp is a comparison into a flag: 0 to 3 for f0.0 to f1.1.
func setp(cond native.CondMod, flag uint8, a, b native.Operand) native.Inst {
	in := ins(native.OpCmp, 8, native.NullDst(a.Type), a, b)
	in.Cond, in.Flag = cond, native.Flag{Sub: flag & 1, Reg: flag >> 1}
	return in
}

func cond(in native.Inst, c native.CondMod) native.Inst { in.Cond = c; return in }
func accWr(in native.Inst) native.Inst                  { in.AccWr = true; return in }
func at(in native.Inst, off uint8) native.Inst          { in.ChanOff = off; return in }
func region(o native.Operand, v, w, h uint8) native.Operand {
	o.Region = native.Region{V: v, W: w, H: h}
	return o
}

func TestFlagBitIsByChannel(t *testing.T) {
	r := load(t, 0xFFFF, at(setp(native.CondLT, 0, vec(1, native.D), imm(4, native.D)), 8))
	set(r, 1, seq(0, 8)...)
	r.run(t)
	assert.EqualValues(t, 0x0F00, *r.flagWord(0))
	// f1.1 has its channels in the upper half, and only enabled ones change.
	r = load(t, 0x55, setp(native.CondGE, 3, vec(1, native.D), imm(0, native.D)))
	*r.flagWord(1) = 0xAA0000FF
	set(r, 1, seq(-4, 8)...)
	r.run(t)
	assert.EqualValues(t, 0xAA5000FF, *r.flagWord(1))
}

func TestNoMaskKeepsPredicate(t *testing.T) {
	r := load(t, 0x0F, flag(0x3C), scalar(predicated(addTo(1), 0, false))).run(t)
	assert.Equal(t, []int32{0, 0, 1, 1, 1, 1, 0, 0}, get[int32](r, 10, 8))
	r = load(t, 0x0F, flag(0x3C), predicated(addTo(1), 0, true)).run(t)
	assert.Equal(t, []int32{1, 1, 0, 0, 0, 0, 0, 0}, get[int32](r, 10, 8))
}

func TestGroupPredicates(t *testing.T) {
	for _, c := range []struct {
		ctrl native.PredCtrl
		flag uint64
		want uint8
	}{
		{native.PredAny2H, 0b00010010, 0b00110011},
		{native.PredAll2H, 0b00110010, 0b00110000},
		{native.PredAny4H, 0b00010000, 0b11110000},
		{native.PredAll4H, 0b11110111, 0b11110000},
		{native.PredAny8H, 0x80, 0xFF},
		{native.PredAll8H, 0xFE, 0x00},
		{native.PredAny16H, 0x8000, 0xFF},
		{native.PredAll16H, 0x7FFF, 0x00},
	} {
		in := predicated(addTo(1), 0, false)
		in.PredCtrl = c.ctrl
		r := load(t, 0xFF, flag(c.flag), in).run(t)
		got := uint8(0)
		for k, v := range get[int32](r, 10, 8) {
			got |= uint8(v) << k
		}
		assert.Equal(t, c.want, got, "control %d, flag %#x", c.ctrl, c.flag)
	}
}

func TestRegions(t *testing.T) {
	a := dst(10, native.D)
	for _, c := range []struct {
		src  native.Operand
		want []int32
	}{
		{vec(1, native.D), seq(0, 8)},
		{one(1, 3, native.D), []int32{3, 3, 3, 3, 3, 3, 3, 3}},
		{region(vec(1, native.D), 4, 2, 1), []int32{0, 1, 4, 5, 8, 9, 12, 13}},
		{region(vec(1, native.D), 0, 4, 1), []int32{0, 1, 2, 3, 0, 1, 2, 3}},
		{region(vec(1, native.UW), 16, 8, 2), seq(0, 8)},
		{neg(vec(1, native.D)), []int32{0, -1, -2, -3, -4, -5, -6, -7}},
		{imm(0x76543210, native.V), []int32{0, 2, 4, 6, 0, 2, 4, 6}}, // by byte position of the destination
	} {
		r := load(t, 0xFF, ins(native.OpMov, 8, a, c.src))
		set(r, 1, seq(0, 16)...)
		assert.Equal(t, c.want, get[int32](r.run(t), 10, 8), "%+v", c.src.Region)
	}
	r := load(t, 0xFF, ins(native.OpMov, 8, dst(10, native.W), imm(0xF6543210, native.V))).run(t)
	assert.Equal(t, []int16{0, 1, 2, 3, 4, 5, 6, -1}, get[int16](r, 10, 8))
	// Sources are read before the destination is written.
	r = load(t, 0xFF, ins(native.OpAdd, 8, native.GRFOperand(1, 4, native.Dst1, native.D), vec(1, native.D), imm(0, native.D)))
	set(r, 1, seq(5, 8)...)
	assert.Equal(t, append([]int32{5}, seq(5, 8)...), get[int32](r.run(t), 1, 9))
	// Bytes between strided elements keep their values.
	wide := dst(10, native.W)
	wide.Region.H = 2
	r = load(t, 0xFF, ins(native.OpMov, 4, wide, imm(7, native.W)))
	set[int16](r, 10, 1, 2, 3, 4)
	assert.Equal(t, []int16{7, 2, 7, 4}, get[int16](r.run(t), 10, 4))
}

func TestIndirect(t *testing.T) {
	src := native.Operand{File: native.GRF, Indirect: true, AddrImm: 4, Type: native.D, Region: packed}
	r := load(t, 0xFF,
		scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(32, native.UW))),
		ins(native.OpMov, 8, dst(10, native.D), src))
	set(r, 1, seq(0, 9)...)
	assert.Equal(t, seq(1, 8), get[int32](r.run(t), 10, 8))

	// VxH: one address per element.
	src.Region, src.AddrImm = native.Region{V: native.VxH, W: 1}, 0
	addr := ins(native.OpMov, 8, arf(native.ARFA0, 0, native.UW), vec(2, native.UW))
	r = load(t, 0xFF, addr, ins(native.OpMov, 8, dst(10, native.D), src))
	set(r, 1, seq(0, 8)...)
	set[uint16](r, 2, 60, 56, 52, 48, 44, 40, 36, 32)
	assert.Equal(t, []int32{7, 6, 5, 4, 3, 2, 1, 0}, get[int32](r.run(t), 10, 8))

	to := native.Operand{File: native.GRF, Indirect: true, Type: native.D, Region: native.Dst1}
	smov := ins(native.OpSmov, 8, to, vec(1, native.D), imm(0x14, native.UD))
	r = load(t, 0xFF, scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(320, native.UW))), smov)
	set(r, 1, seq(1, 8)...)
	assert.Equal(t, []int32{0, 0, 3, 0, 5, 0, 0, 0}, get[int32](r.run(t), 10, 8))

	r = load(t, 0xFF, scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(4090, native.UW))), smov)
	_, err := r.w.Resume(0, 10)
	var outside *RegisterError
	require.ErrorAs(t, err, &outside)
}

func TestConversions(t *testing.T) {
	nan := math.Float32frombits(0xFFC12345)
	floats := []float32{2.7, -2.7, 3e9, -3e9, nan, 0.5, 300, 1e30}
	for _, c := range []struct {
		ty   native.Type
		want []int32
	}{
		{native.D, []int32{2, -2, math.MaxInt32, math.MinInt32, 0, 0, 300, math.MaxInt32}},
		{native.UD, []int32{2, 0, -1294967296, 0, 0, 0, 300, -1}},
	} {
		r := load(t, 0xFF, ins(native.OpMov, 8, dst(10, c.ty), vec(1, native.F)))
		set(r, 1, floats...)
		assert.Equal(t, c.want, get[int32](r.run(t), 10, 8), c.ty)
	}
	bytes := dst(10, native.UB)
	bytes.Region.H = 4
	r := load(t, 0xFF, ins(native.OpMov, 8, bytes, vec(1, native.F)))
	set(r, 1, floats...)
	assert.Equal(t, []int32{2, 0, 255, 0, 0, 0, 255, 255}, get[int32](r.run(t), 10, 8))

	// Float moves without change keep every bit.
	bits := []uint32{0x7F800001, 0xFFC12345, 1, 0x80000000, 0xFFFFFFFF, 0, 0x12345678, 0x7FFFFFFF}
	for _, mask := range []uint32{0xFF, 0x7F} {
		r = load(t, mask, ins(native.OpMov, 8, dst(10, native.F), vec(1, native.F)))
		set(r, 1, bits...)
		assert.Equal(t, bits[:7], get[uint32](r.run(t), 10, 7))
	}
	half := []uint16{0x7C01, 0xFFFF, 1, 0x8000}
	r = load(t, 0xF, ins(native.OpMov, 4, dst(10, native.HF), vec(1, native.HF)))
	set(r, 1, half...)
	assert.Equal(t, half, get[uint16](r.run(t), 10, 4))
	r = load(t, 1, ins(native.OpMov, 1, dst(10, native.HF), imm(0xFFFF, native.HF)), ins(native.OpMov, 1, dst(11, native.F), imm(0xFFFFFFFF, native.F))).run(t)
	assert.EqualValues(t, 0xFFFF, get[uint16](r, 10, 1)[0])
	assert.EqualValues(t, math.MaxUint32, get[uint32](r, 11, 1)[0])
}

func TestRoundingMode(t *testing.T) {
	toZero := scalar(ins(native.OpOr, 1, arf(native.ARFCR0, 0, native.UD), region(arf(native.ARFCR0, 0, native.UD), 0, 1, 0), imm(0x30, native.UW)))
	cvt := ins(native.OpMov, 2, dst(10, native.HF), vec(1, native.F))
	add := ins(native.OpAdd, 1, dst(11, native.F), vec(1, native.F), imm(0x33000000, native.F)) // + 2^-25
	for i, code := range [][]native.Inst{{cvt, add}, {toZero, cvt, add}} {
		r := load(t, 3, code...)
		set[float32](r, 1, 1.0009, 1.0009)
		r.run(t)
		assert.Equal(t, []uint16{0x3C01, 0x3C00}[i], get[uint16](r, 10, 1)[0])
	}
	mad := ins(native.OpMad, 1, dst(10, native.F), one(1, 0, native.F), one(1, 1, native.F), one(1, 1, native.F))
	r := load(t, 1, toZero, mad)
	set[float32](r, 1, 1, 0x1p-12*1.25) // 1 + 1.5625 * 2^-24
	assert.Equal(t, float32(1), get[float32](r.run(t), 10, 1)[0])
}

func TestMulHigh(t *testing.T) {
	a := []int32{-1, 123456789, math.MinInt32, 7, -5, math.MaxInt32, 0, -70000}
	b := []int32{-1, -987654321, math.MinInt32, 65536, 100000, math.MaxInt32, 9, -70000}
	low := region(vec(2, native.UW), 16, 8, 2)
	for _, off := range []uint8{0, 8} {
		r := load(t, 0xFFFF,
			at(ins(native.OpMul, 8, arf(native.ARFAcc0, 0, native.D), vec(1, native.D), low), off),
			at(accWr(ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))), off),
			at(ins(native.OpMov, 8, dst(11, native.D), arf(native.ARFAcc0, 0, native.D)), off))
		set(set(r, 1, a...), 2, b...)
		r.run(t)
		for k := range a {
			product := int64(a[k]) * int64(b[k])
			assert.Equal(t, int32(product>>32), get[int32](r, 10, 8)[k], "high of %d * %d", a[k], b[k])
			assert.Equal(t, int32(product), get[int32](r, 11, 8)[k], "low of %d * %d", a[k], b[k])
		}
	}
}

func TestCarry(t *testing.T) {
	r := load(t, 0xF,
		accWr(ins(native.OpAddc, 4, dst(10, native.UD), vec(1, native.UD), imm(2, native.UD))),
		ins(native.OpMov, 4, dst(11, native.UD), arf(native.ARFAcc0, 0, native.UD)),
		accWr(ins(native.OpSubb, 4, dst(12, native.UD), vec(1, native.UD), imm(2, native.UD))),
		ins(native.OpMov, 4, dst(13, native.UD), arf(native.ARFAcc0, 0, native.UD)))
	set[uint32](r, 1, 0, 1, math.MaxUint32, math.MaxUint32-1)
	r.run(t)
	assert.Equal(t, []uint32{2, 3, 1, 0}, get[uint32](r, 10, 4))
	assert.Equal(t, []uint32{0, 0, 1, 1}, get[uint32](r, 11, 4))
	assert.Equal(t, []uint32{math.MaxUint32 - 1, math.MaxUint32, math.MaxUint32 - 2, math.MaxUint32 - 3}, get[uint32](r, 12, 4))
	assert.Equal(t, []uint32{1, 1, 0, 0}, get[uint32](r, 13, 4))
}

func TestFloatAccumulator(t *testing.T) {
	// SIMD16 uses acc0 and acc1; acc1 alone names elements 8 to 15.
	r := load(t, 0xFFFF,
		ins(native.OpMov, 16, arf(native.ARFAcc0, 0, native.F), vec(1, native.F)),
		ins(native.OpMov, 8, dst(10, native.F), arf(native.ARFAcc1, 0, native.F)),
		ins(native.OpMac, 16, dst(12, native.F), vec(1, native.F), imm(0x40000000, native.F)))
	values := make([]float32, 16)
	for k := range values {
		values[k] = float32(k)
	}
	set(r, 1, values...)
	r.run(t)
	assert.Equal(t, values[8:], get[float32](r, 10, 8))
	assert.Equal(t, float32(45), get[float32](r, 12, 16)[15])
	// Without naming it, channels 24 to 31 use acc1, as 8 to 15 do.
	r = load(t, 0xFFFFFFFF,
		at(ins(native.OpMov, 16, arf(native.ARFAcc0, 0, native.F), vec(1, native.F)), 16),
		at(ins(native.OpMac, 8, dst(10, native.F), vec(1, native.F), imm(0, native.F)), 24))
	set(r, 1, values...)
	assert.Equal(t, values[8:], get[float32](r.run(t), 10, 8))
	// Reading it as integers is not defined.
	r = load(t, 0xFF, ins(native.OpMov, 8, arf(native.ARFAcc0, 0, native.F), vec(1, native.F)), ins(native.OpMov, 8, dst(10, native.D), arf(native.ARFAcc0, 0, native.D)))
	_, err := r.w.Resume(0, 10)
	var missing *code.UnmodelledError
	require.ErrorAs(t, err, &missing)
}
