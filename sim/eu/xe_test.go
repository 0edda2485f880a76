package eu

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// loadXe is load for a target since Xe-HPG.
func loadXe(t *testing.T, target native.Target, mask uint32, insts ...native.Inst) *rig {
	t.Helper()
	p, err := loadInsts("test", target, append(insts, gatewayEnd()))
	require.NoError(t, err)
	return rigOf(p, mask)
}

// refusedXe is the error of an instruction that is not modelled.
func refusedXe(t *testing.T, target native.Target, in native.Inst) error {
	t.Helper()
	_, err := loadInsts("test", target, []native.Inst{in, gatewayEnd()})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	return err
}

// widths are execution sizes with each first channel that they can have.
func widths(each func(n, off uint8)) {
	for _, n := range []uint8{1, 2, 4, 8, 16, 32} {
		for off := uint8(0); off+n <= 32; off += max(n, 4) {
			each(n, off)
		}
	}
}

// TestAdd3: sums of three integers, for the channels of the instruction that run.
func TestAdd3(t *testing.T) {
	widths(func(n, off uint8) {
		in := at(ins(native.OpAdd3, n, dst(40, native.D), vec(10, native.D), vec(20, native.D), imm(0xFFF0, native.W)), off)
		r := loadXe(t, native.DG2, 0x7FFFFFF7, in)
		set(set(r, 10, seq(100, 32)...), 20, seq(1000, 32)...)
		got := get[int32](set(r, 40, seq(-32, 32)...).run(t), 40, 32)
		for k, v := range got {
			want := int32(-32 + k)
			if ch := k + int(off); k < int(n) && 0x7FFFFFF7>>ch&1 != 0 {
				want = int32(100 + k + 1000 + k - 16)
			}
			require.Equal(t, want, v, "element %d of (%d|M%d)", k, n, off)
		}
	})
	// The last register, negated sources, words into dwords, and wrapping.
	r := loadXe(t, native.MTL, 0xFF, ins(native.OpAdd3, 8, dst(127, native.UD), neg(vec(10, native.W)), one(20, 1, native.UD), vec(12, native.UD)))
	set(set(set(r, 10, []int16{-5, -5, -5, -5, -5, -5, -5, -5}...), 20, uint32(0), 0xFFFFFFFF), 12, seq(0, 8)...)
	assert.Equal(t, seq(4, 8), get[int32](r.run(t), 127, 8))

	sat := ins(native.OpAdd3, 8, dst(40, native.D), one(10, 0, native.D), one(10, 1, native.D), one(10, 1, native.D))
	sat.Sat = true
	assert.Equal(t, int32(math.MaxInt32), get[int32](set(loadXe(t, native.DG2, 1, sat), 10, int32(0x60000000), 0x60000000).run(t), 40, 1)[0])
	assert.Equal(t, int32(math.MinInt32), get[int32](set(loadXe(t, native.ARL, 1, sat), 10, int32(-0x60000000), -0x60000000).run(t), 40, 1)[0])
	sat.Dst.Type = native.UW
	assert.Equal(t, uint32(0xFFFF), get[uint32](set(loadXe(t, native.DG2, 1, sat), 10, int32(0x6000), 0x6000).run(t), 40, 1)[0])

	zero := ins(native.OpAdd3, 8, dst(40, native.D), vec(10, native.D), vec(10, native.D), imm(6, native.W))
	zero.Cond, zero.Flag.Sub = native.CondEQ, 1
	r = set(loadXe(t, native.DG2, 0xF7, zero), 10, int32(-3), 3, -3, -3, 1, -3, 0, -3).run(t)
	assert.Equal(t, uint32(0b1010_0101)<<16, *r.flagWord(0))
	assert.ErrorContains(t, refusedXe(t, native.DG2, ins(native.OpAdd3, 8, dst(40, native.F), vec(10, native.F), vec(11, native.F), vec(12, native.F))), "add3 of type f: floats are no operands of it")
}

// TestBrainFloats: bf runs in dpas alone.
func TestBrainFloats(t *testing.T) {
	for _, in := range []native.Inst{
		ins(native.OpMov, 8, dst(40, native.BF), vec(10, native.F)), ins(native.OpMov, 8, dst(40, native.F), vec(10, native.BF)),
		ins(native.OpMad, 8, dst(40, native.BF), vec(10, native.BF), vec(11, native.BF), vec(12, native.BF)),
	} {
		assert.ErrorContains(t, refusedXe(t, native.DG2, in), "with an operand of type bf, of which no document at hand says how it is rounded")
	}
}

