package code

import "slices"

// Span is a range of register bytes.
type Span struct{ From, To int }

// written lists the register bytes that a thread can change: where results and
// responses go, and all architecture registers, those from the accumulators on if some op writes
// them. It is nil when the code does not say that, by a destination with an address or a
// descriptor in a register.
func (p *Program) written() []Span {
	spans := []Span{{p.FileBytes, p.FileBytes + OffAcc}}
	for i := range p.Ops {
		o := &p.Ops[i]
		switch {
		case o.accumulatesKnown(p):
			spans = p.accSpans(spans, o.AccWrites)
		case o.accumulates(p):
			spans[0].To = p.FileBytes + ArchSize
		}
		switch s := o.writes(p); {
		case s == anywhere:
			return nil
		case s.To > s.From:
			spans = append(spans, s)
		}
	}
	return merged(spans)
}

// accumulates says that an op may write the accumulators, or what lies behind them.
func (o *Op) accumulates(p *Program) bool {
	return o.Flags&FlagAccWr != 0 || o.Form == FormCarry || o.Form == FormMach || o.Form == FormMacro ||
		o.Dst.Mode != DstNone && int(o.Dst.Addr) >= p.FileBytes+OffAcc
}

// accumulatesKnown says that an op writes no accumulators but those of AccWrites, as integers.
func (o *Op) accumulatesKnown(p *Program) bool {
	return o.Flags&FlagLong != 0 || o.Form == FormCarry && o.Class == ClassRaw && o.Dst.Type.Size() == 4 && o.Dst.Mode == DstReg && int(o.Dst.Addr) < p.FileBytes
}

// accSpans adds accumulators, the bits above their elements, and what they hold.
func (p *Program) accSpans(spans []Span, set uint32) []Span {
	spans = append(spans, Span{p.FileBytes + OffAccKind, p.FileBytes + OffAccKind + 4})
	for r := range AccRegs {
		if set>>(AccKindBits*r)&AccKindMask != 0 {
			at, high := p.FileBytes+OffAcc+r*AccRegBytes, p.FileBytes+OffAccHigh+r*AccHighBytes
			spans = append(spans, Span{at, at + AccRegBytes}, Span{high, high + AccHighBytes})
		}
	}
	return spans
}

// anywhere is the span of an op that may write any register.
var anywhere = Span{0, -1}

// writes is where an op can write in the general registers.
func (o *Op) writes(p *Program) Span {
	switch o.Form {
	case FormBranch, FormJmpi, FormJmpiTo, FormIP, FormRet, FormWait, FormIllegal, FormStop, FormRunOff:
		return Span{}
	case FormCall, FormCallTo:
		at := int(p.Flow(o).Link)
		return Span{at, at + linkBytes}
	case FormMessage, FormSend:
		s := p.Send(o)
		switch {
		case s.Register:
			return anywhere
		case s.Message.Response == 0:
			return Span{}
		}
		return Span{int(s.Message.Dst), int(s.Message.Dst + s.Message.Response)}
	}
	switch d := &o.Dst; {
	case d.Mode == DstIndirect:
		return anywhere
	case d.Mode == DstNone || int(d.Addr) >= p.FileBytes || o.N == 0:
		return Span{}
	case o.Form == FormDpas:
		return Span{int(d.Addr), int(d.Addr) + int(p.Dpas[o.Ext].Repeat)*p.RegBytes}
	case o.Form == FormBoth:
		return Span{int(d.Addr), int(d.Addr) + 2*p.RegBytes}
	default:
		return Span{int(d.Addr), int(d.Addr) + (int(o.N)-1)*int(d.Step) + int(d.Size)}
	}
}

// merged sorts spans and joins those that lie so near that to clear what is
// between them takes less time than another span.
func merged(spans []Span) []Span {
	const near = 128
	slices.SortFunc(spans, func(a, b Span) int { return a.From - b.From })
	out := spans[:1]
	for _, s := range spans[1:] {
		if last := &out[len(out)-1]; s.From <= last.To+near {
			last.To = max(last.To, s.To)
		} else {
			out = append(out, s)
		}
	}
	return out
}
