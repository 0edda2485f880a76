package eu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// flushing makes a thread flush denormals: cr0 of a thread that sets no mode.
func (r *rig) flushing() *rig {
	*r.u32(r.grf + code.OffCR0) = 0
	r.readMode()
	return r
}

func math1(fc uint8, d native.Operand, src ...native.Operand) native.Inst {
	in := ins(native.OpMath, 4, d, src...)
	in.MathFC = fc
	return in
}

// TestHalfRows: halves are computed as halves, one rounding each.
func TestHalfRows(t *testing.T) {
	hf := native.HF
	two := func(op native.Op) native.Inst { return ins(op, 4, dst(10, hf), vec(1, hf), vec(2, hf)) }
	one := func(op native.Op) native.Inst { return ins(op, 4, dst(10, hf), vec(1, hf)) }
	for _, c := range []struct {
		in      native.Inst
		a, b    []uint16
		want    []uint16
		flushed []uint16
	}{
		// 1, 2, -1.5, 65504; 0x1001 and 1 are 2^-11-ish and the smallest denormal
		{two(native.OpAdd), []uint16{0x3C00, 0x4000, 0xBE00, 0x7BFF}, []uint16{0x3C00, 0xC000, 0x3C00, 0x7BFF}, []uint16{0x4000, 0, 0xB800, 0x7C00}, nil},
		{two(native.OpMul), []uint16{0x4000, 0x3E00, 0x0001, 0x7E11}, []uint16{0x4000, 0x3E00, 0x3C00, 0x3C00}, []uint16{0x4400, 0x4080, 0x0001, 0x7E00}, []uint16{0x4400, 0x4080, 0, 0x7E00}},
		{one(native.OpFrc), []uint16{0x3E00, 0xBE00, 0x3C00, 0x3400}, nil, []uint16{0x3800, 0x3800, 0, 0x3400}, nil},
		{one(native.OpRndd), []uint16{0x3E00, 0xBE00, 0x4100, 0xC100}, nil, []uint16{0x3C00, 0xC000, 0x4000, 0xC200}, nil},
		{one(native.OpRndu), []uint16{0x3E00, 0xBE00, 0x4100, 0xC100}, nil, []uint16{0x4000, 0xBC00, 0x4200, 0xC000}, nil},
		{one(native.OpRnde), []uint16{0x3E00, 0xBE00, 0x4100, 0xC100}, nil, []uint16{0x4000, 0xC000, 0x4000, 0xC000}, nil},
		{one(native.OpRndz), []uint16{0x3E00, 0xBE00, 0x4100, 0xC100}, nil, []uint16{0x3C00, 0xBC00, 0x4000, 0xC000}, nil},
		{ins(native.OpMov, 4, dst(10, hf), neg(vec(1, hf))), []uint16{0x3C00, 0x8001, 0x7E11, 0}, nil, []uint16{0xBC00, 0x0001, 0xFE11, 0x8000}, []uint16{0xBC00, 0, 0xFE11, 0x8000}},
		{ins(native.OpMov, 4, dst(10, hf), vec(1, hf)), []uint16{0x0001, 0x7C01, 0xFE11, 0x8000}, nil, []uint16{0x0001, 0x7C01, 0xFE11, 0x8000}, []uint16{0x0001, 0x7C01, 0xFE11, 0x8000}},
		{saturated(one(native.OpMov)), []uint16{0x4000, 0xBC00, 0x3800, 0x7E00}, nil, []uint16{0x3C00, 0, 0x3800, 0}, nil},
		{math1(native.MathInv, dst(10, hf), vec(1, hf)), []uint16{0x4000, 0xC400, 0, 0x3C00}, nil, []uint16{0x3800, 0xB400, 0x7C00, 0x3C00}, nil},
		{math1(native.MathSqt, dst(10, hf), vec(1, hf)), []uint16{0x4400, 0x4880, 0x8000, 0xBC00}, nil, []uint16{0x4000, 0x4200, 0x8000, 0x7E00}, nil},
		{math1(native.MathRsqt, dst(10, hf), vec(1, hf)), []uint16{0x4400, 0x3400, 0x8000, 0xBC00}, nil, []uint16{0x3800, 0x4000, 0xFC00, 0x7E00}, nil},
		{math1(native.MathLog, dst(10, hf), vec(1, hf)), []uint16{0x4400, 0x3800, 0x3C00, 0xBC00}, nil, []uint16{0x4000, 0xBC00, 0, 0x7E00}, nil},
		{math1(native.MathExp, dst(10, hf), vec(1, hf)), []uint16{0x4000, 0xBC00, 0, 0x4C00}, nil, []uint16{0x4400, 0x3800, 0x3C00, 0x7C00}, nil},
		{math1(native.MathSin, dst(10, hf), vec(1, hf)), []uint16{0, 0x8000, 0x3E48, 0x7C00}, nil, []uint16{0, 0x8000, 0x3C00, 0x7E00}, nil},
		{math1(native.MathCos, dst(10, hf), vec(1, hf)), []uint16{0, 0x8000, 0x4248, 0x7C00}, nil, []uint16{0x3C00, 0x3C00, 0xBC00, 0x7E00}, nil},
		{math1(native.MathFdiv, dst(10, hf), vec(1, hf), vec(2, hf)), []uint16{0x4600, 0x3C00, 0, 0xBC00}, []uint16{0x4000, 0x4400, 0, 0}, []uint16{0x4200, 0x3400, 0x7E00, 0xFC00}, nil},
		{math1(native.MathPow, dst(10, hf), vec(1, hf), vec(2, hf)), []uint16{0x4200, 0xC000, 0x4400, 0x4000}, []uint16{0x4000, 0x4200, 0x3800, 0}, []uint16{0x4880, 0x4800, 0x4000, 0x3C00}, nil},
	} {
		r := load(t, 0xF, c.in)
		set(set(r, 1, c.a...), 2, c.b...)
		assert.Equal(t, c.want, get[uint16](r.run(t), 10, 4), "%v %d", c.in.Op, c.in.MathFC)
		if c.flushed != nil {
			r = load(t, 0xF, c.in).flushing()
			set(set(r, 1, c.a...), 2, c.b...)
			assert.Equal(t, c.flushed, get[uint16](r.run(t), 10, 4), "%v, denormals flushed", c.in.Op)
		}
	}
	mad := ins(native.OpMad, 4, dst(10, hf), vec(1, hf), vec(2, hf), vec(3, hf))
	r := load(t, 0xF, mad)
	set(set(set[uint16](r, 1, 0x3C00, 0x4000, 0, 0xBC00), 2, uint16(0x4000), 0x3C00, 0x3C01, 0x3C00), 3, uint16(0x4000), 0xC000, 0x3C01, 0x3C00)
	assert.Equal(t, []uint16{0x4500, 0, 0x3C02, 0}, get[uint16](r.run(t), 10, 4))
}

