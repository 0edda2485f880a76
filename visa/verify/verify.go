package verify

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/visa"
)

// Finding is one violation of a rule.
type Finding struct {
	Rule string `json:"rule"` // ID, for example "operand.type"
	File string `json:"file"`
	visa.Pos
	Inst        int    `json:"instruction"` // index in Kernel.Insts, or -1 for a declaration
	Msg         string `json:"message"`
	source.Line        // that the instruction was compiled from, where the text says it
}

// String is "file:line:column: error: message [RULE]", with the source line behind
// it; a note says so.
func (f Finding) String() string {
	kind := "error"
	if f.Rule == notChecked {
		kind = "note"
	}
	return fmt.Sprintf("%s:%v: %s: %s [%s]%s", f.File, f.Pos, kind, f.Msg, f.Rule, f.Behind())
}

// Rule is one check, named by its ID.
type Rule struct {
	ID  string
	Doc string // what must hold
}

// rule is a Rule with its check: of the whole kernel, or of one instruction.
type rule struct {
	Rule
	kernel func(*checker)
	inst   func(*checker, *visa.Inst)
}

// rules in the order in which they run. An instruction whose shape rules (the
// first shapeRules of its kind) fail is not looked at by the others, which rely
// on them.
var rules = []rule{
	{Rule{"inst.operands", "an instruction has a known op and one operand for each slot"}, nil, checkOperandCount},
	{Rule{"operand.kind", "an operand is of a kind that its slot takes"}, nil, checkKinds},
	{Rule{"operand.index", "an operand names an entry of its table"}, nil, checkIndices},
	{Rule{"decl.alias", "an alias names another variable, without a cycle, over at most 255 others"}, checkAliasCycles, nil},
	{Rule{"decl.alias-overrun", "a variable lies inside the variable that it aliases"}, checkAliasOverruns, nil},
	{Rule{"decl.type", "a general variable has a type that has elements in memory: not bool and not a packed vector"}, checkVarTypes, nil},
	{Rule{"decl.elements", "a variable has at least one element; a predicate has 1, 2, 4, 8, 16 or 32, an address variable at most 16"}, checkElements, nil},
	{Rule{"input.variable", "an input names a user's variable of its table that is not an alias, and fills it"}, checkInputVars, nil},
	{Rule{"input.payload", "inputs lie behind r0 and inside the register file; those of a register or more begin at one, shorter ones are aligned to their element and lie in one"}, checkInputRange, nil},
	{Rule{"input.overlap", "inputs do not overlap"}, checkInputOverlap, nil},
	{Rule{"label.undefined", "a label that is used is defined"}, checkLabelsDefined, nil},
	{Rule{"label.duplicate", "a label is defined once"}, checkLabelsOnce, nil},
	{Rule{"kernel.simd", "a kernel is of 8, 16 or 32 lanes"}, checkSimd, nil},
	{Rule{"kernel.end", "a kernel ends with an instruction that no lane passes"}, checkEnd, nil},
	{Rule{"inst.exec", "the execution size is a power of two up to 32 and its lanes lie inside the SIMD width"}, nil, checkExec},
	{Rule{"inst.mask", "the mask offset is a multiple of the execution size"}, nil, checkMask},
	{Rule{"inst.predicate", "a predicate stands on an op that takes one and, when something writes it, has an element for every lane"}, nil, checkPredicate},
	{Rule{"inst.saturate", "saturation stands on the destination of an op that has it, for its type"}, nil, checkSat},
	{Rule{"operand.state", "an op that writes state variables has operands of one state table"}, nil, checkStates},
	{Rule{"operand.type", "the operand types are a row of the op's type maps, or those of the slot"}, nil, checkTypes},
	{Rule{"operand.modifier", "a source modifier is one that the op takes"}, nil, checkModifiers},
	{Rule{"operand.region", "a width is 1, 2, 4, 8 or 16 and not above the execution size, a horizontal stride 0, 1, 2 or 4, a vertical one also 8, 16 or 32; a destination has a stride and one address"}, nil, checkRegions},
	{Rule{"operand.bounds", "a region lies inside its variable, and %null is not read"}, nil, checkBounds},
	{Rule{"operand.align", "a raw operand begins at a register"}, nil, checkRawAlign},
	{Rule{"operand.address", "the elements of an address or state variable that are used exist"}, nil, checkAddresses},
	{Rule{"operand.predicate", "a predicate operand has an element for every lane"}, nil, checkPredOperands},
	{Rule{"operand.field", "a field has a value of its enumeration"}, nil, checkFields},
}

// shapeRules is how many rules at the front of the table guard the others.
const shapeRules = 3

// Rules lists all rules in the order in which they run.
func Rules() []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = r.Rule
	}
	return out
}

// Kernel checks k against all rules. The result is ordered by rule kind, then
// by instruction; it is empty for a kernel without findings. It does not change
// k and accepts any contents, including indices out of range.
func Kernel(k *visa.Kernel) []Finding {
	c := &checker{k: k, at: -1, storage: findStorage(k), simd: k.SimdSize()}
	for i := range rules {
		if c.rule = &rules[i]; c.rule.kernel != nil {
			c.rule.kernel(c)
		}
	}
	for i := range k.Insts {
		c.at = i
		c.inst(&k.Insts[i])
	}
	return c.sourced()
}

// sourced is what was found, with the source lines.
func (c *checker) sourced() []Finding {
	if len(c.found) == 0 {
		return nil
	}
	lines := c.k.SourceLines()
	for i := range c.found {
		if f := &c.found[i]; f.Inst >= 0 && f.Inst < len(lines) {
			f.Line = lines[f.Inst]
		}
	}
	return c.found
}

// notChecked is the ID of notes.
const notChecked = "inst.unmodelled"

// Notes lists the instructions whose op has no page: they are valid, and no rule
// looks at their operands.
func Notes(k *visa.Kernel) []Finding {
	c := &checker{k: k, rule: &rule{Rule: Rule{ID: notChecked}}}
	for i := range k.Insts {
		if in := &k.Insts[i]; in.Op.Opaque() {
			c.at = i
			c.report(in.Pos, "'%s' is a vISA instruction that genvisa does not model: its operands are not checked", in.Op)
		}
	}
	return c.sourced()
}

type checker struct {
	k       *visa.Kernel
	storage []storage // by variable
	written []bool    // by predicate; nil before a rule asks
	simd    int       // lanes of the kernel, 0 when it does not say
	rule    *rule
	at      int // instruction, or -1
	found   []Finding
}

func (c *checker) inst(in *visa.Inst) {
	before := len(c.found)
	for i := range rules {
		if i == shapeRules && len(c.found) > before {
			return
		}
		if c.rule = &rules[i]; c.rule.inst != nil {
			c.rule.inst(c, in)
		}
	}
}

// report enters a finding of the running rule.
func (c *checker) report(at visa.Pos, format string, args ...any) {
	c.found = append(c.found, Finding{Rule: c.rule.ID, File: c.k.File, Pos: at, Inst: c.at, Msg: fmt.Sprintf(format, args...)})
}
