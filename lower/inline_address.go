package lower

import "github.com/genvisa/genvisa/visa"

// A function whose address is taken has a number instead: all functions of a
// program are known, and a call of an address becomes a choice among those whose
// address is taken anywhere.
const (
	handleBase = 0x1000
	handleStep = 64
)

func (e *inliner) handle(n int) int { return handleBase + handleStep*e.regions[n].fn }

// handleMove is faddr of the function of region n.
func (e *inliner) handleMove(in visa.Inst, n int) visa.Inst {
	return visa.Inst{Op: visa.OpMov, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: in.Pos, Args: []visa.Operand{
		*in.Arg(visa.ArgDst), {Kind: visa.Immediate, Type: visa.UQ, Imm: uint64(e.handle(n))},
	}}
}

// NoFunction is the upper half of the addresses that lanes access which call an
// address that is no function's, in the lower half. No memory is there, so that
// this ends the thread with place, lane and address.
const NoFunction = 0xFFFFFFFF

// callAddress is ifcall: the code of every function that it may be about, then
// what faults when it is none of them.
func (e *inliner) callAddress(i int32) error {
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
	e.noFunction(i, addr, end)
	e.add(i, visa.Inst{Op: visa.OpLabel, Pos: in.Pos, Args: []visa.Operand{end}})
	return nil
}

// lanesNowhere is how many lanes one message of noFunction has.
const lanesNowhere = 8

// noFunction makes the lanes of instruction i, which is a call, write a byte where
// no memory is.
func (e *inliner) noFunction(i int32, addr, end visa.Operand) {
	in := e.k.Insts[i]
	if in.Pred.Var != 0 {
		skip := visa.Inst{Op: visa.OpGoto, Exec: in.Exec, Pred: in.Pred, Pos: in.Pos, Args: []visa.Operand{end}}
		skip.Pred.Inv = !skip.Pred.Inv
		e.add(i, skip)
	}
	e.fault(i, addr, NoFunction)
}

// fault makes the lanes that are on write a byte at an address of two halves, where no memory
// is. It is about instruction i.
func (e *inliner) fault(i int32, low visa.Operand, upper uint64) {
	in := e.k.Insts[i]
	if e.nowhere == 0 {
		e.nowhere = e.newVar("nowhere", 2*lanesNowhere, visa.AlignGRF)
	}
	half := func(col uint8) visa.Operand {
		return visa.Operand{Kind: visa.General, Type: visa.UD, Var: e.nowhere, Col: col, Region: visa.Region{H: 2}}
	}
	if low.Kind != visa.Immediate {
		low.Region = visa.Region{W: 1}
	}
	all := visa.Exec{Size: lanesNowhere, NoMask: true}
	e.add(i, visa.Inst{Op: visa.OpMov, Exec: all, Pos: in.Pos, Args: []visa.Operand{half(0), low}})
	e.add(i, visa.Inst{Op: visa.OpMov, Exec: all, Pos: in.Pos, Args: []visa.Operand{half(1), {Kind: visa.Immediate, Type: visa.UD, Imm: upper}}})
	for first := 0; first < max(e.k.SimdSize(), 1); first += lanesNowhere {
		w := visa.Inst{Op: visa.OpSvmScatter, Exec: visa.Exec{Size: lanesNowhere, Mask: uint8(first / 4)}, Pos: in.Pos}
		w.Args = make([]visa.Operand, len(w.Op.Info().Slots))
		*w.Arg(visa.ArgBlockSize), *w.Arg(visa.ArgNumBlocks) = visa.Operand{Kind: visa.Field}, visa.Operand{Kind: visa.Field}
		*w.Arg(visa.ArgAddresses) = visa.Operand{Kind: visa.Raw, Type: visa.UD, Var: e.nowhere}
		*w.Arg(visa.ArgSrc) = visa.Operand{Kind: visa.Raw, Type: visa.UD, Var: e.nowhere}
		e.add(i, w)
	}
}

// taken lists the regions of functions whose address the program takes.
func (e *inliner) taken() (list []int) {
	seen := map[int]bool{}
	for i := range e.k.Insts {
		in := &e.k.Insts[i]
		if !e.reached[i] || in.Op.Info().Hook != visa.HookFaddr {
			continue
		}
		if n := e.function(in); n >= 0 && !seen[n] {
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
