package legal

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// ternaryRows: where three-source instructions are Align1, their sources have rows of
// their own kind, the last a stride alone, which begins as far into its register as the
// destination.
func (l *legaliser) ternaryRows(in *native.Inst) bool {
	if edit.NumSrcs(in) != 3 {
		return false
	}
	t, n := l.rowType(in), int(in.ExecSize)
	l.shortImmediates(in)
	if !l.ternaryDst(&in.Dst, t, n) {
		l.viaTemp(*in, t, 1)
		return true
	}
	for s := range in.Src {
		if o := &in.Src[s]; !l.ternaryRow(in, s, t) {
			if at, _ := l.Base(&in.Dst); s == 2 && at%grfBytes != 0 {
				l.viaTemp(*in, t, 1)
				return true
			}
			*o = l.toTemp(in, *o, l.ternaryOperand(in, s, t))
			l.EnsureAlign(o, grfBytes)
			l.run(*in)
			return true
		}
	}
	l.out.Add(*in)
	return true
}

// rowType is the one type of such an instruction: words where it takes them and all that it reads and writes
// has no more bits, else ternaryType.
func (l *legaliser) rowType(in *native.Inst) native.Type {
	t := in.Dst.Type
	if t.IsFloat() || t.Size() != 2 || in.Op == native.OpMad || in.Sat || in.Cond != native.CondNone || in.ExecSize > 2*edit.Lanes8 || !l.listed(in.Op, native.UW, native.UW) {
		return ternaryType(in)
	}
	for i := range in.Src {
		if o := &in.Src[i]; o.Type.IsFloat() || o.Type.Size() > 2 || edit.IsVectorImm(o) {
			return ternaryType(in)
		}
	}
	return t
}

// ternaryDst reports whether a destination can be encoded: its place counts in units of
// eight bytes, and its elements are side by side or one apart.
func (l *legaliser) ternaryDst(d *native.Operand, t native.Type, n int) bool {
	const unit = 8
	if n == 1 {
		d.Region = native.Dst1
	}
	return edit.IsReg(d) && d.Type.Size() == t.Size() && d.Region.H <= 2 && l.EnsureAlign(d, unit)
}

// ternaryOperand is the type of source s of an instruction of type t: the last factor of
// a sum of integers has words.
func (l *legaliser) ternaryOperand(in *native.Inst, s int, t native.Type) native.Type {
	from := in.Src[s].Type
	switch {
	case t.IsFloat():
		return t
	case in.Op != native.OpMad && from.Size() == 2 && l.listed(in.Op, t, from):
		return from
	case in.Op != native.OpMad || s < 2:
		if listed, also := in.Op.Takes(l.T, t, edit.DwordOf(from)); listed || also {
			return edit.DwordOf(from)
		}
		return t
	case from.IsSigned():
		return native.W
	}
	return native.UW
}

// listed says that an instruction takes sources of a type by the vendor's tables.
func (l *legaliser) listed(op native.Op, dst, src native.Type) bool {
	listed, _ := op.Takes(l.T, dst, src)
	return listed
}

// shortImmediates makes words of the numbers of an instruction on integers that takes words beside
// its dwords, where they are numbers that words hold, and puts one in the middle elsewhere.
func (l *legaliser) shortImmediates(in *native.Inst) {
	if in.Op == native.OpMad || in.Dst.Type.IsFloat() || !l.listed(in.Op, edit.DwordOf(in.Dst.Type), native.UW) {
		return
	}
	for s := range in.Src {
		o := &in.Src[s]
		if o.File != native.Imm || o.Type.Size() != 4 || o.AddrOf != 0 || edit.IsVectorImm(o) {
			continue
		}
		switch v := int64(int32(o.Imm)); {
		case v >= 0 && v <= math.MaxUint16 && (in.Dst.Type.Size() == 4 || v <= math.MaxInt16):
			*o = native.ImmOperand(uint64(v), native.UW)
		case v >= math.MinInt16 && v < 0 && in.Dst.Type.Size() == 4 && o.Type.IsSigned() && l.listed(in.Op, native.D, native.W):
			*o = native.ImmOperand(uint64(uint16(v)), native.W)
		}
	}
	if a, b := &in.Src[0], &in.Src[1]; b.File == native.Imm && a.File != native.Imm {
		*a, *b = *b, *a
		in.BoolFC = native.SwapFirst(in.BoolFC)
	}
}

// ternaryRow gives source s the region that it can be encoded with; false when there is
// none for it as it is.
func (l *legaliser) ternaryRow(in *native.Inst, s int, t native.Type) bool {
	o, n := &in.Src[s], int(in.ExecSize)
	want := l.ternaryOperand(in, s, t)
	words := !t.IsFloat() && o.Type.Size() == 2 && in.Op == native.OpMad
	switch {
	case o.Type.IsFloat() != t.IsFloat() || o.Type.Size() != want.Size() && !words:
		return false
	case o.File == native.Imm:
		return (s == 2 || s == 0 && in.Op != native.OpMad) && want.Size() == 2 && o.Type.Size() == 2 && !edit.IsVectorImm(o)
	case !edit.IsReg(o):
		return false
	}
	k, ok := edit.Stride(o.Region, n)
	switch {
	case !ok:
		return false
	case k == 0:
		o.Region = native.RowRegion(0, 0)
		return true
	case s == 2:
		if k > maxStride || !l.sameOffset(o, &in.Dst) {
			return false
		}
		o.Region = native.Region{V: uint8(k), W: 1}
		return true
	}
	r, ok := l.ternaryRegion(o, k, n)
	if ok {
		o.Region = r
	}
	return ok
}

// sameOffset makes two operands begin as far into their registers.
func (l *legaliser) sameOffset(a, b *native.Operand) bool {
	l.EnsureAlign(a, grfBytes)
	l.EnsureAlign(b, grfBytes)
	at, ok := l.Base(a)
	to, also := l.Base(b)
	return ok && also && at%grfBytes == to%grfBytes
}

// ternaryRegion is the region of n elements k apart with the widest rows that do not
// cross a register.
func (l *legaliser) ternaryRegion(o *native.Operand, k, n int) (native.Region, bool) {
	const longest = 8 // vertical stride
	if k > maxStride {
		return native.Region{}, false
	}
	l.EnsureAlign(o, min(grfBytes, k*n*o.Type.Size()))
	at, known := l.Base(o)
	for w := min(n, longest/k); w > 1; w /= 2 {
		if v := uint8(k * w); l.T.HasRowStride(v) && (!known || edit.RowsFit(k, w, n, o.Type.Size(), at)) {
			return native.RowRegion(v, uint8(k)), true
		}
	}
	return native.RowRegion(1, 0), k == 1 && l.T.HasRowStride(1)
}
