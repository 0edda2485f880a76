package eu

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

const (
	recurseLink  = 20
	recurseStack = 24  // links of the calls around
	recurseMost  = 400 // calls; the stack has 8 bytes for each
)

// recurse is a routine that calls itself while the count in the lane's element of r10 is
// positive, and counts in r14 on the way down and up. Lanes that are done wait at the endif
// to which those come that go deeper.
func recurse(n, off uint8) []native.Inst {
	w := native.W
	at := func(reg int, ty native.Type) native.Operand { return native.GRFOperand(reg, 0, packed, ty) }
	link := region(vec(recurseLink, native.UD), 2, 2, 1)
	stack := native.Operand{File: native.GRF, Indirect: true, Region: native.Dst1, Type: native.UD}
	popped := stack
	popped.Region = native.Region{V: 2, W: 2, H: 1}
	a0 := arf(native.ARFA0, 0, native.UW)
	a0.Region = native.Dst1
	a0src := arf(native.ARFA0, 0, native.UW)
	a0src.Region = native.Scalar
	move := func(by uint64) native.Inst {
		return scalar(ins(native.OpAdd, 1, a0, a0src, imm(by, native.UW)))
	}
	code := []native.Inst{
		scalar(ins(native.OpMov, 1, a0, imm(32*recurseStack, native.UW))),
		callTo(2, recurseLink), // to 3
		eot(),
		cond(ins(native.OpCmp, n, native.NullDst(w), at(10, w), imm(0, w)), native.CondGT),
		predicated(branchTo(native.OpIf, 10, 10), 0, false),
		scalar(ins(native.OpMov, 2, stack, link)),
		move(8),
		ins(native.OpAdd, n, dst(10, w), at(10, w), imm(0xFFFF, w)),
		ins(native.OpAdd, n, dst(14, w), at(14, w), at(10, w)),
		callTo(-6, recurseLink),
		move(0xFFF8),
		scalar(ins(native.OpMov, 2, dst(recurseLink, native.UD), popped)),
		ins(native.OpXor, n, dst(14, w), at(14, w), at(12, w)),
		ins(native.OpAdd, n, dst(14, w), at(14, w), imm(5, w)),
		branchTo(native.OpEndif, 1, 0),
		retBy(recurseLink),
	}
	for i := range code {
		if in := &code[i]; !in.NoMask {
			in.ExecSize, in.ChanOff = n, off
		}
	}
	return code
}

// TestRecursion: a routine that calls itself hundreds of times, to another depth in each
// lane, gives each lane what it gives one that runs alone, on every target: channels that
// do not call are not in the callee, though they wait where it comes to (the call mask of
// vISA's CALL and RET).
func TestRecursion(t *testing.T) {
	for target := range native.NumTargets {
		for seed, shape := range [][2]uint8{{4, 0}, {8, 0}, {8, 8}, {16, 0}, {16, 16}, {32, 0}} {
			r := rand.New(rand.NewPCG(uint64(seed), 11))
			n, off := shape[0], shape[1]
			if n > 16 && target.Caps().FixedHalves {
				continue // 32 channels have the enables of 16 there: TestQuarterEnables
			}
			p, err := loadInsts("recursion", target, recurse(n, off))
			require.NoError(t, err, target)
			var counts, starts, tags, wants []int16
			for range n {
				c, x, tag := int16(r.IntN(recurseMost)), int16(r.Uint32()), int16(r.Uint32())
				counts, starts, tags = append(counts, c), append(starts, x), append(tags, tag)
				for k := c; k > 0; k-- {
					x += k - 1
				}
				for range c {
					x = x ^ tag + 5
				}
				wants = append(wants, x)
			}
			result := func(mask uint32) []int16 {
				rig := rigOf(p, mask)
				set(set(set(rig, 10, counts...), 14, starts...), 12, tags...)
				status, err := rig.w.Resume(0, 10_000_000)
				require.NoError(t, err, target)
				require.Equal(t, dispatch.Done, status)
				return get[int16](rig, 14, int(n))
			}
			mask := (r.Uint32() | r.Uint32()) & (ones(int(n)) << off)
			for k := range wants {
				if mask>>(k+int(off))&1 == 0 {
					wants[k] = starts[k]
				}
			}
			assert.Equal(t, wants, result(mask), fmt.Sprint(target, shape))
			for m := mask; m != 0; m &= m - 1 {
				ch := bits.TrailingZeros32(m)
				assert.Equal(t, wants[ch-int(off)], result(1 << ch)[ch-int(off)], "%v %v: channel %d alone", target, shape, ch)
			}
		}
	}
}