// TestDoubleRows: doubles, rounded to integers and with denormals kept or flushed.
func TestDoubleRows(t *testing.T) {
	df := native.DF
	one := func(op native.Op) native.Inst { return ins(op, 4, dst(10, df), vec(1, df)) }
	least := math.SmallestNonzeroFloat64
	for _, c := range []struct {
		in            native.Inst
		a, b          []float64
		want, flushed []float64
	}{
		{one(native.OpFrc), []float64{1.5, -1.25, 3, 0.25}, nil, []float64{0.5, 0.75, 0, 0.25}, nil},
		{one(native.OpRndd), []float64{1.5, -1.5, 2.5, -2.5}, nil, []float64{1, -2, 2, -3}, nil},
		{one(native.OpRndu), []float64{1.5, -1.5, 2.5, -2.5}, nil, []float64{2, -1, 3, -2}, nil},
		{one(native.OpRnde), []float64{1.5, -1.5, 2.5, -2.5}, nil, []float64{2, -2, 2, -2}, nil},
		{one(native.OpRndz), []float64{1.5, -1.5, 2.5, -2.5}, nil, []float64{1, -1, 2, -2}, nil},
		{ins(native.OpMov, 4, dst(10, df), neg(vec(1, df))), []float64{1, -least, 2, 3}, nil, []float64{-1, least, -2, -3}, []float64{-1, 0, -2, -3}},
		{saturated(one(native.OpMov)), []float64{2, -1, 0.5, 1}, nil, []float64{1, 0, 0.5, 1}, nil},
		{ins(native.OpAdd, 4, dst(10, df), vec(1, df), vec(3, df)), []float64{1, least, -1, 0x1p60}, []float64{2, 0, 1, 1}, []float64{3, least, 0, 0x1p60}, []float64{3, 0, 0, 0x1p60}},
		{ins(native.OpMul, 4, dst(10, df), vec(1, df), vec(3, df)), []float64{3, least, -1, 0.5}, []float64{2, 1, 1, 0.5}, []float64{6, least, -1, 0.25}, []float64{6, 0, -1, 0.25}},
	} {
		r := load(t, 0xF, c.in)
		set(set(r, 1, c.a...), 3, c.b...)
		assert.Equal(t, c.want, get[float64](r.run(t), 10, 4), "%v", c.in.Op)
		if c.flushed != nil {
			r = load(t, 0xF, c.in).flushing()
			set(set(r, 1, c.a...), 3, c.b...)
			assert.Equal(t, c.flushed, get[float64](r.run(t), 10, 4), "%v, denormals flushed", c.in.Op)
		}
	}
}

