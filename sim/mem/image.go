package mem

import (
	"errors"
	"fmt"
	"strings"
)

// ImageKind says how many coordinates an image has and what they are.
type ImageKind uint8

// Kinds of images.
const (
	Image1D ImageKind = iota
	Image1DArray
	Image1DBuffer
	Image2D
	Image2DArray
	Image3D
	NumImageKinds
)

// imageKinds has the facts of each kind: how many coordinates are filtered, whether a
// layer follows them, and the largest extents that drivers for Gen9 state.
var imageKinds = [NumImageKinds]struct {
	name    string
	spatial int
	layers  bool
	most    [3]int
}{
	Image1D:       {"1d", 1, false, [3]int{1 << 14, 1, 1}},
	Image1DArray:  {"1d_array", 1, true, [3]int{1 << 14, 1 << 11, 1}},
	Image1DBuffer: {"1d_buffer", 1, false, [3]int{1 << 27, 1, 1}},
	Image2D:       {"2d", 2, false, [3]int{1 << 14, 1 << 14, 1}},
	Image2DArray:  {"2d_array", 2, true, [3]int{1 << 14, 1 << 14, 1 << 11}},
	Image3D:       {"3d", 3, false, [3]int{1 << 11, 1 << 11, 1 << 11}},
}

// String is the kind's name in launch files.
func (k ImageKind) String() string { return imageKinds[k].name }

// Coordinates is how many there are, the layer included.
func (k ImageKind) Coordinates() int {
	if imageKinds[k].layers {
		return imageKinds[k].spatial + 1
	}
	return imageKinds[k].spatial
}

// ParseImageKind finds a kind by name.
func ParseImageKind(name string) (ImageKind, error) {
	var names []string
	for k := range NumImageKinds {
		if k.String() == name {
			return k, nil
		}
		names = append(names, k.String())
	}
	return 0, fmt.Errorf("unknown kind of image %q: legal are %s", name, strings.Join(names, ", "))
}

// Image is memory that messages reach by coordinates.
type Image struct {
	ImageShape
	Name    string
	Control *Control // of an image with several samples; nil: sample s is in slice s

	size   int // of a block
	step   [3]int
	across int // bytes of a row, and rows of memory
	down   int
	buf    *Buffer
	border [4]uint32 // outside: 0 in the components in memory
	null   bool      // without memory

	levels      []*Image // those below the first
	samples     []*Image // those behind the first
	base        uint64   // bytes before the first texel, of an image that is not tiled
	left, above int      // the same, as bytes of a row and as rows
	behind      int      // the same, as slices of a tile
	within      uint64   // bytes of a tile before its first slice and sample
	grid        uint8    // 1 + n: slices lie 2^n in a row, gridX bytes apart, and rows of them gridY rows
	gridX       int
	gridY       int
	apart       bool // tiled, or of a grid
}

// ErrNoImage is wrapped by the error for a binding table index without image.
var ErrNoImage = errors.New("no image is bound")

// ErrNoSampler is wrapped by the error for a sampler index without sampler.
var ErrNoSampler = errors.New("no sampler is bound")

// NewImage is the image of a complete shape on a buffer that is large enough.
func NewImage(s ImageShape, b *Buffer) *Image {
	if int64(b.Len()) < s.Bytes() {
		panic(fmt.Sprintf("BUG: image %s of %d bytes in a buffer of %d", b.Name, s.Bytes(), b.Len()))
	}
	m := newImage(s, b)
	if !s.Levels.several() && s.Samples <= 1 && s.Layer == 0 {
		return m
	}
	first := m.view(s.Levels.First, 0)
	for l := 1; l <= s.Levels.last(); l++ {
		first.levels = append(first.levels, m.view(s.Levels.First+l, 0))
	}
	for k := 1; k < s.Samples; k++ {
		first.samples = append(first.samples, m.view(0, k))
	}
	return first
}

