package mem

import "fmt"

// LevelLayout is how the levels of detail of an image follow each other in memory (Mesa isl; reference of states).
type LevelLayout uint8

// Layouts of levels.
const (
	LevelsBelow   LevelLayout = iota // level 1 below level 0; the others right of level 1, one below the other. A slice or layer has all
	LevelsBeside                     // one behind the other: images with one row, from Gen9 on
	LevelsStacked                    // slices of level n side by side, 2^n in a row; levels one below the other: 3D up to Gen8
	numLevelLayouts
)

// MaxLevels is how many levels of detail an image can have: one for each power of two up to its largest extent, and
// the fields of a state count to 15.
const MaxLevels = 15

// Levels are the levels of detail of an image that messages see. The zero value is one, as are all whose Count is
// 0 or 1.
type Levels struct {
	First  int // number of the largest one in memory
	Count  int
	Layout LevelLayout
	Align  [2]int // columns and rows of blocks that the sizes of levels are rounded up to; 0 is 1
	Tail   Tail   // the smallest, in a tile of their own
	Least  int    // lowest level that is there, in parts of fractionOne (Resource Min LOD)
	Base   int    // level up to which a place is magnified, in the same parts (Base Mip Level)
}

// several says that levels are anywhere but at the beginning, or more than one.
func (l *Levels) several() bool { return l.Count > 1 || l.First > 0 || l.Tail.has(0) }

// last is the number of the last level from the first one on.
func (l *Levels) last() int { return max(l.Count, 1) - 1 }

// sized is the shape with the extents of a level.
func (s *ImageShape) sized(level int) *ImageShape {
	out := *s
	for d := range imageKinds[s.Kind].spatial {
		out.Extent[d] = max(s.Extent[d]>>level, 1)
	}
	return &out
}

// box is the blocks of a level: columns, rows and slices that are there, and what the first two are rounded up to.
func (s *ImageShape) box(level int) (n [3]int, wide, high int) {
	n = s.sized(level).blocks()
	if s.Kind == Image1D || s.Kind == Image1DArray || s.Kind == Image1DBuffer {
		n[1], n[2] = 1, n[1]
	}
	up := func(v, to int) int { to = max(to, 1); return (v + to - 1) / to * to }
	return n, up(n[0], s.Levels.Align[0]), up(n[1], s.Levels.Align[1])
}

// corner is the column and row of blocks where a level begins.
func (s *ImageShape) corner(level int) (x, y int) {
	if t := &s.Levels.Tail; t.has(level) {
		slot := s.slot(level)
		level, x, y = t.First-1, slot[0], slot[1]
	}
	for l := range level {
		n, wide, high := s.box(l)
		switch {
		case s.Levels.Layout == LevelsStacked:
			y += high * ((n[2] + 1<<l - 1) >> l)
		case s.Levels.Layout == LevelsBeside || l == 1:
			x += wide
		default:
			y += high
		}
	}
	return x, y
}

// span is the columns and rows of blocks of a slice or layer, up to the last that a level of it has. Stacked levels are all in
// the first.
func (s *ImageShape) span() (columns, rows int) {
	for l := s.Levels.First; l <= s.Levels.First+s.Levels.last(); l++ {
		x, y := s.corner(l)
		n, wide, high := s.box(l)
		if s.Levels.Layout == LevelsStacked {
			x += wide * (min(n[2], 1<<l) - 1)
			y += high * ((n[2]+1<<l-1)>>l - 1)
		}
		columns, rows = max(columns, x+n[0]), max(rows, y+n[1])
	}
	return columns, rows
}

// slices is how many slices, layers and samples lie Slice bytes apart.
func (s *ImageShape) slices() int {
	if s.Levels.Layout == LevelsStacked {
		return 1
	}
	n, _, _ := s.box(s.Levels.First)
	return (s.Layer + n[2]) * max(s.Samples, 1)
}

