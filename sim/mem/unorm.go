package mem

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/internal/formats"
)

// The pixels of a block that sample_unorm samples, in rows.
const (
	unormColumns = 8
	unormPixels  = 32
)

// UnormOutput is what comes back of each pixel of a block.
type UnormOutput uint8

// Outputs, with their numbers in headers and in vISA.
const (
	UnormWords       UnormOutput = iota // a word in each component
	UnormSparseWords                    // the same; R and B have the even pixels of each row alone
	UnormBytes                          // a byte
	UnormSparseBytes                    // the same, as UnormSparseWords
)

// UnormBlock is a block of 8 by 4 pixels at equal distances, all of which are sampled at once (sample_unorm).
type UnormBlock struct {
	U, V           float32 // of pixel 0, normalized
	DeltaU, DeltaV float32 // from a pixel to the next in its row, and from a row to the next
	Channels       uint32  // components that come back, bit 0 being R
	Output         UnormOutput
}

// unormOp is sample_unorm as a message with a place for each pixel.
var unormOp = samplerOp{name: "sample_unorm", does: doSample, params: []parameter{paramU, paramV}}

// Bytes is what comes back: whole components, one behind the other. An output that no source lays out is a *TextureError.
func (b *UnormBlock) Bytes() (int, error) {
	switch n := bits.OnesCount32(b.Channels); b.Output {
	case UnormWords:
		return 2 * unormPixels * n, nil
	case UnormSparseWords:
		return 2*unormPixels*n - unormPixels*bits.OnesCount32(b.Channels&sparseChannels), nil
	case UnormBytes:
		return unormPixels * n, nil
	}
	return 0, &TextureError{"bytes of which R and B have every second pixel: no source says whether they share a register"}
}

// sparseChannels are R and B, which have every second pixel of a sparse output.
const sparseChannels = 0b101

// Unorm samples a block and writes what comes back to out, which has the bytes of it.
func (t *Texels) Unorm(img *Image, s *Sampler, b *UnormBlock, out []byte) error {
	a := Access{Op: SamplerOp{&unormOp, len(unormOp.params)}, Image: img, Sampler: s}
	whole, err := a.unorm()
	if err != nil {
		return err
	}
	t.Clear()
	for i := range unormPixels {
		x, y := float64(i%unormColumns), float64(i/unormColumns)
		t.in[paramU][i] = math.Float32bits(float32(float64(b.U) + float64(x*float64(b.DeltaU))))
		t.in[paramV][i] = math.Float32bits(float32(float64(b.V) + float64(y*float64(b.DeltaV))))
	}
	t.Run(&a, math.MaxUint32)
	for c := range t.Out {
		if b.Channels>>c&1 == 0 {
			continue
		}
		step := 1
		if b.Output == UnormSparseWords && sparseChannels>>c&1 != 0 {
			step = 2
		}
		for i := 0; i < unormPixels; i += step {
			word := int(math.RoundToEven(float64(math.Float32frombits(t.Out[c][i])) * float64(whole)))
			if b.Output == UnormBytes {
				out[0] = byte((2*math.MaxUint8*word + whole) / (2 * whole)) // a half is rounded up, as by code that adds 0x80
				out = out[1:]
				continue
			}
			binary.LittleEndian.PutUint16(out, uint16(word))
			out = out[2:]
		}
	}
	return nil
}

// unorm is the word of a component that is 1. Components of 8 bits are the upper half of a word, whose lower half is fraction: code that
// takes the upper byte adds half of one before (specs/eu/messages.md).
func (a *Access) unorm() (whole int, err error) {
	m, s, f := a.Image, a.Sampler, a.Image.Format
	unmodelled := func(format string, args ...any) error {
		return &TextureError{"sampler message sample_unorm " + fmt.Sprintf(format, args...)}
	}
	switch {
	case m.Kind != Image2D || m.null:
		return 0, unmodelled("on an image %s: no source says what it does on other than those of type 2d", m.Kind)
	case f.Numeric != Unorm:
		return 0, unmodelled("on texels of the format %s: want one of UNORM", f.SurfaceName())
	case !s.Normalized:
		return 0, unmodelled("with a sampler of coordinates that are not normalized: its documents know no other")
	case s.Filter == Anisotropic || s.Detail != nil && s.Detail.Min != s.Filter:
		return 0, unmodelled("with a sampler whose filter depends on the size of a pixel: no source says which size it has")
	case m.LevelCount() > 1 && s.Detail != nil && s.Detail.Mip != MipNone:
		return 0, unmodelled("with a filter of levels of detail: no source says which level it has")
	}
	switch n := f.unormBits(); n {
	case 8:
		whole = 0xff00
	case 16:
		whole = math.MaxUint16
	default:
		return 0, unmodelled("on texels of the format %s: no source says how words have their components", f.SurfaceName())
	}
	return whole, a.Check()
}

// unormBits is how many bits the components have, if all of them are fractions of as many; else 0.
func (f *Format) unormBits() int {
	w := f.wide
	switch {
	case f.srgb || w != nil && w.SRGB || f.compressed():
		return 0
	case w != nil && slices.ContainsFunc(w.Channels, func(c formats.Channel) bool {
		return c.Kind != formats.KindX && (c.Kind != formats.KindUn || c.Bits != f.Bits)
	}):
		return 0
	}
	return f.Bits
}
