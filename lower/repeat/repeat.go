package repeat

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Run goes through the blocks of a program.
func Run(e *edit.Editor) error {
	var known holdings
	starts := make([]bool, len(e.P.Insts)+1)
	for _, b := range flow.Cut(e.P).Blocks {
		starts[b.Start] = true
	}
	i := -1
	return e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		if i++; starts[i] {
			known = known[:0]
		}
		if isVoid(in) {
			return nil
		}
		if !isFill(in) {
			known.forget(in)
		} else if known.has(in) {
			return nil
		} else {
			known.forget(in)
			known.note(in)
		}
		out.Keep(in)
		return nil
	})
}

// isVoid tells moves of registers to themselves, with all their bits.
func isVoid(in *native.Inst) bool {
	d, s := &in.Dst, &in.Src[0]
	n, ok := edit.Stride(s.Region, int(in.ExecSize))
	return in.Op == native.OpMov && d.File == native.GRF && s.File == native.GRF && d.Reg == s.Reg && d.Sub == s.Sub && !d.Indirect && !s.Indirect &&
		(d.Type == s.Type || d.Type.Size() == s.Type.Size() && !d.Type.IsFloat() && !s.Type.IsFloat()) && s.Mod == native.ModNone &&
		!in.Sat && !in.AccWr && !in.Align16 && !in.IsMacro() && in.Cond == native.CondNone && in.Symbol == 0 &&
		in.Thread == native.ThreadNormal && in.DepCtrl == native.DepNone && (in.ExecSize == 1 || ok && n == int(d.Region.H))
}

// isFill tells moves of one value into a0, a flag or a general register, done whatever lanes are on.
func isFill(in *native.Inst) bool {
	d, s := &in.Dst, &in.Src[0]
	return in.Op == native.OpMov && in.ExecSize == 1 && in.NoMask && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat && !in.AccWr &&
		in.Thread == native.ThreadNormal && in.DepCtrl == native.DepNone && len(in.Uses) == 0 && in.Symbol == 0 &&
		(isGeneral(d) || d.File == native.ARF && (d.Reg == native.ARFA0 || d.Reg == native.ARFF0 || d.Reg == native.ARFF1)) &&
		!d.Indirect && !s.Indirect && s.AddrOf == 0 && (isGeneral(s) || s.File == native.Imm)
}

func isGeneral(o *native.Operand) bool { return o.File == native.GRF || o.File == native.Virt }

// mostHoldings is how many moves are kept in mind; the oldest is forgotten first.
const mostHoldings = 16

// holding is what a move left where it wrote: that is in spans, and so is what it read.
type holding struct {
	dst, src native.Operand
	spans    []effects.Effect
}

// holdings are those that are still true.
type holdings []holding

// has reports whether a move would change nothing.
func (h holdings) has(in *native.Inst) bool {
	for k := range h {
		if h[k].dst == in.Dst && h[k].src == in.Src[0] {
			return true
		}
	}
	return false
}

// note keeps what a move leaves, unless it changes what it read.
func (h *holdings) note(in *native.Inst) {
	n := holding{dst: in.Dst, src: in.Src[0]}
	own := false
	effects.Registers(in, func(e effects.Effect) { // reads come first
		own = own || e.Write && n.meets(&e)
		n.spans = append(n.spans, e)
	})
	if own {
		return
	}
	if len(*h) == mostHoldings {
		*h = append((*h)[:0], (*h)[1:]...)
	}
	*h = append(*h, n)
}

// forget drops what an instruction writes over, or changes where it came from.
func (h *holdings) forget(in *native.Inst) {
	if len(*h) == 0 {
		return
	}
	effects.Registers(in, func(w effects.Effect) {
		if !w.Write && !toPlace(&w) {
			return
		}
		kept := (*h)[:0]
		for _, n := range *h {
			if !n.meets(&w) {
				kept = append(kept, n)
			}
		}
		*h = kept
	})
}

// toPlace tells addresses that the allocator will bring into a0, wherever it finds room and however often, so
// that what reads them ends what a0 holds too.
func toPlace(e *effects.Effect) bool { return e.Space == effects.Address && e.Var != 0 }

// meets reports whether a write may touch a span.
func (n *holding) meets(w *effects.Effect) bool {
	for k := range n.spans {
		s := &n.spans[k]
		if s.Space != w.Space {
			continue
		}
		overlap := s.Var == w.Var && (w.N == effects.Rest || w.At < s.At+s.N && s.At < w.At+w.N)
		if w.Through != nil || toPlace(w) || overlap {
			return true
		}
	}
	return false
}
