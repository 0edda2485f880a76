package eu

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestRunRows: ops by runRows leave the bytes that the loops in Go leave, for each kernel, number of lanes and way
// in which sources lie.
func TestRunRows(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	defer func() { haveEights = true }()
	rnd := rand.New(rand.NewPCG(5, 6))
	w := rowWorker()
	th := &w.threads[0]
	before, fast := make([]byte, len(th.regs)), make([]byte, len(th.regs))
	check := func(o code.Op) {
		o.Number(th.prog)
		require.NotZero(t, o.Row)
		fillRow(rnd, th.regs[:th.grf])
		copy(before, th.regs)
		haveEights = true
		require.Equal(t, 1, th.run([]code.Op{o}, 0))
		copy(fast, th.regs)
		copy(th.regs, before)
		th.exec = o.Full // where masks are looked at
		require.Equal(t, 1, th.run([]code.Op{o}, 0))
		require.Equal(t, th.regs, fast, "class %v kernel %d of %d lanes, sources %+v", o.Class, o.Kern, o.N, o.Src)
		copy(th.regs, before)
		haveEights, th.exec = false, ^uint32(0)
		th.straight([]code.Op{o})
		require.Equal(t, th.regs, fast, "class %v kernel %d of %d lanes, sources %+v", o.Class, o.Kern, o.N, o.Src)
	}
	for range 40 {
		for class := range code.NumClasses {
			for k, number := range code.RowNumbers[class] {
				for _, n := range []int{1, 8, 16, 24, 32} {
					if number != 0 {
						check(rowOp(rnd, class, code.Kernel(k), n))
					}
				}
			}
		}
		for _, n := range []int{1, 8, 16, 24, 32} {
			o := rowOp(rnd, code.ClassRaw, code.KernMov, n)
			o.Form, o.Flags, o.Ext = code.FormBoolean, code.FlagInPlace|code.FlagBring, int32(rnd.IntN(1<<8))
			check(o)
		}
		for _, n := range []int{1, 8} {
			o := rowOp(rnd, code.ClassRaw, code.KernAdd, n)
			o.Form, o.Flags = code.FormCarry, code.FlagInPlace|code.FlagBring|code.FlagAccWr|code.FlagReports
			o.AccAt, o.AccWrites, o.AccBecome = uint32(th.grf+code.OffAcc), 0xF, uint32(code.AccDwords)
			*th.accHigh(0, 4) = 77
			check(o)
		}
		for k, number := range code.RowNumbers[code.ClassRaw] {
			if number != 0 {
				check(wordOp(rnd, code.Kernel(k)))
			}
		}
		for n := 1; n <= code.AccDwordLanes; n++ {
			for _, f := range []code.Form{code.FormALU, code.FormMach} {
				fillRow(rnd, th.regs[th.grf+code.OffAcc:][:code.AccRegBytes])
				fillRow(rnd, th.regs[th.grf+code.OffAccHigh:][:code.AccHighBytes])
				*th.u32(th.grf + code.OffAccKind) = uint32(code.AccDwords)
				check(longOp(rnd, th.prog, f, n))
			}
		}
	}
}

// wordOp is an op on one element with a word for a destination.
func wordOp(rnd *rand.Rand, k code.Kernel) code.Op {
	o := rowOp(rnd, code.ClassRaw, k, 1)
	o.Flags &^= code.FlagInPlace
	o.Dst.Type, o.Dst.Size, o.Dst.Step, o.Dst.Addr = native.UW, 2, 2, 514
	return o
}

// longOp is a step of a long multiply with sources of random types and regions.
func longOp(rnd *rand.Rand, p *code.Program, f code.Form, n int) code.Op {
	o := code.Op{Form: f, Class: code.ClassWide, Kern: code.KernMul, N: uint8(n), Full: ones(n), Flags: code.FlagLong, AccWrites: 0xF, AccBecome: uint32(code.AccDwords), AccAt: uint32(p.FileBytes + code.OffAcc)}
	o.Dst = code.Dest{Mode: code.DstAcc, Hook: code.HookAcc, Type: native.UD, Size: 4, Step: 4, Addr: o.AccAt, Enable: ^uint32(0)}
	if f == code.FormMach {
		o.Flags |= code.FlagAccWr
		o.AccReads, o.AccKinds = 0xF, uint32(code.AccDwords)
		o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
	}
	for i := range o.Src[:2] {
		ty := native.Type(some(rnd, []uint8{typeD, typeUD, typeW, uint8(native.UW)}))
		o.Src[i] = code.Source{Mode: code.SrcStrided, Addr: uint32(1024 + 512*i + 4*rnd.IntN(16)), Type: ty, Step: int16(some(rnd, []int{0, 2, 4, 8}))}
	}
	return o
}

