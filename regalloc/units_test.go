package regalloc

import (
	"errors"
	"fmt"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestErrorsWrap: what errors say, and what they are.
func TestErrorsWrap(t *testing.T) {
	fits := &PressureError{File: "GRF", Need: 3, Have: 3, Inst: 7, Live: []string{"a", "b"}}
	assert.EqualError(t, fits, "GRF pressure: need 3, have 3 (they would fit if free registers were in one piece) at instruction 7; live: a b")
	assert.EqualError(t, &PressureError{File: "flag", Need: 4, Have: 3}, "flag pressure: need 4, have 3 at instruction 0; live: ")
	assert.EqualError(t, &PressureError{File: "GRF", Need: 9, Have: 3, Live: []string{"a"}, More: 2}, "GRF pressure: need 9, have 3 at instruction 0; live: a and 2 more")
	assert.EqualError(t, &PressureError{File: "GRF", Need: 9, Have: 3, Inst: 1, Live: []string{"a"}, Most: 8, What: "pieces of 32 bytes"},
		"GRF pressure: need 9 pieces of 32 bytes, registers and scratch memory have room for 8, at instruction 1; live: a")
	lacks := &UnsupportedError{"x"}
	assert.EqualError(t, lacks, "x: not supported by register allocation")
	assert.ErrorIs(t, fits, errors.ErrUnsupported)
	assert.ErrorIs(t, lacks, errors.ErrUnsupported)
	assert.NotErrorIs(t, fits, errors.New("other"))
	assert.NotErrorIs(t, lacks, errors.New("other"))
	at := &InstError{5, lacks}
	assert.EqualError(t, at, "instruction 5: x: not supported by register allocation")
	assert.Equal(t, error(lacks), errors.Unwrap(at))
}

// TestTurns: where break sends the lanes that leave, and those that stay: behind the
// instruction at UIP, and on.
func TestTurns(t *testing.T) {
	p := &native.Program{Labels: []int{7, 4}, Insts: []native.Inst{
		{Op: native.OpBreak, Label: 1, Label2: 2, PredCtrl: native.PredSeq}, {Op: native.OpBreak, Label: 1, Label2: 2},
		{Op: native.OpCont, Label: 1, Label2: 2, PredCtrl: native.PredSeq}, {Op: native.OpMov},
	}}
	for i, want := range [][2]int32{{5, 1}, {5, nowhere}, {4, 3}, {4, nowhere}} {
		x, err := turnAt(p, native.SKL, int32(i))
		require.NoError(t, err)
		assert.Equal(t, want, x.lanes, i)
	}
}

// TestLimits: what may be asked for.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Scratch: -32}, "scratch memory from byte -32: want a multiple of 32 up to 2097152"}, {Options{Scratch: 31}, "scratch memory from byte 31"}, {Options{Scratch: 2 << 20}, ""}, {Options{Scratch: 2<<20 + 32}, "scratch memory from byte 2097184"},
		{Options{GRFs: -1}, "-1 GRFs: want 1..128"}, {Options{GRFs: 128}, ""}, {Options{GRFs: 1}, ""}, {Options{}, ""},
	} {
		l, err := limitsOf(native.SKL, native.GRFs, c.o)
		if c.want != "" {
			assert.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		n := int32(c.o.GRFs)
		if n == 0 {
			n = 128
		}
		assert.Equal(t, n*32, l.usable[fileGRF])
		assert.Equal(t, [numFiles]int32{fileGRF: 4096, fileFlag: 64, fileAddr: 32}, l.whole)
	}
}

