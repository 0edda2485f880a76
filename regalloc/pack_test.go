package regalloc

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPack: what is packed lies in the order of the program in registers of its own; inputs and
// what messages have stay.
func TestPack(t *testing.T) {
	p := newProg()
	id, big := p.input("id", 32, 64), p.newVar("big", 64)
	var small []int32
	for k := range 12 {
		small = append(small, p.newVar(fmt.Sprint(k), 4))
	}
	wide := p.newVar("wide", 16)
	p.Vars[wide].Align = 16
	for _, v := range slices.Concat(small, []int32{wide, big}) {
		p.scalar(native.OpMov, scl(v), imm(1))
	}
	p.store(id, big)
	p.eot()
	a, err := analyse(p.Program, testLimits, 0)
	require.NoError(t, err)
	m := newMemory(p.Program, testLimits, Options{}, &Stats{})
	vars := int32(len(p.Vars))
	require.True(t, a.pack(a.index[fileGRF], m))
	require.Len(t, p.Vars, int(vars)+2)
	for k := range 13 {
		d := p.Insts[k].Dst
		assert.Equal(t, vars+int32(k/8), d.Reg, k)
		assert.Equal(t, uint16(k%8*4), d.Sub, k)
	}
	assert.Equal(t, big, p.Insts[13].Dst.Reg)
	assert.Len(t, m.gone[fileGRF], 13)
	a, err = analyse(p.Program, testLimits, 0)
	require.NoError(t, err)
	assert.False(t, a.pack(a.index[fileGRF], m))
}

// TestPackedRandom: random programs whose small variables are packed do what they did, in few registers.
func TestPackedRandom(t *testing.T) {
	packedVars := 0
	for seed := range max(1, seeds()/15) {
		p := randomProgram(seed)
		before := Snapshot(p)
		a, err := analyse(p, testLimits, len(p.Flags))
		require.NoError(t, err)
		m := newMemory(p, testLimits, Options{}, &Stats{})
		a.pack(a.index[fileGRF], m)
		packedVars += len(m.gone[fileGRF])
		_, err = Allocate(p, native.SKL, Options{GRFs: 12 * p.SIMD / 16})
		require.NoError(t, err, "seed %d", seed)
		require.NoError(t, Verify(before, p, native.SKL), "seed %d", seed)
	}
	t.Log(packedVars)
	assert.NotZero(t, packedVars)
}

// TestLevels: sums in blocks tell what sums by point do.
func TestLevels(t *testing.T) {
	const points, limit = 3*levelBlock + 17, 100
	r := rand.New(rand.NewSource(1))
	plain, at := make([]int32, points), make([]int32, points)
	for k := range plain {
		plain[k] = int32(r.Intn(200))
	}
	copy(at, plain)
	l := newLevels(at, limit)
	for range 300 {
		lo := int32(r.Intn(points))
		run := stay{lo, lo + int32(r.Intn(int(points-lo)+1))}
		by := int32(r.Intn(41) - 20)
		free := true
		for k := run.lo; k < run.hi; k++ {
			free = free && plain[k]+by <= limit
			plain[k] += by
		}
		assert.Equal(t, free, l.room([]stay{run}, by, nil))
		l.add([]stay{run}, by)
		one := int32(r.Intn(points))
		plain[one] = int32(r.Intn(200))
		l.set(one, plain[one])
		over := int32(0)
		for k := range plain {
			require.Equal(t, plain[k], l.of(int32(k)))
			require.Equal(t, plain[k] > limit, l.above[k])
			if plain[k] > limit {
				over++
			}
		}
		require.Equal(t, over, l.over.total())
	}
	l.done()
	assert.Equal(t, plain, at)
	assert.False(t, l.room([]stay{{0, points}}, 1000, nil))
}
