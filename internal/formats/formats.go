package formats

// Format is a surface format. One whose layout is LayoutNone has no texels that anybody
// knows, and Why says so.
type Format struct {
	Name          string // as the hardware's documents have it, such as B5G6R5_UNORM
	Code          uint16 // in SURFACE_STATE
	Bits          int    // of a block
	Width, Height int    // texels of a block
	Layout        Layout
	Channels      []Channel
	SRGB          bool // R, G, B and luminance are on the curve of IEC 61966-2-1
	Why           string

	support [NumUses]uint16 // targets, as bits in the order of package native
}

// Channel is one number of a block: Component is one of "rgbaliex", At its lowest bit. A
// compression says itself where its numbers lie; those have no bits.
type Channel struct {
	Component byte
	Kind      Kind
	Bits, At  int
}

// All lists the formats in the order of the page.
func All() []Format { return table[:] }

// Find finds a format by name; nil when there is none.
func Find(name string) *Format {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// Has says that a target, by its number in package native, uses the format so.
func (f *Format) Has(u Use, target int) bool { return f.support[u]>>target&1 != 0 }

// String is the word of specs/eu/formats.md.
func (u Use) String() string { return useNames[u] }
