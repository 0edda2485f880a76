package mem

import "fmt"

// Tiling is how the rows of an image lie in memory.
type Tiling uint8

// Tilings. Tiles follow each other along a row of tiles (reference of states, Mesa isl).
const (
	Untiled Tiling = iota // row by row
	TiledX                // tiles of 512 bytes by 8 rows, row by row
	TiledY                // tiles of 128 bytes by 32 rows: columns of 16 bytes, each row by row
	NumTilings
)

// tilings are the bytes of a tile's row, its rows, and the bytes of a column's row.
var tilings = [NumTilings]struct{ width, height, column int }{
	TiledX: {512, 8, 512},
	TiledY: {128, 32, 16},
}

// TileBytes is what a tiled image begins at a multiple of, and takes multiples of.
const TileBytes = 4096

// tiled is the place of byte x of a row of a tiled image whose rows are row bytes apart.
func (t Tiling) tiled(x, y, row int) uint64 {
	d := &tilings[t]
	at := (y/d.height*(row/d.width) + x/d.width) * TileBytes
	x, y = x%d.width, y%d.height
	return uint64(at + x/d.column*d.column*d.height + y*d.column + x%d.column)
}

// checkTiles: rows are of whole tiles, and no texel of an image lies in two columns.
func (s *ImageShape) checkTiles() error {
	d := &tilings[s.Tiling]
	size := s.Format.Size()
	switch {
	case s.Tiling == Untiled:
		return nil
	case s.Kind == Image1D || s.Kind == Image1DArray || s.Kind == Image1DBuffer:
		return &ShapeError{-1, fmt.Sprintf("tiles in an image %s: legal are those with rows", s.Kind)}
	case size&(size-1) != 0:
		return &ShapeError{-1, fmt.Sprintf("tiles of texels of %d bytes: legal are powers of two", size)}
	case s.Row%d.width != 0:
		return &ShapeError{-1, fmt.Sprintf("row pitch %d: legal are multiples of the %d bytes of a tile", s.Row, d.width)}
	}
	return nil
}

// tileBytes is the memory of a complete tiled shape: whole tiles.
func (s *ImageShape) tileBytes() int64 {
	d := &tilings[s.Tiling]
	_, rows := s.span()
	rows += (s.slices() - 1) * (s.Slice / s.Row)
	return int64((rows+d.height-1)/d.height*d.height) * int64(s.Row)
}

// at is the place of byte x of a row, the rows of slices among them.
func (m *Image) at(x, row int) uint64 {
	if m.Tiling != Untiled {
		return m.Tiling.tiled(m.left+x, m.above+row, m.Row)
	}
	return m.base + uint64(row*m.step[1]+x)
}

// Select says what the sampler gives for a component (Shader Channel Select).
type Select uint8

// Selects.
const (
	SelectOwn Select = iota // the component itself
	SelectZero
	SelectOne
	SelectRed
	SelectGreen
	SelectBlue
	SelectAlpha
)

// sampled is fetch as the sampler gives it: outside with the border colour of its state, unless that is nil.
func (m *Image) sampled(at *[3]int, border, out *[4]uint32) {
	m.fetch(at, out)
	if border != nil && !m.null && !m.inside(at) {
		m.bordered(border, out)
	}
	if m.Select != ([4]Select{}) {
		m.selected(out)
	}
}

// outlined is sampled without selects.
func (m *Image) outlined(at *[3]int, border, out *[4]uint32) {
	m.fetch(at, out)
	if border != nil && !m.null && !m.inside(at) {
		m.bordered(border, out)
	}
}

// selected gives components what the image selects for them.
func (m *Image) selected(out *[4]uint32) {
	if m.null {
		return
	}
	from := *out
	for c, s := range m.Select {
		switch s {
		case SelectOwn:
		case SelectZero:
			out[c] = 0
		case SelectOne:
			out[c] = m.Format.one()
		default:
			out[c] = from[s-SelectRed]
		}
	}
}

// Null says that the image is without memory.
func (m *Image) Null() bool { return m.null }

// NewNull is the image of a complete shape without memory: reads give 0, writes are dropped.
func NewNull(s ImageShape, name string) *Image {
	m := newImage(s, NewBuffer(name, 0, 0))
	m.null = true
	return m
}
