package lower

import "github.com/genvisa/genvisa/native"

// rewrite replaces every instruction by what fn appends to out. A label of an
// instruction moves to the first one of its replacement.
func (c *compiler) rewrite(fn func(in native.Inst, out *sequence) error) error {
	old := c.p.Insts
	start := make([]int, len(old)+1)
	out := &sequence{c: c, insts: make([]native.Inst, 0, len(old)+len(old)/4)}
	for i := range old {
		start[i] = len(out.insts)
		out.proto = old[i]
		if err := fn(old[i], out); err != nil {
			return err
		}
	}
	start[len(old)] = len(out.insts)
	for l, i := range c.p.Labels {
		c.p.Labels[l] = start[i]
	}
	c.p.Insts = out.insts
	return nil
}

// sequence collects the replacement of one instruction.
type sequence struct {
	c     *compiler
	insts []native.Inst
	proto native.Inst // the instruction being replaced: gives mask, size, origin
}

func (q *sequence) add(in native.Inst) {
	in.VISA = q.proto.VISA
	q.insts = append(q.insts, in)
}

// mov appends a move of size channels without mask.
func (q *sequence) mov(size uint8, dst, src native.Operand) {
	q.add(native.Inst{Op: native.OpMov, ExecSize: size, NoMask: true, Dst: dst, Src: [3]native.Operand{src}})
}
