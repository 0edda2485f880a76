package launch

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scalar is a YAML value that stands alone.
func scalar(t testing.TB, text string) node {
	t.Helper()
	n, err := parseYAML("t.yaml", []byte("["+text+"]"))
	require.NoError(t, err)
	items, err := n.items()
	require.NoError(t, err)
	return items[0]
}

// le is n bytes of v, little endian.
func le(n int, v uint64) []byte { return binary.LittleEndian.AppendUint64(nil, v)[:n] }

// TestChecks: pairs of bits that each check accepts (=) and refuses (!).
func TestChecks(t *testing.T) {
	const (
		one, next  = 0x3f800000, 0x3f800001 // f32 1 and the one after it
		qnan, snan = 0x7fc00000, 0xffa00001
		inf, large = 0x7f800000, 0x7f7fffff
		minus0     = 0x80000000
	)
	for _, c := range []struct {
		elem, check string
		got, want   uint64
		equal       bool
		ulps        uint64
	}{
		{"f32", "exact", one, one, true, 0},
		{"f32", "exact", one, next, false, 1},
		{"f32", "exact", 0, minus0, false, 0},
		{"f32", "exact", qnan, snan, false, 0},
		{"f32", "exact", qnan, qnan, true, 0},
		{"f32", "nan", qnan, snan, true, 0},
		{"f32", "nan", qnan, one, false, 0},
		{"f32", "nan", one, qnan, false, 0},
		{"f32", "nan", one, next, false, 1},
		{"f32", "nan", 0, minus0, false, 0},
		{"f32", "ulp:0", 0, minus0, true, 0},
		{"f32", "ulp:1", one, next, true, 0},
		{"f32", "ulp:1", one, next + 1, false, 2},
		{"f32", "ulp:2", 1, minus0 | 1, true, 0}, // the smallest numbers of both signs
		{"f32", "ulp:1", 1, minus0 | 1, false, 2},
		{"f32", "ulp:1", inf, large, false, 1},
		{"f32", "ulp:1", large, inf, false, 1},
		{"f32", "ulp:9", qnan, snan, true, 0},
		{"f32", "ulp:9", qnan, inf, false, 0},
		{"f32", "abs:0.25", 0x3fa00000, one, true, 0}, // 1.25
		{"f32", "abs:0.25", 0x3fa00001, one, false, 0x200001},
		{"f32", "abs:1e+300", inf, one, false, 0x40000000},
		{"f32", "rel:0.5", 0x40400000, 0x40000000, true, 0}, // 3, 2: half of the expected
		{"f32", "rel:0.5", 0x40000000, 0x40400000, true, 0},
		{"f32", "rel:0.5", 0x40400001, 0x40000000, false, 0x400001},
		{"f32", "rel:0.5", one, 0, false, one},
		{"f16", "ulp:1", 0x3c00, 0x3c01, true, 0},
		{"f16", "ulp:1", 0x3c00, 0x3c02, false, 2},
		{"f16", "nan", 0x7e00, 0xfd01, true, 0},
		{"f16", "abs:0.5", 0x3c00, 0x3e00, true, 0}, // 1, 1.5
		{"f64", "ulp:1", math.Float64bits(1), math.Float64bits(1) + 1, true, 0},
		{"f64", "exact", math.Float64bits(1), math.Float64bits(1) + 3, false, 3},
		{"f64", "ulp:2", math.Float64bits(1), math.Float64bits(1) + 3, false, 3},
		{"f64", "exact", math.Float64bits(-math.MaxFloat64), math.Float64bits(math.MaxFloat64), false, 0xffdffffffffffffe},
		{"f64", "abs:1", math.Float64bits(-1), math.Float64bits(0), true, 0},
		{"i8", "exact", 0xff, 0xff, true, 0},
		{"u64", "exact", 1 << 63, 1<<63 | 1, false, 0},
	} {
		e, err := ParseElem(c.elem)
		require.NoError(t, err)
		check, err := parseCheck(scalar(t, `"`+c.check+`"`))
		require.NoError(t, err)
		got := compare(3, e, check, le(e.Size, c.got), le(e.Size, c.want), nil)
		assert.Equal(t, c.equal, got.Mismatches == 0, "%s %s: %x %x", c.elem, c.check, c.got, c.want)
		assert.Equal(t, c.check, got.Check)
		if !c.equal && assert.Len(t, got.First, 1) {
			assert.Equal(t, c.ulps, got.First[0].Ulps, "%s %s: %x %x", c.elem, c.check, c.got, c.want)
		}
	}
}

