package regalloc

import "github.com/genvisa/genvisa/native"

// twoGRFs tells that source i of an ordinary instruction, or its destination when i is
// negative, reaches into a second register, counted from the start of its variable.
func twoGRFs(in *native.Inst, i int, grf int32) bool {
	from, to := in.Extent(i)
	return from/int(grf) != (to-1)/int(grf)
}

// sameCells tells that element k of source i and of the destination always lie in the
// same cell of equally spaced cells, so that equal bases are harmless when the
// hardware runs the instruction in two halves.
func sameCells(in *native.Inst, i int) bool {
	d, s := in.Step(-1), in.Step(i)
	return d == s && d > 0 && int(in.Dst.Sub)/d == int(in.Src[i].Sub)/d
}
