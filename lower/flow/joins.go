package flow

import "github.com/genvisa/genvisa/native"

// linkJoins gives gotos and joins their JIP: the first join behind them, in the order of the code, at which lanes
// may wait when the thread is there. Behind the last one there is none, and the next instruction stands for it.
func (f *flowState) linkJoins() {
	insts := f.P.Insts
	n := len(insts)
	open := newSpans(n + 1) // from the end of the code, where the last one is the first join
	for at, from := range f.waits() {
		open.set(n-at, n-from+1)
	}
	labels := map[int]int32{}
	label := func(at int) int32 {
		if labels[at] == 0 {
			labels[at] = f.NewLabel(at)
		}
		return labels[at]
	}
	for i := n - 1; i >= 0; i-- {
		in := &insts[i]
		if in.Op != native.OpJoin && (in.Op != native.OpGoto || in.Label != 0) {
			continue
		}
		next := i + 1
		if at := open.over(n - i); at >= 0 {
			next = n - at
		}
		in.Label = label(next)
	}
}

// waits says for each join, by its instruction, from which instruction on lanes may wait there.
func (f *flowState) waits() map[int]int {
	w := newPlaces(f.P, f.P.Labels)
	for i := range f.P.Insts {
		if in := &f.P.Insts[i]; in.Op == native.OpGoto {
			at := f.P.Labels[in.Label2-1]
			if at <= i {
				at = i + 1 // where the lanes wait that do not go back
			}
			w.leave(i, at)
		}
	}
	return w.from
}
