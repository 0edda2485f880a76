package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOccupancy: numbers that follow by hand from a machine's row.
//
// seed: Broxton vol. 6 Legacy-Mode
func TestOccupancy(t *testing.T) {
	for _, c := range []struct {
		name         string
		machine      string
		pooled       bool
		d            Demand
		inFlight     int
		by           []int // groups by unit
		limit        string
		waves        uint64
		last         []int
		idle, lastly int // threads
	}{
		{"27 threads: one a subslice of 36", "bxt", false, Demand{12, 27, 0, false, false}, 3, []int{1, 1, 1}, ByThreads, 4, []int{1, 1, 1}, 27, 27},
		{"and two a pool of 54 (BXT Thread Pools)", "bxt", true, Demand{12, 27, 0, false, false}, 4, []int{2, 2}, ByThreads, 3, []int{2, 2}, 0, 0},
		{"40 KB take 64 of a block; three subslices share two", "bxt", false, Demand{4, 4, 40 << 10, true, false}, 2, []int{1, 1, 0}, ByMemory, 2, []int{1, 1, 0}, 100, 100},
		{"5000 bytes take 8 KB", "skl-gt2", false, Demand{100, 4, 5000, true, false}, 24, []int{8, 8, 8}, ByMemory, 5, []int{2, 1, 1}, 72, 152},
		{"as many barriers as groups", "skl-gt2", false, Demand{48, 1, 0, true, false}, 48, []int{16, 16, 16}, ByBarriers, 1, []int{16, 16, 16}, 120, 120},
		{"threads without them", "skl-gt2", false, Demand{168, 1, 0, false, false}, 168, []int{56, 56, 56}, ByThreads, 1, []int{56, 56, 56}, 0, 0},
		{"fewer groups than there is room", "skl-gt2", false, Demand{2, 8, 0, false, false}, 21, []int{7, 7, 7}, ByThreads, 1, []int{1, 1, 0}, 0, 152},
		{"units of 4 KB before Gen9", "bdw-gt2", false, Demand{48, 1, 100, false, false}, 48, []int{16, 16, 16}, ByMemory, 1, []int{16, 16, 16}, 120, 120},
		{"an Xe core has 128 threads, and 32 barriers", "mtl-h", false, Demand{300, 2, 1024, true, false}, 256, []int{32, 32, 32, 32, 32, 32, 32, 32}, ByBarriers, 2, []int{6, 6, 6, 6, 5, 5, 5, 5}, 512, 936},
		{"groups of 512 channels of 16", "acm-g11", false, Demand{33, 32, 0, true, false}, 32, []int{4, 4, 4, 4, 4, 4, 4, 4}, ByThreads, 2, []int{1, 0, 0, 0, 0, 0, 0, 0}, 0, 992},
		{"of 256 registers: half as many threads", "acm-g11", false, Demand{33, 32, 0, true, true}, 16, []int{2, 2, 2, 2, 2, 2, 2, 2}, ByThreads, 3, []int{1, 0, 0, 0, 0, 0, 0, 0}, 0, 480},
		{"128 KB for groups of 33", "mtl-u", false, Demand{8, 4, 33 << 10, true, false}, 8, []int{2, 2, 2, 2}, ByMemory, 1, []int{2, 2, 2, 2}, 480, 480},
		{"two slices", "skl-gt3", false, Demand{7, 56, 0, false, false}, 6, []int{1, 1, 1, 1, 1, 1}, ByThreads, 2, []int{1, 0, 0, 0, 0, 0}, 0, 280},
	} {
		m := named(t, c.machine)
		m.Pooled = c.pooled
		o, err := m.Occupancy(c.d)
		require.NoError(t, err, c.name)
		var by, last []int
		for _, u := range o.Units {
			by, last = append(by, u.Groups), append(last, u.Last)
		}
		assert.Equal(t, c.inFlight, o.InFlight, c.name)
		assert.Equal(t, c.by, by, c.name)
		assert.Equal(t, c.limit, o.Limit, c.name)
		assert.Equal(t, c.waves, o.Waves, c.name)
		assert.Equal(t, c.last, last, c.name)
		assert.Equal(t, c.idle, o.Idle.Threads, c.name)
		assert.Equal(t, c.lastly, o.IdleInTheLast.Threads, c.name)
	}
}

// TestOccupancyShares: parts of the machine's threads.
func TestOccupancyShares(t *testing.T) {
	o, err := named(t, "bxt").Occupancy(Demand{12, 27, 0, false, false})
	require.NoError(t, err)
	assert.Equal(t, 108, o.Threads)
	assert.Equal(t, Share{27, 0.25}, o.Idle)
	assert.Equal(t, "legacy", o.Mode)
}

// TestOccupancyErrors: what has no room is named with the room there is.
func TestOccupancyErrors(t *testing.T) {
	m := named(t, "bxt")
	_, err := m.Occupancy(Demand{1, 54, 0, false, false})
	assert.EqualError(t, err, "machine bxt: a group of 54 threads: the largest subslice has 36")
	require.NoError(t, m.Pool())
	_, err = m.Occupancy(Demand{1, 54, 0, false, false})
	assert.NoError(t, err)
	_, err = m.Occupancy(Demand{1, 55, 0, false, false})
	assert.EqualError(t, err, "machine bxt: a group of 55 threads: the largest pool has 54")
	_, err = m.Occupancy(Demand{1, 1, 65537, false, false})
	assert.EqualError(t, err, "machine bxt: a group of 65537 bytes of local memory: a block has 65536")
	_, err = named(t, "dg2").Occupancy(Demand{1, 65, 0, false, true})
	assert.EqualError(t, err, "machine dg2: a group of 65 threads: the largest subslice has 64")
	_, err = m.Occupancy(Demand{0, 1, 0, false, false})
	assert.EqualError(t, err, "0 groups of 1 threads and 0 bytes of local memory: want a group and a thread at least")
}
