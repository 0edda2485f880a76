package observe_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

// counted runs a launch of the corpus with the vendor's code for skl.
func counted(t *testing.T, name, code string, o run.Options) *observe.Stats {
	t.Helper()
	l, err := launch.Read(filepath.Join(corpus.Subset(), "run", name, "launch.yaml"))
	require.NoError(t, err)
	o.Programs, o.Stats = []string{filepath.Join(corpus.Subset(), "skl", code)}, true
	r, err := run.Run(context.Background(), l, o)
	require.NoError(t, err)
	require.True(t, r.OK())
	return r.Stats
}

func machineNamed(t *testing.T, name string) *machine.Machine {
	t.Helper()
	m, err := machine.Named(name)
	require.NoError(t, err)
	return m
}

// TestBanks: a prefix sum over 128 dwords in strides of powers of two, without padding. By the
// source, lane l of 64 works on t[s*(2l+1)-1] and t[s*(2l+2)-1], s = 1..64: three messages up and
// four down, in rows of 16 lanes; their conflicts on 16 banks (Broxton, volume 6, SLM Bank
// Hardware Implementation) are 84 and 112 clocks a group. Its first stores and last loads are of
// two dwords a lane: 4 messages each, of two clocks. With 128 banks nothing conflicts.
//
// seed: Broxton vol. 6 SLM Bank Hardware Implementation
func TestBanks(t *testing.T) {
	const kernel, code = "scan__scan_blelloch", "scan__scan_blelloch_simd32.dat"
	s := counted(t, kernel, code, run.Options{})
	assert.EqualValues(t, 2*(84+112+16), s.Banks.Clocks)
	assert.Equal(t, 8, s.Banks.Degree)
	assert.Equal(t, []int{16, 4}, []int{s.Banks.Banks, s.Banks.Width})
	worst := s.Banks.Worst[0]
	assert.EqualValues(t, []uint64{14, 2}, []uint64{worst.Clocks, worst.Messages}, "16 lanes of stride 8, one message a group: 7 clocks")
	sum := uint64(0)
	for _, p := range s.Banks.Worst {
		sum += p.Clocks
	}
	assert.Equal(t, s.Banks.Clocks, sum)

	wide := machineNamed(t, "bxt")
	wide.SLMBanks = 128
	free := counted(t, kernel, code, run.Options{Machine: wide})
	assert.Equal(t, &observe.BankStats{Banks: 128, Width: 4, Messages: s.Banks.Messages, Degree: 1, Worst: []observe.BankPlace{}}, free.Banks)
	assert.Greater(t, s.Cycles.Total, free.Cycles.Total, "lanes wait")
	assert.LessOrEqual(t, s.Cycles.Total, free.Cycles.Total+s.Banks.Clocks)

	assert.Zero(t, counted(t, "transpose__transpose_slm", "transpose__transpose_slm_simd32.dat", run.Options{}).Banks.Clocks, "its rows are padded to 17 dwords")
	assert.Nil(t, counted(t, "saxpy__saxpy", "saxpy__saxpy_simd32.dat", run.Options{}).Banks, "no local memory")
}

// TestL3: 230 elements of two buffers are 15 lines of 64 bytes each, which miss once and stay;
// a division without cache for data has none. A launch with local memory is refused a division
// without it, and vISA has no messages.
func TestL3(t *testing.T) {
	const kernel, code = "saxpy__saxpy", "saxpy__saxpy_simd32.dat"
	m := machineNamed(t, "bxt")
	s := counted(t, kernel, code, run.Options{Machine: m, L3: true})
	assert.EqualValues(t, 2*15, s.L3.Misses)
	assert.Equal(t, 2*96<<10, s.L3.Bytes)
	assert.Equal(t, "0 (SLM 0, URB 96, rest 96, DC 0, RO 0)", s.L3.Config)
	sum := uint64(0)
	for i, p := range s.L3.Instructions {
		sum += p.Misses
		assert.LessOrEqual(t, p.Misses, s.L3.Instructions[max(i-1, 0)].Misses, "most first")
	}
	assert.Equal(t, s.L3.Misses, sum)
	none := counted(t, kernel, code, run.Options{Machine: m, L3: true, L3Config: "3"})
	assert.Zero(t, none.L3.Hits)
	assert.Equal(t, s.L3.Hits+s.L3.Misses, none.L3.Misses)
	assert.Nil(t, counted(t, kernel, code, run.Options{Machine: m}).L3)

	local := counted(t, "scan__scan_blelloch", "scan__scan_blelloch_simd32.dat", run.Options{Machine: m, L3: true})
	assert.Equal(t, "slm1 (SLM 64, URB 32, rest 96, DC 0, RO 0)", local.L3.Config)

	l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "scan__scan_blelloch", "launch.yaml"))
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{Stats: true, Machine: m, L3: true, L3Config: "0"})
	assert.ErrorContains(t, err, `L3 configuration "0": legal, with local memory, for banks "multi" of 192 KB are slm1 (SLM 64, URB 32, rest 96, DC 0, RO 0); slm2`)
	_, err = run.Run(context.Background(), l, run.Options{Stats: true, Machine: m, L3: true})
	assert.ErrorContains(t, err, "is vISA text, whose messages the interpreter does not make: want --engine sim")
	_, err = run.Run(context.Background(), l, run.Options{Stats: true, L3: true})
	assert.EqualError(t, err, "an estimate of the L3 needs a machine")
}
