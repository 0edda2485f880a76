package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// Worker runs the threads of one group. All its memory is allocated at once.
type Worker struct {
	prog     *code.Program
	threads  []thread
	arena    []uint64
	stride   int // bytes of one thread's registers
	rows     [numRows][maxLanes]uint64
	port     message.Port
	message  message.Message // of a descriptor in a register
	reached  reach           // by messages, as port is set
	executed uint64
	budget   int   // of the turn
	mode     arith // of a thread that starts
	known    known
	alone    bool // no other engine resumes its threads
	compiled *Compiled
	frame    Frame     // of compiled code
	some     []uintptr // of compiled, once it was asked for
	firsts   []first
	kept     []byte   // of firsts: registers that the program can change, thread by thread
	clears   struct { // registers that a thread with such a payload can change behind it
		payload int
		spans   []code.Span
	}
	entry struct { // where the last thread began that did not at the first instruction
		at uint32
		pc int
		ok bool
	}
}

// NewWorker returns a worker for groups of up to threads threads.
func (p *Program) NewWorker(threads int) dispatch.Worker {
	w := p.Worker(threads)
	w.alone = true
	return w
}

// Worker is NewWorker for another engine, which shares the threads and resumes them itself.
func (p *Program) Worker(threads int) *Worker {
	w := &Worker{prog: p.Program, threads: make([]thread, threads)}
	w.stride = p.FileBytes + code.ArchSize + code.RowSlack
	w.arena = make([]uint64, threads*w.stride/8+1)
	for i := range w.threads {
		t := &w.threads[i]
		t.base = unsafe.Add(unsafe.Pointer(&w.arena[0]), i*w.stride)
		t.spaces = [2]unsafe.Pointer{t.base, unsafe.Pointer(&p.Consts[0])}
		t.grf, t.prog, t.work, t.payload = p.FileBytes, p.Program, w, -1
		t.seat = seat(p.Target, &t.seatOf, t.seatID)
		t.regs = unsafe.Slice((*byte)(t.base), w.stride)
		t.readMode()
		w.mode = t.mode
	}
	w.clears.spans = make([]code.Span, 0, len(p.Written))
	w.firsts = make([]first, threads)
	w.kept = make([]byte, threads*w.keepBytes())
	w.frame.Tables = w.port.Tables()
	return w
}

// Payload is where the first n bytes of a thread's registers lie, nil when it has fewer.
func (w *Worker) Payload(slot, n int) []byte {
	t := &w.threads[slot]
	if n > t.grf {
		return nil
	}
	return t.regs[:n:n]
}

// Start loads a thread. Registers beyond the payload start as zero.
func (w *Worker) Start(slot int, env *dispatch.Thread) {
	t := &w.threads[slot]
	t.env = env
	t.reset(env.Mask)
	t.load(env.Payload)
	if env.Entry != 0 {
		t.startAt(env.Entry)
	}
	t.mode = w.mode // cr0 is 0
	t.begin()
	if env.Depends() {
		t.dispatchTDR()
	}
}

// reset makes the state that of a thread with these channels at the first instruction. The places
// of channels, most of its bytes, are zeros unless the slot's last thread needed them.
func (s *state) reset(mask uint32) {
	if s.apart {
		*s = state{}
	}
	s.live, s.exec, s.sr02 = mask, mask, mask
	s.pc, s.wait, s.away, s.wake, s.level, s.ticks = 0, 0, 0, 0, 0, 0
	s.system, s.halted, s.done, s.err = false, false, false, nil
}

// startAt makes the thread begin at an offset in the code.
func (t *thread) startAt(at uint32) {
	e := &t.work.entry
	if e.at != at || !e.ok {
		e.at = at
		e.pc, e.ok = t.prog.Index(at)
	}
	if t.pc = e.pc; !e.ok {
		t.err = &EntryError{at}
		t.done = true
	}
}

// step says how the run loop goes on after a control instruction.
type step uint8

// Steps.
const (
	goOn   step = iota // t.pc is set
	stall              // wait: the same instruction again later
	listen             // the same, for a notification that no barrier brings
	end                // end of thread or error
)

// Resume runs a thread until it ends, waits at a barrier, or has executed budget
// instructions.
func (w *Worker) Resume(slot, budget int) (dispatch.Status, error) {
	t := &w.threads[slot]
	w.attach(t)
	if t.env.Aside != nil {
		w.port.Aside = message.Aside{Registers: t.env.Aside, Mask: t.env.Mask}
	}
	if t.env.Depends() {
		t.retire()
	}
	left := budget
	w.budget = budget
	status := dispatch.Running
	for left > 0 && !t.done && status == dispatch.Running {
		var run step
		if w.prog.Breaks || t.env.Halt != 0 {
			run = t.stepping(&left)
		} else {
			run = t.block(&left)
		}
		switch run {
		case stall:
			status = dispatch.Waiting
		case listen:
			status = dispatch.Listening
		case end:
			t.done = true
		}
	}
	w.executed += uint64(budget - left)
	t.ticks += uint64(budget - left)
	if t.done {
		return dispatch.Done, t.err
	}
	return status, nil
}

// reach is what threads share that messages reach.
type reach struct {
	group  *dispatch.Group
	local  *mem.Buffer
	memory *mem.Memory
}

// attach makes messages reach what thread t does: what others of its group do, but for scratch space.
func (w *Worker) attach(t *thread) {
	r := reach{t.env.Group, t.env.Group.SLM, t.env.Mem}
	if r == w.reached && t.env.Scratch == nil {
		return
	}
	w.reached = r
	w.port.Attach(t.env.Names(), t.env.Group.SLM, t.env.Scratch)
	w.port.AttachIndirect(t.env.Indirect)
}

