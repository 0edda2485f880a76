package run_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
)

// FuzzResume: a context image of a kernel with local memory and barriers, in which two words
// are others, is refused, or the launch goes on and ends, in bounded time.
func FuzzResume(f *testing.F) {
	small, err := machine.Parse("small.yaml", []byte("like: skl-gt2\nsubslices: 1\nslm_blocks: 1\n"))
	require.NoError(f, err)
	images := map[load.EngineName][][]byte{}
	for _, w := range stateWays() {
		whole, _, err := runState(f, "reduce__reduce_sum", w.engine, run.Options{})
		require.NoError(f, err)
		for n := range uint64(6) {
			rep, _, err := runState(f, "reduce__reduce_sum", w.engine, run.Options{Preempt: (2*n + 1) * whole.Instructions / 12, Machine: small})
			require.NoError(f, err)
			require.True(f, rep.Preempted)
			images[w.engine] = append(images[w.engine], rep.Image)
		}
	}
	head := uint32(fixed.SavedPage.Bytes())
	rest := uint32(len(images[load.Sim][0])) - 3000
	for _, at := range []uint32{0, 140, 192, head + 0x10000, head + 0x10000 + 0x1200, head + 0x10000 + 0x1310, rest, rest + 16, rest + 40} {
		f.Add(false, uint8(0), at, uint32(1), at+4, uint32(0))
		f.Add(true, uint8(3), at, uint32(0xFFFFFFFF), at+2048, uint32(7))
	}
	f.Fuzz(func(t *testing.T, sim bool, which uint8, at, v, at2, v2 uint32) {
		engine := load.Interp
		if sim {
			engine = load.Sim
		}
		image := bytes.Clone(images[engine][int(which)%len(images[engine])])
		for _, w := range [][2]uint32{{at, v}, {at2, v2}} {
			binary.LittleEndian.PutUint32(image[w[0]%uint32(len(image)-3):], w[1])
		}
		_, _, _ = runState(t, "reduce__reduce_sum", engine, run.Options{Resume: image, Machine: small, Limit: 100_000})
	})
}