// TestBooleanFunctions: on 0xAA, 0xCC and 0xF0 a function gives its own control byte (Xe-HPG 1.3),
// for every function and width.
func TestBooleanFunctions(t *testing.T) {
	for fc := range 256 {
		for _, n := range []uint8{1, 4, 8, 16} {
			in := ins(native.OpBfn, n, dst(40, native.UD), vec(10, native.UD), vec(12, native.UD), vec(14, native.UD))
			in.BoolFC = uint8(fc)
			r := loadXe(t, native.DG2, 0xFFFF, in)
			for k := range 16 {
				set(r, 10, repeat(0xAAAAAAAA, k+1)...)
				set(r, 12, repeat(0xCCCCCCCC, k+1)...)
				set(r, 14, repeat(0xF0F0F0F0, k+1)...)
			}
			require.Equal(t, repeat(uint32(fc)*0x01010101, int(n)), get[uint32](r.run(t), 40, int(n)), "function %#x of %d", fc, n)
		}
	}
	widths(func(n, off uint8) {
		in := at(ins(native.OpBfn, n, dst(40, native.UD), vec(10, native.UD), vec(20, native.UD), imm(0xFF00, native.UW)), off)
		in.BoolFC = 0xAC // s2 ? s0 : s1
		r := loadXe(t, native.MTL, 0xFFFFFFEF, in)
		set(set(set(r, 10, seq(0x1234, 32)...), 20, seq(0x5678, 32)...), 40, seq(-32, 32)...)
		for k, v := range get[int32](r.run(t), 40, 32) {
			want := int32(-32 + k)
			if ch := k + int(off); k < int(n) && ch != 4 {
				want = int32(0x1234+k)&0xFF00 | int32(0x5678+k)&^0xFF00
			}
			require.Equal(t, want, v, "element %d of (%d|M%d)", k, n, off)
		}
	})
	xor := ins(native.OpBfn, 8, dst(127, native.W), vec(10, native.UW), one(11, 0, native.UW), imm(0x8001, native.UW))
	xor.BoolFC, xor.Cond = 0x96, native.CondGT
	r := set(set(loadXe(t, native.DG2, 0x3F, xor), 10, uint16(1), 0x8000, 0x8003, 0, 0xFFFF, 0x7FFF, 5, 6), 11, uint16(2)).run(t)
	assert.Equal(t, []uint16{0x8002, 3, 0, 0x8003, 0x7FFC, 0xFFFC, 0, 0}, get[uint16](r, 127, 8))
	assert.Equal(t, uint32(0b010010), *r.flagWord(0), "greater than 0 as words with a sign")
	bad := xor
	bad.Src[0].Type = native.UB
	assert.ErrorContains(t, refusedXe(t, native.DG2, bad), "bfn of type ub")
	bad = xor
	bad.Dst.Type = native.F
	assert.ErrorContains(t, refusedXe(t, native.DG2, bad), "bfn into a destination of type f: want integers of 16 or 32 bits")
	bad = xor
	bad.Sat = true
	assert.ErrorContains(t, refusedXe(t, native.DG2, bad), "bfn with saturation")
	bad = xor
	bad.AccWr = true
	assert.ErrorContains(t, refusedXe(t, native.DG2, bad), "bfn with AccWrEn")
}

