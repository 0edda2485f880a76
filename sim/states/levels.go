package states

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/mem"
)

// ofLevels are the fields of levels of detail, layers and samples.
var ofLevels = []string{"MIPCountOrLOD", "SurfaceMinLOD", "ResourceMinLOD", "MipTailStartLOD", "BaseMipLevel", "MinimumArrayElement", "NumberOfMultisamples", "MultisampledSurfaceStorageFormat"}

// faceFields are the faces of a cube.
var faceFields = []string{
	"CubeFaceEnablePositiveX", "CubeFaceEnableNegativeX", "CubeFaceEnablePositiveY", "CubeFaceEnableNegativeY", "CubeFaceEnablePositiveZ", "CubeFaceEnableNegativeZ",
}

// lineAlign is the texels that levels of an image with one row are multiples of, from Gen9 on (Mesa, isl_gfx9.c).
const lineAlign = 64

// levels are the levels of detail that the sampler sees: those from SurfaceMinLOD on (Mesa, isl_surface_state.c).
func (m *Memory) levels(s *record, shape *mem.ImageShape) error {
	l := &shape.Levels
	l.First, l.Count = int(s.number("SurfaceMinLOD")), int(s.number("MIPCountOrLOD"))+1
	l.Least, l.Base = int(s.code("ResourceMinLOD")), int(s.code("BaseMipLevel"))*baseParts
	if last := l.First + l.Count - 1; l.Least > last*levelParts {
		return s.unsupported("ResourceMinLOD", "a level behind the last, which is %d", last)
	}
	if l.First+l.Count > mem.MaxLevels {
		return s.wrong("MIPCountOrLOD", "levels from %d on: want %d levels at most in all", l.First, mem.MaxLevels)
	}
	if l.First == 0 && l.Count == 1 {
		l.Count = 0
		return nil
	}
	if m.oneLine(shape.Kind) {
		l.Layout, l.Align = mem.LevelsBeside, [2]int{lineAlign, 1}
		return nil
	}
	if shape.Kind == mem.Image3D && m.target.Caps().StackedVolumes {
		l.Layout = mem.LevelsStacked
	}
	if shape.Tiling.Large() {
		return nil // what is aligned is tiles
	}
	for axis := range l.Align {
		var err error
		if l.Align[axis], err = m.align(s, shape.Format, axis); err != nil {
			return err
		}
	}
	return nil
}

// Levels are stored in parts of levelParts, base levels in those of two.
const (
	levelParts = 256
	baseParts  = levelParts / 2
)

// oneLine says that an image is one row of all its levels.
func (m *Memory) oneLine(k mem.ImageKind) bool {
	return m.target.Caps().LevelLines && (k == mem.Image1D || k == mem.Image1DArray)
}

// alignFields are what the sizes of levels are multiples of, in blocks: columns and rows.
var alignFields = [2]struct{ name, prefix string }{{"SurfaceHorizontalAlignment", "HALIGN_"}, {"SurfaceVerticalAlignment", "VALIGN_"}}

// align is what columns (0) or rows (1) are multiples of, in blocks. Before Gen9 blocks of a compression are so as they are;
// on Xe-HPG columns are counted in bytes, but for blocks whose size is no power of two (Mesa, isl_surface_state.h).
func (m *Memory) align(s *record, f *mem.Format, axis int) (int, error) {
	if w, h := f.Block(); w*h > 1 && m.target.Caps().BlockAlign {
		return 1, nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s.text(alignFields[axis].name), alignFields[axis].prefix))
	if err != nil || n < 1 {
		return 0, s.wrong(alignFields[axis].name, "want one with a name")
	}
	if size := f.Size(); axis == 0 && m.target.Caps().ByteColumns && size&(size-1) == 0 {
		n = max(n/size, 1)
	}
	return n, nil
}

