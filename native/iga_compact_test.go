//go:build oracle

package native_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// assemblyError is how iga64 reports a line that it does not take.
var assemblyError = regexp.MustCompile(`(?m)^line (\d+)\.\d+: error`)

// sample is an instruction and our text of it.
type sample struct {
	word []byte
	text string
}

// assemble runs iga64 on the texts and gives the code, or the samples that it
// refuses, by index.
func assemble(t *testing.T, list []sample, args ...string) (code []byte, refused []int) {
	t.Helper()
	var text bytes.Buffer
	for _, s := range list {
		text.WriteString(s.text + "\n")
	}
	file := filepath.Join(t.TempDir(), "k.asm")
	require.NoError(t, os.WriteFile(file, text.Bytes(), 0o600))
	out, err := exec.Command("iga64", append([]string{"-a", "-p=9", file, "-o", file + ".bin"}, args...)...).CombinedOutput()
	for _, m := range assemblyError.FindAllSubmatch(out, -1) {
		n, _ := strconv.Atoi(string(m[1]))
		refused = append(refused, n-1)
	}
	if err != nil {
		require.NotEmpty(t, refused, "%s", out)
		return nil, refused
	}
	code, err = os.ReadFile(file + ".bin")
	require.NoError(t, err)
	return code, nil
}

// exactSamples are random instructions that iga64 assembles from our text to the
// same 16 bytes.
func exactSamples(t *testing.T, rnd *rand.Rand, seeds *[128][][]byte) []sample {
	var list []sample
	for len(list) < 500 {
		w := randomWord(rnd, seeds, byte(rnd.IntN(128)))
		if in, _, err := native.Decode(native.SKL, w); err == nil && in.Op.Targets() == 0 {
			list = append(list, sample{w, strings.Join(strings.Fields(asm.Inst(&in, 0)), " ")})
		}
	}
	code, refused := assemble(t, list)
	for code == nil {
		keep := list[:0]
		for i, s := range list {
			if !slices.Contains(refused, i) {
				keep = append(keep, s)
			}
		}
		list = keep
		code, refused = assemble(t, list)
	}
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
		code, refused := assemble(t, list, "-Xautocompact")
		require.Empty(t, refused)
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
	require.Greater(t, short, 500)
	require.Greater(t, long, 500)
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
