package eu

import "math/big"

// elementType is a type of elements, for arithmetic that shares nothing with the rows.
type elementType struct {
	name          string
	size          int
	float, signed bool
	digits        int // of a float's significand
	least         int // exponent of its smallest normal number
	keeps         int // bit of cr0 that keeps its denormals
}

var (
	elementTypes = map[string]*elementType{}
	intNames     = []string{"ub", "b", "uw", "w", "ud", "d", "uq", "q"}
)

func init() {
	for i, name := range intNames {
		elementTypes[name] = &elementType{name: name, size: 1 << (i / 2), signed: i%2 == 1}
	}
	elementTypes["hf"] = &elementType{"hf", 2, true, true, 11, -14, 10}
	elementTypes["f"] = &elementType{"f", 4, true, true, 24, -126, 7}
	elementTypes["df"] = &elementType{"df", 8, true, true, 53, -1022, 6}
}

func (t *elementType) bits() uint    { return uint(8 * t.size) }
func (t *elementType) sign() uint64  { return 1 << (t.bits() - 1) }
func (t *elementType) inf() uint64   { return t.sign() - 1<<(t.digits-1) }
func (t *elementType) quiet() uint64 { return t.inf() | 1<<(t.digits-2) }
func (t *elementType) one() uint64   { return t.inf() >> 1 &^ (1<<(t.digits-1) - 1) }
func (t *elementType) nan(v uint64) bool {
	return v&^t.sign() > t.inf()
}
func (t *elementType) denormal(v uint64) bool {
	v &^= t.sign()
	return v != 0 && v < 1<<(t.digits-1)
}

// integer is the number of the bits of an element.
func (t *elementType) integer(v uint64) *big.Int {
	x := new(big.Int).SetUint64(v)
	if t.signed && v&t.sign() != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), t.bits()))
	}
	return x
}

// wrap is the bits of the element that a number leaves.
func (t *elementType) wrap(x *big.Int) uint64 { return cut(x, t.bits()).Uint64() }

// clamp is the nearest number that the integer type has.
func (t *elementType) clamp(x *big.Int) *big.Int {
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), t.bits())
	if t.signed {
		low.Neg(high.Rsh(high, 1))
	}
	high.Sub(high, big.NewInt(1))
	switch {
	case x.Cmp(low) < 0:
		return low
	case x.Cmp(high) > 0:
		return high
	}
	return x
}

// precision holds every sum and product of two doubles.
const precision = 4600

// real is the number of a float that is one.
func (t *elementType) real(v uint64) *big.Float {
	e, m := int(v&^t.sign()>>(t.digits-1)), v&(1<<(t.digits-1)-1)
	if e > 0 {
		m |= 1 << (t.digits - 1)
	}
	x := new(big.Float).SetPrec(precision).SetUint64(m)
	x.SetMantExp(x, max(e, 1)-1+t.least-(t.digits-1))
	if v&t.sign() != 0 {
		x.Neg(x)
	}
	return x
}

// round is the float nearest to x in a mode of cr0: even, up, down, to zero.
func (t *elementType) round(x *big.Float, mode int) uint64 {
	var sign uint64
	if x.Signbit() {
		sign = t.sign()
	}
	if x.Sign() == 0 {
		return sign
	}
	unit := max(x.MantExp(nil)-1, t.least) - (t.digits - 1)
	scaled := new(big.Float).SetPrec(precision).SetMantExp(x, -unit)
	n, _ := scaled.Abs(scaled).Int(nil)
	rest := scaled.Sub(scaled, new(big.Float).SetInt(n))
	half := rest.Cmp(big.NewFloat(0.5))
	away := mode == 0 && (half > 0 || half == 0 && n.Bit(0) == 1) ||
		rest.Sign() > 0 && (mode == 1 && sign == 0 || mode == 2 && sign != 0)
	if away {
		n.Add(n, big.NewInt(1))
	}
	field := uint64(unit + t.digits - 1 - t.least + 1)
	v := field<<(t.digits-1) + n.Uint64() - 1<<(t.digits-1)
	if field > t.inf()>>(t.digits-1) || v >= t.inf() {
		v = t.inf()
		if mode == 3 || mode == 1 && sign != 0 || mode == 2 && sign == 0 {
			v--
		}
	}
	return v | sign
}

// truncate is a float as an integer type has it: clamped, and 0 for no number.
func (t *elementType) truncate(v uint64, to *elementType) *big.Int {
	switch {
	case t.nan(v):
		return new(big.Int)
	case v&^t.sign() == t.inf():
		x := new(big.Int).Lsh(big.NewInt(1), 100)
		if v&t.sign() != 0 {
			x.Neg(x)
		}
		return to.clamp(x)
	}
	n, _ := t.real(v).Int(nil)
	return to.clamp(n)
}

// saturate clamps a float to 0 and 1.
func (t *elementType) saturate(v uint64) uint64 {
	switch {
	case t.nan(v), v&t.sign() != 0:
		return 0
	case v > t.one():
		return t.one()
	}
	return v
}

// flushed is a float as arithmetic under cr0 takes and leaves it.
func (t *elementType) flushed(v uint64, cr0 uint32) uint64 {
	if t.denormal(v) && cr0>>t.keeps&1 == 0 {
		return v & t.sign()
	}
	return v
}

// fused is a*b + c rounded once; a product is that with -0 of its own sign for c.
func (t *elementType) fused(a, b, c uint64, cr0 uint32) uint64 {
	a, b, c = t.flushed(a, cr0), t.flushed(b, cr0), t.flushed(c, cr0)
	mode := int(cr0 >> 4 & 3)
	inf := func(v uint64) bool { return v&^t.sign() == t.inf() }
	sign := (a ^ b) & t.sign()
	switch {
	case t.nan(a), t.nan(b), t.nan(c), inf(a) && b&^t.sign() == 0, inf(b) && a&^t.sign() == 0:
		return t.quiet()
	case inf(a) || inf(b):
		if inf(c) && c&t.sign() != sign {
			return t.quiet()
		}
		return t.inf() | sign
	case inf(c):
		return c
	}
	p := new(big.Float).SetPrec(precision).Mul(t.real(a), t.real(b))
	sum := new(big.Float).SetPrec(precision).Add(p, t.real(c))
	if sum.Sign() == 0 {
		if p.Sign() == 0 && sign == c&t.sign() {
			return sign
		}
		if mode == 2 {
			return t.sign()
		}
		return 0
	}
	return t.flushed(t.round(sum, mode), cr0)
}
