package interp_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

func TestDivergentIfElse(t *testing.T) {
	m := newMachine()
	m.mask = 0x0FFFFFFF
	got := m.run(t, lines(fill, "cmp.lt (M1_NM, 32) P1 IN(0,0)<1;1,0> 0x9:ud", "(!P1) goto (M1, 32) other",
		"mov (M1, 32) OUT(0,0)<1> 0x1:ud", "goto (M1, 32) join")+"other:\n"+
		lines("mov (M1, 32) OUT(0,0)<1> 0x2:ud")+"join:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x10:ud"))
	assert.Equal(t, each(func(i uint32) uint32 {
		switch {
		case i < 9:
			return 17
		case i < 28:
			return 18
		}
		return 99
	}), got)
}

// Lanes leave a loop at different times and meet behind it.
func TestDivergentLoop(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x0:ud", "mov (M1_NM, 32) TMP(0,0)<1> IN(0,0)<1;1,0>")+
		"loop:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x3:ud", "cmp.eq (M1, 32) P1 TMP(0,0)<1;1,0> 0x0:ud",
		"(P1) goto (M1, 32) done", "add (M1, 32) TMP(0,0)<1> TMP(0,0)<1;1,0> 0xffffffff:ud", "goto (M1, 32) loop")+
		"done:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x100:ud"))
	assert.Equal(t, each(func(i uint32) uint32 { return 0x100 + 3*(i+1) }), got)
}

// A uniform branch moves the active lanes only, also to a label at which
// other lanes wait: NoMask code in between is not run, and all lanes meet.
func TestUniformGotoToWaitingLanes(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x0:ud", "setp (M1_NM, 32) P1 0xffff0000:ud",
		"(P1) goto (M1, 32) meet", "add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x1:ud", "goto (M1, 1) meet",
		"mov (M1_NM, 32) OUT(0,0)<1> 0x7:ud")+
		"meet:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x10:ud"))
	assert.Equal(t, each(func(i uint32) uint32 {
		if i < 16 {
			return 17
		}
		return 16
	}), got)
}

// A uniform branch over a label where lanes wait: those run up to the target.
func TestUniformGotoPastWaitingLanes(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x0:ud", "setp (M1_NM, 32) P1 0xffff0000:ud",
		"(P1) goto (M1, 32) here", "setp (M1_NM, 32) P2 0x1:ud", "(P2) goto (M1, 1) there")+
		"here:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x1:ud")+
		"there:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x10:ud"))
	assert.Equal(t, each(func(i uint32) uint32 {
		if i < 16 {
			return 16
		}
		return 17
	}), got)
}

// The uniform predicate is bit 0, even when lane 0 is not active.
func TestUniformGotoReadsBitZero(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFFFF00
	got := m.run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x0:ud", "setp (M1_NM, 32) P1 0xfffffffe:ud", "(!P1) goto (M1, 1) end",
		"mov (M1, 32) OUT(0,0)<1> 0x5:ud")+"end:\n"+lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x1:ud"))
	assert.Equal(t, []uint32{0, 1}, got[7:9])
}

func TestGatherScatterMasks(t *testing.T) {
	m := newMachine()
	m.mask = 0x0000FF0F
	got := m.run(t, lines("shl (M1_NM, 32) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "mov (M1_NM, 32) OUT(0,0)<1> 0x63:ud",
		"scatter4_scaled.R (M1, 16) %slm 0x0:ud TMP.0 IN.0", "mov (M1_NM, 1) TMP(1,4)<1> 0x10000000:ud",
		"gather4_scaled.R (M1_NM, 16) %slm 0x0:ud TMP.0 OUT.0"))
	assert.Equal(t, []uint32{0, 1, 2, 3, 0, 0, 0, 0, 8, 9, 10, 11, 0, 13, 14, 15, 99}, got[:17])
}

func TestGatherChannels(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 8) TMP(0,0)<1> 0x76543210:uv", "shl (M1_NM, 8) TMP(0,0)<1> TMP(0,0)<1;1,0> 0x4:ud",
		"movs (M1_NM, 1) T6(0) 0x0:ud", "oword_st (8) T6 0x0:ud IN.0", "gather4_scaled.RB (M1, 8) T6 0x4:ud TMP.0 OUT.0",
		"gather_scaled.1 (M1, 8) T6 0x0:ud TMP.0 OUT.64"))
	assert.Equal(t, []uint32{1, 5, 9, 13, 17, 21, 25, 29, 3, 7, 11, 15, 19, 23, 27, 31}, got[:16])
	assert.Equal(t, []uint32{0, 4, 8, 12, 16, 20, 24, 28}, got[16:24])
}

