package edit

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestErrors: what they say, whose they are, and which of them is one of a valid program.
func TestErrors(t *testing.T) {
	err := Unsupported(&native.Inst{VISA: 7}, "a %s of %d bits", "root", 64)
	assert.Equal(t, &UnsupportedError{VISA: 7, What: "a root of 64 bits"}, err)
	assert.EqualError(t, err, "not supported: a root of 64 bits")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.NotErrorIs(t, err, io.EOF)
	fault := &Error{VISA: 7, Msg: "BUG: no end"}
	assert.EqualError(t, fault, "BUG: no end")
	assert.NotErrorIs(t, fault, errors.ErrUnsupported)
}

// TestRewrite: a sequence in the place of each instruction, of the same instruction of the
// text, and labels at the first of it.
func TestRewrite(t *testing.T) {
	c := New(&native.Program{}, native.SKL)
	c.P.Insts = []native.Inst{{Op: native.OpAdd, VISA: 5}, {Op: native.OpNop, VISA: 6}, {Op: native.OpMul, VISA: 7}}
	c.P.Labels = []int{3, 2, 0, 1}
	dst, src := Virt(1, 0, native.Dst1, native.D), native.ImmOperand(1, native.D)
	assert.NoError(t, c.Rewrite(func(in *native.Inst, out *Sequence) error {
		if in.Op == native.OpAdd {
			out.Mov(8, dst, src)
		}
		if in.Op != native.OpNop {
			in.VISA = 0
			out.Add(*in)
		}
		return nil
	}))
	assert.Equal(t, []native.Inst{
		{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: dst, Src: [3]native.Operand{src}, VISA: 5}, {Op: native.OpAdd, VISA: 5}, {Op: native.OpMul, VISA: 7},
	}, c.P.Insts)
	assert.Equal(t, []int{3, 2, 0, 2}, c.P.Labels)
}

// TestRewriteFails: at the first error, with the program as it was.
func TestRewriteFails(t *testing.T) {
	c := New(&native.Program{}, native.SKL)
	c.P.Insts = []native.Inst{{Op: native.OpAdd}, {Op: native.OpMul}}
	var seen []native.Op
	err := c.Rewrite(func(in *native.Inst, _ *Sequence) error {
		seen = append(seen, in.Op)
		return io.EOF
	})
	assert.Equal(t, io.EOF, err)
	assert.Equal(t, []native.Op{native.OpAdd}, seen)
	assert.Equal(t, []native.Inst{{Op: native.OpAdd}, {Op: native.OpMul}}, c.P.Insts)
}

// TestCopyBytes: dwords while they are aligned and as many are left, then bytes.
func TestCopyBytes(t *testing.T) {
	c := New(&native.Program{}, native.SKL)
	from, words := c.NewVar("from", 128, 4), c.NewVar("words", 128, 4)
	c.P.Vars[words].Fixed = 66
	type piece struct {
		size    uint8
		t       native.Type
		from    uint16
		to      uint16
		strided bool
	}
	for _, k := range []struct {
		o    native.Operand
		n    int
		want []piece
	}{
		{Virt(from, 8, Row8, native.UD), 64, []piece{{16, native.UD, 8, 32, true}}},
		{Virt(from, 0, Row8, native.UD), 44, []piece{{8, native.UD, 0, 32, true}, {2, native.UD, 32, 64, true}, {1, native.UD, 40, 72, false}}},
		{Virt(from, 4, Row8, native.UD), 4, []piece{{1, native.UD, 4, 32, false}}},
		{Virt(from, 4, Row8, native.UD), 11, []piece{{2, native.UD, 4, 32, true}, {2, native.UB, 12, 40, true}, {1, native.UB, 14, 42, false}}},
		{Virt(from, 6, Row8, native.UD), 6, []piece{{4, native.UB, 6, 32, true}, {2, native.UB, 10, 36, true}}},
		{Virt(words, 0, Row8, native.UD), 20, []piece{{16, native.UB, 0, 32, true}, {4, native.UB, 16, 48, true}}},
		{Virt(from, 0, Row8, native.UD), 0, nil},
	} {
		var got, want []native.Inst
		c.CopyBytes(func(in native.Inst) {
			if got = append(got, in); len(got) > 9 {
				t.Fatalf("%+v: no end", k)
			}
		}, 5, 32, k.o, k.n)
		for _, p := range k.want {
			r := native.Scalar
			if p.strided {
				r = reg(1, 1, 0)
			}
			want = append(want, native.Inst{Op: native.OpMov, ExecSize: p.size, NoMask: true, Dst: Virt(5, int(p.to), native.Dst1, p.t), Src: [3]native.Operand{Virt(k.o.Reg, int(p.from), r, p.t)}})
		}
		assert.Equal(t, want, got, "%d bytes from %d", k.n, k.o.Sub)
	}
}

