package launch

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxValue is the most bytes that a value or a structure may have: more than the registers of a thread hold.
const MaxValue = 1 << 16

// Field is a part of a structure.
type Field struct {
	Name   string // "" for one that is known by its place alone
	Type   string // f32x4, bytes
	Offset int    // from the start of the outermost structure
}

// Layout says where the fields of a structure lie, as OpenCL C lays them out: in order, each at a multiple of its
// alignment.
type Layout struct {
	Fields []Field
	Size   int
	Align  int // of the structure: the largest of its fields
}

// Place gives the next bytes to what has size and alignment. Its offset is what was rounded up; false when there are
// more than MaxValue bytes.
func (l *Layout) Place(size, align int) (offset int, ok bool) {
	offset = RoundUp(l.Size, align)
	if size > MaxValue-offset {
		return 0, false
	}
	l.Size, l.Align = offset+size, max(l.Align, align)
	return offset, true
}

// RoundUp is the next multiple.
func RoundUp(n, to int) int { return (n + to - 1) / to * to }

// maxListed is how many fields a message lists.
const maxListed = 40

// String lists the fields with their offsets, for a value that has not the size that is wanted.
func (l *Layout) String() string {
	var parts []string
	for i, f := range l.Fields {
		if i == maxListed {
			parts = append(parts, fmt.Sprintf("and %d more", len(l.Fields)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s at %d", strings.TrimSpace(f.Name+" "+f.Type), f.Offset))
	}
	return fmt.Sprintf("%s: %d bytes, aligned to %d", strings.Join(parts, ", "), l.Size, max(l.Align, 1))
}

// Vector is a vector type of OpenCL C, or a scalar as a vector of one.
type Vector struct {
	Type
	Count int // 1, 2, 3, 4, 8 or 16
}

// Lengths are those of vectors.
var Lengths = []int{2, 3, 4, 8, 16}

// FindVector reads f32, or f32x4.
func FindVector(name string) (v Vector, ok bool) {
	base, count, has := strings.Cut(name, "x")
	if v.Type, ok = FindType(base); !ok || !has {
		v.Count = 1
		return v, ok
	}
	for _, n := range Lengths {
		if count == strconv.Itoa(n) {
			v.Count = n
			return v, true
		}
	}
	return Vector{}, false
}

// Bytes is the vector's size and alignment in memory: that of four elements for three.
func (v Vector) Bytes() int {
	if v.Count == 3 {
		return 4 * v.Size
	}
	return v.Count * v.Size
}