// TestMathRows: the math unit on floats in both modes; a NaN result is the canonical
// one.
func TestMathRows(t *testing.T) {
	f := native.F
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	zero := float32(math.Copysign(0, -1))
	least := float32(math.SmallestNonzeroFloat32)
	for _, c := range []struct {
		fc            uint8
		a, b          []float32
		want, flushed []float32
	}{
		{native.MathInv, []float32{2, -4, zero, inf}, nil, []float32{0.5, -0.25, -inf, 0}, []float32{0.5, -0.25, -inf, 0}},
		{native.MathInv, []float32{least, 3, nan, 1}, nil, []float32{inf, 1.0 / 3, nan, 1}, []float32{inf, 1.0 / 3, nan, 1}},
		{native.MathSqt, []float32{4, 9, zero, -1}, nil, []float32{2, 3, zero, nan}, []float32{2, 3, zero, nan}},
		{native.MathSqt, []float32{0x1p-140, 2, inf, 16}, nil, []float32{0x1p-70, math.Sqrt2, inf, 4}, []float32{0, math.Sqrt2, inf, 4}},
		{native.MathRsqt, []float32{4, 0.25, zero, -1}, nil, []float32{0.5, 2, -inf, nan}, []float32{0.5, 2, -inf, nan}},
		{native.MathRsqt, []float32{0x1p-140, 0, inf, 1}, nil, []float32{0x1p70, inf, 0, 1}, []float32{inf, inf, 0, 1}},
		{native.MathLog, []float32{8, 0.5, 0, 1}, nil, []float32{3, -1, -inf, 0}, nil},
		{native.MathExp, []float32{3, -1, 0, 200}, nil, []float32{8, 0.5, 1, inf}, nil},
		{native.MathSin, []float32{0, zero, 1, inf}, nil, []float32{0, zero, 0.84147098, nan}, nil},
		{native.MathCos, []float32{0, zero, 1, inf}, nil, []float32{1, 1, 0.5403023, nan}, nil},
		{native.MathFdiv, []float32{6, 1, -1, 0}, []float32{2, 4, 0, 0}, []float32{3, 0.25, -inf, nan}, nil},
		{native.MathPow, []float32{3, -2, 4, 2}, []float32{2, 3, 0.5, 0}, []float32{9, 8, 2, 1}, nil},
	} {
		in := math1(c.fc, dst(10, f), vec(1, f), vec(2, f))
		bits := func(v []float32) (out []uint32) {
			for _, x := range v {
				if x != x {
					out = append(out, 0x7FC00000)
				} else {
					out = append(out, math.Float32bits(x))
				}
			}
			return out
		}
		r := load(t, 0xF, in)
		set(set(r, 1, c.a...), 2, c.b...)
		assert.Equal(t, bits(c.want), get[uint32](r.run(t), 10, 4), "function %d", c.fc)
		if c.flushed != nil {
			r = load(t, 0xF, in).flushing()
			set(set(r, 1, c.a...), 2, c.b...)
			assert.Equal(t, bits(c.flushed), get[uint32](r.run(t), 10, 4), "function %d, denormals flushed", c.fc)
		}
	}
}

