package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParts: registers that no operand reaches together become variables of their own; what
// a message has, what lies behind an address and what has a fixed place stays whole.
func TestParts(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	array, sent, table, small := p.newVar("array", 160), p.newVar("sent", 64), p.newVar("table", 64), p.newVar("small", 8)
	unused := p.newVar("unused", 64)
	eight := func(v int32, sub int) native.Operand { return virtual(v, native.D, sub, packed) }
	half := func(dst, src native.Operand) { p.alu(native.OpMov, dst, src).ExecSize = 8 }
	half(eight(array, 0), eight(id, 0))
	half(eight(array, 48), imm(2)) // registers 1 and 2
	half(eight(array, 128), eight(array, 96))
	half(eight(sent, 0), imm(3))
	half(eight(sent, 32), imm(4))
	p.store(id, sent)
	half(eight(table, 32), imm(5))
	p.Insts[6].Uses = []int32{table}
	half(eight(small, 0), imm(6))
	splitVars(p.Program, 32)
	require.Len(t, p.Vars, 9)
	sizes := map[int32]int{id: 64, array: 32, sent: 64, table: 64, small: 8, unused: 64, 6: 64, 7: 32, 8: 32}
	for v, n := range sizes {
		assert.Equal(t, n, p.Vars[v].Size, "variable %d", v)
	}
	at := func(o native.Operand) [2]int32 { return [2]int32{o.Reg, int32(o.Sub)} }
	assert.Equal(t, [2]int32{array, 0}, at(p.Insts[0].Dst))
	assert.Equal(t, [2]int32{6, 16}, at(p.Insts[1].Dst))
	assert.Equal(t, [2]int32{7, 0}, at(p.Insts[2].Src[0]))
	assert.Equal(t, [2]int32{8, 0}, at(p.Insts[2].Dst))
	assert.Equal(t, [2]int32{sent, 32}, at(p.Insts[4].Dst))
	assert.Equal(t, [2]int32{table, 32}, at(p.Insts[6].Dst))
	for _, v := range []int32{6, 7, 8} {
		assert.Equal(t, "array", p.Vars[v].Name)
		assert.Equal(t, 32, p.Vars[v].Align)
	}
}

// TestPartsLiveApart: an array that is written and read element by element takes the
// registers of those elements that still are read.
func TestPartsLiveApart(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	array, sum := p.newVar("array", 20*64), p.newVar("sum", 64)
	elem := func(k int) native.Operand { return virtual(array, native.D, 64*k, packed) }
	p.alu(native.OpMov, vec(sum), imm(0))
	for k := range 20 {
		p.alu(native.OpAdd, elem(k), vec(id), imm(k))
		p.alu(native.OpAdd, vec(sum), vec(sum), elem(k))
	}
	p.store(id, sum)
	p.eot()
	assert.Equal(t, 6, allocate(t, p.Program).GRFs)
}