// TestCompareShows: the first mismatches with their places, and how many there
// are.
func TestCompareShows(t *testing.T) {
	e, err := ParseElem("i16")
	require.NoError(t, err)
	var got, want []byte
	for i := range 100 {
		want = append(want, le(2, uint64(i))...)
		got = append(got, le(2, uint64(i-i%2))...)
	}
	c := compare(1, e, Check{}, got, want, nil)
	assert.Equal(t, 50, c.Mismatches)
	assert.Equal(t, 100, c.Elements)
	require.Len(t, c.First, maxShown)
	assert.Equal(t, Mismatch{Index: 3, Got: "2", Want: "3"}, c.First[1])
}

func TestElementsFormat(t *testing.T) {
	for _, c := range []struct {
		elem string
		bits uint64
		want string
	}{
		{"i8", 0x80, "-128"}, {"u8", 0x80, "128"}, {"i16", 0xffff, "-1"}, {"u32", 0xffffffff, "4294967295"},
		{"i64", 1 << 63, "-9223372036854775808"}, {"u64", 1 << 63, "9223372036854775808"},
		{"f16", 0x2e66, "0.099975586"}, {"f16", 0x8000, "-0"}, {"f16", 0xfc00, "-Inf"}, {"f16", 0x7e01, "NaN(0x7e01)"},
		{"f32", 0x3dcccccd, "0.1"}, {"f32", 1, "1e-45"}, {"f32", 0xffc00000, "NaN(0xffc00000)"},
		{"f64", math.Float64bits(0.1), "0.1"}, {"f64", 0x7ff0000000000001, "NaN(0x7ff0000000000001)"},
	} {
		e, err := ParseElem(c.elem)
		require.NoError(t, err)
		assert.Equal(t, c.want, e.Format(le(e.Size, c.bits)), c.elem)
	}
}

// TestValues: arguments by value as bytes of the payload.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		size       int
		want       uint64
	}{
		{"i8", "-1", 1, 0xff}, {"u8", "255", 1, 0xff}, {"i16", "-0x8000", 2, 0x8000}, {"u16", "1_000", 2, 1000},
		{"i32", "-2147483648", 4, 1 << 31}, {"u32", "0xffffffff", 4, 0xffffffff}, {"u32", "0", 4, 0},
		{"i64", "-9223372036854775808", 8, 1 << 63}, {"u64", "18446744073709551615", 8, math.MaxUint64},
		{"f16", "1.5", 2, 0x3e00}, {"f16", "-65504", 2, 0xfbff}, {"f16", "-inf", 2, 0xfc00}, {"f16", "2049", 2, 0x6800},
		{"f16", "1.000488281250001", 2, 0x3c01}, // just above a tie
		{"f32", "0.1", 4, 0x3dcccccd}, {"f32", "-0.0", 4, 1 << 31}, {"f32", "1e-45", 4, 1}, {"f32", "inf", 4, 0x7f800000},
		{"f32", "nan", 4, 0x7fc00000}, {"f64", "0.1", 8, math.Float64bits(0.1)}, {"bytes", "78563412", 4, 0x12345678},
	} {
		got, err := valueArg(scalar(t, "{"+c.kind+": "+c.text+"}"))
		require.NoError(t, err, "%s %s", c.kind, c.text)
		assert.Equal(t, le(c.size, c.want), got.Data, "%s %s", c.kind, c.text)
	}
}

// TestRandomFill compares with the published first numbers of splitmix64 and
// the formula of the launch format.
func TestRandomFill(t *testing.T) {
	rng := splitMix64(1234567)
	draws := []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821}
	for _, want := range draws {
		rng += splitStep
		assert.Equal(t, want, rng.draw())
	}
	for _, c := range []struct {
		kind, lo, hi string
		want         func(z uint64) uint32
	}{
		{"u32", "10", "19", func(z uint64) uint32 { return uint32(10 + z%10) }},
		{"u32", "0", "4294967295", func(z uint64) uint32 { return uint32(z) }},
		{"i32", "-5", "5", func(z uint64) uint32 { return uint32(-5 + int64(z%11)) }},
		{"i32", "7", "7", func(uint64) uint32 { return 7 }},
		{"f32", "-1", "3", func(z uint64) uint32 { return math.Float32bits(float32(-1 + 4*(float64(z>>40)/16777216))) }},
	} {
		text := strings.NewReplacer("KIND", c.kind, "LO", c.lo, "HI", c.hi).Replace("{bytes: 20, fill: {random: 1234567, type: KIND, min: LO, max: HI}}")
		size, f, err := generated(scalar(t, text))
		require.NoError(t, err)
		data := make([]byte, size)
		f.at(data, 0)
		for i, z := range draws {
			assert.Equal(t, c.want(z), binary.LittleEndian.Uint32(data[4*i:]), "%s element %d", c.kind, i)
		}
	}
}
