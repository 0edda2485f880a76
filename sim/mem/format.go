package mem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Numeric is what number the bits of a component are.
type Numeric uint8

// Numbers of components. In registers they are floats, or integers of 32 bits.
const (
	Unorm Numeric = iota // 0 to 1: v / (2^n - 1)
	Snorm                // -1 to 1: v / (2^(n-1) - 1)
	Sint
	Uint
	Float // half or float
)

// Integer says that registers hold integers.
func (n Numeric) Integer() bool { return n == Sint || n == Uint }

// Format is how the texels of an image lie in memory: the components of Order, each
// of Bits bits, little endian, without room between.
type Format struct {
	Name     string // "rgba8ui": order, bits of a component, and "" unorm, "sn" snorm, "i", "ui" or "f"
	Order    uint32 // cl_channel_order
	DataType uint32 // cl_channel_type
	Numeric  Numeric
	Bits     int  // 8, 16 or 32
	Writable bool // the data port writes it; otherwise only the sampler knows it

	stored string  // component of each place in memory, of "rgba"
	reads  [4]int8 // by component: its place in memory, or a constant
	srgb   bool
	elem   unit
	wide   *wide // components that are not whole bytes in a row; nil for others
	opaque bool  // what a texel is nobody says: bytes
	why    string
}

// Components that are not in memory.
const (
	constZero int8 = -1
	constOne  int8 = -2
)

// Size is the bytes of a block, which most formats have one texel of.
func (f *Format) Size() int {
	if f.wide != nil {
		return f.wide.Bits / 8
	}
	return len(f.stored) * f.Bits / 8
}

// Block is the texels of a block, in a row and rows.
func (f *Format) Block() (width, height int) {
	if f.wide != nil {
		return f.wide.Width, f.wide.Height
	}
	return 1, 1
}

// Components is how many numbers a block has in memory, each of the type of Element.
func (f *Format) Components() int { return f.Size() * 8 / f.elem.bits }

// Element is what number each component in memory is, of 8, 16 or 32 bits. Where components are others, blocks
// are parted into unsigned numbers.
func (f *Format) Element() (n Numeric, bits int) { return f.elem.numeric, f.elem.bits }

// Stored names the components in memory in their order, of "rgba"; "" where they are not whole bytes in a
// row.
func (f *Format) Stored() string { return f.stored }

// channelOrder is a row of the table of formats: cl_channel_order, the components in
// memory, what a read gives, and its data types, those that the data port
// writes first (NEO surface_formats.cpp, isl's table of formats).
type channelOrder struct {
	name, cl      string
	code          uint32
	stored, reads string
	write, read   []dataType
	srgb          bool
}

// dataType is a cl_channel_type.
type dataType struct {
	suffix, cl string
	code       uint32
	numeric    Numeric
	bits       int
}

var (
	unorm8  = dataType{"", "UNORM_INT8", 0x10D2, Unorm, 8}
	unorm16 = dataType{"", "UNORM_INT16", 0x10D3, Unorm, 16}
	snorm8  = dataType{"sn", "SNORM_INT8", 0x10D0, Snorm, 8}
	snorm16 = dataType{"sn", "SNORM_INT16", 0x10D1, Snorm, 16}
	sint8   = dataType{"i", "SIGNED_INT8", 0x10D7, Sint, 8}
	sint16  = dataType{"i", "SIGNED_INT16", 0x10D8, Sint, 16}
	sint32  = dataType{"i", "SIGNED_INT32", 0x10D9, Sint, 32}
	uint8T  = dataType{"ui", "UNSIGNED_INT8", 0x10DA, Uint, 8}
	uint16T = dataType{"ui", "UNSIGNED_INT16", 0x10DB, Uint, 16}
	uint32T = dataType{"ui", "UNSIGNED_INT32", 0x10DC, Uint, 32}
	half    = dataType{"f", "HALF_FLOAT", 0x10DD, Float, 16}
	single  = dataType{"f", "FLOAT", 0x10DE, Float, 32}

	allTypes = []dataType{unorm8, unorm16, snorm8, snorm16, sint8, sint16, sint32, uint8T, uint16T, uint32T, half, single}
)

