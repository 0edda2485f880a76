package eu

import "slices"

// span is a range of register bytes.
type span struct{ from, to int }

// written lists the register bytes that a thread can change: where results and
// responses go, and all architecture registers, those from the accumulators on if some op writes
// them. It is nil when the code does not say that, by a destination with an address or a
// descriptor in a register.
func (p *Program) written() []span {
	spans := []span{{p.grf, p.grf + offAcc}}
	for i := range p.Ops {
		o := &p.Ops[i]
		switch {
		case o.accumulatesKnown(p):
			spans = p.accSpans(spans, o.AccWrites)
		case o.accumulates(p):
			spans[0].to = p.grf + arfSize
		}
		switch s := o.writes(p); {
		case s == anywhere:
			return nil
		case s.to > s.from:
			spans = append(spans, s)
		}
	}
	return merged(spans)
}

// accumulates says that an op may write the accumulators, or what lies behind them.
func (o *Op) accumulates(p *Program) bool {
	return o.Flags&FlagAccWr != 0 || o.Form == FormCarry || o.Form == FormMach || o.Form == FormMacro ||
		o.Dst.Mode != DstNone && int(o.Dst.Addr) >= p.grf+offAcc
}

// accumulatesKnown says that an op writes no accumulators but those of AccWrites, as integers.
func (o *Op) accumulatesKnown(p *Program) bool {
	return o.Flags&FlagLong != 0 || o.Form == FormCarry && o.Class == ClassRaw && o.Dst.Type.Size() == 4 && o.Dst.Mode == DstReg && int(o.Dst.Addr) < p.grf
}

// accSpans adds accumulators, the bits above their elements, and what they hold.
func (p *Program) accSpans(spans []span, set uint32) []span {
	spans = append(spans, span{p.grf + offAccKind, p.grf + offAccKind + 4})
	for r := range accRegs {
		if set>>(accKindBits*r)&accKindMask != 0 {
			at, high := p.grf+offAcc+r*accRegBytes, p.grf+offAccHigh+r*accHighBytes
			spans = append(spans, span{at, at + accRegBytes}, span{high, high + accHighBytes})
		}
	}
	return spans
}

// anywhere is the span of an op that may write any register.
var anywhere = span{0, -1}

// writes is where an op can write in the general registers.
func (o *Op) writes(p *Program) span {
	switch o.Form {
	case FormBranch, FormJmpi, FormJmpiTo, FormIP, FormRet, FormWait, FormIllegal, FormStop, FormRunOff:
		return span{}
	case FormCall, FormCallTo:
		at := int(p.flow(o).Link)
		return span{at, at + linkBytes}
	case FormMessage, FormSend:
		s := p.send(o)
		switch {
		case s.Register:
			return anywhere
		case s.Message.Response == 0:
			return span{}
		}
		return span{int(s.Message.Dst), int(s.Message.Dst + s.Message.Response)}
	}
	switch d := &o.Dst; {
	case d.Mode == DstIndirect:
		return anywhere
	case d.Mode == DstNone || int(d.Addr) >= p.grf || o.N == 0:
		return span{}
	case o.Form == FormDpas:
		return span{int(d.Addr), int(d.Addr) + int(p.Dpas[o.Ext].Repeat)*p.regBytes}
	case o.Form == FormBoth:
		return span{int(d.Addr), int(d.Addr) + 2*p.regBytes}
	default:
		return span{int(d.Addr), int(d.Addr) + (int(o.N)-1)*int(d.Step) + int(d.Size)}
	}
}

// merged sorts spans and joins those that lie so near that to clear what is
// between them takes less time than another span.
func merged(spans []span) []span {
	const near = 128
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	out := spans[:1]
	for _, s := range spans[1:] {
		if last := &out[len(out)-1]; s.from <= last.to+near {
			last.to = max(last.to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// load makes the registers of a thread what they are at its start: the payload, which may lie
// there already, and zeros behind it. Where the program never writes they still are what the
// thread before left there, which is zeros too when its payload was as long.
func (t *thread) load(payload []byte) {
	n := len(payload)
	if n == 0 || n > t.grf || &payload[0] != &t.regs[0] {
		n = copy(t.regs[:t.grf], payload)
	}
	if t.payload != n || t.prog.dirty == nil {
		clear(t.regs[n:])
		t.payload = n
		return
	}
	for _, s := range t.prog.dirty {
		if s.to > n {
			clear(t.regs[max(s.from, n):s.to])
		}
	}
}
