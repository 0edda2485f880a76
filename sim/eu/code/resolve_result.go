package code

import "github.com/genvisa/genvisa/native"

// conversion chooses how results become those of the destination type.
func (l *loader) conversion(ty native.Type) error {
	o := l.op
	switch own, float := floatClass(ty); {
	case o.Class == ClassRaw:
		if l.in.Sat || ty.Size() > 4 || float {
			panic("BUG: 32-bit class chosen for a saturated, 64-bit or float destination")
		}
		o.Conv = ConvNone
	case o.Class == ClassWide:
		return l.integerResult(ty)
	case !float:
		o.Conv = ConvInt
	case o.Class == own && own != ClassHalf && !l.in.Sat:
		o.Conv = ConvNone
	case ty == native.F:
		o.Conv = ConvFloat
	case ty == native.HF:
		o.Conv = ConvHalf
	default:
		o.Conv = ConvDouble
	}
	return nil
}

// integerResult stores exact integers: low bits, clamped when saturating, or
// rounded to a float type.
func (l *loader) integerResult(ty native.Type) error {
	o, sat := l.op, l.in.Sat
	switch {
	case !sat && !ty.IsFloat():
		o.Conv = ConvLow
		if ty.Size() == 8 {
			o.Conv = ConvNone
		}
		return nil
	case l.plainUQ():
		o.Flags |= FlagUnsigned
	case l.resultBits() > 64:
		return l.refuse("%s with a result of more than 64 bits, saturated or as %s", l.in.Op, ty)
	}
	switch ty {
	case native.F:
		o.Conv = ConvFloat
	case native.HF:
		o.Conv = ConvHalf
	case native.DF:
		o.Conv = ConvDouble
	default:
		o.Conv = ConvInt
	}
	return nil
}

// plainUQ says that the result is a source, one of them of 64 bits and none
// negative, so that row elements are unsigned.
func (l *loader) plainUQ() bool {
	for i := range l.srcs {
		if src := &l.in.Src[i]; src.Type.IsSigned() || src.Mod&native.ModNeg != 0 {
			return false
		}
	}
	return l.row.bits == nil && l.hasSource(native.UQ)
}

// resultBits is how many bits hold every exact result, as two's complement. The
// negative of the smallest Q counts as itself, as everywhere modulo 2^64.
func (l *loader) resultBits() (n int) {
	var src [3]int
	for i := range l.srcs {
		s := &l.in.Src[i]
		ty := scalarType(s.Type)
		src[i] = 8 * ty.Size()
		if isAcc(s) && l.in.Op.WideAccumulator() {
			src[i] = accBits
		}
		if !ty.IsSigned() || s.Mod != native.ModNone && ty != native.Q {
			src[i]++
		}
		n = max(n, src[i])
	}
	if l.row.bits != nil {
		n = l.row.bits(src)
	}
	return n
}

// accBits is the widest accumulator element that code makes: a dword times a
// word.
const accBits = 48

// sumBits and so on are resultBits of operations that need more than their
// sources.
func sumBits(s [3]int) int  { return max(s[0], s[1]) + 1 }
func sum3Bits(s [3]int) int { return max(s[0], s[1], s[2]) + 2 }
func mulBits(s [3]int) int  { return s[0] + s[1] }
func madBits(s [3]int) int  { return max(s[0], s[1]+s[2]) + 1 }

// shlBits counts the largest shift, and shrBits the sign that a shifted value
// does not have; what is shifted makes the shift one of 64 bits, not the count.
func shlBits(s [3]int) int {
	if s[0] >= 64 {
		return 64 + 63
	}
	return s[0] + 31
}

func shrBits(s [3]int) int {
	if s[0] >= 64 {
		return 64 + 1
	}
	return 32 + 1
}

// hasSource says whether a source has type ty.
func (l *loader) hasSource(ty native.Type) bool {
	for i := range l.srcs {
		if l.in.Src[i].Type == ty {
			return true
		}
	}
	return false
}
