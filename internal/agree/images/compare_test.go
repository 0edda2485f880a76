//go:build oracle

package images

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/mem"
)

// tally counts cases and points by engine.
type tally struct {
	cases, points map[string]int
	differ        map[string]int // by engine, verb, format and sampler
	first         map[string]string
	worst         float64 // of filters, in parts of the range
	rounded       int     // fixed-point components that pocl rounds otherwise
	least         int     // texels that pocl writes with the least code of signed fractions
	alpha         int     // alphas of formats that have none
}

func newTally() *tally {
	return &tally{cases: map[string]int{}, points: map[string]int{}, differ: map[string]int{}, first: map[string]string{}}
}

func (j *job) String() string {
	s := &j.sampler
	return fmt.Sprintf("%s %s of %v, %s, normalized %v, address %d, filter %d", j.kernel(), j.kind.kind, j.extent, j.format.Name, s.Normalized, s.Address, s.Filter)
}

func (c *tally) add(j *job, engine string, got, want []byte, err error) {
	key := fmt.Sprintf("%s: %s", engine, j)
	if err != nil {
		c.differ[key], c.first[key] = 1, err.Error()
		return
	}
	c.cases[engine]++
	c.points[engine] += points
	step := 16
	if j.verb == "write" {
		step = j.format.Size()
	}
	for i := 0; i < len(want); i += step {
		if why := c.point(j, got[i:i+step], want[i:i+step]); why != "" {
			if c.differ[key]++; c.differ[key] == 1 {
				c.first[key] = fmt.Sprintf("item %d %s", i/step, why) + j.describe(i/step)
			}
		}
	}
}

// describe is the place of an item.
func (j *job) describe(i int) string {
	out := " at"
	for c := range j.kind.kind.Coordinates() {
		v := binary.LittleEndian.Uint32(j.at[16*i+4*c:])
		if j.verb == "sample" {
			out += fmt.Sprintf(" %v (%#x)", math.Float32frombits(v), v)
			continue
		}
		out += fmt.Sprintf(" %d", int32(v))
	}
	if j.verb == "write" {
		out += " of"
		for c := range 4 {
			v := binary.LittleEndian.Uint32(j.io[16*i+4*c:])
			out += fmt.Sprintf(" %v (%#x)", math.Float32frombits(v), v)
		}
	}
	return out
}

// point is how a result differs, or "".
func (c *tally) point(j *job, got, want []byte) string {
	if j.verb == "write" {
		return c.written(j, got, want)
	}
	for i := range 4 {
		g, w := got[4*i:], want[4*i:]
		if i == 3 && !strings.Contains(j.format.Stored(), "a") {
			c.alpha++
			if v := binary.LittleEndian.Uint32(g); v != one(j.format) {
				return fmt.Sprintf("alpha %#x of a format that has none", v)
			}
			continue
		}
		if !bytes.Equal(g[:4], w[:4]) && !c.alike(j, g, w) {
			return fmt.Sprintf("component %d: %v, pocl %v (%x, %x)", i, float(g), float(w), got, want)
		}
	}
	return ""
}

// leastIsOne replaces the least code of signed fractions by that of -1, which it
// means as well: OpenCL's conversion gives it for what is below -1, the hardware
// clamps first.
func (j *job) leastIsOne(b []byte) []byte {
	if j.format.Numeric != mem.Snorm {
		return b
	}
	out, n := bytes.Clone(b), j.format.Bits/8
	for i := n - 1; i < len(b); i += n {
		if b[i] == 0x80 && (n == 1 || b[i-1] == 0) {
			out[i-n+1]++
		}
	}
	return out
}

// one is the alpha of formats that have none (OpenCL C 1.2, section 6.12.14): pocl has
// 0 in integer formats and outside, and filters that.
func one(f *mem.Format) uint32 {
	if f.Numeric.Integer() {
		return 1
	}
	return math.Float32bits(1)
}

// written is how a texel differs that was written, or "".
func (c *tally) written(j *job, got, want []byte) string {
	switch {
	case bytes.Equal(got, want):
		return ""
	case bytes.Equal(got, j.leastIsOne(want)):
		c.least++
		return ""
	}
	return fmt.Sprintf("%x, pocl %x", got, want)
}

// alike says that a component of a read is what it should be, though not equal to
// pocl's.
func (c *tally) alike(j *job, got, want []byte) bool {
	g, w := float(got), float(want)
	switch {
	case j.sampler.Filter == mem.Linear:
		low, high := j.bounds()
		d := math.Abs(g-w) / (high - low)
		c.worst = max(c.worst, d)
		return d <= 1.0/256
	case j.format.Numeric == mem.Unorm || j.format.Numeric == mem.Snorm:
		// OpenCL allows 1.5 ulp (section 8.3.1); pocl multiplies by a rounded 1/255.
		c.rounded++
		n := steps(j.format)
		return float32(g) == float32(math.Round(g*n)/n) && math.Abs(g-w) <= 1.5*ulp(g)
	}
	return false
}

// ulp is the distance to the next float.
func ulp(v float64) float64 {
	return math.Abs(float64(math.Nextafter32(float32(v), math.MaxFloat32)) - v)
}

// steps is how many the number 1 has in a fixed-point format.
func steps(f *mem.Format) float64 {
	if f.Numeric == mem.Snorm {
		return math.Exp2(float64(f.Bits-1)) - 1
	}
	return math.Exp2(float64(f.Bits)) - 1
}

func float(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }

// bounds are the range of the texels, the border of 0 included.
func (j *job) bounds() (low, high float64) {
	switch j.format.Numeric {
	case mem.Unorm:
		return 0, 1
	case mem.Snorm:
		return -1, 1
	}
	n := j.format.Bits / 8
	for i := 0; i < len(j.image); i += n {
		v := 0.0
		if n == 2 {
			v = float64(math.Float32frombits(num.WidenHalf(binary.LittleEndian.Uint16(j.image[i:]))))
		} else {
			v = float(j.image[i:])
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

func (c *tally) report(t *testing.T) {
	for _, e := range engines {
		t.Logf("%s: %d cases, %d points", e.name, c.cases[e.name], c.points[e.name])
	}
	t.Logf("largest difference of a filter: %.3g of the range of texels, of 1/256 = %.3g", c.worst, 1.0/256)
	t.Logf("%d fixed-point components that pocl rounds otherwise; %d alphas of formats without; %d least codes", c.rounded, c.alpha, c.least)
	for key, n := range c.differ {
		t.Errorf("%s: %d differ, first %s", key, n, c.first[key])
	}
}
