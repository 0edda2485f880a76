package mem

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Written fractions are codes: the product is rounded to a float, cut, and rounded to the
// nearest even one. The numbers are those of a CPU.
func TestWrittenFractions(t *testing.T) {
	for _, c := range []struct {
		format string
		bits   uint32
		want   uint32
	}{
		{"rgba8", 0x3f222222, 162}, // 161.49999 before it is rounded to a float, which is 161.5
		{"rgba8", 0x3f800001, 255}, {"rgba8", 0xbf800000, 0}, {"rgba8", 0x7fc00000, 0}, {"rgba8", 0x7f800000, 255}, {"rgba8", 0x3f000000, 128},
		{"r8sn", 0x3f000000, 64}, {"r8sn", 0xff800000, 0x81}, {"r16", 0x3f000000, 32768}, {"r16sn", 0xbf800000, 0x8001},
		{"r16f", 0x3fc00000, 0x3e00}, {"r16f", 0x477ff000, 0x7c00}, {"r32f", 0x3fc00000, 0x3fc00000}, {"r32i", 0x80000001, 0x80000001},
		{"r8i", 0xffffff00, 0x80}, {"r8ui", 0x1ff, 0xff},
	} {
		f := FindFormat(c.format)
		assert.Equal(t, c.want, f.write(c.bits)&(1<<f.Bits-1), "%s of %v", c.format, math.Float32frombits(c.bits))
	}
}
