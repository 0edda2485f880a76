package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
)

// routine ends the thread, and puts a routine behind the calls of label.
func (p *prog) routine(label, link int32, body func()) {
	p.eot()
	p.place(label)
	body()
	p.emit(native.Inst{Op: native.OpRet, ExecSize: 16, Dst: native.NullDst(native.D), Src: [3]native.Operand{vec(link)}})
}

func (p *prog) call(label, link int32) {
	in := p.emit(native.Inst{Op: native.OpCall, ExecSize: 16, Label: label, Dst: dstOf(vec(link))})
	in.Dst.Type = native.D
}

// TestVerifyCalls: what lives across a call keeps its register in what is called, for lanes
// that call and for those that wait in the caller. What lives across another call of the same
// routine is nobody's concern.
func TestVerifyCalls(t *testing.T) {
	checkVerify(t, []verifyCase{
		{name: "across a call", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, u, link, sub := p.newVar("v", 64), p.newVar("t", 64), p.newVar("link", 8), p.label()
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			p.call(sub, link)
			p.store(id, v)
			p.routine(sub, link, func() {
				p.alu(native.OpAdd, vec(u), vec(id), imm(9))
				p.store(id, u)
			})
			return v, u
		}},
		{name: "across another call", sharingIsFit: true, build: func(p *prog, id int32) (int32, int32) {
			v, w, link, sub := p.newVar("v", 64), p.newVar("w", 64), p.newVar("link", 8), p.label()
			u := p.newVar("t", 64)
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			p.call(sub, link)
			p.store(id, v)
			p.alu(native.OpAdd, vec(w), vec(id), imm(2))
			p.call(sub, link)
			p.store(id, w)
			p.routine(sub, link, func() {
				p.alu(native.OpAdd, vec(u), vec(id), imm(9))
				p.store(id, u)
			})
			return v, w
		}},
		{name: "lanes that wait in the caller", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, u, link, sub := p.newVar("v", 64), p.newVar("t", 64), p.newVar("link", 8), p.label()
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			ifElse(p, id, func() { p.call(sub, link) }, func() { p.store(id, v) })
			p.routine(sub, link, func() {
				p.alu(native.OpAdd, vec(u), vec(id), imm(9)).NoMask = true
				p.store(id, u)
			})
			return v, u
		}},
		{name: "an argument", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, u, link, sub := p.newVar("v", 64), p.newVar("t", 64), p.newVar("link", 8), p.label()
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			p.alu(native.OpAdd, vec(u), vec(id), imm(2))
			p.store(id, u)
			p.call(sub, link)
			p.routine(sub, link, func() { p.store(id, v) })
			return v, u
		}},
		{name: "a result", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, u, link, sub := p.newVar("v", 64), p.newVar("t", 64), p.newVar("link", 8), p.label()
			p.call(sub, link)
			p.alu(native.OpAdd, vec(u), vec(id), imm(2))
			p.store(id, u)
			p.store(id, v)
			p.routine(sub, link, func() { p.alu(native.OpAdd, vec(v), vec(id), imm(1)) })
			return v, u
		}},
		{name: "an argument of a routine that another calls", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, u, link, far := p.newVar("v", 64), p.newVar("t", 64), p.newVar("link", 8), p.newVar("far", 8)
			sub, inner := p.label(), p.label()
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			p.call(sub, link)
			p.routine(sub, link, func() {
				p.alu(native.OpAdd, vec(u), vec(id), imm(9))
				p.store(id, u)
				p.call(inner, far)
			})
			p.routine(inner, far, func() { p.store(id, v) })
			return v, u
		}},
	})
}
