package eu

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// shown is a value in short.
func shown(v *dispatch.Value) string {
	return fmt.Sprintf("%s:%s lane %d %x", v.Name, v.Type, v.Lane, v.Bits)
}

// watch runs a program and describes each step.
func watch(t *testing.T, r *rig) []string {
	steps, err := watchAll(t, r)
	require.NoError(t, err)
	return steps
}

// watchAll is watch with the error that ended the thread.
func watchAll(t *testing.T, r *rig) (steps []string, failed error) {
	w := r.w.(dispatch.Watcher)
	var s dispatch.Step
	for range 100 {
		s.Values = true
		w.Before(0, &s)
		status, err := w.Resume(0, 1)
		w.After(0, &s)
		text := fmt.Sprintf("%d lanes %x of %d, %s", s.Index, s.Lanes, s.Width, s.Effect)
		if s.Message != "" {
			text += ", " + s.Message
		}
		for i := range s.Sources {
			text += "; " + shown(&s.Sources[i])
		}
		for i := range s.Dests {
			text += " => " + shown(&s.Dests[i])
		}
		if steps = append(steps, text); status == dispatch.Done {
			return steps, err
		}
	}
	t.Fatal("does not end")
	return nil, nil
}

// TestWatch: what each kind of operand shows, before and after.
func TestWatch(t *testing.T) {
	indirect := native.Operand{File: native.GRF, Indirect: true, AddrSub: 1, AddrImm: 4, Region: native.Region{V: 1, W: 1}, Type: native.UW}
	strided := native.GRFOperand(10, 4, native.Region{H: 2}, native.UW)
	masked := predicated(ins(native.OpMov, 4, strided, vec(2, native.D)), 0, false)
	masked.ChanOff = 4
	cmp := ins(native.OpCmp, 4, native.NullDst(native.D), vec(2, native.D), imm(2, native.D))
	cmp.Cond, cmp.ChanOff = native.CondGT, 4
	sqrt := ins(native.OpMath, 4, dst(11, native.F), vec(3, native.F))
	sqrt.MathFC = native.MathSqt
	r := load(t, 0xf0,
		cmp, masked,
		scalar(ins(native.OpMov, 2, dst(12, native.UW), indirect)),
		sqrt,
		scalar(ins(native.OpMov, 1, dst(13, native.UD), arf(native.ARFSR0, 2, native.UD))),
	)
	set(r, 2, seq(1, 8)...)
	set(r, 3, float32(4), 9, 16, 25)
	*(*uint16)(unsafePointer(r.thread, 128)) = 0
	*r.u32(r.grf + code.OffA0) = 64 << 16 // a0.1: byte 64 is r2
	assert.Equal(t, []string{
		"0 lanes f0 of 4, exact; src0:d lane 4 [1 2 3 4] => flags f0.0:bits lane -1 [c]",
		"1 lanes c0 of 4, exact; predicate f0.0:bits lane -1 [c]; src0:d lane 4 [1 2 3 4] => dst:uw lane 4 [0 0 3 4]",
		"2 lanes 3 of 2, exact; src0:uw lane 0 [2 0] => dst:uw lane 0 [2 0]",
		"3 lanes 0 of 4, approximate; src0:f lane 0 [40800000 41100000 41800000 41c80000] => dst:f lane 0 [0 0 0 0]",
		"4 lanes 1 of 1, exact; src0:ud lane 0 [f0] => dst:ud lane 0 [f0]",
		"5 lanes ff of 8, exact, EndOfThread; r127:ud lane -1 [0 0 0 0 0 0 0 0]",
	}, watch(t, r))
}

