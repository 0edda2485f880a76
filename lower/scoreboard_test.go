package lower_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/load"
)

// weakened are the codes of an instruction that wait for one thing less.
func weakened(in *native.Inst) (list []native.Inst) {
	add := func(change func(s *native.Sync)) {
		x, s := *in, in.Sync(native.TGL)
		change(&s)
		x.SetSync(native.TGL, s)
		list = append(list, x)
	}
	switch s := in.Sync(native.TGL); {
	case in.Op == native.OpSync && in.SyncFC != native.SyncNop && in.Src[0].File == native.Imm:
		for n := range 16 {
			if in.Src[0].Imm>>n&1 != 0 {
				x := *in
				x.Src[0].Imm &^= 1 << n
				list = append(list, x)
			}
		}
	default:
		if s.Dist > 0 {
			add(func(s *native.Sync) { s.Dist = 0 })
		}
		if s.Dst != 0 {
			add(func(s *native.Sync) { s.Src, s.Dst = s.Dst, 0; s.Dist = 0 })
		}
		if s.Src != 0 {
			add(func(s *native.Sync) { s.Src = 0 })
		}
	}
	return list
}

// waiting counts the instructions that wait.
func waiting(insts []native.Inst) (n int) {
	for i := range insts {
		if s := insts[i].Sync(native.TGL); s.Dist > 0 || s.Dst|s.Src != 0 {
			n++
		}
	}
	return n
}

// everyScored is one of how many kernels whose waits are taken away one by one.
const everyScored = 16

// TestScoreboard: each wait of code for tgl that is taken away the check of hazards misses, but
// for those between channels that never meet, which it knows and the scoreboard does not; of
// code with registers by address it does not know all. Beside Intel's code of the same
// kernels so many instructions wait.
func TestScoreboard(t *testing.T) {
	needless, all, n, ours, logs := 0, 0, 0, 0, 0.0
	for i, file := range corpus.FilesBeside(t, filepath.Join("corpus", "tgllp"), "*.visaasm") {
		c := corpus.CaseOf(filepath.Join(corpus.Beside(t), "corpus"), "tgllp", file)
		if _, err := os.Stat(c.Launch); err != nil { // the text of a function
			continue
		}
		k, err := load.ReadProgram(file)
		require.NoError(t, err)
		r, err := lower.Compile(k, native.TGL, lower.Options{})
		require.NoError(t, err)
		insts, offsets, err := native.DecodeAll(native.TGL, r.Code)
		require.NoError(t, err)
		peer, err := os.ReadFile(c.Stem + ".dat")
		require.NoError(t, err)
		reference, _, err := native.DecodeAll(native.TGL, peer)
		require.NoError(t, err)
		n, ours, logs = n+1, ours+waiting(insts), logs+math.Log(float64(waiting(insts))/float64(waiting(reference)))
		if i%everyScored == 0 {
			some, of := missed(t, insts, offsets)
			needless, all = needless+some, all+of
		}
	}
	ratio := math.Exp(logs / float64(n))
	t.Logf("instructions that wait beside the reference compiler's: geometric mean %.3f of %d kernels; %d of %d waits are not missed", ratio, n, needless, all)
	assert.LessOrEqual(t, ratio, 1.3)
	floor.Exact(t, "instructions for tgl that wait", ours)
	floor.Exact(t, "waits for tgl that are missed when they are taken away", all-needless)
	floor.Exact(t, "waits for tgl that nobody misses", needless)
}

// missed takes each wait away: how many nobody misses, of how many.
func missed(t *testing.T, insts []native.Inst, offsets []int) (needless, all int) {
	whole, err := hazard.Check(native.TGL, insts, offsets)
	require.NoError(t, err)
	if len(whole.Unknown) > 0 {
		return 0, 0
	}
	for i := range insts {
		was := insts[i]
		for _, x := range weakened(&was) {
			insts[i] = x
			found, err := hazard.Check(native.TGL, insts, offsets)
			require.NoError(t, err)
			if all++; len(found.Findings) == 0 {
				needless++
			}
		}
		insts[i] = was
	}
	return needless, all
}
