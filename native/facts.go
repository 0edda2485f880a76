package native

import "slices"

// opFact is a row of the generated table of what instructions are.
type opFact struct {
	sources             int
	class               opClass
	offsets             int
	target, mask        int // 1 + a source, or 0
	readsAcc, writesAcc bool
	reach               [3]reach
	traits              opTraits
}

// reach is what a channel reads of a source instead of the element of its region.
type reach struct {
	at []int // elements from that one; nil for that one alone
	by int   // elements from each eight channels to the next; 0 as the region says
	of int   // channels of a group, each of which reads from the element of the first; 0 for none
}

func (o Op) fact() *opFact {
	if o >= NumOps {
		o = OpIllegal
	}
	return &opFacts[o]
}

func (o Op) is(t opTraits) bool { return o.fact().traits&t != 0 }

// Sources is how many operands the instruction computes with, 0 to 3; a math
// function may have fewer. Of a message it is the number of its payloads.
func (o Op) Sources() int { return o.fact().sources }

// IsALU tells the instructions whose operands have regions and types: no
// message, no branch, no wait, not nop or illegal.
func (o Op) IsALU() bool { return o.fact().class == classAlu }

// IsSend tells the message instructions.
func (o Op) IsSend() bool { return o.fact().class == classSend }

// IsBranch tells the instructions that move channels to another place.
func (o Op) IsBranch() bool { return o.fact().class == classBranch }

// IsSystolic tells the instructions whose operands are whole registers of rows and columns.
func (o Op) IsSystolic() bool { return o.fact().class == classSystolic }

// IsEmpty tells the instructions without operands: nop, nenop and illegal.
func (o Op) IsEmpty() bool { return o.fact().class == classNone }

// HasChannels tells the instructions that do something for each of their channels: all but
// the empty ones and waits, which are the thread's.
func (o Op) HasChannels() bool { return o.IsALU() || o.IsSend() || o.IsBranch() || o.IsSystolic() }

// IsSplit tells the ops of messages in two payloads, Src[0] and Src[1].
func (o Op) IsSplit() bool { return o.is(traitSplit) }

// InTwo tells a message in two payloads: by its op, or where one op has all messages by
// its second source.
func (in *Inst) InTwo() bool {
	return in.Op.IsSplit() || in.Op.IsSend() && in.Src[1].File != NoFile && !in.Src[1].IsNull()
}

// SendOp is the instruction that sends a message in one payload, or in two; ok is false
// where no message comes in two.
func (t Target) SendOp(two bool) (_ Op, ok bool) {
	switch {
	case !two:
		return OpSend, true
	case t.HasOp(OpSends):
		return OpSends, true
	}
	return OpSend, t.Caps().SplitSend // which has both
}

// Targets is how many branch offsets the op carries: 2 with JIP and UIP, 1
// with JIP, else 0.
func (o Op) Targets() int { return o.fact().offsets }

// TargetSource is the source that may hold the target of a branch in place of
// an offset; -1 for all others.
func (o Op) TargetSource() int { return o.fact().target - 1 }

// TargetRegister is the register that holds the target of a branch; nil when the
// instruction has the target itself, or is no branch.
func (in *Inst) TargetRegister() *Operand {
	s := in.Op.TargetSource()
	if s > 0 && in.Src[s].File == NoFile {
		s = 0 // Gen12 has every branch target there
	}
	if s < 0 || in.Src[s].File == NoFile || in.Src[s].File == Imm {
		return nil
	}
	return &in.Src[s]
}

// WritesIP tells an instruction whose result is where the thread goes.
func (in *Inst) WritesIP() bool {
	return in.Op.IsALU() && in.Dst.File == ARF && in.Dst.Reg == ARFIP && !in.Dst.Indirect
}

// MaskSource is the source that says which of the instruction's channels take
// part, bit k for channel ChanOff+k; -1 for instructions without one.
func (o Op) MaskSource() int { return o.fact().mask - 1 }

// IsLogic tells the ops on bits, whose source modifiers are not those of numbers (Target.Modifies).
func (o Op) IsLogic() bool { return o.is(traitLogic) }

// Modifies is what a source modifier makes of a source of op on target t (Lakefield PRM
// vol. 2b, SrcMod; specs/eu/opcodes.md).
func (t Target) Modifies(op Op, m SrcMod) ModEffect { return modEffects[t][bit(op.IsLogic())][m&3] }

// IsCopy tells the ops whose result is source 0.
func (o Op) IsCopy() bool { return o.is(traitCopies) }

// IsMath tells the op whose function is Inst.MathFC.
func (o Op) IsMath() bool { return o.is(traitMath) }

