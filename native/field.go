package native

import "slices"

// word is a 16-byte instruction: bit b is bit b&63 of word[b>>6].
type word [2]uint64

// frag is n bits of a word from bit lo up; it never crosses bit 64.
type frag struct{ lo, n uint8 }

func (w *word) get(f frag) uint64 { return w[f.lo>>6] >> (f.lo & 63) & (1<<f.n - 1) }

func (w *word) put(f frag, v uint64) {
	mask := uint64(1)<<f.n - 1
	p, s := &w[f.lo>>6], f.lo&63
	*p = *p&^(mask<<s) | v&mask<<s
}

// gather reads fragments as one number, least significant first.
func (w *word) gather(fs []frag) uint64 {
	var v uint64
	var at uint8
	for _, f := range fs {
		v |= w.get(f) << at
		at += f.n
	}
	return v
}

// scatter is the inverse of gather.
func (w *word) scatter(fs []frag, v uint64) {
	for _, f := range fs {
		w.put(f, v)
		v >>= f.n
	}
}

// cover sets every bit of the fragments.
func (w *word) cover(fs []frag) { w.scatter(fs, ^uint64(0)) }

// cond holds when the code at the pieces, the least significant first, is one
// of set. The second piece of most is empty.
type cond struct {
	at  [2]frag
	set uint64
}

func (w *word) holds(when []cond) bool {
	for i := range when {
		c := &when[i]
		code := w.get(c.at[0])
		if c.at[1].n != 0 {
			code |= w.get(c.at[1]) << c.at[0].n
		}
		if c.set>>code&1 == 0 {
			return false
		}
	}
	return true
}

// code is one code of a field, the value the model holds for it, and its name.
type code struct {
	code  uint8
	value uint64
	name  string
}

// limit is a range of legal codes of a field without an enumeration.
type limit struct{ lo, hi uint64 }

// field is a row of a layout: where a slot's code lies, when, and what it means.
type field struct {
	slot     slot
	frags    []frag
	when     []cond
	codes    []code   // nil: the code is the value
	limits   []limit  // the legal codes; nil: all
	is       []uint64 // one bit that says whether the slot has one of these values; it is not read back
	ratio    *[2]slot // no bits: the value is the first slot's divided by the second's
	implied  bool     // no bits: the code is fixed
	code     uint64
	signed   bool
	twice    bool // 16 bits in both halves
	next     bool // offset from the following instruction
	scale    uint8
	optional bool // the operand may be missing; absent is then written
	absent   uint64
}

func (f *field) width() uint8 {
	var n uint8
	for _, g := range f.frags {
		n += g.n
	}
	return n
}

// value turns a raw code into the model's value. size is the instruction's
// bytes, for offsets that count from the next instruction.
func (f *field) value(raw uint64, size int) (uint64, bool) {
	switch {
	case f.codes != nil:
		for i := range f.codes {
			if uint64(f.codes[i].code) == raw {
				return f.codes[i].value, true
			}
		}
		return 0, false
	case !f.within(raw):
		return 0, false
	case f.twice:
		return raw & 0xffff, raw>>16 == raw&0xffff
	}
	if w := f.width(); f.signed && w < 64 {
		raw = uint64(int64(raw<<(64-w)) >> (64 - w))
	}
	raw <<= f.scale
	if f.next {
		raw += uint64(size)
	}
	return raw, !f.signed || int64(raw) == int64(int32(raw)) // the model has 32 bits for what is signed
}

// within reports that a code is in one of the field's limits.
func (f *field) within(code uint64) bool {
	for _, l := range f.limits {
		if code >= l.lo && code <= l.hi {
			return true
		}
	}
	return f.limits == nil
}

// quotient is the value of a derived field: of a three-source region <V;H> the
// width V/H, or V where H is 0 (the regioning rules of Align1 ternary operations of
// Gen10), at least 1.
func (f *field) quotient(in *Inst) uint64 {
	return rowWidth(f.ratio[0].get(in), f.ratio[1].get(in))
}

func rowWidth(v, h uint64) uint64 {
	if h == 0 {
		return max(v, 1)
	}
	return max(v/h, 1)
}

// RowRegion is the region <v;h> of a three-source instruction, whose width
// follows from the strides.
func RowRegion(v, h uint8) Region { return Region{v, uint8(rowWidth(uint64(v), uint64(h))), h} }

// test is the code of a field that says what another one is.
func (f *field) test(v uint64) uint64 { return bit(slices.Contains(f.is, v)) }

// raw is the inverse of value.
func (f *field) raw(v uint64, size int) (uint64, bool) {
	switch {
	case f.codes != nil:
		for i := range f.codes {
			if f.codes[i].value == v {
				return uint64(f.codes[i].code), true
			}
		}
		return 0, false
	case f.twice:
		return v | v<<16, v>>16 == 0
	}
	if f.next {
		v -= uint64(size)
	}
	if v&(1<<f.scale-1) != 0 {
		return 0, false
	}
	w := f.width()
	if f.signed {
		s := int64(v) >> f.scale
		return uint64(s) & (1<<w - 1), s>>(w-1) == 0 || s>>(w-1) == -1
	}
	v >>= f.scale
	if !f.within(v) {
		return 0, false
	}
	return v, w == 64 || v>>w == 0
}
