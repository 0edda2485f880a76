package launch

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/num"
)

// Elem is the element type of a buffer, for comparison and printing.
type Elem struct {
	Name  string // "f32", "u8", ...; "" prints and compares as u8
	Size  int    // bytes
	Float bool
	One   float64 // of fixed-point numbers: the element that stands for 1; else 0
}

// elems are the types of launch files.
var elems = func() (out []Elem) {
	for _, t := range Types {
		out = append(out, Elem{Name: t.Name, Size: t.Size, Float: t.Float()})
	}
	return out
}()

// ParseElem finds an element type by name.
func ParseElem(name string) (Elem, error) {
	var names []string
	for _, e := range elems {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Elem{}, fmt.Errorf("unknown element type %q: legal are %s", name, strings.Join(names, ", "))
}

func parseElem(n node) (Elem, error) {
	e, err := ParseElem(n.text())
	if err != nil {
		return e, n.errorf("%v", err)
	}
	return e, nil
}

func (e Elem) size() int { return max(e.Size, 1) }

func (e Elem) bits(p []byte) uint64 {
	var b [8]byte
	copy(b[:], p[:e.size()])
	return binary.LittleEndian.Uint64(b[:])
}

func (e Elem) float(p []byte) float64 {
	u := e.bits(p)
	switch e.Size {
	case 2:
		return float64(num.HalfToF(uint16(u)))
	case 4:
		return float64(math.Float32frombits(uint32(u)))
	}
	return math.Float64frombits(u)
}

// real says that elements are numbers of which a distance makes sense.
func (e Elem) real() bool { return e.Float || e.One != 0 }

// value is an element as a number, a fixed-point one as what it stands for.
func (e Elem) value(p []byte) float64 {
	if e.One == 0 {
		return e.float(p)
	}
	u := e.bits(p)
	if strings.HasPrefix(e.Name, "i") {
		shift := 64 - 8*e.Size
		return max(float64(int64(u<<shift)>>shift)/e.One, -1)
	}
	return float64(u) / e.One
}

func (e Elem) nan(p []byte) bool { return math.IsNaN(e.float(p)) }

// Format writes element p in decimal, a NaN with its bits.
func (e Elem) Format(p []byte) string { return string(e.Append(nil, p)) }

// Append is Format behind dst.
func (e Elem) Append(dst, p []byte) []byte {
	u := e.bits(p)
	switch {
	case e.Float && e.nan(p):
		return fmt.Appendf(dst, "NaN(0x%0*x)", 2*e.Size, u)
	case e.Float:
		return strconv.AppendFloat(dst, e.float(p), 'g', -1, max(32, 8*e.Size))
	case strings.HasPrefix(e.Name, "i"):
		shift := 64 - 8*e.Size
		return strconv.AppendInt(dst, int64(u<<shift)>>shift, 10)
	}
	return strconv.AppendUint(dst, u, 10)
}

// ordered maps a float's bits to an integer whose differences count ulps.
func (e Elem) ordered(p []byte) int64 {
	shift := 64 - 8*e.Size
	if strings.HasPrefix(e.Name, "u") {
		return int64(e.bits(p))
	}
	v := int64(e.bits(p)<<shift) >> shift
	if v < 0 && e.Float {
		v = math.MinInt64>>shift - v
	}
	return v
}

// ulps is how many representable values a and b are apart.
func (e Elem) ulps(a, b []byte) uint64 {
	x, y := e.ordered(a), e.ordered(b)
	return uint64(max(x, y)) - uint64(min(x, y))
}

// Check is how a buffer is compared: exact bits, NaN as NaN, or a tolerance.
type Check struct {
	Kind string // "" and "exact", "nan", "abs", "rel", "ulp"
	Tol  float64
}

func parseCheck(n node) (Check, error) {
	kind, tol, has := strings.Cut(n.text(), ":")
	c := Check{Kind: kind}
	bad := n.errorf("unknown check %q: legal are exact, nan, abs:E, rel:E, ulp:N", n.text())
	switch kind {
	case "exact", "nan":
		if has {
			return c, bad
		}
		return c, nil
	case "abs", "rel", "ulp":
		v, err := Float(tol, 64)
		if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return c, bad
		}
		c.Tol = v
		return c, nil
	}
	return c, bad
}

