package lower

import (
	"cmp"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// selectInsts turns each vISA instruction into native ones by its rule. The program's
// first labels are those of the kernel.
func (c *compiler) selectInsts() error {
	c.P.Labels = make([]int, len(c.k.Labels))
	for l := range c.P.Labels {
		c.P.Labels[l] = -1
	}
	if err := c.threadNumber(); err != nil {
		return err
	}
	c.P.Insts = slices.Grow(c.P.Insts, 2*len(c.k.Insts))
	c.startHeader()
	for i := range c.k.Insts {
		s := &selector{compiler: c, in: &c.k.Insts[i], idx: i, out: &c.P.Insts}
		s.selectOne()
		if i == c.main-1 && s.in.Op != visa.OpRet {
			s.endOfThread()
		}
		if s.err != nil {
			return s.err
		}
	}
	return c.finishSelect()
}

func (s *selector) selectOne() {
	s.r = &rules[s.in.Op]
	switch {
	case s.r.op != native.OpIllegal && !s.r.steps && !s.T.HasOp(s.r.op):
		s.unsupported("%s, which target %v has not", s.r.op, s.T)
	case s.r.emit != nil:
		s.r.emit(s)
	case s.r.op != native.OpIllegal:
		emitPlain(s)
	case s.in.UnsaidOf() != "":
		s.unsupported("%s", s.in.UnsaidOf())
	default:
		s.unsupported("%s", cmp.Or(s.r.why, "the compiler has no rule for the op"))
	}
}

// finishSelect ends a kernel without instructions, and checks that every label that is
// branched to exists.
func (c *compiler) finishSelect() error {
	if len(c.k.Insts) == 0 {
		s := &selector{compiler: c, in: &visa.Inst{Op: visa.OpRet}, idx: -1, out: &c.P.Insts}
		s.endOfThread()
	}
	for i := range c.P.Insts {
		in := &c.P.Insts[i]
		if in.Op == native.OpGoto && c.P.Labels[in.Label-1] < 0 {
			return c.errorf(c.posOf(in), "label %s is not defined", c.k.Labels[in.Label-1].Name)
		}
	}
	for l, at := range c.P.Labels {
		if at < 0 {
			c.P.Labels[l] = len(c.P.Insts)
		}
	}
	c.startPlain()
	return nil
}

// endLabel is the label of the instructions that end the thread; they follow
// the last vISA instruction, a ret.
func (s *selector) endLabel() int32 {
	if s.end == 0 {
		s.end = s.NewLabel(-1)
	}
	return s.end - 1
}

func emitLabel(s *selector) {
	s.P.Labels[s.arg(visa.ArgLabel).Var] = len(s.P.Insts)
}

// emitSubroutine: the kernel's own entry is a subroutine label in front of the
// first instruction, the others are routines.
func emitSubroutine(s *selector) {
	if r := s.linkOf(s.arg(visa.ArgLabel).Var); r != nil {
		emitLabel(s)
		s.enter(r)
		return
	}
	if s.origin(s.idx) != 0 {
		s.unsupported("code that runs on into a subroutine: want ret or goto in front of it")
	}
	emitLabel(s)
}

func emitGoto(s *selector) { s.branch(s.arg(visa.ArgLabel).Var) }

// branch emits the pseudo goto that the flow pass reads.
func (s *selector) branch(label int32) {
	in := s.inst(native.OpGoto)
	in.Label = label + 1
	s.emit(in)
}

// emitPlain: the native op of the rule on the vISA operands.
func emitPlain(s *selector) {
	r := s.r
	in := s.inst(r.op)
	in.Cond, in.MathFC = r.cond, r.fc
	n := 0
	for i, slot := range s.in.Op.Info().Slots {
		switch {
		case slot.Access == visa.Writes:
			in.Dst = s.dst(&s.in.Args[i])
		default:
			in.Src[n] = s.src(&s.in.Args[i])
			n++
		}
	}
	in.Uses = s.uses()
	s.emit(in)
}