// TestNarrowLanes: rows of one and four lanes, which no instruction of eight does.
func TestNarrowLanes(t *testing.T) {
	f := native.F
	for n, want := range map[uint8][]float32{1: {5, 0, 0, 0}, 4: {5, 8, 11, 14}} {
		r := load(t, 0xF, ins(native.OpAdd, n, dst(10, f), vec(1, f), vec(2, f)),
			ins(native.OpMul, n, dst(11, f), vec(10, f), vec(2, f)), ins(native.OpMad, n, dst(12, f), vec(1, f), vec(2, f), vec(2, f)))
		set(set[float32](r, 1, 1, 2, 3, 4), 2, float32(4), 6, 8, 10)
		assert.Equal(t, want, get[float32](r.run(t), 10, 4))
		assert.Equal(t, []float32{20}, get[float32](r, 11, 1))
		assert.Equal(t, []float32{17}, get[float32](r, 12, 1))
	}
}

// TestSpreadRows: one element for all lanes, in either place, from the destination
// itself, under both modes.
func TestSpreadRows(t *testing.T) {
	f, d := native.F, native.D
	least := float32(math.SmallestNonzeroFloat32)
	for _, n := range []uint8{4, 8} {
		for _, c := range []struct {
			in            native.Inst
			want, flushed []float32
		}{
			{ins(native.OpAdd, n, dst(10, f), vec(1, f), one(2, 1, f)), []float32{1, 3, least, -6}, []float32{1, 3, 0, -6}},
			{ins(native.OpMul, n, dst(10, f), one(2, 2, f), vec(1, f)), []float32{2, 6, 2 * least, -12}, []float32{2, 6, 0, -12}},
			{ins(native.OpMad, n, dst(10, f), vec(1, f), vec(1, f), one(2, 2, f)), []float32{3, 9, 3 * least, -18}, []float32{3, 9, 0, -18}},
			{ins(native.OpMad, n, dst(10, f), vec(1, f), one(2, 2, f), vec(1, f)), []float32{3, 9, 3 * least, -18}, []float32{3, 9, 0, -18}},
			{ins(native.OpMad, n, dst(10, f), one(2, 2, f), one(2, 0, f), one(2, 3, f)), []float32{7, 7, 7, 7}, []float32{7, 7, 7, 7}},
			{ins(native.OpMul, n, dst(1, f), vec(1, f), one(1, 1, f)), []float32{3, 9, 3 * least, -18}, []float32{3, 9, 0, -18}},
		} {
			start := func() *rig { return set(set(load(t, 0xFF, c.in), 1, 1, 3, least, -6), 2, float32(1), 0, 2, 5) }
			assert.Equal(t, c.want, get[float32](start().run(t), int(c.in.Dst.Reg), 4), "%v of %d", c.in.Op, n)
			assert.Equal(t, c.flushed, get[float32](start().flushing().run(t), int(c.in.Dst.Reg), 4), "%v of %d, denormals flushed", c.in.Op, n)
		}
		r := set(load(t, 0xFF, ins(native.OpAdd, n, dst(10, d), one(2, 1, d), vec(1, native.UW)), ins(native.OpMul, n, dst(11, d), vec(1, native.W), one(2, 1, d))), 2, int32(0), -3)
		set[uint16](r, 1, 1, 2, 0x8000, 0xFFFF)
		assert.Equal(t, []int32{-2, -1, 0x7FFD, 0xFFFC}, get[int32](r.run(t), 10, 4))
		assert.Equal(t, []int32{-3, -6, 3 << 15, 3}, get[int32](r, 11, 4))
	}
}

