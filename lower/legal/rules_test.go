package legal_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/lower/legal"
	"github.com/genvisa/genvisa/native"
)

// regionRules hold for every region that fitRegion and linear make.
var regionRules = []string{"bxt.2.1", "bxt.2.2", "bxt.2.4", "bxt.2.5", "bxt.2.6", "bxt.2.7", "bxt.2.8"}

// Reasons of several rules.
const (
	onlyOneType = "ternary, emulate: nothing but three-source instructions and macros is Align16, with operands of one type"
	accIntegers = "emulate: accumulators hold integers and mac is never emitted"
)

// elsewhere names the rules that need no fix, and who keeps them.
var elsewhere = map[string]string{
	"bxt.7.2":           onlyOneType,
	"bxt.7.3":           onlyOneType,
	"bxt.7.4":           accIntegers,
	"bxt.7.5":           accIntegers,
	"bxt.7.6":           onlyOneType,
	"bxt.9.5":           onlyOneType,
	"eu.acc.same":       "emulate: acc0 alone is used",
	"eu.acc.swizzle":    "emulate: accumulators are used in Align1",
	"eu.acc.odd":        "emulate: accumulators hold dwords",
	"eu.acc.half":       "emulate: acc0 alone is used",
	"eu.arf.cross":      "select: architecture registers are read in one channel, but a0",
	"eu.null":           "select: null is a destination",
	"eu.indirect.count": "regalloc: groups of address sub-registers lie in a0",
	"lkf.vstride":       "regions: rows of more than 32 bytes are split",
	"lkf.rows":          onlyOneType,
	"lkf.direct":        "ternary: eu.ternary says more",
	"lkf.imm":           "immediatePlace, which the encoding asks for",
	"eu.qword.align16":  onlyOneType,
	"eu.mul.accsrc":     "emulate: accumulators are destinations of mul",
	"eu.acc.logic":      "emulate: accumulators are sources of mov",
	"eu.bfi2":           "select: bfi2 has the types of its page",
	"eu.send.last":      "regalloc: no response has the last register",
	"eu.acc.negated":    "emulate: plainFactors takes modifiers off",
	"eu.mach.mod":       "emulate: plainFactors takes modifiers off",
	"eu.csel.types":     "csel is never emitted",
	"eu.acc.types":      "emulate: accumulators hold dwords",
	"eu.acc.special":    "emulate: acc0 alone is used",
	"lkf.align16":       "macros alone are Align16, and three-source instructions, whose regions have no vertical stride",
	"lkf.vxh":           "select: an address per row is that of an indirect operand",
	"lkf.remainder":     "math has quotient and remainder in instructions of their own",
	"eu.arf.readonly":   "select: of those registers it writes sr0.2, and zeros to n0",
	"eu.arf.narrow":     "select: architecture registers are read as dwords or words",
	"eu.logic.types":    "select: logic operations have the types of their pages",
	"eu.modifiers":      "select: the pages of these operations have no modifiers",
	"eu.send.src":       "messages: payloads are general registers",
	"bxt.6.6":           "nothing here has DepCtrl",
	"bxt.6.7":           "emulate and select: AccWrEn is that of mach, addc and subb, on dwords; mac is never emitted",
	"bxt.9.1":           "flow: branches are Align1",
	"eu.grf":            "regalloc",
	"eu.align":          "select: operands are aligned in their variables, and regalloc aligns those",
	"eu.arf":            "select: architecture registers are those that native names",
	"eu.flag":           "select: checkLanes",
	"eu.acc.wide":       "emulate: accLanes",
	"eu.carry":          "select: emitCarry",
	"eu.csel":           "csel is never emitted",
	"eu.cmp":            "select: cmp has its relation",
	"eu.sel":            "select: sel has its predicate or condition",
	"eu.logic":          "select: logic operations have no condition but ne",
	"eu.math.macro":     "emulate: macroWriter",
	"eu.cr0":            "select: emitPlain sets Switch",
	"eu.send.eot":       "select: the payload has MinGRF",
	"eu.send.payload":   "messages",
	"eu.send.split":     "messages: equal parts are copied",
	"eu.types64":        "dwordPairs, for targets without these types whether the rule says so or they have no code",
	"eu.mul.accdst":     "emulate: the second factor of a product in the accumulator is words",
}

// elsewhereFor is elsewhere for single targets, where others have fixes or other reasons.
var elsewhereFor = map[native.Target]map[string]string{native.IVB: upToGen7, native.HSW: upToGen7, native.ICL: fromGen11, native.LKF: fromGen11, native.TGL: fromGen12,
	native.DG2: fromGen12, native.MTL: fromXe, native.ARL: fromXe}

