package regalloc

import (
	"slices"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scratchMessage saves n GRFs from reg in scratch memory, or loads them; the
// header is r0.
func scratchMessage(t *testing.T, kind native.MessageKind, reg, n, hword int) native.Inst {
	t.Helper()
	var f native.DescValues
	f[native.DescHeader], f[native.DescGrfs], f[native.DescHword] = 1, n, hword
	in := native.Inst{Op: native.OpSend, ExecSize: 16, NoMask: true, Dst: native.NullDst(native.UD)}
	in.Src[0] = native.GRFOperand(0, 0, packed, native.UD)
	data, split := native.GRFOperand(reg, 0, packed, native.UD), 0
	if kind == native.MsgScratchWrite {
		in.Op, in.Src[1], split = native.OpSends, data, n
		f[native.DescDwords] = 1
	} else {
		in.Dst = dstOf(data)
	}
	var err error
	in.Msg, err = native.EncodeMessage(native.SKL, kind, f, split)
	require.NoError(t, err)
	return in
}

// spilledPair is a program that stores y, then x, and an allocation that keeps
// x in scratch memory meanwhile: both are computed in r20, x goes to HWord 4
// and comes back in r30.
func spilledPair(t *testing.T) (before *prog, after *native.Program) {
	p := newProg()
	id := p.input("id", 32, 64)
	x, y := p.newVar("x", 64), p.newVar("y", 64)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	p.alu(native.OpAdd, vec(y), vec(id), imm(2))
	p.store(id, y)
	p.store(id, x)
	p.eot()
	q := forced(t, p.Program, map[int32]int32{x: 20 * grfBytes, y: 20 * grfBytes}, nil)
	q.Insts[3].Src[1].Reg = 30
	q.Insts = slices.Insert(q.Insts, 3, scratchMessage(t, native.MsgScratchRead, 30, 2, 4))
	q.Insts = slices.Insert(q.Insts, 1, scratchMessage(t, native.MsgScratchWrite, 20, 2, 4))
	return p, q
}

// TestVerifyScratch: what one instruction of the pair has wrong is found. The
// instructions are add x, save, add y, store y, load, store x, two of the end.
func TestVerifyScratch(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(t *testing.T, q *native.Program)
		want  string
	}{
		"right":         {func(*testing.T, *native.Program) {}, ""},
		"other offsets": {func(t *testing.T, q *native.Program) { setScratch(t, q, 1, 20, 2, 9); setScratch(t, q, 4, 30, 2, 9) }, ""},
		"in two halves": {func(t *testing.T, q *native.Program) {
			setScratch(t, q, 4, 30, 1, 4)
			q.Insts = slices.Insert(q.Insts, 5, scratchMessage(t, native.MsgScratchRead, 31, 1, 5))
		}, ""},
		"header copied": {func(t *testing.T, q *native.Program) {
			copied := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true}
			copied.Dst, copied.Src[0] = dstOf(native.GRFOperand(40, 0, packed, native.UD)), native.GRFOperand(0, 0, packed, native.UD)
			q.Insts[4].Src[0].Reg = 40
			q.Insts = slices.Insert(q.Insts, 4, copied)
		}, ""},
		"offset of the load": {func(t *testing.T, q *native.Program) { setScratch(t, q, 4, 30, 2, 5) },
			"of x in byte 0 of r21"},
		"offset of the save":   {func(t *testing.T, q *native.Program) { setScratch(t, q, 1, 20, 2, 3) }, "of x in byte 0 of r21"},
		"register of the load": {func(t *testing.T, q *native.Program) { setScratch(t, q, 4, 31, 2, 4) }, "of r3"},
		"register of the save": {func(t *testing.T, q *native.Program) { setScratch(t, q, 1, 21, 2, 4) }, "of x in byte"},
		"half a save":          {func(t *testing.T, q *native.Program) { setScratch(t, q, 1, 20, 1, 4) }, "byte 32 of x in byte 160 of scratch"},
		"no load":              {func(_ *testing.T, q *native.Program) { q.Insts = slices.Delete(q.Insts, 4, 5) }, "byte 0 of x in byte 0 of r30"},
		"no save":              {func(_ *testing.T, q *native.Program) { q.Insts = slices.Delete(q.Insts, 1, 2) }, "byte 0 of x in byte 128 of scratch"},
		"load before the save": {func(_ *testing.T, q *native.Program) { q.Insts[1], q.Insts[4] = q.Insts[4], q.Insts[1] }, "byte 0 of x in byte 128 of scratch"},
		"overwritten": {func(t *testing.T, q *native.Program) {
			q.Insts = slices.Insert(q.Insts, 3, scratchMessage(t, native.MsgScratchWrite, 20, 1, 5))
		}, "of x in byte"},
		"mask of the load": {func(_ *testing.T, q *native.Program) { q.Insts[4].NoMask = false }, "ScratchRead of 2 GRFs under a mask"},
		"mask of the save": {func(_ *testing.T, q *native.Program) { q.Insts[1].NoMask = false }, "ScratchWrite of 2 GRFs under a mask"},
		"predicate":        {func(_ *testing.T, q *native.Program) { q.Insts[1].PredCtrl = native.PredSeq }, "with a predicate"},
		"another message": {func(_ *testing.T, q *native.Program) {
			q.Insts[4].Msg.Desc = 2<<25 | 2<<20 | 0x5e00
			q.Insts[4].Msg.SFID = 12
		},
			"want a scratch message"},
		"no header": {func(_ *testing.T, q *native.Program) { q.Insts[4].Src[0].Reg = 9 }, "byte 20 of r0 at the start is expected in byte 20 of r9"},
		"header overwritten": {func(t *testing.T, q *native.Program) {
			other := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true}
			other.Dst, other.Src[0] = dstOf(native.GRFOperand(0, 0, packed, native.UD)), native.GRFOperand(40, 0, packed, native.UD)
			q.Insts = slices.Insert(q.Insts, 4, other)
		}, "byte 20 of r0 at the start is expected in byte 20 of r40"},
	} {
		t.Run(name, func(t *testing.T) {
			p, q := spilledPair(t)
			c.forge(t, q)
			err := Verify(p.Program, q, native.SKL)
			if c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}

func setScratch(t *testing.T, q *native.Program, at, reg, n, hword int) {
	t.Helper()
	kind := native.MsgScratchWrite
	if q.Insts[at].Op == native.OpSend {
		kind = native.MsgScratchRead
	}
	q.Insts[at] = scratchMessage(t, kind, reg, n, hword)
}

// TestVerifyScratchMask: a save of eight lanes under the mask keeps what those
// lanes read, and loses what sleeping lanes or all lanes read.
func TestVerifyScratchMask(t *testing.T) {
	for name, c := range map[string]struct {
		read    func(x int32) native.Operand // the last read of x
		inside  bool                         // saved inside an if, x defined outside
		chanOff uint8
		want    string
	}{
		"own lanes":      {read: vec},
		"another nibble": {read: vec, chanOff: 4, want: "of x in byte"},
		"all lanes":      {read: scl, want: "the thread still needs"},
		"sleeping":       {read: vec, inside: true, want: "of x in byte"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProg()
			id := p.input("id", 32, 64)
			x := p.newVar("x", 32)
			eight := func(in *native.Inst) { in.ExecSize = 8 }
			eight(p.alu(native.OpAdd, vec(x), vec(id), imm(1))) // 0
			f := p.newFlag(16)
			end := p.label()
			p.cmp(f, native.CondGE, vec(id), imm(0x40000000)) // 1
			p.branch(native.OpGoto, f, end, end)              // 2
			p.alu(native.OpAdd, vec(id), vec(id), imm(1))     // 3
			p.place(end)
			p.branch(native.OpJoin, -1, 0, 0)                                       // 4
			eight(p.alu(native.OpAdd, native.NullDst(native.D), c.read(x), imm(1))) // 5
			p.eot()
			q := forced(t, p.Program, map[int32]int32{x: 20 * grfBytes}, nil)
			q.Insts[5].Src[0].Reg = 30
			save := scratchMessage(t, native.MsgScratchWrite, 20, 1, 0)
			save.NoMask, save.ExecSize, save.ChanOff = false, 8, c.chanOff
			at := 1
			if c.inside {
				at = 3
			}
			q.Insts = slices.Insert(q.Insts, 5, scratchMessage(t, native.MsgScratchRead, 30, 1, 0))
			q.Insts = slices.Insert(q.Insts, at, save)
			q.Labels[0]++
			err := Verify(p.Program, q, native.SKL)
			if c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}
