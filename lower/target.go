package lower

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// asked are the facts of a target that lowering reads. Without an answer to one of them
// there is no code for the target; where it has to be yes, or a number, has says so.
var asked = []fact{
	{native.FactSplitSend, nil},
	{native.FactDwordMul, number((*native.Caps).DwordMul)},
	{native.FactSplitGRFs, func(c *native.Caps) bool { _, ok := c.SplitGRFs(); return ok || !c.SplitSend }},
	{native.FactFirstEOT, number((*native.Caps).FirstEOT)},
	{native.FactThreadIDMask, number((*native.Caps).ThreadIDMask)},
	{native.FactBarrierIDMask, number((*native.Caps).BarrierIDMask)},
	{native.FactTernaryAlign1, nil},
	{native.FactIntegerMad, nil},
	{native.FactMachLow, nil},
	{native.FactMacroAcc, nil},
	{native.FactInt64, nil},
	{native.FactFloat64, nil},
	{native.FactPackedQword, nil},
	{native.FactGotoTrueJumps, nil},
	{native.FactSamplerHeader, nil},
	{native.FactLevelSecond, nil},
	{native.FactLevelZero, nil},
	{native.FactBareStateless, nil},
	{native.FactBindless, nil},
}

// fact is a fact of targets, and whether the answer will do; any does without has.
type fact struct {
	fact native.Fact
	has  func(*native.Caps) bool
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
		case !c.Knows(a.fact):
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
