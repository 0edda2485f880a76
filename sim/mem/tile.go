package mem

import (
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Tiling is how the rows of an image lie in memory. Behind those with a name are the large tiles of Large.
type Tiling uint8

// Tilings. Tiles follow each other along a row of tiles (reference of states, Mesa isl).
const (
	Untiled Tiling = iota // row by row
	TiledX                // tiles of 512 bytes by 8 rows, row by row
	TiledY                // tiles of 128 bytes by 32 rows: columns of 16 bytes, each row by row
	Tiled4                // tiles of 128 bytes by 32 rows: blocks of 64 bytes by 8 rows, of 16 bytes by 4
	firstLarge
	NumTilings = firstLarge + Tiling(numLarge)*largeUses*largeSizes
)

// Large is tiles whose shape depends on the texel and on what the image is.
type Large uint8

// Large tiles.
const (
	Yf  Large = iota // 4 KB
	Ys               // 64 KB
	T64              // 64 KB, of Xe-HPG
	numLarge
)

// largeUses is what large tiles are of: images without slices in a tile, volumes, and images of 2, 4, 8 and 16 samples; largeSizes is
// the sizes of texels, 1 to 16 bytes.
const (
	largeUses  = 6
	largeSizes = 5
)

// MostOfLarge is the bytes of the largest texels in large tiles.
const MostOfLarge = 1 << (largeSizes - 1)

// Tiling is the tiling of images whose texels have a size, a power of two up to MostOfLarge.
func (l Large) Tiling(size int, volume bool, samples int) Tiling {
	use := 0
	switch {
	case volume:
		use = 1
	case samples > 1:
		use = bits.Len(uint(samples))
	}
	return firstLarge + (Tiling(l)*largeUses+Tiling(use))*largeSizes + Tiling(bits.Len(uint(size))-1)
}

// Places in tiles: each bit, the lowest first, is the next bit of the byte in its row (x), of the row (y), slice (z) or sample (s)
// (gmmlib, the descriptors of its swizzles).
var (
	smallOrders = [firstLarge]string{TiledX: "xxxxxxxxxyyy", TiledY: "xxxxyyyyyxxx", Tiled4: "xxxxyyxxyxyy"}
	orders2D    = [numLarge][largeSizes]string{
		Ys:  {"xxxxyyyyyxyxyxyx", "xxxxyyyxyxyxyxyx", "xxxxyyyxyxyxyxyx", "xxxxyyxxyxyxyxyx", "xxxxyyxxyxyxyxyx"},
		T64: {"xxxxyyxxyxyyxyyy", "xxxxyyxxyxyyxxyy", "xxxxyyxxyxyyxxyy", "xxxxyyxxyxyyxxxy", "xxxxyyxxyxyyxxxy"},
	}
	orders3D = [numLarge][largeSizes]string{
		Ys:  {"xxxxyyzzzyzyxzyx", "xxxxyyzzzyzyxzyx", "xxxxyyzzyxzyxzyx", "xxxxyyzzxxzyxzyx", "xxxxyyzzxxzyxzyx"},
		T64: {"xxxxyyxzyzyyxzzz", "xxxxyyxzyzxyyzzz", "xxxxyyxzyzxyxyzz", "xxxxyyxzyzxxxyzz", "xxxxyyxzyzxxxyzz"},
	}
)

// largeOrder is the order of a large tiling. Tiles Yf are the first 4 KB of tiles Ys. Samples take the highest bits of those, and in
// T64, where a tile has four at most, bits 7 and 8.
func largeOrder(l Large, use, size int) string {
	wide, cut := l, l == Yf
	if cut {
		wide = Ys
	}
	order := orders2D[wide][size]
	if use == 1 {
		order = orders3D[wide][size]
	}
	if cut {
		order = order[:12]
	}
	if use < 2 {
		return order
	}
	n := use - 1
	if l == T64 {
		const at = 7
		n = min(n, 2)
		return order[:at] + "ss"[:n] + order[at+n:]
	}
	return order[:len(order)-n] + "ssss"[:n]
}

// tiles are where bytes of a row, rows, slices and samples are in a tile: together they are a place.
type tiles struct {
	x, y, z, s []int
	bytes      int
}

// tilings are the tiles of each tiling.
var tilings lazy.Table[[NumTilings]tiles]

func (t Tiling) tiles() *tiles { return &tilings.From(allTiles)[t] }

func allTiles() *[NumTilings]tiles {
	out := new([NumTilings]tiles)
	for t := range out {
		if Tiling(t) < firstLarge {
			out[t] = newTiles(smallOrders[t])
			continue
		}
		n := t - int(firstLarge)
		out[t] = newTiles(largeOrder(Large(n/largeSizes/largeUses), n/largeSizes%largeUses, n%largeSizes))
	}
	return out
}

// newTiles spreads the bits of each coordinate over those of a place.
func newTiles(order string) tiles {
	d := tiles{x: []int{0}, y: []int{0}, z: []int{0}, s: []int{0}, bytes: 1 << len(order)}
	of := map[rune]*[]int{'x': &d.x, 'y': &d.y, 'z': &d.z, 's': &d.s}
	for bit, axis := range order {
		places := of[axis]
		for _, low := range *places {
			*places = append(*places, low|1<<bit)
		}
	}
	return d
}

// slices is the slices or samples of a tile.
func (d *tiles) slices() int { return len(d.z) * len(d.s) }

// Large says that the tiling is of large tiles.
func (t Tiling) Large() bool { return t >= firstLarge }

// TileBytes is what an image tiled so begins at a multiple of, and takes multiples of: 1 for rows.
func (t Tiling) TileBytes() int { return t.tiles().bytes }

// TileRows is the rows of a tile: 1 for rows.
func (t Tiling) TileRows() int { return len(t.tiles().y) }

// TileShape is the columns of bytes, rows, and slices or samples of a tile.
func (t Tiling) TileShape() [3]int {
	d := t.tiles()
	return [3]int{len(d.x), len(d.y), d.slices()}
}

// tiled is the place of byte x of a row of a tiled image whose rows are row bytes apart, in the first slice and sample of a tile.
func (t Tiling) tiled(x, y, row int) uint64 {
	d := t.tiles()
	width, height := len(d.x), len(d.y)
	tile := y/height*(row/width) + x/width
	return uint64(tile*d.bytes + d.x[x%width] + d.y[y%height])
}

// checkTiles: rows are of whole tiles, and no texel of an image lies in two columns.
func (s *ImageShape) checkTiles() error {
	d := s.Tiling.tiles()
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
	d := s.Tiling.tiles()
	high := len(d.y)
	_, rows := s.span()
	rows += ((s.slices()+d.slices()-1)/d.slices() - 1) * (s.Slice / s.Row)
	return int64((rows+high-1)/high) * int64(s.Row/len(d.x)) * int64(d.bytes)
}

// at is the place of byte x of a row, the rows of slices among them but for those within a tile.
func (m *Image) at(x, row int) uint64 {
	if m.Tiling != Untiled {
		return m.Tiling.tiled(m.left+x, m.above+row, m.Row) + m.within
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
