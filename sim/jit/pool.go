package jit

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/sim/jit/x64"
)

// constant is a row of eight dwords at the start of the code.
type constant uint8

// Constants. From lanes on they are a bit of each lane: of the first eight, of those behind them, and so on; from steps on
// the bytes of dwords in front of each.
const (
	canonical constant = iota // the NaN that arithmetic gives
	counts                    // the bits of a count
	width                     // of a dword
	odds
	sevens
	signs
	magnitudes
	ones
	uppers // words
	lowWord
	lowByte
	wordShift
	byteShift
	zeros
	one  // of doubles
	even // ones in every second dword, from the first on
	threes
	wordF // floats: what a word has values, and a dword on each side of zero
	signF
	minusSignF
	lanes
	steps        = lanes + 4
	numConstants = steps + 2
)

// constants are the dwords of those that repeat, two of each.
var constants = [lanes][2]uint32{
	odds: both(1), sevens: both(7),
	canonical: both(0x7FC00000), counts: both(31), width: both(32), signs: both(1 << 31), magnitudes: both(1<<31 - 1), ones: both(^uint32(0)),
	uppers: both(0xFFFF0000), lowWord: both(0xFFFF), lowByte: both(0xFF), wordShift: both(16), byteShift: both(24), one: {0, 0x3FF00000}, even: {^uint32(0), 0}, threes: both(3),
	wordF: both(0x47800000), signF: both(0x4F000000), minusSignF: both(0xCF000000),
}

func both(v uint32) [2]uint32 { return [2]uint32{v, v} }

// rowBytes is how much a vector register holds.
const rowBytes = 32

// pool is all constants as they lie in front of the code, with room for that.
func pool(room int) []byte {
	out := make([]byte, 0, int(numConstants)*rowBytes+room)
	for c := range numConstants {
		for lane := range rowBytes / 4 {
			out = binary.LittleEndian.AppendUint32(out, c.lane(lane))
		}
	}
	return out
}

// lane is a dword of a constant.
func (c constant) lane(lane int) uint32 {
	switch {
	case c < lanes:
		return constants[c][lane&1]
	case c < steps:
		return 1 << (lane + 8*int(c-lanes))
	}
	return uint32(4 * (lane + 8*int(c-steps)))
}

// operand is where a constant lies.
func (c constant) operand() x64.Operand { return x64.Here(int(c) * rowBytes) }
