package asm

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/genvisa/genvisa/native"
)

// PrintProgram writes a program for target t that may still have virtual registers and
// labels: registers by the name of their variable, labels as _L<number>.
// Virtual flags and addresses are F<number> and A<number> when nameless.
func PrintProgram(w io.Writer, t native.Target, prog *native.Program) error {
	out := bufio.NewWriter(w)
	p := printer{prog: prog, target: t, align16: t.Caps().Align16}
	at := make([][]int, len(prog.Insts)+1)
	for l, i := range prog.Labels {
		at[i] = append(at[i], l)
	}
	for i := range at {
		for _, l := range at[i] {
			fmt.Fprintf(out, "_L%d:\n", l)
		}
		if i < len(prog.Insts) {
			fmt.Fprintln(out, p.inst(&prog.Insts[i], 0))
		}
	}
	return out.Flush()
}

// labels are the branch targets as text, JIP first; nil for other ops.
func (p printer) labels(in *native.Inst, pc int) []string {
	if p.prog == nil || in.Label == 0 {
		var out []string
		kind := ""
		if s := in.Op.TargetSource(); s >= 0 && in.Src[s].File == native.Imm {
			kind = addressType(&in.Src[s])
		}
		for _, at := range targets(p.target, in, pc) {
			if p.starts != nil && !p.starts.has(at) {
				out = append(out, strconv.Itoa(at-base(in, pc))+kind)
				continue
			}
			out = append(out, "L"+strconv.Itoa(at)+kind)
		}
		return out
	}
	out := []string{fmt.Sprintf("_L%d", in.Label-1)}
	if in.Label2 != 0 {
		out = append(out, fmt.Sprintf("_L%d", in.Label2-1))
	}
	return out
}

// name is a register without sub-register.
func (p printer) name(o *native.Operand) string {
	switch o.File {
	case native.Virt:
		return p.virt(o.Reg)
	case native.VirtFlag:
		return p.virtFlag(o.Reg)
	case native.VirtAddr:
		return p.virtAddr(o.Reg)
	}
	return native.RegName(o.File, o.Reg)
}

func (p printer) virt(i int32) string {
	if p.prog != nil && int(i) < len(p.prog.Vars) && p.prog.Vars[i].Name != "" {
		return p.prog.Vars[i].Name
	}
	return fmt.Sprintf("V%d", i)
}

func (p printer) virtFlag(i int32) string {
	if p.prog != nil && int(i) < len(p.prog.Flags) && p.prog.Flags[i].Name != "" {
		return p.prog.Flags[i].Name
	}
	return fmt.Sprintf("F%d", i)
}

func (p printer) virtAddr(i int32) string {
	if p.prog != nil && int(i) < len(p.prog.Addrs) && p.prog.Addrs[i].Name != "" {
		return p.prog.Addrs[i].Name
	}
	return fmt.Sprintf("A%d", i)
}

// address is the address register of an indirect operand.
func (p printer) address(o *native.Operand) string {
	if o.AddrReg > 0 {
		return p.virtAddr(o.AddrReg - 1)
	}
	return "a0"
}

// addressOf is the variable whose address an immediate is counted from.
func (p printer) addressOf(o *native.Operand) string {
	if o.AddrOf > 0 {
		return "&" + p.virt(o.AddrOf-1) + "+"
	}
	return ""
}

// flag is the flag register of predicate and condition modifier.
func (p printer) flag(in *native.Inst) string {
	if in.Flag.Virt > 0 {
		return p.virtFlag(in.Flag.Virt - 1)
	}
	return "f" + digits(int(in.Flag.Reg)) + "." + digits(int(in.Flag.Sub))
}