// Commutes tells the ops whose two sources may be exchanged.
func (o Op) Commutes() bool { return o.is(traitCommutes) }

// Compares tells the ops whose condition is about the sources and not about the
// result; they need one.
func (o Op) Compares() bool { return o.is(traitCompares) }

// ConditionChooses tells the ops whose condition modifier chooses a source. They
// write no flag.
func (o Op) ConditionChooses() bool { return o.is(traitChooses) }

// PredicateChooses tells the ops whose predicate chooses a source and masks no
// channel.
func (o Op) PredicateChooses() bool { return o.is(traitSelects) }

// WritesFlag reports whether a condition modifier of the op writes a flag.
func (o Op) WritesFlag() bool { return o.IsALU() && !o.ConditionChooses() }

// Widens tells the ops on which a source narrower than the others counts as if
// it were extended first.
func (o Op) Widens() bool { return o.is(traitWidens) }

// Truncates tells the ops whose integer result loses the bits that the
// destination has no room for, and depends on its type in nothing else.
func (o Op) Truncates() bool { return o.is(traitTruncates) }

// LowBits tells the ops on integers that make the low bits of the result from
// the low bits of the sources; shl from those of source 0 and the count.
func (o Op) LowBits() bool { return o.is(traitLow) }

// WideAccumulator tells the ops that see all bits of an accumulator source.
func (o Op) WideAccumulator() bool { return o.is(traitWide) }

// ReadsAccumulator tells the ops that read acc0 beside their operands.
func (o Op) ReadsAccumulator() bool { return o.fact().readsAcc }

// WritesAccumulator tells the ops that write acc0 beside their operands; with
// Inst.AccWr all others do too.
func (o Op) WritesAccumulator() bool { return o.fact().writesAcc }

// Reach is what a channel reads of source i instead of the element of its region: those
// at distances of it, in elements; none for that one alone. Each eight channels begin by
// elements behind the eight before, 0 where the region says how many.
func (o Op) Reach(i int) (at []int, by int) {
	r := &o.fact().reach[i]
	return r.at, r.by
}

// Shares says that channels read elements of source i that are not theirs alone.
func (o Op) Shares(i int) bool { return o.fact().reach[i].at != nil }

// Group is how many channels each read elements of all of them from source i: those of the
// channels from the first of the group on that Reach lists. It is 0 for other sources.
func (o Op) Group(i int) int { return o.fact().reach[i].of }

// BeyondRegions tells the instructions that touch more than the regions of their
// operands: a source with a reach, and the remainder of a division with both results.
func (in *Inst) BeyondRegions() bool {
	return in.HasRemainder() || slices.ContainsFunc(in.Op.fact().reach[:], func(r reach) bool { return r.at != nil })
}

// HasRemainder tells the division whose remainder goes to the register behind each of
// the quotient's.
func (in *Inst) HasRemainder() bool { return in.Op.IsMath() && in.MathFC == MathIdiv }

// Saturates tells the ops whose result can be clamped to the destination type.
func (o Op) Saturates() bool { return o.is(traitSaturates) }

// Links tells the branches whose destination gets the return address.
func (o Op) Links() bool { return o.is(traitLinks) }

// IsAbsolute tells the branch whose offset counts from the start of the code.
func (o Op) IsAbsolute() bool { return o.is(traitAbsolute) }

// IsUniform tells the branch that channel 0 decides for the whole thread.
func (o Op) IsUniform() bool { return o.is(traitUniform) }

// Checks tells the messages that wait for the thread's dependencies.
func (o Op) Checks() bool { return o.is(traitChecks) }

// FlowRule is where a branch sends the active channels whose predicate is true
// and false, and where the thread goes on: at First or at Other, as When says.
type FlowRule struct {
	True, False, First, Other FlowPlace
	When                      FlowWhen
}

// Together says that the thread follows its channels, which all go one way.
func (r FlowRule) Together() bool { return r.When == FlowUniform || r.When == FlowAlike }

// flowSwap is a rule whose true and false change places where a fact holds.
type flowSwap struct {
	op     Op
	branch bool
	fact   Fact
}

// Flow is the rule of a branch on target t, with or without BranchCtrl; When is
// FlowNone for what is no branch, and for a branch that is not modelled.
func (t Target) Flow(op Op, branchCtrl bool) FlowRule {
	if op >= NumOps {
		return FlowRule{}
	}
	r := flowRules[op][bit(branchCtrl)]
	for _, s := range flowSwaps {
		if s.op == op && s.branch == branchCtrl && caps[t].yes>>s.fact&1 != 0 {
			r.True, r.False = r.False, r.True
		}
	}
	return r
}
