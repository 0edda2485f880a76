package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// qwords: where instructions on 64 bits cannot change the place of their elements,
// these stand eight bytes apart from the start of a register on; one value for all
// channels may stand anywhere. Moves of 64 bits between other places are two of
// dwords.
func (l *legaliser) qwords(in *native.Inst) bool {
	if !l.Caps.PackedQword || !isQword(in) || edit.NumSrcs(in) == 3 {
		return false
	}
	d, size := &in.Dst, in.Dst.Type.Size()
	if d.Indirect || in.ExecSize > 1 && !d.IsNull() && !l.inQwords(d, int(d.Region.H)) {
		if movesQword(in) {
			l.splitMove(in)
		} else {
			l.viaTemp(*in, d.Type, max(8/size, 1))
		}
		return true
	}
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		n, ok := edit.Stride(o.Region, int(in.ExecSize))
		switch {
		case o.File == native.Imm || !o.Indirect && (in.ExecSize == 1 || ok && n == 0 || ok && l.inQwords(o, n)):
			continue
		case movesQword(in):
			l.splitMove(in)
		case o.Type.Size() == 8:
			*o = l.toTemp(in, *o, o.Type)
			l.run(*in)
		default:
			*o = l.qwordStride(in, *o)
			l.run(*in)
		}
		return true
	}
	return false
}

// isQword tells the instructions that have an operand of 64 bits.
func isQword(in *native.Inst) bool {
	for _, o := range edit.Operands(in) {
		if o.File != native.NoFile && o.Type.Size() == 8 {
			return true
		}
	}
	return false
}

// movesQword tells the moves that copy 64 bits.
func movesQword(in *native.Inst) bool {
	return rawMove(in) && in.Dst.Type.Size() == 8 && in.Cond == native.CondNone && in.Src[0].File != native.Imm
}

// inQwords reports whether the elements of a direct operand, n elements apart, stand
// eight bytes apart from the start of a register on.
func (l *legaliser) inQwords(o *native.Operand, n int) bool {
	return !o.Indirect && n*o.Type.Size() == 8 && l.EnsureAlign(o, grfBytes)
}

// qwordStride copies a source of less than 64 bits to elements eight bytes apart.
func (l *legaliser) qwordStride(in *native.Inst, o native.Operand) native.Operand {
	switch {
	case o.Type == native.B:
		return l.toTemp(in, o, native.W)
	case o.Type == native.UB:
		return l.toTemp(in, o, native.UW)
	case o.Indirect && o.Region.V == native.VxH:
		return l.toTemp(in, o, o.Type)
	}
	n, mod := uint8(8/o.Type.Size()), o.Mod
	o.Mod = native.ModNone
	v := l.NewVar("spread", int(in.ExecSize)*8, grfBytes)
	l.run(native.Inst{
		Op: native.OpMov, ExecSize: in.ExecSize, NoMask: true,
		Dst: edit.Virt(v, 0, native.Region{H: n}, o.Type), Src: [3]native.Operand{o},
	})
	out := edit.Virt(v, 0, edit.FitRegion(native.Region{V: n, W: 1}, int(in.ExecSize)), o.Type)
	out.Mod = mod
	return out
}

// splitMove moves the low and the high dwords of 64-bit elements.
func (l *legaliser) splitMove(in *native.Inst) {
	size := int(in.ExecSize)
	if edit.Overlap(&in.Dst, true, size, &in.Src[0], false, size) || in.Dst.Indirect && in.Src[0].Indirect {
		in.Src[0] = l.toTemp(in, in.Src[0], in.Src[0].Type)
	}
	from, ok := inDwords(in.Src[0].Region, size)
	if !ok || size > 1 && 2*in.Dst.Region.H > maxStride {
		l.splitSteps(in)
		return
	}
	for half := range 2 {
		m := *in
		m.Src[0].Region = from
		m.Dst.Region.H = min(2*m.Dst.Region.H, maxStride)
		lowDwords(&m.Dst, half)
		lowDwords(&m.Src[0], half)
		l.run(m)
	}
}

// splitSteps moves 64-bit elements at steps that dwords have not.
func (l *legaliser) splitSteps(in *native.Inst) {
	half := int(in.ExecSize) / 2
	switch {
	case edit.Splittable(in):
		l.run(edit.Part(*in, 0, half))
		l.run(edit.Part(*in, half, half))
		return
	case wideStep(in):
		l.laneByLane(*in)
		return
	}
	o, ok := l.gathered(in, in.Src[0])
	if !ok {
		l.fail(in, "move of 64-bit elements in rows with an address each at this stride, which is not split under a mask or predicate")
		return
	}
	in.Src[0] = o
	l.run(*in)
}

// maxStride is the largest horizontal stride.
const maxStride = 4

// inDwords is a region of 64-bit elements as one of dwords; ok is false where there
// is none.
func inDwords(r native.Region, size int) (out native.Region, ok bool) {
	if n, regular := edit.Stride(r, size); regular {
		return edit.FitRegion(native.Region{V: uint8(2 * n), W: 1}, size), 2*n <= 32
	}
	out = native.Region{V: r.V, W: r.W, H: 2 * r.H}
	if r.V != native.VxH {
		out.V *= 2
	}
	return edit.FitRegion(out, size), out.H <= maxStride && (out.V <= 32 || out.V == native.VxH)
}

// lowDwords makes an operand name the low or the high dwords of its elements.
func lowDwords(o *native.Operand, half int) {
	o.Type = native.UD
	if o.Indirect {
		o.AddrImm += int16(4 * half)
	} else {
		o.Sub += uint16(4 * half)
	}
}

// dwordHalves are the low and the high dwords of a destination of 64-bit elements; ok is
// false where it is no register or no stride of dwords is as wide.
func dwordHalves(d native.Operand, size int) (halves pair, ok bool) {
	if d.Region.H *= 2; size == 1 {
		d.Region.H = 1
	}
	for half := range halves {
		halves[half] = d
		lowDwords(&halves[half], half)
	}
	return halves, edit.IsReg(&d) && d.Region.H <= maxStride
}
