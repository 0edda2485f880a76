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
// every branch target. A target where no instruction of code starts is a number,
// the offset in the instruction. The error is a *native.DecodeError or w's.
func Print(w io.Writer, t native.Target, code []byte) error {
	insts, offs, err := native.DecodeAll(t, code)
	if err != nil {
		return err
	}
	starts := map[int]bool{len(code): true}
	for _, off := range offs {
		starts[off] = true
	}
	labels := map[int]bool{0: true, len(code): true}
	for i := range insts {
		for _, at := range targets(&insts[i], offs[i]) {
			labels[at] = true
		}
	}
	p := printer{starts: starts, align16: t.Caps().Align16}
	out := bufio.NewWriter(w)
	for i := range insts {
		if labels[offs[i]] {
			fmt.Fprintf(out, "L%d:\n", offs[i])
		}
		fmt.Fprintln(out, p.inst(&insts[i], offs[i]))
	}
	fmt.Fprintf(out, "L%d:\n", len(code))
	return out.Flush()
}

// Inst is the text of one instruction of target t that starts pc bytes into the
// code.
func Inst(t native.Target, in *native.Inst, pc int) string {
	return printer{align16: t.Caps().Align16}.inst(in, pc)
}

// printer turns instructions into text.
type printer struct {
	prog   *native.Program // names virtual registers and labels; nil when there are none
	starts map[int]bool    // where a label can stand; nil when anywhere

	align16 bool // the target has Align16
}

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
	if in.Op.IsEmpty() {
		if o := options(in); o != "" {
			pad(colSrc - 1)
			b.WriteString(" " + o)
		}
		return b.String()
	}
	if in.Op != native.OpJmpi && in.Op != native.OpWait && in.Op != native.OpSync {
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

// base is where the offsets of a branch at pc are counted from.
func base(in *native.Inst, pc int) int {
	if in.Op.IsAbsolute() {
		return 0
	}
	return pc
}

// targets are the places that an instruction at pc may branch to, JIP first.
func targets(in *native.Inst, pc int) []int {
	pc = base(in, pc)
	switch n := in.Op.Targets(); {
	case n == 0 || targetRegister(in) != nil:
		return nil
	case n == 1:
		return []int{pc + int(in.JIP)}
	}
	return []int{pc + int(in.JIP), pc + int(in.UIP)}
}

// targetRegister is the register that holds the target of a branch; nil when
// the instruction holds it, or is no branch.
func targetRegister(in *native.Inst) *native.Operand {
	s := in.Op.TargetSource()
	if s > 0 && in.Src[s].File == native.NoFile {
		s = 0 // Gen12 has every branch target there
	}
	if s < 0 || in.Src[s].File == native.NoFile || in.Src[s].File == native.Imm {
		return nil
	}
	return &in.Src[s]
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

// options are in the order of the alphabet.
func options(in *native.Inst) string {
	var on []string
	for _, o := range []struct {
		on   bool
		name string
	}{
		// the compiler sets the bit in every while, the vendor's text never shows it
		{in.AccWr && in.Op != native.OpWhile, "AccWrEn"},
		{in.Thread == native.ThreadAtomic, "Atomic"},
		{in.Debug, "Breakpoint"},
		{in.Compact, "Compacted"},
		{in.Msg.EOT, "EOT"},
		{in.DepCtrl&native.DepNoDDChk != 0, "NoDDChk"},
		{in.DepCtrl&native.DepNoDDClr != 0, "NoDDClr"},
		{in.NoSrcDep, "NoSrcDepSet"},
		{in.Fused, "Serialize"},
		{in.Thread == native.ThreadSwitch, "Switch"},
		{in.SWSB != 0, in.Scoreboard()},
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
