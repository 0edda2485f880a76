package native

import (
	"encoding/binary"
	"fmt"
)

// compactMap copies vn value bits from vlo to nn native bits from nlo; when vn
// is 1 and nn is not, the bit fills all of them.
type compactMap struct{ vlo, vn, nlo, nn uint8 }

// compactField is a row of a compact form.
type compactField struct {
	name  string
	frags []frag
	maps  []compactMap
	when  []cond
	index []uint64 // nil: the stored number is the value
}

// put copies a value to the native word.
func (m compactMap) put(w *word, v uint64) {
	v = v >> m.vlo & (1<<m.vn - 1)
	if m.vn != m.nn {
		v = -(v & 1)
	}
	w.put(frag{m.nlo, m.nn}, v)
}

// get is the inverse; ok is false when replicated bits differ.
func (m compactMap) get(w *word) (v uint64, ok bool) {
	n := w.get(frag{m.nlo, m.nn})
	if m.vn == m.nn {
		return n << m.vlo, true
	}
	return n & 1 << m.vlo, n == 0 || n == 1<<m.nn-1
}

// compactOf gives the compact form of a format, nil when there is none.
func compactOf(t Target, op Op) []compactField {
	if compacts[t] == nil {
		return nil
	}
	return compacts[t][opCodes[t][op].format]
}

// expand turns a compact word into the full one.
func expand(t Target, c uint64) (word, error) {
	src := word{c}
	op, err := opOf(t, src.get(opcodeFrag))
	if err != nil {
		return word{}, err
	}
	rows := compactOf(t, op)
	if rows == nil {
		return word{}, &DecodeError{Op: op, Value: fmt.Sprintf("compact %v", op), Legal: "the 16-byte form"}
	}
	w, left := word{src.get(opcodeFrag)}, src
	left.put(opcodeFrag, 0)
	left.put(cmptFrag, 0)
	for i := range rows {
		r := &rows[i]
		v := src.gather(r.frags)
		if r.index != nil {
			v = r.index[v]
		}
		with := w
		for _, m := range r.maps {
			m.put(&with, v)
		}
		if !with.holds(r.when) { // also on bits that the row writes itself
			continue
		}
		w = with
		left.scatter(r.frags, 0)
	}
	if left[0] != 0 {
		return word{}, &DecodeError{Op: op, Value: fmt.Sprintf("compact word with bits %#x", left[0]), Legal: "reserved bits 0"}
	}
	return w, nil
}

// compress turns a full word into the compact one, or says why it cannot.
func compress(t Target, op Op, w word) (c uint64, why string) {
	rows := compactOf(t, op)
	if rows == nil {
		return 0, "the format has none"
	}
	c = shorten(rows, w, func(miss string) bool { why = miss; return false })
	return c, why
}

// shorten makes the compact word, and tells what it has no code for, as long as more is true.
func shorten(rows []compactField, w word, miss func(what string) (more bool)) uint64 {
	out := word{w.get(opcodeFrag) | 1<<cmptFrag.lo}
	left := w
	left.put(opcodeFrag, 0)
	for i := range rows {
		r := &rows[i]
		if !w.holds(r.when) {
			continue
		}
		v, ok := r.value(&w, &left)
		if !ok && !miss(r.name) {
			return 0
		}
		out.scatter(r.frags, v)
	}
	if left != (word{}) {
		miss(otherBits)
	}
	return out[0]
}

// otherBits names the bits of an instruction that no row of a compact form is about.
const otherBits = "other bits"

// ShortMisses appends to list what of an instruction its compact form has no code for: rows of
// specs/eu/compaction-*.md, in their order. There are none when AppendShort makes 8 bytes of it. ok is false
// where there is no such form, or the target has no instruction like this one.
func ShortMisses(list []string, t Target, in *Inst) (_ []string, ok bool) {
	rows := compactOf(t, in.Op)
	if rows == nil {
		return list, false
	}
	w, err := encodeWord(t, in, compactSize)
	if err != nil {
		return list, false
	}
	shorten(rows, w, func(miss string) bool { list = append(list, miss); return true })
	return list, true
}

// value gathers a row's number from the native word, clears its bits in left
// and looks the number up.
func (r *compactField) value(w, left *word) (uint64, bool) {
	var v, known uint64
	for _, m := range r.maps {
		b, ok := m.get(w)
		mask := (uint64(1)<<m.vn - 1) << m.vlo
		if !ok || (v^b)&mask&known != 0 { // a bit that goes to two places is the same in both
			return 0, false
		}
		v, known = v|b, known|mask
		left.put(frag{m.nlo, m.nn}, 0)
	}
	if r.index == nil {
		return v, true
	}
	for i, x := range r.index {
		if x == v {
			return uint64(i), true
		}
	}
	return 0, false
}

// AppendShort appends one instruction to code in the shortest form that the target
// has, and sets in.Compact when that is the one of 8 bytes. It encodes once;
// the error is that of Encode. Of an instruction that says how far a branch goes
// the form must be known before the distance is: it is not for those.
func AppendShort(code []byte, t Target, in *Inst) ([]byte, error) {
	w, err := encodeWord(t, in, compactSize)
	if err != nil {
		return code, err
	}
	c, why := compress(t, in.Op, w)
	if in.Compact = why == ""; in.Compact {
		return binary.LittleEndian.AppendUint64(code, c), nil
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(code, w[0]), w[1]), nil
}