// TestResultTypes: every class into every kind of destination.
func TestResultTypes(t *testing.T) {
	ud, d, w, ub, q, uq, f, hf, df := native.UD, native.D, native.W, native.UB, native.Q, native.UQ, native.F, native.HF, native.DF
	for _, c := range []struct {
		from, to native.Type
		sat      bool
		in       uint64
		want     uint64
	}{
		{d, hf, false, 3, 0x4200}, {d, hf, true, 3, 0x3C00}, {d, hf, true, 0xFFFFFFFF, 0}, {d, f, false, 0xFFFFFFFF, 0xBF800000},
		{d, f, true, 5, 0x3F800000}, {d, df, false, 3, 0x4008000000000000}, {d, w, true, 0x12345, 0x7FFF}, {d, ub, true, 300, 255},
		{d, ub, true, 0xFFFFFFFF, 0}, {uq, f, false, 1 << 63, 0x5F000000}, {uq, df, false, 1 << 63, 0x43E0000000000000},
		{uq, hf, false, 1 << 63, 0x7C00}, {uq, hf, true, 1 << 63, 0x3C00}, {uq, f, true, 1 << 63, 0x3F800000}, {uq, df, true, 1 << 63, 0x3FF0000000000000},
		{uq, hf, true, 1, 0x3C00}, {uq, hf, true, 0, 0}, {q, df, true, 7, 0x3FF0000000000000}, {q, hf, false, 1<<64 - 2, 0xC000},
		{f, hf, false, 0x40490FDB, 0x4248}, {f, hf, true, 0x40490FDB, 0x3C00}, {f, df, false, 0x40400000, 0x4008000000000000},
		{f, df, true, 0x40400000, 0x3FF0000000000000}, {f, f, true, 0xC0400000, 0}, {f, q, false, 0xC0400000, 1<<64 - 3}, {f, uq, false, 0xC0400000, 0},
		{f, ub, false, 0x43960000, 255}, {f, d, true, 0xBFC00000, 0xFFFFFFFF}, {f, ud, true, 0x40400000, 3},
		{hf, f, false, 0x4200, 0x40400000}, {hf, f, false, 0xFE11, 0x7FC00000}, {hf, f, true, 0x4200, 0x3F800000}, {hf, d, false, 0xC200, 0xFFFFFFFD},
		{df, f, false, 0x4008000000000000, 0x40400000}, {df, f, true, 0x4008000000000000, 0x3F800000}, {df, hf, false, 0x4008000000000000, 0x4200},
		{df, hf, true, 0x4008000000000000, 0x3C00}, {df, q, false, 0xC008000000000000, 1<<64 - 3}, {df, d, false, 0xC008000000000000, 0xFFFFFFFD},
		{df, ud, true, 0x4008000000000000, 3}, {df, df, true, 0xC008000000000000, 0},
	} {
		in := ins(native.OpMov, 1, dst(10, c.to), one(1, 0, c.from))
		in.Sat = c.sat
		r := load(t, 1, in)
		set(set(r, 1, c.in), 10, ^uint64(0))
		got := get[uint64](r.run(t), 10, 1)[0]
		rest := ^uint64(0) << (8 * c.to.Size() & 63)
		if c.to.Size() == 8 {
			rest = 0
		}
		assert.Equal(t, c.want|rest, got, "%v to %v, saturated %v, of %#x", c.from, c.to, c.sat, c.in)
	}
}

