package pitch

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

func reg(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }

var packed8 = reg(8, 8, 1)

// TestCanSpread: regions that a pitch wider by a factor still has.
func TestCanSpread(t *testing.T) {
	dst := func(h uint8, ty native.Type) native.Operand { return edit.Virt(1, 6, reg(0, 0, h), ty) }
	for _, c := range []struct {
		o         native.Operand
		dst       bool
		n, factor int
		want      bool
	}{
		{edit.Virt(1, 0, packed8, native.W), false, 1, 4, true}, {edit.Virt(1, 0, packed8, native.W), false, 16, 2, true}, {edit.Virt(1, 0, packed8, native.W), false, 16, 4, false}, {edit.Virt(1, 6, packed8, native.B), false, 16, 4, true}, {edit.Virt(1, 0, packed8, native.W), false, 8, 4, true},
		{dst(1, native.W), true, 16, 2, true}, {dst(1, native.W), true, 8, 4, true}, {dst(2, native.W), true, 8, 2, true}, {dst(2, native.B), true, 8, 4, false}, {dst(4, native.B), true, 8, 2, false}, {dst(2, native.W), true, 16, 2, false},
		{edit.Virt(1, 0, reg(8, 1, 0), native.B), false, 4, 4, false}, {edit.Virt(1, 0, reg(8, 1, 0), native.B), false, 2, 4, true}, {edit.Virt(1, 0, reg(16, 1, 0), native.B), false, 2, 4, false}, {edit.Virt(1, 0, reg(16, 1, 0), native.B), false, 2, 2, true},
		{edit.Virt(1, 0, reg(8, 2, 1), native.B), false, 4, 4, true}, {edit.Virt(1, 0, reg(16, 2, 1), native.B), false, 4, 4, false}, {edit.Virt(1, 0, reg(8, 2, 2), native.B), false, 4, 4, false}, {edit.Virt(1, 0, reg(8, 2, 2), native.B), false, 4, 2, true},
	} {
		assert.Equal(t, c.want, canSpread(&c.o, c.dst, c.n, c.factor), "%+v", c)
	}
}

// TestSpreadOperands: place and region of operands at a wider pitch.
func TestSpreadOperands(t *testing.T) {
	for _, c := range []struct {
		o         native.Operand
		dst       bool
		n, factor int
		want      native.Operand
	}{
		{edit.Virt(1, 2, reg(0, 0, 1), native.W), true, 8, 2, edit.Virt(1, 4, reg(0, 0, 2), native.W)}, {edit.Virt(1, 2, reg(0, 0, 1), native.W), true, 1, 2, edit.Virt(1, 4, reg(0, 0, 1), native.W)}, {edit.Virt(1, 2, reg(0, 0, 1), native.W), true, 2, 2, edit.Virt(1, 4, reg(0, 0, 2), native.W)},
		{edit.Virt(1, 3, packed8, native.B), false, 8, 4, edit.Virt(1, 12, reg(4, 1, 0), native.B)}, {edit.Virt(1, 3, native.Scalar, native.B), false, 8, 4, edit.Virt(1, 12, native.Scalar, native.B)}, {edit.Virt(1, 0, reg(8, 4, 1), native.B), false, 8, 4, edit.Virt(1, 0, reg(32, 4, 4), native.B)},
		{edit.Virt(1, 5, packed8, native.B), false, 1, 2, edit.Virt(1, 10, native.Scalar, native.B)},
	} {
		restride(&c.o, c.dst, c.n, c.factor)
		assert.Equal(t, c.want, c.o)
	}
}

