package mem

import "fmt"

// Tiling is how the rows of an image lie in memory.
type Tiling uint8

// Tilings. Tiles follow each other along a row of tiles (reference of states, Mesa isl). Those of Xe-HPG are 4 KB, and 64 KB
// whose shape is that of texels of a size.
const (
	Untiled    Tiling = iota // row by row
	TiledX                   // tiles of 512 bytes by 8 rows, row by row
	TiledY                   // tiles of 128 bytes by 32 rows: columns of 16 bytes, each row by row
	Tiled4                   // tiles of 128 bytes by 32 rows: blocks of 64 bytes by 8 rows, of 16 bytes by 4
	Tiled64of1               // of texels of a byte: 256 bytes by 256 rows
	Tiled64of2               // of 2 and 4: 512 by 128
	Tiled64of8               // of 8 and 16: 1024 by 64
	NumTilings
)

// tileOrders are the bits of a place in a tile, the lowest first: each is the next bit of the byte in its row, or of the
// row (gmmlib, the descriptors of its swizzles).
var tileOrders = [NumTilings]string{
	TiledX: "xxxxxxxxxyyy",
	TiledY: "xxxxyyyyyxxx",
	Tiled4: "xxxxyyxxyxyy",

	Tiled64of1: "xxxxyyxxyxyyxyyy",
	Tiled64of2: "xxxxyyxxyxyyxxyy",
	Tiled64of8: "xxxxyyxxyxyyxxxy",
}

// Tiled64 is the tiling in tiles of 64 KB of texels of a size, a power of two up to 16 bytes.
func Tiled64(size int) Tiling {
	switch size {
	case 1:
		return Tiled64of1
	case 2, 4:
		return Tiled64of2
	}
	return Tiled64of8
}

// tiles are where bytes of a row, and rows, are in a tile: the two together are a place.
type tiles struct{ x, y []int }

// tilings are the tiles of each tiling.
var tilings = func() (out [NumTilings]tiles) {
	for t, order := range tileOrders {
		out[t] = newTiles(order)
	}
	return out
}()

// newTiles spreads the bits of each coordinate over those of a place.
func newTiles(order string) tiles {
	d := tiles{x: []int{0}, y: []int{0}}
	for bit, axis := range order {
		of := &d.x
		if axis == 'y' {
			of = &d.y
		}
		for _, low := range *of {
			*of = append(*of, low|1<<bit)
		}
	}
	return d
}

// TileBytes is what an image tiled so begins at a multiple of, and takes multiples of: 1 for rows.
func (t Tiling) TileBytes() int { return len(tilings[t].x) * len(tilings[t].y) }

// TileRows is the rows of a tile: 1 for rows.
func (t Tiling) TileRows() int { return len(tilings[t].y) }

// tiled is the place of byte x of a row of a tiled image whose rows are row bytes apart.
func (t Tiling) tiled(x, y, row int) uint64 {
	d := &tilings[t]
	width, height := len(d.x), len(d.y)
	tile := y/height*(row/width) + x/width
	return uint64(tile*width*height + d.x[x%width] + d.y[y%height])
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
	case s.Row%len(d.x) != 0:
		return &ShapeError{-1, fmt.Sprintf("row pitch %d: legal are multiples of the %d bytes of a tile", s.Row, len(d.x))}
	}
	return nil
}

// tileBytes is the memory of a complete tiled shape: whole tiles.
func (s *ImageShape) tileBytes() int64 {
	high := s.Tiling.TileRows()
	_, rows := s.span()
	rows += (s.slices() - 1) * (s.Slice / s.Row)
	return int64((rows+high-1)/high*high) * int64(s.Row)
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
