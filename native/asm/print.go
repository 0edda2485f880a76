package asm

import (
	"github.com/genvisa/genvisa/native"
)

// Column starts of the printed text.
const (
	colOp  = 8
	colDst = 33
	colSrc = 47
	widSrc = 18
)

// Inst is the text of one instruction of target t that starts pc bytes into the
// code.
func Inst(t native.Target, in *native.Inst, pc int) string {
	p := newPrinter(t)
	p.inst(in, pc)
	return p.String()
}

// printer turns instructions into text, one behind the other.
type printer struct {
	text
	*words
	prog    *native.Program // names virtual registers and labels; nil when there are none
	starts  places          // where a label can stand; nil when anywhere
	target  native.Target
	align16 bool // the target has Align16
	sized   bool // a message says the registers of its second payload behind it
	fields  map[native.MessageKind][]namedField
}

func newPrinter(t native.Target) *printer {
	return &printer{words: wordsOf(), target: t, align16: t.Caps().Align16, sized: native.FormOf(t, native.OpSend).Lengths}
}

// inst writes one instruction, without the end of the line.
func (p *printer) inst(in *native.Inst, pc int) {
	p.begin()
	p.predicate(in)
	if p.length() >= colOp {
		p.char(' ')
	}
	p.pad(colOp)
	p.mnemonic(in)
	n := 0
	if !in.Op.IsEmpty() {
		if in.Op != native.OpJmpi && in.Op != native.OpWait && in.Op != native.OpSync {
			p.str(" (")
			p.num(int(execSize(in)))
			p.str("|M")
			p.num(int(in.ChanOff))
			p.char(')')
		}
		p.condition(in)
		p.pad(colDst - 1)
		p.char(' ')
		n = max(2, p.operands(in, pc))
	}
	p.options(in, colSrc-1+n*widSrc)
	p.trim()
}

// column begins source i.
func (p *printer) column(i int) {
	p.pad(colSrc - 1 + i*widSrc)
	p.char(' ')
}

// base is where the offsets of a branch at pc are counted from.
func base(in *native.Inst, pc int) int {
	if in.Op.IsAbsolute() {
		return 0
	}
	return pc
}

// targets are the n places that an instruction at pc may branch to, JIP first.
func targets(t native.Target, in *native.Inst, pc int) (to [2]int, n int) {
	if in.Op.Targets() == 0 || in.TargetRegister() != nil {
		return to, 0
	}
	pc = base(in, pc)
	return [2]int{pc + int(in.JIP), pc + int(in.UIP)}, t.Offsets(in.Op)
}

func (p *printer) mnemonic(in *native.Inst) {
	p.str(in.Op.String())
	switch {
	case in.Op.IsMath():
		p.char('.')
		p.str(native.MathName(in.MathFC))
	case in.Op == native.OpSync:
		p.char('.')
		p.str(native.SyncName(in.SyncFC))
	case isUnified(in):
		p.char('.')
		p.str(p.target.SFIDName(in.Msg.SFID))
	case in.Op == native.OpBfn:
		p.char('.')
		p.str(native.BooleanText(in.BoolFC))
	case in.Op.IsSystolic():
		p.char('.')
		p.str(systolicName(in.Systolic))
	case in.Branch:
		p.str(".b")
	}
}

// execSize is the printed one: 1 for a three-source scalar.
func execSize(in *native.Inst) uint8 {
	if _, ok := in.ScalarLane(); ok {
		return 1
	}
	return in.ExecSize
}

func (p *printer) predicate(in *native.Inst) {
	if in.PredCtrl == native.PredNone {
		if in.NoMask {
			p.str("(W)")
		}
		return
	}
	p.char('(')
	if in.NoMask {
		p.str("W&")
	}
	if in.PredInv {
		p.char('~')
	}
	p.flag(in)
	p.str(in.PredCtrl.Suffix(in.Align16))
	p.char(')')
}

func (p *printer) condition(in *native.Inst) {
	name := in.Cond.String()
	if in.IsMathMacro() {
		name = "eo"
	}
	if name == "" {
		return
	}
	p.str(" (")
	p.str(name)
	p.char(')')
	p.flag(in)
}
