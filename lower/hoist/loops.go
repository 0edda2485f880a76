package hoist

import (
	"slices"
)

// loop is instructions [start, end), the blocks from head on.
type loop struct {
	head       int32
	start, end int
	bytes      int // of results that have moved out of it
}

// reach is from where blocks are come to: the first and the last that another leads from, but for the end of the block in front.
type reach struct{ first, last int32 }

// loops are those that are entered from the block in front alone, and have no call, the shorter ones first.
func (h *hoister) loops() (out []loop) {
	blocks := h.g.Blocks
	from := make([]reach, len(blocks))
	for b := range from {
		from[b] = reach{int32(len(blocks)), -1}
	}
	for b := range int32(len(blocks)) {
		for _, list := range [...][]int32{blocks[b].Lane, blocks[b].Thread} {
			for _, t := range list {
				if t != b+1 {
					from[t].first, from[t].last = min(from[t].first, b), max(from[t].last, b)
				}
			}
		}
	}
	for head := range int32(len(blocks)) {
		if last := from[head].last; last >= head && head > 0 && h.entered(from, head, last) {
			out = append(out, loop{head: head, start: int(blocks[head].Start), end: int(blocks[last].End)})
		}
	}
	slices.SortStableFunc(out, func(a, b loop) int { return (a.end - a.start) - (b.end - b.start) })
	return out
}

// entered says that the thread comes into blocks [head, last] from the end of the block in front alone.
func (h *hoister) entered(from []reach, head, last int32) bool {
	for b := head; b <= last; b++ {
		if x := &h.g.Blocks[b]; from[b].first < head || from[b].last > last || x.Call != 0 || x.Returns {
			return false
		}
	}
	// A branch at that end that leads to the loop itself would pass what is put between.
	start, end := int(h.g.Blocks[head].Start), int(h.g.Blocks[last].End)
	in := &h.P.Insts[start-1]
	for _, label := range [...]int32{in.Label, in.Label2} {
		if label > 0 && h.P.Labels[label-1] >= start-1 && h.P.Labels[label-1] < end {
			return false
		}
	}
	return true
}
