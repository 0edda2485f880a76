package jit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// available skips a test where no code can run.
func available(t testing.TB) {
	t.Helper()
	if !Available() {
		t.Skip("no compiled code runs on this processor or system")
	}
}

// program is made-up ops between a write of cr0, after which floats are in the mode of compiled kernels, and the end.
func program(t testing.TB, ops []code.Op) *code.Program {
	t.Helper()
	move := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(9, 0, native.Dst1, native.UD)}
	move.Src[0] = native.GRFOperand(8, 0, native.Region{V: 8, W: 8, H: 1}, native.UD)
	p := instructions(t, slices.Repeat([]native.Inst{move}, len(ops))...)
	require.EqualValues(t, len(ops)+1, p.Ends[1])
	copy(p.Ops[1:], ops)
	p.RowLanes = ^uint32(0)
	for i := range ops {
		p.Ops[1+i].Number(p)
	}
	return p
}

// instructions is a program of instructions between the same.
func instructions(t testing.TB, list ...native.Inst) *code.Program {
	t.Helper()
	mode := native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Thread: native.ThreadSwitch}
	mode.Dst = native.Operand{File: native.ARF, Reg: native.ARFCR0, Region: native.Dst1, Type: native.UD}
	mode.Src[0] = native.ImmOperand(ieeeMode, native.UD)
	end := native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Dst: native.NullDst(native.UD), Msg: native.Message{SFID: 7, Desc: 0x02000010, EOT: true}}
	end.Src[0] = native.GRFOperand(127, 0, native.Region{V: 8, W: 8, H: 1}, native.UD)
	p, err := code.LoadInsts("made up", native.SKL, slices.Concat([]native.Inst{mode}, list, []native.Inst{end}))
	require.NoError(t, err)
	p.States[0].NoMask, p.Sends[len(p.Sends)-1].Checks = 0, true // which have no code
	return p
}

// ieeeMode is cr0.0 as compiled kernels have it.
const ieeeMode = 0x4C0

// thread is one at the first of a program's made-up ops, with registers that a seed gives.
func thread(t testing.TB, p *code.Program, c *eu.Compiled, mask uint32, seed uint64) (*eu.Worker, *dispatch.Thread) {
	t.Helper()
	w := eu.New(p).Worker(1)
	w.Use(c)
	env := &dispatch.Thread{Group: &dispatch.Group{}, Mask: mask, Mem: mem.New(), Payload: make([]byte, 32)}
	env.Group.Barrier.Reset(1)
	w.Start(0, env)
	_, err := w.Resume(0, 1)
	require.NoError(t, err)
	regs := w.Ahead(0).Registers
	fill(rand.New(rand.NewPCG(seed, 1)), regs[:p.FileBytes])
	fill(rand.New(rand.NewPCG(seed, 2)), regs[p.FileBytes+code.OffF:][:8])
	if rnd := rand.New(rand.NewPCG(seed, 4)); rnd.IntN(2) == 0 { // flags that groups agree in
		binary.LittleEndian.PutUint64(regs[p.FileBytes+code.OffF:], pick(rnd, 0, ^uint64(0), 0xFFFF, 0xFFFF0000FF00FFFF, 0x0F0000F00FFF0000))
	}
	fill(rand.New(rand.NewPCG(seed, 3)), regs[p.FileBytes+code.OffAcc:][:code.AccRegs*code.AccRegBytes])
	binary.LittleEndian.PutUint32(regs[p.FileBytes+code.OffAccKind:], dwordKinds)
	addresses(rand.New(rand.NewPCG(seed, 5)), regs[p.FileBytes+code.OffA0:][:32], p.FileBytes)
	return w, env
}

// addresses writes words of addresses, of which few are outside of the general registers or at their end.
func addresses(rnd *rand.Rand, a0 []byte, limit int) {
	end := rnd.IntN(4) == 0
	for at := 0; at < len(a0); at += 2 {
		v := 512 + rnd.IntN(1024)
		if end && rnd.IntN(4) == 0 {
			v = limit - 66 + rnd.IntN(68)
		}
		binary.LittleEndian.PutUint16(a0[at:], uint16(v))
	}
}

// special are values that arithmetic treats in ways of their own.
var special = []uint32{
	0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC12345, 0xFF812345, 1, 0x80000001, 0x007FFFFF, 0x7F7FFFFF, 0x3F800000, 0xBF800000, 31, 32, 33, 1<<31 - 1,
	^uint32(0), 0x8000FFFF, 0x00800000, 0x1234ABCD,
}

