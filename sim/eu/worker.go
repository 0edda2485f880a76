package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// worker runs the threads of one group. All its memory is allocated at once.
type worker struct {
	prog     *Program
	threads  []thread
	arena    []uint64
	stride   int // bytes of one thread's registers
	rows     [5][maxLanes]uint64
	executed uint64
}

// NewWorker returns a worker for groups of up to threads threads.
func (p *Program) NewWorker(threads int) dispatch.Worker {
	w := &worker{prog: p, threads: make([]thread, threads)}
	w.stride = p.caps.grfBytes + arfSize + rowSlack
	w.arena = make([]uint64, threads*w.stride/8+1)
	for i := range w.threads {
		w.threads[i].base = unsafe.Add(unsafe.Pointer(&w.arena[0]), i*w.stride)
	}
	return w
}

// Start loads a thread. Registers beyond the payload start as zero.
func (w *worker) Start(slot int, env *dispatch.Thread) {
	t := &w.threads[slot]
	base := t.base
	*t = thread{base: base, grf: w.prog.caps.grfBytes, prog: w.prog, work: w, env: env, live: env.Mask, exec: env.Mask}
	regs := unsafe.Slice((*byte)(base), w.stride)
	n := copy(regs[:t.grf], env.Payload)
	clear(regs[n:])
}

// Resume runs a thread until it ends, waits at a barrier, or has executed budget
// instructions.
func (w *worker) Resume(slot, budget int) (dispatch.Status, error) {
	t := &w.threads[slot]
	left := budget
	defer func() { w.executed += uint64(budget - left) }()
	for left > 0 && !t.done {
		switch t.block(&left) {
		case stall:
			return dispatch.Waiting, nil
		case end:
			t.done = true
			return dispatch.Done, t.err
		}
	}
	if t.done {
		return dispatch.Done, t.err
	}
	return dispatch.Running, nil
}

// Executed is the number of instructions executed so far, by all threads.
func (w *worker) Executed() uint64 { return w.executed }

// block runs straight-line instructions up to the next control instruction or
// branch target, and that control instruction if the budget allows.
func (t *thread) block(left *int) step {
	ops := t.prog.ops
	pc := t.pc
	if pc >= len(ops) {
		t.runOff()
		return end
	}
	if t.wait != 0 {
		t.join(pc)
	}
	stop := int(t.prog.stop[pc])
	if stop > pc+*left {
		stop = pc + *left
	}
	*left -= stop - pc
	for ; pc < stop; pc++ {
		o := &ops[pc]
		o.fn(t, o)
	}
	t.pc = pc
	switch {
	case t.err != nil:
		return end
	case *left == 0 || pc >= len(ops) || ops[pc].ctl == nil:
		return goOn
	}
	if t.wait != 0 {
		t.join(pc)
	}
	*left--
	return ops[pc].ctl(t, &ops[pc])
}

// join re-enables the channels that wait at index pc.
func (t *thread) join(pc int) {
	for rest := t.wait; rest != 0; {
		var ch int
		ch, rest = lowest(rest)
		if int(t.chanPC[ch]) == pc {
			t.exec |= 1 << ch
		}
	}
	t.wait = t.live &^ t.exec
}