// TestAccumulatorBytes: elements lie at their size; integers keep the bits above.
func TestAccumulatorBytes(t *testing.T) {
	acc := func(reg int32, sub int, ty native.Type) native.Operand {
		o := arf(reg, sub, ty)
		o.Region = native.Dst1
		return o
	}
	// 16 floats fill acc0 and acc1; acc1 is read as the second half.
	r := load(t, 0xFFFF, ins(native.OpMov, 16, acc(native.ARFAcc0, 0, native.F), vec(1, native.F)),
		ins(native.OpMov, 8, dst(10, native.F), arf(native.ARFAcc1, 0, native.F)))
	set[float32](r, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
	assert.Equal(t, []float32{8, 9, 10, 11, 12, 13, 14, 15}, get[float32](r.run(t), 10, 8))
	assert.Equal(t, float32(15), math.Float32frombits(*r.u32(r.grf + code.OffAcc + 60)))
	assert.EqualValues(t, code.AccF, r.accKind())

	// Words have 16 elements in acc0, and bits above them.
	r = load(t, 0xFF, ins(native.OpMul, 8, acc(native.ARFAcc0, 0, native.W), vec(1, native.W), vec(2, native.W)),
		ins(native.OpAdd, 8, dst(10, native.D), accSrc(native.W), imm(0, native.W)),
		ins(native.OpMov, 8, dst(11, native.W), accSrc(native.W)),
		ins(native.OpMac, 8, dst(12, native.D), vec(1, native.W), vec(2, native.W)))
	set(set[int16](r, 1, 300, -300, 1), 2, int16(300), 300, -1)
	r.run(t)
	assert.Equal(t, []int32{90000, -90000, -1, 0}, get[int32](r, 10, 4), "add sees all bits")
	assert.Equal(t, []int16{24464, -24464, -1, 0}, get[int16](r, 11, 4), "a move those of the type")
	assert.Equal(t, []int32{180000, -180000, -2, 0}, get[int32](r, 12, 4))
	assert.EqualValues(t, 2, r.accKind())

	// The second half of a row of words is elements 8 to 15.
	r = load(t, 0xFFFF, at(accWr(ins(native.OpAdd, 8, dst(10, native.W), vec(1, native.W), imm(1, native.W))), 8),
		ins(native.OpMov, 16, dst(11, native.W), accSrc(native.W)))
	set[int16](r, 1, 1, 2, 3, 4, 5, 6, 7, 8)
	assert.Equal(t, []int16{0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9}, get[int16](r.run(t), 11, 16))

	for ty, kind := range map[native.Type]code.AccKind{native.HF: code.AccHF, native.DF: code.AccDF, native.F: code.AccF} {
		r = load(t, 3, accWr(ins(native.OpMov, 2, dst(10, ty), vec(1, ty))), ins(native.OpMov, 2, dst(11, ty), accSrc(ty)))
		set[uint64](r, 1, 0x0123456789ABCDEF, 0x1122334455667788)
		r.run(t)
		assert.Equal(t, kind, r.accKind())
		assert.Equal(t, get[uint8](r, 1, 2*ty.Size()), get[uint8](r, 11, 2*ty.Size()), "%v", ty)
	}
	// Quadwords have no more.
	r = load(t, 3, ins(native.OpAdd, 2, acc(native.ARFAcc0, 0, native.Q), vec(1, native.Q), imm(1, native.W)),
		ins(native.OpAdd, 2, dst(11, native.Q), accSrc(native.Q), imm(1, native.W)))
	set[int64](r, 1, -5, 1<<40)
	assert.Equal(t, []int64{-3, 1<<40 + 2}, get[int64](r.run(t), 11, 2))

	// Written as floats, read as dwords: undefined.
	_, err := load(t, 3, ins(native.OpMov, 2, acc(native.ARFAcc0, 0, native.F), vec(1, native.F)),
		ins(native.OpMov, 2, dst(11, native.D), accSrc(native.D))).w.Resume(0, 10)
	require.ErrorContains(t, err, "another kind of type")
	_, err = load(t, 3, ins(native.OpMov, 2, acc(native.ARFAcc0, 0, native.F), vec(1, native.F)),
		accWr(ins(native.OpMach, 2, dst(11, native.D), vec(1, native.D), vec(2, native.D)))).w.Resume(0, 10)
	require.ErrorContains(t, err, "another kind of type")
}

// TestCompareFlushed: comparisons see denormals as zeros when the mode flushes them.
func TestCompareFlushed(t *testing.T) {
	cmp := func(ty native.Type) native.Inst {
		in := setp(native.CondGT, 0, vec(1, ty), vec(3, ty))
		in.ExecSize = 4
		return in
	}
	for ty, least := range map[native.Type]uint64{native.F: 1, native.DF: 1, native.HF: 1} {
		r := load(t, 0xF, cmp(ty))
		set(r, 1, least)
		assert.EqualValues(t, 1, *r.run(t).flagWord(0)&0xF, "%v", ty)
		r = load(t, 0xF, cmp(ty)).flushing()
		set(r, 1, least)
		assert.EqualValues(t, 0, *r.run(t).flagWord(0)&0xF, "%v", ty)
	}
}

// TestMadRoundsOnce: sums a little above the middle between two floats, of which a
// double has only the middle, among normal floats and just below them; and the
// ends of the range.
func TestMadRoundsOnce(t *testing.T) {
	const above, below = 1<<11 | 0x1A000000, 0x19FFF001 // their product is 2**-150 * (1 + 2**-36)
	cases := [][4]uint32{                               // a, b, c, sum
		{0x00400000, above, below, 0x00400001},           // 2**-127
		{0x00600001, above, below, 0x00600002},           // a denormal that is odd
		{0x00800000, above, below, 0x00800001},           // the smallest normal one
		{0x3F800000, 0x33800800, 0x3F7FF001, 0x3F800001}, // 1 + 2**-24 * (1 + 2**-36)
		{0x3F800000, 0x33800000, 0x3F800000, 0x3F800000}, // 1 + 2**-24: to even
		{0x3F800001, 0x33800000, 0x3F800000, 0x3F800002}, // to even, up
		{0x7F7FFFFF, 0x73000000, 0x3F800000, 0x7F800000}, // past the largest
		{0x7F7FFFFF, 0x72FFFFFF, 0x3F800000, 0x7F7FFFFF}, // just not
		{0x80000001, 0x00000001, 0x3F800000, 0x00000000}, // nothing is left
		{0x7F800000, 0xFF800000, 0x3F800000, 0x7FC00000}, // no sum of infinities
	}
	var rows [4][maxLanes]float32
	for i := range maxLanes {
		for k := range rows {
			rows[k][i] = math.Float32frombits(cases[i%len(cases)][k])
		}
	}
	for _, n := range []int{1, 4, 8, 16, 32} {
		var d [maxLanes]float32
		floatMad(&arith{Mode: num.IEEE, ieee: true}, &d, &rows[0], &rows[1], &rows[2], n)
		for i := range n {
			assert.Equal(t, cases[i%len(cases)][3], math.Float32bits(d[i]), "lane %d of %d: %#x", i, n, cases[i%len(cases)])
		}
	}
}

// apart runs a row on random lanes, and each lane again as the only one beside
// other lanes.
func apart[T any](t *testing.T, name any, draw func() T, bits func(T) uint64, row func(d, a, b, c *[maxLanes]T, n int)) {
	t.Helper()
	type lanes = [maxLanes]T
	fill := func() (x lanes) {
		for i := range x {
			x[i] = draw()
		}
		return x
	}
	for _, n := range []int{5, 16} {
		var d lanes
		a, b, c := fill(), fill(), fill()
		row(&d, &a, &b, &c, n)
		for i := range n {
			var one lanes
			x, y, z := fill(), fill(), fill()
			x[0], y[0], z[0] = a[i], b[i], c[i]
			row(&one, &x, &y, &z, 1)
			if !assert.Equal(t, bits(one[0]), bits(d[i]), "kernel %v: lane %d of %d: %v, %v, %v", name, i, n, a[i], b[i], c[i]) {
				return
			}
		}
	}
}

// TestLanesAreApart: no lane of a row reads another one's sources, but in the rows
// whose last source is one value for all.
func TestLanesAreApart(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	single := func() float32 {
		return [...]float32{float32(rnd.NormFloat64()), math.Float32frombits(rnd.Uint32())}[rnd.IntN(2)]
	}
	m := arith{Mode: num.IEEE, ieee: true}
	for k := range code.NumNamedKernels {
		if k == code.KernAddSpread || k == code.KernMulSpread || k == code.KernMadSpread {
			continue
		}
		if f := rawRows[k]; f != nil {
			apart(t, k, rnd.Uint32, func(v uint32) uint64 { return uint64(v) }, f)
		}
		if f := wideRows[k]; f != nil {
			apart(t, k, func() int64 { return int64(int32(rnd.Uint32())) }, func(v int64) uint64 { return uint64(v) }, f)
		}
		if f := doubleRows[k]; f != nil {
			apart(t, k, func() float64 { return float64(single()) }, math.Float64bits, func(d, a, b, c *[maxLanes]float64, n int) { f(&m, d, a, b, c, n) })
		}
		for _, f := range []floatRow{floatRows[k], halfRows[k]} {
			if f != nil {
				draw := func() float32 { return num.HalfToF(num.FToHalf(num.IEEE, single())) }
				apart(t, k, draw, func(v float32) uint64 { return uint64(math.Float32bits(v)) }, func(d, a, b, c *[maxLanes]float32, n int) { f(&m, d, a, b, c, n) })
			}
		}
	}
}

// TestKernels: rows of a class have a function for each kernel that package code says they have, and no other.
func TestKernels(t *testing.T) {
	for k := range code.Kernel(numKernels) {
		have := map[code.Class]bool{
			code.ClassRaw: rawRows[k] != nil, code.ClassWide: wideRows[k] != nil, code.ClassFloat: floatRows[k] != nil,
			code.ClassHalf: halfRows[k] != nil, code.ClassDouble: doubleRows[k] != nil,
		}
		for c, has := range have {
			assert.Equal(t, has, k.Has(c), "kernel %d of class %s", k, c)
		}
	}
}
