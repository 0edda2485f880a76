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
	if f.Rule == notChecked || f.Rule == unset || f.Rule == unwritten {
		kind = "note"
	}
	return fmt.Sprintf("%s:%v: %s: %s [%s]%s", f.File, f.Pos, kind, f.Msg, f.Rule, f.Behind())
}

// Rules lists all rules in the order in which they run.
func Rules() []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = r.Rule
	}
	return out
}

// Kernel checks k against all rules, for whatever device. The result is ordered by
// rule kind, then by instruction; it is empty for a kernel without findings. It does not
// change k and accepts any contents, including indices out of range.
func Kernel(k *visa.Kernel) []Finding { return For(k, visa.AnyPlatform) }

// For is Kernel for a device family: ops, types and surfaces that it lacks are findings too.
func For(k *visa.Kernel, on visa.Platform) []Finding {
	c := &checker{k: k, on: on, at: -1, storage: findStorage(k), simd: k.SimdSize()}
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

// IDs of notes.
const (
	notChecked = "inst.unmodelled"
	unset      = "operand.unset"
	unwritten  = "operand.unwritten"
)

// Notes lists what is valid and worth a look: instructions whose op has no page, so that
// no rule looks at their operands, predicates and addresses that are read where
// nothing has written them on some path, and what Unwritten lists.
func Notes(k *visa.Kernel) []Finding {
	c := &checker{k: k, storage: findStorage(k), rule: &rule{Rule: Rule{ID: notChecked}}}
	for i := range k.Insts {
		if in := &k.Insts[i]; in.Op.Opaque() {
			c.at = i
			c.report(in.Pos, "'%s' is a vISA instruction that genvisa does not model: its operands are not checked", in.Op)
		}
	}
	c.rule.ID = unset
	c.unset()
	c.rule.ID = unwritten
	c.unwritten()
	return c.sourced()
}

type checker struct {
	k       *visa.Kernel
	on      visa.Platform
	storage []storage // by variable
	written []bool    // by predicate; nil before a rule asks
	simd    int       // lanes of the kernel, 0 when it does not say
	rule    *rule
	at      int // instruction, or -1
	found   []Finding
}

func (c *checker) inst(in *visa.Inst) {
	before := len(c.found)
	for i := range shapeRules {
		c.rule = &rules[i]
		c.rule.inst(c, in)
	}
	if len(c.found) > before {
		return
	}
	for _, c.rule = range lookedAt()[min(in.Op, visa.EndOps)] {
		c.rule.inst(c, in)
	}
}

// report enters a finding of the running rule.
func (c *checker) report(at visa.Pos, format string, args ...any) {
	c.found = append(c.found, Finding{Rule: c.rule.ID, File: c.k.File, Pos: at, Inst: c.at, Msg: fmt.Sprintf(format, args...)})
}
