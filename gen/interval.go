package gen

import (
	"math/big"

	"github.com/genvisa/genvisa/opdefs"
)

// interval is a range of exact integers, both ends included.
type interval struct{ lo, hi *big.Int }

func span(lo, hi int64) interval { return interval{big.NewInt(lo), big.NewInt(hi)} }

func single(v *big.Int) interval { return interval{v, v} }

// typeRange is the values of an integer of so many bits.
func typeRange(bits int, signed bool) interval {
	one := big.NewInt(1)
	if signed {
		h := new(big.Int).Lsh(one, uint(bits-1))
		return interval{new(big.Int).Neg(h), new(big.Int).Sub(h, one)}
	}
	return interval{big.NewInt(0), new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)}
}

func elementRange(t opdefs.Type) interval { return typeRange(t.Bits(), t.IsSigned()) }

func (a interval) join(b interval) interval { return interval{minBig(a.lo, b.lo), maxBig(a.hi, b.hi)} }

func (a interval) within(b interval) bool { return a.lo.Cmp(b.lo) >= 0 && a.hi.Cmp(b.hi) <= 0 }

func (a interval) equal(b interval) bool { return a.lo.Cmp(b.lo) == 0 && a.hi.Cmp(b.hi) == 0 }

func (a interval) single() bool { return a.lo.Cmp(a.hi) == 0 }

func (a interval) nonNegative() bool { return a.lo.Sign() >= 0 }

// point is the only value of the interval, if it has just one.
func (a interval) point() (int64, bool) {
	return a.lo.Int64(), a.lo.Cmp(a.hi) == 0 && a.lo.IsInt64()
}

func minBig(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func maxBig(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// corners is the hull of f over the ends of a and b, for monotone f.
func corners(a, b interval, f func(x, y *big.Int) *big.Int) interval {
	out := single(f(a.lo, b.lo))
	for _, v := range []*big.Int{f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)} {
		out = out.join(single(v))
	}
	return out
}

// bitHull is the smallest range of two's complement numbers that holds both.
func bitHull(a, b interval) interval {
	j := a.join(b)
	n := max(j.lo.BitLen(), j.hi.BitLen())
	if j.nonNegative() {
		return typeRange(n, false)
	}
	return typeRange(n+1, true)
}

// binaryRange is the range of an integer operator.
func binaryRange(op string, a, b interval) interval {
	switch op {
	case "+":
		return interval{new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi)}
	case "-":
		return interval{new(big.Int).Sub(a.lo, b.hi), new(big.Int).Sub(a.hi, b.lo)}
	case "*":
		return corners(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	case "<<":
		return corners(a, clampShift(b), func(x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(y.Uint64())) })
	case ">>":
		return corners(a, clampShift(b), func(x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(y.Uint64())) })
	case "/":
		if b.lo.Sign() > 0 {
			return corners(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) })
		}
		return a
	case "&":
		switch {
		case a.single() && b.single():
			return single(new(big.Int).And(a.lo, b.lo))
		case a.nonNegative() && b.nonNegative():
			return interval{new(big.Int), minBig(a.hi, b.hi)}
		case a.nonNegative():
			return interval{new(big.Int), a.hi}
		case b.nonNegative():
			return interval{new(big.Int), b.hi}
		}
		return bitHull(a, b)
	case "|":
		if a.single() && b.single() {
			return single(new(big.Int).Or(a.lo, b.lo))
		}
		return bitHull(a, b)
	case "^":
		if a.single() && b.single() {
			return single(new(big.Int).Xor(a.lo, b.lo))
		}
		return bitHull(a, b)
	}
	return span(0, 1) // comparisons, && and ||
}

// clampShift keeps shift counts in 0..63 for the range; the generator reports others.
func clampShift(b interval) interval {
	lim := span(0, 63)
	return interval{minBig(maxBig(b.lo, lim.lo), lim.hi), maxBig(minBig(b.hi, lim.hi), lim.lo)}
}

// decide compares two ranges: 1 when the relation always holds, 0 when never, -1 else.
func decide(op string, a, b interval) int {
	yes := func(always, never bool) int {
		switch {
		case always:
			return 1
		case never:
			return 0
		}
		return -1
	}
	_, pa := a.point()
	_, pb := b.point()
	same := pa && pb && a.lo.Cmp(b.lo) == 0
	apart := a.hi.Cmp(b.lo) < 0 || b.hi.Cmp(a.lo) < 0
	switch op {
	case "==":
		return yes(same, apart)
	case "!=":
		return yes(apart, same)
	case "<":
		return yes(a.hi.Cmp(b.lo) < 0, a.lo.Cmp(b.hi) >= 0)
	case "<=":
		return yes(a.hi.Cmp(b.lo) <= 0, a.lo.Cmp(b.hi) > 0)
	case ">":
		return decide("<", b, a)
	case ">=":
		return decide("<=", b, a)
	}
	return -1
}