// TestLongRowsApart: a step of a long multiply that writes what later channels read is none of runRows.
func TestLongRowsApart(t *testing.T) {
	p := rowWorker().prog
	o := longOp(rand.New(rand.NewPCG(1, 1)), p, code.FormMach, 8)
	o.Number(p)
	require.EqualValues(t, code.RowLongMach, o.Row)
	o.Src[1].Addr, o.Src[1].Reach = o.Dst.Addr-28, 32
	o.Number(p)
	require.Zero(t, o.Row)
	o.N = 1
	o.Number(p)
	require.EqualValues(t, code.RowLongMach, o.Row)
}

// rowCases are values of each kernel of runRows.
var rowCases = []struct {
	class      code.Class
	kern       code.Kernel
	a, b, c, d uint32 // sources, and the result
}{
	{code.ClassRaw, code.KernMov, 0x7F812345, 1, 2, 0x7F812345}, {code.ClassRaw, code.KernAdd, 7, 0xFFFFFFF7, 1, 0xFFFFFFFE}, {code.ClassRaw, code.KernMul, 0x10001, 0x10003, 1, 0x40003},
	{code.ClassRaw, code.KernMad, 1, 0xFFFFFFF9, 9, 0xFFFFFFC2}, {code.ClassRaw, code.KernAdd3, 7, 0xFFFFFFF7, 100, 98}, {code.ClassRaw, code.KernMachLow, 5, 3, 0x2FFFF, 0x60005},
	{code.ClassRaw, code.KernAnd, 12, 10, 0, 8}, {code.ClassRaw, code.KernOr, 12, 10, 0, 14}, {code.ClassRaw, code.KernXor, 12, 10, 0, 6}, {code.ClassRaw, code.KernNot, 5, 9, 0, 0xFFFFFFFA},
	{code.ClassRaw, code.KernShl, 3, 33, 0, 6}, {code.ClassRaw, code.KernShl, 3, 31, 0, 1 << 31}, {code.ClassRaw, code.KernShr, 0xFFFFFFFF, 60, 0, 15}, {code.ClassRaw, code.KernAsr, 0xFFFFFFC0, 35, 0, 0xFFFFFFF8},
	{code.ClassRaw, code.KernRol, 0x40000001, 34, 0, 5}, {code.ClassRaw, code.KernRol, 0x40000001, 32, 0, 0x40000001}, {code.ClassRaw, code.KernRol, 0x40000001, 31, 0, 0xA0000000},
	{code.ClassRaw, code.KernAddSpread, 7, 0xFFFFFFF7, 1, 0xFFFFFFFE}, {code.ClassRaw, code.KernMulSpread, 0x10001, 0x10003, 1, 0x40003},

	{code.ClassFloat, code.KernMov, 0x7F812345, 1, 2, 0x7F812345},                                                                                                                               // a signalling NaN is moved
	{code.ClassFloat, code.KernAdd, 0x3F800000, 0x40000000, 0, 0x40400000}, {code.ClassFloat, code.KernAdd, 1, 1, 0, 2}, {code.ClassFloat, code.KernAdd, 0x00800000, 0x80000001, 0, 0x007FFFFF}, // denormals
	{code.ClassFloat, code.KernAdd, 0x7F800000, 0xFF800000, 0, 0x7FC00000}, {code.ClassFloat, code.KernAdd, 0xFF812345, 0, 0, 0x7FC00000}, {code.ClassFloat, code.KernAdd, 0x80000000, 0x80000000, 0, 0x80000000},
	{code.ClassFloat, code.KernMul, 0x40000000, 0xC0400000, 0, 0xC0C00000}, {code.ClassFloat, code.KernMul, 0x3F000000, 2, 0, 1}, {code.ClassFloat, code.KernMul, 0x7F800000, 0, 0, 0x7FC00000}, {code.ClassFloat, code.KernMul, 0, 0xFFC12345, 0, 0x7FC00000},
	{code.ClassFloat, code.KernMad, 0xBF800002, 0x3F800001, 0x3F800001, 0x28800000}, // rounded once
	{code.ClassFloat, code.KernMad, 1, 0x3F800000, 1, 2}, {code.ClassFloat, code.KernMad, 0xFF800000, 0x7F800000, 0x3F800000, 0x7FC00000}, {code.ClassFloat, code.KernMad, 0x7F812345, 0, 0, 0x7FC00000},
	{code.ClassFloat, code.KernAddSpread, 1, 1, 0, 2}, {code.ClassFloat, code.KernAddSpread, 0xFF812345, 0, 0, 0x7FC00000}, {code.ClassFloat, code.KernAddSpread, 0x3F800000, 0x40000000, 0, 0x40400000},
	{code.ClassFloat, code.KernMulSpread, 0x40000000, 0xC0400000, 0, 0xC0C00000}, {code.ClassFloat, code.KernMulSpread, 0x3F000000, 2, 0, 1}, {code.ClassFloat, code.KernMulSpread, 0, 0x7F800000, 0, 0x7FC00000},
	{code.ClassFloat, code.KernMadSpread, 0xBF800002, 0x3F800001, 0x3F800001, 0x28800000}, {code.ClassFloat, code.KernMadSpread, 1, 0x3F800000, 1, 2}, {code.ClassFloat, code.KernMadSpread, 0, 0x7F800000, 0, 0x7FC00000},
}