// TestBooleanAccumulator: the bits of an accumulator above an integer are those that the op of two sources
// leaves there, which a shift to the right reads.
func TestBooleanAccumulator(t *testing.T) {
	a, b := []uint32{0x80000001, 0x7FFFFFFF, 0xFFFFFFFF, 0, 5, 0x80000000, 0xF0F0F0F0, 1}, []uint32{0x80000003, 0xFFFFFFFF, 0, 0, 6, 1, 0xFF00FF00, 0x80000000}
	for _, c := range []struct {
		op    native.Op
		fc    uint8
		shift map[native.Type][]uint32 // by four
	}{
		{native.OpAnd, 0x88, map[native.Type][]uint32{
			native.UD: {0x8000000, 0x7FFFFFF, 0, 0, 0, 0, 0xF000F00, 0}, native.D: {0xF8000000, 0x7FFFFFF, 0, 0, 0, 0, 0xFF000F00, 0},
		}},
		{native.OpOr, 0xEE, nil}, {native.OpXor, 0x66, nil}, {native.OpNot, 0x55, nil},
	} {
		for _, ty := range []native.Type{native.UD, native.D} {
			var got [2][]uint32
			for k := range got {
				in := ins(native.OpBfn, 8, accReg(0, ty, true), vec(10, ty), vec(12, ty), vec(14, ty))
				if in.BoolFC = c.fc; k == 1 {
					in = ins(c.op, 8, accReg(0, ty, true), vec(10, ty), vec(12, ty))
					if c.op == native.OpNot {
						in.Src[1] = native.Operand{}
					}
				}
				shift := ins(native.OpAsr, 8, dst(40, ty), accReg(0, ty, false), imm(4, native.UW))
				if ty == native.UD {
					shift.Op = native.OpShr
				}
				shift.Src[0].Region = vec(10, ty).Region
				r := set(set(set(loadXe(t, native.DG2, 0xFF, in, shift), 10, a...), 12, b...), 14, repeat(0x12345678, 8)...)
				got[k] = get[uint32](r.run(t), 40, 8)
			}
			assert.Equal(t, got[1], got[0], "%v of %v", c.op, ty)
			if c.shift != nil {
				assert.Equal(t, c.shift[ty], got[0], "%v of %v", c.op, ty)
			}
		}
	}
}

func repeat(v uint32, n int) (out []uint32) {
	for range n {
		out = append(out, v)
	}
	return out
}

// dpasOfTypes is a product of matrices: sums from r40, weights from r10, activations from r20, result to r60.
func dpasOfTypes(depth, rows uint8, dstType, weights, activations native.Type, bits [2]uint8) native.Inst {
	in := ins(native.OpDpas, 8, dst(60, dstType), vec(40, dstType), vec(10, weights), vec(20, activations))
	in.Systolic = native.Systolic{Depth: depth, Repeat: rows, Bits: bits}
	return in
}

// TestDpasIntegers: element r of channel i is that of the sum and the products of column i of the
// weights with row r of the activations, in all precisions.
func TestDpasIntegers(t *testing.T) {
	for _, c := range []struct {
		weights, activations native.Type
		bits                 [2]uint8
	}{
		{native.B, native.B, [2]uint8{}}, {native.UB, native.B, [2]uint8{}}, {native.B, native.UB, [2]uint8{0, 4}}, {native.UB, native.B, [2]uint8{4, 0}},
		{native.B, native.B, [2]uint8{4, 4}}, {native.UB, native.B, [2]uint8{2, 4}}, {native.B, native.UB, [2]uint8{2, 2}}, {native.B, native.UB, [2]uint8{0, 2}},
	} {
		for _, depth := range []uint8{8, 4, 2, 1} {
			for _, rows := range []uint8{1, 3, 8} {
				r := loadXe(t, native.DG2, 0xFF, dpasOfTypes(depth, rows, native.D, c.weights, c.activations, c.bits))
				seed := uint32(depth)*77 + uint32(rows)
				next := func() uint32 { seed = seed*1664525 + 1013904223; return seed ^ seed>>13 }
				for reg := 10; reg < 48; reg++ {
					for k := range 8 {
						*r.u32(reg*32 + 4*k) = next()
					}
				}
				wb, ab := 8, 8
				if c.bits[0] != 0 {
					wb = int(c.bits[0])
				}
				if c.bits[1] != 0 {
					ab = int(c.bits[1])
				}
				per := 4
				if wb < 8 && ab < 8 {
					per = 8
				}
				var want []int32
				for row := range int(rows) {
					for i := range 8 {
						sum := *r.u32((40+row)*32 + 4*i)
						for k := range int(depth) * per {
							w := fieldOf(*r.u32((10+k*wb/32)*32 + 4*i), k*wb%32, wb, c.weights.IsSigned())
							at := (row*8*per + k) * ab
							sum += uint32(w * fieldOf(*r.u32(20*32 + at/32*4), at%32, ab, c.activations.IsSigned()))
						}
						want = append(want, int32(sum))
					}
				}
				after := append(want, get[int32](r, 60+int(rows), 8)...)
				require.Equal(t, after, get[int32](r.run(t), 60, len(after)), "%v depth %d rows %d", c, depth, rows)
			}
		}
	}
}

func fieldOf(v uint32, at, n int, signed bool) int32 {
	v = v >> at << (32 - n)
	if signed {
		return int32(v) >> (32 - n)
	}
	return int32(v >> (32 - n))
}

