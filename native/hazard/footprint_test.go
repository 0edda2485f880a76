package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// TestFootprint: what instructions touch is the same in both checkers, which have
// nothing in common there.
func TestFootprint(t *testing.T) {
	fs := files(t, native.TGL, "tgllp", "../shipped/tgl")
	for _, d := range before12 {
		if !slowOnes[d.dir] || *allMutations {
			fs = append(fs, files(t, d.t, d.dir)...)
		}
	}
	n := 0
	for _, f := range fs {
		for i := range f.insts {
			in := &f.insts[i]
			if !in.Op.IsALU() || byAddress(in) {
				continue
			}
			reads, writes := Footprint(in, Unplaced)
			bruteReads, bruteWrites := bytesOf(in)
			require.Equal(t, bruteReads.bits, bitsOf(reads), "%s %#x", f.name, f.offs[i])
			require.Equal(t, bruteWrites.bits, bitsOf(writes), "%s %#x", f.name, f.offs[i])
			n++
		}
	}
	if *allMutations {
		t.Logf("%d instructions", n)
		return
	}
	floor.Exact(t, "instructions with one footprint in both checkers in "+corpus.Which(), n)
}

func bitsOf(ts Touches) (out [native.MostGRFs * native.GRFBytes / 64]uint64) {
	for _, x := range ts {
		at := int(x.Reg) * native.GRFBytes
		out[at/64] |= x.Bytes << (at % 64)
	}
	return out
}
