package pitch

import (
	"reflect"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// pairBytes is the size of two dwords that are a number of 64 bits.
const pairBytes = 8

// maxLanes is the most channels of a move that is made of two.
const maxLanes = 16

// Planes lays out the low and the high dwords of numbers of 64 bits one behind the other,
// as messages do, where nothing reads or writes a variable but instructions on one of the
// two: they are side by side then, and copies from and into payloads have nothing to do.
// Moves of half as many lanes, which that took before, become one.
func Planes(e *edit.Editor) error {
	p := e.P
	list := make([]plane, len(p.Vars))
	for v := range list {
		x := &p.Vars[v]
		list[v] = plane{fixed: x.Fixed >= 0 || x.LiveIn || x.Size%pairBytes != 0}
	}
	for i := range p.Insts {
		collectPlanes(p, &p.Insts[i], list)
	}
	for v := range list {
		list[v].layOut(&p.Vars[v])
	}
	entered := make([]bool, len(p.Insts)+1) // instructions that branches lead to
	for _, i := range p.Labels {
		entered[i] = true
	}
	i := -1
	return e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		i++
		moved := false
		for k, o := range edit.Operands(in) {
			if edit.IsReg(o) && list[o.Reg].size > 0 {
				list[o.Reg].move(o, k == 0, int(in.ExecSize))
				moved = true
			}
		}
		if n := len(out.Insts); moved && !entered[i] && n > 0 {
			if whole, ok := joined(&out.Insts[n-1], in); ok {
				out.Insts[n-1] = whole
				return nil
			}
		}
		out.Keep(in)
		return nil
	})
}

// joined is one move for two of the same variables, of the first lanes and those behind.
func joined(a, b *native.Inst) (whole native.Inst, ok bool) {
	n := int(a.ExecSize)
	if a.Op != native.OpMov || !edit.IsReg(&a.Dst) || !edit.IsReg(&a.Src[0]) || a.Dst.Reg == a.Src[0].Reg || a.PredCtrl != native.PredNone || a.Cond != native.CondNone ||
		n < edit.Lanes8 || n > maxLanes/2 {
		return whole, false
	}
	step, even := edit.Stride(a.Src[0].Region, n)
	if !even || step == 0 {
		return whole, false
	}
	whole = *a
	whole.ExecSize *= 2
	whole.Src[0].Region = native.Region{V: uint8(step), W: 1}
	rest := edit.Part(whole, n, n)
	if other, even := edit.Stride(b.Src[0].Region, n); !even || other != step {
		return whole, false
	}
	rest.Src[0].Region, rest.VISA = b.Src[0].Region, b.VISA
	return whole, reflect.DeepEqual(&rest, b)
}

// plane is what is known about a variable.
type plane struct {
	fixed  bool // something sees it as a whole, or as other parts
	paired bool // an instruction on several of its halves needs them apart
	size   int  // bytes of all low dwords, and so of all high ones; 0 when they stay
}

// collectPlanes takes the operands of an instruction into account.
func collectPlanes(p *native.Program, in *native.Inst, list []plane) {
	for _, v := range in.Uses {
		list[v].fixed = true
	}
	plain := in.Op.IsALU() && !in.BeyondRegions() && !in.Align16 && !in.Op.IsMath()
	for k, o := range edit.Operands(in) {
		if o.AddrOf > 0 {
			list[o.AddrOf-1].fixed = true
		}
		if !edit.IsReg(o) {
			continue
		}
		x := &list[o.Reg]
		half, ok := halfOnly(o, k == 0, int(in.ExecSize), p.Vars[o.Reg].Size)
		x.fixed = x.fixed || !plain || !ok
		x.paired = x.paired || half
	}
}

// halfOnly reports an operand all of whose elements are in low dwords, or all in high ones,
// and whether these are several.
func halfOnly(o *native.Operand, dst bool, n, size int) (several, ok bool) {
	elem := o.Type.Size()
	if _, hi := edit.Extent(o, dst, n); elem > pairBytes/2 || hi > size || int(o.Sub)%(pairBytes/2)+elem > pairBytes/2 {
		return false, false
	}
	if n == 1 {
		return false, true
	}
	if dst {
		return true, int(o.Region.H)*elem%pairBytes == 0
	}
	step, even := edit.Stride(o.Region, n)
	return step != 0, even && step*elem%pairBytes == 0
}

// layOut makes room for planes.
func (x *plane) layOut(v *native.Var) {
	if x.fixed || !x.paired {
		return
	}
	x.size = v.Size / 2
	if grfBytes%x.size != 0 {
		x.size = (x.size + grfBytes - 1) / grfBytes * grfBytes
	}
	v.Size = 2 * x.size
	v.Align = edit.VarAlign(v.Size, v.Align)
}

// move gives an operand its place in a plane.
func (x *plane) move(o *native.Operand, dst bool, n int) {
	at, half := int(o.Sub)/pairBytes, int(o.Sub)%pairBytes
	to := at*pairBytes/2 + half
	if half >= pairBytes/2 {
		to += x.size - pairBytes/2
	}
	o.Sub = uint16(to)
	switch step, _ := edit.Stride(o.Region, n); {
	case n == 1:
	case dst:
		o.Region.H /= 2
	default:
		o.Region = edit.FitRegion(native.Region{V: uint8(step / 2), W: 1}, n)
	}
}
