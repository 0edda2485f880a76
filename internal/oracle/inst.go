//go:build oracle

package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// predNames are the functions after the flag; normal channels have none.
var predNames = []string{"", "", ".anyv", ".allv", ".any2h", ".all2h", ".any4h", ".all4h", ".any8h", ".all8h", ".any16h", ".all16h", ".any32h", ".all32h"}

func compare(t native.Target, in *native.Inst, pc int, iga *igaInst) diffs {
	var d diffs
	d.check("op", in.Op, iga.Op)
	if in.Op.IsEmpty() {
		return d
	}
	d.control(t, in, iga)
	d.flags(in, iga)
	d.options(t, in, iga)
	switch {
	case in.Op.IsSend():
		d.message(t, in, iga)
	case hasTarget(iga):
		d.branch(in, pc, iga)
	case targetRegister(in) != nil:
		d.operand("target", in, targetRegister(in), &iga.Srcs[0], false)
	case in.Op == native.OpWait || in.Op == native.OpRet:
		d.check("sat", in.Sat, false)
		d.sources(in, iga)
	default:
		if iga.Dst != nil {
			d.operand("dst", in, &in.Dst, iga.Dst, true)
			d.check("sat", in.Sat, iga.Dst.Sat)
		}
		d.sources(in, iga)
	}
	return d
}

func hasTarget(iga *igaInst) bool {
	return slices.ContainsFunc(iga.Srcs, func(o igaOperand) bool { return o.Kind == "LB" })
}

// targetRegister is where a branch without an offset keeps its target, of those
// that may have one.
func targetRegister(in *native.Inst) *native.Operand {
	if s := in.Op.TargetSource(); s >= 0 && in.Op.Targets() > 0 {
		return &in.Src[s]
	}
	return nil
}

func (d *diffs) control(t native.Target, in *native.Inst, iga *igaInst) {
	es := in.ExecSize
	if _, ok := in.ScalarLane(); ok {
		es = 1
	}
	d.check("exec size", es, iga.ES)
	d.check("channel offset", in.ChanOff, iga.EO)
	d.check("NoMask", in.NoMask, iga.Wren)
	var subop string
	if iga.Subop != nil {
		subop = *iga.Subop
	}
	switch {
	case in.Op.IsMath():
		d.check("math function", native.MathName(in.MathFC), subop)
	case in.Op == native.OpBfn:
		d.check("function", in.BoolFC, boolean(subop))
	case in.Op == native.OpSync:
		d.check("sync function", native.SyncName(in.SyncFC), subop)
	case in.Op.IsSend() && !in.Op.IsSplit():
		d.check("shared function", t.SFIDName(in.Msg.SFID), subop)
	}
}

func (d *diffs) flags(in *native.Inst, iga *igaInst) {
	d.check("predicated", in.PredCtrl != native.PredNone, iga.Pred != nil)
	if iga.Pred != nil && in.PredCtrl != native.PredNone {
		d.check("predicate inverse", in.PredInv, iga.Pred.Inv)
		d.check("predicate control", predNames[in.PredCtrl], iga.Pred.Func)
	}
	var cond string
	if iga.FM != nil {
		cond = iga.FM.Cond
	}
	if in.IsMathMacro() {
		d.check("early-out flag", "eo", cond)
	} else {
		d.check("condition", in.Cond.String(), cond)
	}
	if iga.FReg != nil {
		d.check("flag", fmt.Sprintf("f%d.%d", in.Flag.Reg, in.Flag.Sub), fmt.Sprintf("%s%d.%d", iga.FReg.RN, iga.FReg.R, iga.FReg.SR))
	}
}

func (d *diffs) options(t native.Target, in *native.Inst, iga *igaInst) {
	var ours []string
	add := func(on bool, name string) {
		if on {
			ours = append(ours, name)
		}
	}
	// iga64 does not show bit 28 of while, where the compiler sets it.
	add(in.AccWr && in.Op != native.OpWhile, "AccWrEn")
	add(in.Thread == native.ThreadAtomic, "Atomic")
	add(in.Thread == native.ThreadSwitch, "Switch")
	add(in.Thread == native.ThreadNoPreempt, "NoPreempt")
	add(in.Fused, "Serialize")
	add(in.Msg.ExBSO, "ExBSO")
	add(in.DepCtrl&native.DepNoDDChk != 0, "NoDDChk")
	add(in.DepCtrl&native.DepNoDDClr != 0, "NoDDClr")
	add(in.Compact, "Compacted")
	add(in.Msg.EOT, "EOT")
	add(in.NoSrcDep, "NoSrcDepSet")
	add(in.Debug, "Breakpoint")
	slices.Sort(ours)
	theirs := slices.Clone(iga.Opts)
	slices.Sort(theirs)
	d.check("options", ours, theirs)
	var board []string
	for _, s := range []*string{iga.RegDist, iga.SBID} {
		if s != nil {
			board = append(board, *s)
		}
	}
	if platform[t] == platform[native.DG2] { // iga64 takes code of mtl for that of dg2, where no doubles set tokens
		t = native.DG2
	}
	d.check("scoreboard", in.Scoreboard(t), strings.Join(board, ","))
}

