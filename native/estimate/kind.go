package estimate

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// Kind is what an instruction is there for.
type Kind uint8

// Kinds, in the order in which they are listed.
const (
	KindMove Kind = iota
	KindPayload
	KindArithmetic
	KindChoice
	KindAddress
	KindMath
	KindSystolic
	KindLoad
	KindStore
	KindAtomic
	KindSample
	KindScratch
	KindMessage
	KindBranch
	KindWait
	KindEmpty
	NumKinds
)

var kindNames = [NumKinds]string{
	"moves", "moves into payloads", "arithmetic", "comparisons and selections", "writes of a0", "math functions", "matrix products",
	"loads", "stores", "atomics", "samples", "scratch accesses", "other messages", "branches", "waits", "nops",
}

// String is the kind, of several instructions.
func (k Kind) String() string { return kindNames[k] }

// byOp says that instructions of the kind differ by what they compute, and are listed by op.
func (k Kind) byOp() bool { return k == KindArithmetic || k == KindChoice }

// kindOf is the kind of an instruction, by its row of specs/eu/opcodes.md or of its message. That
// a move fills a payload is not seen here.
func kindOf(t native.Target, in *native.Inst) Kind {
	switch op := in.Op; {
	case op.IsSend():
		return messageKind(t, in)
	case op.IsBranch(), in.WritesIP():
		return KindBranch
	case op.IsSystolic():
		return KindSystolic
	case op.IsEmpty():
		return KindEmpty
	case !op.HasChannels():
		return KindWait
	case op.IsMath():
		return KindMath
	case in.Dst.File == native.ARF && in.Dst.Reg == native.ARFA0 && !in.Dst.Indirect:
		return KindAddress
	}
	return plainKind(in.Op)
}

// plainKind is the kind by the op alone, of an instruction that computes.
func plainKind(op native.Op) Kind {
	switch {
	case op.Compares(), op.ConditionChooses(), op.PredicateChooses():
		return KindChoice
	case op.IsCopy():
		return KindMove
	}
	return KindArithmetic
}

func messageKind(t native.Target, in *native.Inst) Kind {
	info, err := native.DecodeMessage(t, &in.Msg)
	if err != nil || !in.Msg.Known() {
		return KindMessage
	}
	does := info.Kind.Does()
	switch {
	case info.Kind.Memory() == native.MemoryScratch:
		return KindScratch
	case does == native.DoesSample:
		return KindSample
	case does.Reads() && does.Writes():
		return KindAtomic
	case does.Reads():
		return KindLoad
	case does.Writes():
		return KindStore
	}
	return KindMessage
}

// messageName is a message in a listing of them.
func messageName(t native.Target, in *native.Inst) string {
	if in.Msg.Known() {
		if info, err := native.DecodeMessage(t, &in.Msg); err == nil {
			return info.Kind.String()
		}
	}
	return "message to " + t.SharedFunction(in.Msg.SFID)
}

// payloads finds the moves whose result a message is the first to read: they copy a value to
// where its payload wants it.
func payloads(t native.Target, insts []native.Inst, kinds []Kind) {
	var writer [native.MostGRFs]int32 // 1 + the move that wrote a register last and that nothing has read
	for i := range insts {
		in := &insts[i]
		effects.Registers(in, func(e effects.Effect) {
			each(&e, func(r int32, _ uint32) {
				switch w := &writer[r]; {
				case e.Write && kinds[i] == KindMove:
					*w = int32(i) + 1
				case e.Write:
					*w = 0
				case *w > 0 && in.Op.IsSend():
					kinds[*w-1] = KindPayload
				case int(*w) != i+1:
					*w = 0
				}
			})
		})
	}
}
