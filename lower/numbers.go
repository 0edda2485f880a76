package lower

import "github.com/genvisa/genvisa/native"

// numbers are the facts of a target that are numbers which other targets lack. Lowering
// needs all of them but the one that the target's messages do not ask for: a target without
// one has no code of ours.
type numbers struct {
	dwordMul  int    // channels of a multiply of dwords
	splitGRFs int    // registers of a second payload, where messages have one
	firstEOT  int    // first register for the payload of the thread's end
	threadID  uint32 // bits of r0.5
	barrierID uint32 // bits of r0.2

	ternaryStep int // bytes that a source of three begins at a multiple of
}

// numbersOf asks the target; ok says that it has them all.
func numbersOf(t native.Target) (n numbers, ok bool) {
	caps := t.Caps()
	var has [5]bool
	n.ternaryStep = t.TernaryStep()
	n.dwordMul, has[0] = caps.DwordMul()
	n.splitGRFs, has[1] = caps.SplitGRFs()
	has[1] = has[1] || !caps.SplitSend
	n.firstEOT, has[2] = caps.FirstEOT()
	n.threadID, has[3] = caps.ThreadIDMask()
	n.barrierID, has[4] = caps.BarrierIDMask()
	return n, has == [5]bool{true, true, true, true, true}
}
