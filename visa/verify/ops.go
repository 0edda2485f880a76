package verify

import (
	"slices"
	"sync"

	"github.com/genvisa/genvisa/visa"
)

// lookedAt are the rules of instructions by op, but those of their shape; the last are those
// of numbers that are no op.
var lookedAt = sync.OnceValue(func() *[visa.EndOps + 1][]*rule {
	var out [visa.EndOps + 1][]*rule
	for op := range visa.EndOps + 1 {
		for i := shapeRules; i < len(rules); i++ {
			if r := &rules[i]; r.inst != nil && (r.about == nil || r.about(op.Info())) {
				out[op] = append(out[op], r)
			}
		}
	}
	return &out
})

// flowOf is what an op is for the paths through a kernel.
type flowOf struct {
	defines  bool // a label
	branches bool // what follows may not be next
}

var flows = sync.OnceValue(func() *[visa.EndOps + 1]flowOf {
	var out [visa.EndOps + 1]flowOf
	for op := range visa.EndOps {
		info := op.Info()
		out[op].defines = !op.Opaque() && slices.ContainsFunc(info.Text, func(t visa.TextPart) bool { return t.Kind == visa.TextLabel })
		out[op].branches = slices.Contains(leaves, info.Hook) || info.Hook == visa.HookCall
	}
	return &out
})

func defines(op visa.Op) bool { return flows()[min(op, visa.EndOps)].defines }

func branches(in *visa.Inst) bool { return flows()[min(in.Op, visa.EndOps)].branches }

// What rules are about.

func anySlot(info *visa.OpInfo, f func(*visa.Slot) bool) bool {
	for i := range info.Slots {
		if f(&info.Slots[i]) {
			return true
		}
	}
	return false
}

func hasKind(info *visa.OpInfo, k visa.Kind) bool {
	return anySlot(info, func(s *visa.Slot) bool { return info.Kinds(s).Has(k) })
}

func hasPlatforms(info *visa.OpInfo) bool    { return info.Platforms != 0 }
func isSelector(info *visa.OpInfo) bool      { return info.PredData }
func hasRequirements(info *visa.OpInfo) bool { return len(info.Requires) > 0 }
func hasRegisters(info *visa.OpInfo) bool    { return info.Registers != 0 }
func hasAlign(info *visa.OpInfo) bool        { return info.Align != 0 }
func hasRaw(info *visa.OpInfo) bool          { return hasKind(info, visa.Raw) }
func hasStates(info *visa.OpInfo) bool       { return hasKind(info, visa.State) }
func hasAddressOf(info *visa.OpInfo) bool    { return hasKind(info, visa.AddressOf) }
func hasPredicates(info *visa.OpInfo) bool   { return hasKind(info, visa.Predicate) }
func hasSurfaces(info *visa.OpInfo) bool     { return hasKind(info, visa.Surface) }
func hasFields(info *visa.OpInfo) bool       { return hasKind(info, visa.Field) }

func hasPairs(info *visa.OpInfo) bool {
	return anySlot(info, func(s *visa.Slot) bool { return s.Beside != nil })
}

func hasSizes(info *visa.OpInfo) bool {
	return info.Execs != 0 || anySlot(info, func(s *visa.Slot) bool { return s.One != 0 })
}

func movesFlags(info *visa.OpInfo) bool {
	return anySlot(info, func(s *visa.Slot) bool { return s.Whole })
}
