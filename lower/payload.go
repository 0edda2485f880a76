package lower

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// payloadPart is one of the things that follow each other in the payload of a
// message: so many registers from an operand on.
type payloadPart struct {
	o     native.Operand
	n     int  // registers
	cell  int  // bytes of a lane in each row of lanes; 0: the part is the whole thread's
	zero  bool // there is no operand: zeros
	fixed bool // the header of several messages: it stays where it is, if the target lets it
	own   bool // the operand begins a variable of this message: what follows may lie behind it
}

// rows is a part of n registers in which every lane has cells of so many bytes.
func rows(o native.Operand, n, cell int) payloadPart { return payloadPart{o: o, n: n, cell: cell} }

// whole is a part of n registers that are the thread's.
func whole(o native.Operand, n int) payloadPart { return payloadPart{o: o, n: n} }

// header is the register v, made for one message, as part of its payload.
func header(v int32) payloadPart {
	return payloadPart{o: edit.Virt(v, 0, edit.Row8, native.UD), n: 1, own: true}
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
		if i > 0 || !parts[i].own {
			cost += parts[i].n
		}
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

// maxFirst is the most registers of a payload, or of the first of two.
var maxFirst = (^native.Desc(0)).Mlen()

// division is how many of the parts are in the first payload: all of them, or fewer
// where the target takes two payloads and that saves copies.
func (s *selector) division(parts []payloadPart) int {
	best, cost := len(parts), together(parts)
	if !s.Caps.SplitSend {
		return best
	}
	if registersOf(parts) > maxFirst {
		cost = math.MaxInt
	}
	for k := 1; k < len(parts); k++ {
		c := min(together(parts[:k])+together(parts[k:]), math.MaxInt32)
		if c < cost && registersOf(parts[:k]) <= maxFirst && registersOf(parts[k:]) <= s.numbers.splitGRFs {
			best, cost = k, c
		}
	}
	return best
}

// mostData is the most registers that a message can have beside a number of registers
// with addresses: of data that it writes, or of a response.
func (s *selector) mostData(addresses int, write bool) int {
	switch {
	case s.Caps.SplitSend:
		return s.numbers.splitGRFs
	case write:
		return maxFirst - addresses
	}
	return maxFirst
}

// joined is parts that follow each other, copies where they do not.
func (s *selector) joined(parts []payloadPart) native.Operand {
	size := registersOf(parts) * grfBytes
	if together(parts) == 0 {
		return parts[0].o
	}
	v, at := parts[0].o.Reg, 0
	if parts[0].own {
		s.P.Vars[v].Size = size
		at, parts = parts[0].n*grfBytes, parts[1:]
	} else {
		v = s.NewVar("payload", size, grfBytes)
	}
	for i := range parts {
		s.copyPart(v, at, &parts[i])
		at += parts[i].n * grfBytes
	}
	return edit.Virt(v, 0, edit.Row8, native.UD)
}

// copyPart puts a copy of a part at byte at of a payload. A copy of rows has the lanes
// of the message: nothing else need be there.
func (s *selector) copyPart(v int32, at int, p *payloadPart) {
	t := native.UD
	switch {
	case p.zero:
	case p.cell == 0, !s.EnsureAlign(&p.o, p.cell), p.cell == 8 && !s.Caps.Int64:
		s.CopyBytes(s.emit, v, at, p.o, min(p.n*grfBytes, s.P.Vars[p.o.Reg].Size-int(p.o.Sub)))
		return
	case p.cell == 8:
		t = native.UQ
	}
	row := max(int(s.in.Exec.Size), edit.Lanes8) * t.Size()
	for from := 0; from < p.n*grfBytes; from += row {
		in := s.inst(native.OpMov)
		in.PredCtrl, in.PredInv, in.Flag, in.Sat = native.PredNone, false, native.Flag{}, false
		in.Dst = edit.Virt(v, at+from, native.Dst1, t)
		in.Src[0] = native.ImmOperand(0, native.UD)
		if !p.zero {
			in.Src[0] = p.o
			in.Src[0].Type, in.Src[0].Region = t, edit.FitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize))
			in.Src[0].Sub += uint16(from)
		}
		s.emit(in)
	}
}

// rowPart is a raw operand of n registers, a dword in each lane, as part of a payload;
// null is zeros.
func (s *selector) rowPart(o *visa.Operand, n int) payloadPart {
	if o.Var == visa.VarNull {
		return payloadPart{n: n, zero: true}
	}
	return rows(s.raw(o), n, 4)
}
