package blocks

import (
	"bufio"
	"encoding/hex"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/formats"
	"github.com/genvisa/genvisa/internal/num"
)

var layoutNames = map[string]formats.Layout{
	"bc1": formats.LayoutBc1, "bc1rgb": formats.LayoutBc1rgb, "bc2": formats.LayoutBc2, "bc3": formats.LayoutBc3, "bc4": formats.LayoutBc4,
	"bc4s": formats.LayoutBc4s, "bc5": formats.LayoutBc5, "bc5s": formats.LayoutBc5s, "bc6": formats.LayoutBc6, "bc6s": formats.LayoutBc6s,
	"bc7": formats.LayoutBc7, "etc2": formats.LayoutEtc2, "etc2p": formats.LayoutEtc2p, "etc2a": formats.LayoutEtc2a,
	"eac": formats.LayoutEac, "eac2": formats.LayoutEac2, "eacs": formats.LayoutEacs, "eacs2": formats.LayoutEacs2,
}

// near is how far a number of the file may be from ours, in its own steps, and what a step is. S3TC and RGTC mix
// fractions, which the file's decoder rounds to bytes before and after.
func near(layout string, v float64) (code int, distance float64) {
	switch {
	case strings.HasPrefix(layout, "bc6"):
		return int(num.FToHalf(num.Mode{}, float32(v))), 0
	case layout == "eac" || layout == "eac2": // 11 bits, widened to 16 by repeating them
		n := int(math.RoundToEven(v * 2047))
		return n<<5 | n>>6, 0
	case layout == "eacs" || layout == "eacs2":
		n := int(math.RoundToEven(math.Abs(v) * 1023))
		n = n<<5 | n>>5
		if v < 0 {
			n = -n
		}
		return n, 0
	case layout == "bc4s" || layout == "bc5s":
		return int(math.RoundToEven(v * 127)), 2
	case strings.HasPrefix(layout, "bc") && layout != "bc7":
		return int(math.RoundToEven(v * 255)), 2
	}
	return int(math.RoundToEven(v * 255)), 0
}

// TestTexels: blocks as another decoder has them.
func TestTexels(t *testing.T) {
	f, err := os.Open("testdata/llvmpipe.txt")
	require.NoError(t, err)
	defer f.Close()
	seen := map[string]int{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		w := strings.Fields(sc.Text())
		if w[0] == "#" {
			continue
		}
		layout, digits := w[0], 2
		if strings.HasPrefix(layout, "bc6") || strings.HasPrefix(layout, "eac") {
			digits = 4
		}
		var b [16]byte
		p, err := hex.DecodeString(w[1])
		require.NoError(t, err)
		copy(b[:], p)
		for i, texel := range w[2:] {
			out := Color{3: 1}
			Decode(layoutNames[layout], &b, i%4, i/4, &out)
			for c := range len(texel) / digits {
				want, err := strconv.ParseUint(texel[c*digits:][:digits], 16, 16)
				require.NoError(t, err)
				v := float64(want)
				if digits == 4 && strings.HasPrefix(layout, "eacs") {
					v = float64(int16(want))
				} else if layout == "bc4s" || layout == "bc5s" {
					v = float64(int8(want))
				}
				code, distance := near(layout, out[c])
				require.InDelta(t, v, code, distance, "%s %s texel %d component %d", layout, w[1], i, c)
			}
			seen[layout]++
		}
	}
	for name := range layoutNames {
		assert.Positive(t, seen[name], name)
	}
}

// TestExamples: texels that documents work out (KDF, the notes of the chapters S3TC and ETC2), and codes for nothing.
func TestExamples(t *testing.T) {
	bytes := func(r, g, b float64) Color { return Color{r / 255, g / 255, b / 255, 1} }
	for _, c := range []struct {
		name, block string
		layout      formats.Layout
		x, y        int
		want        Color
	}{
		{"BC1", "81ef5ea0e4000000", formats.LayoutBc1, 0, 0, Color{29. / 31, 60. / 63, 1. / 31, 1}},
		{"BC1, two thirds", "81ef5ea0e4000000", formats.LayoutBc1, 2, 0, Color{78. / 93, 122. / 189, 32. / 93, 1}},
		{"BC1, a third", "81ef5ea0e4000000", formats.LayoutBc1, 3, 0, Color{69. / 93, 64. / 189, 61. / 93, 1}},
		{"BC1, a half", "5ea081efe4000000", formats.LayoutBc1, 2, 0, Color{49. / 62, 62. / 126, 31. / 62, 1}},
		{"BC1, clear", "5ea081efe4000000", formats.LayoutBc1, 3, 0, Color{}},
		{"BC1 without alpha, black", "5ea081efe4000000", formats.LayoutBc1rgb, 3, 0, Color{3: 1}},
		{"BC4, -128 is -127", "8081000000000000", formats.LayoutBc4s, 0, 0, Color{0: -1, 3: 1}},
		{"BC6H, reserved", "13000000000000000000000000000000", formats.LayoutBc6, 1, 1, Color{3: 1}},
		{"BC7, reserved", "00ffffffffffffffffffffffffffffff", formats.LayoutBc7, 1, 1, Color{}},
		{"ETC2, individual", "4eb3988000000000", formats.LayoutEtc2, 0, 0, bytes(86, 205, 171)},
		{"ETC2, second half", "4eb3988000000000", formats.LayoutEtc2, 2, 0, bytes(240, 53, 138)},
		{"ETC2, T", "f9184cdb00000001", formats.LayoutEtc2, 0, 0, bytes(100, 236, 253)},
		{"ETC2, T, first colour", "f9184cdb00000001", formats.LayoutEtc2, 0, 1, bytes(221, 17, 136)},
		{"ETC2, H", "681c266e00000001", formats.LayoutEtc2, 1, 0, bytes(253, 49, 168)},
		{"ETC2, H, cut", "681c266e00000001", formats.LayoutEtc2, 0, 0, bytes(189, 0, 104)},
		{"ETC2, plane", "1901fb660b2d1c2d", formats.LayoutEtc2, 0, 0, bytes(48, 129, 251)},
		{"ETC2, plane, right", "1901fb660b2d1c2d", formats.LayoutEtc2, 1, 0, bytes(87, 99, 226)},
		{"ETC2, plane, down", "1901fb660b2d1c2d", formats.LayoutEtc2, 0, 1, bytes(77, 153, 234)},
		{"EAC", "672d0c0000000000", formats.LayoutEac, 0, 1, Color{0: 668. / 2047, 3: 1}},
		{"EAC, an eighth", "670d0c0000000000", formats.LayoutEac, 0, 1, Color{0: 818. / 2047, 3: 1}},
		{"EAC, -128 is -127", "800d000000000000", formats.LayoutEacs, 0, 0, Color{0: -1017. / 1023, 3: 1}},
		{"ETC2 with alpha", "672d0c00000000004eb3988000000000", formats.LayoutEtc2a, 0, 1, Color{86. / 255, 205. / 255, 171. / 255, 83. / 255}},
		{"FXT1, clear", "07000000000000000000000000000000", formats.LayoutFxt1, 0, 0, Color{}},
		{"FXT1, black", "07000000000000000000000000000000", formats.LayoutFxt1, 7, 3, Color{3: 1}},
	} {
		var b [16]byte
		p, err := hex.DecodeString(c.block)
		require.NoError(t, err)
		copy(b[:], p)
		out := Color{3: 1}
		Decode(c.layout, &b, c.x, c.y, &out)
		assert.InDeltaSlice(t, c.want[:], out[:], 1e-15, c.name)
	}
}
