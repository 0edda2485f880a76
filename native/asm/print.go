package asm

import (
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Column starts of the printed text.
const (
	colOp  = 8
	colDst = 33
	colSrc = 47
	widSrc = 18

	lineLength = 120 // of nearly all
)

// Inst is the text of one instruction of target t that starts pc bytes into the
// code.
func Inst(t native.Target, in *native.Inst, pc int) string {
	return printer{target: t, align16: t.Caps().Align16}.inst(in, pc)
}

// printer turns instructions into text.
type printer struct {
	prog    *native.Program // names virtual registers and labels; nil when there are none
	starts  places          // where a label can stand; nil when anywhere
	target  native.Target
	align16 bool // the target has Align16
	texts   map[operandKey]string
}

// operandKey is all that the text of an Align1 operand comes from.
type operandKey struct {
	o     native.Operand
	place operandPlace
	logic bool // negation is that of bits
}

type operandPlace uint8

const (
	atDestination operandPlace = iota
	atSource                   // of one or two
	atThree                    // of three, the last apart
	atLast
)

// mostTexts bounds the texts of operands that a printer remembers.
const mostTexts = 1 << 14

// remembered is the text of an operand, made once where the printer remembers.
func (p printer) remembered(key operandKey, text func() string) string {
	if p.texts == nil {
		return text()
	}
	s, ok := p.texts[key]
	if !ok {
		if len(p.texts) >= mostTexts {
			clear(p.texts)
		}
		s = text()
		p.texts[key] = s
	}
	return s
}

func (p printer) inst(in *native.Inst, pc int) string {
	var b strings.Builder
	b.Grow(lineLength)
	pad := func(col int) {
		for b.Len() < col {
			b.WriteByte(' ')
		}
	}
	b.WriteString(p.predicate(in))
	if b.Len() >= colOp {
		b.WriteByte(' ')
	}
	pad(colOp)
	b.WriteString(mnemonic(in))
	if in.Op.IsEmpty() {
		if o := options(in); o != "" {
			pad(colSrc - 1)
			b.WriteString(" " + o)
		}
		return b.String()
	}
	if in.Op != native.OpJmpi && in.Op != native.OpWait && in.Op != native.OpSync {
		b.WriteString(" (")
		b.WriteString(digits(int(execSize(in))))
		b.WriteString("|M")
		b.WriteString(digits(int(in.ChanOff)))
		b.WriteByte(')')
	}
	if c := p.condition(in); c != "" {
		b.WriteString(" " + c)
	}
	pad(colDst - 1)
	dst, srcs := p.operands(in, pc)
	if in.Sat {
		dst = "(sat)" + dst
	}
	b.WriteByte(' ')
	b.WriteString(dst)
	for i, s := range srcs {
		pad(colSrc - 1 + i*widSrc)
		b.WriteByte(' ')
		b.WriteString(s)
	}
	if o := options(in); o != "" {
		pad(colSrc - 1 + max(2, len(srcs))*widSrc)
		b.WriteString(" " + o)
	}
	return strings.TrimRight(b.String(), " ")
}

// base is where the offsets of a branch at pc are counted from.
func base(in *native.Inst, pc int) int {
	if in.Op.IsAbsolute() {
		return 0
	}
	return pc
}

// targets are the places that an instruction at pc may branch to, JIP first.
func targets(t native.Target, in *native.Inst, pc int) []int {
	if in.Op.Targets() == 0 || in.TargetRegister() != nil {
		return nil
	}
	pc = base(in, pc)
	if t.Offsets(in.Op) == 1 {
		return []int{pc + int(in.JIP)}
	}
	return []int{pc + int(in.JIP), pc + int(in.UIP)}
}

func mnemonic(in *native.Inst) string {
	s := in.Op.String()
	switch {
	case in.Op.IsMath():
		s += "." + native.MathName(in.MathFC)
	case in.Op == native.OpSync:
		s += "." + native.SyncName(in.SyncFC)
	case isUnified(in):
		s += "." + native.SFIDName(in.Msg.SFID)
	case in.Branch:
		s += ".b"
	}
	return s
}

// execSize is the printed one: 1 for a three-source scalar.
func execSize(in *native.Inst) uint8 {
	if _, ok := in.ScalarLane(); ok {
		return 1
	}
	return in.ExecSize
}

func (p printer) predicate(in *native.Inst) string {
	var parts []string
	if in.NoMask {
		parts = append(parts, "W")
	}
	if in.PredCtrl != native.PredNone {
		inv := ""
		if in.PredInv {
			inv = "~"
		}
		parts = append(parts, inv+p.flag(in)+in.PredCtrl.Suffix(in.Align16))
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, "&") + ")"
}

func (p printer) condition(in *native.Inst) string {
	if in.IsMathMacro() {
		return "(eo)" + p.flag(in)
	}
	if in.Cond == native.CondNone {
		return ""
	}
	return "(" + in.Cond.String() + ")" + p.flag(in)
}
