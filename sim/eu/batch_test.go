package eu

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestTurns: threads run one behind the other up to one that does not end, and not at all for another engine that shares them.
func TestTurns(t *testing.T) {
	add := ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W))
	p, err := loadInsts("turns", native.SKL, []native.Inst{add, eot()})
	require.NoError(t, err)
	assert.Nil(t, p.Worker(2).Batch(), "for another engine")
	w := p.NewWorker(4).(*Worker)
	for i := range 4 {
		w.Start(i, &dispatch.Thread{Group: &dispatch.Group{}, Index: i, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32)})
	}
	w.threads[2].startAt(0x1000)
	next, status, err := w.Batch().Turns(0, 4, 100)
	assert.Equal(t, [3]any{2, dispatch.Done, &EntryError{0x1000}}, [3]any{next, status, err})
	assert.EqualValues(t, 4, w.Executed())
	w.Start(0, w.threads[0].env)
	w.Start(1, w.threads[1].env)
	next, status, err = w.Batch().Turns(0, 2, 2)
	assert.Equal(t, [3]any{1, dispatch.Done, nil}, [3]any{next, status, err}, "the first has executed as much as a budget")
	assert.EqualValues(t, 6, w.Executed())
	next, status, err = w.Batch().Turns(3, 4, 1)
	assert.Equal(t, [3]any{3, dispatch.Running, nil}, [3]any{next, status, err}, "its budget is used up")
	next, status, err = w.Batch().Turns(3, 4, 1)
	assert.Equal(t, [3]any{4, dispatch.Done, nil}, [3]any{next, status, err})
}

// TestRestart: a thread that is started again, in another group, is as a new one there, whatever the one before it did.
func TestRestart(t *testing.T) {
	vector := scalar(ins(native.OpMov, 1, arf(native.ARFCR0, 0, native.UD), imm(fixed.ControlVector|0x4C0, native.UD)))
	address := scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(0x123, native.UW)))
	skipped := ins(native.OpMov, 8, dst(20, native.D), imm(5, native.D))
	payload := scalar(ins(native.OpMov, 1, native.GRFOperand(0, 24, native.Dst1, native.UD), imm(77, native.UD)))
	p, err := loadInsts("restart", native.SKL, append(append([]native.Inst{skipped, vector, address, payload}, savedKernel()...), eot()))
	require.NoError(t, err)
	start := func(w *Worker, group [3]uint32) {
		image := make([]byte, 96)
		for i := range 8 {
			binary.LittleEndian.PutUint32(image[32+4*i:], uint32(i))
			binary.LittleEndian.PutUint32(image[64+4*i:], 0x40000001+uint32(i))
		}
		for i, at := range []int{4, 24, 28} {
			binary.LittleEndian.PutUint32(image[at:], group[i])
		}
		env := &dispatch.Thread{Group: &dispatch.Group{}, Mask: 0xEF, Mem: mem.New(), Payload: image, Entry: 16}
		env.Control, env.Notified = 0x80, [2]uint32{1, 2}
		env.Group.Barrier.Reset(1)
		w.Start(0, env)
	}
	worker := func() *Worker { return p.NewWorker(1).(*Worker) }
	want, again := worker(), worker()
	start(want, [3]uint32{7, 8, 9})
	start(again, [3]uint32{1, 2, 3})
	require.True(t, again.Batch().Keep(0))
	for range 2 {
		status, err := again.Resume(0, 1000)
		require.NoError(t, err)
		require.Equal(t, dispatch.Done, status)
		again.Batch().Restart(0, [3]uint32{7, 8, 9})
		assert.Equal(t, want.Save(0, nil), again.Save(0, nil))
		assert.Equal(t, want.threads[0].mode, again.threads[0].mode)
		assert.Equal(t, want.threads[0].regs, again.threads[0].regs)
	}
}

// TestKeepRefuses: a program that may change any register, and a thread that ended at its start, are not kept.
func TestKeepRefuses(t *testing.T) {
	indirect := ins(native.OpMov, 8, dst(20, native.D), imm(5, native.D))
	indirect.Dst = native.Operand{File: native.GRF, Indirect: true, Region: native.Dst1, Type: native.D}
	for name, c := range map[string]struct {
		in    native.Inst
		entry uint32
		want  bool
	}{
		"an address": {in: indirect}, "no instruction": {in: ins(native.OpMov, 8, dst(20, native.D), imm(5, native.D)), entry: 0x1000},
		"neither": {in: ins(native.OpMov, 8, dst(20, native.D), imm(5, native.D)), want: true},
	} {
		p, err := loadInsts(name, native.SKL, []native.Inst{c.in, eot()})
		require.NoError(t, err)
		w := p.NewWorker(1).(*Worker)
		w.Start(0, &dispatch.Thread{Group: &dispatch.Group{}, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32), Entry: c.entry})
		assert.Equal(t, c.want, w.Keep(0), name)
	}
}