// branch compares the targets: a label L0123 is decimal bytes from the start.
func (d *diffs) branch(in *native.Inst, pc int, iga *igaInst) {
	d.check("sat", in.Sat, false)
	ours := []int32{in.JIP, in.UIP}
	if in.Op.IsAbsolute() {
		pc = 0
	}
	n := 0
	for _, s := range iga.Srcs {
		if s.Kind != "LB" {
			continue
		}
		d.check("target", fmt.Sprintf("L%04d", pc+int(ours[n])), *s.Target)
		n++
	}
	if iga.Dst != nil {
		d.operand("dst", in, &in.Dst, iga.Dst, true)
	}
}

func (d *diffs) sources(in *native.Inst, iga *igaInst) {
	for k := range iga.Srcs {
		d.operand(fmt.Sprintf("src%d", k), in, &in.Src[k], &iga.Srcs[k], false)
	}
	if k := len(iga.Srcs); k < len(in.Src) {
		d.check("extra source", native.NoFile, in.Src[k].File)
	}
}

func (d *diffs) message(t native.Target, in *native.Inst, iga *igaInst) {
	d.register("dst", &in.Dst, iga.Dst.Reg, 1)
	first := iga.Srcs[0]
	if first.Addr != nil {
		first.Reg = &first.Addr.Reg
	}
	if in.Src[0].Indirect {
		d.check("payload", fmt.Sprintf("a0.%d", in.Src[0].AddrSub), fmt.Sprintf("a0.%d", first.Reg.SR))
	} else {
		d.register("payload", &in.Src[0], first.Reg, 1)
	}
	ex := in.Msg.FullExDesc()
	if in.Src[1].File != native.NoFile {
		d.register("payload 2", &in.Src[1], iga.Srcs[1].Reg, 1)
		if !in.Op.IsSplit() {
			ex = in.Msg.ExDesc // function and end of thread stand beside it
		}
	}
	if native.FormOf(t, in.Op).Lengths && (in.Msg.ExBSO || !in.Msg.ExDescReg) { // stands behind the payload
		d.check("registers of payload 2", in.Msg.Second(), iga.Srcs[1].Len)
		ex, _ = ex.WithMlen(0)
	}
	n := len(iga.Srcs)
	d.descriptor("extended descriptor", in.Msg.ExDescReg, in.Msg.ExDescSub, uint32(ex), &iga.Srcs[n-2])
	d.descriptor("descriptor", in.Msg.DescReg, in.Msg.DescSub, uint32(in.Msg.Desc), &iga.Srcs[n-1])
}

func (d *diffs) descriptor(what string, reg bool, sub uint8, v uint32, iga *igaOperand) {
	if iga.Kind == "IM" {
		d.check(what, fmt.Sprintf("%#X", v), fmt.Sprintf("0X%s", iga.Value[2:]))
		d.check(what+" in register", reg, false)
		return
	}
	d.check(what, fmt.Sprintf("%v a0.%d", reg, sub/4), fmt.Sprintf("true a%d.%d", iga.Reg.R, iga.Reg.SR))
}

// boolean is the function of bfn that an expression of s0, s1 and s2 in parentheses computes; iga64
// writes no other.
func boolean(expression string) uint8 {
	v, _ := booleanLevel(expression, 0)
	return v
}

// booleanLevel reads operands of the operator of a level, | then ^ then &, and gives what is behind them.
func booleanLevel(s string, level int) (v uint8, rest string) {
	const operators = "|^&"
	if level == len(operators) {
		return booleanTerm(s)
	}
	v, rest = booleanLevel(s, level+1)
	for rest != "" && rest[0] == operators[level] {
		var w uint8
		w, rest = booleanLevel(rest[1:], level+1)
		switch operators[level] {
		case '|':
			v |= w
		case '^':
			v ^= w
		default:
			v &= w
		}
	}
	return v, rest
}

func booleanTerm(s string) (v uint8, rest string) {
	switch {
	case strings.HasPrefix(s, "~"):
		v, rest = booleanTerm(s[1:])
		return ^v, rest
	case strings.HasPrefix(s, "("):
		v, rest = booleanLevel(s[1:], 0)
		return v, strings.TrimPrefix(rest, ")")
	case len(s) > 1 && s[0] == 's':
		return map[byte]uint8{'0': 0xAA, '1': 0xCC, '2': 0xF0}[s[1]], s[2:]
	}
	return 0, ""
}