// TestRunRowsLiteral: each kernel of runRows with values written down, the last lane among them, and nothing behind that.
func TestRunRowsLiteral(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	th := &rowWorker().threads[0]
	row := func(at int, v uint32, n int) {
		for i := range n {
			*th.u32(at + 4*i) = v
		}
	}
	run := func(o code.Op, a, b, c, want uint32) {
		t.Helper()
		n := int(o.N)
		for i := range o.Src {
			row(1024+512*i, 0, maxLanes)
			row(1024+512*i, []uint32{a, b, c}[i], n)
			o.Src[i] = code.Source{Addr: uint32(1024 + 512*i), Type: native.UD}
		}
		row(512, 77, maxLanes+1)
		o.Number(th.prog)
		require.Equal(t, 1, th.run([]code.Op{o}, 0))
		for i := range n {
			require.Equal(t, want, *th.u32(512 + 4*i), "class %v kernel %d of %#x, %#x, %#x: lane %d of %d", o.Class, o.Kern, a, b, c, i, n)
		}
		require.EqualValues(t, 77, *th.u32(512 + 4*n), "class %v kernel %d of %d lanes", o.Class, o.Kern, n)
	}
	has := map[uint8]bool{code.RowBoolean: true, code.RowCarry: true, code.RowWord: true, code.RowLongMul: true, code.RowLongMach: true}
	op := func(class code.Class, k code.Kernel, n int) code.Op {
		o := rowOp(rand.New(rand.NewPCG(1, 1)), class, k, n)
		o.Flags &^= code.FlagBring
		return o
	}
	for _, n := range []int{1, 8, 16, 24, 32} {
		for _, c := range rowCases {
			has[code.RowNumbers[c.class][c.kern]] = true
			run(op(c.class, c.kern, n), c.a, c.b, c.c, c.d)
		}
		for fc, want := range map[int32]uint32{0xAA: 0xF0, 0xCC: 0xCC, 0xF0: 0xAA, 0x80: 0x80, 0xFE: 0xFE, 0x96: 0x96, 0x01: 0xFFFFFF01, 0xCA: 0xD8} {
			o := op(code.ClassRaw, code.KernMov, n)
			o.Form, o.Flags, o.Ext = code.FormBoolean, code.FlagInPlace|code.FlagBring, fc
			run(o, 0xF0, 0xCC, 0xAA, want)
		}
	}
	for number := uint8(1); number <= code.LastRow; number++ {
		require.True(t, has[number], "number %d", number)
	}
	for _, n := range []int{1, 8} {
		for _, c := range [][4]uint32{{0xFFFFFFFF, 2, 1, 1}, {0x7FFFFFFF, 0x80000001, 0, 1}, {0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0}, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE, 1}, {0, 0, 0, 0}} {
			o := op(code.ClassRaw, code.KernAdd, n)
			o.Form, o.Flags = code.FormCarry, code.FlagInPlace|code.FlagBring|code.FlagAccWr|code.FlagReports
			o.AccAt, o.AccWrites, o.AccBecome = uint32(th.grf+code.OffAcc), 0xF, uint32(code.AccDwords)
			row(th.grf+code.OffAcc, 55, 8)
			*th.accHigh(0, 4) = 77
			run(o, c[0], c[1], 0, c[2])
			for i := range n {
				require.Equal(t, c[3], *th.u32(th.grf + code.OffAcc + 4*i))
			}
			require.Zero(t, *th.accHigh(0, 4))
		}
	}
	o := wordOp(rand.New(rand.NewPCG(1, 1)), code.KernAdd)
	o.Flags &^= code.FlagBring
	o.Dst.Addr = 512
	run(o, 0x00458001, 0x00458002, 0, 3)
}