// fill writes random dwords, special ones and equal ones among them.
func fill(rnd *rand.Rand, regs []byte) {
	for at := 0; at < len(regs); at += 4 {
		v := rnd.Uint32()
		if n := rnd.IntN(6); n < 2 {
			v = special[rnd.IntN(len(special))]
		} else if n == 2 {
			v = 0x3F000000 + rnd.Uint32()%0x02000000 // floats around 1
		}
		binary.LittleEndian.PutUint32(regs[at:], v)
	}
}

// onPages is the code of a program on pages of its own.
func onPages(t testing.TB, p *code.Program, c, some *compiled) *eu.Compiled {
	t.Helper()
	keep := func(c *compiled) uintptr {
		pages, err := newPages(c.code)
		require.NoError(t, err)
		t.Cleanup(func() { pages.free(struct{}{}) })
		return pages.base()
	}
	out, places := c.table(p, keep(c)), some.places(p, keep(some))
	out.Some = func() []uintptr { return places }
	return out
}

// differs runs the ops of a program by the EU model and by compiled code, and says where registers differ.
func differs(t testing.TB, p *code.Program, c *eu.Compiled, mask uint32, seed uint64) string {
	t.Helper()
	n := len(p.Ops) - 2
	want, _ := thread(t, p, nil, mask, seed)
	got, _ := thread(t, p, c, mask, seed)
	var ends [2]string
	for i, w := range []*eu.Worker{want, got} {
		_, err := w.Resume(0, n)
		if ends[i] = fmt.Sprint(err); err == nil {
			require.Equal(t, uint64(n+1), w.Executed())
		}
	}
	require.Equal(t, ends[0], ends[1])
	if ends[0] != fmt.Sprint(nil) {
		return "" // what a thread computes behind a fault is nothing
	}
	a, b := want.Ahead(0).Registers, got.Ahead(0).Registers
	if bytes.Equal(a, b) {
		return ""
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Sprintf("byte %#x: %x, by compiled code %x", i&^3, a[i&^3:][:4], b[i&^3:][:4])
		}
	}
	return "lengths"
}

// pick is one of a list.
func pick[T any](rnd *rand.Rand, list ...T) T { return list[rnd.IntN(len(list))] }

// narrowed gives an op a destination of words or bytes.
func narrowed(rnd *rand.Rand, o *code.Op) {
	d := &o.Dst
	o.Flags &^= code.FlagInPlace
	d.Type, d.Size, d.Step = native.UW, 2, pick[int16](rnd, 2, 4)
	if rnd.IntN(3) == 0 {
		d.Type, d.Size, d.Step = native.UB, 1, pick[int16](rnd, 1, 4)
	}
	d.Addr += uint32(rnd.IntN(4) / int(d.Size) * int(d.Size))
}

// tested gives an op a condition modifier.
func tested(rnd *rand.Rand, o *code.Op) {
	o.Flags = o.Flags&^(code.FlagDirect|code.FlagBring) | code.FlagReports
	o.Cond = pick(rnd, native.CondEQ, native.CondNE, native.CondGT, native.CondGE, native.CondLT, native.CondLE)
	if o.Dst.Type = pick(rnd, native.D, native.UD); o.Class == code.ClassFloat {
		o.Dst.Type = native.F
	}
	if rnd.IntN(2) == 0 {
		o.Dst.Mode, o.Dst.Addr, o.Flags = code.DstNone, 0, o.Flags&^code.FlagInPlace
	}
}

// kernel names what an op computes.
type kernel struct {
	form  code.Form
	class code.Class
	kern  code.Kernel
	cond  native.CondMod
}

// kernels are all that have templates.
func kernels() (list []kernel) {
	for class := range templates {
		for k := range templates[class] {
			if templates[class][k].sources > 0 {
				list = append(list, kernel{form: code.FormALU, class: code.Class(class), kern: code.Kernel(k)})
			}
		}
		for k := range code.NumNamedKernels {
			for cond := range native.CondUN + 1 {
				if comparisons[code.Class(class)][k][cond].steps == nil {
					continue
				}
				if k != code.KernCmpNumber { // of sel alone
					list = append(list, kernel{code.FormCmp, code.Class(class), k, cond})
				}
				if k != code.KernCmpNumber {
					list = append(list, kernel{code.FormCsel, code.Class(class), k, cond})
				}
				if code.Class(class) == code.ClassRaw || k == code.KernCmpNumber {
					list = append(list, kernel{code.FormSel, code.Class(class), k, cond})
				}
			}
		}
	}
	for _, class := range []code.Class{code.ClassRaw, code.ClassFloat} {
		list = append(list, kernel{form: code.FormSel, class: class, kern: code.KernMov})
	}
	return list
}

