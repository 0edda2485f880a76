package eu

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// branches is the trace of the early-return kernel of the execution rules: four
// channels with v = -1, 3, 2, 9. Columns: address, instruction pointers of the
// channels after it, and of the EU.
const branches = `
078 if 220 088 088 088 -> 088
0B0 if 220 0C0 0C0 0C0 -> 0C0
0D0 goto 220 1D0 1D0 0E0 -> 0E0
118 goto 220 1D0 1D0 128 -> 128
148 goto 220 1D0 1D0 0F0 -> 0F0
118 goto 220 1D0 1D0 188 -> 158
158 join 220 1D0 1D0 188 -> 188
188 join 220 1D0 1D0 198 -> 198
1C0 goto 220 1D0 1D0 200 -> 1D0
1D0 join 220 1E0 1E0 200 -> 1E0
200 join 220 210 210 210 -> 210
210 endif 220 220 220 220 -> 220
220 endif 230 230 230 230 -> 230
`

func TestEarlyReturnTrace(t *testing.T) {
	bin, err := os.ReadFile("testdata/early_return.dat")
	require.NoError(t, err)
	p, err := Load("early_return", native.SKL, bin)
	require.NoError(t, err)
	r := rigOf(p, 0xF)
	in, out := r.env.Mem.Alloc("in", 64), r.env.Mem.Alloc("out", 64)
	r.env.Mem.Bind(0, in)
	r.env.Mem.Bind(1, out)
	for i, v := range []int32{-1, 3, 2, 9} {
		require.NoError(t, in.Store(uint64(4*i), 4, uint64(uint32(v))))
	}
	set[uint16](r, 1, 0, 1, 2, 3) // local ids
	set[uint32](r, 5, 0, 0, 0, 0, 1000)

	var got strings.Builder
	for status := dispatch.Running; status == dispatch.Running; {
		at := r.pc
		ctl := p.Ops[at].Form.IsControl() && p.Ops[at].Form != code.FormState && p.Insts[at].Op != native.OpSend && p.Insts[at].Op != native.OpSends
		status, err = r.w.Resume(0, 1)
		require.NoError(t, err)
		if !ctl || status != dispatch.Running {
			continue
		}
		fmt.Fprintf(&got, "%03X %s", p.IP(at), p.Insts[at].Op)
		r.join(r.pc)
		for ch := range 4 {
			ip := p.IP(r.pc)
			if r.exec>>ch&1 == 0 {
				ip = p.IP(int(r.chanPC[ch]))
			}
			fmt.Fprintf(&got, " %03X", ip)
		}
		fmt.Fprintf(&got, " -> %03X\n", p.IP(r.pc))
	}
	assert.Equal(t, strings.TrimSpace(branches), strings.TrimSpace(got.String()))
}

func branchTo(op native.Op, jip, uip int32) native.Inst {
	return native.Inst{Op: op, ExecSize: 8, JIP: jip * 16, UIP: uip * 16, Dst: native.NullDst(native.UD)}
}

// flag sets f0.0 to v.
func flag(v uint64) native.Inst {
	return scalar(ins(native.OpMov, 1, arf(native.ARFF0, 0, native.UW), imm(v, native.UW)))
}

// addTo adds v to r10 in the active channels.
func addTo(v uint64) native.Inst {
	return ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(v, native.D))
}

func TestGotoPolarity(t *testing.T) {
	// On Gen9 the channels whose predicate is false jump over the addition.
	jump := predicated(branchTo(native.OpGoto, 2, 2), 0, false)
	r := load(t, 0xFF, flag(0x0F), jump, addTo(1), branchTo(native.OpJoin, 1, 0), addTo(10)).run(t)
	assert.Equal(t, []int32{11, 11, 11, 11, 10, 10, 10, 10}, get[int32](r, 10, 8))

	// goto.b moves the channels whose predicate is true: here back to the
	// addition until r10 reaches r11.
	below := ins(native.OpCmp, 8, native.NullDst(native.D), vec(10, native.D), vec(11, native.D))
	below.Cond = native.CondLT
	back := predicated(branchTo(native.OpGoto, 1, -2), 0, false)
	back.Branch = true
	r = load(t, 0xFF, addTo(1), below, back, branchTo(native.OpJoin, 1, 0), addTo(10))
	set(r, 11, seq(1, 8)...)
	r.run(t)
	assert.Equal(t, seq(11, 8), get[int32](r, 10, 8))
}

