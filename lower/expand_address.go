package lower

import "github.com/genvisa/genvisa/visa"

// A function whose address is taken has a number instead: all functions of a
// program are known, and a call of an address becomes a choice among those whose
// address is taken anywhere.
const (
	handleBase = 0x1000
	handleStep = 64
)

func (e *expander) handle(n int) int { return handleBase + handleStep*e.regions[n].fn }

// handleMove is faddr of the function of region n.
func (e *expander) handleMove(in visa.Inst, n int) visa.Inst {
	return visa.Inst{Op: visa.OpMov, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: in.Pos, Args: []visa.Operand{
		*in.Arg(visa.ArgDst), {Kind: visa.Immediate, Type: visa.UQ, Imm: uint64(e.handle(n))},
	}}
}

// callAddress is ifcall: the code of every function that it may be about. No lane
// calls anything when it is none of them, which the interpreter calls a fault.
func (e *expander) callAddress(i int32) error {
	in := e.k.Insts[i]
	targets := e.taken()
	if len(targets) == 0 {
		e.add(i, in) // select refuses it
		return nil
	}
	addr := lowHalf(*in.Arg(visa.ArgFuncAddr))
	end := visa.Operand{Kind: visa.Label, Var: e.newLabel("called")}
	for _, n := range targets {
		next := visa.Operand{Kind: visa.Label, Var: e.newLabel("next")}
		e.gotoIf(i, addr, e.handle(n), true, next)
		if err := e.call(i, n); err != nil {
			return err
		}
		e.add(i, visa.Inst{Op: visa.OpGoto, Exec: visa.Exec{Size: 1}, Pos: in.Pos, Args: []visa.Operand{end}})
		e.add(i, visa.Inst{Op: visa.OpLabel, Pos: in.Pos, Args: []visa.Operand{next}})
	}
	e.add(i, visa.Inst{Op: visa.OpLabel, Pos: in.Pos, Args: []visa.Operand{end}})
	return nil
}

// taken lists the regions of functions whose address the program takes.
func (e *expander) taken() (list []int) {
	seen := map[int]bool{}
	for i := range e.k.Insts {
		in := &e.k.Insts[i]
		if in.Op.Info().Hook != visa.HookFaddr {
			continue
		}
		if n := e.function(in.Arg(visa.ArgSymbol)); n >= 0 && !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	return list
}

// lowHalf is the low dword of an address, which says which function it is.
func lowHalf(o visa.Operand) visa.Operand {
	switch {
	case o.Kind == visa.Immediate:
		o.Type, o.Imm = visa.UD, o.Imm&0xFFFFFFFF
	case o.Type.Size() == 8:
		o.Type, o.Col = visa.UD, 2*o.Col
	}
	return o
}
