//go:build oracle

package native_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// ruleRanges are the fields that rules are about.
var ruleRanges = [][2]int{
	{10, 9}, {13, 11}, {15, 14}, {23, 21}, {27, 24}, {28, 28}, {31, 31}, {33, 32}, {40, 37}, {46, 43}, {52, 48}, {60, 53}, {62, 61}, {68, 64}, {76, 69},
	{78, 77}, {81, 80}, {84, 82}, {88, 85}, {94, 91}, {100, 96}, {108, 101}, {110, 109}, {113, 112}, {116, 114}, {120, 117},
}

// vendorSilent are the rules that iga64 -Wall does not have, or not in all cases.
// Each has its citation in the table of rules, and compiled code obeys them all
// (TestCorpusObeysRules).
var vendorSilent = strings.Fields(`bxt.1.1 bxt.1.2 bxt.2.4 bxt.2.8 bxt.3.1 bxt.3.2 bxt.4.1 bxt.7.1 bxt.8.3 bxt.8.5 bxt.9.2 bxt.9.3 bxt.9.4
	eu.acc.src eu.acc.wide eu.align eu.arf eu.carry eu.channels eu.cmp eu.convert eu.csel eu.flag eu.grf eu.logic eu.math.int eu.mul.flags eu.mul.order
	bxt.7.2 bxt.7.7 bxt.7.8 bxt.9.5 eu.math.pair eu.acc.negated eu.arf.cross eu.csel.types eu.logic.types eu.math.place eu.null eu.qword.align16 eu.vector.step lkf.vstride
	eu.mixed.wide eu.send.eot eu.send.payload eu.send.split eu.ternary eu.ternary.df eu.types eu.vector`)

// vendorNoise are warnings that iga64 -Wall gives for compiled code as well (the
// first, 1917 times on skl and bxt), or that are about text only.
var vendorNoise = regexp.MustCompile(`invalid operand type combination|src type is not binary normal form|send operand subregisters|implicit type|should be omitted`)

// vendorOnly are warnings without a rule of ours: types narrower than an
// architecture register takes, and Switch on writes of others than cr0.
var vendorOnly = regexp.MustCompile(`access granularity too small|requires \{Switch\}`)

// cr0Written finds cr0 as destination.
var cr0Written = regexp.MustCompile(`\) (\(sat\))?cr0`)

// TestIGARules mutates compiled instructions: where iga64 -Wall warns a rule
// has to be violated, and where a rule that it has is violated it warns.
func TestIGARules(t *testing.T) {
	seeds := seedWords(t)
	rnd := rand.New(rand.NewPCG(11, 0))
	agree := 0
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
			agree += judgeRules(t, s, warned[i])
		}
	}
	floor.Exact(t, "verdicts that iga64 shares", agree)
	t.Logf("%d instructions that both find wrong", agree)
}

// judgeRules compares the verdicts on one instruction; 1 when both find it wrong.
func judgeRules(t *testing.T, s sample, warned string) int {
	in, _, err := native.Decode(native.SKL, s.word)
	require.NoError(t, err)
	found := findings(native.SKL, in)
	switch {
	case warned != "" && len(found) > 0:
		return 1
	case warned != "":
		assert.Regexp(t, vendorOnly, warned, "%x: %s", s.word, s.text)
		assert.False(t, strings.Contains(warned, "Switch") && cr0Written.MatchString(s.text), "%x: %s", s.word, s.text)
	default:
		for _, id := range found {
			assert.Contains(t, vendorSilent, id, "%x: %s", s.word, s.text)
		}
	}
	return 0
}