// TestCollect: one element size of at most a word, at multiples of it, and the
// largest factor that all operands have.
func TestCollect(t *testing.T) {
	type seen struct {
		o   native.Operand
		dst bool
		n   int
	}
	w, b := edit.Virt(1, 2, packed8, native.W), edit.Virt(1, 1, packed8, native.B)
	for name, c := range map[string]struct {
		seen   []seen
		fixed  bool
		size   int
		factor int
	}{
		"words": {[]seen{{w, false, 8}}, false, 2, 4}, "words of two registers": {[]seen{{w, false, 16}}, false, 2, 2}, "words of four": {[]seen{{w, false, 32}}, false, 2, 1}, "words of eight": {[]seen{{edit.Virt(1, 0, reg(16, 8, 2), native.W), false, 32}}, false, 2, 1},
		"bytes": {[]seen{{b, false, 16}, {edit.Virt(1, 0, reg(0, 0, 1), native.UB), true, 16}}, false, 1, 4}, "both": {[]seen{{w, false, 8}, {b, false, 8}}, true, 1, 4}, "dwords": {[]seen{{edit.Virt(1, 0, packed8, native.D), false, 8}}, true, 4, 2},
		"inside a word": {[]seen{{edit.Virt(1, 1, packed8, native.W), false, 8}}, true, 2, 4}, "the smallest": {[]seen{{b, false, 16}, {edit.Virt(1, 0, reg(0, 0, 2), native.B), true, 16}}, false, 1, 2},
	} {
		p := pitch{factor: 4}
		for _, s := range c.seen {
			p.collect(&s.o, s.dst, s.n)
		}
		assert.Equal(t, pitch{fixed: c.fixed, size: c.size, factor: c.factor}, p, name)
	}
}

// TestWiden: a pitch grows when an instruction gains by it and the variable stays small.
func TestWiden(t *testing.T) {
	for _, c := range []struct {
		p      pitch
		size   int
		factor int
		align  int
	}{
		{pitch{size: 1, factor: 4, gain: [5]int{2: 1}}, 16, 2, 32}, {pitch{size: 1, factor: 4, gain: [5]int{4: 1}}, 16, 4, 32}, {pitch{size: 1, factor: 2, gain: [5]int{2: 1}}, 8, 2, 16}, {pitch{size: 1, factor: 2, gain: [5]int{4: 1}}, 8, 1, 4},
		{pitch{size: 1, factor: 2, gain: [5]int{2: 1, 4: 1}}, 8, 2, 16}, {pitch{size: 1, factor: 4, gain: [5]int{2: 1, 4: 1}}, 4, 4, 16}, {pitch{size: 1, factor: 4}, 8, 1, 4}, {pitch{fixed: true, size: 1, factor: 4, gain: [5]int{2: 1}}, 8, 1, 4}, {pitch{factor: 4, gain: [5]int{2: 1}}, 8, 1, 4},
		{pitch{size: 1, factor: 4, gain: [5]int{4: 1}}, 64, 4, 32}, {pitch{size: 1, factor: 4, gain: [5]int{4: 1}}, 65, 1, 4}, {pitch{size: 2, factor: 2, gain: [5]int{2: 1}}, 128, 2, 32}, {pitch{size: 2, factor: 2, gain: [5]int{2: 1}}, 129, 1, 4}, {pitch{size: 1, factor: 2, gain: [5]int{2: 1}}, 12, 2, 32}, {pitch{size: 1, factor: 4, gain: [5]int{1: 7}}, 8, 1, 4},
	} {
		v := native.Var{Size: c.size, Align: 4}
		widen(&v, &c.p)
		assert.Equal(t, c.factor, c.p.factor, "%+v", c)
		assert.Equal(t, native.Var{Size: c.size * c.factor, Align: c.align}, v, "%+v", c)
	}
}