// checkLevels: levels are of images whose texels have bytes of their own or are compressed, and end when all extents are 1.
func (s *ImageShape) checkLevels() error {
	l := &s.Levels
	most := 1
	for d := range imageKinds[s.Kind].spatial {
		for n := s.Extent[d]; n>>most > 0; {
			most++
		}
	}
	switch {
	case l.First < 0 || l.Count < 0 || l.Layout >= numLevelLayouts:
		panic(fmt.Sprintf("BUG: levels %+v", *l))
	case !l.several():
		return nil
	case l.First+max(l.Count, 1) > most:
		return &ShapeError{-1, fmt.Sprintf("levels %d to %d: an image of %v texels has levels 0 to %d", l.First, l.First+l.last(), s.Extent, most-1)}
	case s.Kind == Image1DBuffer || s.Format.planar():
		return &ShapeError{-1, fmt.Sprintf("levels %d to %d of an image %s of format %s: want one level", l.First, l.First+l.last(), s.Kind, s.Format.Name)}
	}
	return nil
}

// checkSamples: several samples are those of the texels of rectangles, with one level.
func (s *ImageShape) checkSamples() error {
	switch {
	case s.Samples < 0 || s.Samples > 16 || s.Samples&(s.Samples-1) != 0:
		return &ShapeError{-1, fmt.Sprintf("%d samples: legal are 1, 2, 4, 8 and 16", s.Samples)}
	case s.Samples <= 1:
		return nil
	case s.Kind != Image2D && s.Kind != Image2DArray || s.Cube:
		return &ShapeError{-1, fmt.Sprintf("%d samples in an image %s: legal are 2d and 2d_array", s.Samples, s.Kind)}
	case s.Levels.several():
		return &ShapeError{-1, fmt.Sprintf("%d samples in levels %d to %d: want level 0", s.Samples, s.Levels.First, s.Levels.First+s.Levels.last())}
	case s.Format.compressed() || s.Format.planar():
		return &ShapeError{-1, fmt.Sprintf("%d samples of the format %s: want a format whose texels have bytes of their own", s.Samples, s.Format.Name)}
	}
	return nil
}

// checkCube: a cube has six square faces.
func (s *ImageShape) checkCube() error {
	if s.Cube && (s.Kind != Image2DArray || s.Extent[0] != s.Extent[1] || s.Extent[2]%cubeFaces != 0) {
		return &ShapeError{1, fmt.Sprintf("cube of %v texels and layers: want as many rows as columns, and six layers for each cube", s.Extent)}
	}
	return nil
}

// view makes the image of a level and sample of m's shape.
func (m *Image) view(level, sample int) *Image {
	s, samples := m.ImageShape.sized(level), max(m.Samples, 1)
	x, y := m.corner(level)
	d, slice := m.Tiling.tiles(), m.Slice
	v := newImage(*s, m.buf)
	v.Levels, v.Samples, v.Layer = Levels{Count: m.Levels.Count, Least: m.Levels.Least, Base: m.Levels.Base, First: m.Levels.First}, m.Samples, 0
	if m.Levels.Layout == LevelsStacked {
		_, wide, high := m.box(level)
		v.grid, v.gridX, v.gridY, v.apart = uint8(level)+1, wide*m.size, high, true
	}
	if m.Levels.Tail.has(level) {
		v.behind = m.slot(level)[2]
	}
	v.left, v.above = x*m.size, y+(m.Layer*samples+sample)/len(d.s)*(slice/m.Row)
	v.base = uint64(v.above*m.Row + v.left)
	v.within = uint64(d.s[sample%len(d.s)] + d.z[v.behind])
	slice = slice * samples / len(d.s)
	v.step[2] = slice
	if m.Kind == Image1DArray {
		v.step[1] = slice
	}
	v.Slice = slice
	v.Name, v.null = m.Name, m.null
	return v
}

// Level is the image of a level of detail, 0 being the largest that messages see.
func (m *Image) Level(n int) *Image {
	if n == 0 {
		return m
	}
	return m.levels[n-1]
}

// LevelCount is how many levels of detail messages see.
func (m *Image) LevelCount() int { return 1 + len(m.levels) }

// SampleCount is how many samples each texel has.
func (m *Image) SampleCount() int { return 1 + len(m.samples) }