// TestVarObject: sizes, alignment and bounds of variables.
func TestVarObject(t *testing.T) {
	few, err := limitsOf(native.SKL, native.GRFs, Options{GRFs: 16})
	require.NoError(t, err)
	for _, c := range []struct {
		v                     native.Var
		s                     send
		size, align, min, max int32
		want                  string
	}{
		{native.Var{Size: 1, Fixed: -1}, send{}, 1, 1, 0, 512, ""}, {native.Var{Size: 3, Fixed: -1}, send{}, 3, 4, 0, 512, ""}, {native.Var{Size: 20, Align: 4, Fixed: -1}, send{}, 20, 32, 0, 512, ""}, {native.Var{Size: 64, Align: 64, Fixed: -1}, send{}, 64, 64, 0, 512, ""},
		{native.Var{Size: 33, Fixed: -1}, send{payload: true}, 64, 32, 0, 512, ""}, {native.Var{Size: 32, MinGRF: 1, Fixed: -1}, send{}, 32, 32, 32, 4096, ""}, {native.Var{Size: 32, MinGRF: 112, Fixed: -1}, send{response: true}, 32, 32, 3584, 4064, ""},
		{native.Var{Size: 4096, Fixed: 0}, send{}, 4096, 32, 0, 512, ""}, {native.Var{Size: 0}, send{}, 0, 0, 0, 0, "size 0 bytes: want 1..4096"}, {native.Var{Size: 4097}, send{}, 0, 0, 0, 0, "size 4097 bytes"}, {native.Var{Size: 4, Align: 128}, send{}, 0, 0, 0, 0, "alignment 128 bytes"},
		{native.Var{Size: 4, Align: -4}, send{}, 0, 0, 0, 0, "alignment -4 bytes"}, {native.Var{Size: 4, LiveIn: true, Fixed: -1}, send{}, 0, 0, 0, 0, "input without a fixed place"}, {native.Var{Size: 4, LiveIn: true, Fixed: 4092}, send{}, 4, 4, 0, 512, ""}, {native.Var{Size: 4, Fixed: 4093}, send{}, 0, 0, 0, 0, "fixed at byte 4093 with 4 bytes: the file ends at 4096"},
	} {
		obj, err := varObject(c.v, c.s, few)
		if c.want != "" {
			assert.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, [4]int32{c.size, c.align, c.min, c.max}, [4]int32{obj.size, obj.align, obj.min, obj.max}, "%+v", c.v)
	}
}

// TestSpillable: what may leave its register.
func TestSpillable(t *testing.T) {
	m := newMemory(&native.Program{}, testLimits, Options{}, &Stats{})
	m.brief[fileGRF][1], m.gone[fileGRF][2] = true, true
	free := object{size: 64, fixed: -1}
	for name, c := range map[string]struct {
		v    int32
		do   func(x *object)
		want bool
	}{
		"free": {0, func(*object) {}, true}, "of one instruction": {1, func(*object) {}, false}, "gone": {2, func(*object) {}, false}, "of the end": {0, func(x *object) { x.min = 1 }, false}, "address taken": {0, func(x *object) { x.taken = true }, false},
		"64 registers": {0, func(x *object) { x.size = 2048 }, true}, "more": {0, func(x *object) { x.size = 2049 }, false}, "input": {0, func(x *object) { x.fixed, x.liveIn = 32, true }, true}, "r0": {0, func(x *object) { x.fixed, x.liveIn = 0, true }, false},
		"bound": {0, func(x *object) { x.fixed = 32 }, false}, "input inside a register": {0, func(x *object) { x.fixed, x.liveIn = 36, true }, false}, "half a register": {0, func(x *object) { x.fixed, x.liveIn, x.size = 32, true, 16 }, false},
	} {
		x := free
		c.do(&x)
		assert.Equal(t, c.want, m.spillable(fileGRF, c.v, &x), name)
	}
}

