package asm

import (
	"bufio"
	"io"

	"github.com/genvisa/genvisa/native"
)

// PrintProgram writes a program for target t that may still have virtual registers and
// labels: registers by the name of their variable, labels as _L<number>.
// Virtual flags and addresses are F<number> and A<number> when nameless.
func PrintProgram(w io.Writer, t native.Target, prog *native.Program) error {
	out := bufio.NewWriter(w)
	p := newPrinter(t)
	p.prog = prog
	at := make([][]int, len(prog.Insts)+1)
	for l, i := range prog.Labels {
		at[i] = append(at[i], l)
	}
	for i := range at {
		p.out = p.out[:0]
		for _, l := range at[i] {
			p.label(l)
			p.str(":\n")
		}
		if i < len(prog.Insts) {
			p.inst(&prog.Insts[i], 0)
			p.char('\n')
		}
		out.Write(p.out) // Flush gives the error
	}
	return out.Flush()
}

// label is a label of a program.
func (p *printer) label(n int) {
	p.str("_L")
	p.num(n)
}

// branches tells that an instruction has targets that are no register.
func (p *printer) branches(in *native.Inst) bool {
	return p.prog != nil && in.Label != 0 || in.Op.Targets() > 0 && in.TargetRegister() == nil
}

// targets writes where a branch leads, JIP first, and how many places that are.
func (p *printer) targets(in *native.Inst, pc int) int {
	if p.prog != nil && in.Label != 0 {
		n := 0
		for _, l := range [...]int32{in.Label, in.Label2} {
			if l != 0 {
				p.column(n)
				p.label(int(l - 1))
				n++
			}
		}
		return n
	}
	to, n := targets(p.target, in, pc)
	for i, at := range to[:n] {
		p.column(i)
		if p.starts != nil && !p.starts.has(at) {
			p.num(at - base(in, pc))
		} else {
			p.char('L')
			p.num(at)
		}
		if s := in.Op.TargetSource(); s >= 0 && in.Src[s].File == native.Imm {
			p.addressType(&in.Src[s])
		}
	}
	return n
}

// name is a register without sub-register.
func (p *printer) name(o *native.Operand) {
	switch o.File {
	case native.Virt:
		p.virt(o.Reg)
	case native.VirtFlag:
		p.virtFlag(o.Reg)
	case native.VirtAddr:
		p.virtAddr(o.Reg)
	case native.ARF:
		p.str(p.arfs[uint8(o.Reg)])
	default:
		p.char('r')
		p.num(int(o.Reg))
	}
}

// variable is a variable's name, or a letter and its number.
func (p *printer) variable(name string, letter byte, i int32) {
	if name != "" {
		p.str(name)
		return
	}
	p.char(letter)
	p.num(int(i))
}

func (p *printer) virt(i int32) {
	name := ""
	if p.prog != nil && int(i) < len(p.prog.Vars) {
		name = p.prog.Vars[i].Name
	}
	p.variable(name, 'V', i)
}

func (p *printer) virtFlag(i int32) {
	name := ""
	if p.prog != nil && int(i) < len(p.prog.Flags) {
		name = p.prog.Flags[i].Name
	}
	p.variable(name, 'F', i)
}

func (p *printer) virtAddr(i int32) {
	name := ""
	if p.prog != nil && int(i) < len(p.prog.Addrs) {
		name = p.prog.Addrs[i].Name
	}
	p.variable(name, 'A', i)
}

// address is the address register of an indirect operand.
func (p *printer) address(o *native.Operand) {
	if o.AddrReg > 0 {
		p.virtAddr(o.AddrReg - 1)
		return
	}
	p.str(native.RegName(native.ARF, native.ARFA0))
}

// addressOf is the variable whose address an immediate is counted from.
func (p *printer) addressOf(o *native.Operand) {
	if o.AddrOf > 0 {
		p.char('&')
		p.virt(o.AddrOf - 1)
		p.char('+')
	}
}

// flag is the flag register of predicate and condition modifier.
func (p *printer) flag(in *native.Inst) {
	if in.Flag.Virt > 0 {
		p.virtFlag(in.Flag.Virt - 1)
		return
	}
	p.char('f')
	p.num(int(in.Flag.Reg))
	p.char('.')
	p.num(int(in.Flag.Sub))
}
