package draft

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// imageSides are the sides of the images that a draft makes, by kind: width, height, then
// depth or layers.
var imageSides = map[string][3]uint32{
	"1d": {4096, 1, 1}, "1d_buffer": {4096, 1, 1}, "1d_array": {1024, 1, 4}, "2d": {64, 64, 1},
	"2d_array": {32, 32, 4}, "3d": {16, 16, 16},
}

// grids are the sizes of launches of two and three dimensions without images.
var grids = [...][3]uint32{2: {32, 32, 1}, 3: {32, 8, 4}}

// groupsX is how many groups a launch of one dimension has.
const groupsX = 4

// setSizes gives an image kernel one work item for each pixel, another one as many
// dimensions as its code reads ids of, and else four groups.
func (l *Launch) setSizes(f facts) {
	k := l.kernel
	l.local = [3]uint32{uint32(k.SIMD), 1, 1}
	required := k.RequiredLocal != [3]uint32{}
	if required {
		l.local = k.RequiredLocal
	}
	dims := f.dims
	if !f.known && l.local[1] > 1 { // the kernel demands groups of rows
		dims = 2
	}
	sides, pixels := l.pixels()
	switch {
	case pixels && (!f.known || dims > 1 || sides[1] == 1 && sides[2] == 1):
		l.global = sides
		for d := dims; f.known && d < 3; d++ {
			l.global[d] = 1
		}
	case dims > 1:
		l.global = grids[dims]
	default:
		l.global = [3]uint32{groupsX * l.local[0], l.local[1], l.local[2]}
	}
	if required {
		for d := range 3 { // a few whole groups
			l.global[d] = max(l.global[d]/l.local[d], 1) * l.local[d]
		}
		if l.local[1] > 1 && l.global[1] == l.local[1] {
			l.global[1] *= 2
		}
		if l.local[1] > 1 && l.global[0] == groupsX*l.local[0] {
			l.global[0] /= 2
		}
		return
	}
	l.local[0] = min(l.local[0], l.global[0])
	if dims == 2 && (k.SLMSize > 0 || l.has(abi.Local)) { // tiles
		l.local = [3]uint32{16, 16, 1}
	}
}

func (l *Launch) has(kind abi.Kind) bool {
	for i := range l.args {
		if l.args[i].kind == kind {
			return true
		}
	}
	return false
}

// pixels are the sides of the image that the kernel writes, or else of its first.
func (l *Launch) pixels() (sides [3]uint32, ok bool) {
	for i := range l.args {
		a := &l.args[i]
		if a.kind != abi.Image || a.image.sides == [3]uint32{} {
			continue
		}
		if written := a.fill == zeros; written || !ok {
			sides, ok = a.image.sides, true
			if written {
				break
			}
		}
	}
	return sides, ok
}

const maxSideOf = 1 << 14

// side is the side of square matrices that fit the buffers.
func (l *Launch) side() int {
	if l.dims() > 1 {
		return int(min(l.global[0], maxSideOf))
	}
	n := 1
	for (2*n)*(2*n) <= l.items() {
		n *= 2
	}
	return n
}

// counts says how many whole numbers of the kernel may be sizes.
func (l *Launch) counts() int { return len(l.numbers()) }

// elements is what buffers hold at least. A try tells when a kernel needs more.
func (l *Launch) elements() int { return max(l.items(), l.side()*l.side()) }

// sizeNames are the names of arguments by which sizes in a dimension go.
var sizeNames = [3][]string{
	{"w", "width", "pitch", "stride", "cols", "columns", "nx", "xsize", "lda", "ldb", "ldc", "dimx"},
	{"h", "height", "rows", "ny", "ysize", "dimy"},
	{"d", "depth", "layers", "slices", "nz", "zsize", "dimz"},
}

// smallNames are the names of arguments that are small whatever the sizes are.
var smallNames = []string{
	"dx", "dy", "dz", "radius", "rad", "offset", "off", "shift", "start", "begin", "first", "level", "pass", "iterations", "iters", "iter",
	"seed", "mode", "axis", "halo", "border",
}

const small = 2

// number is a whole number for a field: what its name says, or a number of elements, or of
// several fields of a kernel the side of a matrix, since one kernel rarely has two numbers
// of elements.
func (l *Launch) number(f *field) int64 {
	if f.float {
		return 0
	}
	if f.size < 4 {
		return 3
	}
	if slices.Contains(smallNames, f.name) {
		return small
	}
	for d, names := range sizeNames {
		for _, name := range names {
			if strings.TrimSuffix(f.name, "_") == name {
				if l.global[d] == 1 {
					return int64(l.side())
				}
				return int64(l.global[d])
			}
		}
	}
	if l.dims() > 1 || l.counts() > 1 {
		return int64(l.side())
	}
	return int64(l.items())
}
