package launch

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// draws are the first two numbers of splitmix64 with state 7, from its definition.
func draws() (z [2]uint64) {
	state := uint64(7)
	for i := range z {
		state += 0x9E3779B97F4A7C15
		x := state
		x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
		x = (x ^ x>>27) * 0x94D049BB133111EB
		z[i] = x ^ x>>31
	}
	return z
}

// TestFillTypes: contents of types that have not 4 bytes, as docs/launch.md defines them,
// also in parts.
func TestFillTypes(t *testing.T) {
	z := draws()
	le := func(size int, v ...uint64) (out []byte) {
		for _, x := range v {
			out = append(out, binary.LittleEndian.AppendUint64(nil, x)[:size]...)
		}
		return out
	}
	for _, c := range []struct {
		text string
		size int
		want []byte
	}{
		{"u8, min: 10, max: 19", 1, le(1, 10+z[0]%10, 10+z[1]%10)},
		{"i16, min: -5, max: 1000", 2, le(2, z[0]%1006-5, z[1]%1006-5)},
		{"i64, min: -3, max: 9", 8, le(8, z[0]%13-3, z[1]%13-3)},
		{"u64, min: 0, max: 18446744073709551615", 8, le(8, z[0], z[1])},
		{"f64, min: -1, max: 3", 8, le(8, math.Float64bits(-1+4*float64(z[0]>>11)/(1<<53)), math.Float64bits(-1+4*float64(z[1]>>11)/(1<<53)))},
		{"f16, min: 1, max: 1", 2, le(2, 0x3C00, 0x3C00)},
		{"f16, min: 0, max: 0x1p-24", 2, le(2, z[0]>>63&1, z[1]>>63&1)},
	} {
		top, err := parseYAML("t", []byte("a: {bytes: "+map[int]string{1: "2", 2: "4", 8: "16"}[c.size]+", fill: {random: 7, type: "+c.text+"}}"))
		require.NoError(t, err)
		fields, err := top.fields("a")
		require.NoError(t, err)
		size, f, err := generated(fields[0].val)
		require.NoError(t, err, c.text)
		got := make([]byte, size)
		f.at(got, 0)
		assert.Equal(t, c.want, got, c.text)
		f.at(got[c.size:], c.size)
		assert.Equal(t, c.want, got, c.text)
	}
}
