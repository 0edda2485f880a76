package main

import (
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// initSizes are the numbers of a first launch that must fit each other.
type initSizes struct {
	global, local [3]uint32
	items         int // work items
	count         int // value of an integer argument: a number of elements, or the side of a matrix
	elements      int // of each buffer, at least
}

// imageSides are the sides of the images that init makes, by kind: width, height, then depth or layers.
var imageSides = map[string][3]uint32{
	"1d": {4096, 1, 1}, "1d_buffer": {4096, 1, 1}, "1d_array": {1024, 1, 4}, "2d": {64, 64, 1},
	"2d_array": {32, 32, 4}, "3d": {16, 16, 16},
}

// sizesFor gives an image kernel one work item for each pixel, any other four
// groups. An integer of an image kernel is its width. Two integers or more are taken for the sides of matrices, since one
// kernel rarely has two numbers of elements; their product fits the buffers.
func sizesFor(k *abi.Kernel) initSizes {
	s := initSizes{local: [3]uint32{uint32(k.SIMD), 1, 1}}
	if k.RequiredLocal != [3]uint32{} {
		s.local = k.RequiredLocal
	}
	s.global = [3]uint32{4 * s.local[0], s.local[1], s.local[2]}
	flat := s.local[1] > 1 // the kernel demands groups of rows: its numbers are sides
	if flat {
		s.global = [3]uint32{2 * s.local[0], 2 * s.local[1], s.local[2]}
	}
	sides, ok := pixels(k)
	if ok && k.RequiredLocal == [3]uint32{} {
		s.global, s.local[0] = sides, min(s.local[0], sides[0])
	} else if ok && divides(s.local, sides) {
		s.global = sides
	}
	s.items = int(s.global[0]) * int(s.global[1]) * int(s.global[2])
	s.count, s.elements = s.items, s.items
	integers := 0
	for i := range k.ArgCount() {
		if k.ArgKind(i) == abi.Value && isCount(k, i) {
			integers++
		}
	}
	switch {
	case ok && divides(s.local, sides):
		s.count = int(sides[0])
		return s
	case integers < 2 && !flat:
		return s
	}
	for s.count = 1; (2*s.count)*(2*s.count) <= s.items; {
		s.count *= 2
	}
	if integers > 2 {
		s.elements = max(s.items, s.count*s.count*s.count)
	}
	return s
}

// pixels are the sides of the image that the kernel writes, or else of its first.
func pixels(k *abi.Kernel) (sides [3]uint32, ok bool) {
	for i := range k.ArgCount() {
		if k.ArgKind(i) != abi.Image {
			continue
		}
		kind, _ := k.ImageKind(i)
		if of, known := imageSides[kind]; known && (!ok || !readsBuffer(k, i)) {
			sides, ok = of, true
			if !readsBuffer(k, i) {
				return sides, true
			}
		}
	}
	return sides, ok
}

func divides(local, sides [3]uint32) bool {
	for i := range local {
		if sides[i]%local[i] != 0 {
			return false
		}
	}
	return true
}

// isCount says that value i is a whole number of 4 bytes or more; metadata
// without types tell its size only.
func isCount(k *abi.Kernel, i int) bool {
	switch strings.TrimSpace(argType(k, i)) {
	case "int", "uint", "long", "ulong":
		return true
	case "":
		_, most := k.ValueSize(i)
		return most == 4 || most == 8
	}
	return false
}
