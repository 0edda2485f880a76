package code

import "github.com/genvisa/genvisa/native"

// The accumulators are the bytes of acc0 to acc7, of which threads have two, four or all
// (facts Accumulators and LargeAccumulators): element k of a type lies at k times its size. Integers have bits
// above those: products keep 64 bits of a dword, whatever else writes it 33, as words have.
// They lie apart, 4 bytes for each element of a register; and a dword has four bits for each
// register, which says what its elements were last written as.
const (
	AccRegs      = 8
	accFew       = 2 // of targets where nothing says which bits above integers are read
	AccRegBytes  = native.GRFBytes
	accBytes     = AccRegs * AccRegBytes
	AccPair      = 2 * AccRegBytes // of an operand over two registers
	AccHighBytes = 4 * AccRegBytes / 2
)

// AccKind is a size of integers or a float type, in AccKindBits.
type AccKind uint8

// Bits of a kind, for each register.
const (
	AccKindBits = 4
	AccKindMask = 1<<AccKindBits - 1
)

// What the accumulator was last written as. Reading it as another kind is not
// defined by the hardware.
const (
	AccNone   AccKind = 0
	AccDwords AccKind = 4
	AccF      AccKind = 9
	AccHF     AccKind = 10
	AccDF     AccKind = 11
	AccLost   AccKind = 12 // the carry of words, of which nothing is known
)

// AccKindOf is how the accumulator holds elements of a type.
func AccKindOf(ty native.Type) AccKind {
	switch ty {
	case native.F:
		return AccF
	case native.HF:
		return AccHF
	case native.DF:
		return AccDF
	}
	return AccKind(ty.Size())
}

// AccRange is the bits of the kinds for each accumulator that bytes of the register file from at on
// are in, as far as there are accumulators.
func (p *Program) AccRange(at, bytes int) uint32 {
	off := uint(at - p.FileBytes - OffAcc)
	first, behind := off/AccRegBytes, (off+uint(bytes)+AccRegBytes-1)/AccRegBytes
	return uint32(uint64(1)<<(AccKindBits*min(behind, AccRegs)) - uint64(1)<<(AccKindBits*min(first, AccRegs)))
}

// AccEach is a kind for each accumulator.
func AccEach(k AccKind) uint32 { return uint32(k) * (^uint32(0) / AccKindMask) }

// readsAcc makes source s, elements of the accumulators, one of registers, whose kinds straight
// looks at; false where another source wants them otherwise.
func (l *loader) readsAcc(s *Source) bool {
	o := l.op
	mask, kinds := l.prog.AccRange(int(s.Addr), int(s.Reach)), AccEach(s.Kind)
	if (o.AccKinds^kinds)&o.AccReads&mask != 0 {
		return false
	}
	o.AccReads, o.AccKinds = o.AccReads|mask, o.AccKinds|kinds&mask
	o.Flags |= FlagAccs
	return true
}

// writesAcc does so with the destination.
func (l *loader) writesAcc(d *Dest) {
	o := l.op
	o.AccWrites = l.prog.AccRange(int(d.Addr), (int(o.N)-1)*int(d.Step)+int(d.Size))
	o.AccBecome = AccEach(AccKindOf(d.Type)) & o.AccWrites
	o.Flags |= FlagAccs
	d.Hook = HookNone
}
