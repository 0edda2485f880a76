package regalloc

import (
	"math/bits"
	"slices"
)

// doubled makes room for one more element. Append alone grows long slices by a
// quarter, which takes five times the memory of the result in all.
func doubled[T any](s []T) []T {
	if len(s) == cap(s) {
		return slices.Grow(s, max(64, len(s)))
	}
	return s
}

// bitset is a fixed-size set of small integers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

// newBitsets cuts count sets of n bits from one allocation.
func newBitsets(count, n int) []bitset {
	words := (n + 63) / 64
	all := make(bitset, count*words)
	out := make([]bitset, count)
	for i := range out {
		out[i] = all[i*words : (i+1)*words : (i+1)*words]
	}
	return out
}

func (s bitset) has(i int32) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) add(i int32)      { s[i>>6] |= 1 << (i & 63) }

func (s bitset) addRange(lo, n int32) {
	for i := lo; i < lo+n; i++ {
		s.add(i)
	}
}

// or adds t and tells whether s grew.
func (s bitset) or(t bitset) bool {
	grew := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

// any tells whether f is true of a member; it asks in rising order.
func (s bitset) any(f func(int32) bool) bool {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			if f(int32(w<<6 + bits.TrailingZeros64(x))) {
				return true
			}
		}
	}
	return false
}

// each calls f with the members in rising order.
func (s bitset) each(f func(int32)) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			f(int32(w<<6 + bits.TrailingZeros64(x)))
		}
	}
}
