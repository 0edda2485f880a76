package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func named(t *testing.T, name string) *Machine {
	t.Helper()
	m, err := Named(name)
	require.NoError(t, err)
	return m
}

// TestPools: the example of the Broxton document, volume 6, Thread Pools: 3 subslices of 6
// EUs of 6 threads give 36 threads to a group, and two pools of 9 EUs 54.
//
// seed: Broxton vol. 6 Thread Pools
// seed: Broxton vol. 6 Legacy-Mode
func TestPools(t *testing.T) {
	m := named(t, "bxt")
	assert.Equal(t, []Unit{
		{"subslice 0.0", 6, 36, 16, 0}, {"subslice 0.1", 6, 36, 16, 1}, {"subslice 0.2", 6, 36, 16, 0},
	}, m.Units(), "Legacy-Mode is the default")
	require.NoError(t, m.Pool())
	assert.Equal(t, []Unit{{"pool 0", 9, 54, 16, 0}, {"pool 1", 9, 54, 16, 1}}, m.Units())

	assert.EqualError(t, named(t, "skl-gt2").Pool(), "machine skl-gt2 has no thread pools: want one of bxt")
	_, err := Named("bxt-c")
	assert.ErrorContains(t, err, `machine "bxt-c": want ivb-gt2, hsw-gt2, `)
}

// TestFusedPools: the pools of parts with a subslice fused off, as the table of Linux'
// i915_gem_render_state.c has them.
//
// seed: Broxton vol. 6 Pool Configuration Rules
func TestFusedPools(t *testing.T) {
	for _, c := range []struct {
		off  uint32
		eus  []int
		many []int // threads
	}{
		{0, []int{9, 9}, []int{54, 54}},
		{1, []int{3, 9}, []int{18, 54}},
		{2, []int{6, 6}, []int{36, 36}},
		{4, []int{9, 3}, []int{54, 18}},
	} {
		m := named(t, "bxt")
		m.Off, m.Pooled = c.off, true
		var eus, threads []int
		for _, u := range m.Units() {
			eus, threads = append(eus, u.EUs), append(threads, u.Threads)
		}
		assert.Equal(t, c.eus, eus)
		assert.Equal(t, c.many, threads)
	}
	m := named(t, "bxt")
	m.Off = 2
	assert.Equal(t, []Unit{{"subslice 0.0", 6, 36, 16, 0}, {"subslice 0.2", 6, 36, 16, 1}}, m.Units())
}

// TestPoolState: the command as Linux sends it, and what is none.
//
// seed: Broxton vol. 6 Pool Configuration Rules
func TestPoolState(t *testing.T) {
	for _, c := range []struct {
		words []uint32
		want  string
	}{
		{[]uint32{0x70050004, 0x80000000, 0x00777000, 0, 0, 0}, ""},
		{[]uint32{0x70050004, 0x80000000, 0x00777000, 0, 0}, "5 dwords: want the 6 of the command"},
		{[]uint32{0x70050005, 0x80000000, 0x00777000, 0, 0, 0}, "dword 0 is 0x70050005: want 0x70050004"},
		{[]uint32{0x70050004, 0x80000001, 0x00777000, 0, 0, 0}, "dword 1 is 0x80000001: want bit 31 alone, which turns pools on, or 0"},
		{[]uint32{0x70050004, 0x80000000, 0x00887000, 0, 0, 0}, "dword 2 is 0x887000: want bits of 0x777777"},
		{[]uint32{0x70050004, 0x80000000, 0, 0, 0, 0}, "dword 2 is 0x0: want bits of 0x777777"},
		{[]uint32{0x70050004, 0x80000000, 0x00777000, 0, 7, 0}, "dwords 3 to 5 are 0x0 0x7 0x0: want 0, the machine has one slice"},
	} {
		m := named(t, "bxt")
		m.Pools = 0
		err := m.poolState(c.words)
		if c.want != "" {
			assert.EqualError(t, err, c.want)
			continue
		}
		require.NoError(t, err)
		assert.True(t, m.Pooled)
		assert.Equal(t, uint32(0x777000), m.Pools)
	}
	m := named(t, "bxt")
	require.NoError(t, m.poolState([]uint32{0x70050004, 0, 0x00777000, 0, 0, 0}))
	assert.False(t, m.Pooled, "legacy mode")
}
