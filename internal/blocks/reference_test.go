package blocks

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/formats"
)

// bitText is a block as digits, the highest bit first. first says that the byte in front is the highest.
func bitText(b []byte, first bool) string {
	var s strings.Builder
	for i := range b {
		if !first {
			i = len(b) - 1 - i
		}
		fmt.Fprintf(&s, "%08b", b[i])
	}
	return s.String()
}

// bitField is bits hi to lo of such a text.
func bitField(s string, hi, lo int) int {
	v, err := strconv.ParseUint(s[len(s)-1-hi:len(s)-lo], 2, 64)
	if err != nil {
		panic(err)
	}
	return int(v)
}

// repeated is bits hi to lo as a fraction of 255, with its digits repeated until there are eight.
func repeated(s string, hi, lo int) float64 {
	digits := s[len(s)-1-hi : len(s)-lo]
	return float64(bitField(strings.Repeat(digits, 8)[:8], 7, 0))
}

// A reference gives the 16 texels of a block, or the 32 of FXT1, of R, G, B and A.
type reference func(b []byte) [][4]float64

// colours565 are the two ends of S3TC and their mixes.
func colours565(b []byte, four, clear bool) (pal [4][4]float64) {
	s := bitText(b, false)
	c := [2][4]float64{}
	for e := range 2 {
		c[e] = [4]float64{float64(bitField(s, 16*e+15, 16*e+11)) / 31, float64(bitField(s, 16*e+10, 16*e+5)) / 63, float64(bitField(s, 16*e+4, 16*e)) / 31, 1}
	}
	pal[0], pal[1] = c[0], c[1]
	three := !four && bitField(s, 15, 0) <= bitField(s, 31, 16)
	for i := range 4 {
		pal[2][i], pal[3][i] = (2*c[0][i]+c[1][i])/3, (c[0][i]+2*c[1][i])/3
		if three {
			pal[2][i], pal[3][i] = (c[0][i]+c[1][i])/2, 0
		}
	}
	if three && !clear {
		pal[3][3] = 1
	}
	return pal
}

func refS3TC(four, clear bool) reference {
	return func(b []byte) (out [][4]float64) {
		pal, s := colours565(b[:8], four, clear), bitText(b[:8], false)
		for t := range 16 {
			out = append(out, pal[bitField(s, 33+2*t, 32+2*t)])
		}
		return out
	}
}

// refChannel is RGTC: eight numbers from the two ends, as fractions.
func refChannel(b []byte, signed bool) (out []float64) {
	s := bitText(b, false)
	var e [2]float64
	raw := [2]int{int(b[0]), int(b[1])}
	low := 0.0
	for i := range e {
		e[i] = float64(b[i]) / 255
		if signed {
			raw[i], low = int(int8(b[i])), -1
			e[i] = max(float64(raw[i])/127, -1)
		}
	}
	pal := []float64{e[0], e[1]}
	if raw[0] > raw[1] {
		for i := 1; i < 7; i++ {
			pal = append(pal, e[0]+(e[1]-e[0])*float64(i)/7)
		}
	} else {
		for i := 1; i < 5; i++ {
			pal = append(pal, e[0]+(e[1]-e[0])*float64(i)/5)
		}
		pal = append(pal, low, 1)
	}
	for t := range 16 {
		out = append(out, pal[bitField(s, 18+3*t, 16+3*t)])
	}
	return out
}

// channels puts decoders of one component over the halves of a block.
func channels(half func([]byte) []float64, n int) reference {
	return func(b []byte) [][4]float64 {
		out := make([][4]float64, 16)
		for c := range n {
			for t, v := range half(b[8*c : 8*c+8]) {
				out[t][c] = v
			}
		}
		return out
	}
}

// withAlpha puts an alpha of its own over colours in the second half.
func withAlpha(color reference, alpha func([]byte) []float64) reference {
	return func(b []byte) [][4]float64 {
		out := color(b[8:])
		for t, a := range alpha(b[:8]) {
			out[t][3] = a
		}
		return out
	}
}

func refNibbles(b []byte) (out []float64) {
	s := bitText(b, false)
	for t := range 16 {
		out = append(out, float64(bitField(s, 4*t+3, 4*t))/15)
	}
	return out
}

