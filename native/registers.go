package native

// archFile is a kind of architecture registers.
type archFile struct {
	count  int32
	bytes  int // that instructions reach of one
	least  int // of an access
	writes ArchWrite
	dwords uint8 // of WriteSome: those that keep what is written
}

func archFileOf(reg int32) *archFile { return &archFiles[reg>>4&15] }

// ArchWrites is what an architecture register keeps of what is written from byte sub on:
// WriteAll, WriteNone where it is dropped without a side effect, WriteZero and WriteValid
// as specs/eu/registers.md says.
func ArchWrites(reg int32, sub int) ArchWrite {
	f := archFileOf(reg)
	switch {
	case sub >= f.bytes:
		return WriteNone
	case f.writes != WriteSome:
		return f.writes
	case f.dwords>>(sub/4)&1 != 0:
		return WriteAll
	}
	return WriteNone
}

// StateBits are the bits of sr0.0 that have a part of the place of a thread's unit, low
// bits first; 0 where the target does not say it.
func (t Target) StateBits(p StatePart) uint32 { return stateBits[t][p] }
