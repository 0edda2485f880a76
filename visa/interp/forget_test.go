package interp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

// changing are states that name the next buffer each time they are asked for.
type changing struct {
	mem.States
	next *[]*mem.Buffer
}

func (c changing) Surface(mem.Ref) (mem.Surface, error) {
	b := (*c.next)[0]
	*c.next = (*c.next)[1:]
	return b.Surface(mem.Bounded), nil
}

// TestSamplerCacheFlush: the state of a surface is read once, and once more behind a flush.
//
// seed: Broxton vol. 6 State Caching
func TestSamplerCacheFlush(t *testing.T) {
	memory := mem.New()
	var all []*mem.Buffer
	for i, name := range []string{"first", "second"} {
		b := memory.Alloc(name, 64)
		for at := uint64(0); at < 64; at += 4 {
			require.NoError(t, b.Store(at, 4, uint64(10*(i+1))+at/4))
		}
		all = append(all, b)
	}
	p, err := interp.New(parse(t, lines("movs (M1_NM, 1) T6(0) 0x0:ud", "oword_ld (1) T6 0x0:ud OUT.0", "oword_ld (1) T6 0x1:ud OUT.0",
		"oword_st (1) T6 0x2:ud OUT.0", "sampler_cache_flush")))
	require.NoError(t, err)
	next := append([]*mem.Buffer{}, all...)
	th := newMachine().thread(memory)
	th.States = changing{memory.States(), &next}
	w := p.NewWorker(1)
	w.Start(0, th)
	status, err := w.Resume(0, 100)
	require.NoError(t, err)
	require.Equal(t, dispatch.Done, status)
	assert.Empty(t, next)
	got := func(b *mem.Buffer, at uint64) uint64 {
		v, err := b.Load(at, 4)
		require.NoError(t, err)
		return v
	}
	assert.Equal(t, []uint64{10, 14, 15}, []uint64{got(all[0], 0), got(all[0], 32), got(all[0], 36)}, "the store before the flush")
	assert.Equal(t, []uint64{14, 15}, []uint64{got(all[1], 0), got(all[1], 4)}, "the store at the end")
}