func TestIfElse(t *testing.T) {
	code := []native.Inst{
		flag(0x33),
		predicated(branchTo(native.OpIf, 3, 4), 0, false),
		addTo(1),
		branchTo(native.OpElse, 2, 2),
		addTo(2),
		branchTo(native.OpEndif, 1, 0),
		addTo(100),
	}
	r := load(t, 0x7F, code...).run(t)
	assert.Equal(t, []int32{101, 101, 102, 102, 101, 101, 102, 0}, get[int32](r, 10, 8))
	// All channels one way: the other side is not run at all.
	code[0] = flag(0)
	r = load(t, 0x7F, code...).run(t)
	assert.Equal(t, []int32{102, 102, 102, 102, 102, 102, 102, 0}, get[int32](r, 10, 8))
	assert.EqualValues(t, 6, r.w.Executed())
}

// TestBreakWaitsBehindWhile counts r10 up until it exceeds r11, with a break and an unconditional
// while: a channel that waited at the while would go round for ever.
func TestBreakWaitsBehindWhile(t *testing.T) {
	cmp := ins(native.OpCmp, 8, native.NullDst(native.D), vec(10, native.D), vec(11, native.D))
	cmp.Cond = native.CondGT
	r := load(t, 0xFF,
		addTo(1),
		cmp,
		predicated(branchTo(native.OpBreak, 1, 1), 0, false),
		branchTo(native.OpWhile, -3, 0),
		addTo(100),
	)
	set(r, 11, seq(0, 8)...)
	r.run(t)
	assert.Equal(t, seq(101, 8), get[int32](r, 10, 8))
}

// TestWhileOnItself is the endless loop as the vendor's compiler writes it: while
// to its own address, without source 1. Channels that leave go on alone.
func TestWhileOnItself(t *testing.T) {
	code, err := hex.DecodeString("2700710000000020" + "0000000000000000")
	require.NoError(t, err)
	self, _, err := native.Decode(native.SKL, code)
	require.NoError(t, err)
	r := load(t, 0xFF, addTo(1), flag(0xFF), self, addTo(10)).run(t)
	assert.Equal(t, []int32{11, 11, 11, 11, 11, 11, 11, 11}, get[int32](r, 10, 8))

	r = load(t, 0xFF, addTo(1), flag(0x0F), self, addTo(10))
	for n := uint64(1); n < 9; n++ {
		status, err := r.w.Resume(0, 100)
		require.NoError(t, err)
		require.Equal(t, dispatch.Running, status)
		require.Equal(t, 100*n, r.w.Executed())
	}
}

// TestContinue leaves the rest of an iteration out for odd counts.
func TestContinue(t *testing.T) {
	odd := ins(native.OpAnd, 8, native.NullDst(native.D), vec(10, native.D), imm(1, native.D))
	odd.Cond = native.CondNE
	below := ins(native.OpCmp, 8, native.NullDst(native.D), vec(10, native.D), vec(11, native.D))
	below.Cond, below.Flag = native.CondLT, native.Flag{Reg: 1}
	r := load(t, 0xFF,
		addTo(1),
		below,
		odd,
		predicated(branchTo(native.OpCont, 2, 2), 0, false),
		ins(native.OpAdd, 8, dst(12, native.D), vec(12, native.D), imm(1, native.D)),
		predicated(branchTo(native.OpWhile, -5, 0), 2, false),
	)
	set(r, 11, seq(1, 8)...)
	r.run(t)
	assert.Equal(t, seq(1, 8), get[int32](r, 10, 8))
	assert.Equal(t, []int32{0, 1, 1, 2, 2, 3, 3, 4}, get[int32](r, 12, 8))
}

func TestPartialWidthIf(t *testing.T) {
	// (4|M4): channels outside it pass the if and the endif unharmed.
	branch := predicated(branchTo(native.OpIf, 2, 2), 0, false)
	branch.ExecSize, branch.ChanOff = 4, 4
	endif := branchTo(native.OpEndif, 1, 0)
	endif.ExecSize, endif.ChanOff = 4, 4
	r := load(t, 0xFF, flag(0x30), branch, addTo(1), endif, addTo(10)).run(t)
	assert.Equal(t, []int32{11, 11, 11, 11, 11, 11, 10, 10}, get[int32](r, 10, 8))
}