// lanesOf is a number of lanes that ops have.
func lanesOf(rnd *rand.Rand) uint8 { return pick[uint8](rnd, 1, 2, 4, 8, 16, 24, 32) }

// opOf is an op of a kernel on registers from 512 to 2048, which may meet.
func opOf(rnd *rand.Rand, k kernel, n uint8) code.Op {
	o := code.Op{Form: k.form, Class: k.class, Kern: k.kern, Cond: k.cond, N: n, Full: ^uint32(0) >> (32 - n)}
	if o.Off = pick[uint8](rnd, 0, 0, 8, 16); int(o.Off+n) > code.MaxLanes {
		o.Off = 0
	}
	if n == 1 && rnd.IntN(2) == 0 {
		o.Off = uint8(rnd.IntN(32))
	}
	if rnd.IntN(3) == 0 {
		o.NoMask = ^uint32(0)
	}
	o.FlagReg, o.FlagSub = uint8(rnd.IntN(2)), pick[uint8](rnd, 0, 16)
	if int(o.FlagSub+o.Off+n) > 32 {
		o.FlagSub = 0
	}
	o.FlagShift = o.FlagSub + o.Off
	o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: place(rnd), Enable: ^uint32(0)}
	uniform := templates[k.class][k.kern].uniform
	for i := range o.Src {
		s := &o.Src[i]
		*s = sourceOf(rnd, &o, i+1 == uniform)
		switch s.Mode {
		case code.SrcStrided:
			s.Reach = uint32(s.Step)*uint32(n-1) + uint32(s.Type.Size())
		case code.SrcWords, code.SrcShorts:
			s.Reach = 2 * uint32(n)
		default:
			s.Reach = 4 * uint32(n)
		}
	}
	if k.form != code.FormSel && k.form != code.FormCsel && rnd.IntN(3) == 0 {
		o.Flags |= code.FlagPredicated
	}
	if k.form == code.FormSel && k.kern == code.KernMov || o.Flags&code.FlagPredicated != 0 {
		o.Pred, o.PredInv = native.PredSeq, pick(rnd, 0, ^uint32(0))
		if rnd.IntN(2) == 0 {
			o.Pred = pick[native.PredCtrl](rnd, native.PredAny2H, native.PredAll2H, native.PredAny4H, native.PredAll4H, native.PredAny8H, native.PredAll8H,
				native.PredAny16H, native.PredAll16H, native.PredAny32H, native.PredAll32H)
			if !hasPredicate(&o) {
				o.Pred = native.PredSeq
			}
		}
	}
	finish(rnd, &o, uniform)
	if o.N <= 16 && rnd.IntN(5) == 0 {
		accumulate(rnd, &o, uniform)
	}
	return o
}

// accumulate gives an op operands in accumulators, of dwords as those of the rig are.
func accumulate(rnd *rand.Rand, o *code.Op, uniform int) {
	at := func() (addr, mask uint32) {
		j := rnd.IntN(4)
		mask = 0xF
		if o.N > 8 {
			mask = 0xFF
		}
		return uint32(fileBytes + code.OffAcc + 32*j), mask << (4 * j)
	}
	for i := range o.Src {
		if s := &o.Src[i]; s.Mode == code.SrcRow && s.Space == code.SpaceRegs && i+1 != uniform && rnd.IntN(2) == 0 && s.Addr != o.Dst.Addr {
			var mask uint32
			s.Addr, mask = at()
			o.AccReads, o.Flags = o.AccReads|mask, o.Flags|code.FlagAccs
		}
	}
	if o.Dst.Mode == code.DstReg && o.Dst.Size == 4 && rnd.IntN(2) == 0 && o.AccReads == 0 {
		o.Dst.Addr, o.AccWrites = at()
		o.Flags |= code.FlagAccs
	}
	o.AccKinds, o.AccBecome = dwordKinds&o.AccReads, dwordKinds&o.AccWrites
}

// What the rig's registers are: the bytes of the general ones, and the kinds of accumulators.
const (
	fileBytes  = 128 * 32
	dwordKinds = uint32(code.AccDwords) * 0x11111111
)

