package regalloc

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// splitVars makes variables of their own of the parts of a variable that no operand reaches
// together: whole registers. They live and lie each for itself: of an array whose elements
// are named one by one, each takes a register only as long as it is read.
func splitVars(p *native.Program, grf int32) {
	s := newSplitter(p, grf)
	for i := range p.Insts {
		s.join(&p.Insts[i])
	}
	if !s.cut() {
		return
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		s.retarget(&in.Dst)
		for k := range in.Src {
			s.retarget(&in.Src[k])
		}
	}
}

// splitter knows the registers of all variables, those of variable v from first[v] on.
type splitter struct {
	p      *native.Program
	grf    int32
	first  []int32
	whole  []bool    // by variable: it stays as it is
	named  []bool    // by variable: some operand is of it
	joined []bool    // by register: some operand reaches it and the one before
	part   []int32   // by register: the variable that it became part of
	from   []int32   // by register: byte of the old variable where that begins
	spans  []reached // of the instruction in hand
}

// reached is bytes of a variable, from lo to hi-1.
type reached struct{ v, lo, hi int32 }

func newSplitter(p *native.Program, grf int32) *splitter {
	s := &splitter{p: p, grf: grf, first: make([]int32, len(p.Vars)+1), whole: make([]bool, len(p.Vars)), named: make([]bool, len(p.Vars))}
	for v := range p.Vars {
		x := &p.Vars[v]
		s.whole[v] = x.Fixed >= 0 || x.LiveIn || x.MinGRF > 0 || x.Size <= int(grf)
		s.first[v+1] = s.first[v] + (int32(max(x.Size, 0))+grf-1)/grf
	}
	s.joined = make([]bool, s.first[len(p.Vars)])
	for i := range p.Insts {
		in := &p.Insts[i]
		for k := range in.Src {
			s.keep(in.Src[k].AddrOf - 1)
		}
		for _, v := range in.Uses {
			s.keep(v)
		}
	}
	return s
}

// keep leaves a variable whole: one that is reached through addresses.
func (s *splitter) keep(v int32) {
	if v >= 0 && int(v) < len(s.whole) {
		s.whole[v] = true
	}
}

// join notes what the operands of an instruction reach together. What a message, or an
// instruction that reaches beyond its regions, has of a variable is one piece.
func (s *splitter) join(in *native.Inst) {
	s.spans = s.spans[:0]
	beyond := in.Op.IsSend()
	for k := -1; k < len(in.Src); k++ {
		o := &in.Dst
		if k >= 0 {
			o = &in.Src[k]
			at, _ := in.Op.Reach(k)
			beyond = beyond || at != nil
		}
		if v, ok := s.variable(o); ok {
			x := reached{v, int32(o.Sub), int32(o.Sub) + 1}
			if !in.Op.IsSend() {
				_, to := in.Extent(k)
				x.hi = max(x.hi, int32(to))
			}
			s.spans = append(s.spans, x)
		}
	}
	if beyond && len(s.spans) > 0 {
		s.around(in)
	}
	for _, x := range s.spans {
		s.named[x.v] = true
		end := min(s.first[x.v]+(x.hi-1)/s.grf, s.first[x.v+1]-1) // what is outside, the analysis refuses
		for r := s.first[x.v] + x.lo/s.grf + 1; r <= end; r++ {
			s.joined[r] = true
		}
	}
}

// variable is that of an operand which may be of a part.
func (s *splitter) variable(o *native.Operand) (v int32, ok bool) {
	if o.File != native.Virt || o.Indirect || int(o.Reg) >= len(s.whole) || s.whole[o.Reg] {
		return 0, false
	}
	return o.Reg, true
}

// around widens the spans of a variable to all that the instruction reads and writes of it.
func (s *splitter) around(in *native.Inst) {
	effects.Registers(in, func(e effects.Effect) {
		v := e.Var - 1
		if e.Space != effects.Register || e.Through != nil || v < 0 || int(v) >= len(s.whole) || s.whole[v] {
			return
		}
		end := e.At + e.N
		if e.N == effects.Rest {
			end = int32(s.p.Vars[v].Size)
		}
		for k := range s.spans {
			if x := &s.spans[k]; x.v == v {
				x.lo, x.hi = min(x.lo, e.At), max(x.hi, end)
			}
		}
	})
}

// cut makes the variables; it tells whether there is a new one.
func (s *splitter) cut() bool {
	old := len(s.whole)
	s.part, s.from = make([]int32, len(s.joined)), make([]int32, len(s.joined))
	for v := range old {
		if s.whole[v] || !s.named[v] {
			continue
		}
		was, first := s.p.Vars[v], s.first[v]
		for r := first; r < s.first[v+1]; r++ {
			switch {
			case r == first:
				s.part[r] = int32(v)
			case s.joined[r]:
				s.part[r], s.from[r] = s.part[r-1], s.from[r-1]
			default:
				s.shorten(r-1, (r-first)*s.grf)
				s.part[r], s.from[r] = int32(len(s.p.Vars)), (r-first)*s.grf
				s.p.Vars = append(s.p.Vars, partOf(was, int(s.from[r]), int(s.grf)))
			}
		}
	}
	return len(s.p.Vars) > old
}

// shorten ends the part of a register at a byte of the old variable.
func (s *splitter) shorten(r, at int32) { s.p.Vars[s.part[r]].Size = int(at - s.from[r]) }

// partOf is the rest of a variable from a byte on.
func partOf(v native.Var, from, grf int) native.Var {
	v.Size -= from
	if v.Align > grf && from%v.Align != 0 {
		v.Align = grf
	}
	v.Align = max(v.Align, grf)
	return v
}

// retarget names the part that an operand is in.
func (s *splitter) retarget(o *native.Operand) {
	v, ok := s.variable(o)
	if !ok {
		return
	}
	if r := s.first[v] + int32(o.Sub)/s.grf; s.named[v] && r < s.first[v+1] {
		o.Reg, o.Sub = s.part[r], o.Sub-uint16(s.from[r])
	}
}
