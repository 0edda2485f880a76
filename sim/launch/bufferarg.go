package launch

import (
	"cmp"
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// bufferReader is a buffer argument while its keys are read.
type bufferReader struct {
	l  *Launch
	a  Arg
	at map[string]node // values by key
}

func (l *Launch) bufferArg(n node) (Arg, error) {
	fields, err := n.fields(bufferKeys...)
	if err != nil {
		return Arg{}, err
	}
	r := &bufferReader{l: l, a: Arg{Kind: BufferArg}, at: map[string]node{}}
	for _, f := range fields {
		r.at[f.key] = f.val
	}
	if at, ok := r.at["type"]; ok { // which numbers in other keys have
		if r.a.Elem, err = parseElem(at); err != nil {
			return Arg{}, err
		}
	}
	for _, f := range r.inOrder(fields) {
		if err := r.key(f); err != nil {
			return Arg{}, err
		}
	}
	return r.a, r.check()
}

// inOrder puts first what other keys may take the type from.
func (r *bufferReader) inOrder(fields []field) []field {
	slices.SortStableFunc(fields, func(a, b field) int {
		first := func(f field) int { return slices.Index([]string{"buffer", f.key}, f.key) }
		return cmp.Compare(first(a), first(b))
	})
	return fields
}

// has says that a key is there.
func (r *bufferReader) has(key string) bool { _, ok := r.at[key]; return ok }

func (r *bufferReader) key(f field) (err error) {
	a := &r.a
	switch f.key {
	case "buffer":
		err = r.contents(f.val)
	case "expect":
		err = r.expectation(f.val)
	case "check":
		a.Check, err = parseCheck(f.val)
	case "output":
		a.Output, err = f.val.boolean()
	case "save":
		a.Save, err = r.l.path(f.val)
	case "address":
		a.Addr, err = bufferAddress(f.val)
	}
	return err
}

// bufferAddress reads where a buffer is. What an address can be the memory says.
func bufferAddress(n node) (uint64, error) {
	addr, err := n.unsigned(mem.EndAddress - 1)
	if err == nil && addr == 0 {
		err = n.errorf("address 0 is no address of a buffer")
	}
	return addr, err
}

// check finds keys that do not go together.
func (r *bufferReader) check() error {
	a := &r.a
	switch {
	case a.Len()%a.Elem.size() != 0:
		at := r.at["buffer"]
		if r.has("type") {
			at = r.at["type"]
		}
		return at.errorf("the buffer has %d bytes: want a multiple of the %d of type %s", a.Len(), a.Elem.Size, a.Elem.Name)
	case a.Expect != nil && len(a.Expect) != a.Len():
		return r.at["expect"].errorf("expected data has %d bytes, the buffer %d", len(a.Expect), a.Len())
	case r.has("check") && a.Expect == nil:
		return r.at["check"].errorf("check %q needs expect: a buffer without it must come back unchanged", a.Check)
	case r.has("check") && a.Check.Kind != "exact" && !a.Elem.Float:
		return r.at["check"].errorf("check %q needs the type f16, f32 or f64, found %q", a.Check, a.Elem.Name)
	}
	if at, ok := r.at["save"]; ok {
		return r.l.takeSaved(at, a, int64(a.Len()), 0)
	}
	return nil
}

// contents reads where a buffer's bytes come from.
func (r *bufferReader) contents(n node) (err error) {
	a := &r.a
	switch {
	case n.isWritten():
		if a.inline, err = r.l.written(n, a.Elem, a.Elem.Name != ""); err != nil {
			return err
		}
		a.Data = a.inline.data
		return nil
	case !n.isMapping():
		f, err := r.l.numbers(n, a.Elem)
		if err != nil {
			return err
		}
		a.Data, a.dataFile, a.Elem, a.shape = f.data, f.path, f.elem, f.shape
		return nil
	}
	if _, err := n.fields(contentsKeys...); err != nil {
		return err
	}
	if a.Size, a.fill, err = generated(n); err != nil {
		return err
	}
	return r.l.take(n, int64(a.Size))
}

// expectation reads what the buffer must hold afterwards.
func (r *bufferReader) expectation(n node) (err error) {
	a := &r.a
	if n.isMapping() {
		if _, err := n.fields(slices.Concat(valuesKeys, structsKeys)...); err != nil {
			return err
		}
		if a.wanted, err = r.l.written(n, a.Elem, a.Elem.Name != ""); err != nil {
			return err
		}
		a.Expect = a.wanted.data
		return nil
	}
	f, err := r.l.numbers(n, a.Elem)
	if err != nil {
		return err
	}
	a.expects(f)
	a.Expect, a.Elem = f.data, f.elem
	return nil
}
