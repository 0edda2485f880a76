package hazard

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// What DepCtrl says of the destination (gen-encoding section 3.2, DepCtrl0).
const (
	noClear = 1 // NoDDClr: it stays marked as being written
	noCheck = 2 // NoDDChk: an earlier mark is not waited for
)

// byAddr stands for a destination whose address a register has, arfs for the first
// architecture register, in the numbers of a chain.
const (
	byAddr = -1
	arfs   = native.MostGRFs
)

// Chain is a register that NoDDClr has left marked as being written.
type Chain struct {
	Reg  int32 // general register; GRFs and above: architecture register; -1: by address
	Inst int32 // that left it so last
}

// Marks are the registers of a thread that are marked as being written although
// nothing will take the mark away but a NoDDChk instruction.
type Marks struct {
	Open    []Chain
	flights []Chain // messages and math in flight: registers that they will write
}

// destinations are the registers that an instruction writes, as chains name them.
func destinations(in *native.Inst, writes Touches) []int32 {
	var out []int32
	for _, t := range writes {
		out = append(out, t.Reg)
	}
	switch d := &in.Dst; {
	case d.Indirect && len(out) == 0:
		out = append(out, byAddr)
	case d.File == native.ARF && !d.IsNull() && in.Op.IsALU():
		out = append(out, arfs+d.Reg)
	}
	return out
}

// step checks one instruction and applies it.
func (m *Marks) step(out []Finding, i int32, xs []insn) []Finding {
	x := &xs[i]
	dst := destinations(x.Inst, x.writes)
	for _, t := range x.reads {
		if k := m.index(t.Reg); k >= 0 {
			out = append(out, m.finding(RAW, i, k, t, "the NoDDChk of its last write before this"))
		}
		m.landed(t.Reg)
	}
	ctrl := x.DepCtrl
	for _, r := range dst {
		out = m.write(out, i, r, ctrl, xs)
	}
	for _, r := range dst {
		if x.token && r != byAddr {
			m.landed(r)
			m.flights = append(m.flights, Chain{r, i})
		}
	}
	return out
}

// write checks and applies the write of one register.
func (m *Marks) write(out []Finding, i, r int32, ctrl uint8, xs []insn) []Finding {
	k := m.index(r)
	t := Touch{r, whole}
	switch {
	case k < 0 && ctrl&noCheck != 0:
		if f := m.flight(r); f >= 0 {
			out = append(out, Finding{WAW, int(i), int(m.flights[f].Inst), t, "no NoDDChk, which would wait for it"})
		} else {
			out = append(out, Finding{Unpaired, int(i), int(i), t, "a NoDDClr before its NoDDChk, on the same register"})
		}
	case k >= 0 && ctrl&noCheck == 0 && r != byAddr:
		out = append(out, m.finding(WAW, i, k, t, "NoDDChk: it waits for itself to come"))
	case k >= 0 && ctrl&noCheck != 0:
		if y := &xs[m.Open[k].Inst]; !y.samePath(&xs[i]) {
			out = append(out, m.finding(Unlike, i, k, t, "pipe and predicate of the instruction whose NoDDClr it ends"))
		}
	}
	if ctrl&noCheck == 0 {
		m.landed(r)
	}
	switch {
	case ctrl == noClear && (k < 0 || r == byAddr):
		m.Open = append(m.Open, Chain{r, i})
	case ctrl&noClear != 0 && k >= 0:
		m.Open[k].Inst = i
	case ctrl&noClear != 0:
		m.Open = append(m.Open, Chain{r, i})
	case k >= 0:
		m.Open = slices.Delete(m.Open, k, k+1)
	}
	return out
}

// samePath tells instructions whose results come in order, in the same channels: of one
// pipe, or messages of one shared function.
func (x *insn) samePath(y *insn) bool {
	return x.Op.IsMath() == y.Op.IsMath() && x.Op.IsSend() == y.Op.IsSend() && (!x.Op.IsSend() || x.Msg.SFID == y.Msg.SFID) && x.PredCtrl == y.PredCtrl && x.PredInv == y.PredInv && (x.PredCtrl == native.PredNone || x.Flag == y.Flag)
}

func (m *Marks) index(r int32) int {
	return slices.IndexFunc(m.Open, func(c Chain) bool { return c.Reg == r })
}

func (m *Marks) flight(r int32) int {
	return slices.IndexFunc(m.flights, func(c Chain) bool { return c.Reg == r })
}

// landed forgets messages that something has waited for.
func (m *Marks) landed(r int32) {
	m.flights = slices.DeleteFunc(m.flights, func(c Chain) bool { return c.Reg == r })
}

func (m *Marks) finding(kind Kind, i int32, k int, t Touch, missing string) Finding {
	return Finding{kind, int(i), int(m.Open[k].Inst), t, missing}
}

// end is the end of a block: every mark must be gone.
func (m *Marks) end(out []Finding) []Finding {
	for _, c := range m.Open {
		out = append(out, Finding{Unpaired, int(c.Inst), int(c.Inst), Touch{c.Reg, whole}, "a NoDDChk behind its NoDDClr, on the same register, in its block"})
	}
	m.Open = m.Open[:0]
	return out
}

// depCtrl checks each block of a program for a target before Gen12.
func depCtrl(p *native.Program, xs []insn) []Finding {
	var out []Finding
	for _, b := range flow.Cut(p).Blocks {
		var m Marks
		for i := b.Start; i < b.End; i++ {
			out = m.step(out, i, xs)
		}
		out = m.end(out)
	}
	return out
}

// register names the register of a chain.
func register(r int32) string {
	switch {
	case r == byAddr:
		return "r[a0]"
	case r >= arfs:
		return fmt.Sprintf("architecture register %#02x", r-arfs)
	}
	return fmt.Sprintf("r%d", r)
}
