package pitch

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/legal"
	"github.com/genvisa/genvisa/native"
)

// grfBytes is the size of a general register.
const grfBytes = native.GRFBytes

// maxPitched is the size in bytes up to which a variable may grow by a wider
// pitch: larger ones cost more registers than moves.
const maxPitched = 8 * grfBytes

// Run widens the distance between the elements of variables of bytes and
// words: instructions that compute in wider types cannot write them side by
// side, so that each would need a move more. A variable keeps its layout when
// anything but plain operands of one element size sees it.
func Run(p *native.Program) {
	list := make([]pitch, len(p.Vars))
	for v := range list {
		list[v] = pitch{factor: 4, fixed: p.Vars[v].Fixed >= 0 || p.Vars[v].LiveIn}
	}
	for i := range p.Insts {
		collect(&p.Insts[i], list)
	}
	for v := range list {
		widen(&p.Vars[v], &list[v])
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		for k, o := range edit.Operands(in) {
			if edit.IsReg(o) && list[o.Reg].factor > 1 {
				restride(o, k == 0, int(in.ExecSize), list[o.Reg].factor)
			}
		}
	}
}

// pitch is what is known about the layout of a variable.
type pitch struct {
	fixed  bool   // something needs the layout that it has
	size   int    // of an element in bytes, 0 before its first mention
	factor int    // how many times the pitch of its operands may grow
	gain   [5]int // instructions that need no move when the pitch grows by at least 2, 4
}

// collect takes the operands of an instruction into account.
func collect(in *native.Inst, list []pitch) {
	for _, v := range in.Uses {
		list[v].fixed = true
	}
	plain := in.Op.IsALU() && in.Src[2].File == native.NoFile && !in.Op.IsMath() && !in.AccWr
	for k, o := range edit.Operands(in) {
		if o.AddrOf > 0 {
			list[o.AddrOf-1].fixed = true
		}
		if edit.IsReg(o) {
			p := &list[o.Reg]
			p.fixed = p.fixed || !plain || edit.IsVectorImm(&in.Src[0]) || edit.IsVectorImm(&in.Src[1])
			p.collect(o, k == 0, int(in.ExecSize))
			if k == 0 && !p.fixed {
				p.gain[wanted(in)]++
			}
		}
	}
}

// wanted is the factor by which the elements of the destination must be
// further apart for an instruction to need no second one, 1 when it needs none.
func wanted(in *native.Inst) int {
	at := int(in.Dst.Region.H) * in.Dst.Type.Size()
	step := legal.PackStep(in)
	if in.ExecSize == 1 || step <= at || in.Op == native.OpMov && legal.DropsBits(in) {
		return 1
	}
	return min(step/at, 4)
}

// collect takes an operand into account: its element size, and how far its
// elements may part with a region that can be encoded over two registers.
func (p *pitch) collect(o *native.Operand, dst bool, n int) {
	size := o.Type.Size()
	if p.size != 0 && p.size != size || size > 2 || int(o.Sub)%size != 0 {
		p.fixed = true
	}
	p.size = size
	for p.factor > 1 && !canSpread(o, dst, n, p.factor) {
		p.factor /= 2
	}
}

// canSpread reports whether the elements of an operand may lie factor times as
// far apart.
func canSpread(o *native.Operand, dst bool, n, factor int) bool {
	if n == 1 {
		return true
	}
	w := *o
	w.Sub = 0
	if _, hi := edit.Extent(&w, dst, n); hi*factor > legal.MaxOperandGRFs*grfBytes {
		return false
	}
	if dst {
		return int(o.Region.H)*factor <= 4
	}
	if k, ok := edit.Stride(o.Region, n); ok {
		return k*factor <= 32
	}
	return int(o.Region.V)*factor <= 32 && int(o.Region.H)*factor <= 4
}

// widen decides whether a variable gets a wider pitch, and makes room for it.
func widen(v *native.Var, p *pitch) {
	if p.fixed || p.gain[2]+p.gain[4] == 0 || p.size == 0 {
		p.factor = 1
		return
	}
	if p.gain[4] == 0 {
		p.factor = min(p.factor, 2)
	}
	if v.Size*p.factor > maxPitched {
		p.factor = 1
	}
	if p.factor == 2 && p.gain[2] == 0 {
		p.factor = 1
	}
	if p.factor > 1 {
		v.Size *= p.factor
		v.Align = edit.VarAlign(v.Size, v.Align)
	}
}

// restride gives an operand the place and region of the wider pitch.
func restride(o *native.Operand, dst bool, n, factor int) {
	o.Sub *= uint16(factor)
	switch k, ok := edit.Stride(o.Region, n); {
	case dst && n > 1:
		o.Region.H *= uint8(factor)
	case dst:
	case ok:
		o.Region = edit.FitRegion(native.Region{V: uint8(k * factor), W: 1}, n)
	default:
		o.Region.V *= uint8(factor)
		o.Region.H *= uint8(factor)
	}
}
