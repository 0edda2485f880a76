package asm

import (
	"math"
	"strconv"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// literal is a number of the text, before its type is known.
type literal struct {
	at    int
	text  []byte
	neg   bool
	bits  bool // hexadecimal or binary: the bits of whatever type
	float bool
	v     uint64 // magnitude, when it is no float
}

// isNumber tells that a number comes next, with or without a sign.
func (s *scanner) isNumber() bool {
	if s.peek() == '-' || s.peek() == '+' {
		return s.at+1 < len(s.line) && isDigit(s.line[s.at+1])
	}
	return isDigit(s.peek())
}

// number reads [-+]digits, 0x digits, 0b digits or a float with a point.
func (s *scanner) number() literal {
	l := literal{at: s.at}
	l.neg = s.take('-')
	if !l.neg {
		s.take('+')
	}
	from := s.at
	base, digits := 10, from
	if s.peek() == '0' && from+1 < len(s.line) {
		switch s.line[from+1] | 0x20 {
		case 'x':
			base, digits = 16, from+2
		case 'b':
			base, digits = 2, from+2
		}
	}
	s.word()
	if base == 10 && s.peek() == '.' {
		s.at++
		s.word()
		if c := s.line[s.at-1] | 0x20; c == 'e' && (s.peek() == '-' || s.peek() == '+') {
			s.at++
			s.word()
		}
		l.float, l.text = true, s.line[from:s.at]
		return l
	}
	l.text, l.bits = s.line[l.at:s.at], base != 10
	var ok bool
	if l.v, ok = magnitude(s.line[digits:s.at], uint64(base)); !ok {
		s.fail(l.at, "number %q: want digits of base %d, 64 bits at most", l.text, base)
	}
	return l
}

func magnitude(digits []byte, base uint64) (v uint64, ok bool) {
	if len(digits) == 0 {
		return 0, false
	}
	for _, c := range digits {
		d := uint64(c - '0')
		if !isDigit(c) {
			d = uint64(c|0x20) - 'a' + 10
		}
		if d >= base || v > (math.MaxUint64-d)/base {
			return 0, false
		}
		v = v*base + d
	}
	return v, true
}

// imm is the literal as an immediate of a type.
func (s *scanner) imm(l literal, t native.Type) uint64 {
	if t.IsFloat() && t != native.VF && !l.bits {
		return s.float(l, t)
	}
	if l.float {
		s.fail(l.at, "number %q of type %v: want an integer", l.text, t)
	}
	width := uint(8 * t.Size())
	limit := uint64(math.MaxUint64) >> (64 - width)
	v := l.v
	if l.neg {
		if limit = limit>>1 + 1; v > limit {
			s.fail(l.at, "number %q: want -%d or more for %v", l.text, limit, t)
		}
		return -v & (math.MaxUint64 >> (64 - width))
	}
	if !l.bits && t.IsSigned() && t != native.V && t != native.VF {
		limit >>= 1
	}
	if v > limit {
		s.fail(l.at, "number %q: want at most %d for %v, or its bits in hexadecimal", l.text, limit, t)
	}
	return v
}

// float is the nearest number of a floating-point type.
func (s *scanner) float(l literal, t native.Type) uint64 {
	size := t.Size()
	if !l.float {
		s.fail(l.at, "number %q of type %v: want a point in it, or its bits in hexadecimal", l.text, t)
	}
	v, err := strconv.ParseFloat(string(l.text), min(64, max(32, 8*size)))
	if err != nil {
		s.fail(l.at, "number %q: want a number that %v holds", l.text, t)
	}
	if l.neg {
		v = -v
	}
	switch size {
	case 2:
		h := num.DToHalf(num.IEEE, v)
		if math.IsInf(float64(num.HalfToF(h)), 0) {
			s.fail(l.at, "number %q: want a number that %v holds", l.text, t)
		}
		return uint64(h)
	case 4:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}