// Block reads ignore the mask; bytes outside the surface read as zero.
//
// seed: vISA pages OWORD_LD_UNALIGNED
func TestBlockReadIgnoresMask(t *testing.T) {
	m := newMachine()
	m.mask = 0x2
	got := m.run(t, lines("movs (M1_NM, 1) T6(0) 0x0:ud", "oword_st (8) T6 0x8:ud IN.0", "oword_ld_unaligned (4) T6 0x8c:ud OUT.0",
		"oword_ld_unaligned (4) T6 0xf4:ud OUT.64"))
	assert.Equal(t, []uint32{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 29, 30, 31, 0}, got[:20])
}

func TestAtomics(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFF00FE
	got := m.run(t, lines("mov (M1_NM, 32) TMP(0,0)<1> 0x8:ud", "dword_atomic.add (M1, 16) %slm TMP.0 IN.0 %null.0 OUT.0",
		"dword_atomic.maxsint (M1_NM, 1) %slm TMP.0 IN.124 %null.0 OUT.64", "dword_atomic.inc (M1_NM, 1) %slm TMP.0 %null.0 %null.0 %null.0",
		"gather4_scaled.R (M1_NM, 1) %slm 0x0:ud TMP.0 OUT.96"))
	assert.Equal(t, []uint32{0, 0, 1, 3, 6, 10, 15, 21, 0}, got[:9])
	assert.Equal(t, uint32(28), got[16])
	assert.Equal(t, uint32(32), got[24])
}

func TestFlatAtomic(t *testing.T) {
	m := newMachine()
	m.mask = 0xFF
	m.in[0], m.in[1] = 16, 1 // 1<<32 + 16: the first buffer
	got := m.run(t, lines("mov (M1_NM, 8) ADDR(0,0)<1> INQ(0,0)<0;1,0>", "svm_atomic.add (M1, 8) ADDR.0 OUT.0 IN.32 %null.0",
		"svm_atomic.add (M1, 8) ADDR.0 OUT.32 IN.32 %null.0"))
	assert.Equal(t, []uint32{0, 8, 17, 27, 38, 50, 63, 77}, got[:8])
	assert.Equal(t, uint32(92), got[8])
}

func fault(t *testing.T, m *machine, body string) *interp.Fault {
	t.Helper()
	_, err := m.try(t, body)
	var f *interp.Fault
	require.ErrorAs(t, err, &f)
	return f
}

// A flat access outside every buffer names the lane and the address.
func TestFlatFault(t *testing.T) {
	m := newMachine()
	m.in[0], m.in[1] = 16, 1
	f := fault(t, m, lines("mov (M1_NM, 8) ADDR(0,0)<1> INQ(0,0)<0;1,0>", "mov (M1_NM, 1) ADDR(0,3)<1> 0x1234:uq",
		"svm_atomic.add (M1, 8) ADDR.0 OUT.0 IN.32 %null.0"))
	assert.Equal(t, 3, f.Lane)
	assert.Equal(t, uint64(0x1234), f.Addr)
	assert.Equal(t, "svm_atomic (M1, 8)", f.Inst)
	var cause *mem.Fault
	require.ErrorAs(t, f, &cause)
	assert.Regexp(t, `^k.visaasm:\d+:5: kernel k, lane 3: svm_atomic \(M1, 8\): `, f.Error())
}

func TestFaults(t *testing.T) {
	m := newMachine()
	f := fault(t, m, lines("movs (M1_NM, 1) T6(0) 0x5:ud", "oword_ld_unaligned (1) T6 0x0:ud OUT.0"))
	require.ErrorIs(t, f, mem.ErrUnbound)
	f = fault(t, m, lines("oword_ld_unaligned (1) %scratch 0x0:ud OUT.0"))
	require.ErrorIs(t, f, interp.ErrNoScratch)
	f = fault(t, m, lines("addr_add (M1_NM, 16) A0(0)<1> &OUT 0x0:uw", "addr_add (M1_NM, 1) A0(9)<1> &OUT 0x8000:uw",
		"mov (M3_NM, 2) r[A0(9),0]<1>:ud OUT(0,0)<1;1,0>"))
	assert.Equal(t, 8, f.Lane)
	m.group = nil
	f = fault(t, m, lines("barrier"))
	require.ErrorIs(t, f, interp.ErrNoGroup)
}

