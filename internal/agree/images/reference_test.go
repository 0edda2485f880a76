package images

import (
	"math"
	"strings"
)

// picture is an image as the reference knows it: numbers of 64 bits, and a layout and
// a sampler of its own, which share nothing with sim/mem.
type picture struct {
	order      string // as in the names of formats
	bits       int
	typ        string // as in the names of formats: "" and "sn" are fractions, "i" and "ui" integers, "f"
	size       [3]int
	spatial    int
	layers     bool
	data       []byte
	normalized bool
	linear     bool
	address    string    // none, clamp, edge, repeat, mirror
	offset     [3]int    // texels that the message adds
	numbers    []float64 // decoded components in memory
}

// stored is the components in memory.
func (p *picture) stored() string {
	switch p.order {
	case "i", "l", "d":
		return "r"
	}
	return strings.TrimPrefix(p.order, "s")
}

// decode reads all numbers in memory.
func (p *picture) decode() {
	for i := 0; i+p.bits/8 <= len(p.data); i += p.bits / 8 {
		v := p.number(p.data[i:])
		if p.order[0] == 's' && len(p.numbers)%4 < 3 {
			v = fromCurve(v)
		}
		p.numbers = append(p.numbers, v)
	}
}

// number reads the first component of b.
func (p *picture) number(b []byte) float64 {
	var code uint32
	for i := range p.bits / 8 {
		code |= uint32(b[i]) << (8 * i)
	}
	signed := int64(code)
	if code>>(p.bits-1) != 0 {
		signed -= 1 << p.bits
	}
	switch {
	case p.typ == "f" && p.bits == 16:
		return halfValue(uint16(code))
	case p.typ == "f":
		return float64(math.Float32frombits(code))
	case p.typ == "i":
		return float64(signed)
	case p.typ == "ui":
		return float64(code)
	case p.typ == "sn":
		return max(-1, float64(signed)/(math.Exp2(float64(p.bits-1))-1))
	}
	return float64(code) / (math.Exp2(float64(p.bits)) - 1)
}

// halfValue is the number that a half is (IEEE 754, binary16); none is infinite.
func halfValue(h uint16) float64 {
	exponent, fraction := int(h>>10&31), float64(h&1023)/1024
	v := math.Ldexp(1+fraction, exponent-15)
	if exponent == 0 {
		v = math.Ldexp(fraction, -14)
	}
	if h>>15 != 0 {
		return -v
	}
	return v
}

// fromCurve is the sRGB curve (IEC 61966-2-1).
func fromCurve(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// texel is R, G, B and A of a place; outside it is the border.
func (p *picture) texel(x, y, z int) (out [4]float64) {
	inside := x >= 0 && y >= 0 && z >= 0 && x < p.size[0] && y < p.size[1] && z < p.size[2]
	get := func(component byte) float64 {
		if !inside {
			return 0
		}
		s := p.stored()
		return p.numbers[((z*p.size[1]+y)*p.size[0]+x)*len(s)+strings.IndexByte(s, component)]
	}
	switch p.order {
	case "r", "d":
		return [4]float64{get('r'), 0, 0, 1}
	case "rg":
		return [4]float64{get('r'), get('g'), 0, 1}
	case "a":
		return [4]float64{0, 0, 0, get('a')}
	case "i":
		return [4]float64{get('r'), get('r'), get('r'), get('r')}
	case "l":
		return [4]float64{get('r'), get('r'), get('r'), 1}
	}
	return [4]float64{get('r'), get('g'), get('b'), get('a')}
}

// scale is a coordinate in texels (OpenCL 1.2, section 8.2).
func (p *picture) scale(s float64, n int) float64 {
	switch {
	case !p.normalized:
		return s
	case p.address == "repeat":
		return (s - math.Floor(s)) * float64(n)
	case p.address == "mirror":
		return math.Abs(s-2*math.RoundToEven(s/2)) * float64(n)
	}
	return s * float64(n)
}

// index is the texel for a number that may be outside.
func (p *picture) index(i float64, n int) int {
	last := float64(n - 1)
	switch p.address {
	case "clamp":
		return int(min(max(i, -1), last+1))
	case "repeat":
		if i < 0 {
			return n + int(i)
		} else if i > last {
			return int(i) - n
		}
	}
	return int(min(max(i, 0), last))
}

// layer is that of an array, by axis.
func (p *picture) layer(at [3]float64, to *[3]int) {
	if p.layers {
		n := float64(p.size[p.spatial] - 1)
		to[p.spatial] = int(min(max(math.RoundToEven(at[p.spatial]), 0), n))
	}
}

// corners are the two texels of each axis between whose centres a place is, and how
// far it is from the first.
func (p *picture) corners(at [3]float64) (index [2][3]int, part [3]float64) {
	for d := range p.spatial {
		u := p.scale(at[d], p.size[d]) - 0.5
		part[d] = u - math.Floor(u)
		first := math.Floor(u) + float64(p.offset[d])
		index[0][d], index[1][d] = p.index(first, p.size[d]), p.index(first+1, p.size[d])
	}
	p.layer(at, &index[0])
	p.layer(at, &index[1])
	return index, part
}

// sample reads a place.
func (p *picture) sample(at [3]float64) (out [4]float64) {
	if !p.linear {
		var i [3]int
		for d := range p.spatial {
			i[d] = p.index(math.Floor(p.scale(at[d], p.size[d]))+float64(p.offset[d]), p.size[d])
		}
		p.layer(at, &i)
		return p.texel(i[0], i[1], i[2])
	}
	near, part := p.corners(at)
	for x := range 2 {
		for y := range 2 {
			for z := range 2 {
				weight := 1.0
				for d, side := range [3]int{x, y, z} {
					weight *= [2]float64{1 - part[d], part[d]}[side]
				}
				if weight == 0 {
					continue
				}
				for c, v := range p.texel(near[x][0], near[y][1], near[z][2]) {
					out[c] += weight * v
				}
			}
		}
	}
	return out
}

// gather is component c of the four texels around a place: of (0,1), (1,1), (1,0) and
// (0,0).
func (p *picture) gather(at [3]float64, c int) [4]float64 {
	near, _ := p.corners(at)
	one := func(x, y int) float64 { return p.texel(near[x][0], near[y][1], near[0][2])[c] }
	return [4]float64{one(0, 1), one(1, 1), one(1, 0), one(0, 0)}
}
