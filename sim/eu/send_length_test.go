package eu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestMessageLengths: a descriptor whose lengths are not those of its message is
// an error with the place and both numbers.
func TestMessageLengths(t *testing.T) {
	lost := sendMsg(dc1, 1, 1, untypedReadX|simd8)
	lost.Dst = native.NullDst(native.UD)
	for want, in := range map[string]native.Inst{
		"UntypedRead: 1 GRFs of payload and 0 of response: want 1 and 1":  sendMsg(dc1, 1, 0, untypedReadX|simd8),
		"UntypedRead: 1 GRFs of payload and 2 of response: want 1 and 1":  sendMsg(dc1, 1, 2, untypedReadX|simd8),
		"UntypedWrite: 2 GRFs of payload and 1 of response: want 2 and 0": sendMsg(dc1, 2, 1, untypedWriteX|simd8),
		"OwordRead: 0 GRFs of payload and 1 of response: want 1 and 1":    headed(sendMsg(dc0, 0, 1, 2<<8)),
		"to a null destination": lost,
		"payload reaches byte":  func() native.Inst { in := sendMsg(dc1, 2, 0, untypedWriteX|simd8); in.Src[0].Reg = 127; return in }(),
		"response reaches byte": func() native.Inst { in := sendMsg(dc1, 2, 2, untypedReadX|simd16); in.Dst.Reg = 127; return in }(),
	} {
		_, err := loadInsts("x", native.SKL, []native.Inst{in})
		require.ErrorContains(t, err, want)
		require.NotErrorIs(t, err, errors.ErrUnsupported, "it is wrong, not unmodelled")
	}
	_, err := loadInsts("x", native.SKL, []native.Inst{sendMsg(dc1, 1, 1, 31<<14)})
	var missing *code.UnmodelledError
	require.ErrorAs(t, err, &missing, "an unknown message")
}

// TestStatelessEnd: an untyped message touches only its own components, so that
// the last dword of scratch space can be read and written.
func TestStatelessEnd(t *testing.T) {
	run := func(in native.Inst, off uint32) (*rig, error) {
		r := load(t, 1, in)
		r.env.Scratch = mem.NewBuffer("scratch", 0x10000, 1024)
		set(set(r, 20, off), 21, uint32(7))
		_, err := r.w.Resume(0, 10)
		return r, err
	}
	const last = 0x10000 + 1020
	r, err := run(sendMsg(dc1, 2, 0, untypedWriteX|simd8|255), last)
	require.NoError(t, err)
	assert.EqualValues(t, 7, word(r.env.Scratch, 255))
	_, err = run(sendMsg(dc1, 1, 1, untypedReadX|simd8|255), last)
	require.NoError(t, err)
	_, err = run(sendMsg(dc1, 1, 2, untypedReadXZ|simd8|255), last-8)
	require.NoError(t, err)
	_, err = run(sendMsg(dc1, 1, 2, untypedReadXZ|simd8|255), last-4)
	var unmapped *mem.Fault
	require.ErrorAs(t, err, &unmapped)
	assert.Equal(t, mem.Fault{Addr: last + 4, Size: 4}, *unmapped, "z of an address 4 bytes before the end")
}

// TestRegisterExtendedDescriptor: with the extended descriptor in a0, function
// and end of thread come from there.
func TestRegisterExtendedDescriptor(t *testing.T) {
	a0 := func(sub int, v uint32) native.Inst {
		return scalar(ins(native.OpMov, 1, arf(native.ARFA0, sub, native.UD), imm(uint64(v), native.UD)))
	}
	write := sendMsg(dc1, 1, 0, untypedWriteX|simd8|3)
	write.Op, write.Src[1] = native.OpSends, vec(30, native.UD)
	write.Msg.SFID, write.Msg.ExDescReg, write.Msg.ExDescSub = 0, true, 8
	r := load(t, 1, a0(2, 1<<6|dc1), write)
	b := r.surface(3, 4)
	set(set(r, 20, uint32(4)), 30, uint32(55))
	r.run(t)
	assert.EqualValues(t, 55, word(b, 1))

	end := eot()
	end.Op, end.Msg = native.OpSends, native.Message{Desc: 0x02000010, ExDescReg: true}
	r = load(t, 1, a0(0, 7|1<<5), end, native.Inst{Op: native.OpIllegal})
	r.run(t)
}

// TestStatelessTable: a message on 64-bit addresses names a stateless table
// entry.
func TestStatelessTable(t *testing.T) {
	in := sendMsg(dc1, 2, 1, 0x10<<14|1<<8|3)
	_, err := loadInsts("x", native.SKL, []native.Inst{in})
	require.ErrorContains(t, err, "binding table index 3")
}