// TestScratchMoves: messages of eight registers and fewer, moves of sixteen words and fewer.
func TestScratchMoves(t *testing.T) {
	p := &native.Program{Vars: []native.Var{{Size: 512, Fixed: -1}, {Size: 32, Fixed: -1}}, Addrs: []native.AddrVar{{Words: 11}, {Words: 16}, {Words: 1}}}
	m := newMemory(p, testLimits, Options{Scratch: 96}, &Stats{})
	m.home[fileGRF][0], m.home[fileAddr][0], m.home[fileAddr][1], m.home[fileAddr][2] = 7, 1, 1, 1
	type move struct {
		size    uint8
		sub, at int
		n       int
	}
	for n, want := range map[int32][]move{
		1: {{8, 0, 7, 1}}, 2: {{16, 0, 7, 2}}, 3: {{16, 0, 7, 2}, {8, 64, 9, 1}}, 8: {{16, 0, 7, 8}}, 15: {{16, 0, 7, 8}, {16, 256, 15, 4}, {16, 384, 19, 2}, {8, 448, 21, 1}},
	} {
		for _, save := range []bool{false, true} {
			var got []move
			for _, in := range moves(t, m, fileGRF, 0, n, save) {
				info, err := native.DecodeMessage(native.SKL, &in.Msg)
				require.NoError(t, err)
				data, kind := in.Dst, native.MsgScratchRead
				if save {
					data, kind = in.Src[1], native.MsgScratchWrite
					assert.True(t, in.Dst.IsNull())
				}
				assert.Equal(t, kind, info.Kind)
				assert.Equal(t, 1, info.Field[native.DescHeader])
				assert.True(t, in.NoMask)
				assert.EqualValues(t, 5, in.VISA)
				assert.Equal(t, native.GRFOperand(0, 0, packed, native.UD), in.Src[0])
				got = append(got, move{in.ExecSize, int(data.Sub), info.Field[native.DescHword], info.Field[native.DescGrfs]})
			}
			assert.Equal(t, want, got, "%d registers", n)
		}
	}
	for v, want := range map[int32][]move{0: {{8, 0, 0, 0}, {2, 16, 0, 0}, {1, 20, 0, 0}}, 1: {{16, 0, 0, 0}}, 2: {{1, 0, 0, 0}}} {
		for _, save := range []bool{false, true} {
			var got []move
			for _, in := range moves(t, m, fileAddr, v, 0, save) {
				from, to := in.Src[0], in.Dst
				if save {
					from, to = to, from
				}
				assert.Equal(t, [2]native.RegFile{native.Virt, native.VirtAddr}, [2]native.RegFile{from.File, to.File})
				assert.Equal(t, [2]int32{1, v}, [2]int32{from.Reg, to.Reg})
				assert.Equal(t, from.Sub, to.Sub)
				region := native.Region{V: in.ExecSize, W: in.ExecSize, H: 1}
				if in.ExecSize == 1 {
					region = native.Scalar
				}
				assert.Equal(t, region, in.Src[0].Region)
				assert.Equal(t, native.Dst1, in.Dst.Region)
				assert.Equal(t, native.UW, in.Dst.Type)
				got = append(got, move{in.ExecSize, int(to.Sub), 0, 0})
			}
			assert.Equal(t, want, got, "address variable %d", v)
		}
	}
}

// moves are those of a variable, which every target of the tests can make.
func moves(t *testing.T, m *memory, f file, v, n int32, save bool) []native.Inst {
	t.Helper()
	out, err := m.moves(f, v, n, save, 5)
	require.NoError(t, err)
	return out
}

// TestJoinedSaves: on a target without split sends a save is a copy of the header, copies
// of at most two registers each, and a message of at most four.
func TestJoinedSaves(t *testing.T) {
	p := &native.Program{Vars: []native.Var{{Size: 512, Fixed: -1}}, Addrs: []native.AddrVar{{Words: 16}}}
	l, err := limitsOf(native.BDW, native.GRFs, Options{})
	require.NoError(t, err)
	m := newMemory(p, l, Options{Scratch: 96}, &Stats{})
	m.home[fileGRF][0] = 7
	var got []string
	for _, in := range moves(t, m, fileGRF, 0, 7, true) {
		assert.True(t, in.NoMask)
		line := fmt.Sprintf("%v %d: v%d+%d <- %v+%d", in.Op, in.ExecSize, in.Dst.Reg, in.Dst.Sub, in.Src[0].Reg, in.Src[0].Sub)
		if in.Op.IsSend() {
			info, err := native.DecodeMessage(native.BDW, &in.Msg)
			require.NoError(t, err)
			line = fmt.Sprintf("%v %v: v%d+%d, %d to %d", in.Op, info.Kind, in.Src[0].Reg, in.Src[0].Sub, info.Field[native.DescGrfs], info.Field[native.DescHword])
		}
		got = append(got, line)
	}
	assert.Equal(t, []string{
		"mov 8: v1+0 <- 0+0", "mov 16: v1+32 <- 0+0", "mov 16: v1+96 <- 0+64", "send ScratchWrite: v1+0, 4 to 7",
		"mov 8: v2+0 <- 0+0", "mov 16: v2+32 <- 0+128", "send ScratchWrite: v2+0, 2 to 11",
		"mov 8: v3+0 <- 0+0", "mov 8: v3+32 <- 0+192", "send ScratchWrite: v3+0, 1 to 13",
	}, got)
	for v, size := range map[int32]int{1: 160, 2: 96, 3: 64} {
		assert.Equal(t, size, p.Vars[v].Size)
		assert.True(t, m.brief[fileGRF][v], "a payload leaves no register")
	}
	for _, in := range moves(t, m, fileGRF, 0, 6, false) {
		assert.Equal(t, native.OpSend, in.Op)
		assert.EqualValues(t, 0, in.Dst.Reg)
	}
	m.limits.t = native.IVB
	assert.Len(t, moves(t, m, fileAddr, 0, 0, true), 2, "eight words of an address register")
	m.home[fileGRF][0] = maxHWords
	_, err = m.moves(fileGRF, 0, 1, false, 5)
	assert.EqualError(t, err, "spilling  to scratch memory on ivb (message sfid 10 desc 0x00040000: ScratchRead: hword is 4096: want 0..4095): not supported by register allocation")
}