// upToGen7 has those of the oldest targets.
var upToGen7 = map[string]string{
	"ivb.acc":      "emulate: acc0 alone is used",
	"eu.send.desc": "select: descriptors in registers are in a0.0",
}

// fromGen11 has the rules of targets without 64-bit types and macros.
var fromGen11 = map[string]string{
	"eu.mul.dword":     "emulate: wideMul",
	"eu.mad.dword":     "emulate: wordMad; ternaryRows: ternaryOperand",
	"eu.math.division": "emulate: macro, which refuses it",
	"eu.rotate":        "select: emitRotate",
	"eu.types.df":      "select: typ, which refuses it",
}

// fromGen12 has those of a target with a scoreboard besides.
var fromGen12 = union(fromGen11, map[string]string{
	"eu.ternary.types": "dwordPairs: no 64-bit integers are left",
	"eu.swsb.set":      "scoreboard: messages and math alone take a token",
})

// fromXe has those of targets with a scoreboard and doubles.
var fromXe = func() map[string]string {
	out := maps.Clone(fromGen12)
	delete(out, "eu.types.df")
	return out
}()

func union(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// TestFixForEachRule: every restriction of each target that is compiled for has one fix
// that runs there, or a reason why none is needed.
func TestFixForEachRule(t *testing.T) {
	used := map[string]bool{}
	for _, target := range supported() {
		kept := keptRules(target, legal.MendedOn(target))
		assert.Empty(t, unkept(target, native.AllRules(), kept), "rules for %v with another number of fixes and reasons than one", target)
		for id := range kept {
			used[id] = true
		}
		for _, m := range []map[string]string{elsewhere, elsewhereFor[target]} {
			for id, why := range m {
				assert.NotEmpty(t, why, id)
			}
		}
	}
	for _, r := range native.AllRules() {
		delete(used, r.ID)
	}
	assert.Empty(t, used, "fixes for rules that do not exist")
}

// keptRules counts for each rule the fixes that name it, and the reasons why a target needs none.
func keptRules(target native.Target, fixes [][]string) map[string]int {
	count := map[string]int{}
	for _, ids := range append(fixes, regionRules) {
		for _, id := range ids {
			count[id]++
		}
	}
	for _, m := range []map[string]string{elsewhere, elsewhereFor[target]} {
		for id := range m {
			count[id]++
		}
	}
	return count
}

// unkept are the rules of a target, what is doubtful too, that are not kept once.
func unkept(target native.Target, rules []*native.Rule, kept map[string]int) (ids []string) {
	for _, r := range rules {
		if (r.On(target) || r.Doubtful>>target&1 != 0) && kept[r.ID] != 1 {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// TestRowWithoutFix: a row of restrictions for one target is missed there by name, and nowhere else; so
// are those of a fix that is gone.
func TestRowWithoutFix(t *testing.T) {
	for _, target := range supported() {
		row := &native.Rule{ID: "made.up", Targets: 1 << target}
		for _, other := range supported() {
			missed := unkept(other, append(native.AllRules(), row), keptRules(other, legal.MendedOn(other)))
			assert.Equal(t, other == target, slices.Equal(missed, []string{row.ID}), "a row for %v: %v lacks %v", target, other, missed)
		}
		fixes := legal.MendedOn(target)
		for i, ids := range fixes {
			missed := unkept(target, native.AllRules(), keptRules(target, slices.Delete(slices.Clone(fixes), i, i+1)))
			assert.Equal(t, len(ids) > 0, len(missed) > 0, "%v %v", target, ids)
			assert.Subset(t, ids, missed, "%v", target)
		}
	}
}

// TestFixesOfTargets: a fix runs where one of its rules holds.
func TestFixesOfTargets(t *testing.T) {
	has := func(target native.Target, id string) bool {
		return slices.Contains(slices.Concat(legal.MendedOn(target)...), id)
	}
	for id, want := range map[string][]native.Target{
		"eu.mul.mod":  {native.TGL, native.DG2, native.MTL, native.ARL},
		"bxt.6.1":     {native.BXT, native.MTL, native.ARL},
		"eu.pair.src": {native.IVB, native.HSW},
		"eu.ternary":  {native.IVB, native.HSW, native.BDW, native.SKL, native.BXT},
		"lkf.nibble":  {native.ICL, native.LKF},
		"eu.channels": supported(),
	} {
		for _, target := range supported() {
			assert.Equal(t, slices.Contains(want, target), has(target, id), "%s for %v", id, target)
		}
	}
}

// supported are the targets of the compiler.
func supported() (list []native.Target) {
	for t := range native.NumTargets {
		if lower.Supported(t) {
			list = append(list, t)
		}
	}
	return list
}
