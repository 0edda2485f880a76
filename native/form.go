package native

import "github.com/genvisa/genvisa/internal/lazy"

// Form is what text has to know of an instruction's layout on one target.
type Form struct {
	Operands     [4]bool // the layout has a register number for destination and sources
	Files        [4]bool // the layout has a register file for the operand
	Needed       [4]bool // there is no encoding without the operand
	Regions      [4]bool // the layout has a vertical stride for the operand
	Lengths      bool    // the layout has the registers of a second payload apart from the extended descriptor
	Align16      bool    // the instruction is Align16 only
	TargetSource int     // the source of a branch that may hold its target; -1 for all others
}

// Offsets is how many branch offsets the op carries on the target: those that it has (Op.Targets)
// and that its layout has fields for. The else of Gen7 has one.
func (t Target) Offsets(op Op) (n int) { return int(offsets.From(makeOffsets)[t][op]) }

var offsets lazy.Table[[NumTargets][NumOps]uint8]

func makeOffsets() *[NumTargets][NumOps]uint8 {
	var all [NumTargets][NumOps]uint8
	for t := range NumTargets {
		for op := range NumOps {
			all[t][op] = uint8(offsetsOf(t, op))
		}
	}
	return &all
}

func offsetsOf(t Target, op Op) (n int) {
	if layouts[t] == nil || !t.HasOp(op) {
		return op.Targets()
	}
	var has [numSlots]bool
	for _, row := range fieldsOf(t, op) {
		has[row.slot] = true
	}
	for _, s := range [...]slot{slotJIP, slotUIP} {
		if has[s] {
			n++
		}
	}
	return n
}

// Sources is how many sources text says: all that the layout has. Of movi it has one more than
// the instruction takes from Gen10 on, null or an immediate.
func (f *Form) Sources() (n int) {
	for i := 1; i < len(f.Files); i++ {
		if f.Files[i] {
			n = i
		}
	}
	return n
}

// FormOf gives the form of an op; it is zero, but for TargetSource, when the
// target has no such op.
func FormOf(t Target, op Op) Form {
	f := Form{TargetSource: op.TargetSource()}
	if layouts[t] == nil || !t.HasOp(op) {
		return f
	}
	for _, row := range fieldsOf(t, op) {
		at := slots[row.slot]
		switch at.part {
		case &partReg:
			f.Operands[at.opnd] = true
		case &partVert:
			f.Regions[at.opnd] = f.Regions[at.opnd] || !row.implied
		case &partFile:
			f.Files[at.opnd] = true
			f.Needed[at.opnd] = f.Needed[at.opnd] || !row.optional && !row.implied
		}
		f.Lengths = f.Lengths || row.slot == slotSrc1Length
		if row.slot == slotAccessMode && len(row.codes) == 1 {
			f.Align16 = row.codes[0].value != 0
		}
	}
	if f.TargetSource > 0 && !f.Operands[f.TargetSource+1] {
		f.TargetSource = 0
	}
	return f
}

// TernaryStep is the bytes that the sub-register of a source counts in, of an instruction
// with three sources.
func (t Target) TernaryStep() int {
	step := 1
	for _, f := range fieldsOf(t, OpMad) {
		if f.slot == slotSrc0SubRegNum {
			step = max(step, 1<<f.scale)
		}
	}
	return step
}
