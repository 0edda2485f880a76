package mem

import (
	"fmt"
	"math/bits"
)

// Tail is the smallest levels of an image in large tiles, which share one (a mip tail). The zero value is none.
type Tail struct {
	First int // 1 + the first level that is in it
	Form  TailForm
}

// TailForm is in which order levels of a tail lie.
type TailForm uint8

// Forms of tails: that of Gen9, and of Gen10 and later, whose smallest levels follow in the other direction.
const (
	TailGen9 TailForm = iota
	TailGen10
)

// has says that a level is in the tail.
func (t *Tail) has(level int) bool { return t.First > 0 && level >= t.First-1 }

// slots are where levels of a tail begin in their tile, in columns, rows and slices of blocks, by number of the slot and size of a
// block, 1 to 16 bytes (gmmlib, GmmTexture.h; Mesa, isl.c).
type slots [][largeSizes][3]int

// Slots of images without slices, of volumes, and of volumes in T64.
var (
	slots2D = slots{
		{{128, 0}, {128, 0}, {64, 0}, {64, 0}, {32, 0}},
		{{0, 128}, {0, 64}, {0, 64}, {0, 32}, {0, 32}},
		{{64, 0}, {64, 0}, {32, 0}, {32, 0}, {16, 0}},
		{{0, 64}, {0, 32}, {0, 32}, {0, 16}, {0, 16}},
		{{32, 0}, {32, 0}, {16, 0}, {16, 0}, {8, 0}},
		{{16, 32}, {16, 16}, {8, 16}, {8, 8}, {4, 8}},
		{{0, 48}, {0, 24}, {0, 24}, {0, 12}, {0, 12}},
		{{0, 32}, {0, 16}, {0, 16}, {0, 8}, {0, 8}},
		{{16, 16}, {16, 8}, {8, 8}, {8, 4}, {4, 4}},
		{{16, 0}, {16, 0}, {8, 0}, {8, 0}, {4, 0}},
		{{0, 16}, {0, 8}, {0, 8}, {0, 4}, {0, 4}},
		{{0, 12}, {8, 4}, {4, 4}, {6, 0}, {3, 0}},
		{{0, 8}, {8, 0}, {4, 0}, {4, 0}, {2, 0}},
		{{0, 4}, {0, 4}, {0, 4}, {2, 0}, {1, 0}},
		{},
	}
	slots3D = slots{
		{{32, 0, 0}, {16, 0, 0}, {16, 0, 0}, {16, 0, 0}, {8, 0, 0}},
		{{0, 16, 0}, {0, 16, 0}, {0, 16, 0}, {0, 8, 0}, {0, 8, 0}},
		{{0, 0, 16}, {0, 0, 16}, {0, 0, 8}, {0, 0, 8}, {0, 0, 8}},
		{{16, 0, 0}, {8, 0, 0}, {8, 0, 0}, {8, 0, 0}, {4, 0, 0}},
		{{0, 8, 0}, {0, 8, 0}, {0, 8, 0}, {0, 4, 0}, {0, 4, 0}},
		{{0, 0, 8}, {0, 0, 8}, {0, 0, 4}, {0, 0, 4}, {0, 0, 4}},
		{{0, 4, 4}, {0, 4, 4}, {4, 4, 0}, {6, 0, 0}, {3, 0, 0}},
		{{0, 4, 0}, {0, 4, 0}, {0, 4, 0}, {4, 0, 0}, {2, 0, 0}},
		{{0, 0, 7}, {0, 0, 7}, {4, 0, 3}, {2, 0, 3}, {1, 0, 3}},
		{{0, 0, 6}, {0, 0, 6}, {4, 0, 2}, {2, 0, 2}, {1, 0, 2}},
		{{0, 0, 5}, {0, 0, 5}, {4, 0, 1}, {2, 0, 1}, {1, 0, 1}},
		{{0, 0, 4}, {0, 0, 4}, {4, 0, 0}, {2, 0, 0}, {1, 0, 0}},
		{{0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}},
		{{0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
		{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		{},
	}
	slots3DOfXe = slots{
		{{32, 0, 0}, {16, 0, 0}, {16, 0, 0}, {16, 0, 0}, {8, 0, 0}},
		{{0, 16, 0}, {0, 16, 0}, {0, 16, 0}, {0, 8, 0}, {0, 8, 0}},
		{{0, 0, 16}, {0, 0, 16}, {0, 0, 8}, {0, 0, 8}, {0, 0, 8}},
		{{16, 0, 0}, {8, 0, 0}, {8, 0, 0}, {8, 0, 0}, {4, 0, 0}},
		{{0, 8, 0}, {0, 8, 0}, {0, 8, 0}, {0, 4, 0}, {0, 4, 0}},
		{{0, 4, 8}, {0, 4, 8}, {4, 0, 4}, {4, 0, 4}, {2, 0, 4}},
		{{0, 0, 12}, {0, 0, 12}, {0, 4, 4}, {2, 0, 4}, {1, 0, 4}},
		{{0, 0, 8}, {0, 0, 8}, {0, 0, 4}, {0, 0, 4}, {0, 0, 4}},
		{{0, 4, 4}, {0, 4, 4}, {4, 4, 0}, {6, 0, 0}, {3, 0, 0}},
		{{0, 4, 0}, {0, 4, 0}, {4, 0, 0}, {4, 0, 0}, {2, 0, 0}},
		{{0, 0, 4}, {0, 0, 4}, {0, 4, 0}, {2, 0, 0}, {1, 0, 0}},
		{},
		{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		{{0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
		{{0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}, {0, 0, 3}},
	}
)

// smallSlots is the first of the slots of 2D that Gen10 has in the other direction, and pageSlots the first that a tile of 4 KB has.
const (
	smallSlots = 11
	pageSlots  = 4
)

// slotOf is the number of a level's slot, and the slots.
func (s *ImageShape) slotOf(level int) (n int, of slots) {
	n = level - (s.Levels.Tail.First - 1)
	if s.Tiling.TileBytes() < 1<<16 {
		n += pageSlots
	}
	gen10 := s.Levels.Tail.Form == TailGen10
	if s.Kind == Image3D {
		if of = slots3D; gen10 {
			of = slots3DOfXe
		}
		return n, of
	}
	if of = slots2D; gen10 && n >= smallSlots && n < len(of) {
		n = smallSlots + len(of) - 1 - n
	}
	return n, of
}

// slot is where a level of the tail begins in its tile.
func (s *ImageShape) slot(level int) [3]int {
	n, of := s.slotOf(level)
	if n >= len(of) {
		return [3]int{}
	}
	return of[n][bits.Len(uint(s.Format.Size()))-1]
}

// checkTail: a tail has slots for all levels, and the first of them fits its own. The others are half as large, as their slots are.
func (s *ImageShape) checkTail() error {
	l := &s.Levels
	last := l.First + l.last()
	if !s.Tiling.Large() || !l.Tail.has(last) {
		return nil
	}
	first := l.Tail.First - 1
	n, _, _ := s.box(first)
	shape, slot := s.Tiling.TileShape(), s.slot(first)
	room := [3]int{shape[0]/s.Format.Size() - slot[0], shape[1] - slot[1], shape[2] - slot[2]}
	deep := s.Kind == Image3D
	if at, of := s.slotOf(last); n[0] > room[0] || n[1] > room[1] || deep && n[2] > room[2] || at >= len(of) {
		return &ShapeError{AxisTail, fmt.Sprintf("levels %d to %d in a tail, the first of %v blocks: it has room for %v", first, last, n, room)}
	}
	return nil
}
