package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// constantsWindow is how many instructions a constant may stay in its register unread until somebody
// asks for it again: longer, and others want the register.
const constantsWindow = 32

// Constants lets instructions of a block share constants that moves bring into registers: what reads the second
// of two equal ones reads the first. It runs behind what makes instructions legal, which makes most of them.
func Constants(e *edit.Editor) error {
	s := &sharer{Editor: e, uses: usesOf(e.P)}
	dead := make([]bool, len(e.P.Insts))
	for _, b := range flow.Cut(e.P).Blocks {
		s.end, s.held = b.End, map[constant]int32{}
		for i := b.Start; i < b.End; i++ {
			dead[i] = s.share(i)
		}
	}
	i := -1
	return e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		if i++; !dead[i] {
			out.Keep(in)
		}
		return nil
	})
}

// sharer goes through blocks: held are the variables with the constants that this one has.
type sharer struct {
	*edit.Editor
	uses []use
	end  int32
	held map[constant]int32
}

// constant is a move of one, but for where it goes.
type constant struct {
	value   uint64
	from    native.Type
	to      native.Type
	region  native.Region
	sub     uint16
	bytes   int // of the variable
	size    uint8
	chanOff uint8
	noMask  bool
}

// use says where a variable is mentioned.
type use struct {
	writes, first, last int32
	hidden              bool // an address may be of it
}

func usesOf(p *native.Program) []use {
	uses := make([]use, len(p.Vars))
	for v := range uses {
		uses[v].first = -1
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		edit.EachMention(in, func(v int32, write bool) {
			u := &uses[v]
			if u.last = int32(i); u.first < 0 {
				u.first = int32(i)
			}
			if write {
				u.writes++
			}
		})
		for _, v := range in.Uses {
			uses[v].hidden = true
		}
		for _, o := range edit.Operands(in) {
			if o.AddrOf > 0 {
				uses[o.AddrOf-1].hidden = true
			}
		}
	}
	return uses
}

// share lets what reads the constant that instruction i makes read one that is there, and reports whether it
// does; else it is there itself.
func (s *sharer) share(i int32) bool {
	in := &s.P.Insts[i]
	w := in.Dst.Reg
	if !isConstant(in) || s.uses[w].hidden || s.uses[w].writes != 1 || s.P.Vars[w].Fixed >= 0 {
		return false
	}
	key := constant{in.Src[0].Imm, in.Src[0].Type, in.Dst.Type, in.Dst.Region, in.Dst.Sub, s.P.Vars[w].Size, in.ExecSize, in.ChanOff, in.NoMask}
	v, ok := s.held[key]
	near := ok && i-s.uses[v].last <= constantsWindow && s.uses[w].last-i <= coalesceWindow
	if !near || s.uses[w].first != i || s.uses[w].last >= s.end || s.together(i, v, w) {
		s.held[key] = w
		return false
	}
	for k := i + 1; k <= s.uses[w].last; k++ {
		for _, o := range edit.Operands(&s.P.Insts[k]) {
			if edit.IsReg(o) && o.Reg == w {
				o.Reg = v
			}
		}
	}
	s.P.Vars[v].Align = max(s.P.Vars[v].Align, s.P.Vars[w].Align)
	s.uses[v].last = max(s.uses[v].last, s.uses[w].last)
	return true
}

// isConstant tells moves of a number into registers whose lanes depend on nothing else.
func isConstant(in *native.Inst) bool {
	s := &in.Src[0]
	return in.Op == native.OpMov && s.File == native.Imm && s.AddrOf == 0 && in.Symbol == 0 && edit.IsReg(&in.Dst) && !in.Sat && !in.AccWr &&
		in.PredCtrl == native.PredNone && in.Cond == native.CondNone && len(in.Uses) == 0
}

// together reports whether an instruction behind i reads both variables: parts of one payload do not lie in one place.
func (s *sharer) together(i, v, w int32) bool {
	for k := i + 1; k <= s.uses[w].last; k++ {
		one, other := false, false
		edit.EachMention(&s.P.Insts[k], func(m int32, _ bool) { one, other = one || m == v, other || m == w })
		if one && other {
			return true
		}
	}
	return false
}
