package regalloc

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRandomSpills allocates random programs with few registers: what comes out
// is proved by Verify, and does what the program does.
func TestRandomSpills(t *testing.T) {
	t.Run("skl", func(t *testing.T) { randomSpills(t, native.SKL, 9, 12) })
	t.Run("bdw", func(t *testing.T) { randomSpills(t, native.BDW, 12, 15) }) // where a save has a payload of its own
}

func randomSpills(t *testing.T, target native.Target, numbers ...int) {
	var sum Stats
	for seed := range max(1, seeds()/15) * 3 / 2 {
		for _, grfs := range numbers {
			p := randomProgram(seed)
			grfs *= p.SIMD / 16
			before := Snapshot(p)
			s, err := Allocate(p, target, Options{GRFs: grfs})
			require.NoError(t, err, "seed %d, %d GRFs", seed, grfs)
			require.LessOrEqual(t, s.GRFs, grfs)
			require.NoError(t, Verify(before, p, target), "seed %d, %d GRFs", seed, grfs)
			require.True(t, sameRuns(t, before, p), "seed %d, %d GRFs", seed, grfs)
			givesUp(t, before, target, grfs, s.Cost())
			sum.Fills += s.Fills
			sum.Saves += s.Saves
			sum.Rounds = max(sum.Rounds, s.Rounds)
			sum.SpillBytes += s.SpillBytes
		}
	}
	t.Logf("%+v", sum)
	assert.NotZero(t, sum.Fills)
	assert.NotZero(t, sum.Saves)
}

// givesUp allocates a program that costs so much once more: it may not cost less, and no round
// costs more than the last.
func givesUp(t *testing.T, p *native.Program, target native.Target, grfs, cost int) {
	t.Helper()
	if cost == 0 {
		return
	}
	_, err := Allocate(Snapshot(p), target, Options{GRFs: grfs, Cost: cost})
	require.ErrorIs(t, err, ErrCost)
	s, err := Allocate(Snapshot(p), target, Options{GRFs: grfs, Cost: cost + 1})
	require.NoError(t, err)
	require.Equal(t, cost, s.Cost())
}

// TestVerifyAgainstSpills plants one fault into the spill code of correct
// allocations: whatever changes the result must be refused.
func TestVerifyAgainstSpills(t *testing.T) {
	if testing.Short() {
		t.Skip("TestVerifyScratch has each kind of fault")
	}
	const count = programs / 3
	refused, differed := 0, 0
	for seed := range int64(count) {
		p := randomProgram(seed)
		before := Snapshot(p)
		_, err := Allocate(p, native.SKL, Options{GRFs: 9 * p.SIMD / 16})
		require.NoError(t, err)
		what := plant(t, rand.New(rand.NewSource(seed)), p)
		err = Verify(before, p, native.SKL)
		same := sameRuns(t, before, p)
		if err == nil {
			require.True(t, same, "seed %d: Verify accepts %s", seed, what)
			continue
		}
		refused++
		if !same {
			differed++
		}
	}
	t.Logf("refused %d, %d of them with another result", refused, differed)
	floor.Exact(t, fmt.Sprintf("faults in spill code that Verify refuses, of %d", count), refused)
	floor.Exact(t, fmt.Sprintf("faults in spill code that change results, of %d", count), differed)
}

// plant changes the offset or the register of one load or save, or takes it out.
func plant(t *testing.T, r *rand.Rand, p *native.Program) string {
	t.Helper()
	var moves []int
	for i := range p.Insts {
		if p.Insts[i].Origin == 0 && p.Insts[i].Op.IsSend() {
			moves = append(moves, i)
		}
	}
	require.NotEmpty(t, moves)
	i := moves[r.Intn(len(moves))]
	in := &p.Insts[i]
	info, err := native.DecodeMessage(native.SKL, &in.Msg)
	require.NoError(t, err)
	n, hword := info.Field[native.DescGrfs], info.Field[native.DescHword]
	data := &in.Dst
	if info.Kind == native.MsgScratchWrite {
		data = &in.Src[1]
	}
	origin := in.Origin
	switch r.Intn(3) {
	case 0:
		*in = scratchMessage(t, info.Kind, int(data.Reg), n, hword+1+r.Intn(3))
		in.Origin = origin
		return fmt.Sprintf("instruction %d with another offset", i)
	case 1:
		*in = scratchMessage(t, info.Kind, int(data.Reg)+1, n, hword)
		in.Origin = origin
		return fmt.Sprintf("instruction %d with another register", i)
	}
	p.Insts = slices.Delete(p.Insts, i, i+1)
	for l := range p.Labels {
		if p.Labels[l] > i {
			p.Labels[l]--
		}
	}
	return fmt.Sprintf("no instruction %d", i)
}
