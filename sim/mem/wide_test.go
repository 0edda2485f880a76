package mem

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/formats"
)

// wideTexel is a texel of an official format in a block of its own, as registers have it.
func wideTexel(t *testing.T, format, memory string, x, y int) [4]uint32 {
	f := FindSurfaceFormat(format)
	require.NotNil(t, f, format)
	p, err := hex.DecodeString(memory)
	require.NoError(t, err)
	require.Len(t, p, f.Size(), format)
	w, h := f.Block()
	s, err := ImageShape{Kind: Image2D, Format: f, Extent: [3]int{w, h, 1}}.Complete()
	require.NoError(t, err)
	buf := NewBuffer("b", 0, len(p))
	buf.WriteBytes(0, p)
	out := [4]uint32{9, 9, 9, 9}
	NewImage(s, buf).load(&[3]int{x, y}, &out)
	return out
}

// TestWideReads: texels as the definition of each family has them. Floats are written as the numbers that they are.
func TestWideReads(t *testing.T) {
	for _, c := range []struct {
		format, memory string
		x, y           int
		want           string
	}{
		{"B5G6R5_UNORM", "00f8", 0, 0, "1 0 0 1"}, {"B5G6R5_UNORM", "e007", 0, 0, "0 1 0 1"}, {"B5G6R5_UNORM", "1f00", 0, 0, "0 0 1 1"}, {"B5G6R5_UNORM", "2104", 0, 0, "0 0.5238095 0.0322581 1"},
		{"B5G5R5A1_UNORM", "0080", 0, 0, "0 0 0 1"}, {"B5G5R5A1_UNORM", "007c", 0, 0, "1 0 0 0"}, {"B5G5R5X1_UNORM", "0080", 0, 0, "0 0 0 1"},
		{"B4G4R4A4_UNORM", "21f3", 0, 0, "0.2 0.1333333 0.0666667 1"}, {"A4B4G4R4_UNORM", "21f3", 0, 0, "1 0.2 0.1333333 0.0666667"}, {"A1B5G5R5_UNORM", "0100", 0, 0, "0 0 0 1"},
		{"R10G10B10A2_UNORM", "ff0300c0", 0, 0, "1 0 0 1"}, {"B10G10R10A2_UNORM", "ff030040", 0, 0, "0 0 1 0.3333333"}, {"R10G10B10A2_UINT", "ff0f10c0", 0, 0, "1023 3 1 3"},
		{"B10G10R10X2_UNORM", "ff030000", 0, 0, "0 0 1 1"}, {"R10G10B10_SNORM_A2_UNORM", "00fef79f", 0, 0, "-1 1 1 0.6666667"}, {"R10G10B10A2_SINT", "00020080", 0, 0, "-512 0 0 -2"},
		{"R11G11B10_FLOAT", "c0031e78", 0, 0, "1 1 1 1"}, {"R11G11B10_FLOAT", "bf070080", 0, 0, "65024 0 2 1"}, {"R11G11B10_FLOAT", "01000000", 0, 0, "9.536743e-7 0 0 1"}, {"R11G11B10_FLOAT", "c0070000", 0, 0, "+Inf 0 0 1"},
		{"R9G9B9E5_SHAREDEXP", "00010080", 0, 0, "1 0 0 1"}, {"R9G9B9E5_SHAREDEXP", "ffffffff", 0, 0, "65408 65408 65408 1"}, {"R9G9B9E5_SHAREDEXP", "01000000", 0, 0, "5.960464e-8 0 0 1"},
		{"L8A8_UNORM", "3366", 0, 0, "0.2 0.2 0.2 0.4"}, {"L16_UNORM", "3333", 0, 0, "0.2 0.2 0.2 1"}, {"I16_UNORM", "3333", 0, 0, "0.2 0.2 0.2 0.2"}, {"A16_UNORM", "3333", 0, 0, "0 0 0 0.2"},
		{"L8A8_UNORM_SRGB", "0a80", 0, 0, "0.0030353 0.0030353 0.0030353 0.5019608"}, {"L8_UINT", "85", 0, 0, "133 133 133 1"}, {"I8_SINT", "85", 0, 0, "-123 -123 -123 -123"}, {"L8A8_SINT", "85ff", 0, 0, "-123 -123 -123 -1"},
		{"L32A32_FLOAT", "0000803f00000040", 0, 0, "1 1 1 2"}, {"A32X32_FLOAT", "0000803fffffffff", 0, 0, "0 0 0 1"}, {"L32X32_FLOAT", "00000040ffffffff", 0, 0, "2 2 2 1"}, {"I32X32_FLOAT", "00000040ffffffff", 0, 0, "2 2 2 2"},
		{"R8G8B8X8_UNORM", "ff003300", 0, 0, "1 0 0.2 1"}, {"B8G8R8X8_UNORM_SRGB", "0a8000ff", 0, 0, "0 0.2158605 0.0030353 1"}, {"R16G16B16X16_FLOAT", "003c0040004200c4", 0, 0, "1 2 3 1"}, {"R8G8B8_UNORM_SRGB", "80ff0a", 0, 0, "0.2158605 1 0.0030353 1"},
		{"R8G8_SSCALED", "80ff", 0, 0, "-128 -1 0 1"}, {"R16_USCALED", "0180", 0, 0, "32769 0 0 1"}, {"R32_USCALED", "ffffffff", 0, 0, "4294967296 0 0 1"}, {"R32_SSCALED", "00000080", 0, 0, "-2147483648 0 0 1"},
		{"R10G10B10X2_USCALED", "ff0300c0", 0, 0, "1023 0 0 1"}, {"R32_SFIXED", "00800100", 0, 0, "1.5 0 0 1"}, {"R32G32_SFIXED", "0080ffff00000080", 0, 0, "-0.5 -32768 0 1"},
		{"R24_UNORM_X8_TYPELESS", "ffffff33", 0, 0, "1 0 0 1"}, {"X24_TYPELESS_G8_UINT", "ffffff33", 0, 0, "0 51 0 1"}, {"R32_FLOAT_X8X24_TYPELESS", "0000003f33ffffff", 0, 0, "0.5 0 0 1"}, {"X32_TYPELESS_G8X24_UINT", "0000003f33ffffff", 0, 0, "0 51 0 1"},
		{"I24X8_UNORM", "ffffff00", 0, 0, "1 1 1 1"}, {"A24X8_UNORM", "000080ff", 0, 0, "0 0 0 0.5000000298"}, {"R32_UNORM", "ffffffff", 0, 0, "1 0 0 1"}, {"R32_SNORM", "01000080", 0, 0, "-1 0 0 1"},
		{"R5G5_SNORM_B6_UNORM", "f0fd", 0, 0, "-1 1 1 1"}, {"R64_FLOAT", "000000000000f8bf", 0, 0, "-1.5 0 0 1"}, {"R64G64B64A64_FLOAT", "000000000000f03f000000000000004000000000000008400000000000001040", 0, 0, "1 2 3 4"},
		{"R16G16B16_FLOAT", "003c00400042", 0, 0, "1 2 3 1"}, {"R16G16B16_UINT", "010002000300", 0, 0, "1 2 3 1"}, {"R32G32B32_SINT", "ffffffff0100000002000000", 0, 0, "-1 1 2 1"}, {"R32G32_FLOAT_LD", "0000803f00000040", 0, 0, "1 2 0 1"},
		{"Y8_UNORM", "33", 0, 0, "0 0.2 0 1"},
		// Y U Y V and what the names say is exchanged; R, G, B are V, Y, U.
		{"YCRCB_NORMAL", "3300ff66", 0, 0, "0.4 0.2 0 1"}, {"YCRCB_NORMAL", "3300ff66", 1, 0, "0.4 1 0 1"}, {"YCRCB_SWAPUV", "3366ff00", 1, 0, "0.4 1 0 1"},
		{"YCRCB_SWAPY", "003366ff", 1, 0, "0.4 1 0 1"}, {"YCRCB_SWAPUVY", "663300ff", 0, 0, "0.4 0.2 0 1"},
		{"BC1_UNORM", "81ef5ea0e4000000", 2, 0, "0.8387097 0.6455026 0.3440860 1"}, {"BC1_UNORM_SRGB", "0080008000000000", 0, 0, "0.2292748 0 0 1"}, {"DXT1_RGB", "5ea081efe4000000", 3, 0, "0 0 0 1"},
		{"BC4_SNORM", "8081000000000000", 0, 0, "-1 0 0 1"}, {"BC5_UNORM", "ff0000000000000033ff000000000000", 3, 3, "1 0.2 0 1"}, {"EAC_SIGNED_R11", "800d000000000000", 0, 0, "-0.9941349 0 0 1"},
		{"ETC2_RGB8", "4eb3988000000000", 0, 0, "0.3372549 0.8039216 0.6705882 1"}, {"ETC2_SRGB8", "4eb3988000000000", 0, 0, "0.0930590 0.6104956 0.4072402 1"}, {"FXT1", "07000000000000000000000000000000", 7, 3, "0 0 0 1"},
		{"BC6H_SF16", "13000000000000000000000000000000", 1, 1, "0 0 0 1"}, {"BC7_UNORM", "00ffffffffffffffffffffffffffffff", 1, 1, "0 0 0 0"},
	} {
		out := wideTexel(t, c.format, c.memory, c.x, c.y)
		for i, want := range strings.Fields(c.want) {
			if FindSurfaceFormat(c.format).Numeric.Integer() {
				assert.Equal(t, want, fmt.Sprint(int32(out[i])), "%s %s, component %d", c.format, c.memory, i)
				continue
			}
			v, err := strconv.ParseFloat(want, 64)
			require.NoError(t, err)
			if got := float64(math.Float32frombits(out[i])); math.IsInf(v, 0) {
				assert.Equal(t, v, got, "%s %s", c.format, c.memory)
			} else {
				assert.InDelta(t, v, got, math.Abs(v)*2e-7+1e-12+5e-8, "%s %s, component %d", c.format, c.memory, i)
			}
		}
	}
}

