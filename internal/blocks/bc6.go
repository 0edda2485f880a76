package blocks

import (
	"strconv"
	"strings"
	"sync"

	"github.com/genvisa/genvisa/internal/num"
)

// bc6Mode is how the ends of a block lie in it (ARB_texture_compression_bptc, tables MF and F): whether those after the first are
// differences from it, bits of the partition, of an end and of a difference, and behind the bits of the mode
// the fields in order, as COMPONENT END:FIRST BIT-LAST BIT of its number, lowest first in the block.
type bc6Mode struct {
	differs        bool
	partition, end int
	delta          [3]int
	fields         string
}

// bc6Modes are by code; those without fields are reserved.
var bc6Modes = [32]bc6Mode{
	0: {true, 5, 10, [3]int{5, 5, 5},
		"g2:4 b2:4 b3:4 r0:0-9 g0:0-9 b0:0-9 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
	1: {true, 5, 7, [3]int{6, 6, 6},
		"g2:5 g3:4 g3:5 r0:0-6 b3:0 b3:1 b2:4 g0:0-6 b2:5 b3:2 g2:4 b0:0-6 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
	2: {true, 5, 11, [3]int{5, 4, 4},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-4 r0:10 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
	6: {true, 5, 11, [3]int{4, 5, 4},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 g3:4 g2:0-3 g1:0-4 g0:10 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-3 b3:0 b3:2 r3:0-3 g2:4 b3:3"},
	10: {true, 5, 11, [3]int{4, 4, 5},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 b2:4 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-4 b0:10 b2:0-3 r2:0-3 b3:1 b3:2 r3:0-3 b3:4 b3:3"},
	14: {true, 5, 9, [3]int{5, 5, 5},
		"r0:0-8 b2:4 g0:0-8 g2:4 b0:0-8 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
	18: {true, 5, 8, [3]int{6, 5, 5},
		"r0:0-7 g3:4 b2:4 g0:0-7 b3:2 g2:4 b0:0-7 b3:3 b3:4 r1:0-5 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-5 r3:0-5"},
	22: {true, 5, 8, [3]int{5, 6, 5},
		"r0:0-7 b3:0 b2:4 g0:0-7 g2:5 g2:4 b0:0-7 g3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-5 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
	26: {true, 5, 8, [3]int{5, 5, 6},
		"r0:0-7 b3:1 b2:4 g0:0-7 b2:5 g2:4 b0:0-7 b3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-5 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3"},
	30: {false, 5, 6, [3]int{6, 6, 6},
		"r0:0-5 g3:4 b3:0 b3:1 b2:4 g0:0-5 g2:5 b2:5 b3:2 g2:4 b0:0-5 g3:5 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
	3: {false, 0, 10, [3]int{10, 10, 10},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-9 g1:0-9 b1:0-9"},
	7: {true, 0, 11, [3]int{9, 9, 9},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-8 r0:10 g1:0-8 g0:10 b1:0-8 b0:10"},
	11: {true, 0, 12, [3]int{8, 8, 8},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-7 r0:11-10 g1:0-7 g0:11-10 b1:0-7 b0:11-10"},
	15: {true, 0, 16, [3]int{4, 4, 4},
		"r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:15-10 g1:0-3 g0:15-10 b1:0-3 b0:15-10"},
}

// bc6Bit is where the next bit of a block goes.
type bc6Bit struct{ end, component, bit int }

// bc6Bits are those of each mode, in order.
var bc6Bits = sync.OnceValue(func() (out [32][]bc6Bit) {
	for code, m := range bc6Modes {
		for _, field := range strings.Fields(m.fields) {
			name, bits, _ := strings.Cut(field, ":")
			first, last, many := strings.Cut(bits, "-")
			from, err1 := strconv.Atoi(first)
			to, err2 := from, error(nil)
			if many {
				to, err2 = strconv.Atoi(last)
			}
			if err1 != nil || err2 != nil {
				panic("BUG: BC6H field " + field)
			}
			step := 1
			if to < from {
				step = -1
			}
			for b := from; b != to+step; b += step {
				out[code] = append(out[code], bc6Bit{int(name[1] - '0'), strings.IndexByte("rgb", name[0]), b})
			}
		}
	}
	return out
})

// bc6 is a texel of BC6H, of signed or unsigned halfs. A reserved mode is black.
func bc6(w word, x, y int, signed bool, out *Color) {
	code, at := w.at(0, 5), 5
	if code&3 < 2 {
		code, at = code&3, 2
	}
	m := &bc6Modes[code]
	if m.fields == "" {
		*out = Color{3: 1}
		return
	}
	var ends [4][3]int
	for i, b := range bc6Bits()[code] {
		ends[b.end][b.component] |= w.at(at+i, 1) << b.bit
	}
	at += len(bc6Bits()[code])
	m.resolve(&ends, signed)
	subsets, bits := 1, 4
	if m.partition > 0 {
		subsets, bits = 2, 3
	}
	partition, t := w.at(at, m.partition), 4*y+x
	part := weights[bits][index(w, at+m.partition, bits, subsets, partition, t)]
	e := 2 * subset(subsets, partition, t)
	for c := range 3 {
		a, b := bc6Widen(ends[e][c], m.end, signed), bc6Widen(ends[e+1][c], m.end, signed)
		out[c] = bc6Half(((64-part)*a+part*b+32)>>6, signed)
	}
}

// extend is the signed number of n bits.
func extend(v, n int) int { return v << (64 - n) >> (64 - n) }

// resolve adds the first end to those that are differences, and gives all the sign that they have.
func (m *bc6Mode) resolve(ends *[4][3]int, signed bool) {
	for c := range 3 {
		if signed {
			ends[0][c] = extend(ends[0][c], m.end)
		}
		for e := 1; e < 4; e++ {
			v := &ends[e][c]
			if m.differs {
				*v = (ends[0][c] + extend(*v, m.delta[c])) & (1<<m.end - 1)
			}
			if signed {
				*v = extend(*v, m.end)
			}
		}
	}
}

// bc6Widen is an end of n bits as one of 16, or of 15 and a sign.
func bc6Widen(v, n int, signed bool) int {
	if signed {
		if v < 0 {
			return -bc6Part(-v, n-1, 0x7fff)
		}
		return bc6Part(v, n-1, 0x7fff)
	}
	return bc6Part(v, n, 0xffff)
}

// bc6Part spreads a number of n bits from 0 to most. One that has almost the bits of it stays.
func bc6Part(v, n, most int) int {
	switch {
	case n >= 15:
		return v
	case v == 0:
		return 0
	case v >= 1<<n-1:
		return most
	case most == 0x7fff:
		return (v<<15 + 0x4000) >> n
	}
	return (v<<15 + 0x4000) >> (n - 1)
}

// bc6Half is a mixed number as the half whose bits it is, scaled so that the largest is the largest half.
func bc6Half(v int, signed bool) float64 {
	switch {
	case !signed:
		return float64(num.HalfToF(uint16(v * 31 >> 6)))
	case v < 0:
		return -float64(num.HalfToF(uint16(-v * 31 >> 5)))
	}
	return float64(num.HalfToF(uint16(v * 31 >> 5)))
}