var channelOrders = []channelOrder{
	{"r", "R", 0x10B0, "r", "r001", allTypes, nil, false},
	{"rg", "RG", 0x10B2, "rg", "rg01", allTypes, nil, false},
	{"rgba", "RGBA", 0x10B5, "rgba", "rgba", allTypes, nil, false},
	{"bgra", "BGRA", 0x10B6, "bgra", "rgba", []dataType{unorm8}, nil, false},
	{"a", "A", 0x10B1, "a", "000a", []dataType{unorm8}, []dataType{unorm16, half, single}, false},
	{"i", "INTENSITY", 0x10B8, "r", "rrrr", nil, []dataType{unorm8, unorm16, half, single}, false},
	{"l", "LUMINANCE", 0x10B9, "r", "rrr1", nil, []dataType{unorm8, unorm16, half, single}, false},
	{"d", "DEPTH", 0x10BD, "r", "r001", []dataType{unorm16, single}, nil, false},
	{"srgba", "sRGBA", 0x10C1, "rgba", "rgba", nil, []dataType{unorm8}, true},
	{"sbgra", "sBGRA", 0x10C2, "bgra", "rgba", nil, []dataType{unorm8}, true},
}

// formatTable lists what the table says.
var formatTable lazy.Table[[]*Format]

func clFormats() []*Format { return *formatTable.From(allFormats) }

func allFormats() *[]*Format {
	var out []*Format
	for i := range channelOrders {
		o := &channelOrders[i]
		for _, d := range o.write {
			out = append(out, o.format(d, true))
		}
		for _, d := range o.read {
			out = append(out, o.format(d, false))
		}
	}
	return &out
}

func (o *channelOrder) format(d dataType, write bool) *Format {
	f := &Format{
		Name: fmt.Sprintf("%s%d%s", o.name, d.bits, d.suffix), Order: o.code, DataType: d.code, Numeric: d.numeric, Bits: d.bits,
		Writable: write, stored: o.stored, srgb: o.srgb, elem: unit{d.numeric, d.bits},
	}
	for c := range f.reads {
		switch s := o.reads[c : c+1]; s {
		case "0":
			f.reads[c] = constZero
		case "1":
			f.reads[c] = constOne
		default:
			f.reads[c] = int8(strings.Index(o.stored, s))
		}
	}
	return f
}

// SurfaceName is what the hardware's documents call the format, such as R8G8_UNORM.
func (f *Format) SurfaceName() string {
	if f.Order == 0 {
		return f.Name
	}
	letters := strings.ToUpper(f.stored)
	if o := f.order().name; o == "i" || o == "l" { // one number, read into several components
		letters = strings.ToUpper(o)
	}
	var b strings.Builder
	for _, c := range letters {
		fmt.Fprintf(&b, "%c%d", c, f.Bits)
	}
	b.WriteString([...]string{Unorm: "_UNORM", Snorm: "_SNORM", Sint: "_SINT", Uint: "_UINT", Float: "_FLOAT"}[f.Numeric])
	if f.srgb {
		b.WriteString("_SRGB")
	}
	return b.String()
}

// FindSurfaceFormat finds a format by its SurfaceName; nil when there is none.
func FindSurfaceFormat(name string) *Format {
	for _, list := range [][]*Format{clFormats(), wideFormats()} {
		if i := slices.IndexFunc(list, func(f *Format) bool { return f.SurfaceName() == name }); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// Opaque says why it is not known what a texel is, and "" where that is known. Media blocks inside the surface reach
// its bytes, nothing else does.
func (f *Format) Opaque() string { return f.why }

// Replicates says that the bytes of the nearest texel stand for those outside: that a texel
// has bytes of its own.
func (f *Format) Replicates() bool {
	w, h := f.Block()
	return !f.opaque && w*h == 1 && !f.planar()
}

// Formats lists the formats that images of OpenCL can have.
func Formats() []*Format { return slices.Clone(clFormats()) }

// FindFormat finds a format by name, such as "rgba8ui", by what OpenCL calls its
// order and type, such as "RGBA:UNSIGNED_INT8", or by its SurfaceName; nil when there is none.
func FindFormat(name string) *Format {
	order, typ, cl := strings.Cut(name, ":")
	for _, f := range clFormats() {
		if !cl && f.Name == name || cl && f.clName(order, typ) {
			return f
		}
	}
	return FindSurfaceFormat(name)
}

// order is the format's row of the table.
func (f *Format) order() *channelOrder {
	return &channelOrders[slices.IndexFunc(channelOrders, func(o channelOrder) bool { return o.code == f.Order })]
}

func (f *Format) clName(order, typ string) bool {
	d := slices.IndexFunc(allTypes, func(d dataType) bool { return d.code == f.DataType })
	return f.order().cl == strings.TrimPrefix(order, "CL_") && allTypes[d].cl == strings.TrimPrefix(typ, "CL_")
}
