package native

// Caps are the named differences between targets that code outside the tables
// may ask for.
type Caps struct {
	GRFs          int    // general registers of a thread
	Align16       bool   // swizzled access mode; three-source instructions use it
	SplitSend     bool   // sends and sendsc
	PackedQword   bool   // 64-bit operands and dword multiply obey the region rules of bxt.6
	AccSources    int    // how many leading sources may be an accumulator
	GotoTrueJumps bool   // forward goto moves the channels whose predicate is true
	IntegerMad    bool   // mad of integers
	BarrierIDMask uint32 // bits of r0.2 that a barrier payload carries
}

// caps holds the targets that have a layout.
var caps = [NumTargets]Caps{
	SKL: {GRFs: 128, Align16: true, SplitSend: true, AccSources: 1, BarrierIDMask: 0x8F000000},
	BXT: {GRFs: 128, Align16: true, SplitSend: true, AccSources: 1, PackedQword: true, BarrierIDMask: 0x8F000000},
}

// Caps gives the target's capabilities; all zero for a target without a layout.
func (t Target) Caps() *Caps { return &caps[t] }