// TestDpasLiteral: numbers by hand: sums that wrap and are clamped, floats, null sums, and what is refused.
func TestDpasLiteral(t *testing.T) {
	fill := func(r *rig, weights, activations, sum uint32) *rig {
		for k := range 64 {
			*r.u32(10*32 + 4*k), *r.u32(20*32 + 4*k), *r.u32(40*32 + 4*k) = weights, activations, sum
		}
		return r
	}
	wrap := dpasOfTypes(8, 8, native.D, native.B, native.B, [2]uint8{})
	r := fill(loadXe(t, native.DG2, 0xFF, wrap), 0x01FF0280, 0x02020202, 0x7FFFFFFF) // 1, -1, 2, -128 times 2: -252, 8 times
	assert.Equal(t, repeat(0x7FFFFFFF-2016, 64), get[uint32](r.run(t), 60, 64))
	r = fill(loadXe(t, native.DG2, 0xFF, wrap), 0x01010101, 0x02020202, 0x7FFFFFFF)
	assert.Equal(t, repeat(0x8000003F, 64), get[uint32](r.run(t), 60, 64))
	wrap.Sat = true
	r = fill(loadXe(t, native.DG2, 0xFF, wrap), 0x01010101, 0x02020202, 0x7FFFFFFF)
	assert.Equal(t, repeat(0x7FFFFFFF, 64), get[uint32](r.run(t), 60, 64))
	unsigned := dpasOfTypes(2, 1, native.UD, native.UB, native.B, [2]uint8{})
	unsigned.Sat = true
	r = fill(loadXe(t, native.ARL, 0xFF, unsigned), 0x01010101, 0xFFFFFFFF, 5) // 8 times -1
	assert.Equal(t, repeat(0, 8), get[uint32](r.run(t), 60, 8))

	for _, c := range []struct {
		ty  native.Type
		w   uint32
		sum float32
	}{{native.HF, 0x3C004000, 0.5}, {native.BF, 0x3F804000, 0.5}} { // 2 and 1 times 2 and 1: 5, 8 times
		in := dpasOfTypes(8, 2, native.F, c.ty, c.ty, [2]uint8{})
		r := fill(loadXe(t, native.DG2, 0xFF, in), c.w, c.w, math.Float32bits(c.sum))
		assert.Equal(t, repeat(math.Float32bits(40.5), 16), get[uint32](r.run(t), 60, 16), c.ty)
		assert.Equal(t, []string{"dpas: sums of float products are added one by one in F, and no document says where hardware rounds"}, r.prog.Approximate())
		in.Src[0] = native.NullDst(native.F)
		assert.Equal(t, math.Float32bits(40), get[uint32](fill(loadXe(t, native.DG2, 0xFF, in), c.w, c.w, 1).run(t), 60, 1)[0])
	}
	// One product after the other: 2^24 + 1 + 1 in F is 2^24, the other order 2^24 + 2.
	in := dpasOfTypes(1, 1, native.F, native.BF, native.BF, [2]uint8{})
	r = fill(loadXe(t, native.DG2, 0xFF, in), 0x3F803F80, 0x3F803F80, math.Float32bits(1<<24))
	assert.Equal(t, float32(1<<24), get[float32](r.run(t), 60, 1)[0])
	// The result in the place of the weights: sources are read first.
	same := dpasOfTypes(8, 8, native.D, native.B, native.B, [2]uint8{})
	same.Dst = dst(10, native.D)
	assert.Equal(t, repeat(64, 64), get[uint32](fill(loadXe(t, native.DG2, 0xFF, same), 0x01010101, 0x02020202, 0).run(t), 10, 64))
	last := dpasOfTypes(8, 8, native.D, native.B, native.B, [2]uint8{})
	last.Dst = dst(120, native.D)
	assert.Equal(t, repeat(65, 64), get[uint32](fill(loadXe(t, native.DG2, 0xFF, last), 0x01010101, 0x02020202, 1).run(t), 120, 64))
	last.Dst = dst(121, native.D)
	_, err := loadInsts("test", native.DG2, []native.Inst{last, gatewayEnd()})
	require.ErrorContains(t, err, "dpas reaches byte 4128 of a register file of 4096")
	assert.Nil(t, loadXe(t, native.DG2, 0xFF, same).prog.Approximate())

	masked := fill(loadXe(t, native.DG2, 0x7F, same), 1, 1, 1)
	_, err = masked.w.Resume(0, 100)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "dpas under a mask that leaves out channels")
	assert.ErrorContains(t, refusedXe(t, native.DG2, dpasOfTypes(8, 1, native.F, native.B, native.B, [2]uint8{})), "dpas of types b and b into f")
	assert.ErrorContains(t, refusedXe(t, native.DG2, dpasOfTypes(8, 1, native.F, native.BF, native.HF, [2]uint8{})), "dpas of types bf and hf into f")
}

