package native

import (
	"fmt"
	"slices"
)

// AddrPart is the part of a 64-bit address that an immediate takes.
type AddrPart uint8

// Parts of an address.
const (
	AddrWhole AddrPart = iota
	AddrLow            // the low 32 bits
	AddrHigh           // the high 32 bits
)

// Reloc is an instruction with an address that is known when the program is
// loaded: its immediate gets it.
type Reloc struct {
	Inst   int
	Part   AddrPart
	Symbol string
}

// Where an immediate stands in an instruction, in bytes, by its size: at its end.
func immediateAt(size int) int { return fullSize - size }

// AddressAt finds the instruction whose immediate stands at byte off of code with
// instructions at offs, which rise, and is right for a part of an address.
func AddressAt(insts []Inst, offs []int, off int, part AddrPart) (inst int, err error) {
	size := partSize(part)
	i, ok := slices.BinarySearch(offs, off-immediateAt(size))
	if !ok || insts[i].Compact {
		return 0, fmt.Errorf("no immediate of %d bytes begins there", size)
	}
	if o := addressImm(&insts[i]); o != nil && o.Type.Size() == size {
		return i, nil
	}
	return 0, fmt.Errorf("the instruction at byte %d is %s, without an immediate of %d bytes", offs[i], insts[i].Op, size)
}

// AddressByte is where the immediate of a part of an address stands in its
// instruction, in bytes.
func AddressByte(part AddrPart) int { return immediateAt(partSize(part)) }

func partSize(part AddrPart) int {
	if part == AddrWhole {
		return UQ.Size()
	}
	return UD.Size()
}

// addressImm is the operand that takes an address: the only source of a move, or the second one of a sum.
func addressImm(in *Inst) *Operand {
	if in.Op != OpMov && in.Op != OpAdd {
		return nil
	}
	if o := &in.Src[in.Op.Sources()-1]; o.File == Imm {
		return o
	}
	return nil
}

// SetAddress stores a part of an address in the immediate of an instruction that
// AddressAt has found.
func (in *Inst) SetAddress(part AddrPart, addr uint64) {
	switch part {
	case AddrLow:
		addr = uint64(uint32(addr))
	case AddrHigh:
		addr >>= 32
	}
	addressImm(in).Imm = addr
}