func TestCallReturn(t *testing.T) {
	call := branchTo(native.OpCall, 3, 0)
	call.Dst = dst(20, native.UD)
	ret := branchTo(native.OpRet, 0, 0)
	ret.Src[0] = one(20, 0, native.UD)
	p, err := loadInsts("call", native.SKL, []native.Inst{predicated(call, 0, false), addTo(100), eot(), addTo(1), ret})
	require.NoError(t, err)
	r := rigOf(p, 0xFF)
	*r.flagWord(0) = 0x0F
	r.run(t)
	assert.Equal(t, []int32{101, 101, 101, 101, 100, 100, 100, 100}, get[int32](r, 10, 8))
	assert.Equal(t, []uint32{16, 0x0F}, get[uint32](r, 20, 2), "return IP and mask")
}

func TestJmpi(t *testing.T) {
	jump := scalar(branchTo(native.OpJmpi, 2, 0))
	jump.ExecSize = 1
	r := load(t, 0xFF, flag(1), predicated(jump, 0, false), addTo(1), addTo(10)).run(t)
	assert.Equal(t, int32(10), get[int32](r, 10, 1)[0])
	r = load(t, 0xFF, flag(2), predicated(jump, 0, false), addTo(1), addTo(10)).run(t)
	assert.Equal(t, int32(11), get[int32](r, 10, 1)[0], "only channel 0 counts")
}

// TestJmpiTo: the distance in a register counts from the next instruction, as in
// the calls of functions of other sections; the way back begins with ip.
func TestJmpiTo(t *testing.T) {
	jump := scalar(branchTo(native.OpJmpi, 0, 0))
	jump.ExecSize, jump.Src[1] = 1, one(20, 0, native.UD)
	back := scalar(ins(native.OpAdd, 1, dst(21, native.UD), native.Operand{File: native.ARF, Reg: native.ARFIP, Region: native.Scalar, Type: native.UD}, imm(0x20, native.UD)))
	insts := []native.Inst{back, jump, addTo(1), addTo(10)}
	for distance, want := range map[uint32]int32{0: 11, 16: 10} {
		r := load(t, 0xFF, insts...)
		set(r, 20, distance)
		r.run(t)
		assert.Equal(t, want, get[int32](r, 10, 1)[0])
		assert.Equal(t, uint32(0x20), get[uint32](r, 21, 1)[0], "of the instruction behind jmpi")
	}
	jump = predicated(jump, 0, false)
	r := load(t, 0xFF, flag(2), jump, addTo(10))
	set[uint32](r, 20, 8)
	assert.Equal(t, int32(10), get[int32](r.run(t), 10, 1)[0], "only channel 0 counts")
	for distance, want := range map[int32]string{8: "0x00028", -0x30: "0xfffffff0", 32: "0x00040", -12: "0x00014"} {
		r := load(t, 0xFF, flag(1), jump, addTo(10))
		set(r, 20, distance)
		_, err := r.w.Resume(0, 10)
		var bad *code.PlaceError
		require.ErrorAs(t, err, &bad)
		assert.ErrorContains(t, err, "ip 0x00010: jmpi (1|M0): jump to ip "+want+": no instruction begins there")
	}
	jump.Src[1].Type = native.UW
	_, err := loadInsts("x", native.SKL, []native.Inst{jump})
	require.ErrorContains(t, err, "not modelled: jmpi by a distance that is no plain dword of a register")
}

func TestFlowErrors(t *testing.T) {
	before := branchTo(native.OpIf, 7, 7)
	before.JIP = -16
	_, err := loadInsts("x", native.SKL, []native.Inst{before})
	require.ErrorContains(t, err, "branch target -0x10 is not an instruction")
	var missing *code.UnmodelledError
	_, err = loadInsts("x", native.SKL, []native.Inst{branchTo(native.OpBrc, 0, 0)})
	require.ErrorAs(t, err, &missing)
	var target *native.TargetError
	_, err = loadInsts("x", native.NumTargets, nil)
	require.ErrorAs(t, err, &target)
	_, err = Load("x", native.NumTargets, make([]byte, 16))
	require.ErrorAs(t, err, &target)
	require.ErrorIs(t, err, errors.ErrUnsupported)

	p, err := loadInsts("x", native.SKL, []native.Inst{addTo(1)})
	require.NoError(t, err)
	_, err = rigOf(p, 1).w.Resume(0, 10)
	require.ErrorIs(t, err, errRunOff)
	for _, op := range []native.Op{native.OpIllegal, native.OpNenop} {
		p, err = loadInsts("x", native.SKL, []native.Inst{addTo(1), {Op: op}})
		require.NoError(t, err)
		_, err = rigOf(p, 1).w.Resume(0, 10)
		var fault *Fault
		require.ErrorAs(t, err, &fault)
		assert.EqualValues(t, 16, fault.IP)
		require.ErrorAs(t, err, &Illegal{})
	}
}

