package compact

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Run goes through a program whose registers have places.
func Run(p *native.Program, t native.Target) {
	s := shortener{t: t, known: map[shape]answer{}}
	for i := range p.Insts {
		if in := &p.Insts[i]; in.Op.IsALU() && !in.Align16 && !in.IsMacro() && in.Symbol == 0 && !inDwords(in, t) {
			s.shorten(in)
		}
	}
}

// inDwords tells instructions whose regions count dwords, two an element.
func inDwords(in *native.Inst, t native.Target) bool {
	double := slices.ContainsFunc(in.Src[:], func(o native.Operand) bool { return o.Type == native.DF })
	return t.Caps().DoublePairs && (double || in.Dst.Type == native.DF)
}

// shortener looks for forms of instructions of a target.
type shortener struct {
	t     native.Target
	known map[shape]answer
	list  []string // room for what is missing
}

// shorten gives an instruction its form that is compact, if it has one. Instructions that differ in
// the numbers of general registers alone have the same.
func (s *shortener) shorten(in *native.Inst) {
	key := shapeOf(in)
	a, ok := s.known[key]
	if !ok {
		a = s.find(in)
		s.known[key] = a
	}
	a.put(in)
}

// find looks for the form of an instruction.
func (s *shortener) find(in *native.Inst) answer {
	if form, ok := s.search(*in); ok {
		return answerOf(&form, inOrder)
	}
	for order, other := range exchanged(in) {
		if form, ok := s.search(other); ok {
			return answerOf(&form, order)
		}
	}
	return answerOf(in, inOrder)
}

// search changes a form part by part until nothing is missing.
func (s *shortener) search(in native.Inst) (native.Inst, bool) {
	for {
		missing, ok := s.missing(&in)
		if !ok || len(missing) == 0 {
			return in, ok
		}
		if !s.mend(&in, missing[0], len(missing)) {
			return in, false
		}
	}
}

// mend finds a form of which less is missing than n parts, and which breaks no restriction: a product of dwords
// is no instruction of all targets.
func (s *shortener) mend(in *native.Inst, part string, n int) bool {
	form := forms[part]
	if form == nil {
		return false
	}
	for other := range form(s.t, in) {
		if missing, ok := s.missing(&other); ok && len(missing) < n && len(native.Check(s.t, []native.Inst{other})) == 0 {
			*in = other
			return true
		}
	}
	return false
}

// missing is what of an instruction has no code in its compact form, valid until it is asked
// again; ok is false when the instruction has none whatever it says.
func (s *shortener) missing(in *native.Inst) (list []string, ok bool) {
	s.list, ok = native.ShortMisses(s.list[:0], s.t, in)
	return s.list, ok
}