// TestLongRowsLiteral: both steps of long multiplies with values written down.
func TestLongRowsLiteral(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	th := &rowWorker().threads[0]
	for _, c := range []struct {
		ty        native.Type
		a, b      uint32
		low, high uint32 // of the whole product
	}{
		{native.UD, 0xFFFFFFFF, 0xFFFFFFFF, 1, 0xFFFFFFFE}, {native.D, 0xFFFFFFFF, 0xFFFFFFFF, 1, 0}, {native.D, 0x80000000, 3, 0x80000000, 0xFFFFFFFE},
		{native.UD, 0x12345678, 0x9ABCDEF0, 0x242D2080, 0x0B00EA4E},
	} {
		for _, n := range []int{1, 8} {
			for i := range n {
				*th.u32(1024 + 4*i), *th.u32(2048 + 4*i), *th.u32(512 + 4*i) = c.a, c.b, 77
			}
			mul, mach := longOp(rand.New(rand.NewPCG(1, 1)), th.prog, code.FormALU, n), longOp(rand.New(rand.NewPCG(1, 1)), th.prog, code.FormMach, n)
			mul.Src[0] = code.Source{Mode: code.SrcStrided, Addr: 1024, Type: c.ty, Step: 4}
			mul.Src[1] = code.Source{Mode: code.SrcStrided, Addr: 2048, Type: native.UW, Step: 4}
			mach.Src[0], mach.Src[1] = mul.Src[0], code.Source{Mode: code.SrcStrided, Addr: 2048, Type: c.ty, Step: 4}
			mul.Number(th.prog)
			mach.Number(th.prog)
			require.Equal(t, 2, th.run([]code.Op{mul, mach}, 0))
			for i := range n {
				require.Equal(t, []uint32{c.low, c.high, c.high}, []uint32{*th.u32(th.grf + code.OffAcc + 4*i), *th.accHigh(4*i, 4), *th.u32(512 + 4*i)}, "%#x times %#x, lane %d", c.a, c.b, i)
			}
		}
	}
}

// TestRunRowsSources: each way in which a source lies brings the row that is written down.
func TestRunRowsSources(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	th := &rowWorker().threads[0]
	for i := range 64 {
		*(*uint16)(unsafe.Pointer(th.u32(1024 + 2*i))) = uint16(0x8000 + 0x101*i)
	}
	for mode, want := range map[code.SrcMode]func(i int) uint32{
		code.SrcRow:      func(i int) uint32 { return uint32(0x8101+0x202*i)<<16 | uint32(0x8000+0x202*i) },
		code.SrcSpread:   func(int) uint32 { return 0x81018000 },
		code.SrcWord:     func(int) uint32 { return 0xFFFF8000 },
		code.SrcUnsigned: func(int) uint32 { return 0x8000 },
		code.SrcWords:    func(i int) uint32 { return uint32(0x8000 + 0x101*i) },
		code.SrcShorts:   func(i int) uint32 { return 0xFFFF0000 | uint32(0x8000+0x101*i) },
	} {
		for place := range 3 {
			for _, n := range []int{1, 8, 16, 24, 32} {
				o := rowOp(rand.New(rand.NewPCG(1, 1)), code.ClassRaw, code.KernAdd3, n)
				for i := range o.Src {
					o.Src[i] = code.Source{Mode: code.SrcSpread, Addr: 2048, Type: native.UD}
				}
				o.Src[place] = code.Source{Mode: mode, Addr: 1024, Type: native.UD}
				o.Flags |= code.FlagBring
				*th.u32(2048) = 3
				o.Number(th.prog)
				require.Equal(t, 1, th.run([]code.Op{o}, 0))
				for i := range n {
					require.Equal(t, want(i)+6, *th.u32(512 + 4*i), "mode %d of source %d: lane %d of %d", mode, place, i, n)
				}
			}
		}
	}
}