// TestWatchAlign16: a destination of Align16 has no stride in its word: its elements lie
// side by side.
func TestWatchAlign16(t *testing.T) {
	row := func(n int) native.Operand {
		return native.GRFOperand(n, 0, native.Region{V: 4, W: 4, H: 1}, native.F)
	}
	mad := ins(native.OpMad, 4, row(10), row(2), row(3), row(4))
	mad.Align16, mad.Dst.ChanEn, mad.Dst.Region = true, 15, native.Region{}
	for i := range mad.Src {
		mad.Src[i].Swizzle = 0xE4
	}
	r := load(t, 0xf, mad)
	set(r, 2, float32(1), 2, 3, 4)
	set(r, 3, float32(1), 1, 1, 1)
	set(r, 4, float32(0), 0, 0, 0)
	assert.Equal(t, "0 lanes f of 4, exact; src0:f lane 0 [3f800000 40000000 40400000 40800000]; src1:f lane 0 [3f800000 3f800000 3f800000 3f800000]; "+
		"src2:f lane 0 [0 0 0 0] => dst:f lane 0 [3f800000 40000000 40400000 40800000]", watch(t, r)[0])
}

// TestWatchMessages: registers of both payloads and of the response; a message
// whose descriptor is in a register is named as well.
func TestWatchMessages(t *testing.T) {
	read := ins(native.OpSend, 8, dst(20, native.UD), vec(2, native.UD))
	read.Msg = native.Message{SFID: 12, Desc: 0x02106E00} // untyped read of one dword a lane from surface 0
	late := read
	late.Msg.DescReg, late.Msg.Desc = true, 0
	r := load(t, 0xff, scalar(ins(native.OpMov, 1, native.Operand{File: native.ARF, Reg: native.ARFA0, Region: native.Dst1, Type: native.UD}, imm(0x02106E00, native.UD))), read, late)
	b := r.env.Mem.Alloc("s", 64)
	r.env.Mem.Bind(0, b)
	copy(b.Contents(), []byte{1, 0, 0, 0, 2, 0, 0, 0})
	set(r, 2, 0, 4, 8, 12, 0, 4, 0, int32(4))
	const regs = "r2:ud lane -1 [0 4 8 c 0 4 0 4] => r20:ud lane -1 [1 2 0 0 1 2 1 2]"
	steps := watch(t, r)
	assert.Equal(t, []string{"1 lanes ff of 8, exact, UntypedRead; " + regs, "2 lanes ff of 8, exact, UntypedRead; " + regs}, steps[1:3])
}

// TestWatchStops: a message that is not modelled shows the registers that it takes, whatever
// rows other messages have in the tables; its result is none.
func TestWatchStops(t *testing.T) {
	read := ins(native.OpSend, 8, dst(20, native.UD), vec(2, native.UD))
	read.Msg = native.Message{SFID: 12, Desc: 0x02106E00} // untyped read of one dword a lane from surface 0
	video := ins(native.OpSend, 8, dst(30, native.UD), vec(3, native.UD))
	video.Msg = native.Message{SFID: 8, Desc: 0x04202000} // motion estimation, of a type that Gen9 has not: two registers, two back
	late := video
	late.Msg.DescReg, late.Msg.Desc = true, 0
	for _, insts := range [][]native.Inst{{video}, {read, video}, {read, late}} {
		p, err := LoadInsts("test", native.SKL, append(append([]native.Inst(nil), insts...), eot()))
		require.NoError(t, err)
		r := rigOf(p, 0xff)
		set(set(r, 2, make([]int32, 8)...), 3, seq(1, 16)...)
		r.env.Mem.Bind(0, r.env.Mem.Alloc("s", 64))
		*r.u32(r.grf + code.OffA0) = 0x04202000
		steps, err := watchAll(t, r)
		assert.ErrorAs(t, err, new(*code.UnmodelledError))
		assert.Equal(t, strconv.Itoa(len(insts)-1)+" lanes ff of 8, exact; r3:ud lane -1 [1 2 3 4 5 6 7 8]; r4:ud lane -1 [9 a b c d e f 10]",
			strings.Replace(steps[len(steps)-1], ", unknown", "", 1))
	}
}