// legal refuses what no launch file can say.
func (c Check) legal() error {
	switch c.Kind {
	case "", "exact", "nan":
		if c.Tol == 0 {
			return nil
		}
	case "abs", "rel", "ulp":
		if c.Tol >= 0 && !math.IsInf(c.Tol, 0) {
			return nil
		}
	}
	return fmt.Errorf("unknown check {%q, %g}: legal are exact and nan without a tolerance, and abs, rel and ulp with one from 0 on", c.Kind, c.Tol)
}

// String is the check as a launch file spells it.
func (c Check) String() string {
	switch c.Kind {
	case "":
		return "exact"
	case "abs", "rel", "ulp":
		return fmt.Sprintf("%s:%g", c.Kind, c.Tol)
	}
	return c.Kind
}

func (c Check) equal(e Elem, got, want []byte) bool {
	if e.bits(got) == e.bits(want) {
		return true
	}
	if c.Kind == "" || c.Kind == "exact" {
		return false
	}
	g, w := e.value(got), e.value(want)
	if math.IsNaN(g) || math.IsNaN(w) {
		return math.IsNaN(g) && math.IsNaN(w)
	}
	if g == w {
		return c.Kind != "nan"
	}
	if math.IsInf(g, 0) || math.IsInf(w, 0) {
		return false
	}
	switch c.Kind {
	case "abs":
		return math.Abs(g-w) <= c.Tol
	case "rel":
		return math.Abs(g-w) <= c.Tol*math.Abs(w)
	case "ulp":
		return float64(e.ulps(got, want)) <= c.Tol
	}
	return false
}

// Mismatch is one element that differs.
type Mismatch struct {
	Index int    `json:"index"`
	Got   string `json:"got"` // decimal
	Want  string `json:"expected"`
	Ulps  uint64 `json:"ulps,omitempty"` // floats only, 0 beside a NaN
}

// maxShown is how many differing elements a comparison keeps.
const maxShown = 8

// Compared is the comparison of one buffer argument.
type Compared struct {
	Arg        int        `json:"arg"`
	Elements   int        `json:"elements"`
	Check      string     `json:"check"`
	Mismatches int        `json:"mismatches"`
	First      []Mismatch `json:"first,omitempty"` // at most eight
}

// Compare compares two buffers of the same number of whole elements.
func Compare(e Elem, c Check, got, want []byte) (Compared, error) {
	if err := c.legal(); err != nil {
		return Compared{}, err
	}
	if len(got) != len(want) || len(got)%e.size() != 0 {
		return Compared{}, fmt.Errorf("compare %d bytes with %d: want as many, of whole elements of %d bytes", len(got), len(want), e.size())
	}
	return compare(0, e, c, got, want, nil), nil
}

// compare compares got with want, which have the same number of whole elements.
func compare(arg int, e Elem, c Check, got, want []byte, m *Meter) Compared {
	out := Compared{Arg: arg, Elements: len(want) / e.size(), Check: c.String()}
	out.parts(e, c, got, want, m)
	return out
}

// parts is add of a whole buffer, of which m is told part by part.
func (out *Compared) parts(e Elem, c Check, got, want []byte, m *Meter) {
	for at := 0; at < len(want); at += chunk {
		end := min(at+chunk, len(want))
		out.add(e, c, at/e.size(), got[at:end], want[at:end])
		m.add(end - at)
	}
}

// add compares a part of the buffer that begins with element first.
func (out *Compared) add(e Elem, c Check, first int, got, want []byte) {
	if (c.Kind == "" || c.Kind == "exact") && bytes.Equal(got, want) {
		return
	}
	size := e.size()
	for i := 0; i < len(want); i += size {
		g, w := got[i:i+size], want[i:i+size]
		if c.equal(e, g, w) {
			continue
		}
		out.Mismatches++
		if len(out.First) < maxShown {
			m := Mismatch{Index: first + i/size, Got: e.Format(g), Want: e.Format(w)}
			if e.Float && !e.nan(g) && !e.nan(w) {
				m.Ulps = e.ulps(g, w)
			}
			out.First = append(out.First, m)
		}
	}
}