// refEAC is base + modifier*multiplier in the unit of the formula, texels in columns; the text has the modifiers
// of KDF's table.
func refEAC(value func(base, modifier, multiplier float64) float64) func([]byte) []float64 {
	table := strings.Split("-3 -6 -9 -15 2 5 8 14,-3 -7 -10 -13 2 6 9 12,-2 -5 -8 -13 1 4 7 12,-2 -4 -6 -13 1 3 5 12,-3 -6 -8 -12 2 5 7 11,-3 -7 -9 -11 2 6 8 10,"+
		"-4 -7 -8 -11 3 6 7 10,-3 -5 -8 -11 2 4 7 10,-2 -6 -8 -10 1 5 7 9,-2 -5 -8 -10 1 4 7 9,-2 -4 -8 -10 1 3 7 9,-2 -5 -7 -10 1 4 6 9,"+
		"-3 -4 -7 -10 2 3 6 9,-1 -2 -3 -10 0 1 2 9,-4 -6 -8 -9 3 5 7 8,-3 -5 -7 -9 2 4 6 8", ",")
	return func(b []byte) []float64 {
		s, out := bitText(b, true), make([]float64, 16)
		row := strings.Fields(table[bitField(s, 51, 48)])
		for p := range 16 {
			m, err := strconv.Atoi(row[bitField(s, 47-3*p, 45-3*p)])
			if err != nil {
				panic(err)
			}
			out[p/4+p%4*4] = value(float64(bitField(s, 63, 56)), float64(m), float64(bitField(s, 55, 52)))
		}
		return out
	}
}

func eighth(multiplier float64) float64 {
	if multiplier == 0 {
		return 1.0 / 8
	}
	return multiplier
}

var references = map[formats.Layout]reference{
	formats.LayoutBc1:    refS3TC(false, true),
	formats.LayoutBc1rgb: refS3TC(false, false),
	formats.LayoutBc2:    withAlpha(refS3TC(true, false), refNibbles),
	formats.LayoutBc3:    withAlpha(refS3TC(true, false), func(b []byte) []float64 { return refChannel(b, false) }),
	formats.LayoutBc4:    channels(func(b []byte) []float64 { return refChannel(b, false) }, 1),
	formats.LayoutBc5:    channels(func(b []byte) []float64 { return refChannel(b, false) }, 2),
	formats.LayoutBc4s:   channels(func(b []byte) []float64 { return refChannel(b, true) }, 1),
	formats.LayoutBc5s:   channels(func(b []byte) []float64 { return refChannel(b, true) }, 2),
	formats.LayoutBc7:    refBC7,
	formats.LayoutFxt1:   refFXT1,
	formats.LayoutEtc1:   refETC(false),
	formats.LayoutEtc2:   refETC(false),
	formats.LayoutEtc2p:  refETC(true),
	formats.LayoutEtc2a: withAlpha(refETC(false), refEAC(func(base, m, k float64) float64 {
		return min(max(base+m*k, 0), 255) / 255
	})),
	formats.LayoutEac:   channels(refEAC(unsigned11), 1),
	formats.LayoutEac2:  channels(refEAC(unsigned11), 2),
	formats.LayoutEacs:  channels(refEAC(signed11), 1),
	formats.LayoutEacs2: channels(refEAC(signed11), 2),
}

func unsigned11(base, m, k float64) float64 {
	return min(max((base+0.5)/255.875+m*eighth(k)/255.875, 0), 1)
}

func signed11(base, m, k float64) float64 {
	if base > 127 {
		base = max(base-256, -127)
	}
	return min(max(base/127.875+m*eighth(k)/127.875, -1), 1)
}

// TestReferences: every texel of random blocks is what the definition of the family gives, computed for the block
// as a whole from its digits. BC6H has its texels in TestTexels.
func TestReferences(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for layout, ref := range references {
		for n := range 900 {
			var b [16]byte
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			if layout == formats.LayoutBc7 { // each mode as often
				b[0] = b[0]&^byte(2<<(n%9)-1) | byte(1<<(n%9))
			}
			if layout == formats.LayoutBc1 && n%3 == 0 { // ends that are alike
				copy(b[2:4], b[:2])
			}
			want := ref(b[:])
			width := len(want) / 4
			for i := range want {
				out := Color{}
				Decode(layout, &b, i%width, i/width, &out)
				for c := range out {
					require.InDelta(t, want[i][c], out[c], 1e-12, "layout %d block %x texel %d component %d", layout, b, i, c)
				}
			}
		}
	}
	for l := range formats.NumLayouts {
		_, has := references[l]
		require.Equal(t, has || l == formats.LayoutBc6 || l == formats.LayoutBc6s, Compressed(l), "layout %d", l)
	}
}
