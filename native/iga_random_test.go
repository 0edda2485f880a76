//go:build oracle

package native_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// bitRanges are the fields of the Gen9 formats, last bit first, whatever format
// they belong to.
var bitRanges = [][2]int{
	{8, 8}, {10, 9}, {13, 11}, {15, 14}, {19, 16}, {20, 20}, {23, 21}, {27, 24}, {28, 28}, {30, 30}, {31, 31}, {32, 32}, {33, 33}, {34, 34},
	{36, 35}, {40, 37}, {42, 41}, {46, 43}, {47, 47}, {52, 48}, {60, 53}, {62, 61}, {63, 63}, {68, 64}, {72, 69}, {76, 73}, {78, 77}, {79, 79},
	{81, 80}, {84, 82}, {88, 85}, {90, 89}, {94, 91}, {95, 95}, {100, 96}, {108, 101}, {110, 109}, {111, 111}, {113, 112}, {116, 114},
	{120, 117}, {121, 121}, {127, 122}, {127, 127},
}

func setBits(p []byte, hi, lo int, v uint64) {
	for b := lo; b <= hi; b++ {
		p[b/8] = p[b/8]&^(1<<(b%8)) | byte(v&1)<<(b%8)
		v >>= 1
	}
}

// seedWords are the 16-byte forms of the golden instructions and of the corpus,
// by opcode.
func seedWords(t *testing.T) *[128][][]byte {
	var out [128][][]byte
	for _, g := range goldens(t) {
		out[g.code[0]] = append(out[g.code[0]], g.code)
	}
	for _, file := range gen9Files(t, "skl") {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(native.SKL, code)
		require.NoError(t, err)
		for i := range insts {
			insts[i].Compact = false
			b, err := native.Encode(native.SKL, &insts[i])
			require.NoError(t, err)
			out[b[0]] = append(out[b[0]], b)
		}
	}
	return &out
}

// randomWord is a seed, mostly of the opcode, with up to three fields redrawn,
// sometimes an immediate or one bit; branch targets stay near.
func randomWord(rnd *rand.Rand, seeds *[128][][]byte, opcode byte) []byte {
	pool := seeds[opcode]
	if len(pool) == 0 || rnd.IntN(8) == 0 {
		pool = seeds[0x40] // add
	}
	w := bytes.Clone(pool[rnd.IntN(len(pool))])
	for range rnd.IntN(4) {
		r := bitRanges[rnd.IntN(len(bitRanges))]
		setBits(w, r[0], r[1], rnd.Uint64())
	}
	if rnd.IntN(6) == 0 {
		file, kind := [2]int{42, 41}, [2]int{46, 43} // source 0
		if rnd.IntN(2) == 0 {
			file, kind = [2]int{90, 89}, [2]int{94, 91} // source 1
		}
		setBits(w, file[0], file[1], 3)
		setBits(w, kind[0], kind[1], rnd.Uint64N(12))
		half := rnd.Uint64N(1 << 16)
		setBits(w, 127, 96, half|half<<16)
	}
	if opcode>>4 == 2 && rnd.IntN(10) > 0 {
		setBits(w, 127, 96, uint64(16*(rnd.IntN(20)-10)))
		setBits(w, 95, 64, uint64(16*(rnd.IntN(20)-10)))
	}
	if rnd.IntN(12) == 0 {
		b := rnd.IntN(128)
		w[b/8] ^= 1 << (b % 8)
	}
	setBits(w, 6, 0, uint64(opcode))
	setBits(w, 29, 29, 0)
	return w
}

// TestIGARandom: for random instructions our decode is iga64's, so is our text,
// and encoding gives the same bytes again. Where only one of the two decodes,
// the reason is a known one.
func TestIGARandom(t *testing.T) {
	seeds := seedWords(t)
	rnd := rand.New(rand.NewPCG(9, 0))
	both := 0
	for batch := range 50 {
		target := []native.Target{native.SKL, native.BXT}[batch%2]
		var code []byte
		var offs []int
		var ours []*native.Inst
		var errs []*native.DecodeError
		for range 500 {
			w := randomWord(rnd, seeds, byte(rnd.IntN(128)))
			in, _, err := native.Decode(target, w)
			var bad *native.DecodeError
			if err == nil {
				ours = append(ours, &in)
				b, err := native.Encode(target, &in)
				require.NoError(t, err, "%x", w)
				require.Equal(t, w, b)
			} else {
				require.ErrorAs(t, err, &bad)
				ours = append(ours, nil)
			}
			errs, offs, code = append(errs, bad), append(offs, len(code)), append(code, w...)
		}
		for i, v := range oracle.Judge(t, target, code, offs, ours) {
			both += judgeRandom(t, target, code[offs[i]:][:16], offs[i], ours[i], errs[i], &v)
		}
	}
	t.Logf("%d instructions that both decode", both)
	floor.Exact(t, "random instructions that both decode, from "+corpus.Which(), both)
}

// judgeRandom compares one instruction and says whether both decode it.
func judgeRandom(t *testing.T, target native.Target, w []byte, at int, in *native.Inst, bad *native.DecodeError, v *oracle.Verdict) int {
	text := ""
	if in != nil {
		text = strings.Join(strings.Fields(asm.Inst(target, in, at)), " ")
	}
	switch {
	case in == nil && v.Refused != "":
		return 0
	case in == nil:
		if !slices.ContainsFunc(stricter, func(s strictness) bool { return s.holds(bad) }) {
			assert.Fail(t, "only we refuse", "%x: %v: %s", w, bad, v.Text)
		}
		return 0
	case v.Refused != "" && in.Op == native.OpNenop:
		return 0 // it pads kernels and is never executed
	case v.Refused != "":
		if !slices.ContainsFunc(laxer, func(l laxity) bool { return l.holds(target, in, v.Refused) }) {
			assert.Fail(t, "only iga64 refuses", "%x: %s: %s", w, v.Refused, text)
		}
		return 0
	}
	known := false
	for _, d := range v.Diffs {
		if slices.ContainsFunc(hidden, func(h hiding) bool { return h.holds(in, d) }) {
			known = true
			continue
		}
		assert.Fail(t, "decoded differently", "%x: %v: %s", w, d, v.Text)
	}
	theirs := accumulators.ReplaceAllStringFunc(v.Text, func(s string) string {
		return fmt.Sprintf("%sacc%d", s[:1], s[4]-'0'+2)
	})
	if !known && !inBytes.MatchString(theirs) && (!in.Op.IsSend() || !in.Dst.Indirect) { // it shows their stride
		assert.Equal(t, theirs, misaligned.ReplaceAllString(text, "$1"), "%x", w)
	}
	return 1
}

// What our text writes in another way, on purpose.
var (
	misaligned   = regexp.MustCompile(`(?:\b(null|ip)\.0)?\+[0-9]+`) // our mark of a sub-register inside an element
	accumulators = regexp.MustCompile(`[ ~)-]mme[0-7]`)              // iga64's acc2 to acc9, where no macro uses them
	inBytes      = regexp.MustCompile(`\b(ce|msg\d|fc\d)\.`)         // registers whose sub-registers iga64 counts in bytes
)
