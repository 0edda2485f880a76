package compact

import (
	"iter"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// exchanged are the instructions that mean the same with their sources in another order: the two
// factors or summands, and the two factors of a mad.
func exchanged(in *native.Inst) iter.Seq2[order, native.Inst] {
	return func(yield func(order, native.Inst) bool) {
		other := *in
		switch {
		case in.Op.Commutes() && edit.NumSrcs(in) == 2 && sameKind(&in.Src[0], &in.Src[1]):
			other.Src[0], other.Src[1] = in.Src[1], in.Src[0]
			yield(order{1, 0, 2}, other)
		case in.Op == native.OpMad && sameKind(&in.Src[1], &in.Src[2]) && exchangeFactors(&other):
			yield(order{0, 2, 1}, other)
		}
	}
}

// sameKind reports two sources in general registers of one type: what may be said of the one may
// be said of the other.
func sameKind(a, b *native.Operand) bool {
	return a.File == native.GRF && b.File == native.GRF && a.Type == b.Type && !a.Indirect && !b.Indirect
}

// exchangeFactors exchanges the last two sources of three. The last has a stride alone, and begins as far
// into its register as the destination unless it is one value.
func exchangeFactors(in *native.Inst) bool {
	size := int(in.ExecSize)
	first, second := in.Src[1], in.Src[2]
	n, ok := edit.Stride(first.Region, size)
	m, also := edit.Stride(second.Region, size)
	if !ok || !also || n > 1 || m > 1 || n == 1 && first.Sub != in.Dst.Sub {
		return false
	}
	first.Region, second.Region = native.RowRegion(0, 0), native.RowRegion(0, 0)
	if n == 1 {
		first.Region = native.Region{V: 1, W: 1}
	}
	if m == 1 {
		second.Region = native.RowRegion(1, 0)
	}
	in.Src[1], in.Src[2] = second, first
	return true
}
