package optimise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// program is an optimiser of instructions with six variables.
func program(insts ...native.Inst) *optimiser {
	k := edit.New(&native.Program{Insts: insts}, native.SKL)
	for range 6 {
		k.NewVar("v", 256, 32)
	}
	o := &optimiser{Editor: k, dead: make([]bool, len(insts))}
	o.findMentions()
	return o
}

// zero writes 16 dwords of a variable.
func zero(v int32, off int) native.Inst {
	return native.Inst{Op: native.OpMov, ExecSize: 16, Dst: edit.Virt(v, off, native.Dst1, native.D), Src: [3]native.Operand{native.ImmOperand(0, native.D)}}
}

// TestUnreadBound: more than 512 mentions of a variable outside a block are not looked at.
func TestUnreadBound(t *testing.T) {
	for _, c := range []struct {
		before, behind int
		want           bool
	}{{300, 212, true}, {300, 213, false}, {0, 512, true}, {513, 0, false}} {
		var insts []native.Inst
		for range c.before {
			insts = append(insts, zero(1, 128))
		}
		insts = append(insts, zero(1, 0), zero(1, 0))
		for range c.behind {
			insts = append(insts, zero(1, 128))
		}
		assert.Equal(t, c.want, program(insts...).unread(1, 0, 64, c.before, c.before+2), "%+v", c)
	}
}

// TestUnread: who reads bytes outside of instructions 1 and 2.
func TestUnread(t *testing.T) {
	read := copyOf()
	read.Src[0].Reg, read.Dst.Reg = 1, 2
	for at := range 4 {
		insts := []native.Inst{zero(3, 0), zero(3, 0), zero(3, 0), zero(3, 0)}
		insts[at] = read
		o := program(insts...)
		assert.Equal(t, at == 1 || at == 2, o.unread(1, 0, 64, 1, 3), "read at %d", at)
		assert.True(t, o.unread(1, 64, 128, 1, 3), "other bytes than those read at %d", at)
	}
}

// run optimises a value of variable 1 that copies read, with instructions of no interest
// between them, and counts what is left.
func run(t *testing.T, made native.Inst, copies ...any) int {
	t.Helper()
	insts, other := []native.Inst{made}, sum()
	other.Dst.Reg, other.Src[0].Reg = 4, 4
	for _, c := range copies {
		switch c := c.(type) {
		case native.Inst:
			insts = append(insts, c)
		case int:
			for len(insts) < c {
				insts = append(insts, other)
			}
		}
	}
	o := program(insts...)
	assert.NoError(t, Run(o.Editor, nil))
	return len(insts) - len(o.P.Insts)
}

// TestWindow: a result may be written 256 instructions before its copy was, and no more.
func TestWindow(t *testing.T) {
	made := sum()
	made.Dst.Reg, made.Src[0].Reg = 1, 5
	c := copyOf()
	c.Src[0].Reg, c.Dst.Reg = 1, 2
	send := native.Inst{Op: native.OpSend, ExecSize: 16, Dst: native.NullDst(native.UD), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.UD)}, Msg: native.Message{SFID: 12, Desc: 0x8026e03}}
	assert.Equal(t, 1, run(t, made, 256, c, send))
	assert.Equal(t, 0, run(t, made, 257, c, send))
	low, high := c, c
	low.ExecSize, high.ExecSize, high.ChanOff, high.Src[0].Sub, high.Dst.Sub = 8, 8, 8, 32, 64
	assert.Equal(t, 1, run(t, made, low, 256, high, send), "in two parts")
	assert.Equal(t, 0, run(t, made, low, 257, high, send), "in two parts")
}

// TestMaker: who wrote a value last, when nobody has read it since.
func TestMaker(t *testing.T) {
	read := copyOf()
	read.Src[0].Reg, read.Dst.Reg = 1, 2
	o := program(zero(3, 0), zero(1, 0), zero(1, 64), zero(3, 0), read, zero(3, 0))
	for _, c := range []struct{ start, i, lo, hi, want int }{
		{0, 4, 0, 64, 1}, {0, 4, 64, 128, 2}, {1, 4, 0, 64, 1}, {2, 4, 0, 64, -1}, {0, 5, 0, 64, -1}, {0, 5, 64, 128, 2}, {0, 4, 128, 192, -1}, {0, 1, 0, 64, -1},
	} {
		assert.Equal(t, c.want, o.maker(c.start, c.i, 1, c.lo, c.hi), "%+v", c)
	}
}

// TestBytesOf: the bytes of operands of registers, and nothing of others.
func TestBytesOf(t *testing.T) {
	in := sum()
	in.Dst.Region.H, in.Src[0].Sub, in.Src[1] = 2, 32, native.ImmOperand(1, native.D)
	for k, want := range [][3]int{{4, 0, 124}, {1, 32, 96}, {-1, 0, 0}, {-1, 0, 0}} {
		v, lo, hi := bytesOf(&in, k)
		assert.Equal(t, want, [3]int{int(v), lo, hi}, "operand %d", k)
	}
}

// TestTouches: bytes beside those that an instruction reads and writes are not touched.
func TestTouches(t *testing.T) {
	in := copyOf()
	in.Src[0].Sub, in.Dst.Reg, in.Dst.Sub = 64, 2, 192
	for _, c := range []struct {
		v      int32
		lo, hi int
		want   [2]bool
	}{
		{2, 0, 64, [2]bool{}}, {2, 0, 65, [2]bool{true, false}}, {2, 127, 192, [2]bool{true, false}}, {2, 128, 192, [2]bool{}}, {2, 128, 193, [2]bool{false, true}},
		{2, 0, 256, [2]bool{true, true}}, {1, 0, 256, [2]bool{}}, {3, 0, 256, [2]bool{}},
	} {
		reads, writes := touches(&in, c.v, c.lo, c.hi)
		assert.Equal(t, c.want, [2]bool{reads, writes}, "%+v", c)
	}
	in.Dst = native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, Type: native.D, Region: native.Dst1}
	in.Uses = []int32{3}
	reads, writes := touches(&in, 3, 224, 256)
	assert.Equal(t, [2]bool{true, true}, [2]bool{reads, writes}, "through an address, anywhere")
}
