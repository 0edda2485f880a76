package regalloc

import (
	"slices"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
)

// TestVerifyAgain: a = id + 1, x = a + 5, then y takes the register of x, and x
// is computed once more for its last read. What is wrong with that is found: the
// computation itself, what it reads, and that it may not be repeated.
func TestVerifyAgain(t *testing.T) {
	for name, c := range map[string]struct {
		build func(p *prog, a, x, y int32)            // changes the program before: 0 a, 1 x, 2 y, 3 store y, 4 store x
		forge func(q *native.Program, in native.Inst) // after the store of y stands in
		want  string
	}{
		"right": {},
		"right, without the first": {forge: func(q *native.Program, _ native.Inst) {
			q.Insts = slices.Delete(q.Insts, 1, 2)
		}},
		"never again": {want: "does not survive", forge: func(q *native.Program, _ native.Inst) {
			q.Insts = slices.Delete(q.Insts, 4, 5)
		}},
		"another number": {want: "not the same operation", forge: func(q *native.Program, _ native.Inst) {
			q.Insts[4].Src[1].Imm++
		}},
		"another source": {want: "a in byte 0 of r50", forge: func(q *native.Program, _ native.Inst) {
			q.Insts[4].Src[0].Reg = 50
		}},
		"fewer lanes":         {want: "not the same operation", forge: func(q *native.Program, _ native.Inst) { q.Insts[4].ExecSize = 8 }},
		"no such instruction": {want: "repeats instruction 98 of", forge: func(q *native.Program, _ native.Inst) { q.Insts[4].Origin = -99 }},
		"another instruction": {want: "not the same operation", forge: func(q *native.Program, _ native.Inst) { q.Insts[4].Origin = -3 }},
		"too late": {want: "does not survive", forge: func(q *native.Program, in native.Inst) {
			q.Insts[4], q.Insts[5] = q.Insts[5], in
		}},
		"source changes": {want: "a, which it reads, can change", build: func(p *prog, a, _, y int32) {
			p.Insts[2].Dst.Reg = a
		}},
		"result changes": {want: "other instructions write its result", build: func(p *prog, _, x, _ int32) {
			p.Insts[0].Dst.Reg = x
			p.Insts[1].Src[0].Reg = x
		}},
		"input changes": {want: "id, which it reads, can change", build: func(p *prog, _, x, y int32) {
			p.Insts[1].Src[0].Reg, p.Insts[2].Dst.Reg = 0, 0
		}},
		"in a loop": {want: "can run more than once", build: func(p *prog, a, _, _ int32) {
			f, head := p.newFlag(16), p.label()
			p.Labels[head-1] = 0
			p.branch(native.OpWhile, f, head, 0)
			while := p.Insts[len(p.Insts)-1]
			p.Insts = append(p.Insts[:5:5], while)
		}},
		"predicate": {want: "may not be repeated", build: func(p *prog, _, _, _ int32) {
			p.Insts[1].PredCtrl, p.Insts[1].Flag = native.PredSeq, native.Flag{Virt: p.newFlag(16) + 1}
		}},
		"floating point": {want: "may not be repeated", build: func(p *prog, _, _, _ int32) {
			p.Insts[1].Dst.Type, p.Insts[1].Src[0].Type, p.Insts[1].Src[1].Type = native.F, native.F, native.F
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProg()
			id := p.input("id", 32, 64)
			a, x, y := p.newVar("a", 64), p.newVar("x", 64), p.newVar("y", 64)
			p.alu(native.OpAdd, vec(a), vec(id), imm(1))
			p.alu(native.OpAdd, vec(x), vec(a), imm(5))
			p.alu(native.OpAdd, vec(y), vec(id), imm(2))
			p.store(id, y)
			p.store(id, x)
			p.eot()
			if c.build != nil {
				c.build(p, a, x, y)
			}
			q := forced(t, p.Program, map[int32]int32{x: 20 * grfBytes, y: 20 * grfBytes}, nil)
			in := q.Insts[1]
			in.Origin, in.Dst.Reg = -2, 30
			q.Insts[4].Src[1].Reg = 30
			q.Insts = slices.Insert(q.Insts, 4, in)
			if c.forge != nil {
				c.forge(q, in)
			}
			err := Verify(p.Program, q, native.SKL)
			if c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}