// TestCollectPitch: instructions that need the layout of a variable as it is.
func TestCollectPitch(t *testing.T) {
	made := func() native.Inst {
		return native.Inst{Op: native.OpAdd, ExecSize: 8, Dst: edit.Virt(1, 0, native.Dst1, native.B), Src: [3]native.Operand{edit.Virt(1, 0, packed8, native.B), edit.Virt(2, 0, packed8, native.B)}}
	}
	for _, c := range []struct {
		name string
		do   func(in *native.Inst)
		want bool
	}{
		{"sum", func(*native.Inst) {}, false}, {"three sources", func(in *native.Inst) { in.Op, in.Src[2] = native.OpMad, in.Src[0] }, true}, {"math", func(in *native.Inst) { in.Op = native.OpMath }, true}, {"accumulator", func(in *native.Inst) { in.AccWr = true }, true},
		{"message", func(in *native.Inst) { in.Op = native.OpSend }, true}, {"vector immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.V) }, true}, {"first", func(in *native.Inst) { in.Src[0] = native.ImmOperand(1, native.UV) }, true},
		{"immediate", func(in *native.Inst) { in.Src[1] = native.ImmOperand(1, native.W) }, false}, {"addresses", func(in *native.Inst) { in.Uses = []int32{1} }, true}, {"others' addresses", func(in *native.Inst) { in.Uses = []int32{2} }, false},
		{"its address", func(in *native.Inst) { in.Src[1] = native.Operand{File: native.Imm, Type: native.UW, AddrOf: 2} }, true}, {"another address", func(in *native.Inst) { in.Src[1] = native.Operand{File: native.Imm, Type: native.UW, AddrOf: 3} }, false},
	} {
		list := []pitch{{factor: 4}, {factor: 4}, {factor: 4}}
		in := made()
		c.do(&in)
		collect(&in, list)
		assert.Equal(t, c.want, list[1].fixed, c.name)
		if !c.want {
			assert.Equal(t, [5]int{2: 1}, list[1].gain, c.name)
		}
	}
}

// TestWantedPitch: how far apart an instruction wants the elements that it writes.
func TestWantedPitch(t *testing.T) {
	for _, c := range []struct {
		op       native.Op
		dst, src native.Type
		h, n     uint8
		want     int
	}{
		{native.OpAdd, native.B, native.B, 1, 8, 2}, {native.OpAdd, native.B, native.B, 2, 8, 1}, {native.OpAdd, native.B, native.D, 1, 8, 4}, {native.OpAdd, native.B, native.D, 2, 8, 2}, {native.OpAdd, native.W, native.D, 1, 8, 2},
		{native.OpAdd, native.W, native.W, 1, 8, 1}, {native.OpAdd, native.W, native.D, 1, 1, 1}, {native.OpAdd, native.W, native.Q, 1, 8, 4}, {native.OpMov, native.B, native.D, 1, 8, 1}, {native.OpMov, native.W, native.F, 1, 8, 2}, {native.OpAdd, native.D, native.D, 1, 8, 1},
	} {
		in := native.Inst{Op: c.op, ExecSize: c.n, Dst: edit.Virt(1, 0, reg(0, 0, c.h), c.dst), Src: [3]native.Operand{edit.Virt(2, 0, packed8, c.src)}}
		if c.op == native.OpAdd {
			in.Src[1] = in.Src[0]
		}
		assert.Equal(t, c.want, wanted(&in), "%+v", c)
	}
}

// TestPlaced: a variable that has a place, the first one too, or comes with the launch keeps
// its layout.
func TestPlaced(t *testing.T) {
	for _, c := range []struct {
		v    native.Var
		size int
	}{
		{native.Var{Size: 8, Fixed: -1}, 16}, {native.Var{Size: 8, Fixed: 0}, 8}, {native.Var{Size: 8, Fixed: 64}, 8}, {native.Var{Size: 8, Fixed: -1, LiveIn: true}, 8},
	} {
		p := &native.Program{Vars: []native.Var{c.v, {Size: 8, Fixed: -1}}}
		src := edit.Virt(1, 0, packed8, native.B)
		p.Insts = []native.Inst{{Op: native.OpAdd, ExecSize: 8, Dst: edit.Virt(0, 0, native.Dst1, native.B), Src: [3]native.Operand{src, src}}}
		Run(p)
		assert.Equal(t, c.size, p.Vars[0].Size, "%+v", c.v)
	}
}