// TestFourAccumulators: acc0 to acc3 hold what was written last, each of its own kind; integers keep
// a bit above.
func TestFourAccumulators(t *testing.T) {
	acc := func(n int32, ty native.Type) native.Operand { return arf(native.ARFAcc0+n, 0, ty) }
	accDst := func(n int32, ty native.Type) native.Operand {
		o := acc(n, ty)
		o.Region = native.Dst1
		return o
	}
	insts := []native.Inst{
		ins(native.OpMul, 16, accDst(0, native.F), vec(10, native.F), imm(0x40000000, native.F)),
		ins(native.OpMul, 16, accDst(2, native.F), vec(10, native.F), imm(0x40400000, native.F)),
		ins(native.OpAdd, 16, dst(20, native.F), acc(0, native.F), acc(2, native.F)),
		ins(native.OpAdd, 8, accDst(3, native.D), vec(12, native.D), imm(1, native.W)),
		ins(native.OpAdd, 8, accDst(1, native.UW), vec(12, native.UW), imm(2, native.UW)),
		ins(native.OpMad, 8, dst(22, native.D), acc(3, native.D), acc(3, native.D), imm(10, native.W)),
		ins(native.OpMov, 8, dst(23, native.UW), acc(1, native.UW)),
		ins(native.OpMov, 8, dst(24, native.F), acc(2, native.F)), // still there
		ins(native.OpAdd, 8, accDst(2, native.UD), vec(13, native.UD), vec(13, native.UD)),
		ins(native.OpShr, 8, dst(25, native.UD), acc(2, native.UD), imm(1, native.UW)), // with the carry
	}
	r := loadXe(t, native.DG2, 0xFFFF, insts...)
	for k := range 16 {
		*r.u32(320 + 4*k) = math.Float32bits(float32(k))
	}
	set(set(r, 12, seq(5, 8)...), 13, repeat(0x80000001, 8)...)
	r.run(t)
	for k := range 16 {
		assert.Equal(t, float32(5*k), get[float32](r, 20, 16)[k])
	}
	assert.Equal(t, []int32{66, 77, 88, 99, 110, 121, 132, 143}, get[int32](r, 22, 8))
	assert.Equal(t, []uint16{7, 2, 8, 2, 9, 2, 10, 2}, get[uint16](r, 23, 8))
	assert.Equal(t, float32(21), get[float32](r, 24, 8)[7])
	assert.Equal(t, uint32(0x80000001), get[uint32](r, 25, 1)[0])

	mixed := loadXe(t, native.DG2, 0xFF, insts[0], ins(native.OpMov, 8, dst(20, native.D), acc(0, native.D)))
	_, err := mixed.w.Resume(0, 100)
	require.ErrorContains(t, err, "reading the accumulator as another kind of type than it was written")
	assert.ErrorContains(t, refusedXe(t, native.TGL, insts[1]), "architecture register 0x22")
}

// TestCountedBarrier: both counts of the payload are those of the threads that the barrier waits for
// (Xe-HPG 2.4); named barriers and others of their kind stop.
func TestCountedBarrier(t *testing.T) {
	signal := scalar(ins(native.OpSend, 1, native.NullDst(native.UD), vec(5, native.UD)))
	signal.Msg = native.Message{SFID: 3, Desc: 0x02000004}
	wait := scalar(native.Inst{Op: native.OpSync, ExecSize: 1, SyncFC: 14})
	p, err := loadInsts("barrier", native.DG2, []native.Inst{signal, wait, gatewayEnd()})
	require.NoError(t, err)
	for word, want := range map[uint32]string{
		0x02020000: "",
		0x01010000: "", // each alone
		0x03030000: "a signal for a barrier of 3 threads: legal are 1 to the group's 2",
		0x00000000: "a signal for a barrier of 0 threads: legal are 1 to the group's 2",
		0x01020000: "not modelled: barrier 0 of 2 threads that signal and 1 that wait, type 0",
		0x02020001: "not modelled: barrier 1 of 2 threads",
		0x02024000: "type 1: a group has one",
	} {
		group := &dispatch.Group{}
		group.Barrier.Reset(2)
		w := p.NewWorker(2)
		var first error
		for slot := range 2 {
			payload := make([]byte, 6*32)
			payload[5*32+8], payload[5*32+9], payload[5*32+10], payload[5*32+11] = byte(word), byte(word>>8), byte(word>>16), byte(word>>24)
			w.Start(slot, &dispatch.Thread{Group: group, Index: slot, Mask: 1, Mem: mem.New(), Payload: payload})
			status, err := w.Resume(slot, 100)
			if first == nil {
				first = err
			}
			if want == "" && word == 0x02020000 && slot == 0 {
				assert.Equal(t, dispatch.Waiting, status)
				continue
			}
			assert.Equal(t, dispatch.Done, status)
		}
		if want == "" {
			require.NoError(t, first)
			status, err := w.Resume(0, 100)
			require.NoError(t, err)
			assert.Equal(t, dispatch.Done, status)
			continue
		}
		require.ErrorContains(t, first, want)
	}
}

