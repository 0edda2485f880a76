package eu

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
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
	check := func(o Op) {
		o.Row = o.rowNumber(th.prog)
		require.NotZero(t, o.Row)
		fillRow(rnd, th.regs[:th.grf])
		copy(before, th.regs)
		haveEights = true
		require.Equal(t, 1, th.run([]Op{o}, 0))
		copy(fast, th.regs)
		copy(th.regs, before)
		haveEights = false
		th.straight([]Op{o})
		require.Equal(t, th.regs, fast, "class %v kernel %d of %d lanes, sources %+v", o.Class, o.Kern, o.N, o.Src)
	}
	for range 40 {
		for class := range numClasses {
			for k, number := range rowNumbers[class] {
				for _, n := range []int{1, 8, 16, 24, 32} {
					if number != 0 {
						check(rowOp(rnd, class, Kernel(k), n))
					}
				}
			}
		}
		for _, n := range []int{1, 8, 16, 24, 32} {
			o := rowOp(rnd, ClassRaw, KernMov, n)
			o.Form, o.Flags, o.Ext = FormBoolean, FlagInPlace|FlagBring, int32(rnd.IntN(1<<8))
			check(o)
		}
		for _, n := range []int{1, 8} {
			o := rowOp(rnd, ClassRaw, KernAdd, n)
			o.Form, o.Flags = FormCarry, FlagInPlace|FlagBring|FlagAccWr|FlagReports
			o.AccAt, o.AccWrites, o.AccBecome = uint32(th.grf+offAcc), 0xF, uint32(accDwords)
			*th.accHigh(0, 4) = 77
			check(o)
		}
	}
}

// rowWorker is one of a program that is not there, of a thread in the mode of compiled kernels.
func rowWorker() *worker {
	p := &Program{Target: native.SKL, grf: 128 * native.GRFBytes, Consts: make([]uint64, 2*maxLanes), denormals: true, sip: -1}
	w := p.NewWorker(1).(*worker)
	t := &w.threads[0]
	t.live, t.exec = ^uint32(0), ^uint32(0)
	t.mode = arith{Mode: num.IEEE, ieee: true}
	return w
}

// rowOp is an op with registers apart, and sources in random ways.
func rowOp(rnd *rand.Rand, class Class, k Kernel, n int) Op {
	o := Op{Form: FormALU, Class: class, Kern: k, N: uint8(n), Full: ones(n), Flags: FlagDirect | FlagInPlace}
	o.Dst = Dest{Mode: DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
	for i := range o.Src {
		o.Src[i] = Source{Mode: SrcMode(rnd.IntN(int(SrcShorts) + 1)), Addr: uint32(1024 + 512*i + 4*rnd.IntN(16)), Type: native.UD}
		if class == ClassFloat || k == KernAddSpread || k == KernMulSpread {
			o.Src[i].Mode = SrcRow
		}
		if o.Src[i].Mode != SrcRow {
			o.Flags |= FlagBring
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
	op := rowOp(rand.New(rand.NewPCG(1, 1)), ClassRaw, KernMov, 8)
	op.Row, op.Flags = 1, op.Flags&^FlagBring
	op.Src[0] = Source{Addr: 1024}
	kinds := th.u32(th.grf + offAccKind)
	for _, c := range []struct {
		name   string
		change func(o *Op)
		done   int
	}{
		{"all channels", func(*Op) {}, 3},
		{"no kernel", func(o *Op) { o.Row = 0 }, 1},
		{"channel off", func(o *Op) { o.Off = 25 }, 1},
		{"channel off without a mask", func(o *Op) { o.Off, o.NoMask = 25, ^uint32(0) }, 3},
		{"floats in a mode that flushes", func(o *Op) { o.Row = firstModeRow }, 1},
		{"one that skips the next", func(o *Op) { o.Skip = 1 }, 3},
		{"one that skips more than there is", func(o *Op) { o.Skip = 3 }, 5},
		{"accumulator of another kind", func(o *Op) { o.Flags |= FlagAccs; o.AccReads, o.AccKinds = 0xF, uint32(accF) }, 1},
		{"accumulator of this kind", func(o *Op) {
			o.Flags |= FlagAccs
			o.AccReads, o.AccKinds, o.AccWrites, o.AccBecome = 0xF, uint32(accDwords), 0xF0, 0x90
		}, 3},
	} {
		ops := []Op{op, op, op}
		c.change(&ops[1])
		th.mode.ieee, th.exec, *kinds = false, 1<<25-1, uint32(accDwords)
		require.Equal(t, c.done, th.run(ops, 0), c.name)
		if c.name == "accumulator of this kind" {
			require.Equal(t, uint32(0x94), *kinds)
		}
	}
}

// TestRowNumbers: the kernels have the numbers 1 to lastRow, those on floats the last ones.
func TestRowNumbers(t *testing.T) {
	var has [lastRow + 1]int
	for class := range numClasses {
		for k, number := range rowNumbers[class] {
			if number != 0 {
				has[number]++
				require.Equal(t, class == ClassFloat && Kernel(k) != KernMov, number >= firstModeRow)
			}
		}
	}
	require.Zero(t, has[0])
	require.Equal(t, 2, has[1])
	has[rowBoolean]++
	has[rowCarry]++
	for number := 2; number <= lastRow; number++ {
		require.Equal(t, 1, has[number], "number %d", number)
	}
}

// TestCarryElement: a carry to another element of the accumulator than the first clears the bits above that one.
func TestCarryElement(t *testing.T) {
	th := &rowWorker().threads[0]
	for i, v := range []uint32{0xFFFFFFFF, 2} {
		*th.u32(1024 + 32*i) = v
	}
	o := Op{Form: FormCarry, Class: ClassRaw, Kern: KernAdd, N: 1, Full: 1, Flags: FlagInPlace | FlagAccWr, AccAt: uint32(th.grf + offAcc + 8)}
	o.Dst = Dest{Mode: DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 520, Enable: ^uint32(0)}
	o.Src[0].Addr, o.Src[1].Addr = 1024, 1056
	o.Row = o.rowNumber(th.prog)
	*th.accHigh(0, 4), *th.accHigh(8, 4) = 5, 6
	th.straight([]Op{o})
	require.Equal(t, []uint32{1, 1, 5, 0}, []uint32{*th.u32(520), *th.u32(th.grf + offAcc + 8), *th.accHigh(0, 4), *th.accHigh(8, 4)})
}