// TestHeader: messages have r0 as header; a copy of it when the program may write it.
func TestHeader(t *testing.T) {
	far := native.Operand{File: native.GRF, Indirect: true, Type: native.UD, AddrReg: 1, Region: native.Dst1}
	r0 := native.Var{Name: "r0", Size: 32, Fixed: 0, LiveIn: true}
	other := native.Var{Name: "v", Size: 32, Fixed: -1}
	for name, c := range map[string]struct {
		vars   []native.Var
		dst    native.Operand
		uses   []int32
		file   native.RegFile
		reg    int32
		copied bool
	}{
		"not named":                      {[]native.Var{other}, vec(0), nil, native.GRF, 0, false},
		"written by its number":          {[]native.Var{other}, native.GRFOperand(0, 0, native.Dst1, native.UD), nil, native.Virt, 1, true},
		"another by its number":          {[]native.Var{other}, native.GRFOperand(1, 0, native.Dst1, native.UD), nil, native.GRF, 0, false},
		"through an address":             {[]native.Var{other}, far, nil, native.Virt, 1, true},
		"a variable":                     {[]native.Var{other, r0}, vec(0), nil, native.Virt, 1, false},
		"a variable, written":            {[]native.Var{other, r0}, vec(1), nil, native.Virt, 2, true},
		"a variable, through an address": {[]native.Var{other, r0}, far, []int32{0, 1}, native.Virt, 2, true},
		"another through an address":     {[]native.Var{other, r0}, far, []int32{0}, native.Virt, 1, false},
		"half of it":                     {[]native.Var{other, {Size: 16, Fixed: 0, LiveIn: true}}, vec(0), nil, native.GRF, 0, false},
		"no input":                       {[]native.Var{other, {Size: 32, Fixed: 0}}, vec(0), nil, native.GRF, 0, false},
		"elsewhere":                      {[]native.Var{other, {Size: 32, Fixed: 32, LiveIn: true}}, vec(0), nil, native.GRF, 0, false},
	} {
		p := &native.Program{Vars: c.vars, Insts: []native.Inst{{Op: native.OpMov, ExecSize: 8, Dst: c.dst, Src: [3]native.Operand{imm(1)}, Uses: c.uses}}}
		m := newMemory(p, testLimits, Options{}, &Stats{})
		for range 2 {
			got := m.header()
			assert.Equal(t, c.file, got.File, name)
			assert.Equal(t, c.reg, got.Reg, name)
			assert.Equal(t, packed, got.Region, name)
		}
		if !c.copied {
			assert.Empty(t, m.top, name)
			continue
		}
		require.Len(t, m.top, 1, name)
		in := m.top[0]
		assert.Equal(t, native.OpMov, in.Op, name)
		assert.EqualValues(t, 8, in.ExecSize, name)
		assert.True(t, in.NoMask, name)
		assert.Equal(t, c.reg, in.Dst.Reg, name)
		assert.Equal(t, native.Dst1, in.Dst.Region, name)
		assert.True(t, m.brief[fileGRF][c.reg], name)
		assert.Equal(t, native.Var{Name: "header", Size: 32, Align: 32, Fixed: -1}, p.Vars[c.reg], name)
	}
}

// TestIsMove: loads and saves of spilling have no origin, or that of what they repeat.
func TestIsMove(t *testing.T) {
	m := &memory{}
	for _, c := range []struct {
		op     native.Op
		origin int32
		grf    bool
		other  bool
	}{{native.OpSend, 0, true, false}, {native.OpSends, 0, true, false}, {native.OpMov, 0, false, true}, {native.OpMov, 1, false, false}, {native.OpSend, 1, false, false}, {native.OpAdd, -1, true, true}} {
		in := native.Inst{Op: c.op, Origin: c.origin}
		assert.Equal(t, c.grf, m.isMove(fileGRF, &in), "%+v", c)
		assert.Equal(t, c.other, m.isMove(fileAddr, &in), "%+v", c)
	}
}

