package lower_test

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	costs "github.com/genvisa/genvisa/native/estimate"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
)

// registers are sums over kernels: how many hold values at once by the allocator, which also keeps what an instruction of the whole thread may
// read of lanes that wrote nothing, and by the estimate of its code, in which loads have moved up behind the allocator.
type registers struct{ allocator, code, same, apart int }

func (r *registers) add(allocator, code int) {
	r.allocator, r.code, r.apart = r.allocator+allocator, r.code+code, max(r.apart, allocator-code, code-allocator)
	if allocator == code {
		r.same++
	}
}

// exact compares the sums with those of today.
func (r *registers) exact(t *testing.T, of string) {
	t.Helper()
	floor.Exact(t, "registers at once of "+of+", by the allocator", r.allocator)
	floor.Exact(t, "registers at once of "+of+", by the estimate", r.code)
	floor.Exact(t, "registers at once of "+of+", most between both", r.apart)
	floor.Exact(t, "registers at once of "+of+", kernels with as many by both", r.same)
}

// TestEstimates: of our code and of Intel's for the kernels of the corpus, what instructions issue and wait is what
// their blocks take, and those are the whole; no way through registers is longer; the differences of two blocks are what
// the reasons say; and nothing differs from itself.
func TestEstimates(t *testing.T) {
	kernels, pairs := 0, 0
	_, full := corpus.Full()
	for _, d := range besides {
		if !full && d.target != native.SKL {
			continue // the repository has kernels of skl alone
		}
		var held registers
		for _, c := range corpus.Cases(t, corpus.Dir(), d.device) {
			peer, err := os.ReadFile(c.Stem + ".dat")
			if os.IsNotExist(err) {
				continue
			}
			require.NoError(t, err)
			k, err := load.ReadProgram(c.Stem + ".visaasm")
			require.NoError(t, err)
			r, err := lower.Compile(k, d.target, lower.Options{})
			require.NoError(t, err)
			name := d.device + " " + c.Name
			ours, theirs := estimated(t, d.target, r.Code, r.Program, k), estimated(t, d.target, peer, nil, k)
			require.NotNil(t, ours.Pressure, name)
			require.Empty(t, ours.Note, name)
			held.add(r.Stats.GRFs, ours.Pressure.Most)
			addsUp(t, name, ours)
			addsUp(t, name, theirs)
			a, b := costs.Side{Estimate: ours}, costs.Side{Estimate: theirs}
			pairs += compared(t, name, a, b)
			assert.True(t, costs.Compare(a, a).Same(), name)
			assert.True(t, costs.Compare(b, b).Same(), name)
			kernels++
		}
		held.exact(t, "the code for "+d.device+" of "+corpus.Which())
	}
	require.Positive(t, kernels)
	t.Logf("%d kernels, %d pairs of blocks", kernels, pairs)
}

// TestEstimatesOfTargets: so does our code for every target.
func TestEstimatesOfTargets(t *testing.T) {
	for target := range native.NumTargets {
		if !lower.Supported(target) {
			continue
		}
		kernels := 0
		for n, c := range corpus.Cases(t, corpus.Dir(), "skl") {
			if n%10 != 0 {
				continue
			}
			k, err := load.ReadProgram(c.Stem + ".visaasm")
			require.NoError(t, err)
			r, err := lower.Compile(k, target, lower.Options{})
			if errors.Is(err, errors.ErrUnsupported) {
				continue
			}
			require.NoError(t, err)
			e := estimated(t, target, r.Code, r.Program, k)
			addsUp(t, target.String()+" "+c.Name, e)
			assert.Empty(t, e.Note, c.Name)
			kernels++
		}
		assert.Positive(t, kernels, target)
	}
}

// estimated is the estimate of code, whose program is p when it was compiled here.
func estimated(t *testing.T, target native.Target, code []byte, p *native.Program, k *visa.Kernel) *costs.Estimate {
	t.Helper()
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	simd := 0
	for i := range insts {
		if p != nil {
			insts[i].Uses, insts[i].Placed, simd = p.Insts[i].Uses, p.Insts[i].Placed, p.SIMD
		}
	}
	placed, err := flow.Placed(target, insts, offs)
	require.NoError(t, err)
	placed.SIMD = simd
	e := costs.Of(placed, target, offs, len(code), (k.PayloadEnd()+31)/32)
	assert.Equal(t, hazard.Estimate(target, insts).Now, e.Clocks)
	return e
}

// addsUp holds an estimate to its parts.
func addsUp(t *testing.T, name string, e *costs.Estimate) {
	t.Helper()
	at, clocks := 0, uint64(0)
	for i := range e.Blocks {
		b := &e.Blocks[i]
		require.Equal(t, at, b.Start, name)
		at = b.End
		sum, n := uint64(0), 0
		for _, k := range b.Kinds {
			sum, n = sum+k.Issue, n+k.Instructions
		}
		for _, s := range b.Stalls {
			sum += s
		}
		require.Equal(t, b.Clocks, sum, "%s: block %d", name, i)
		require.Equal(t, b.End-b.Start, n, "%s: block %d", name, i)
		clocks += sum
	}
	require.Equal(t, len(e.Insts), at, name)
	require.Equal(t, e.Clocks, clocks, name)
	require.LessOrEqual(t, e.Clocks, e.Looped, name)
	require.LessOrEqual(t, e.Path.Clocks, e.Clocks, name)
	path := e.Insts[e.Path.Links[len(e.Path.Links)-1].Inst].Issue
	for _, l := range e.Path.Links {
		path += l.Clocks
	}
	require.Equal(t, e.Path.Clocks, path, name)
}

// compared goes through all blocks of both, and counts what stands beside each other.
func compared(t *testing.T, name string, a, b costs.Side) int {
	t.Helper()
	c := costs.Compare(a, b)
	require.Empty(t, c.Note, name)
	ours, theirs, all := 0, 0, int64(0)
	for i := range c.Pairs {
		p := &c.Pairs[i]
		require.Equal(t, ours, p.Ours.Start, name)
		require.Equal(t, theirs, p.Theirs.Start, name)
		require.False(t, p.Ours.Empty() && p.Theirs.Empty(), name)
		ours, theirs = p.Ours.End, p.Theirs.End
		sum := int64(0)
		for _, r := range p.Reasons {
			sum += r.Clocks
		}
		require.Equal(t, p.Clocks(), sum, "%s: pair %d", name, i)
		all += sum
	}
	require.Equal(t, len(a.Blocks), ours, name)
	require.Equal(t, len(b.Blocks), theirs, name)
	require.Equal(t, int64(a.Clocks)-int64(b.Clocks), all, name)
	return len(c.Pairs)
}
