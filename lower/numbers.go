package lower

import "github.com/genvisa/genvisa/native"

// numbers are the facts of a target that are numbers which other targets lack. Lowering
// needs all of them but the one that the target's messages do not ask for: a target without
// one has no code of ours.
type numbers struct {
	splitGRFs int    // registers of a second payload, where messages have one
	firstEOT  int    // first register for the payload of the thread's end
	threadID  uint32 // bits of r0.5; 0 where nobody knows them
	barrierID uint32 // bits of r0.2
}

func numbersOf(caps *native.Caps) (n numbers) {
	n.splitGRFs, _ = caps.SplitGRFs()
	n.firstEOT = caps.FirstEOT
	n.threadID, _ = caps.ThreadIDMask()
	n.barrierID, _ = caps.BarrierIDMask()
	return n
}