// place is an address among few.
func place(rnd *rand.Rand) uint32 {
	if rnd.IntN(3) == 0 {
		return uint32(512 + 4*rnd.IntN(384))
	}
	return uint32(512 + 32*rnd.IntN(24))
}

// sourceOf is a source in a random way of those that an op can have.
func sourceOf(rnd *rand.Rand, o *code.Op, uniform bool) code.Source {
	s := code.Source{Addr: place(rnd), Type: native.UD}
	if o.Class == code.ClassFloat {
		s.Type = native.F
	}
	if rnd.IntN(8) == 0 && !uniform {
		s.Addr, s.Space = 0, code.SpaceConsts
		return s
	}
	if rnd.IntN(4) == 0 {
		s.Addr = o.Dst.Addr
	}
	if uniform || rnd.IntN(2) == 0 {
		return s
	}
	s.Mode = pick(rnd, code.SrcSpread, code.SrcSigned, code.SrcScalar)
	if o.Class == code.ClassRaw {
		s.Mode = code.SrcMode(1 + rnd.IntN(int(code.SrcScalar)))
	}
	if rnd.IntN(3) == 0 && o.N > 1 {
		return stridedOf(rnd, o, s)
	}
	if o.N == 1 && (s.Mode == code.SrcWords || s.Mode == code.SrcShorts || s.Mode == code.SrcSpread) {
		s.Mode = code.SrcRow
	}
	if s.Mode == code.SrcScalar && o.Class == code.ClassRaw {
		s.Type = pick(rnd, native.UD, native.D, native.UW, native.W, native.UB, native.B)
	}
	if s.Mode == code.SrcSigned || s.Mode == code.SrcScalar {
		s.Mod = pick(rnd, code.ModNone, code.ModNeg, code.ModAbs, code.ModNegAbs)
		if o.Class == code.ClassRaw {
			s.Mod = pick(rnd, s.Mod, code.ModNot)
		}
	}
	return s
}

// stridedOf is a source whose elements are narrow, or apart.
func stridedOf(rnd *rand.Rand, o *code.Op, s code.Source) code.Source {
	s.Mode, s.Step = code.SrcStrided, 8
	if o.Class == code.ClassRaw && rnd.IntN(3) > 0 {
		s.Type = pick(rnd, native.UW, native.W, native.UB, native.B)
		if s.Step = pick[int16](rnd, 2, 4); s.Type.Size() == 1 {
			s.Step = pick[int16](rnd, 1, 2, 4)
		}
		s.Addr += uint32(rnd.IntN(4) / s.Type.Size() * s.Type.Size())
	}
	s.Mod = pick(rnd, code.ModNone, code.ModNone, code.ModNeg, code.ModAbs)
	return s
}

// finish gives an op the flags that package code would, and a destination that goes with them.
func finish(rnd *rand.Rand, o *code.Op, uniform int) {
	apart := true
	for i := range o.Src {
		s := &o.Src[i]
		if s.Mode != code.SrcRow {
			o.Flags |= code.FlagBring
		} else if size := 4 * uint32(o.N); i+1 != uniform && s.Space == code.SpaceRegs && s.Addr != o.Dst.Addr && s.Addr < o.Dst.Addr+size && o.Dst.Addr < s.Addr+size {
			apart = false
		}
	}
	switch o.Form {
	case code.FormALU:
		if o.Flags |= code.FlagDirect; apart {
			o.Flags |= code.FlagInPlace
		}
		if uniform == 0 && rnd.IntN(4) == 0 {
			tested(rnd, o)
			return
		}
		if o.Class == code.ClassRaw && rnd.IntN(3) == 0 {
			narrowed(rnd, o)
		} else if o.N >= 8 && rnd.IntN(6) == 0 {
			o.Dst.Step, o.Flags = 8, o.Flags&^code.FlagInPlace
		}
	case code.FormCmp:
		if o.Flags &^= code.FlagBring; o.Flags&code.FlagPredicated != 0 || rnd.IntN(2) == 0 {
			o.Dst.Mode, o.Dst.Addr = code.DstNone, 0
		}
	case code.FormSel, code.FormCsel:
		o.Flags &^= code.FlagBring
		if o.Class == code.ClassRaw && rnd.IntN(3) == 0 {
			narrowed(rnd, o)
		} else if apart { // sel writes in place what package code calls so
			o.Flags |= code.FlagInPlace
		}
	}
}