func newImage(s ImageShape, b *Buffer) *Image {
	m := &Image{ImageShape: s, Name: b.Name, size: s.Format.Size(), buf: b, apart: s.Tiling != Untiled}
	for d := range m.step {
		m.step[d] = m.pitch(d)
	}
	n := s.blocks()
	m.across, m.down = n[0]*m.size, n[1]
	for c, at := range s.Format.reads {
		if at == constOne {
			m.border[c] = s.Format.one()
		}
	}
	return m
}

// Buffer is the storage.
func (m *Image) Buffer() *Buffer { return m.buf }

// inside says that a texel exists. Coordinates that the kind lacks are 0.
func (m *Image) inside(at *[3]int) bool {
	return uint(at[0]) < uint(m.Extent[0]) && uint(at[1]) < uint(m.Extent[1]) && uint(at[2]) < uint(m.Extent[2])
}

func (m *Image) offset(at *[3]int) uint64 {
	if m.apart {
		return m.apartOffset(at)
	}
	return m.base + uint64(at[0]*m.step[0]+at[1]*m.step[1]+at[2]*m.step[2])
}

// apartOffset is offset where a product of coordinates does not give it.
func (m *Image) apartOffset(at *[3]int) uint64 {
	if m.grid > 0 {
		n := m.grid - 1
		return m.at(at[0]*m.size+(at[2]&(1<<n-1))*m.gridX, at[1]+(at[2]>>n)*m.gridY)
	}
	rows := m.Slice / m.Row
	if z := m.Tiling.tiles().z; len(z) > 1 {
		slice := m.behind + at[2]
		return m.Tiling.tiled(m.left+at[0]*m.size, m.above+at[1]+slice/len(z)*rows, m.Row) + uint64(z[slice%len(z)])
	}
	return m.at(at[0]*m.size, at[1]+at[2]*rows)
}

// load reads the texel at a place that is inside.
func (m *Image) load(at *[3]int, out *[4]uint32) {
	if m.Format.wide != nil {
		m.loadWide(at, out)
		return
	}
	var p texel
	m.buf.ReadBytes(m.offset(at), p[:m.size])
	m.Format.unpack(&p, out)
}

// fetch is load, or the border outside.
func (m *Image) fetch(at *[3]int, out *[4]uint32) {
	switch {
	case m.null:
		*out = [4]uint32{}
	case !m.inside(at):
		*out = m.border
	default:
		m.load(at, out)
	}
}

// store writes the components of mask, bit 0 being R, to a texel inside.
func (m *Image) store(at *[3]int, mask uint32, in *[4]uint32) {
	if m.Format.wide != nil {
		m.storeWide(at, mask, in)
		return
	}
	var p texel
	f, n, whole := m.Format, m.Format.Bits/8, true
	for i := range len(f.stored) {
		c := componentOf(f.stored[i])
		f.setRaw(&p, i, f.encode(in[c], c))
		whole = whole && mask>>c&1 != 0
	}
	off := m.offset(at)
	if whole {
		m.buf.WriteBytes(off, p[:m.size])
		return
	}
	for i := range len(f.stored) {
		if mask>>componentOf(f.stored[i])&1 != 0 {
			m.buf.WriteBytes(off+uint64(i*n), p[i*n:][:n])
		}
	}
}

// componentOf is the number of a letter of "rgba".
func componentOf(c byte) int {
	switch c {
	case 'r':
		return 0
	case 'g':
		return 1
	case 'b':
		return 2
	}
	return 3
}

// BindImage makes img the image of binding table index bti (0 to 255).
func (m *Memory) BindImage(bti int, img *Image) {
	if bti < 0 || bti >= tableSize {
		panic(fmt.Sprintf("BUG: binding table index %d", bti))
	}
	m.images[bti] = img
}

// Image is the image of a binding table index, or an error that wraps ErrNoImage.
func (m *Memory) Image(bti int) (*Image, error) {
	if bti >= 0 && bti < tableSize && m.images[bti] != nil {
		return m.images[bti], nil
	}
	return nil, fmt.Errorf("binding table index %d: %w (images: %v)", bti, ErrNoImage, taken(m.images[:]))
}

// taken lists the indices that have something.
func taken[T any](list []*T) []int {
	out := []int{}
	for i, p := range list {
		if p != nil {
			out = append(out, i)
		}
	}
	return out
}
