package mem

import (
	"fmt"
	"math"
)

// ImageShape is what an image is, without its contents.
type ImageShape struct {
	Kind   ImageKind
	Format *Format
	Extent [3]int // texels by coordinate, layers included; 1 for those that the kind lacks
	Row    int    // bytes from a row of blocks to the next; 0: a row's blocks
	Slice  int    // bytes from a slice or layer to the next; 0: a slice's rows

	Tiling Tiling
	Select [4]Select // what the sampler gives for R, G, B and A

	Levels  Levels
	Samples int  // of a texel, each in slices of its own; 0 is 1
	Layer   int  // number of the first layer in memory
	Cube    bool // layers of an image 2d_array are the faces of cubes: +X, -X, +Y, -Y, +Z, -Z
}

// AxisTail is the axis of a ShapeError on levels of a tail.
const AxisTail = -2

// ShapeError is an image that cannot be: Axis is the extent in question, AxisTail or -1.
type ShapeError struct {
	Axis int
	Msg  string // value and what is legal
}

// Error is the message.
func (e *ShapeError) Error() string { return e.Msg }

// Complete checks a shape and fills in pitches that it leaves out.
func (s ImageShape) Complete() (ImageShape, error) {
	k := &imageKinds[s.Kind]
	for d, n := range s.Extent {
		if n < 1 || n > k.most[d] {
			return s, &ShapeError{d, fmt.Sprintf("extent %d: legal are 1 to %d in coordinate %d of an image %s", n, k.most[d], d, s.Kind)}
		}
	}
	for _, check := range []func(*ImageShape) error{(*ImageShape).checkBlocks, (*ImageShape).checkLevels, (*ImageShape).checkSamples, (*ImageShape).checkCube, (*ImageShape).checkTail} {
		if err := check(&s); err != nil {
			return s, err
		}
	}
	size, of := s.Format.Size(), "texel"
	columns, rows := s.span()
	if w, h := s.Format.Block(); w*h > 1 {
		of = "block"
	}
	if s.Row == 0 {
		s.Row = columns * size
	}
	if s.Row < columns*size || s.Row%size != 0 || s.Row > math.MaxInt32 {
		return s, &ShapeError{-1, fmt.Sprintf("row pitch %d: legal are multiples of the %d bytes of a %s from %d on", s.Row, size, of, columns*size)}
	}
	if s.Slice == 0 {
		s.Slice = s.Row * rows
	}
	if s.Slice < s.Row*rows || s.Slice%s.Row != 0 || s.Slice > math.MaxInt32<<8 {
		return s, &ShapeError{-1, fmt.Sprintf("slice pitch %d: legal are multiples of the row pitch %d from %d on", s.Slice, s.Row, s.Row*rows)}
	}
	return s, s.checkTiles()
}

// checkBlocks: blocks of several texels, and planes, are of images with rows. Those that share a colour
// between texels have all of them; blocks of a compression may reach beyond the image.
func (s *ImageShape) checkBlocks() error {
	f := s.Format
	w, h := f.Block()
	if f.planar() {
		w, h = 2, 2
	}
	switch {
	case w*h == 1:
		return nil
	case f.compressed() && s.Kind != Image2D && s.Kind != Image2DArray && s.Kind != Image3D:
		return &ShapeError{-1, fmt.Sprintf("image %s of format %s: legal of its blocks of %d x %d texels are 2d, 2d_array, 3d", s.Kind, f.Name, w, h)}
	case f.compressed():
		return nil
	case s.Kind != Image2D:
		return &ShapeError{-1, fmt.Sprintf("image %s of format %s: legal is 2d", s.Kind, f.Name)}
	}
	for d, side := range []int{w, h} {
		if s.Extent[d]%side != 0 {
			return &ShapeError{d, fmt.Sprintf("extent %d: legal in coordinate %d of format %s are multiples of %d", s.Extent[d], d, f.Name, side)}
		}
	}
	return nil
}

// blocks is the extent in blocks. The rows of a second plane, which share two rows and two columns of texels, follow.
func (s *ImageShape) blocks() [3]int {
	w, h := s.Format.Block()
	n := s.Extent
	n[0], n[1] = (n[0]+w-1)/w, (n[1]+h-1)/h
	if s.Format.planar() {
		n[1] += n[1] / 2
	}
	return n
}

// Rows is how an image lies in memory: rows of one slice or layer, and the bytes of one.
func (s *ImageShape) Rows() (count, bytes int) {
	n := s.blocks()
	return n[1], n[0] * s.Format.Size()
}

// Bytes is the memory of a complete shape.
func (s *ImageShape) Bytes() int64 {
	if s.Tiling != Untiled {
		return s.tileBytes()
	}
	columns, rows := s.span()
	return int64(columns)*int64(s.Format.Size()) + int64(rows-1)*int64(s.Row) + int64(s.slices()-1)*int64(s.Slice)
}

// pitch is the bytes from one block to the next on an axis.
func (s *ImageShape) pitch(axis int) int {
	switch {
	case axis == 0:
		return s.Format.Size()
	case axis == 1 && s.Kind == Image1DArray:
		return s.Slice
	case axis == 1:
		return s.Row
	}
	return s.Slice
}