// nameRef is what a name says: its components with their bits, from the lowest, and their kinds.
type nameRef struct {
	letter, kind string
	bits         int
}

var (
	namePart  = regexp.MustCompile(`^([RGBALIXYE]\d+)+$`)
	nameDigit = regexp.MustCompile(`([RGBALIXYE])(\d+)`)
)

// parseName takes a format's name apart; ok is false for names that are no list of components.
func parseName(name string) (out []nameRef, srgb, ok bool) {
	for _, part := range strings.Split(name, "_") {
		switch {
		case part == "SRGB":
			srgb = true
		case namePart.MatchString(part):
			for _, m := range nameDigit.FindAllStringSubmatch(part, -1) {
				n, _ := strconv.Atoi(m[2])
				out = append(out, nameRef{m[1], "", n})
			}
			ok = true
		case part == "LD":
		case !ok:
			return nil, false, false
		default:
			for i := range out {
				if out[i].kind == "" {
					out[i].kind = part
				}
			}
		}
	}
	return out, srgb, ok
}

// refNumber is a number of so many bits in the arithmetic of its kind.
func refNumber(kind string, v *big.Int, bits int) float64 {
	u, _ := new(big.Float).SetInt(v).Float64()
	full := math.Exp2(float64(bits))
	s := u
	if s >= full/2 {
		s -= full
	}
	switch kind {
	case "UNORM":
		return u / (full - 1)
	case "SNORM":
		return max(s/(full/2-1), -1)
	case "SINT", "SSCALED":
		return s
	case "SFIXED":
		return s / 65536
	case "FLOAT":
		if bits == 64 {
			return math.Float64frombits(v.Uint64())
		}
		exp, man := 5, bits-5
		switch bits {
		case 32:
			exp, man = 8, 23
		case 16:
			man = 10
		}
		m := math.Mod(u, math.Exp2(float64(man)))
		e := math.Mod(math.Floor(u/math.Exp2(float64(man))), math.Exp2(float64(exp)))
		bias := math.Exp2(float64(exp-1)) - 1
		out := (1 + m/math.Exp2(float64(man))) * math.Exp2(e-bias)
		switch {
		case e == 0:
			out = m / math.Exp2(float64(man)) * math.Exp2(1-bias)
		case e == math.Exp2(float64(exp))-1 && m != 0:
			return math.NaN()
		case e == math.Exp2(float64(exp))-1:
			out = math.Inf(1)
		}
		if (bits == 16 || bits == 32) && u >= full/2 {
			out = -out
		}
		return out
	}
	return u
}

