package edit

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Rewrite replaces every instruction by what fn appends to out. A label of an
// instruction moves to the first one of its replacement. The next Rewrite writes over
// the instructions of before, and so may fn.
func (c *Editor) Rewrite(fn func(in *native.Inst, out *Sequence) error) error {
	old := c.P.Insts
	start := make([]int, len(old)+1)
	out := &Sequence{Insts: slices.Grow(c.spare[:0], len(old)+len(old)/4)}
	for i := range old {
		start[i] = len(out.Insts)
		out.VISA = old[i].VISA
		if err := fn(&old[i], out); err != nil {
			return err
		}
	}
	start[len(old)] = len(out.Insts)
	for l, i := range c.P.Labels {
		c.P.Labels[l] = start[i]
	}
	c.P.Insts, c.spare = out.Insts, old
	return nil
}

// Sequence collects the replacement of one instruction.
type Sequence struct {
	Insts []native.Inst
	VISA  int32 // instruction of the text of the one that is replaced
}

// Keep appends the instruction itself, perhaps changed.
func (q *Sequence) Keep(in *native.Inst) { q.Insts = append(q.Insts, *in) }

// Add appends an instruction, of the same instruction of the text as the one that is
// replaced.
func (q *Sequence) Add(in native.Inst) {
	in.VISA = q.VISA
	q.Insts = append(q.Insts, in)
}

// Mov appends a move of size channels without mask.
func (q *Sequence) Mov(size uint8, dst, src native.Operand) {
	q.Add(native.Inst{Op: native.OpMov, ExecSize: size, NoMask: true, Dst: dst, Src: [3]native.Operand{src}})
}

// CopyBytes copies n bytes to byte to of a variable, in the largest pieces that the
// place allows.
func (c *Editor) CopyBytes(emit func(native.Inst), dst int32, to int, o native.Operand, n int) {
	unit, t := 4, native.UD
	if a := c.Alignment(&o); a < 4 {
		unit, t = 1, native.UB
	}
	for at := 0; at < n; {
		if n-at < unit {
			unit, t = 1, native.UB
		}
		size := 16
		for size > (n-at)/unit {
			size /= 2
		}
		from := Virt(o.Reg, int(o.Sub)+at, FitRegion(native.Region{V: 1, W: 1}, size), t)
		emit(native.Inst{
			Op: native.OpMov, ExecSize: uint8(size), NoMask: true,
			Dst: Virt(dst, to+at, native.Dst1, t), Src: [3]native.Operand{from},
		})
		at += size * unit
	}
}
