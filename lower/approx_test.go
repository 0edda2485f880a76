package lower_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/native"
)

// TestBySteps: quotients and powers that a target makes of other functions are as near as
// those are: two ulps of a quotient, and of a power as many as its logarithm's last bit is
// worth.
func TestBySteps(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 40 {
		var a, b [16]float32
		for i := range a {
			a[i], b[i] = float32(math.Exp2(60*r.Float64()-30)), float32(math.Exp2(60*r.Float64()-30))
		}
		for i, got := range twoFloats(t, "div", a, b) {
			want := float64(a[i]) / float64(b[i])
			assert.InEpsilon(t, want, got, math.Exp2(-22), "%v / %v", a[i], b[i])
		}
		for i := range b {
			b[i] = float32(4*r.Float64() - 2)
		}
		for i, got := range twoFloats(t, "pow", a, b) {
			want := math.Pow(float64(a[i]), float64(b[i]))
			assert.InEpsilon(t, want, got, math.Exp2(-16), "%v to the %v", a[i], b[i])
		}
	}
	assert.Equal(t, []float32{-0.5, float32(math.Inf(1)), 0}, twoFloats(t, "div", [16]float32{1, 1, 1}, [16]float32{-2, 0, float32(math.Inf(1))})[:3])
	assert.Equal(t, []float32{1, 0.25}, twoFloats(t, "pow", [16]float32{1, -2}, [16]float32{7, -2})[:2], "without the sign of the base")
}

// twoFloats runs an op compiled for tgl.
func twoFloats(t *testing.T, op string, a, b [16]float32) (out []float32) {
	t.Helper()
	text := fmt.Sprintf("%s (M1, 16) D:f A:f B:f\nA:%s\nB:%s\nD= -\n", op, words(a), words(b))
	cases, err := values.Parse(strings.ToUpper(op)+".txt", text)
	require.NoError(t, err)
	s, err := runCase(&cases[0], native.TGL)
	require.NoError(t, err)
	for i := range a {
		out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(s.Out[4*i:])))
	}
	return out
}

func words(f [16]float32) (s string) {
	for _, v := range f {
		s += fmt.Sprintf(" %08x", math.Float32bits(v))
	}
	return s
}
