package native

import (
	"fmt"
	"strconv"
)

// String is the mnemonic in assembly text.
func (o Op) String() string {
	if o >= NumOps {
		return fmt.Sprintf("op%d?", uint8(o))
	}
	return opNames[o]
}

// HasOp reports whether target t has the instruction; false for every op of a
// target without a layout.
func (t Target) HasOp(o Op) bool { return opCodes[t][o].format != noFormat }

// MathName is the name of a math function (Inst.MathFC) in assembly text.
func MathName(fc uint8) string {
	if int(fc) < len(mathNames) && mathNames[fc] != "" {
		return mathNames[fc]
	}
	return fmt.Sprintf("fc%d", fc)
}

var condNames = [...]string{CondEQ: "eq", CondNE: "ne", CondGT: "gt", CondGE: "ge", CondLT: "lt", CondLE: "le", CondOV: "ov", CondUN: "un"}

// String is the modifier in assembly text; none is empty.
func (c CondMod) String() string {
	if int(c) < len(condNames) {
		return condNames[c]
	}
	return fmt.Sprintf("cond%d", uint8(c))
}

var (
	predAlign1  = [...]string{PredAnyV: ".anyv", PredAllV: ".allv", PredAny2H: ".any2h", PredAll2H: ".all2h", PredAny4H: ".any4h", PredAll4H: ".all4h", PredAny8H: ".any8h", PredAll8H: ".all8h", PredAny16H: ".any16h", PredAll16H: ".all16h", PredAny32H: ".any32h", PredAll32H: ".all32h"}
	predAlign16 = [...]string{PredAnyV: ".x", PredAllV: ".y", PredAny2H: ".z", PredAll2H: ".w", PredAny4H: ".any4h", PredAll4H: ".all4h"}
)

// Suffix is what follows the flag in assembly text; codes 2..5 select a
// channel in Align16 instructions.
func (p PredCtrl) Suffix(align16 bool) string {
	names := predAlign1[:]
	if align16 {
		names = predAlign16[:]
	}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf(".pred%d", uint8(p))
}

// RegName is a register without sub-register in assembly text.
func RegName(f RegFile, reg int32) string {
	if f != ARF {
		return "r" + strconv.Itoa(int(reg))
	}
	name := arfNames[reg>>4&15]
	switch {
	case Single(f, reg) || reg>>4 == ARFIP>>4:
		return name
	case name == "":
		return fmt.Sprintf("arf%d_%d", reg>>4, reg&15)
	}
	return name + strconv.Itoa(int(reg&15))
}

// Single tells the architecture registers that have no number in assembly text.
func Single(f RegFile, reg int32) bool {
	return f == ARF && (reg == ARFNull || reg == ARFIP || reg == ARFCE0 || reg == ARFSP)
}