// TestCallByDistance: on tgl, whose indirect calls by Intel's compiler subtract the call's
// own ip from the target, the distance in a register counts in bytes from the call.
func TestCallByDistance(t *testing.T) {
	by := callTo(0, 20)
	by.Src[0], by.JIP = one(4, 0, native.UD), 0
	code := []native.Inst{addTo(0), by, addTo(100), eot(), addTo(1), retBy(20)}
	for distance, want := range map[uint32]int32{48: 101, 16: 100, 32: 0} {
		p, err := loadInsts("call", native.TGL, code)
		require.NoError(t, err)
		r := set(rigOf(p, 0xFF), 4, distance).run(t)
		assert.Equal(t, []int32{want}, get[int32](r, 10, 1), "distance %d", distance)
		assert.Equal(t, []uint32{32, 0xFF}, get[uint32](r, 20, 2))
	}
	p, err := loadInsts("call", native.TGL, code)
	require.NoError(t, err)
	_, err = set(rigOf(p, 0xFF), 4, uint32(24)).w.Resume(0, 10)
	assert.ErrorContains(t, err, "jump to ip 0x00028: no instruction begins there")
	by.Src[0], by.Src[1] = native.Operand{}, one(4, 0, native.UD)
	for _, target := range []native.Target{native.HSW, native.SKL, native.ICL} {
		_, err := loadInsts("call", target, []native.Inst{by, eot()})
		assert.ErrorContains(t, err, "call by a distance in a register", target)
	}
}

// TestDispatchMask: sr0.2 may get and lose channels that no instruction is about, as at the
// start of kernels for tgl with stack calls, and reads as it was written.
//
// seed: Ivy Bridge EU 3.3.3.7
func TestDispatchMask(t *testing.T) {
	sr := func(sub int) native.Operand {
		o := arf(native.ARFSR0, sub, native.UD)
		o.Region = native.Scalar
		return o
	}
	to := sr(2)
	to.Region = native.Dst1
	or := func(v uint64) native.Inst {
		return scalar(ins(native.OpOr, 1, to, sr(2), imm(v, native.UD)))
	}
	read := scalar(ins(native.OpMov, 1, dst(11, native.UD), sr(2)))
	vector := scalar(ins(native.OpMov, 1, dst(12, native.UD), sr(3)))
	for _, target := range []native.Target{native.SKL, native.TGL} {
		start := func(code ...native.Inst) *rig {
			p, err := loadInsts("mask", target, append(code, eot()))
			require.NoError(t, err)
			return rigOf(p, 0x2F)
		}
		r := start(or(0xFFFFFF00), read, vector, addTo(1)).run(t)
		assert.Equal(t, uint32(0xFFFFFF2F), get[uint32](r, 11, 1)[0])
		assert.Equal(t, uint32(0xFFFFFFFF), get[uint32](r, 12, 1)[0])
		assert.Equal(t, []int32{1, 1, 1, 1, 0, 1, 0, 0}, get[int32](r, 10, 8))

		first := start(or(0xFFFF0000), read, addTo(1))
		_, err := first.w.Resume(0, 1)
		require.NoError(t, err)
		second := start(or(0xFFFF0000), read, addTo(1))
		require.NoError(t, second.w.Load(0, second.env, first.w.Save(0, nil)))
		assert.Equal(t, uint32(0xFFFF002F), get[uint32](second.run(t), 11, 1)[0], "saved behind the write")

		assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 0, 0}, get[int32](start(or(0x10), addTo(1)).run(t), 10, 8), "a channel more")
		none := scalar(ins(native.OpMov, 1, to, imm(0x21, native.UD)))
		fewer := start(addTo(1), none, addTo(1))
		_, err = fewer.w.Resume(0, 2)
		require.NoError(t, err)
		again := start(addTo(1), none, addTo(1))
		require.NoError(t, again.w.Load(0, again.env, fewer.w.Save(0, nil)))
		assert.Equal(t, []int32{2, 1, 1, 1, 0, 2, 0, 0}, get[int32](again.run(t), 10, 8), "fewer, saved behind the write")
	}
}
