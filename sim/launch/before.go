package launch

import (
	"bytes"
	"context"
	"iter"
)

// chunk is how much of a generated buffer is generated and compared at a time.
const chunk = 1 << 14

// pages is how much memory of a large buffer is asked for at a time.
const pages = 1 << 20

// Begin writes what a fresh buffer holds before the run.
func (a *Arg) Begin(ctx context.Context, dst []byte, m *Meter) error {
	switch {
	case a.fill == nil:
		copy(dst, a.Data)
		m.add(len(dst))
		return nil
	case a.fill.fill == nil: // zero, as fresh memory is
		m.add(len(dst))
		return nil
	}
	for at := 0; at < len(dst); at += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		if at%pages == 0 && len(dst) > pages {
			populate(dst[at:min(at+pages, len(dst))])
		}
		part := dst[at:min(at+chunk, len(dst))]
		a.fill.at(part, at)
		m.add(len(part))
	}
	return nil
}

// held yields what a generated buffer of size bytes held before the run, part by
// part with its offset. It is generated again: that takes no longer than telling
// by hashes that nothing changed, and needs no memory.
func (a *Arg) held(size int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		buf := make([]byte, min(chunk, size))
		for at := 0; at < size; at += chunk {
			part := buf[:min(chunk, size-at)]
			if a.fill.at(part, at); !yield(at, part) {
				return
			}
		}
	}
}

// Untouched says that a buffer holds what it held before; it looks no further than
// the first change.
func (a *Arg) Untouched(got []byte, m *Meter) bool {
	if a.fill == nil {
		m.add(len(got))
		return bytes.Equal(got, a.Data)
	}
	for at, old := range a.held(len(got)) {
		if !bytes.Equal(got[at:at+len(old)], old) {
			m.add(len(got) - at)
			return false
		}
		m.add(len(old))
	}
	return true
}

// changes compares a buffer with what it held before.
func (a *Arg) changes(arg int, got []byte, m *Meter) Compared {
	c := Compared{Arg: arg, Elements: len(got) / a.Elem.size(), Check: "must stay unchanged"}
	if a.fill == nil {
		c.parts(a.Elem, Check{}, got, a.Data, m)
		return c
	}
	for at, old := range a.held(len(got)) {
		c.add(a.Elem, Check{}, at/a.Elem.size(), got[at:at+len(old)], old)
		m.add(len(old))
	}
	return c
}
