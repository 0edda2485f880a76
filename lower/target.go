package lower

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// asked are the facts of a target that lowering reads. Without an answer to one of them
// there is no code for the target; where it has to be yes, or a number, has says so.
var asked = []fact{
	{fact: native.FactSplitSend},
	{fact: native.FactDwordMul, has: number((*native.Caps).DwordMul)},
	{fact: native.FactSplitGRFs, has: func(c *native.Caps) bool { _, ok := c.SplitGRFs(); return ok || !c.SplitSend }},
	{fact: native.FactFirstEOT},
	{fact: native.FactThreadIDMask, late: true},
	{fact: native.FactBarrierIDMask, has: number((*native.Caps).BarrierIDMask)},
	{fact: native.FactTernaryAlign1},
	{fact: native.FactAddressWords},
	{fact: native.FactDenormals},
	{fact: native.FactDoubleEnables},
	{fact: native.FactDoublePairs},
	{fact: native.FactIntegerMad},
	{fact: native.FactMachLow},
	{fact: native.FactMacroAcc},
	{fact: native.FactInt64},
	{fact: native.FactFloat64},
	{fact: native.FactPackedQword},
	{fact: native.FactGotoTrueJumps},
	{fact: native.FactSamplerHeader},
	{fact: native.FactLevelSecond},
	{fact: native.FactLevelZero},
	{fact: native.FactBareStateless},
	{fact: native.FactBindless},
	{fact: native.FactBindlessSamplers},
	{fact: native.FactBindlessOffset},
	{fact: native.FactLocalFence},
	{fact: native.FactBarrierCounts},
	{fact: native.FactPayloadMemory},
	{fact: native.FactInlineData, has: func(c *native.Caps) bool { _, ok := c.InlineData(); return ok || !c.PayloadMemory }},
	{fact: native.FactSecondEntry, has: func(c *native.Caps) bool { _, ok := c.SecondEntry(); return ok || !c.PayloadMemory }},
}

// fact is a fact of targets, and whether the answer will do; any does without has. Without
// one there is a late fact's error for the kernels alone that ask for it.
type fact struct {
	fact native.Fact
	has  func(*native.Caps) bool
	late bool
}

func number[N int | uint32](get func(*native.Caps) (N, bool)) func(*native.Caps) bool {
	return func(c *native.Caps) bool {
		_, ok := get(c)
		return ok
	}
}

// lacks says what there is no code for the target for; nothing when there is.
func lacks(t native.Target) string {
	if !t.Decodes() {
		return "whose instructions have no layout"
	}
	c := t.Caps()
	for _, a := range asked {
		switch {
		case !c.Knows(a.fact) && !a.late:
			return fmt.Sprintf("whose %v nobody knows", a.fact)
		case a.has != nil && !a.has(c):
			return fmt.Sprintf("which has no %v", a.fact)
		}
	}
	return ""
}

// Supported reports whether code can be generated for t: every fact that lowering reads
// has the answer that it needs.
func Supported(t native.Target) bool { return lacks(t) == "" }

func supportedTargets() []native.Target {
	return targetsThat(func(native.Target) bool { return true })
}

// targetsThat are the supported targets with something that another one lacks.
func targetsThat(have func(native.Target) bool) []native.Target {
	var list []native.Target
	for t := range native.NumTargets {
		if Supported(t) && have(t) {
			list = append(list, t)
		}
	}
	return list
}
