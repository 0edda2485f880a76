package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// halves are a read and a write of 32 channels, each as two messages.
func halves() (insts []native.Inst) {
	for i := range 4 {
		in := sendMsg(dc1, 2, 2, untypedReadX|simd16|3)
		if i >= 2 {
			in = sendMsg(dc1, 2, 0, untypedWriteX|simd16|4)
			in.Op, in.Src[1], in.Msg.ExDesc = native.OpSends, vec(10+i%2*2, native.UD), 2<<6
		} else {
			in.Dst = dst(10+2*i, native.UD)
		}
		in.Src[0] = vec(20+i%2*2, native.UD)
		in.ExecSize, in.ChanOff = 16, uint8(i%2*16)
		insts = append(insts, in)
	}
	return insts
}

// TestMessagesWithNext: messages of the two halves of a thread give the same in one and one by one, wherever
// a turn ends and whichever channels run.
func TestMessagesWithNext(t *testing.T) {
	for _, mask := range []uint32{^uint32(0), 0xFFFF, 0xFFFF0000, 0xFFFEFFFF, 0x7FFFFFFF} {
		for _, last := range []uint32{124, 128} { // offset of the last lane: one past the end of what follows
			for budget := 1; budget <= 5; budget++ {
				r := load(t, mask, halves()...)
				in, out := r.surface(3, 32), r.surface(4, 32)
				var offs [32]uint32
				for i := range offs {
					offs[i] = uint32(4 * i)
				}
				offs[31] = last
				for round := range 3 { // surfaces are known from the first one on
					r.thread.reset(mask)
					for i := range 4 {
						set(r, 20+i, offs[8*i:8*i+8]...)
					}
					in.SetBytes(0, []byte{byte(round), 1})
					for r.pc < 4 && !r.done {
						_, err := r.w.Resume(0, budget)
						require.NoError(t, err)
					}
					for i := range 32 {
						want := word(in, i)
						if mask>>i&1 == 0 || i == 31 && last > 124 {
							want = uint32(100 + i)
						}
						require.Equal(t, want, word(out, i), "dword %d, channels %#x, %d at a time", i, mask, budget)
					}
				}
			}
		}
	}
}

// TestWhichMessagesWithNext: which messages can be executed with the next one.
func TestWhichMessagesWithNext(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(insts []native.Inst)
		want   []bool
	}{
		{"as they are", func([]native.Inst) {}, []bool{true, false, true, false}},
		{"a predicate", func(insts []native.Inst) { insts[1].PredCtrl = native.PredSeq }, []bool{false, false, true, false}},
		{"another surface", func(insts []native.Inst) { insts[3].Msg.Desc ^= 1 }, []bool{true, false, false, false}},
		{"payloads apart", func(insts []native.Inst) { insts[3].Src[1].Reg++ }, []bool{true, false, false, false}},
	} {
		insts := halves()
		c.change(insts)
		p := load(t, ^uint32(0), insts...).prog
		var got []bool
		for i := range insts {
			got = append(got, p.Ops[i].Flags&code.FlagWithNext != 0)
		}
		if !haveEights {
			c.want = make([]bool, 4)
		}
		assert.Equal(t, c.want, got, c.name)
	}
}
