package draft

import (
	"slices"

	"github.com/genvisa/genvisa/sim/abi"
)

// move changes a launch, and tells whether it did.
type move func(*Launch) bool

// moves are the changes that may help a launch that was tried, those that help most kernels
// first.
func moves(t *tried) (out []move) {
	l := t.launch
	for _, v := range sizesOf(l) {
		out = append(out, func(l *Launch) bool { return l.setNumbers(v) })
	}
	out = append(out, floatMoves(l)...)
	out = append(out, imageMoves(l)...)
	out = append(out, contentMoves(t)...)
	for i := range l.numbers() {
		for _, v := range sizesOf(l) {
			out = append(out, func(l *Launch) bool {
				f := l.numbers()[i]
				was := f.whole
				f.whole = v
				return v != was
			})
		}
	}
	out = append(out, rangeMoves(l)...)
	return out
}

// sizesOf are the whole numbers worth a try.
func sizesOf(l *Launch) []int64 {
	return []int64{int64(l.global[0]), int64(l.items()), int64(l.side()), 4, 8, 1, 2, 16, 64, 0}
}

// setNumbers gives all whole numbers a value.
func (l *Launch) setNumbers(v int64) (changed bool) {
	for _, f := range l.numbers() {
		changed = changed || f.whole != v
		f.whole = v
	}
	return changed
}

// contentMoves change contents: of all inputs, of outputs that are zero, of each alone, beginning
// with those that are to change.
func contentMoves(t *tried) (out []move) {
	kinds := []fill{few, positive, around, wide, floats, words}
	set := func(match func(a *arg) bool, to fill) move {
		return func(l *Launch) (changed bool) {
			for i := range l.args {
				a := &l.args[i]
				if (a.kind == abi.Buffer || a.kind == abi.Image) && match(a) && a.fill != to {
					a.fill, changed = to, true
				}
			}
			return changed
		}
	}
	for _, to := range kinds {
		out = append(out, set(func(a *arg) bool { return a.fill != zeros }, to))
	}
	out = append(out, set(func(a *arg) bool { return a.fill == zeros }, plain))
	order := t.unchangedArgs()
	for i := range t.launch.args {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	for _, i := range order {
		for _, to := range append(kinds, plain, zeros) {
			out = append(out, func(l *Launch) bool {
				a := &l.args[i]
				was := a.fill
				a.fill = to
				return was != to && (a.kind == abi.Buffer || a.kind == abi.Image)
			})
		}
	}
	return out
}

// formats are those worth a try, for images of fractions, whole numbers and floats.
var formats = []string{"rgba8ui", "rgba8i", "rgba32f", "r32f", "rgba32i", "rgba32ui", "r32i", "rgba16f", "rgba8"}

// imageMoves change formats of images, and what coordinates samplers take.
func imageMoves(l *Launch) (out []move) {
	format := func(a *arg, to string) bool {
		was := a.image.format
		a.image.format = to
		return was != to
	}
	if l.has(abi.Sampler) {
		out = append(out, func(l *Launch) bool {
			for i := range l.args {
				l.args[i].linear = !l.args[i].linear
			}
			return true
		})
	}
	if !l.has(abi.Image) {
		return out
	}
	for _, to := range formats {
		out = append(out, func(l *Launch) (changed bool) {
			for i := range l.args {
				if l.args[i].kind == abi.Image {
					changed = format(&l.args[i], to) || changed
				}
			}
			return changed
		})
	}
	for i := range l.args {
		for _, to := range formats {
			out = append(out, func(l *Launch) bool { return l.args[i].kind == abi.Image && format(&l.args[i], to) })
		}
	}
	return out
}

// floatMoves change floats by value.
func floatMoves(l *Launch) (out []move) {
	for _, v := range []float64{0.5, 0.01, 100, 0} {
		out = append(out, func(l *Launch) (changed bool) {
			for i := range l.args {
				for j := range l.args[i].fields {
					if f := &l.args[i].fields[j]; f.float && f.real != v {
						f.real, changed = v, true
					}
				}
			}
			return changed
		})
	}
	return out
}

// rangeMoves change the sizes of the launch and of its groups.
func rangeMoves(l *Launch) (out []move) {
	k := l.kernel
	groups := [][3]uint32{{16, 16, 1}, {8, 8, 1}, {4, 4, 1}, {16, 8, 1}, {32, 8, 1}, {8, 8, 4}}
	if l.dims() == 1 {
		groups = nil
		for _, n := range []uint32{uint32(k.SLMSize / 4), uint32(k.SLMSize / 8), uint32(k.SLMSize / 16), 64, 128, 256, 32, 16, 8} {
			groups = append(groups, [3]uint32{n, 1, 1})
		}
	}
	for _, local := range groups {
		out = append(out, func(l *Launch) bool { return l.setLocal(local) })
	}
	for _, grid := range [][3]uint32{grids[2], grids[3], {256, 1, 1}, {1024, 1, 1}} {
		out = append(out, func(l *Launch) bool { return l.setGlobal(grid) })
	}
	out = append(out, func(l *Launch) bool { return l.setGlobal(l.local) })
	out = append(out, func(l *Launch) bool { // what reads before the beginning of rows
		for d := range l.dims() {
			l.offset[d] = 4
		}
		return true
	})
	return out
}

// setLocal changes the size of groups, where the kernel allows it.
func (l *Launch) setLocal(local [3]uint32) bool {
	n := local[0] * local[1] * local[2]
	if l.kernel.RequiredLocal != [3]uint32{} || n == 0 || n > abi.MaxLocal || local == l.local {
		return false
	}
	for d := range 3 {
		l.global[d] = max(l.global[d]/local[d], 1) * local[d]
	}
	l.local = local
	return true
}

// setGlobal changes the number of work items to whole groups.
func (l *Launch) setGlobal(global [3]uint32) bool {
	was := l.global
	for d := range 3 {
		l.global[d] = max(global[d]/l.local[d], 1) * l.local[d]
	}
	return l.global != was
}