func TestScratch(t *testing.T) {
	m := newMachine()
	m.scratch = mem.NewBuffer("scratch", 0x4000, 1024)
	got := m.run(t, lines("shl (M1_NM, 8) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "add (M1_NM, 8) TMP(0,0)<1> TMP(0,0)<1;1,0> 0x4010:ud",
		"scatter4_scaled.R (M1, 8) %scratch 0x0:ud TMP.0 IN.4", "gather4_scaled.R (M1, 8) %scratch 0x0:ud TMP.0 OUT.0"))
	assert.Equal(t, uint32(2), got[1])
	assert.Equal(t, byte(2), m.scratch.Bytes()[0x14])
	for _, bti := range []string{"0xfd", "0xff"} {
		got = m.run(t, lines("movs (M1_NM, 1) T6(0) "+bti+":ud", "oword_ld (1) T6 0x401:ud OUT.0"))
		assert.Equal(t, uint32(2), got[1], bti)
	}
}

// Scratch space is stateless: an access outside of it is a fault that names the
// lane, as is one that begins inside.
func TestScratchFault(t *testing.T) {
	m := newMachine()
	m.scratch = mem.NewBuffer("scratch", 0x4000, 1024)
	offsets := lines("mov (M1_NM, 16) TMP(0,0)<1> 0x43f8:ud", "mov (M1_NM, 1) TMP(1,1)<1> 0x43fc:ud")
	for _, c := range []struct {
		inst  string
		lane  int
		addr  uint64
		write bool
	}{
		{"gather4_scaled.R (M1, 16) %scratch 0x8:ud TMP.0 OUT.0", 0, 0x4400, false},
		{"gather4_scaled.RG (M1, 16) %scratch 0x0:ud TMP.0 OUT.0", 9, 0x4400, false},
		{"scatter4_scaled.R (M3, 8) %scratch 0x4:ud TMP.32 IN.0", 9, 0x4400, true},
		{"scatter_scaled.4 (M1, 16) %scratch 0x1:ud TMP.0 IN.0", 9, 0x43fd, true},
		{"gather_scaled.1 (M1, 16) %scratch 0x5:ud TMP.0 OUT.0", 9, 0x4401, false},
		{"dword_atomic.inc (M1, 1) %scratch IN.0 %null.0 %null.0 %null.0", 0, 0, true},
		{"oword_ld (1) %scratch 0x440:ud OUT.0", -1, 0x4400, false},
	} {
		f := fault(t, m, offsets+lines(c.inst))
		assert.Equal(t, c.lane, f.Lane, c.inst)
		var cause *mem.Fault
		require.ErrorAs(t, f, &cause, c.inst)
		assert.Equal(t, c.addr, cause.Addr, c.inst)
		assert.Equal(t, c.write, cause.Write, c.inst)
	}
	got := m.run(t, offsets+lines("scatter4_scaled.R (M1, 16) %scratch 0x0:ud TMP.0 IN.0", "gather4_scaled.R (M1, 16) %scratch 0x0:ud TMP.0 OUT.0"))
	assert.Equal(t, []uint32{15, 15, 15, 15, 15, 15, 15, 15, 15, 9}, got[:10])
}

// Faults of scattered accesses name the lane whatever holds its address.
func TestFaultLanes(t *testing.T) {
	m := newMachine()
	m.in[0], m.in[1] = 16, 1 // 1<<32 + 16: the first buffer
	addresses := lines("mov (M1_NM, 16) TMP(0,0)<1> 0x8:ud", "mov (M1_NM, 1) TMP(0,5)<1> 0x10000006:ud", "mov (M1_NM, 1) TMP(0,6)<1> 0x7:ud",
		"mov (M1_NM, 8) ADDR(0,0)<1> 0x8:uq", "mov (M1_NM, 1) ADDR(0,3)<1> 0x1000:uq", "mov (M1_NM, 1) ADDR(0,2)<1> 0x2:uq")
	f := fault(t, m, addresses+lines("dword_atomic.add (M1, 16) %slm TMP.0 IN.0 %null.0 %null.0"))
	assert.Equal(t, 5, f.Lane)
	var align *mem.AlignError
	require.ErrorAs(t, f, &align)
	f = fault(t, m, addresses+lines("svm_gather4scaled.RG (M1, 8) INQ(0,0)<0;1,0> ADDR.0 OUT.0"))
	assert.Equal(t, 3, f.Lane)
	assert.Equal(t, uint64(1<<32+0x1010), f.Addr)
	f = fault(t, m, addresses+lines("svm_block_ld (1) 0x44:uq OUT.0"))
	assert.Equal(t, -1, f.Lane)
}