// Executed is the number of instructions executed so far, by all threads.
func (w *Worker) Executed() uint64 { return w.executed }

// block runs instructions as far as the budget allows, in runs: straight-line instructions up to
// the next control instruction or branch target, and that control instruction.
func (t *thread) block(left *int) step {
	ops := t.prog.Ops
	for {
		pc := t.pc
		if pc >= len(ops) {
			t.runOff()
			return end
		}
		if t.wait != 0 && pc >= t.wake {
			t.join(pc)
		}
		stop, c := int(t.prog.Ends[pc]), t.work.compiled
		if c != nil {
			if n := t.leap(c, *left); n > 0 {
				if *left -= n; *left == 0 || t.done {
					return goOn
				}
				continue
			}
			stop = min(stop, int(c.Next[pc]))
		}
		if stop > pc+*left {
			stop = pc + *left
		}
		if stop > pc {
			*left -= stop - pc
			if done := t.straight(ops[pc:stop]); done < stop-pc {
				*left += stop - pc - done - 1
				t.pc = pc + done
				return end
			}
			t.pc = stop
		}
		switch {
		case t.err != nil:
			return end
		case *left == 0:
			return goOn
		case stop >= len(ops) || !ops[stop].Form.IsControl() || stop > pc && c != nil && c.Begins[stop].Code != 0:
			continue
		}
		if t.wait != 0 && stop >= t.wake {
			t.join(stop)
		}
		*left--
		var s step
		switch o := &ops[stop]; {
		case o.Form == code.FormState:
			s = t.ownState(o, *left)
		case o.Form == code.FormBranch && !t.system:
			s = t.branch(o, &t.prog.Flows[o.Ext])
		default:
			s = t.control(o)
		}
		if s != goOn || *left == 0 {
			return s
		}
	}
}

// straight executes instructions that do not change the flow of the thread. It
// gives the number of them, or the index of a message that ends the thread by a
// fault; after an earlier fault no message is sent.
func (t *thread) straight(ops []code.Op) int {
	for i, next := 0, 0; i < len(ops); i = next {
		o := &ops[i]
		next = i + 1 + int(o.Skip)
		em := o.Full & (t.exec>>(o.Off&31) | o.NoMask)
		if o.Flags&code.FlagPredicated != 0 {
			em &= t.predicate(o)
		}
		if em == 0 {
			continue
		}
		if o.Row != 0 && em == o.Full && haveEights {
			if to := t.run(ops, i); to > i {
				next = to
				continue
			}
		}
		if o.Flags&code.FlagAccs != 0 { // kinds of the accumulators that the op reads and writes as it does registers
			kinds := t.u32(t.grf + code.OffAccKind)
			if (*kinds^o.AccKinds)&o.AccReads != 0 && !t.accsAre(o, o.AccKinds, o.AccReads) {
				continue
			}
			*kinds = *kinds&^o.AccWrites | o.AccBecome
		}
		if o.Flags&code.FlagDirect != 0 {
			if em == o.Full && o.Flags&(code.FlagInPlace|code.FlagBring) == code.FlagInPlace {
				t.direct(o)
			} else {
				t.nearly(o, em)
			}
			continue
		}
		switch o.Form {
		case code.FormALU:
			t.alu(o, em)
		case code.FormCmp:
			t.cmp(o, em)
		case code.FormSel, code.FormCsel:
			t.sel(o, em)
		case code.FormCarry:
			t.carry(o, em)
		case code.FormMach:
			t.mach(o, em)
		case code.FormBoth:
			t.both(o, em)
		case code.FormDot:
			t.dot(o, em)
		case code.FormPlane:
			t.plane(o, em)
		case code.FormSad:
			t.sad(o, em)
		case code.FormMacro:
			t.macro(o, em)
		case code.FormBoolean:
			t.boolean(o, em)
		case code.FormDpas:
			t.dpas(o, em)
		case code.FormMessage:
			if o.Flags&code.FlagWithNext != 0 && em == o.Full && i+1 < len(ops) && t.withNext(o, &ops[i+1]) {
				next = i + 2 + int(ops[i+1].Skip)
				continue
			}
			if t.err != nil || !t.transmit(o, &t.prog.Send(o).Message, em) {
				return i
			}
		}
	}
	return len(ops)
}

// control executes an instruction that may change the flow of the thread.
func (t *thread) control(o *code.Op) step {
	switch o.Form {
	case code.FormSend:
		return t.send(o)
	case code.FormWait:
		return t.notified(o)
	case code.FormIllegal:
		return t.illegal(o)
	case code.FormRunOff:
		t.runOff()
		return end
	case code.FormStop:
		return t.stopAt(o)
	}
	f := t.prog.Flow(o)
	if t.system && o.Form.MovesChannels() {
		t.unmodelled(o, "a branch of channels in the system routine", 0)
		return end
	}
	switch o.Form {
	case code.FormBranch:
		return t.branch(o, f)
	case code.FormJmpi:
		return t.jmpi(o, f)
	case code.FormJmpiTo:
		return t.jmpiTo(o, f)
	case code.FormIP:
		return t.toIP(o, f)
	case code.FormCall:
		return t.call(o, f, f.IfTrue)
	case code.FormCallTo:
		return t.callTo(o, f)
	}
	return t.ret(o, f)
}

// join re-enables the channels that wait at index pc, in the call that the thread is in.
func (t *thread) join(pc int) {
	t.wake = len(t.prog.Ops)
	for rest := t.wait &^ t.away; rest != 0; {
		var ch int
		ch, rest = lowest(rest)
		if at := int(t.chanPC[ch&31]); at == pc {
			t.exec |= 1 << ch
		} else {
			t.wake = min(t.wake, at)
		}
	}
	t.wait = t.live &^ t.exec
}
