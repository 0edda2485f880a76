package visa

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/grf"
)

// Exec is the execution size and mask of an instruction, "(M5_NM, 16)".
type Exec struct {
	Size   uint8 // lanes: 1, 2, 4, 8, 16 or 32
	Mask   uint8 // 0..7 for M1..M8: the first lane is 4*Mask
	NoMask bool  // _NM
}

// First is the thread lane of the instruction's element 0.
func (e Exec) First() int { return 4 * int(e.Mask) }

// PredCombine is the group function of a predicate operand.
type PredCombine uint8

// Predicate combinations with their binary codes.
const (
	PredLanes PredCombine = iota // each lane its own bit
	PredAny                      // (P.any)
	PredAll                      // (P.all)
)

// Pred is the predicate of an instruction; Var 0 means none.
type Pred struct {
	Var     int32 // index into Kernel.Preds; user predicates start at 1
	Inv     bool  // (!P)
	Combine PredCombine
}

// Inst is one vISA instruction of any opcode. Args holds one operand for each
// entry of the op's Slots, in that order, and more for a last slot that repeats;
// exec size and predicate stand apart.
type Inst struct {
	Op   Op
	Exec Exec
	Pred Pred
	Args []Operand
	Pos  Pos // of the mnemonic or label
}

// Pos is a place in a source text: 1-based line and column, in bytes. Both are 0
// in what was built by hand.
type Pos struct {
	Line int32 `json:"line"`
	Col  int32 `json:"column"`
}

// String is "line:column", with 1 for what is not known.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", max(p.Line, 1), max(p.Col, 1)) }

// Arg is the operand that the op's page calls name, the first one of a slot that
// repeats, or nil when the op has no such slot or the instruction no such operand.
func (in *Inst) Arg(name ArgName) *Operand {
	if i := int(in.Op.Info().Args[name]); i > 0 && i <= len(in.Args) {
		return &in.Args[i-1]
	}
	return nil
}

// Slot is the slot of operand i: the last one for those that repeat it.
func (in *Inst) Slot(i int) *Slot {
	slots := in.Op.Info().Slots
	return &slots[min(i, len(slots)-1)]
}

// PairBytes is the distance from the low dwords of 64-bit results to the high ones
// (Slot.Pair): whole registers.
func (in *Inst) PairBytes() int {
	return (4*max(int(in.Exec.Size), 1) + grf.Bytes - 1) / grf.Bytes * grf.Bytes
}

// Sat reports whether the destination saturates.
func (in *Inst) Sat() bool {
	for i := range in.Args {
		if in.Args[i].Mod == Sat {
			return true
		}
	}
	return false
}
