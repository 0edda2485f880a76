package lower

import (
	"math"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// payloadPart is one of the things that follow each other in the payload of a
// message: so many registers from an operand on.
type payloadPart struct {
	o     native.Operand
	n     int  // registers
	zero  bool // there is no operand: zeros
	fixed bool // the header: it stays where it is
}

// follows says that a part lies directly behind another one.
func (p *payloadPart) follows(q *payloadPart) bool {
	return !p.zero && !q.zero && p.o.File == q.o.File && p.o.Reg == q.o.Reg && int(p.o.Sub) == int(q.o.Sub)+q.n*grfBytes
}

// together is the number of registers that must be copied so that parts follow
// each other: none when they do.
func together(parts []payloadPart) (cost int) {
	inPlace := true
	for i := range parts {
		switch {
		case parts[i].fixed && len(parts) > 1:
			return math.MaxInt32
		case parts[i].zero || i > 0 && !parts[i].follows(&parts[i-1]):
			inPlace = false
		}
		cost += parts[i].n
	}
	if inPlace {
		return 0
	}
	return cost
}

func registersOf(parts []payloadPart) (n int) {
	for i := range parts {
		n += parts[i].n
	}
	return n
}

// payloads makes parts the payload of m: in one piece, or in two where that saves
// copies. each is the registers of a row of lanes.
func (s *selector) payloads(m *message, parts []payloadPart, each int) {
	best, cost := len(parts), together(parts)
	for k := 1; k < len(parts); k++ {
		c := min(together(parts[:k])+together(parts[k:]), math.MaxInt32)
		if c < cost && registersOf(parts[k:]) <= s.numbers.splitGRFs {
			best, cost = k, c
		}
	}
	m.src0 = s.joined(parts[:best], each)
	if best < len(parts) {
		m.src1, m.split = s.joined(parts[best:], each), registersOf(parts[best:])
	}
	m.field[native.DescMlen] = registersOf(parts)
}

// joined is parts that follow each other, copies where they do not. A copy has the lanes
// of the message.
func (s *selector) joined(parts []payloadPart, each int) native.Operand {
	if together(parts) == 0 {
		return parts[0].o
	}
	v := s.newVar("payload", registersOf(parts)*grfBytes, grfBytes)
	at := 0
	for i := range parts {
		for r := 0; r < parts[i].n; r += each {
			in := s.inst(native.OpMov)
			in.PredCtrl, in.PredInv, in.Flag, in.Sat = native.PredNone, false, native.Flag{}, false
			in.Dst = virt(v, at, native.Dst1, native.UD)
			in.Src[0] = native.ImmOperand(0, native.UD)
			if !parts[i].zero {
				in.Src[0] = parts[i].o
				in.Src[0].Sub += uint16(r * grfBytes)
				in.Src[0].Region = fitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize))
			}
			s.emit(in)
			at += each * grfBytes
		}
	}
	return virt(v, 0, row8, native.UD)
}

// rowPart is a raw operand of n registers as part of a payload; null is zeros.
func (s *selector) rowPart(o *visa.Operand, n int) payloadPart {
	if o.Var == visa.VarNull {
		return payloadPart{n: n, zero: true}
	}
	return payloadPart{o: s.raw(o), n: n}
}
