package draft

import (
	"slices"

	"github.com/genvisa/genvisa/sim/abi"
)

// Names are how a launch names its files. An empty Program or Info has a place to fill in.
type Names struct {
	Program string
	Info    string
	Inside  bool // the program is a container, which has the metadata in it
}

// Launch is a launch in the making.
type Launch struct {
	Notes []string // lines of comment at its beginning

	kernel *abi.Kernel
	names  Names

	global, local, offset [3]uint32
	args                  []arg
}

// arg is an argument; its kind says which fields count.
type arg struct {
	kind   abi.Kind
	source string  // its type in the source, or ""
	elem   elem    // Buffer
	bytes  int     // Buffer, Local
	fill   fill    // Buffer, Image
	output bool    // Buffer, Image: the kernel may change it
	fields []field // Value
	vector int     // Value: how many numbers a vector has, 1 for a number alone, 0 for a structure
	image  image
	linear bool // Sampler: coordinates from 0 to 1
}

// image is an image argument.
type image struct {
	kind, format string
	sides        [3]uint32 // width, height, then depth or layers
}

// clone is a copy that can be changed.
func (l *Launch) clone() *Launch {
	out := *l
	out.Notes = slices.Clone(l.Notes)
	out.args = slices.Clone(l.args)
	for i := range out.args {
		out.args[i].fields = slices.Clone(l.args[i].fields)
	}
	return &out
}

// maxItems bounds what is computed with numbers of work items, which metadata may demand
// more of than a launch can have.
const maxItems = 1 << 30

// items is the number of work items.
func (l *Launch) items() int {
	return int(min(float64(l.global[0])*float64(l.global[1])*float64(l.global[2]), maxItems))
}

// dims is how many dimensions have more than one work item.
func (l *Launch) dims() int {
	for d := 2; d > 0; d-- {
		if l.global[d] > 1 {
			return d + 1
		}
	}
	return 1
}

// numbers are the whole numbers of 4 bytes and more among the values.
func (l *Launch) numbers() (out []*field) {
	for i := range l.args {
		for j := range l.args[i].fields {
			if f := &l.args[i].fields[j]; !f.float && f.size >= 4 {
				out = append(out, f)
			}
		}
	}
	return out
}
