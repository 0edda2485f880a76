package jit

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// meets is a program of two barriers as compilers make them, with a write of cr0 in front.
func meets(t testing.TB, target native.Target) *code.Program {
	t.Helper()
	arf := func(reg uint8) native.Operand {
		return native.Operand{File: native.ARF, Reg: int32(reg), Region: native.Dst1, Type: native.UD}
	}
	one := func(op native.Op, dst, src native.Operand) native.Inst {
		in := native.Inst{Op: op, ExecSize: 1, NoMask: true, Dst: dst}
		in.Src[0] = src
		return in
	}
	scalar := arf(native.ARFCR0)
	scalar.Region = native.Region{V: 0, W: 1, H: 0}
	mode := one(native.OpOr, arf(native.ARFCR0), scalar)
	mode.Src[1], mode.Thread = native.ImmOperand(ieeeMode, native.UD), native.ThreadSwitch
	clear := one(native.OpMov, arf(native.ARFN0), native.ImmOperand(0, native.UD))
	clear.Thread = native.ThreadSwitch
	signal := one(native.OpSend, native.NullDst(native.UD), native.GRFOperand(5, 0, native.Region{V: 8, W: 8, H: 1}, native.UD))
	signal.Msg = native.Message{SFID: 3, Desc: 0x02000004}
	wait := native.Inst{Op: native.OpWait, ExecSize: 1, NoMask: true}
	wait.Src[0] = arf(native.ARFN0)
	wait.Src[0].Region = native.Region{V: 0, W: 1, H: 0}
	wait.Dst = arf(native.ARFN0)
	if target.Caps().BarrierCounts {
		wait = native.Inst{Op: native.OpSync, SyncFC: 14, ExecSize: 1, NoMask: true, Dst: native.NullDst(native.UD)}
	}
	end := native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Dst: native.NullDst(native.UD), Msg: native.Message{SFID: 7, Desc: 0x02000010, EOT: true}}
	end.Src[0] = native.GRFOperand(127, 0, native.Region{V: 8, W: 8, H: 1}, native.UD)
	p, err := code.LoadInsts("meets", target, []native.Inst{mode, clear, signal, wait, clear, signal, wait, end})
	require.NoError(t, err)
	return p
}

// meeters are threads of one group, in a worker of their own.
func meeters(t testing.TB, p *code.Program, c *eu.Compiled, n int) (*eu.Worker, *dispatch.Group) {
	t.Helper()
	w := eu.New(p).Worker(n)
	w.Use(c)
	g := new(dispatch.Group)
	g.Barrier.Reset(n)
	for i := range n {
		w.Start(i, &dispatch.Thread{Group: g, Index: i, ID: uint32(i), Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32)})
	}
	return w, g
}

// announced is a payload of a signal by n threads, in most cases a right one.
func announced(rnd *rand.Rand, target native.Target, n int) uint32 {
	if !target.Caps().BarrierCounts {
		return pick(rnd, 0, 0, 0, 1<<15|uint32(n)<<9)
	}
	right := fixed.CountedBarrierProducers.In(uint32(n)) | fixed.CountedBarrierConsumers.In(uint32(n))
	if rnd.IntN(4) > 0 {
		return right
	}
	return pick(rnd, right, right+1<<16, right+1<<24, right+1, right|1<<14, right+1<<24+1<<16, right-1<<24-1<<16, right|1<<8)
}

// TestMeeting: threads that meet at barriers, in any order and with budgets of any size, are the same after each turn, and code
// executes some of it.
func TestMeeting(t *testing.T) {
	available(t)
	for target, want := range map[native.Target]struct{ sequences, inside int }{native.SKL: {8, 3250}, native.DG2: {7, 2048}} {
		p := meets(t, target)
		c := compile(p)
		require.Len(t, c.sequences, want.sequences)
		fast, inside := onPages(t, p, c, compileSome(p, c.sequences)), 0
		by := fast.Call
		fast.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32, f *eu.Frame) int32 {
			before := f.Left
			at := by(code, registers, consts, channels, f)
			inside += int(before - f.Left)
			return at
		}
		rnd := rand.New(rand.NewPCG(51, 52))
		for range 200 {
			meetAnyhow(t, rnd, p, fast)
		}
		assert.Equal(t, want.inside, inside, "instructions that code executed, %v", target)
	}
}

