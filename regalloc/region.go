package regalloc

import "github.com/genvisa/genvisa/native"

// partial tells that some enabled channels may leave their destination as it
// was. A predicate that chooses a source masks nothing.
func partial(in *native.Inst) bool {
	return in.PredCtrl != native.PredNone && !in.Op.PredicateChooses()
}

// broadcast tells that every channel reads the same element.
func broadcast(in *native.Inst, o *native.Operand) bool {
	return in.ExecSize == 1 || o.Region.V == 0 && (o.Region.H == 0 || o.Region.W <= 1)
}

// elementOffset is the byte offset of element k of a direct operand from the
// start of its register or variable (gen-execution 4.6).
func elementOffset(in *native.Inst, o *native.Operand, dst bool, k int) int {
	r, size := o.Region, o.Type.Size()
	var e int
	switch {
	case dst && in.Align16:
		e = k
	case dst:
		e = k * max(int(r.H), 1)
	case broadcast(in, o):
	case in.Align16:
		e = int(o.Swizzle >> (2 * (k & 3)) & 3)
		if r.V != 0 {
			e += k &^ 3
		}
	default:
		w := max(int(r.W), 1)
		e = k/w*int(r.V) + k%w*int(r.H)
	}
	return int(o.Sub) + e*size
}

// cellStride is the constant byte step between the elements of an operand, or
// 0 when there is none.
func cellStride(in *native.Inst, o *native.Operand, dst bool) int {
	r, size := o.Region, o.Type.Size()
	switch {
	case dst && in.Align16:
		return size
	case dst:
		return max(int(r.H), 1) * size
	case broadcast(in, o):
		return 0
	case in.Align16:
		if r.V == 0 || o.Swizzle != identitySwizzle {
			return 0
		}
		return size
	case r.W <= 1:
		return int(r.V) * size
	case r.V == r.W*r.H || int(r.W) >= int(in.ExecSize):
		return int(r.H) * size
	}
	return 0
}

const identitySwizzle = 0xE4

// twoGRFs tells that a direct operand of an ordinary instruction reaches into
// a second register, counted from the start of its variable.
func twoGRFs(in *native.Inst, o *native.Operand, dst bool, grf int32) bool {
	lo, hi := 1<<30, 0
	for k := range int(in.ExecSize) {
		at := elementOffset(in, o, dst, k)
		lo, hi = min(lo, at), max(hi, at+o.Type.Size()-1)
	}
	return lo/int(grf) != hi/int(grf)
}

// sameCells tells that element k of source and destination always lie in the
// same cell of equally spaced cells, so that equal bases are harmless when the
// hardware runs the instruction in two halves.
func sameCells(in *native.Inst, src *native.Operand) bool {
	d, s := cellStride(in, &in.Dst, true), cellStride(in, src, false)
	return d == s && d > 0 && int(in.Dst.Sub)/d == int(src.Sub)/d
}