// The float mode belongs to a thread, however threads take turns.
func TestModeOfEachThread(t *testing.T) {
	p, err := interp.New(parse(t, lines("cmp.eq (M1_NM, 1) P1 IN(0,1)<0;1,0> 0x1:ud",
		"(P1) or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4f0:ud", "mov (M1, 1) TMP(0,0)<1> 0x7:ud",
		"mov (M1, 8) OUTF(0,0)<1> IND(0,0)<0;1,0>")))
	require.NoError(t, err)
	w := p.NewWorker(2)
	var outs []*mem.Buffer
	for i := range 2 {
		m := newMachine()
		m.in[0], m.in[1] = 16777219, uint32(i)
		memory := mem.New()
		outs = append(outs, memory.Alloc("out", 128))
		memory.Bind(0, outs[i])
		w.Start(i, m.thread(memory))
	}
	for left := 2; left > 0; {
		left = 2
		for i := range 2 {
			status, err := w.Resume(i, 1)
			require.NoError(t, err)
			if status == dispatch.Done {
				left--
			}
		}
	}
	assert.Equal(t, uint32(0x4B800002), binary.LittleEndian.Uint32(outs[0].Bytes()), "to nearest even")
	assert.Equal(t, uint32(0x4B800001), binary.LittleEndian.Uint32(outs[1].Bytes()), "toward zero")
}

// A thread starts anew whatever ran in its slot before: storage, predicates,
// addresses, surfaces and float mode.
func TestStartClears(t *testing.T) {
	k := parse(t, lines("mov (M1, 8) OUTF(0,0)<1> IND(0,0)<0;1,0>", "mov (M1_NM, 1) OUT(1,0)<1> P1", "mov (M1_NM, 8) OUT(2,0)<1> TMP(0,0)<1;1,0>",
		"mov (M1_NM, 8) OUT(3,0)<1> r[A0(0),0]<1;1,0>:ub",
		"mov (M1_NM, 32) TMP(0,0)<1> 0x7:ud", "setp (M1_NM, 32) P1 0xff:ud", "addr_add (M1_NM, 1) A0(0)<1> &IN[4] 0x0:uw",
		"or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x30:ud", "cmp.eq (M1_NM, 1) P2 IN(0,1)<0;1,0> 0x1:ud", "(P2) goto (M1, 1) hang")+
		finish+"hang:\n"+lines("barrier"))
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	run := func(hang uint32) []byte {
		m := newMachine()
		m.in[0], m.in[1] = 16777219, hang
		m.group.Barrier.Reset(int(1 + hang))
		memory := mem.New()
		out := memory.Alloc("out", 128)
		memory.Bind(0, out)
		w.Start(0, m.thread(memory))
		status, err := w.Resume(0, 1000)
		require.NoError(t, err)
		require.Equal(t, hang == 1, status == dispatch.Waiting)
		return out.Bytes()
	}
	first := run(0)
	assert.Equal(t, uint32(0x4B800002), binary.LittleEndian.Uint32(first))
	assert.Equal(t, first, run(0))
	run(1)
	assert.Equal(t, first, run(0))

	// A thread that was waiting signals again when it is started again.
	p, err = interp.New(parse(t, lines("barrier")))
	require.NoError(t, err)
	w = p.NewWorker(1)
	for range 2 {
		m := newMachine()
		m.group.Barrier.Reset(2)
		memory := mem.New()
		memory.Bind(0, memory.Alloc("out", 128))
		w.Start(0, m.thread(memory))
		status, err := w.Resume(0, 1000)
		require.NoError(t, err)
		require.Equal(t, dispatch.Waiting, status)
		m.group.Barrier.Signal(1)
		require.True(t, m.group.Barrier.Take(0), "both have signalled")
	}
}

