package eu

import (
	"fmt"
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// HazardError is a register that a thread touches before an earlier instruction is
// done with it: on hardware the result would depend on timing.
type HazardError struct {
	hazard.Finding
	IP, By uint32 // offsets of the two instructions
	What   string // the instruction, without operands
}

// Error names both instructions, the register and what is missing.
func (e *HazardError) Error() string {
	return fmt.Sprintf("ip %#05x: %s: %s", e.IP, e.What, e.Text(func(int) string { return fmt.Sprintf("the instruction at ip %#05x", e.By) }))
}

// Hazards is the program for launches that a hazard shall stop: a thread that touches
// a register too early ends with a *HazardError before it does. It runs instruction
// by instruction. A thread that is loaded begins with nothing in flight.
func (p *Program) Hazards() dispatch.Engine {
	offsets := make([]int, len(p.Insts))
	for i := range offsets {
		offsets[i] = int(p.IP(i))
	}
	return &guarded{Program: p, code: hazard.NewCode(p.Target, p.Insts, offsets)}
}

type guarded struct {
	*Program
	code *hazard.Code
}

// NewWorker guards a worker.
func (g *guarded) NewWorker(threads int) dispatch.Worker {
	return &guard{Worker: g.Program.Worker(threads), code: g.code, threads: make([]hazard.Thread, threads)}
}

type guard struct {
	*Worker
	code    *hazard.Code
	threads []hazard.Thread
}

// Start starts a thread with nothing in flight.
func (g *guard) Start(slot int, t *dispatch.Thread) {
	g.threads[slot].Start(g.code)
	g.Worker.Start(slot, t)
}

// Load is the same for a thread that goes on.
func (g *guard) Load(slot int, t *dispatch.Thread, state []byte) error {
	g.threads[slot].Start(g.code)
	return g.Worker.Load(slot, t, state)
}

// Resume runs a thread instruction by instruction, each after its check.
func (g *guard) Resume(slot, budget int) (status dispatch.Status, err error) {
	t := &g.Worker.threads[slot]
	for ; budget > 0 && status == dispatch.Running && err == nil; budget-- {
		if t.wait != 0 && t.pc >= t.wake {
			t.join(t.pc) // as the run loop does first
		}
		if t.pc < len(g.prog.Insts) && !t.done {
			if err := g.check(t, &g.threads[slot]); err != nil {
				t.done, t.err = true, err
				return dispatch.Done, err
			}
		}
		status, err = g.Step(slot)
	}
	return status, err
}

// check issues the instruction that a thread runs next.
func (g *guard) check(t *thread, h *hazard.Thread) error {
	p, i := g.prog, t.pc
	var f hazard.Finding
	var ok bool
	if g.code.Dynamic(i) {
		in := p.Counted[i]
		if s := p.Send(&p.Ops[i]); s != nil {
			in.Msg = t.sent(s)
		}
		f, ok = h.Step(i, t.exec != 0, &in, func(o *native.Operand, lane, row int) (int, bool) { return t.lies(i, o, lane, row) })
	} else {
		f, ok = h.Step(i, t.exec != 0, nil, nil)
	}
	if ok {
		return nil
	}
	return &HazardError{Finding: f, IP: p.IP(f.Inst), By: p.IP(f.By), What: p.Summary(f.Inst)}
}

// lies is the address of an indirect operand for a channel that runs, or for a message.
func (t *thread) lies(i int, o *native.Operand, lane, row int) (at int, known bool) {
	p := t.prog
	op := &p.Ops[i]
	em := op.Full & (t.exec>>(op.Off&31) | op.NoMask)
	if !op.Form.IsControl() || op.Form == code.FormSend || op.Form == code.FormState {
		em = t.mask(op)
	}
	word := int(o.AddrSub) + row
	if lane >= 0 && em>>lane&1 == 0 || word >= p.Target.Caps().AddressWords {
		return 0, false // with more words than there are the run stops for that
	}
	return int(int16(*(*uint16)(unsafe.Add(t.base, t.grf+code.OffA0+2*word)))), true
}