// TestReplaceVar: a piece of a variable in the operands that name it.
func TestReplaceVar(t *testing.T) {
	v := vec(3)
	v.Sub = 68
	far := native.Operand{File: native.GRF, Indirect: true, AddrReg: 4}
	addr := native.Operand{File: native.VirtAddr, Reg: 3, Sub: 2}
	in := native.Inst{Dst: v, Src: [3]native.Operand{vec(2), v, far}}
	replaceVar(&in, fileGRF, 3, 9, 64)
	moved := v
	moved.Reg, moved.Sub = 9, 4
	assert.Equal(t, native.Inst{Dst: moved, Src: [3]native.Operand{vec(2), moved, far}}, in)
	in = native.Inst{Dst: addr, Src: [3]native.Operand{far, v, addr}}
	replaceVar(&in, fileAddr, 3, 9, 64)
	toAddr, toFar := addr, far
	toAddr.Reg, toFar.AddrReg = 9, 10
	assert.Equal(t, native.Inst{Dst: toAddr, Src: [3]native.Operand{toFar, v, toAddr}}, in)
	in = native.Inst{Dst: far, Src: [3]native.Operand{addr}}
	replaceVar(&in, fileAddr, 2, 9, 64)
	assert.Equal(t, native.Inst{Dst: far, Src: [3]native.Operand{addr}}, in)
}

// TestRepeatable: integers of variables and numbers, and nothing else.
func TestRepeatable(t *testing.T) {
	v := &verifier{}
	for name, c := range map[string]struct {
		do           func(in *native.Inst)
		alloc, proof bool
	}{
		"sum": {func(*native.Inst) {}, true, true}, "message": {func(in *native.Inst) { in.Op = native.OpSend }, false, false}, "math": {func(in *native.Inst) { in.Op = native.OpMath }, false, false}, "mach": {func(in *native.Inst) { in.Op = native.OpMach }, false, false},
		"addc": {func(in *native.Inst) { in.Op = native.OpAddc }, false, false}, "fills the accumulator": {func(in *native.Inst) { in.AccWr = true }, false, false}, "predicate": {func(in *native.Inst) { in.PredCtrl = native.PredSeq }, false, false}, "condition": {func(in *native.Inst) { in.Cond = native.CondEQ }, false, false},
		"addresses": {func(in *native.Inst) { in.Uses = []int32{1} }, false, false}, "float": {func(in *native.Inst) { in.Dst.Type = native.F }, false, false}, "of a float": {func(in *native.Inst) { in.Src[0].Type = native.F }, false, false}, "of an address": {func(in *native.Inst) { in.Src[1].AddrOf = 1 }, false, false},
		"of a flag": {func(in *native.Inst) { in.Src[0].File = native.VirtFlag }, false, false}, "of a flag, behind": {func(in *native.Inst) { in.Src[1] = native.Operand{File: native.VirtFlag, Type: native.UW} }, false, false}, "of a register": {func(in *native.Inst) { in.Src[0].File = native.GRF }, false, false}, "indirect": {func(in *native.Inst) { in.Src[0].Indirect = true }, false, false},
		"to a flag": {func(in *native.Inst) { in.Dst.File = native.VirtFlag }, false, false}, "to an address": {func(in *native.Inst) { in.Dst.Indirect = true }, false, false}, "to nothing": {func(in *native.Inst) { in.Dst = native.Operand{} }, false, false}, "Align16": {func(in *native.Inst) { in.Align16 = true }, false, true}, "switch": {func(in *native.Inst) { in.Thread = native.ThreadSwitch }, false, true},
	} {
		in := native.Inst{Op: native.OpAdd, ExecSize: 16, Dst: dstOf(vec(1)), Src: [3]native.Operand{vec(2), imm(3)}}
		c.do(&in)
		assert.Equal(t, c.alloc, repeatable(&in), name)
		assert.Equal(t, c.proof, v.pure(&in) == nil, name)
	}
}

