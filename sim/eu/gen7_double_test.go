package eu

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestDoublesOfGen7: random regions, masks and values, beside the formula of regions in
// dwords for Ivy Bridge (PRM vol. 4 part 3, 1.3 and 3.3.5: a double is what two channels
// read), in doubles for Haswell, and arithmetic of the processor.
//
// seed: Ivy Bridge EU 1.3
func TestDoublesOfGen7(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 7))
	ran := map[native.Target]int{}
	for range 6000 {
		target, unit := native.HSW, 8
		if rng.IntN(2) == 0 {
			target, unit = native.IVB, 4
		}
		d := &doubleTrial{rng: rng, unit: unit}
		in := d.make(target)
		p, err := loadInsts("test", target, []native.Inst{in, eot()})
		if err != nil {
			require.ErrorContains(t, err, "doubles over two registers on", "%v %+v", target, in)
			continue
		}
		ran[target]++
		r := rigOf(p, uint32(rng.Uint64())&0xFFFF)
		*r.u32(r.grf + code.OffCR0) = 0x40 // denormals stay
		r.setMode(&code.Op{})
		for k := range 256 / 8 * 4 {
			binary.LittleEndian.PutUint64(r.file()[8*k:], math.Float64bits(d.value()))
		}
		*r.u32(r.grf + code.OffF) = uint32(rng.Uint64())
		want, flags := d.expected(&in, r)
		r.run(t)
		require.Equal(t, want, r.file()[:len(want)], "%v %+v", target, in)
		require.Equal(t, flags, *r.u32(r.grf + code.OffF), "%v %+v", target, in)
	}
	for _, target := range []native.Target{native.IVB, native.HSW} {
		assert.Greater(t, ran[target], 2000, target)
	}
}

// doubleTrial makes instructions on df whose regions count in units of bytes.
type doubleTrial struct {
	rng  *rand.Rand
	unit int
}

func oneOf[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

// value is a number that differs little from others, so that sums round.
func (d *doubleTrial) value() float64 {
	v := math.Ldexp(d.rng.Float64()-0.5, d.rng.IntN(8))
	if d.rng.IntN(16) == 0 {
		return 0
	}
	return v
}

// make is an instruction of at most four doubles with a mask, or of eight without one on
// Ivy Bridge, where the second half has none of its own.
func (d *doubleTrial) make(target native.Target) native.Inst {
	scale := uint8(8 / d.unit)
	n := oneOf[uint8](d.rng, 1, 2, 4, 4, 8)
	in := native.Inst{Op: oneOf(d.rng, native.OpMov, native.OpAdd, native.OpMul, native.OpCmp, native.OpSel), ExecSize: n * scale}
	in.Dst = native.GRFOperand(20, 0, native.Dst1, native.DF)
	if n < 4 {
		in.Dst.Sub = uint16(8 * d.rng.IntN(int(5-n)))
	}
	in.ChanOff = oneOf[uint8](d.rng, 0, 8)
	if n == 4 {
		in.ChanOff += oneOf[uint8](d.rng, 0, 4)
	}
	in.NoMask = d.rng.IntN(4) == 0
	for i := range in.Op.Sources() {
		w := oneOf[uint8](d.rng, 1, 2, 4)
		w = min(w, n)
		v := oneOf[uint8](d.rng, 0, 1, 2, 4)
		in.Src[i] = native.GRFOperand(2+4*i, 8*d.rng.IntN(4), native.Region{V: v * scale, W: w * scale, H: 1}, native.DF)
		if in.Src[i].Region.W == 1 {
			in.Src[i].Region.H = 0
		}
		if d.rng.IntN(3) == 0 {
			in.Src[i].Mod = native.ModNeg
		}
	}
	switch {
	case in.Op == native.OpCmp:
		in.Cond = oneOf(d.rng, native.CondEQ, native.CondGT, native.CondLE)
	case in.Op == native.OpSel || d.rng.IntN(3) == 0:
		in.PredCtrl, in.PredInv = native.PredSeq, d.rng.IntN(2) == 0
	}
	if n == 8 && target == native.IVB {
		in.NoMask, in.PredCtrl, in.Cond, in.Op = true, native.PredNone, native.CondNone, oneOf(d.rng, native.OpMov, native.OpAdd)
		in.Src[1] = native.GRFOperand(8, 0, native.Region{V: 8, W: 8, H: 1}, native.DF)
		if in.Op == native.OpMov {
			in.Src[1] = native.Operand{}
		}
	}
	return in
}

// at is the byte of a unit of channel c of a source.
func (d *doubleTrial) at(o *native.Operand, c int) int {
	w := int(o.Region.W)
	return int(o.Reg)*32 + int(o.Sub) + (c/w*int(o.Region.V)+c%w*int(o.Region.H))*d.unit
}

// read is element k of a source: a unit, or the dwords of two channels.
func (d *doubleTrial) read(file []byte, o *native.Operand, k int) float64 {
	var b [8]byte
	for half := range 8 / d.unit {
		copy(b[half*d.unit:], file[d.at(o, k*8/d.unit+half):][:d.unit])
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(b[:]))
	if o.Mod == native.ModNeg {
		v = -v
	}
	return v
}

// expected is the register file and the flags behind the instruction.
func (d *doubleTrial) expected(in *native.Inst, r *rig) (file []byte, flags uint32) {
	before := append([]byte(nil), r.file()[:1024]...)
	file, flags = append([]byte(nil), before...), *r.u32(r.grf + code.OffF)
	was := flags
	for k := range int(in.ExecSize) * d.unit / 8 {
		channel := int(in.ChanOff) + k
		on := was>>channel&1 != 0 != in.PredInv
		if !in.NoMask && r.env.Mask>>channel&1 == 0 || in.PredCtrl != native.PredNone && in.Op != native.OpSel && !on {
			continue
		}
		a, b := d.read(before, &in.Src[0], k), 0.0
		if in.Op != native.OpMov {
			b = d.read(before, &in.Src[1], k)
		}
		out := math.Float64bits(a)
		switch {
		case in.Op == native.OpAdd:
			out = math.Float64bits(a + b)
		case in.Op == native.OpMul:
			out = math.Float64bits(a * b)
		case in.Op == native.OpSel && !on:
			out = math.Float64bits(b)
		case in.Op == native.OpCmp:
			holds := map[native.CondMod]bool{native.CondEQ: a == b, native.CondGT: a > b, native.CondLE: a <= b}[in.Cond]
			flags &^= 1 << channel
			if out = 0; holds {
				out, flags = math.MaxUint64, flags|1<<channel
			}
		}
		binary.LittleEndian.PutUint64(file[int(in.Dst.Reg)*32+int(in.Dst.Sub)+8*k:], out)
	}
	return file, flags
}
