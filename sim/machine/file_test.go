package machine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const whole = `machine: mine
slices: 1
subslices: 3
eus: 6
threads: 6
barriers: 16
slm: 65536
slm_blocks: 2
slm_unit: 1024
slm_banks: 16
slm_width: 4
l3_banks: 2
l3: multi
l3_config: {slm: 64, urb: 16, rest: 112}
pools: 0x777000
pooled: true
off: [1]
`

// TestParse: a whole file, and one like a machine of the table.
func TestParse(t *testing.T) {
	m, err := Parse("m.yaml", []byte(whole))
	require.NoError(t, err)
	assert.Equal(t, &Machine{
		Name: "mine", Slices: 1, Subslices: 3, EUs: 6, Threads: 6, Barriers: 16, SLM: 65536, Blocks: 2, Unit: 1024, SLMBanks: 16, Width: 4,
		L3: "multi", L3Banks: 2, Config: "slm4", Pools: 0x777000, Pooled: true, Off: 2,
	}, m)
	m, err = Parse("m.yaml", []byte("like: bxt\nthreads: 7\nmedia_pool_state: [0x70050004, 0x80000000, 0x00777000, 0, 0, 0]\n"))
	require.NoError(t, err)
	assert.Equal(t, "like bxt", m.Name)
	assert.Equal(t, []Unit{{"pool 0", 9, 63, 16, 0}, {"pool 1", 9, 63, 16, 1}}, m.Units())
}

// TestParseErrors: each says the place, what stood there and what is legal.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"like: bxt\nthread: 7\n", `m.yaml:2:1: error: unknown key "thread": legal keys are machine, like, slices, subslices, eus, threads,`},
		{"like: bxtt\n", `m.yaml:1:7: error: like: "bxtt": want one of ivb-gt2, hsw-gt2,`},
		{"slices: 1\n", `m.yaml:1:1: error: missing key "subslices": want it, or "like" with a machine that has it`},
		{"like: bxt\nthreads: 17\n", `m.yaml:2:10: error: threads: want a number from 1 to 16, found "17"`},
		{"like: bxt\nthreads: [1]\n", `m.yaml:2:10: error: threads: want a number from 1 to 16, found "["`},
		{"like: bxt\nslm: 65000\n", `m.yaml:2:6: error: slm: 65000: want a power of two`},
		{"like: bxt\nslm: 512\n", `m.yaml:1:1: error: slm_unit: 1024: want at most the 512 bytes of a block`},
		{"like: bxt\nslm_blocks: 4\n", `m.yaml:2:13: error: slm_blocks: 4: want 1 to 3, the subslices`},
		{"like: bxt\noff: [3]\n", `m.yaml:2:7: error: off: want a number from 0 to 2, found "3"`},
		{"like: bxt\noff: [0, 1, 2]\n", `m.yaml:2:6: error: off: want some of the subslices 0 to 2, and one of all left`},
		{"like: bxt\noff: 1\n", `m.yaml:2:6: error: off: want a list of at most 3 numbers`},
		{"like: skl-gt2\npools: 0x777000\n", `m.yaml:2:8: error: pools: want a slice of 3 subslices of 6 EUs, as the only document of pools has`},
		{"like: bxt\npools: 0x888000\n", `m.yaml:2:8: error: pools: 0x888000: want bits of 0x777777 alone`},
		{"like: skl-gt2\npooled: true\n", `m.yaml:2:9: error: pooled: the machine has no pools`},
		{"like: bxt\npooled: 1\n", `m.yaml:2:9: error: pooled: want true or false, found "1"`},
		{"like: bxt\nmedia_pool_state: [1, 2]\n", `m.yaml:2:19: error: media_pool_state: 2 dwords: want the 6 of the command`},
		{"like: bxt\npools: 7\nmedia_pool_state: [1, 2]\n", `m.yaml:2:8: error: pools: media_pool_state says it too: want one of them`},
		{"like: bxt\nl3: double\n", `m.yaml:2:5: error: l3: "double": want multi, single, gen8, gen11, gen12`},
		{"like: bxt\nl3_config: slm5\n", `m.yaml:2:12: error: l3_config: L3 configuration "slm5": legal for banks "multi" of 192 KB are 0 (SLM 0, URB 96, rest 96, DC 0, RO 0); 1 (`},
		{"like: bxt\nl3_config: {slm: 64, urb: 64, rest: 64}\n", `m.yaml:2:12: error: l3_config: L3 configuration "of a file (SLM 64, URB 64, rest 64, DC 0, RO 0)": legal for banks "multi"`},
		{"like: bxt\nl3_config: {slm: 64, tex: 64}\n", `m.yaml:2:22: error: l3_config: unknown key "tex": legal keys are slm, urb, rest, dc, ro`},
		{"like: hsw-gt2\nl3_config: slm1\n", `m.yaml:2:12: error: l3_config: machine like hsw-gt2: no source divides its L3;`},
		{"- bxt\n", "m.yaml:1:1: error: want a mapping with keys machine, like,"},
		{"like: &x bxt\n", "m.yaml:1:7: error: found an anchor (&): want plain text, a number, a list or a mapping"},
		{"like: bxt\n" + strings.Repeat("x", 1000) + ": 1\n", `m.yaml:2:1: error: unknown key "` + strings.Repeat("x", 80) + `...": legal`},
	} {
		_, err := Parse("m.yaml", []byte(c.src))
		require.Error(t, err, c.src)
		if !assert.Contains(t, err.Error(), c.want) {
			t.Log(err)
		}
	}
}

// FuzzParse: any file is a machine whose launches fit in its bounds, or an error.
func FuzzParse(f *testing.F) {
	for _, src := range []string{whole, "like: bxt\noff: [1]\n", "like: tgl\nl3_config: 1\n", "like: bxt\nmedia_pool_state: [0x70050004, 0, 0, 0, 0, 0]\n"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := Parse("m.yaml", src)
		if err != nil {
			return
		}
		o, err := m.Occupancy(Demand{3, 1, 1, true, false})
		require.NoError(t, err)
		require.Positive(t, o.InFlight)
		if p, err := m.Partition("", false); err == nil {
			require.LessOrEqual(t, m.Cache(p).Bytes(), 64<<20)
		}
	})
}
