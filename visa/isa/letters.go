package isa

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// letter is how a field of a layout is read and written. The letters are those of
// specs/README.md, and five of files that are older or newer than the pages: '!' a
// byte of flags, '#' a number that no operand has, 'a' the offsets of a sampler message as a number, 'n' a string with an
// index as wide as those of variables, 'o' an operand that is missing.
type letter struct {
	letter byte
	size   int // bytes of a number; 0 for other fields
	read   func(*decoder, *visa.Slot) visa.Operand
	write  func(*encoder, *visa.Slot, *visa.Operand)
}

var letters = [...]letter{
	{letter: '1', size: 1}, {letter: '2', size: 2}, {letter: '4', size: 4}, {letter: 'i', size: 4}, {letter: '!', size: 1}, {letter: '#', size: 4},
	{'d', 0, (*decoder).vector, (*encoder).vector},
	{'v', 0, (*decoder).vector, (*encoder).vector},
	{'r', 0, (*decoder).raw, (*encoder).raw},
	{'g', 0, (*decoder).origin, (*encoder).origin},
	{'o', 0, (*decoder).missing, (*encoder).missing},
	{'S', 0, (*decoder).surface, (*encoder).surface},
	{'s', 0, (*decoder).sampler, (*encoder).sampler},
	{'L', 0, (*decoder).label, (*encoder).label},
	{'N', 0, (*decoder).shortName, (*encoder).shortName},
	{'n', 0, (*decoder).wideName, (*encoder).wideName},
	{'V', 0, (*decoder).variable, (*encoder).variable},
	{'a', 0, (*decoder).offsets, (*encoder).offsets},
}

// letterOf finds the row of a letter, or nil.
func letterOf(c byte) *letter {
	for i := range letters {
		if letters[i].letter == c {
			return &letters[i]
		}
	}
	return nil
}

// The classes of a vector operand, with their binary codes.
const (
	classGeneral   = 0
	classAddress   = 1
	classPredicate = 2
	classIndirect  = 3
	classImmediate = 5
	classState     = 6
)

// Bit fields of a predicate.
const (
	predicateBits    = 12
	predicateCombine = 13
	predicateInverse = 15
)

// Bits of the byte with the execution size and mask, and of the tag of an operand.
const (
	maskShift = 4
	noMask    = 0x80
	modShift  = 3
	modBits   = 7
)

// The class of the variable of lifetime, in the byte before it.
const (
	classShift = 4
	classMask  = 3 << classShift
)

// The byte with type and alignment of a variable.
const (
	typeMask   = 0xf
	alignShift = 4
)

// noType says that a code is that of no type, and which are.
func noType(code byte) string {
	var legal []string
	for t := range visa.NumTypes {
		c, _ := t.Code()
		legal = append(legal, fmt.Sprintf("%d %s", c, t))
	}
	return fmt.Sprintf("type %d: want %s", code, strings.Join(legal, ", "))
}

// elements are the execution sizes that an exec field of the letter x codes, by code.
var elements = [...]uint8{8, 16, 1}

// strideOf is the stride or width with a code of a region: 0 for none, which is code 0.
func strideOf(code uint16) uint8 {
	if code < 2 {
		return 0
	}
	return 1 << (code - 2)
}

// strideCode is the code of a stride or width; that of none is 0.
func strideCode(n uint8) uint16 { return uint16(bits.Len8(n)) + 1 }

// maxStrideCode is that of 32.
const maxStrideCode = 7

// extend is an immediate of up to 32 bits as an Operand has it, from the four bytes of a
// file: false where these are no number of the type.
func extend(v uint32, t visa.Type) (uint64, bool) {
	n := 8 * t.Size()
	if n == 0 || n > 32 {
		return uint64(v), n == 64
	}
	if t.IsFloat() || t.Packed() > 0 || !t.IsSigned() {
		return uint64(v), n == 32 || v>>n == 0
	}
	s := int64(int32(v))
	return uint64(s), n == 32 || s == s<<(64-n)>>(64-n)
}

// narrow is the inverse of extend.
func narrow(imm uint64, t visa.Type) (uint32, bool) {
	v := uint32(imm)
	back, ok := extend(v, t)
	return v, ok && back == imm
}

// maxRow is the last row of an operand.
const maxRow = math.MaxUint8
