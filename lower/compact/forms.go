package compact

import (
	"iter"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// forms are, by the parts of compact forms (specs/eu/compaction-*.md), the other instructions that mean
// the same and differ there. A part without a row has no other form: what is masked and
// which conditions are set stays as it is.
var forms = map[string]func(t native.Target, in *native.Inst) iter.Seq[native.Inst]{
	"Src0Index":     regionsOf(0),
	"Src1Index":     secondSource,
	"SourceIndex":   ternaryRegions,
	"DataTypeIndex": types,
	"CompactedImm":  types,
}

// regionsOf are the regions that have the same elements of source k.
func regionsOf(k int) func(t native.Target, in *native.Inst) iter.Seq[native.Inst] {
	return func(_ native.Target, in *native.Inst) iter.Seq[native.Inst] {
		return func(yield func(native.Inst) bool) {
			for r := range regions(in, k) {
				other := *in
				other.Src[k].Region = r
				if !yield(other) {
					return
				}
			}
		}
	}
}

// secondSource has the regions of a register, or the types of an immediate.
func secondSource(t native.Target, in *native.Inst) iter.Seq[native.Inst] {
	if in.Src[1].File == native.Imm || in.Src[0].File == native.Imm {
		return types(t, in)
	}
	return regionsOf(1)(t, in)
}

// regions are those of a source in registers whose elements are at a constant distance: rows of
// one, and rows as wide as they are in one register.
func regions(in *native.Inst, k int) iter.Seq[native.Region] {
	return func(yield func(native.Region) bool) {
		o, size := &in.Src[k], int(in.ExecSize)
		n, ok := edit.Stride(o.Region, size)
		if !ok || n == 0 || o.Indirect || o.File != native.GRF && o.File != native.ARF || !yield(native.Region{V: uint8(n), W: 1}) {
			return
		}
		const widest, longest, apart = 16, 32, 4 // elements of a row, of a vertical stride, of a horizontal one
		for w := 2; w <= min(size, widest) && n*w <= longest && n <= apart; w *= 2 {
			if edit.RowsFit(n, w, size, o.Type.Size(), int(o.Sub)) && !yield(native.Region{V: uint8(n * w), W: uint8(w), H: uint8(n)}) {
				return
			}
		}
	}
}

// ternaryRegions are rows of one for the first two of three sources; the last has a stride
// alone.
func ternaryRegions(t native.Target, in *native.Inst) iter.Seq[native.Inst] {
	return func(yield func(native.Inst) bool) {
		other := *in
		for k := range 2 {
			o := &other.Src[k]
			if n, ok := edit.Stride(o.Region, int(in.ExecSize)); ok && n == 1 && o.File == native.GRF && t.HasRowStride(1) {
				o.Region = native.RowRegion(1, 0)
			}
		}
		yield(other)
	}
}
