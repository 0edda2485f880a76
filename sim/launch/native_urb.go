package launch

import (
	"math"
	"slices"
)

// maxEntry is the bytes of the largest entry of the URB, maxEntries how many a launch may have.
const (
	maxEntry   = 64 << 10
	maxEntries = 4096
)

var entryKeys = []string{"handle", "bytes", "initial", "expected", "save", "note"}

// urb reads the entries of the URB. They follow the surfaces as arguments.
func (r *nativeReader) urb() error {
	list, ok := r.at["urb"]
	if !ok {
		return nil
	}
	items, err := list.items()
	if err != nil {
		return err
	}
	if len(items) > maxEntries { // before their memory is taken
		return list.errorf("%d entries of the URB: the limit is %d", len(items), maxEntries)
	}
	for _, it := range items {
		s, a, err := r.entry(it)
		if err != nil {
			return err
		}
		r.l.parts[ArgPart(len(r.l.Args))] = it
		r.n.Surfaces, r.l.Args = append(r.n.Surfaces, s), append(r.l.Args, a)
	}
	return nil
}

// entry reads one entry: its handle, and its memory before and after.
func (r *nativeReader) entry(n node) (s NativeSurface, a Arg, err error) {
	fields, err := n.fields(entryKeys...)
	if err != nil {
		return s, a, err
	}
	at := map[string]node{}
	for _, f := range fields {
		at[f.key] = f.val
	}
	handle, ok := at["handle"]
	if !ok {
		return s, a, n.errorf("missing key \"handle\" of an entry of the URB")
	}
	h, err := handle.integer(0, math.MaxUint16)
	if err != nil {
		return s, a, err
	}
	s = NativeSurface{Unbound: true, Entry: true, Handle: uint16(h)}
	a = Arg{Kind: BufferArg, Elem: Elem{Name: "u8", Size: 1}}
	size, sized := at["bytes"]
	initial, given := at["initial"]
	switch {
	case sized == given:
		return s, a, n.errorf("an entry of the URB has bytes, which are zero before, or initial: want one of them")
	case given:
		err = r.initial(&a, initial)
	default:
		var bytes int
		if bytes, err = size.integer(1, maxEntry); err == nil {
			err = r.l.take(size, int64(bytes))
		}
		if err == nil {
			a.Data = make([]byte, bytes)
		}
	}
	if err != nil {
		return s, a, err
	}
	return s, a, r.after(&a, at)
}

// checkEntry checks surface i, which is an entry of the URB with the contents of an argument.
func (n *Native) checkEntry(i int, a *Arg, at node) error {
	s := &n.Surfaces[i]
	count := 0
	for _, o := range n.Surfaces {
		if o.Entry {
			count++
		}
	}
	switch {
	case count > maxEntries:
		return at.errorf("%d entries of the URB: the limit is %d", count, maxEntries)
	case a.Len() < 4 || a.Len() > maxEntry || a.Len()%4 != 0:
		return at.errorf("entry of the URB of %d bytes: legal are multiples of 4 up to %d", a.Len(), maxEntry)
	case slices.ContainsFunc(n.Surfaces[:i], func(o NativeSurface) bool { return o.Entry && o.Handle == s.Handle }):
		return at.errorf("handle %#x has an entry already", s.Handle)
	}
	return nil
}
