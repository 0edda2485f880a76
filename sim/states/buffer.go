package states

import (
	"math"

	"github.com/genvisa/genvisa/sim/mem"
)

// Fields that make no difference to any surface here: caches, rendering, and places of auxiliary surfaces, which
// AuxiliarySurfaceMode or MCSEnable says that there are, and of compression, which MemoryCompressionEnable says that there is.
var harmless = []string{
	"SurfaceType", "SurfaceBaseAddress", "MOCS", "RenderCacheReadWriteMode", "SamplerL2BypassModeDisable", "CoherencyType",
	"SurfaceHorizontalAlignment", "SurfaceVerticalAlignment", "RenderTargetViewExtent", "BaseMipLevel", "EWADisableForCube",
	"AuxiliarySurfacePitch", "AuxiliarySurfaceQPitch", "AuxiliarySurfaceBaseAddress", "AuxiliaryTableIndexForMediaCompressedSurface",
	"SamplerL2OutOfOrderModeDisable", "L1CacheControl", "MemoryCompressionType", "CompressionFormat", "DecompressInL3", "DisallowLowQualityFiltering",
	"MultisamplePositionPaletteIndex", "RedClearColor", "GreenClearColor", "BlueClearColor", "AlphaClearColor", "MemoryCompressionMode",
}

// selects are the fields that say what the sampler gives for each component; the data port does not read them.
var selects = []string{"ShaderChannelSelectRed", "ShaderChannelSelectGreen", "ShaderChannelSelectBlue", "ShaderChannelSelectAlpha"}

// Fields of buffers that are obeyed, or that buffers have no use for.
var ofBuffers = []string{"SurfaceFormat", "NumberOfEntries", "SurfacePitch", "SurfaceQPitch"}

// raw is the format of a buffer of bytes.
const raw = "RAW"

// bytes is the memory of a surface that offsets name: of a buffer its elements one behind the other, of a null surface
// none, where reads give 0 and writes are dropped. Offsets in surfaces of rows are not modelled.
func (m *Memory) bytes(s *record) (*mem.Buffer, error) {
	switch s.text("SurfaceType") {
	case "SURFTYPE_NULL":
		return null(), nil
	case "SURFTYPE_BUFFER", "SURFTYPE_STRBUF":
	default:
		return nil, s.unsupported("SurfaceType", "a message with offsets, want SURFTYPE_BUFFER, SURFTYPE_STRBUF or SURFTYPE_NULL")
	}
	if err := s.only(harmless, selects, ofBuffers); err != nil {
		return nil, err
	}
	pitch := s.number("SurfacePitch")
	if s.text("SurfaceFormat") == raw && s.text("SurfaceType") == "SURFTYPE_BUFFER" && pitch != 1 {
		return nil, s.wrong("SurfacePitch", "the elements of a buffer of format RAW are bytes: want 1")
	}
	return m.part(s, s.number("NumberOfEntries")*pitch, "NumberOfEntries")
}

// null is the memory of a null surface. No launch lists it, so that nobody reports accesses to it.
func null() *mem.Buffer { return mem.NewBuffer("the null surface", 0, 0) }

// pageBytes is what memory is mapped by.
const pageBytes = 4096

// part is n bytes of memory from the base of a surface on. Where they end in the last page of a buffer the bytes that the
// buffer lacks are missing: the hardware has memory by pages, and sizes are rounded up. Field is what the size comes from.
func (m *Memory) part(s *record, n uint64, field string) (*mem.Buffer, error) {
	return m.partAt(s, "SurfaceBaseAddress", n, field)
}

// partAt is part from the address of another field on.
func (m *Memory) partAt(s *record, place string, n uint64, field string) (*mem.Buffer, error) {
	at := s.number(place)
	b, off := m.memory.Flat().Find(at%mem.EndAddress, 1)
	switch {
	case b == nil:
		return nil, s.wrong(place, "no buffer of the launch is there")
	case !mem.PartAligned(at):
		return nil, s.unsupported(place, "legal are multiples of 8")
	}
	have := uint64(b.Len()) - off
	if mapped := (uint64(b.Len())+pageBytes-1)/pageBytes*pageBytes - off; n > mapped || n > math.MaxInt32 {
		return nil, s.wrong(field, "the surface has %d bytes, and %s ends %d bytes behind its base %#x", n, b.Name, have, at)
	}
	return b.Part(off, int(min(n, have))), nil
}