// TestLocations: files and their names.
func TestLocations(t *testing.T) {
	l := newLocations(native.SKL, native.GRFs)
	for f, want := range map[file]int32{fileGRF: 4096, fileAddr: 32, fileFlag: 64} {
		assert.Equal(t, want, l.units(f))
		assert.True(t, l.has(f, 0, want))
		assert.True(t, l.has(f, want-1, 1))
		assert.False(t, l.has(f, want, 1))
		assert.False(t, l.has(f, 0, want+1))
		assert.False(t, l.has(f, -1, 1))
	}
	for p, want := range map[int32]string{l.of(fileGRF, 0): "byte 0 of r0", l.of(fileGRF, 4095): "byte 31 of r127", l.of(fileAddr, 0): "byte 0 of a0", l.of(fileAddr, 31): "byte 31 of a0", l.of(fileFlag, 0): "bit 0 of f0", l.of(fileFlag, 63): "bit 31 of f1", l.of(fileScratch, 0): "byte 0 of scratch", l.of(fileScratch, 9): "byte 9 of scratch"} {
		assert.Equal(t, want, l.name(p))
	}
}

// TestAddedMoves: the moves that an allocator may add, and what is wrong with others.
func TestAddedMoves(t *testing.T) {
	v := &verifier{loc: newLocations(native.SKL, native.GRFs), t: native.SKL}
	flag := func(sub int) native.Operand {
		return native.Operand{File: native.ARF, Reg: native.ARFF0, Sub: uint16(sub), Type: native.UW, Region: native.Scalar}
	}
	addr := native.Operand{File: native.ARF, Reg: native.ARFA0, Type: native.UW, Region: packed}
	grf := func(reg, sub int, ty native.Type) native.Operand { return native.GRFOperand(reg, sub, packed, ty) }
	for name, c := range map[string]struct {
		size     int
		dst, src native.Operand
		do       func(in *native.Inst)
		n        int
		want     string
	}{
		"registers": {8, grf(3, 0, native.UD), grf(4, 0, native.UD), nil, 32, ""}, "addresses": {8, addr, grf(4, 0, native.UW), nil, 16, ""}, "save addresses": {8, grf(4, 0, native.UW), addr, nil, 16, ""}, "load a flag": {1, flag(2), grf(4, 6, native.UW), nil, 16, ""}, "save a flag": {1, grf(4, 6, native.UW), flag(0), nil, 16, ""},
		"between flags": {1, flag(0), flag(2), nil, 0, "is not a flag move, a copy of registers"}, "two elements": {2, flag(0), grf(4, 0, native.UW), nil, 0, "is not a flag move: want one element"}, "under a mask": {8, grf(3, 0, native.UD), grf(4, 0, native.UD), func(in *native.Inst) { in.NoMask = false }, 0, "is not a flag move, a copy"},
		"conversion": {8, grf(3, 0, native.UD), grf(4, 0, native.D), nil, 0, "is not a flag move, a copy"}, "floats": {8, grf(3, 0, native.F), grf(4, 0, native.F), nil, 0, "is not a flag move, a copy"}, "sum": {8, grf(3, 0, native.UD), grf(4, 0, native.UD), func(in *native.Inst) { in.Op = native.OpAdd }, 0, "is not a flag move, a copy"}, "virtual": {8, vec(0), grf(4, 0, native.D), nil, 0, "is not a flag move, a copy"},
		"saturation": {8, grf(3, 0, native.UD), grf(4, 0, native.UD), func(in *native.Inst) { in.Sat = true }, 0, "is not a flag"}, "modifier": {8, grf(3, 0, native.UD), grf(4, 0, native.UD), func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, 0, "is not a flag"}, "beyond r127": {8, grf(127, 4, native.UD), grf(4, 0, native.UD), nil, 0, "outside of its register file"},
		"in front of r0": {8, grf(3, 0, native.UD), grf(-1, 0, native.UD), nil, 0, "outside of its register file"}, "the last": {8, grf(127, 0, native.UD), grf(4, 0, native.UD), nil, 32, ""}, "behind f1": {1, flag(8), grf(4, 0, native.UW), nil, 0, "outside of its register file"}, "a flag from behind r127": {1, flag(0), grf(127, 32, native.UW), nil, 0, "outside of its register file"}, "the last flag": {1, flag(6), grf(127, 30, native.UW), nil, 16, ""},
	} {
		in := native.Inst{Op: native.OpMov, ExecSize: uint8(c.size), NoMask: true, Dst: dstOf(c.dst), Src: [3]native.Operand{c.src}}
		if c.do != nil {
			c.do(&in)
		}
		got, err := v.addedMove(&in)
		if c.want != "" {
			assert.ErrorContains(t, err, c.want, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Len(t, got, c.n, name)
	}
}

// TestSameShapeVirtual: no operand of the result is virtual, of any kind.
func TestSameShapeVirtual(t *testing.T) {
	v := &verifier{loc: newLocations(native.SKL, native.GRFs)}
	before := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: dstOf(vec(0)), Src: [3]native.Operand{vec(1)}}
	after := before
	after.Dst, after.Src[0] = native.GRFOperand(3, 0, native.Dst1, native.D), native.GRFOperand(4, 0, packed, native.D)
	assert.NoError(t, v.sameShape(&before, &after))
	for _, f := range []native.RegFile{native.Virt, native.VirtFlag, native.VirtAddr} {
		bad := after
		bad.Src[0].File = f
		assert.ErrorContains(t, v.sameShape(&before, &bad), "still virtual", "file %v", f)
	}
	bad := after
	bad.Src[0].AddrReg = 1
	assert.ErrorContains(t, v.sameShape(&before, &bad), "still virtual")
	bad = after
	bad.Src[0].AddrOf = 1
	assert.ErrorContains(t, v.sameShape(&before, &bad), "still virtual")
	bad = after
	bad.Src[0] = native.Operand{File: native.ARF, Reg: native.ARFF0, Type: native.D, Region: packed}
	assert.ErrorContains(t, v.sameShape(&before, &bad), "changed its register file")
	bad.Src[0] = native.ImmOperand(1, native.D)
	assert.ErrorContains(t, v.sameShape(&before, &bad), "changed its register file")
}

// TestOutside: the first element that a variable does not have.
func TestOutside(t *testing.T) {
	for _, c := range []struct {
		unit, n int32
		elem    uint8
		want    string
	}{
		{56, 16, 4, "reaches bytes 64 to 67 of x, which has 64"}, {0, 68, 4, "reaches bytes 64 to 67 of x"}, {62, 4, 4, "reaches bytes 62 to 65 of x"}, {-4, 8, 4, "reaches bytes -4 to -1 of x"}, {64, 8, 4, "reaches bytes 64 to 67 of x"}, {70, 8, 2, "reaches bytes 70 to 71 of x"}, {60, 8, 0, "reaches bytes 60 to 67 of x"}, {1, 64, 1, "reaches bytes 64 to 64 of x"},
	} {
		col := &collector{}
		col.outside(&object{file: fileGRF, name: "x", size: 64}, ref{unit: c.unit, n: c.n, elem: c.elem})
		assert.ErrorContains(t, col.err, c.want, "%+v", c)
	}
}

// TestOneValue: a source that all channels read is the thread's, from two channels on.
func TestOneValue(t *testing.T) {
	for _, c := range []struct {
		size   uint8
		region native.Region
		want   []int8
	}{
		{1, native.Scalar, []int8{0}}, {2, native.Scalar, []int8{wholeThread}}, {8, native.Scalar, []int8{wholeThread}}, {2, packed, []int8{0, 1}}, {4, native.Region{V: 0, W: 2, H: 1}, []int8{0, 1, 2, 3}}, {2, native.Region{V: 4, W: 2, H: 0}, []int8{wholeThread}},
	} {
		r := reader{grf: grfBytes, in: &native.Inst{Op: native.OpMov, ExecSize: c.size}}
		o := vec(0)
		o.Region = c.region
		r.operand(&o, false)
		var got []int8
		for _, x := range r.out {
			got = append(got, x.lane)
		}
		assert.Equal(t, c.want, got, "%+v", c)
	}
}

// TestAscend: blocks rise and what is in them falls.
func TestAscend(t *testing.T) {
	for _, c := range [][2][]int32{{nil, nil}, {{3}, {3}}, {{5, 2, 1, 9, 7, 12}, {1, 2, 5, 7, 9, 12}}, {{1, 2, 4, 3}, {1, 2, 3, 4}}} {
		var list []use
		for _, i := range c[0] {
			list = append(list, use{inst: i})
		}
		ascend(list)
		var got []int32
		for k := range list {
			got = append(got, list[k].inst)
		}
		assert.Equal(t, c[1], got)
	}
}

// TestAny asks in rising order until one is true.
func TestAny(t *testing.T) {
	s := newBitset(130)
	for _, i := range []int32{1, 63, 64, 129} {
		s.add(i)
	}
	var asked []int32
	assert.True(t, s.any(func(i int32) bool { asked = append(asked, i); return i == 64 }))
	assert.Equal(t, []int32{1, 63, 64}, asked)
	assert.False(t, s.any(func(int32) bool { return false }))
}