// samples are those of each texel: in slices of their own.
func (s *record) samples(shape *mem.ImageShape) error {
	if s.code("NumberOfMultisamples") == 0 {
		return nil
	}
	shape.Samples = 1 << s.code("NumberOfMultisamples")
	switch {
	case s.code("MultisampledSurfaceStorageFormat") != 0:
		return s.unsupported("MultisampledSurfaceStorageFormat", "samples among each other, want MSFMT_MSS")
	case shape.Kind != mem.Image2D && shape.Kind != mem.Image2DArray:
		return s.wrong("NumberOfMultisamples", "samples are of surfaces of type SURFTYPE_2D")
	}
	return nil
}

// firstLayer is the number of the first layer in memory.
func (s *record) firstLayer(shape *mem.ImageShape) error {
	const field = "MinimumArrayElement"
	shape.Layer = int(s.number(field))
	if shape.Layer > 0 && shape.Kind == mem.Image3D {
		return s.unsupported(field, "a first slice of a surface of type SURFTYPE_3D, want 0")
	}
	return nil
}

// cube makes a shape of so many cubes.
func (s *record) cube(shape *mem.ImageShape, cubes int) error {
	for _, face := range faceFields {
		if s.number(face) == 0 {
			return s.unsupported(face, "a cube without a face, want yes")
		}
	}
	shape.Kind, shape.Cube, shape.Extent[2] = mem.Image2DArray, true, 6*cubes
	return nil
}

// pitches are the bytes from row to row and from slice, layer or sample to the next.
func (m *Memory) pitches(s *record, shape *mem.ImageShape) error {
	size := shape.Format.Size()
	slices := shape.Samples > 1 || shape.Layer > 0 || shape.Extent[2] > 1
	switch shape.Kind {
	case mem.Image1D, mem.Image1DArray:
		slices = shape.Kind == mem.Image1DArray && (shape.Extent[1] > 1 || shape.Layer > 0)
		if m.oneLine(shape.Kind) {
			if slices { // in texels
				shape.Row = int(s.number("SurfaceQPitch")) * size
				shape.Slice = shape.Row
			}
			return nil
		}
		if !slices && shape.Levels.Count <= 1 {
			return nil
		}
	}
	shape.Row = int(s.number("SurfacePitch"))
	if !slices || shape.Levels.Layout == mem.LevelsStacked {
		return nil
	}
	rows, err := m.sliceRows(s, shape)
	shape.Slice = rows * shape.Row
	return err
}

// sliceRows is the rows of blocks from a slice to the next: SurfaceQPitch, which Gen7 has not, and Gen8 not for 3D surfaces:
// there the rows of the one level follow, up to a multiple of the alignment. On Gen8 it counts rows of texels.
func (m *Memory) sliceRows(s *record, shape *mem.ImageShape) (int, error) {
	_, high := shape.Format.Block()
	_, has := s.field("SurfaceQPitch")
	rows := (shape.Extent[1] + high - 1) / high
	volume := shape.Kind == mem.Image3D
	if has && (!volume || m.target.Caps().VolumePitch) {
		pitch := int(s.number("SurfaceQPitch"))
		if !m.target.Caps().BlockPitch {
			pitch /= high
		}
		if pitch < rows && shape.Kind != mem.Image1DArray {
			return 0, s.wrong("SurfaceQPitch", "want %d at least, the rows of a slice", rows)
		}
		return pitch, nil
	}
	if shape.Kind == mem.Image1DArray {
		rows = 1
	}
	align, err := m.align(s, shape.Format, 1)
	up := func(n int) int { return (n + align - 1) / align * align }
	switch spacing := s.text("SurfaceArraySpacing"); {
	case err != nil:
		return 0, err
	case volume || spacing == "ARYSPC_LOD0":
		if shape.Levels.Count > 1 {
			return 0, s.wrong("SurfaceArraySpacing", "slices have no room for %d levels: want ARYSPC_FULL", shape.Levels.Count)
		}
		return up(rows), nil
	}
	one := max(shape.Extent[1]>>1, 1)
	if shape.Kind == mem.Image1DArray {
		one = 1
	}
	return up(rows) + up((one+high-1)/high) + fullRows*align, nil
}

// fullRows is the alignments that a slice with room for all levels has below the first two (Mesa, isl.c).
const fullRows = 12
