package regalloc

import (
	"slices"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFirstOfEach: label, variable, added instruction and failing object are the
// very first of their kind.
func TestFirstOfEach(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	head, f := p.label(), p.newFlag(16)
	p.place(head)
	p.cmp(f, native.CondLT, vec(id), imm(0x40000000))
	p.branch(native.OpWhile, f, head, 0)
	p.eot()
	q := forced(t, p.Program, nil, nil)
	assert.NoError(t, Verify(p.Program, q, native.SKL), "a label on instruction 0")

	copied := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true}
	copied.Dst, copied.Src[0] = dstOf(native.GRFOperand(40, 0, packed, native.UD)), native.GRFOperand(0, 0, packed, native.UD)
	q.Insts = slices.Insert(q.Insts, 0, copied)
	q.Labels[0] = 1
	assert.NoError(t, Verify(p.Program, q, native.SKL), "an added instruction before all others")

	p = newProg()
	table, index := p.newVar("table", 64), p.newVar("index", 32)
	p.Addrs = append(p.Addrs, native.AddrVar{Name: "A", Words: 1})
	base := native.ImmOperand(0, native.UW)
	base.AddrOf = table + 1
	p.alu(native.OpMov, vec(table), imm(5)).NoMask = true
	p.scalar(native.OpMov, native.Operand{File: native.VirtAddr, Type: native.UW, Region: native.Dst1}, base)
	in := p.scalar(native.OpMov, scl(index), native.Operand{File: native.GRF, Indirect: true, Type: native.D, Region: native.Scalar, AddrReg: 1})
	in.Uses = []int32{table}
	assert.NoError(t, Verify(p.Program, forced(t, p.Program, nil, nil), native.SKL), "the address of variable 0")
	in.Uses = []int32{index}
	assert.ErrorContains(t, Verify(p.Program, forced(t, p.Program, nil, nil), native.SKL), "variable 1 is used through addresses but its address is never taken")

	p = newProg()
	v := p.newVar("v", 64)
	p.alu(native.OpMov, vec(v), imm(1))
	p.alu(native.OpMov, vec(v), vec(v))
	_, err := Allocate(p.Program, native.SKL, Options{GRFs: 1})
	assert.ErrorContains(t, err, "GRF pressure: need 2, have 1 at instruction 0")
}

// TestVerifyNamesBoth: an error has the number of the instruction in both
// programs; what was added is no virtual register either.
func TestVerifyNamesBoth(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	p.alu(native.OpMov, vec(id), vec(id))
	in := p.alu(native.OpAdd, vec(id), vec(id), imm(1))
	in.PredCtrl, in.Flag.Virt = native.PredAnyV, p.newFlag(16)+1
	good := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true}
	good.Dst, good.Src[0] = dstOf(native.GRFOperand(40, 0, packed, native.UD)), native.GRFOperand(41, 0, packed, native.UD)
	virtualDst, virtualSrc := good, good
	virtualDst.Dst.File, virtualSrc.Src[0].File = native.Virt, native.Virt
	virtualDst.Dst.Reg, virtualSrc.Src[0].Reg = 0, 0
	for want, added := range map[string]native.Inst{
		"instruction 1, now 2: predicate control .anyv: not supported":                     good,
		"instruction 1, which has no origin, is not a flag move, a copy of registers or a": virtualDst,
		"instruction 1, which has no origin, is not a flag move":                           virtualSrc,
	} {
		q := forced(t, p.Program, nil, nil)
		q.Insts = slices.Insert(q.Insts, 1, added)
		assert.ErrorContains(t, Verify(p.Program, q, native.SKL), want)
	}
}

// TestHighInput: an input counts among the registers in use wherever it is.
func TestHighInput(t *testing.T) {
	p := newProg()
	id := p.input("id", 320, 72)
	p.alu(native.OpAdd, vec(p.newVar("x", 64)), vec(id), imm(1))
	assert.Equal(t, 13, allocate(t, p.Program).GRFs)
}

// TestSleepersOfABranch: x is live in T while lanes that left B sleep at W, which
// says nothing about P: its lanes go to B or T, which give x anew.
func TestSleepersOfABranch(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	x, y, z := p.newVar("x", 64), p.newVar("y", 64), p.newVar("z", 64)
	f, g := p.newFlag(16), p.newFlag(16)
	b, at, w := p.label(), p.label(), p.label()
	read := func(v int32) { p.alu(native.OpAdd, native.NullDst(native.D), vec(v), imm(1)) }
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	read(x)
	p.cmp(f, native.CondLT, vec(id), imm(1))
	p.branch(native.OpGoto, f, b, b)
	p.alu(native.OpAdd, vec(x), vec(id), imm(6)) // P
	read(x)
	p.alu(native.OpAdd, vec(y), vec(id), imm(2))
	read(y)
	p.branch(native.OpGoto, f, b, at)
	p.place(b)
	p.branch(native.OpJoin, -1, at, 0)
	p.alu(native.OpAdd, vec(x), vec(id), imm(3))
	p.cmp(g, native.CondLT, vec(id), imm(2))
	p.branch(native.OpGoto, g, at, w)
	p.place(at)
	p.branch(native.OpJoin, -1, w, 0)
	p.alu(native.OpAdd, vec(z), vec(id), imm(4)).NoMask = true
	read(z)
	p.alu(native.OpAdd, vec(x), vec(id), imm(5))
	p.place(w)
	p.branch(native.OpJoin, -1, 0, 0)
	read(x)
	a, err := analyse(p.Program, testLimits, 2)
	require.NoError(t, err)
	near := sortedNeighbours(a.graph(), x)
	has := func(v int32) bool { return slices.ContainsFunc(near, func(n neighbour) bool { return n.obj() == v }) }
	assert.True(t, has(z), "lanes sleep at W while T runs")
	assert.False(t, has(y), "nobody needs x while P runs")
}
