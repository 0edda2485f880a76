package regalloc

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fuzzer writes random structured programs that read only what is defined for
// the lanes that read it.
type fuzzer struct {
	*prog
	r     *rand.Rand
	id    int32
	lanes []int32 // vectors defined for the active lanes
	full  []int32 // vectors defined by NoMask for all lanes
	uni   []int32 // scalars
	flags []int32 // flags defined for the active lanes
	loops int
}

func randomProgram(seed int64) *native.Program {
	f := &fuzzer{prog: newProg(), r: rand.New(rand.NewSource(seed))}
	if seed%2 == 1 {
		f.SIMD = 32
	}
	f.id = f.input("id", 32, 4*f.SIMD)
	for k := range 2 {
		v := f.newVar("u", 4)
		f.scalar(native.OpMov, scl(v), imm(k+5))
		f.uni = append(f.uni, v)
	}
	for range 2 {
		v := f.newVar("w", 4*f.SIMD)
		f.halves(native.OpAdd, vec(v), vec(f.id), imm(f.r.Intn(99)), func(in *native.Inst) { in.NoMask = true })
		f.full = append(f.full, v)
	}
	f.lanes = append(f.lanes, f.id)
	f.block(14, 3)
	for _, v := range f.lanes {
		f.storeAll(f.id, v)
	}
	f.eot()
	return f.Program
}

// halves emits an instruction for every 16 channels.
func (f *fuzzer) halves(op native.Op, dst, a, b native.Operand, set func(*native.Inst)) {
	for h := 0; h < f.SIMD; h += 16 {
		part := func(o native.Operand, isDst bool) native.Operand {
			if o.File == native.Virt && (o.Region != native.Scalar || isDst) {
				o.Sub += uint16(h * 4)
			}
			return o
		}
		in := f.alu(op, part(dst, true), part(a, false), part(b, false))
		in.ChanOff = uint8(h)
		set(in)
	}
}

func (f *fuzzer) storeAll(addr, data int32) {
	for h := 0; h < f.SIMD; h += 16 {
		f.store(addr, data)
		in := &f.Insts[len(f.Insts)-1]
		in.ChanOff, in.Src[0].Sub, in.Src[1].Sub = uint8(h), uint16(4*h), uint16(4*h)
	}
}

func pick(r *rand.Rand, list []int32) int32 { return list[r.Intn(len(list))] }

// source is an operand that masked lanes may read.
func (f *fuzzer) source() native.Operand {
	switch n := f.r.Intn(8); {
	case n == 0:
		return scl(pick(f.r, f.uni))
	case n == 1:
		o := scl(pick(f.r, f.full)) // one channel's value for all
		o.Sub = uint16(4 * f.r.Intn(f.SIMD))
		return o
	case n == 2:
		return vec(pick(f.r, f.full))
	}
	return vec(pick(f.r, f.lanes))
}

func none(*native.Inst) {}

func (f *fuzzer) target() int32 {
	if f.r.Intn(3) == 0 && len(f.lanes) > 1 {
		return f.lanes[1+f.r.Intn(len(f.lanes)-1)]
	}
	v := f.newVar("v", 4*f.SIMD)
	f.lanes = append(f.lanes, v)
	return v
}

func (f *fuzzer) compare(a, b native.Operand, cond native.CondMod) int32 {
	p := f.newFlag(f.SIMD)
	f.halves(native.OpCmp, native.NullDst(native.D), a, b, func(in *native.Inst) {
		in.Cond, in.Flag = cond, native.Flag{Virt: p + 1}
	})
	return p
}

var ops = []native.Op{native.OpAdd, native.OpXor, native.OpMul, native.OpMov}

func (f *fuzzer) block(n, depth int) {
	for range n {
		switch k := f.r.Intn(14); {
		case k < 4:
			a, b := f.source(), f.source()
			f.halves(ops[f.r.Intn(len(ops))], vec(f.target()), a, b, none)
		case k == 4:
			f.scalar(native.OpAdd, scl(pick(f.r, f.uni)), scl(pick(f.r, f.uni)), imm(3))
		case k == 5:
			u := f.newVar("u", 4)
			f.scalar(native.OpXor, scl(u), scl(pick(f.r, f.uni)), scl(pick(f.r, f.full)))
			f.uni = append(f.uni, u)
		case k == 6:
			v := f.newVar("w", 4*f.SIMD)
			f.halves(native.OpAdd, vec(v), vec(pick(f.r, f.full)), scl(pick(f.r, f.uni)), func(in *native.Inst) { in.NoMask = true })
			f.full = append(f.full, v)
		case k == 7: // lanes overwrite part of what all lanes hold
			f.halves(native.OpAdd, vec(pick(f.r, f.full)), f.source(), imm(1), none)
		case k == 8:
			f.flags = append(f.flags, f.compare(f.source(), f.source(), native.CondLT))
		case k == 9 && len(f.flags) > 0:
			p := pick(f.r, f.flags)
			if f.r.Intn(2) == 0 {
				a, b := f.source(), f.source()
				f.halves(native.OpSel, vec(f.target()), a, b, predicate(p))
				break
			}
			f.halves(native.OpAdd, vec(pick(f.r, f.lanes)), f.source(), imm(7), predicate(p))
		case k == 10:
			f.memory()
		case depth > 0:
			f.nest(depth)
		}
	}
}

func predicate(p int32) func(*native.Inst) {
	return func(in *native.Inst) { in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: p + 1} }
}

func (f *fuzzer) memory() {
	if f.r.Intn(2) == 0 {
		f.storeAll(pick(f.r, f.lanes), pick(f.r, f.lanes))
		return
	}
	addr, v := pick(f.r, f.lanes), f.target()
	for h := 0; h < f.SIMD; h += 16 {
		f.load(v, addr)
		in := &f.Insts[len(f.Insts)-1]
		in.ChanOff, in.Src[0].Sub, in.Dst.Sub = uint8(h), uint16(4*h), uint16(4*h)
	}
}

