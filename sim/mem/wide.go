package mem

import (
	"slices"
	"sync"

	"github.com/genvisa/genvisa/internal/blocks"
	"github.com/genvisa/genvisa/internal/formats"
)

// maxColumns is the texels of a block whose components have bits of their own: two of 4:2:2.
const maxColumns = 2

// maxBlock is the bytes of the largest block.
const maxBlock = 32

// wide is a format of the hardware whose texels are not components of whole bytes in a row: numbers at bits
// of a block, of one texel or of several.
type wide struct {
	*formats.Format
	from [maxColumns][4]int8 // by column of the block and component of "rgba": its channel, or a constant
}

// newWide is a format of the table.
func newWide(row *formats.Format) *Format {
	if row.Layout == formats.LayoutNone {
		return &Format{Name: row.Name, Numeric: Uint, Bits: 8, stored: "r", elem: unit{Uint, 8}, opaque: true, why: row.Why}
	}
	f := &Format{Name: row.Name, wide: &wide{Format: row}}
	for c := range f.reads {
		f.reads[c] = constZero
		if c == 3 {
			f.reads[c] = constOne
		}
		for col := range f.wide.from {
			f.wide.from[col][c] = f.reads[c]
		}
	}
	var seen [4]int
	for i, ch := range row.Channels {
		for _, c := range registersOf(ch.Component) {
			for col := seen[c]; col < maxColumns; col++ {
				f.wide.from[col][c] = int8(i)
			}
			seen[c]++
			f.reads[c] = int8(i)
		}
		if ch.Kind != formats.KindX && ch.Component != 'e' {
			f.Numeric, f.Bits = numerics[ch.Kind], max(f.Bits, ch.Bits)
		}
	}
	f.Writable = row.Has(formats.UseWritten, 0) // by all targets or by none
	f.elem = elementOf(row)
	return f
}

// registersOf are the components of "rgba" that a channel is read into.
func registersOf(component byte) []int {
	switch component {
	case 'i':
		return []int{0, 1, 2, 3}
	case 'l':
		return []int{0, 1, 2}
	case 'r', 'g', 'b', 'a':
		return []int{componentOf(component)}
	}
	return nil
}

// numerics are what numbers of each kind are in registers.
var numerics = [formats.NumKinds]Numeric{
	formats.KindUn: Unorm, formats.KindSn: Snorm, formats.KindUi: Uint, formats.KindSi: Sint,
	formats.KindUs: Float, formats.KindSs: Float, formats.KindSf: Float, formats.KindUf: Float, formats.KindSx: Float,
}

// unit is what memory is compared and shown by.
type unit struct {
	numeric Numeric
	bits    int
}

// elementOf is a component, if all are of one kind and of 8, 16 or 32 bits; otherwise the largest
// such part of a block, as an unsigned number.
func elementOf(row *formats.Format) unit {
	bits := 8 << min(trailingZeros(row.Bits/8), 2)
	first := row.Channels[0]
	switch first.Kind {
	case formats.KindUn, formats.KindSn, formats.KindUi, formats.KindSi, formats.KindSf:
	default:
		return unit{Uint, bits}
	}
	if first.Bits != 8 && first.Bits != 16 && first.Bits != 32 || first.Bits == 8 && first.Kind == formats.KindSf ||
		slices.ContainsFunc(row.Channels, func(c formats.Channel) bool {
			return c.Bits != first.Bits || c.Kind != first.Kind && c.Kind != formats.KindX
		}) {
		return unit{Uint, bits}
	}
	return unit{numerics[first.Kind], first.Bits}
}

func trailingZeros(n int) (z int) {
	for ; n > 0 && n&1 == 0; n >>= 1 {
		z++
	}
	return z
}

// wideFormats are the formats of the hardware that have no row among those of OpenCL.
var wideFormats = sync.OnceValue(func() (out []*Format) {
	all := formats.All()
	for i := range all {
		if !slices.ContainsFunc(clFormats(), func(f *Format) bool { return f.SurfaceName() == all[i].Name }) {
			out = append(out, newWide(&all[i]))
		}
	}
	return out
})

// planar says that rows of half the colours follow those of the image.
func (f *Format) planar() bool { return f.wide != nil && f.wide.Layout == formats.LayoutPlanar }

// compressed says that texels come from package blocks.
func (f *Format) compressed() bool { return f.wide != nil && blocks.Compressed(f.wide.Layout) }