// Threads of a group wait at a barrier until all have come.
func TestBarrier(t *testing.T) {
	p, err := interp.New(parse(t, lines("barrier", "mov (M1_NM, 32) OUT(0,0)<1> 0x1:ud", "barrier")))
	require.NoError(t, err)
	m := newMachine()
	m.group.Barrier.Reset(2)
	memory := mem.New()
	memory.Bind(0, memory.Alloc("out", 256))
	w := p.NewWorker(2)
	for i := range 2 {
		th := m.thread(memory)
		th.Index = i
		w.Start(i, th)
	}
	resume := func(slot int) dispatch.Status {
		s, err := w.Resume(slot, 1000)
		require.NoError(t, err)
		return s
	}
	assert.Equal(t, dispatch.Waiting, resume(0))
	assert.Equal(t, dispatch.Waiting, resume(0))
	assert.Equal(t, dispatch.Waiting, resume(1))
	assert.Equal(t, dispatch.Done, resume(0))
	assert.Equal(t, dispatch.Done, resume(1))
	assert.Equal(t, uint64(2*6), w.Executed())
}

// The budget stops a thread anywhere and the rest continues as if it had not.
func TestBudget(t *testing.T) {
	p, err := interp.New(parse(t, lines("mov (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0>")+"loop:\n"+
		lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x5:ud", "cmp.lt (M1, 32) P1 OUT(0,0)<1;1,0> 0x64:ud", "(P1) goto (M1, 32) loop")))
	require.NoError(t, err)
	memory := mem.New()
	out := memory.Alloc("out", 128)
	memory.Bind(0, out)
	w := p.NewWorker(1)
	w.Start(0, newMachine().thread(memory))
	resumes, status := 0, dispatch.Running
	for ; status == dispatch.Running; resumes++ {
		status, err = w.Resume(0, 1)
		require.NoError(t, err)
	}
	assert.Equal(t, dispatch.Done, status)
	assert.Equal(t, uint64(resumes), w.Executed())
	for i := range uint32(32) {
		assert.Equal(t, 100+i%5, binary.LittleEndian.Uint32(out.Bytes()[4*i:]))
	}
}

func TestNothingIsAllocatedPerThread(t *testing.T) {
	p, err := interp.New(parse(t, lines("add (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> 0x5:ud", "shl (M1, 16) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "scatter4_scaled.R (M1, 16) %slm 0x0:ud TMP.0 IN.0",
		"dword_atomic.add (M1, 16) %slm TMP.0 IN.0 %null.0 OUT.0", "mov (M1_NM, 8) ADDR(0,0)<1> INQ(0,0)<0;1,0>",
		"svm_atomic.maxsint (M1, 8) ADDR.0 OUT.0 IN.32 %null.0", "svm_atomic.add.64 (M1, 8) ADDR.0 ADDR.0 INQ.0 %null.0",
		"mov (M1, 16) OUTF(0,0)<1> IND(0,0)<1;1,0>", "mov (M1, 16) OUTHF(0,0)<2> INF(0,0)<1;1,0>", "mad (M1, 8) OUTDF(0,0)<1> INDF(0,0)<1;1,0> INDF(0,0)<1;1,0> INDF(0,0)<1;1,0>",
		"add.sat (M1, 16) OUTHF(0,0)<1> INHF(0,0)<1;1,0> (-)INHF(0,1)<1;1,0>", "exp (M1, 16) OUTF(0,0)<1> INF(0,0)<1;1,0>", "mul.sat (M1, 16) OUTW(0,0)<1> INW(0,0)<16;8,2> INW(0,1)<0;1,0>",
		"addr_add (M1_NM, 16) A0(0)<1> &IN 0x4:uw", "mov (M1, 16) OUT(0,0)<1> r[A0(0),8]<1,0>:ud", "setp (M1, 16) P1 IN(0,0)<1;1,0>", "cmp.lt (M1, 16) P2 INF(0,0)<1;1,0> 0x1:f",
		"(P2) sel (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> 0x76543210:uv", "(P1) goto (M1, 16) skip", "div (M1, 16) OUTD(0,0)<1> IND(0,0)<1;1,0> 0x3:d")+"skip:\n"+
		lines("barrier", "gather_scaled.1 (M1, 16) %slm 0x0:ud TMP.0 OUT.0", "oword_ld_unaligned (4) %slm 0x4:ud OUT.0")))
	require.NoError(t, err)
	memory := mem.New()
	memory.Bind(0, memory.Alloc("out", 128))
	w := p.NewWorker(1)
	m := newMachine()
	m.in[0], m.in[1] = 16, 1 // 1<<32 + 16: the first buffer
	th := m.thread(memory)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		w.Start(0, th)
		if _, err := w.Resume(0, 1000); err != nil {
			t.Fatal(err)
		}
	}))
}