func (f *fuzzer) flow(op native.Op, flag, jip, uip int32) *native.Inst {
	in := f.branch(op, flag, jip, uip)
	in.ExecSize = uint8(f.SIMD)
	return in
}

// nest emits an if, a goto or a loop. What its lanes define is forgotten behind it.
func (f *fuzzer) nest(depth int) {
	lanes, full, uni, flags := len(f.lanes), len(f.full), len(f.uni), len(f.flags)
	forget := func() { f.lanes, f.full, f.uni, f.flags = f.lanes[:lanes], f.full[:full], f.uni[:uni], f.flags[:flags] }
	defer forget()
	n := 1 + f.r.Intn(6)
	kind := f.r.Intn(3)
	if kind == 2 && f.loops > 1 {
		kind = 0
	}
	switch kind {
	case 0:
		other, end := f.label(), f.label()
		f.flow(native.OpIf, f.compare(f.source(), f.source(), native.CondLT), other, end)
		f.block(n, depth-1)
		f.flow(native.OpElse, -1, end, end)
		f.place(other)
		forget()
		f.block(n, depth-1)
		f.place(end)
		f.flow(native.OpEndif, -1, 0, 0)
	case 1:
		end := f.label()
		f.flow(native.OpGoto, f.compare(f.source(), f.source(), native.CondLT), end, end)
		f.block(n, depth-1)
		f.place(end)
		f.flow(native.OpJoin, -1, 0, 0)
	case 2:
		f.loop(n, depth)
	}
}

// loop runs id & 12 (in steps of 4, at least once) times per lane, with a break on the way.
func (f *fuzzer) loop(n, depth int) {
	f.loops++
	i, limit := f.newVar("i", 4*f.SIMD), f.newVar("limit", 4*f.SIMD)
	f.halves(native.OpAnd, vec(limit), vec(f.id), imm(12), none)
	f.halves(native.OpMov, vec(i), imm(0), native.Operand{}, none)
	head, end, behind := f.label(), f.label(), f.label()
	f.place(head)
	f.block(n, depth-1)
	goTo := f.r.Intn(2) == 0
	if goTo {
		f.flow(native.OpGoto, f.compare(vec(i), imm(8), native.CondLT), behind, behind)
	} else {
		f.flow(native.OpBreak, f.compare(f.source(), f.source(), native.CondLT), end, end)
	}
	f.halves(native.OpAdd, vec(i), vec(i), imm(4), none)
	f.block(n/2, depth-1)
	p := f.compare(vec(i), vec(limit), native.CondLT)
	f.place(end)
	if goTo {
		in := f.flow(native.OpGoto, p, behind, head)
		in.Branch = true
		f.place(behind)
		f.flow(native.OpJoin, -1, 0, 0)
	} else {
		f.flow(native.OpWhile, p, head, 0)
		f.place(behind)
	}
	f.loops--
}

// programs is the number of seeds; a run of 4000 found nothing more.
const programs = 60

// seeds is how many run: fewer with -short.
func seeds() int64 {
	if testing.Short() {
		return programs / 6
	}
	return programs
}

func TestRandomPrograms(t *testing.T) {
	spilled, void := 0, 0
	for seed := range seeds() {
		p := randomProgram(seed)
		before := Snapshot(p)
		s, err := Allocate(p, native.SKL, Options{})
		require.NoError(t, err, "seed %d", seed)
		require.NoError(t, Verify(before, p, native.SKL), "seed %d", seed)
		require.True(t, sameRuns(t, before, p), "seed %d", seed)
		spilled += s.FlagsSpilled
		void += s.VoidMoves
	}
	assert.NotZero(t, spilled, "no program spilled a flag")
	assert.NotZero(t, void, "no copy was coalesced")
}

// TestVerifyAgainstLanes merges registers of correct allocations: whatever
// changes the result must be refused.
func TestVerifyAgainstLanes(t *testing.T) {
	refused, differed, kept := 0, 0, 0
	for seed := range seeds() {
		p := randomProgram(seed)
		before := Snapshot(p)
		_, err := Allocate(p, native.SKL, Options{})
		require.NoError(t, err)
		r := rand.New(rand.NewSource(seed))
		mutate(r, p)
		err = Verify(before, p, native.SKL)
		same := sameRuns(t, before, p)
		if err == nil {
			kept++
			require.True(t, same, "seed %d: Verify accepts a wrong allocation", seed)
			continue
		}
		refused++
		if !same {
			differed++
		}
	}
	t.Logf("refused %d (%d of them with another result), accepted %d", refused, differed, kept)
	floor.Exact(t, fmt.Sprintf("wrong allocations that Verify refuses, of %d", seeds()), differed)
	floor.Exact(t, fmt.Sprintf("changed allocations that are right, of %d", seeds()), kept)
}

// mutate moves the operands of one register, everywhere or from some
// instruction on, to another; or one flag to another.
func mutate(r *rand.Rand, p *native.Program) {
	from, to := int32(3+r.Intn(12)), int32(3+r.Intn(16))
	start := 0
	if r.Intn(2) == 0 {
		start = r.Intn(len(p.Insts))
	}
	flags := r.Intn(4) == 0
	for i := start; i < len(p.Insts); i++ {
		in := &p.Insts[i]
		if flags {
			if in.Flag.Reg == 1 && (in.PredCtrl != 0 || in.Cond != 0) {
				in.Flag = native.Flag{}
			}
			continue
		}
		for _, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
			if o.File == native.GRF && o.Reg == from {
				o.Reg = to
			}
		}
	}
}
