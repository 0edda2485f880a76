package mem

import (
	"fmt"
	"math/bits"
	"slices"
)

// Control is the multisample control surface (MCS) of an image: for each texel a word of the slices in which its samples lie. Slices that no word names
// hold nothing.
type Control struct {
	Words *Image // a texel for each of the image's, layers included
	Clear [4]uint32
}

// Check is an error for a clear colour that a format does not hold: no source at hand says whether it is clamped, or put on the curve of
// sRGB, where 0 and 1 stay.
func (c *Control) Check(f *Format) error {
	curved := f.srgb || f.wide != nil && f.wide.SRGB
	for i, v := range c.Clear {
		if f.reads[i] >= 0 && (!f.holds(v) || curved && v != 0 && v != f.one()) {
			return &TextureError{fmt.Sprintf("clear colour %#x of component %d, which the format %s does not hold", v, i, f.SurfaceName())}
		}
	}
	return nil
}

// controlFormats are the formats of the words, by log2 of the samples (Mesa, isl.c).
var controlFormats = [...]string{1: "R8_UINT", 2: "R8_UINT", 3: "R32_UINT", 4: "R32G32_UINT"}

// ControlFormat is the format of the control words of so many samples.
func ControlFormat(samples int) *Format {
	return FindSurfaceFormat(controlFormats[bits.Len(uint(samples))-1])
}

// controlWord is a word of a control surface. Of 2, 4, 8 and 16 samples the number of each sample's slice has 1, 2, 3 and 4 bits, that of
// sample 0 the lowest (Mesa, blorp_clear.c, which cites Broadwell PRM vol. 5, Compressed Multisample Surfaces).
type controlWord uint64

// slice is the slice of a sample.
func (w controlWord) slice(sample, samples int) int {
	n := bits.Len(uint(samples)) - 1
	return int(w>>(n*sample)) & (samples - 1)
}

// clear says that the texel has the clear colour: the word is all ones, of two samples its two bits (Mesa, blorp_nir_builder.h).
func (w controlWord) clear(samples int) bool {
	switch samples {
	case 2:
		return w&3 == 3
	case 4:
		return w == 0xff
	case 8:
		return w == 0xffffffff
	}
	return w == 1<<64-1
}

// control gives the word of a texel: its low half in red, of 16 samples the other in green, and 0 in what has none.
func (t *Texels) control(m *Image, lane int, out *[4]uint32) {
	if m.Control == nil {
		return
	}
	at := t.integers(m, lane)
	if !m.inside(&at) {
		return
	}
	m.Control.Words.fetch(&at, out)
	if m.SampleCount() < 16 {
		out[1] = 0
	}
	out[2], out[3] = 0, 0
}

// compressed is the slice of a sample by the word that a lane has for it; ok is false where the texel has the clear colour instead.
func (t *Texels) compressed(o *samplerOp, m *Image, lane, sample int) (slice int, ok bool) {
	w := controlWord(t.in[paramControl][lane])
	if slices.Contains(o.params, paramControlHigh) {
		w |= controlWord(t.in[paramControlHigh][lane]) << 32
	}
	n := m.SampleCount()
	return w.slice(sample, n), !w.clear(n)
}

// controlled says that a message loads a sample by the word of a control surface.
func (o *samplerOp) controlled() bool { return slices.Contains(o.params, paramControl) }