// TestRunRowsSaved: a thread that is saved inside a run goes on in Go as in assembly, and the other way round.
func TestRunRowsSaved(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	defer func() { haveEights = true }()
	code := []native.Inst{
		ins(native.OpAdd, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D)),
		ins(native.OpMul, 8, dst(11, native.F), vec(1, native.F), vec(3, native.F)),
		accWr(ins(native.OpAddc, 8, dst(12, native.UD), vec(1, native.UD), vec(2, native.UD))),
		ins(native.OpMov, 8, dst(13, native.UD), accSrc(native.UD)),
		ins(native.OpXor, 8, dst(14, native.UD), vec(10, native.UD), imm(0x55, native.UD)),
		ins(native.OpAdd, 8, dst(15, native.F), vec(11, native.F), vec(2, native.F)),
		accWr(ins(native.OpAddc, 8, dst(16, native.UD), vec(12, native.UD), vec(14, native.UD))),
		ins(native.OpShl, 8, dst(17, native.UD), vec(16, native.UD), imm(3, native.UD)),
		ins(native.OpAdd, 8, dst(18, native.UD), accSrc(native.UD), vec(17, native.UD)),
	}
	start := func() *rig {
		r := load(t, 0xFF, code...)
		r = set[uint32](r, 1, 0xFFFFFFFF, 0x3F800000, 1, 0x7F800000, 0x7F812345, 0x80000001, 5, 0xFFFFFFF0)
		r = set[uint32](r, 2, 1, 0xC0800000, 0xFFFFFFFF, 0xFF800000, 7, 0x80000001, 0xFFFFFFFA, 0x20)
		return set(r, 3, seq(0x3F800000, 8)...)
	}
	haveEights = true
	want := start().run(t)
	require.Equal(t, []uint32{1, 1, 1, 1, 0, 1, 0, 1}, get[uint32](want, 13, 8))
	for n := range 10 {
		for _, first := range []bool{true, false} {
			r := start()
			haveEights = first
			_, err := r.w.Resume(0, n)
			require.NoError(t, err)
			other := load(t, 0xFF, code...)
			require.NoError(t, other.w.Load(0, other.env, r.w.Save(0, nil)))
			haveEights = !first
			other.run(t)
			require.True(t, bytes.Equal(want.file(), other.file()), "stopped after %d, by assembly first: %v", n, first)
			require.Equal(t, accumulators(want.thread), accumulators(other.thread), "stopped after %d, by assembly first: %v", n, first)
		}
	}
}

// accumulators are the first eight dwords, those above them, and what they were written as.
func accumulators(t *thread) (out [17]uint32) {
	for i := range 8 {
		out[i], out[8+i] = *t.u32(t.grf + code.OffAcc + 4*i), *t.u32(t.grf + code.OffAccHigh + 4*i)
	}
	out[16] = *t.u32(t.grf + code.OffAccKind)
	return out
}

// rowWorker is one of a program that is not there, of a thread in the mode of compiled kernels.
func rowWorker() *Worker {
	p := &code.Program{Target: native.SKL, FileBytes: 128 * native.GRFBytes, RowLanes: ^uint32(0), Consts: make([]uint64, 2*maxLanes), Denormals: true, SIP: -1}
	w := New(p).Worker(1)
	t := &w.threads[0]
	t.live, t.exec = ^uint32(0), ^uint32(0)
	t.mode = arith{Mode: num.IEEE, ieee: true}
	return w
}

// rowOp is an op with registers apart, and sources in random ways.
func rowOp(rnd *rand.Rand, class code.Class, k code.Kernel, n int) code.Op {
	o := code.Op{Form: code.FormALU, Class: class, Kern: k, N: uint8(n), Full: ones(n), Flags: code.FlagDirect | code.FlagInPlace}
	o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
	for i := range o.Src {
		o.Src[i] = code.Source{Mode: code.SrcMode(rnd.IntN(int(code.SrcShorts) + 1)), Addr: uint32(1024 + 512*i + 4*rnd.IntN(16)), Type: native.UD}
		if class == code.ClassFloat || k == code.KernAddSpread || k == code.KernMulSpread {
			o.Src[i].Mode = code.SrcRow
		}
		if o.Src[i].Mode != code.SrcRow {
			o.Flags |= code.FlagBring
		} else if rnd.IntN(4) == 0 {
			o.Src[i].Addr = o.Dst.Addr
		}
	}
	return o
}

// fillRow writes random floats and integers, special ones among them.
func fillRow(rnd *rand.Rand, regs []byte) {
	special := []uint32{0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC12345, 0xFF812345, 1, 0x80000001, 0x7F7FFFFF, 0x3F800000, 31, 32, ^uint32(0)}
	for at := 0; at < len(regs); at += 4 {
		v := rnd.Uint32()
		if rnd.IntN(3) == 0 {
			v = some(rnd, special)
		}
		*(*uint32)(unsafe.Pointer(&regs[at])) = v
	}
}