// TestNamesSayTexels: the texels of formats whose names list their components are what the names say, computed
// without the table, of random memory.
func TestNamesSayTexels(t *testing.T) {
	r, known := rand.New(rand.NewPCG(3, 4)), 0
	for _, row := range formats.All() {
		parts, srgb, ok := parseName(row.Name)
		if !ok || row.Layout != formats.LayoutPacked {
			continue
		}
		known++
		f := FindSurfaceFormat(row.Name)
		for range 40 {
			p := make([]byte, f.Size())
			word := new(big.Int)
			for i := range p {
				p[i] = byte(r.Uint32())
				word.Or(word, new(big.Int).Lsh(big.NewInt(int64(p[i])), uint(8*i)))
			}
			want := refTexel(parts, srgb, word)
			got := wideTexel(t, row.Name, hex.EncodeToString(p), 0, 0)
			for c := range got {
				if f.Numeric.Integer() {
					require.Equal(t, uint32(int64(want[c])), got[c], "%s %x component %d", row.Name, p, c)
					continue
				}
				g, w := math.Float32frombits(got[c]), float32(want[c])
				if g != g && w != w {
					continue
				}
				if srgb && c < 3 {
					require.InDelta(t, w, g, 1e-7, "%s %x component %d", row.Name, p, c)
				} else {
					require.Equal(t, w, g, "%s %x component %d", row.Name, p, c)
				}
			}
		}
	}
	assert.Equal(t, 166, known)
}

