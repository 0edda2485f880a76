//go:build oracle

package native_test

import (
	"regexp"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
)

// Blank-separated mnemonics with the same differences.
const (
	branchOps = "if else endif while break cont halt goto join brd brc jmpi call calla ret"
	sendOps   = "send sendc sends sendsc"
)

// has finds a word of a blank-separated list; the empty list has all.
func has(list, word string) bool {
	return list == "" || slices.Contains(strings.Fields(list), word)
}

// strictness is a group of fields that we check and iga64 does not.
type strictness struct{ why, ops, fields string }

var stricter = []strictness{
	{"registers end at r127", "", "DstRegNum Src0RegNum Src1RegNum Src2RegNum"},
	{"a 16-bit immediate is in both halves", "", "Src0Imm Src1Imm"},
	{"reserved codes of what it does not show for the op, or shows as the lowest", "", "CondModifier PredCtrl DstRegFile"},
	{"the format fixes operands of branches", branchOps + " wait", "DstDataType Src0RegFile Src0DataType Src0AddrMode Src0SrcMod Src0SubRegNum Src0Width Src0VertStride Src1RegFile Src1DataType"},
	{"descriptors are in a0, and three shared functions are reserved", sendOps, "DescRegNum SFID"},
	{"mme0..mme7 and nomme", "madm math", "DstMathMacroExt Src0MathMacroExt Src1MathMacroExt Src2MathMacroExt"},
}

func (s strictness) holds(e *native.DecodeError) bool {
	return has(s.ops, e.Op.String()) && e.Field != "" && has(s.fields, e.Field)
}

// laxity is a reason of iga64 to refuse what we decode. Where the instruction
// is wrong in itself a rule has to find it.
type laxity struct {
	why  string
	re   *regexp.Regexp
	rule string
}

var laxer = []laxity{
	{"its text has no Align16 channels", regexp.MustCompile("(?i)align16"), ""},
	{"it looks for branch targets in the kernel", regexp.MustCompile("targets (before|after|the middle)"), ""},
	{"a register that does not exist", regexp.MustCompile("invalid register number|invalid arf register|SEND dst ARF"), "eu.arf"},
	{"macro registers are in Align16 only", regexp.MustCompile("DstMathMacroExt"), "eu.math.macro"},
}

func (l laxity) holds(t native.Target, in *native.Inst, refused string) bool {
	return l.re.MatchString(refused) && (l.rule == "" || slices.ContainsFunc(native.Check(t, []native.Inst{*in}), func(f native.Finding) bool { return f.Rule.ID == l.rule }))
}

// hiding is a field that iga64 does not show for some ops, or always as the
// same.
type hiding struct {
	why          string
	what         string // start of the difference
	ops          string
	theirs, tail string // what it shows instead, or how that ends
}

var hidden = []hiding{
	{"the op has no saturation", "sat", "and or xor not cmp cmpn bfe bfi1 bfi2 bfrev cbit fbh fbl lzd frc smov addc subb wait " + branchOps, "false", ""},
	{"the op has no condition", "condition", "bfe bfi1 bfi2 bfrev cbit fbh fbl movi smov mach ret wait", "", ""},
	{"the op has no source modifiers", "src", "addc subb bfe bfi1 bfi2 bfrev cbit fbh fbl pln smov ret wait", "", ""},
	{"the op has no source modifiers", "target", "call", "", ""},
	{"the op takes no predicate", "predicated", "else endif wait", "false", ""},
	{"a predicate by channel has no name in its text", "predicated", "mad csel bfe bfi2 lrp madm math " + sendOps, "false", ""},
	{"bit 28 of a branch", "options", branchOps, "", "]"},
	{"registers of a message are whole", "dst", sendOps, "", ".0"},
	{"registers of a message are whole", "payload", sendOps, "", ".0"},
	{"a descriptor in a register is a0.0", "descriptor", "sends sendsc", "true a0.0", ""},
	{"a replicated macro register is always this", "src", "madm", "", ".mme4"},
}

func (h hiding) holds(in *native.Inst, d oracle.Diff) bool {
	return strings.HasPrefix(d.What, h.what) && has(h.ops, in.Op.String()) && (h.theirs == d.Theirs || h.tail != "" && strings.HasSuffix(d.Theirs, h.tail))
}