// TestRunRowsStops: runRows executes no op that waits for channels or accumulators, and none on floats in another mode.
func TestRunRowsStops(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	w := rowWorker()
	th := &w.threads[0]
	op := rowOp(rand.New(rand.NewPCG(1, 1)), code.ClassRaw, code.KernMov, 8)
	op.Row, op.Jump, op.Flags = 1, 1, op.Flags&^code.FlagBring
	op.Src[0] = code.Source{Addr: 1024}
	kinds := th.u32(th.grf + code.OffAccKind)
	for _, c := range []struct {
		name   string
		change func(o *code.Op)
		done   int
	}{
		{"all channels", func(*code.Op) {}, 3},
		{"no kernel", func(o *code.Op) { o.Row = 0 }, 1},
		{"channel off", func(o *code.Op) { o.Off = 25 }, 1},
		{"channel off without a mask", func(o *code.Op) { o.Off, o.NoMask = 25, ^uint32(0) }, 3},
		{"floats in a mode that flushes", func(o *code.Op) { o.Row = code.FirstModeRow }, 1},
		{"one that skips the next", func(o *code.Op) { o.Skip = 1 }, 3},
		{"one that skips more than there is", func(o *code.Op) { o.Skip = 3 }, 5},
		{"accumulator of another kind", func(o *code.Op) { o.Flags |= code.FlagAccs; o.AccReads, o.AccKinds = 0xF, uint32(code.AccF) }, 1},
		{"accumulator of this kind", func(o *code.Op) {
			o.Flags |= code.FlagAccs
			o.AccReads, o.AccKinds, o.AccWrites, o.AccBecome = 0xF, uint32(code.AccDwords), 0xF0, 0x90
		}, 3},
	} {
		ops := []code.Op{op, op, op}
		c.change(&ops[1])
		for _, mode := range []struct {
			ieee bool
			exec uint32
		}{{false, 1<<25 - 1}, {true, ^uint32(0)}} {
			if o := &ops[1]; mode.ieee && (o.Row == code.FirstModeRow || o.Off != 0) {
				continue
			} else if mode.ieee {
				o.Jump = o.JumpOf()
			}
			th.mode.ieee, th.exec, *kinds = mode.ieee, mode.exec, uint32(code.AccDwords)
			require.Equal(t, c.done, th.run(ops, 0), c.name)
			if c.name == "accumulator of this kind" {
				require.Equal(t, uint32(0x94), *kinds)
			}
		}
	}
}

// TestRowNumbers: the kernels have the numbers 1 to lastRow, those on floats the last ones.
func TestRowNumbers(t *testing.T) {
	var has [code.LastRow + 1]int
	for class := range code.NumClasses {
		for k, number := range code.RowNumbers[class] {
			if number != 0 {
				has[number]++
				require.Equal(t, class == code.ClassFloat && code.Kernel(k) != code.KernMov, number >= code.FirstModeRow)
			}
		}
	}
	require.Zero(t, has[0])
	require.Equal(t, 2, has[1])
	has[code.RowBoolean]++
	for _, number := range []int{code.RowWord, code.RowCarry, code.RowLongMul, code.RowLongMach} {
		has[number]++
	}
	for number := 2; number <= code.LastRow; number++ {
		require.Equal(t, 1, has[number], "number %d", number)
	}
}

// TestCarryElement: a carry to another element of the accumulator than the first clears the bits above that one.
func TestCarryElement(t *testing.T) {
	th := &rowWorker().threads[0]
	for i, v := range []uint32{0xFFFFFFFF, 2} {
		*th.u32(1024 + 32*i) = v
	}
	o := code.Op{Form: code.FormCarry, Class: code.ClassRaw, Kern: code.KernAdd, N: 1, Full: 1, Flags: code.FlagInPlace | code.FlagAccWr, AccAt: uint32(th.grf + code.OffAcc + 8)}
	o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 520, Enable: ^uint32(0)}
	o.Src[0].Addr, o.Src[1].Addr = 1024, 1056
	o.Number(th.prog)
	*th.accHigh(0, 4), *th.accHigh(8, 4) = 5, 6
	th.straight([]code.Op{o})
	require.Equal(t, []uint32{1, 1, 5, 0}, []uint32{*th.u32(520), *th.u32(th.grf + code.OffAcc + 8), *th.accHigh(0, 4), *th.accHigh(8, 4)})
}
