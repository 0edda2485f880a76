package asm

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Column starts of the printed text.
const (
	colOp  = 8
	colDst = 33
	colSrc = 47
	widSrc = 18
)

// Print writes all of code, one instruction a line, with a label line before
// every branch target. The error is a *native.DecodeError or w's.
func Print(w io.Writer, t native.Target, code []byte) error {
	insts, offs, err := native.DecodeAll(t, code)
	if err != nil {
		return err
	}
	isTarget := map[int]bool{0: true, len(code): true}
	for i := range insts {
		for _, d := range targets(&insts[i]) {
			isTarget[offs[i]+int(d)] = true
		}
	}
	out := bufio.NewWriter(w)
	for i := range insts {
		if isTarget[offs[i]] {
			fmt.Fprintf(out, "L%d:\n", offs[i])
		}
		fmt.Fprintln(out, Inst(&insts[i], offs[i]))
	}
	if isTarget[len(code)] {
		fmt.Fprintf(out, "L%d:\n", len(code))
	}
	return out.Flush()
}

// Inst is the text of one instruction that starts pc bytes into the code.
func Inst(in *native.Inst, pc int) string { return printer{}.inst(in, pc) }

// printer turns instructions into text; prog names virtual registers and
// labels, nil when there are none.
type printer struct{ prog *native.Program }

func (p printer) inst(in *native.Inst, pc int) string {
	var b strings.Builder
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
	if in.Op == native.OpNop || in.Op == native.OpIllegal {
		return b.String()
	}
	if in.Op != native.OpJmpi && in.Op != native.OpWait {
		fmt.Fprintf(&b, " (%d|M%d)", execSize(in), in.ChanOff)
	}
	if c := p.condition(in); c != "" {
		fmt.Fprintf(&b, " %s", c)
	}
	pad(colDst - 1)
	dst, srcs := p.operands(in, pc)
	if in.Sat {
		dst = "(sat)" + dst
	}
	b.WriteString(" " + dst)
	for i, s := range srcs {
		pad(colSrc - 1 + i*widSrc)
		b.WriteString(" " + s)
	}
	if o := options(in); o != "" {
		pad(colSrc - 1 + max(2, len(srcs))*widSrc)
		b.WriteString(" " + o)
	}
	return strings.TrimRight(b.String(), " ")
}

// targets are the branch offsets of an instruction, JIP first.
func targets(in *native.Inst) []int32 {
	switch n := in.Op.Targets(); {
	case n == 0 || !hasOffset(in):
		return nil
	case n == 1:
		return []int32{in.JIP}
	}
	return []int32{in.JIP, in.UIP}
}

// hasOffset is false for branches whose target is a register.
func hasOffset(in *native.Inst) bool {
	o := &in.Src[0]
	if in.Op == native.OpJmpi || in.Op == native.OpCall || in.Op == native.OpCalla {
		o = &in.Src[1]
	}
	return o.File == native.NoFile || o.File == native.Imm || o.File == native.ARF
}

func mnemonic(in *native.Inst) string {
	s := in.Op.String()
	switch {
	case in.Op == native.OpMath:
		s += "." + native.MathName(in.MathFC)
	case in.Branch:
		s += ".b"
	}
	return s
}

// execSize is the printed one: a three-source scalar is stored as four
// channels of which one is enabled.
func execSize(in *native.Inst) uint8 {
	if in.Align16 && in.ExecSize == 4 && in.Dst.ChanEn != 0 && in.Dst.ChanEn&(in.Dst.ChanEn-1) == 0 {
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
	if in.Op == native.OpMath && (in.MathFC == native.MathInvm || in.MathFC == native.MathRsqtm) {
		return "(eo)" + p.flag(in)
	}
	if in.Cond == native.CondNone {
		return ""
	}
	return "(" + in.Cond.String() + ")" + p.flag(in)
}

func options(in *native.Inst) string {
	var on []string
	for _, o := range []struct {
		on   bool
		name string
	}{
		{in.AccWr && in.Op != native.OpWhile, "AccWrEn"},
		{in.Thread == native.ThreadAtomic, "Atomic"},
		{in.Thread == native.ThreadSwitch, "Switch"},
		{in.DepCtrl&native.DepNoDDChk != 0, "NoDDChk"},
		{in.DepCtrl&native.DepNoDDClr != 0, "NoDDClr"},
		{in.Debug, "Breakpoint"},
		{in.NoSrcDep, "NoSrcDepSet"},
		{in.Compact, "Compacted"},
		{in.Msg.EOT, "EOT"},
	} {
		if o.on {
			on = append(on, o.name)
		}
	}
	if on == nil {
		return ""
	}
	return "{" + strings.Join(on, ",") + "}"
}
