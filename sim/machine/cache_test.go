package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPartitions: the rows of the Broxton document, volume 6, Size of L3 Bank and
// Allocations, with the sums it has.
//
// seed: Broxton vol. 6 Size of L3 Bank and Allocations
func TestPartitions(t *testing.T) {
	rows := map[string][][5]int{
		"multi":  {{0, 96, 96, 0, 0}, {0, 96, 0, 32, 64}, {0, 64, 0, 128, 0}, {0, 64, 0, 0, 128}, {0, 64, 128, 0, 0}, {64, 32, 96, 0, 0}, {64, 32, 0, 32, 64}, {64, 32, 0, 64, 32}, {64, 16, 112, 0, 0}},
		"single": {{0, 128, 192, 0, 0}, {0, 128, 0, 32, 160}, {0, 128, 0, 128, 64}, {64, 64, 192, 0, 0}, {64, 64, 0, 160, 32}, {64, 64, 0, 64, 128}},
	}
	sums := map[string]int{"multi": 192, "single": 320}
	got := map[string][][5]int{}
	for _, p := range partitions {
		if sum, ok := sums[p.Bank]; ok {
			got[p.Bank] = append(got[p.Bank], [5]int{p.SLM, p.URB, p.Rest, p.DC, p.RO})
			assert.Equal(t, sum, p.SLM+p.URB+p.Rest+p.DC+p.RO, p.String())
		}
	}
	assert.Equal(t, rows, got)
}

// TestPartition: a configuration by name, and the legal rows where there is none.
func TestPartition(t *testing.T) {
	m := named(t, "bxt-2x6")
	p, err := m.Partition("", false)
	require.NoError(t, err)
	assert.Equal(t, "0 (SLM 0, URB 128, rest 192, DC 0, RO 0)", p.String())
	p, err = m.Partition("", true)
	require.NoError(t, err)
	assert.Equal(t, "slm1", p.Config)
	_, err = m.Partition("4", false)
	assert.EqualError(t, err, `L3 configuration "4": legal for banks "single" of 320 KB are 0 (SLM 0, URB 128, rest 192, DC 0, RO 0); 1 (SLM 0, URB 128, rest 0, DC 32, RO 160); `+
		`2 (SLM 0, URB 128, rest 0, DC 128, RO 64); slm1 (SLM 64, URB 64, rest 192, DC 0, RO 0); slm2 (SLM 64, URB 64, rest 0, DC 160, RO 32); slm3 (SLM 64, URB 64, rest 0, DC 64, RO 128)`)
	_, err = m.Partition("0", true)
	assert.ErrorContains(t, err, `L3 configuration "0": legal, with local memory, for banks "single" of 320 KB are slm1 (`)
	_, err = named(t, "hsw-gt2").Partition("", false)
	assert.EqualError(t, err, "machine hsw-gt2: no source divides its L3; want a machine with one of multi, single, gen8, gen11, gen12, dg2")
	_, err = named(t, "icl").Partition("", true)
	assert.NoError(t, err, "its local memory lies elsewhere")
}

// TestCache: one bit of pseudo-LRU a line, in a bank of 16 ways of 32 sets.
//
// seed: Broxton vol. 6 L3 Cache and URB
func TestCache(t *testing.T) {
	m := named(t, "bxt")
	m.L3Banks = 1
	p, err := m.Partition("slm2", true)
	require.NoError(t, err)
	c := m.Cache(p)
	assert.Equal(t, 32<<10, c.Bytes())
	assert.Equal(t, uint64(3), c.Line(255))
	const set = 32 // lines from one of a set to the next
	for i := range uint64(16) {
		assert.False(t, c.Touch(i*set), "cold")
	}
	assert.True(t, c.Touch(0), "bits: that of 15, which cleared the others, now that of 0")
	assert.False(t, c.Touch(16*set), "takes the place of 1, the first without a bit")
	assert.False(t, c.Touch(1*set), "takes that of 2")
	assert.True(t, c.Touch(0))
	assert.True(t, c.Touch(3*set))
	assert.False(t, c.Touch(2*set), "takes that of 4")
	assert.False(t, c.Touch(4*set))
	assert.True(t, c.Touch(15*set))
	assert.False(t, c.Touch(1), "another set")
	assert.True(t, c.Touch(1))
}

// TestCacheSizes: lines of all banks, and of a division without data.
func TestCacheSizes(t *testing.T) {
	m := named(t, "skl-gt2")
	for config, kb := range map[string]int{"0": 4 * 96, "1": 4 * 32, "3": 0, "4": 4 * 128} {
		p, err := m.Partition(config, false)
		require.NoError(t, err)
		c := m.Cache(p)
		assert.Equal(t, kb<<10, c.Bytes(), config)
		c.Touch(5)
		assert.Equal(t, kb > 0, c.Touch(5), config)
	}
	for name, kb := range map[string]int{"dg2": 16384, "acm-g11": 4096, "acm-g12": 8192, "mtl-h": 4096} {
		p, err := named(t, name).Partition("", true)
		require.NoError(t, err, "local memory is not in the L3 there")
		assert.Equal(t, kb<<10, named(t, name).Cache(p).Bytes(), name)
	}
	_, err := named(t, "mtl-u").Partition("", false)
	assert.ErrorContains(t, err, "machine mtl-u: no source divides its L3")
	p, err := m.Partition("4", false)
	require.NoError(t, err)
	c := m.Cache(p)
	for line := range uint64(512 << 10 / 64) {
		assert.False(t, c.Touch(line))
	}
	for line := range uint64(512 << 10 / 64) {
		require.True(t, c.Touch(line), "as many lines as it has fit")
	}
}
