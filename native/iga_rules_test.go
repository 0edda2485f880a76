//go:build oracle

package native_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// ruleRanges are the fields that rules are about.
var ruleRanges = [][2]int{
	{10, 9}, {13, 11}, {15, 14}, {23, 21}, {27, 24}, {28, 28}, {31, 31}, {33, 32}, {40, 37}, {46, 43}, {52, 48}, {60, 53}, {62, 61}, {68, 64}, {76, 69},
	{78, 77}, {81, 80}, {84, 82}, {88, 85}, {94, 91}, {100, 96}, {108, 101}, {110, 109}, {113, 112}, {116, 114}, {120, 117},
}

// vendorNoise are warnings that iga64 -Wall gives for compiled code as well (the
// first, 1917 times on skl and bxt), or that are about text only.
var vendorNoise = regexp.MustCompile(`invalid operand type combination|src type is not binary normal form|send operand subregisters|implicit type|should be omitted`)

// vendorOnly are warnings without a rule of ours: bytes of msg and other registers whose
// granularity no document has, and Switch on writes of others than cr0.
var vendorOnly = regexp.MustCompile(`access granularity too small|requires \{Switch\}`)

// cr0Written finds cr0 as destination.
var cr0Written = regexp.MustCompile(`\) (\(sat\))?cr0`)

// TestIGARules mutates compiled instructions: where iga64 -Wall warns a rule has to be
// violated. How many both find wrong and how many rules alone is written down; which
// rules these are is in docs/restrictions.md (TestMutantsBesideIGA).
func TestIGARules(t *testing.T) {
	seeds := seedWords(t)
	rnd := rand.New(rand.NewPCG(11, 0))
	both, ours := 0, 0
	for range 8 {
		var list []sample
		for len(list) < 600 {
			pool := seeds[rnd.IntN(128)]
			if len(pool) == 0 {
				continue
			}
			w := append([]byte(nil), pool[rnd.IntN(len(pool))]...)
			for range 1 + rnd.IntN(2) {
				r := ruleRanges[rnd.IntN(len(ruleRanges))]
				setBits(w, r[0], r[1], rnd.Uint64())
			}
			if in, _, err := native.Decode(native.SKL, w); err == nil && in.Op.Targets() == 0 && in.Op != native.OpRet {
				list = append(list, sample{w, strings.Join(strings.Fields(asm.Inst(native.SKL, &in, 0)), " ")})
			}
		}
		list, _, said := assembled(t, native.SKL, list, "-Wall")
		warned := make([]string, len(list))
		for _, r := range said {
			if !vendorNoise.MatchString(r.text) {
				warned[r.sample] = r.text
			}
		}
		for i, s := range list {
			in, _, err := native.Decode(native.SKL, s.word)
			require.NoError(t, err)
			found := findings(native.SKL, in)
			switch {
			case len(found) > 0 && warned[i] != "":
				both++
			case len(found) > 0:
				ours++
			case strings.HasPrefix(s.text, "smov") && strings.Contains(warned[i], "exceeds 2 GRF"):
				// its mask leaves fewer elements: Intel's compiler writes qwords by such smov
			case warned[i] != "":
				assert.Regexp(t, vendorOnly, warned[i], "%x: %s", s.word, s.text)
				assert.False(t, strings.Contains(warned[i], "Switch") && cr0Written.MatchString(s.text), "%x: %s", s.word, s.text)
			}
		}
	}
	floor.Exact(t, "instructions that iga64 and rules find wrong in "+corpus.Which(), both)
	floor.Exact(t, "instructions that rules alone find wrong in "+corpus.Which(), ours)
}