// TestVars: what new variables, flags and labels are, and the operands that name them.
func TestVars(t *testing.T) {
	c := New(&native.Program{}, native.SKL)
	assert.EqualValues(t, 0, c.NewVar("v", 24, 8))
	assert.EqualValues(t, 1, c.NewTemp(2))
	assert.EqualValues(t, 2, c.NewTemp(64))
	assert.Equal(t, []native.Var{{Name: "v", Size: 24, Align: 32, Fixed: -1}, {Name: "t1", Size: 2, Align: 4, Fixed: -1}, {Name: "t2", Size: 64, Align: 32, Fixed: -1}}, c.P.Vars)
	for f, lanes := range []int{8, 16, 17, 32} {
		assert.EqualValues(t, f, c.NewFlag("f", lanes))
	}
	bits := func(n int) native.FlagVar { return native.FlagVar{Name: "f", Bits: n, Fixed: -1} }
	assert.Equal(t, []native.FlagVar{bits(16), bits(16), bits(32), bits(32)}, c.P.Flags)
	assert.Equal(t, native.Operand{File: native.VirtFlag, Reg: 1, Sub: 2, Region: native.Scalar, Type: native.UB}, FlagReg(1, 2, native.Scalar, native.UB))
	assert.Equal(t, FlagReg(1, 0, native.Scalar, native.UW), c.WholeFlag(1, native.Scalar))
	assert.Equal(t, FlagReg(2, 0, native.Dst1, native.UD), c.WholeFlag(2, native.Dst1))
	assert.EqualValues(t, 1, c.NewLabel(4))
	assert.EqualValues(t, 2, c.NewLabel(3))
	assert.Equal(t, []int{4, 3}, c.P.Labels)
}

// TestVarAlign: a variable lies in one register, or begins at one.
func TestVarAlign(t *testing.T) {
	for _, c := range [][3]int{{1, 1, 4}, {4, 1, 4}, {5, 4, 8}, {8, 4, 8}, {9, 4, 16}, {16, 4, 16}, {17, 4, 32}, {32, 4, 32}, {33, 4, 32}, {8, 16, 16}, {8, 64, 32}} {
		assert.Equal(t, c[2], VarAlign(c[0], c[1]), "%v", c)
	}
}

// TestBase: where operands begin in a register, as far as that is known.
func TestBase(t *testing.T) {
	c := New(&native.Program{Vars: []native.Var{{Fixed: -1, Align: 32}, {Fixed: -1, Align: 4}, {Fixed: 40, Align: 4}, {Fixed: 0, Align: 4}}}, native.SKL)
	for v, want := range []struct {
		at int
		ok bool
	}{{4, true}, {4, false}, {12, true}, {4, true}} {
		o := Virt(int32(v), 4, Row8, native.D)
		at, ok := c.Base(&o)
		assert.Equal(t, want.at, at, "variable %d", v)
		assert.Equal(t, want.ok, ok, "variable %d", v)
	}
	at, ok := c.Base(&native.Operand{File: native.ARF, Sub: 6})
	assert.Equal(t, 6, at)
	assert.True(t, ok)
}

// TestEnsureAlign: a variable that has no place yet gets the alignment that an operand of it
// needs.
func TestEnsureAlign(t *testing.T) {
	virt := func(sub int) native.Operand { return Virt(0, sub, Row8, native.D) }
	far := virt(0)
	far.Indirect = true
	for name, k := range map[string]struct {
		align, fixed int
		o            native.Operand
		n            int
		want         bool
		becomes      int
	}{
		"aligned":              {16, -1, virt(0), 16, true, 16},
		"raised":               {4, -1, virt(16), 16, true, 16},
		"to a register":        {4, -1, virt(32), 32, true, 32},
		"to two":               {32, -1, virt(0), 64, false, 32},
		"inside":               {4, -1, virt(8), 16, false, 4},
		"as much as it needs":  {8, -1, virt(4), 4, true, 8},
		"at its place":         {4, 48, virt(0), 16, true, 4},
		"not at its place":     {4, 40, virt(0), 16, false, 4},
		"by an address":        {4, -1, far, 16, false, 4},
		"no variable":          {4, -1, native.Operand{File: native.ARF, Sub: 8}, 16, false, 4},
		"place of no variable": {4, -1, native.Operand{File: native.ARF, Sub: 16}, 16, true, 4},
	} {
		c := New(&native.Program{Vars: []native.Var{{Align: k.align, Fixed: k.fixed}}}, native.SKL)
		assert.Equal(t, k.want, c.EnsureAlign(&k.o, k.n), name)
		assert.Equal(t, k.becomes, c.P.Vars[0].Align, name)
	}
}