// meetAnyhow is one of a group's runs, with and without code.
func meetAnyhow(t *testing.T, rnd *rand.Rand, p *code.Program, fast *eu.Compiled) {
	t.Helper()
	n := 1 + rnd.IntN(4)
	w, g := meeters(t, p, nil, n)
	v, h := meeters(t, p, fast, n)
	for slot := range n {
		word := announced(rnd, p.Target, n)
		for _, w := range []*eu.Worker{w, v} {
			binary.LittleEndian.PutUint32(w.Ahead(slot).Registers[5*32+fixed.BarrierCounts.Byte():], word)
		}
	}
	done := make([]bool, n)
	for range 40 {
		slot, budget := rnd.IntN(n), 1+rnd.IntN(5)
		if done[slot] {
			continue
		}
		a, err := w.Resume(slot, budget)
		b, other := v.Resume(slot, budget)
		require.Equal(t, err, other)
		require.Equal(t, a, b)
		require.Equal(t, w.Executed(), v.Executed())
		require.Equal(t, g.Barrier, h.Barrier)
		if done[slot] = a == dispatch.Done; !done[slot] {
			require.True(t, bytes.Equal(w.Save(slot, nil), v.Save(slot, nil)))
		}
	}
}

// TestMeetings: which control instructions are of a barrier, and which write the mode.
func TestMeetings(t *testing.T) {
	for target, want := range map[native.Target][]meeting{
		native.SKL: {noMeeting, clears, signals, waits, clears, signals, waits, noMeeting},
		native.TGL: {noMeeting, clears, signals, waits, clears, signals, waits, noMeeting},
		native.DG2: {noMeeting, clears, signals, waits, clears, signals, waits, noMeeting},
	} {
		p := meets(t, target)
		for i := range p.Ops {
			assert.Equal(t, want[i], meetingOf(p, &p.Ops[i]), "%v %d", target, i)
			assert.Equal(t, i == 0, writesMode(p, &p.Ops[i]))
		}
	}
	for name, c := range map[string]struct {
		at     int
		change func(p *code.Program, o *code.Op)
	}{
		"another count":         {3, func(_ *code.Program, o *code.Op) { o.Ext = 1 }},
		"a mask":                {1, func(_ *code.Program, o *code.Op) { o.NoMask = 0 }},
		"a predicate":           {2, func(_ *code.Program, o *code.Op) { o.Pred = native.PredSeq }},
		"another number than 0": {1, func(p *code.Program, o *code.Op) { p.Consts[p.States[o.Ext].Src[0].Addr/8] = 1 }},
		"a register":            {1, func(p *code.Program, o *code.Op) { p.States[o.Ext].Src[0].Space = code.SpaceRegs }},
		"another place":         {1, func(p *code.Program, o *code.Op) { p.States[o.Ext].Dst.Addr += 4 }},
		"a message that ends":   {2, func(p *code.Program, o *code.Op) { p.Sends[o.Ext].In.EOT = true }},
		"a descriptor in a0":    {2, func(p *code.Program, o *code.Op) { p.Sends[o.Ext].Register = true }},
		"one that checks":       {2, func(p *code.Program, o *code.Op) { p.Sends[o.Ext].Checks = true }},
	} {
		p := meets(t, native.SKL)
		c.change(p, &p.Ops[c.at])
		assert.Equal(t, noMeeting, meetingOf(p, &p.Ops[c.at]), name)
	}
}

// TestMode: a write of cr0 is code's where it gives the mode that the worker remembers, and makes it the thread's.
func TestMode(t *testing.T) {
	available(t)
	p := meets(t, native.SKL)
	c := compile(p)
	fast := onPages(t, p, c, compileSome(p, c.sequences))
	var took []uint64
	by := fast.Call
	fast.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32, f *eu.Frame) int32 {
		at := by(code, registers, consts, channels, f)
		took = append(took, f.Took)
		return at
	}
	w, _ := meeters(t, p, fast, 2)
	plain, _ := meeters(t, p, nil, 2)
	for slot := range 2 {
		for _, w := range []*eu.Worker{w, plain} {
			_, err := w.Resume(slot, 1)
			require.NoError(t, err)
		}
		assert.Equal(t, plain.Save(slot, nil), w.Save(slot, nil))
	}
	assert.Equal(t, []uint64{0, 1}, took, "the first thread's is not known")
	g := new(dispatch.Group)
	g.Barrier.Reset(1)
	w.Start(0, &dispatch.Thread{Group: g, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32)})
	binary.LittleEndian.PutUint32(w.Ahead(0).Registers[p.FileBytes+code.OffCR0:], 1)
	_, err := w.Resume(0, 1)
	require.NoError(t, err)
	assert.Equal(t, []uint64{0, 1, 0}, took, "another mode")
}
