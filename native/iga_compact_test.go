//go:build oracle

package native_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// exactSamples are random instructions that iga64 assembles from our text to the
// same 16 bytes.
func exactSamples(t *testing.T, rnd *rand.Rand, seeds *[128][][]byte) []sample {
	var list []sample
	for len(list) < 500 {
		w := randomWord(rnd, seeds, byte(rnd.IntN(128)))
		if in, _, err := native.Decode(native.SKL, w); err == nil && in.Op.Targets() == 0 && in.Op != native.OpNenop { // which iga64 refuses
			list = append(list, sample{w, strings.Join(strings.Fields(asm.Inst(native.SKL, &in, 0)), " ")})
		}
	}
	list, code, _ := assembled(t, native.SKL, list)
	require.Len(t, code, 16*len(list))
	var out []sample
	for i, s := range list {
		if bytes.Equal(code[16*i:][:16], s.word) {
			out = append(out, s)
		}
	}
	return out
}

// TestIGACompaction: of random instructions iga64 compacts the same ones as we
// do, to the same bytes.
func TestIGACompaction(t *testing.T) {
	seeds := seedWords(t)
	rnd := rand.New(rand.NewPCG(10, 0))
	long, short := 0, 0
	for range 8 {
		list := exactSamples(t, rnd, seeds)
		code, _ := assemble(t, native.SKL, list, "-Xautocompact")
		require.NotNil(t, code)
		for _, s := range list {
			n := 16
			if code[3]&0x20 != 0 {
				n = 8
			}
			theirs := code[:n]
			code = code[n:]
			if sameCompaction(t, s, theirs) {
				short++
			} else {
				long++
			}
		}
		require.Empty(t, code)
	}
	floor.Exact(t, "instructions that both compact, from "+corpus.Which(), short)
	floor.Exact(t, "instructions that both leave long, from "+corpus.Which(), long)
	t.Logf("%d instructions that both compact, %d that neither does", short, long)
}

// sameCompaction compares iga64's form with ours, and says whether ours is
// compact.
func sameCompaction(t *testing.T, s sample, theirs []byte) bool {
	in, _, err := native.Decode(native.SKL, s.word)
	require.NoError(t, err)
	native.TryCompact(native.SKL, &in)
	if in.ChanOff%8 != 0 {
		// the compact form has no bit 11; iga64 1.1.0 drops it
		assert.False(t, in.Compact, s.text)
		return false
	}
	ours, err := native.Encode(native.SKL, &in)
	require.NoError(t, err)
	assert.Equal(t, theirs, ours, s.text)
	return in.Compact
}
