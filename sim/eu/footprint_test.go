package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestWritten: what a program may write, by instruction.
func TestWritten(t *testing.T) {
	const grf = 128 * 32
	arfs, all := code.Span{From: grf, To: grf + code.OffAcc}, code.Span{From: grf, To: grf + code.ArchSize}
	indirect := dst(0, native.D)
	indirect.Indirect = true
	for _, c := range []struct {
		name string
		in   native.Inst
		want []code.Span
	}{
		{"result", ins(native.OpMov, 8, dst(10, native.D), vec(1, native.D)), []code.Span{{From: 320, To: 352}, arfs}},
		{"stride", ins(native.OpMov, 4, native.GRFOperand(10, 4, native.Region{H: 2}, native.W), vec(1, native.D)), []code.Span{{From: 324, To: 324 + 14}, arfs}},
		{"flags only", setp(native.CondGT, 2, vec(1, native.D), imm(3, native.D)), []code.Span{arfs}},
		{"near the architecture registers", ins(native.OpMov, 8, dst(126, native.D), vec(1, native.D)), []code.Span{{From: 126 * 32, To: arfs.To}}},
		{"response", sendMsg(dc1, 1, 1, untypedReadX|simd8), []code.Span{{From: 320, To: 352}, arfs}},
		{"no response", sendMsg(dc1, 2, 0, untypedWriteX|simd8), []code.Span{arfs}},
		{"by address", ins(native.OpMov, 8, indirect, vec(1, native.D)), nil},
		{"accumulator", ins(native.OpMov, 8, arf(native.ARFAcc0, 0, native.F), vec(1, native.F)), []code.Span{all}},
		{"accumulator beside the result", accWr(ins(native.OpAdd, 8, dst(10, native.F), vec(1, native.F), vec(2, native.F))), []code.Span{{From: 320, To: 352}, all}},
		{"the carry of a sum", accWr(ins(native.OpAddc, 8, dst(10, native.UD), vec(1, native.UD), vec(2, native.UD))), []code.Span{{From: 320, To: 352}, {From: grf, To: grf + code.OffAcc + 32}, {From: grf + code.OffAccHigh, To: grf + code.OffAccHigh + 64}, {From: grf + code.OffAccKind, To: grf + code.OffAccKind + 4}}},
		{"nop", native.Inst{Op: native.OpNop}, []code.Span{arfs}},
	} {
		r := load(t, 0xFF, c.in)
		assert.Equal(t, c.want, r.prog.Written, c.name)
	}
	send := sendMsg(dc1, 1, 1, untypedReadX|simd8)
	send.Msg.DescReg = true
	assert.Nil(t, load(t, 0xFF, send).prog.Written, "a descriptor in a register")
}

// TestStartClears: a slot's next thread starts with zeros behind its payload,
// whatever ran there, was loaded there, or was longer.
//
// seed: Ivy Bridge EU 3.3.2
func TestStartClears(t *testing.T) {
	r := load(t, 0xFF, ins(native.OpMov, 8, dst(10, native.D), imm(5, native.D)), setp(native.CondEQ, 2, vec(10, native.D), imm(5, native.D)))
	w := Watched{New(r.prog)}.NewWorker(1)
	start := func(payload ...byte) {
		r.env.Payload = payload
		w.Start(0, r.env)
		_, err := w.Resume(0, 2)
		assert.NoError(t, err)
	}
	start(1, 2, 3)
	start(1, 2, 3)
	state := w.Save(0, nil)
	state[fixed.SavedThreadRegisters.At()+20*32] = 9
	assert.NoError(t, w.Load(0, r.env, state))
	start(1, 2, 3)
	start(1, 2)
	start(make([]byte, 3000)...)
	start(4)
}