func TestShortPayload(t *testing.T) {
	p, err := interp.New(parse(t, ""))
	require.NoError(t, err)
	assert.Equal(t, 160, p.PayloadSize())
	w := p.NewWorker(1)
	th := newMachine().thread(mem.New())
	th.Payload = th.Payload[:100]
	w.Start(0, th)
	_, err = w.Resume(0, 10)
	var short *interp.PayloadError
	require.ErrorAs(t, err, &short)
	assert.Equal(t, interp.PayloadError{Kernel: "k", Got: 100, Need: 160}, *short)
}

// A raw operand must hold what its instruction reads or writes for all lanes.
func TestRawOperandsOutsideTheirVariables(t *testing.T) {
	for inst, what := range map[string]string{
		"gather4_scaled.R (M1, 16) T6 0x0:ud IN.0 OUT.96":         "operand dst reaches byte 160 of OUT, which has 128",
		"gather4_scaled.RGBA (M1, 8) T6 0x0:ud IN.0 OUT.32":       "operand dst reaches byte 160 of OUT, which has 128",
		"gather4_scaled.RB (M1, 16) T6 0x0:ud IN.96 OUT.0":        "operand element_offset reaches byte 160 of IN, which has 128",
		"scatter_scaled.1 (M1, 16) T6 0x0:ud IN.0 TMP.68":         "operand src reaches byte 132 of TMP, which has 128",
		"dword_atomic.cmpxchg (M1, 8) T6 IN.0 IN.0 TMP.100 OUT.0": "operand src1 reaches byte 132 of TMP, which has 128",
		"svm_gather.8.4 (M1, 8) ADDR.0 OUT.0":                     "operand dst reaches byte 256 of OUT, which has 128",
		"svm_atomic.add.64 (M1, 16) ADDR.0 OUT.64 INQ.0 %null.0":  "operand dst reaches byte 192 of OUT, which has 128",
		"oword_st (8) T6 0x0:ud OUT.16":                           "operand src reaches byte 144 of OUT, which has 128",
		"svm_block_ld (1) 0x0:uq OUT.128":                         "operand starts at byte 128 of OUT, which has 128",
	} {
		_, err := interp.New(parse(t, lines(inst)))
		var invalid *interp.InvalidError
		require.ErrorAs(t, err, &invalid, inst)
		assert.Equal(t, what, invalid.What)
	}
	for _, inst := range []string{"gather4_scaled.RGBA (M1, 8) T6 0x0:ud IN.0 OUT.0", "svm_gather.8.2 (M1, 8) ADDR.0 OUT.0",
		"gather4_scaled.RG (M1_NM, 1) T6 0x0:ud IN.124 OUT.92", "svm_gather.1.1 (M1, 16) ADDR.0 OUT.0", "dword_atomic.inc (M5, 16) T6 IN.64 %null.0 %null.0 OUT.64"} {
		_, err := interp.New(parse(t, lines(inst)))
		require.NoError(t, err, inst)
	}
}

func TestUnsupportedForms(t *testing.T) {
	for body, what := range map[string]string{
		"mov (M1, 1) OUT(0,0)<1> %sr0(0,0)<0;1,0>":                     "%sr0 before element 2, the place of the thread in the device",
		"mov (M1, 1) OUT(0,0)<1> %color(0,0)<0;1,0>":                   "predefined variable %color",
		"addr_add (M1_NM, 1) A0(0)<1> &T6 0x0:uw":                      "address of a state variable",
		"asr (M1, 1) OUTUQ(0,0)<1> (-)INQ(0,0)<0;1,0> IND(0,2)<0;1,0>": "signed and unsigned 64-bit sources together",
		"mov.sat (M1, 1) OUTUQ(0,0)<1> INSQ(0,0)<0;1,0>":               "saturation of 64-bit integers to uq",
	} {
		m := newMachine()
		_, err := m.try(t, lines(body))
		var u *interp.UnsupportedError
		require.ErrorAs(t, err, &u, body)
		assert.Equal(t, what, u.What)
		assert.Positive(t, u.Line)
		m.run(t, lines("jmp (M1, 1) L9", body, "L9:"))
	}
}
