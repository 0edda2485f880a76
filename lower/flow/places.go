package flow

import "github.com/genvisa/genvisa/native"

// places are where lanes wait, by instruction, and from which instruction on they may: from the first goto that
// leaves some there, and where the thread can go back behind that goto, from there.
type places struct {
	from map[int]int
	back extremes // branch back -> where it leads
}

// newPlaces knows the branches of a program, and of no lanes that wait; targets has the instruction of each label.
func newPlaces(p *native.Program, targets []int) *places {
	var back []numberAt
	for i := range p.Insts {
		in := &p.Insts[i]
		if in.Op != native.OpGoto && in.Op != native.OpJmpi && !in.Op.Links() {
			continue
		}
		if label := max(in.Label, in.Label2); label > 0 && targets[label-1] <= i {
			back = append(back, numberAt{i, targets[label-1]})
		}
	}
	return &places{map[int]int{}, newExtremes(back)}
}

// leave notes that the goto at i leaves lanes at a place, and tells whether they may wait there sooner than was known.
func (w *places) leave(i, at int) bool {
	if from, ok := w.from[at]; ok && from <= i {
		return false
	}
	for {
		low, _ := w.back.in(i, at-1)
		if low >= i {
			break
		}
		i = low
	}
	w.from[at] = i
	return true
}