// TestThreadStart: sr0.0 has the number of the thread in the bits of the fact StateThread, and a thread
// starts where it is told.
func TestThreadStart(t *testing.T) {
	skipped := ins(native.OpMov, 8, dst(11, native.UD), imm(1, native.UD))
	insts := []native.Inst{skipped, scalar(ins(native.OpMov, 1, dst(10, native.UD), arf(native.ARFSR0, 0, native.UD))), gatewayEnd()}
	p, err := loadInsts("start", native.DG2, insts)
	require.NoError(t, err)
	for id, want := range map[uint32]uint32{0: 0, 1: 1, 7: 7, 8: 0x10, 0x1F: 0x37, 0x20: 0x80, 0x1FF: 0x7B7} {
		for _, entry := range []uint32{0, 16} {
			env := &dispatch.Thread{Group: &dispatch.Group{}, ID: id, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32), Entry: entry}
			env.Group.Barrier.Reset(1)
			w := p.NewWorker(1)
			w.Start(0, env)
			_, err := w.Resume(0, 100)
			require.NoError(t, err)
			r := &rig{thread: &w.(*Worker).threads[0]}
			assert.Equal(t, want, get[uint32](r, 10, 1)[0], "thread %d", id)
			assert.Equal(t, 1-entry/16, get[uint32](r, 11, 1)[0])
		}
	}
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Group: &dispatch.Group{}, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32), Entry: 8})
	_, err = w.Resume(0, 100)
	require.EqualError(t, err, "a thread starts at ip 0x00008, where no instruction begins")
}

// TestHighBits: the bit above an integer in an accumulator is there where an instruction reads it: behind in the same run, behind a branch,
// in channels that another write left out.
func TestHighBits(t *testing.T) {
	acc := func(ty native.Type) native.Operand { return arf(native.ARFAcc0+2, 0, ty) }
	accDst := acc(native.UD)
	accDst.Region = native.Dst1
	double := ins(native.OpAdd, 8, accDst, vec(10, native.UD), vec(10, native.UD))
	low := ins(native.OpMov, 8, dst(20, native.UD), acc(native.UD))
	half := ins(native.OpShr, 8, dst(21, native.UD), acc(native.UD), imm(1, native.UW))
	jump := scalar(native.Inst{Op: native.OpJmpi, ExecSize: 1, Dst: native.NullDst(native.UD), JIP: 16})
	clear := predicated(ins(native.OpAdd, 8, accDst, imm(0, native.UD), vec(11, native.UD)), 0, false)
	for name, c := range map[string]struct {
		code []native.Inst
		wide bool // of the first instruction
		want []uint32
	}{
		"read":            {[]native.Inst{double, low, half}, true, repeat(0x80000003, 8)},
		"read behind":     {[]native.Inst{double, jump, half}, true, repeat(0x80000003, 8)},
		"low":             {[]native.Inst{double, low, double, half}, false, repeat(0x80000003, 8)},
		"low, at the end": {[]native.Inst{double, low, jump, double, half}, false, repeat(0x80000003, 8)},
		"masked":          {[]native.Inst{double, clear, half}, true, []uint32{0x80000003, 0x80000003, 0, 0, 0x80000003, 0x80000003, 0x80000003, 0x80000003}},
	} {
		r := loadXe(t, native.DG2, 0xFF, c.code...)
		assert.Equal(t, c.wide, r.prog.Ops[0].Dst.Mode == code.DstAcc, name)
		*r.flagWord(0) = 0x0C
		assert.Equal(t, c.want, get[uint32](set(r, 10, repeat(0x80000003, 8)...).run(t), 21, 8), name)
	}
}