// TestBudget gives the same result for every budget.
func TestBudget(t *testing.T) {
	for budget := 1; budget < 9; budget++ {
		r := load(t, 0xFF, flag(0x33), predicated(branchTo(native.OpIf, 2, 2), 0, false), addTo(1),
			branchTo(native.OpEndif, 1, 0), addTo(10))
		for n := 1; ; n++ {
			before := r.w.Executed()
			status, err := r.w.Resume(0, budget)
			require.NoError(t, err)
			require.LessOrEqual(t, r.w.Executed()-before, uint64(budget))
			if status == dispatch.Done {
				break
			}
			require.Less(t, n, 10)
		}
		assert.Equal(t, []int32{11, 11, 10, 10, 11, 11, 10, 10}, get[int32](r, 10, 8))
		assert.EqualValues(t, 6, r.w.Executed())
	}
}

// seed: Ivy Bridge EU 3.3.3.9
func TestBarrier(t *testing.T) {
	clearN0 := scalar(ins(native.OpMov, 1, arf(native.ARFN0, 0, native.UD), imm(0, native.UD)))
	signal := scalar(ins(native.OpSend, 1, native.NullDst(native.UD), vec(5, native.UD)))
	signal.Msg = native.Message{SFID: 3, Desc: 0x02000004}
	wait := scalar(ins(native.OpWait, 1, native.NullDst(native.UD), arf(native.ARFN0, 0, native.UD)))
	p, err := loadInsts("barrier", native.SKL, []native.Inst{clearN0, signal, wait, addTo(1), eot()})
	require.NoError(t, err)
	for word, want := range map[uint32]string{
		0x02008000: "a signal for a barrier of 0 threads: legal are 1 to the group's 1",
		0x0200FE00: "a signal for a barrier of 63 threads: legal are 1 to the group's 1",
	} {
		_, err = set(rigOf(p, 0xFF), 5, uint32(0), 0, word).w.Resume(0, 100)
		require.ErrorContains(t, err, want)
	}
	status, err := set(rigOf(p, 0xFF), 5, uint32(0), 0, 0x02008200).w.Resume(0, 100)
	require.NoError(t, err)
	require.Equal(t, dispatch.Done, status, "a barrier of one thread")
	group := &dispatch.Group{}
	group.Barrier.Reset(2)
	w := p.NewWorker(2)
	for i := range 2 {
		w.Start(i, &dispatch.Thread{Group: group, Index: i, Mask: 0xFF, Mem: mem.New()})
	}
	for range 2 {
		status, err := w.Resume(0, 100)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Waiting, status)
	}
	for i := range 2 {
		status, err := w.Resume(1-i, 100)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Done, status)
	}
}

// TestBarrierNumbers: bits 27:24 and 31 of M0.2 are the barrier of the group, whatever it is, and M0.3 is for
// predicated barriers alone.
//
// seed: Broxton vol. 6 Message Payload
func TestBarrierNumbers(t *testing.T) {
	signal := scalar(ins(native.OpSend, 1, native.NullDst(native.UD), vec(1, native.UD)))
	signal.Msg = native.Message{SFID: 3, Desc: 0x02000004}
	wait := scalar(ins(native.OpWait, 1, native.NullDst(native.UD), arf(native.ARFN0, 0, native.UD)))
	p, err := loadInsts("barrier", native.BXT, []native.Inst{signal, wait, eot()})
	require.NoError(t, err)
	for _, header := range [][2]uint32{{0, 0}, {0x05000000, 0}, {0x8F000000, 0xFF}} {
		group := &dispatch.Group{}
		group.Barrier.Reset(2)
		payload := make([]byte, 64)
		binary.LittleEndian.PutUint32(payload[32+8:], header[0])
		binary.LittleEndian.PutUint32(payload[32+12:], header[1])
		w := p.NewWorker(2)
		for i := range 2 {
			w.Start(i, &dispatch.Thread{Group: group, Index: i, Mask: 0xFF, Mem: mem.New(), Payload: payload})
		}
		for i, want := range []dispatch.Status{dispatch.Waiting, dispatch.Done} {
			got, err := w.Resume(i, 100)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%#x: thread %d", header, i)
		}
		got, err := w.Resume(0, 100)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Done, got, "%#x: the first thread, when both are there", header)
	}
}
