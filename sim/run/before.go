package run

import (
	"bytes"
	"hash/maphash"
	"iter"
)

// chunk is how much of a generated buffer is generated and compared at a time.
const chunk = 1 << 16

// pages is how much memory of a large buffer is asked for at a time.
const pages = 1 << 20

// before tells, without a copy, whether a chunk of a generated buffer is what it
// was before the run: the hashes of all chunks. It is nil for a buffer of which
// that is cheap to see otherwise. Two contents have the same hash once in 2^64,
// by a seed that no launch knows.
type before []uint64

var beforeSeed = maphash.MakeSeed()

// same says that chunk number n still holds what it held; false when that is not
// known.
func (b before) same(n int, part []byte) bool {
	return b != nil && b[n] == maphash.Bytes(beforeSeed, part)
}

// begin writes what a fresh buffer holds before the run.
func (a *Arg) begin(dst []byte) (was before) {
	switch {
	case a.fill == nil:
		copy(dst, a.Data)
		return nil
	case a.fill.fill == nil:
		return nil
	}
	constant := !a.Output && a.Expect == nil
	if constant {
		was = make(before, 0, (len(dst)+chunk-1)/chunk)
	}
	if len(dst) > pages {
		large(dst)
	}
	for at := 0; at < len(dst); at += chunk {
		if at%pages == 0 && len(dst) > pages {
			populate(dst[at:min(at+pages, len(dst))])
		}
		part := dst[at:min(at+chunk, len(dst))]
		if a.fill.at(part, at); constant {
			was = append(was, maphash.Bytes(beforeSeed, part))
		}
	}
	return was
}

// changed yields the parts of a generated buffer that may differ from what they
// held before, each with its offset and with what it held.
func (a *Arg) changed(got []byte, was before) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		buf := make([]byte, min(chunk, len(got)))
		for at := 0; at < len(got); at += chunk {
			part := got[at:min(at+chunk, len(got))]
			if was.same(at/chunk, part) {
				continue
			}
			old := buf[:len(part)]
			if a.fill.at(old, at); !yield(at, old) {
				return
			}
		}
	}
}

// untouched says that a buffer holds what it held before; it looks no further than
// the first change.
func (a *Arg) untouched(got []byte, was before) bool {
	if a.fill == nil {
		return bytes.Equal(got, a.Data)
	}
	for at, old := range a.changed(got, was) {
		if !bytes.Equal(got[at:at+len(old)], old) {
			return false
		}
	}
	return true
}

// changes compares a buffer with what it held before.
func (a *Arg) changes(arg int, got []byte, was before) Compared {
	c := Compared{Arg: arg, Elements: len(got) / a.Elem.size(), Check: "must stay unchanged"}
	if a.fill == nil {
		c.add(a.Elem, Check{}, 0, got, a.Data)
		return c
	}
	for at, old := range a.changed(got, was) {
		c.add(a.Elem, Check{}, at/a.Elem.size(), got[at:at+len(old)], old)
	}
	return c
}