// refTexel is R, G, B and A of a word.
func refTexel(parts []nameRef, srgb bool, word *big.Int) (out [4]float64) {
	out[3] = 1
	rest := new(big.Int).Set(word)
	for _, p := range parts {
		v, size := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(p.bits))
		rest.DivMod(rest, size, v)
		x := refNumber(p.kind, v, p.bits)
		if srgb && p.letter != "A" {
			if x <= 0.04045 {
				x /= 12.92
			} else {
				x = math.Exp(math.Log((x+0.055)/1.055) * 2.4)
			}
		}
		for _, c := range map[string][]int{"R": {0}, "G": {1}, "B": {2}, "A": {3}, "Y": {1}, "L": {0, 1, 2}, "I": {0, 1, 2, 3}}[p.letter] {
			out[c] = x
		}
	}
	return out
}

// TestEveryFormat: each of the names of the hardware has texels, or says why not.
//
// seed: Lakefield enumerations SURFACE_FORMAT
func TestEveryFormat(t *testing.T) {
	var without []string
	for _, row := range formats.All() {
		f := FindFormat(row.Name)
		require.NotNil(t, f, row.Name)
		assert.Equal(t, row.Name, f.SurfaceName())
		if why := f.Opaque(); why != "" {
			without = append(without, row.Name)
			assert.Equal(t, 1, f.Size())
			continue
		}
		p := make([]byte, f.Size())
		if !f.planar() {
			wideTexel(t, row.Name, hex.EncodeToString(p), 0, 0)
		}
		n, bits := f.Element()
		assert.Zero(t, len(p)*8%bits, row.Name)
		assert.Contains(t, []int{8, 16, 32}, bits)
		assert.Less(t, n, Numeric(5))
		assert.Equal(t, len(p)*8/bits, f.Components())
	}
	assert.Len(t, without, 24)
	assert.Len(t, formats.All(), 225)
	assert.Equal(t, "R64G64_PASSTHRU R64_PASSTHRU R10G10B10_FLOAT_A2_UNORM X8B8_UNORM_G8R8_SNORM A8X8_UNORM_G8R8_SNORM B8X8_UNORM_G8R8_SNORM "+
		"A8P8_UNORM_PALETTE0 A8P8_UNORM_PALETTE1 P8A8_UNORM_PALETTE0 P8A8_UNORM_PALETTE1 P4A4_UNORM_PALETTE0 A4P4_UNORM_PALETTE0 P8_UNORM_PALETTE0 P8_UNORM_PALETTE1 "+
		"P4A4_UNORM_PALETTE1 A4P4_UNORM_PALETTE1 R1_UNORM P2_UNORM_PALETTE0 P2_UNORM_PALETTE1 MONO8 RESERVED_192 R64G64B64A64_PASSTHRU R64G64B64_PASSTHRU RAW",
		strings.Join(without, " "))
}

// TestWideElements: what memory is compared and shown by.
func TestWideElements(t *testing.T) {
	for name, want := range map[string]unit{
		"R8G8B8X8_UNORM": {Unorm, 8}, "R16G16B16_FLOAT": {Float, 16}, "R32G32B32_SINT": {Sint, 32}, "B5G6R5_UNORM": {Uint, 16}, "R10G10B10A2_UNORM": {Uint, 32},
		"R8G8B8_SSCALED": {Uint, 8}, "YCRCB_NORMAL": {Unorm, 8}, "PLANAR_420_16": {Unorm, 16}, "BC1_UNORM": {Uint, 32}, "R64_FLOAT": {Uint, 32}, "R24_UNORM_X8_TYPELESS": {Uint, 32},
	} {
		n, bits := FindFormat(name).Element()
		assert.Equal(t, want, unit{n, bits}, name)
	}
}
