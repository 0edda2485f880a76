package launch

import (
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// indirect adds data that the command finds in memory, {address: A, bytes: N}: those of the
// surface with an address that they lie in, as it is before the launch.
func (r *nativeReader) indirect(t *NativeThread, n node) error {
	if r.n.Dispatch != dispatches[1] {
		return n.errorf("indirect data go with dispatch: %s, found %s", dispatches[1], r.n.Dispatch)
	}
	fields, err := n.fields("address", "bytes")
	if err != nil {
		return err
	}
	at := map[string]node{}
	for _, f := range fields {
		at[f.key] = f.val
	}
	for _, key := range []string{"address", "bytes"} {
		if _, ok := at[key]; !ok {
			return n.errorf("missing key %q of indirect data", key)
		}
	}
	address, err := at["address"].whole(0, mem.EndAddress-1)
	if err != nil {
		return err
	}
	size, err := at["bytes"].integer(1, int64(r.room()))
	if err != nil {
		return err
	}
	data := r.memoryAt(uint64(address), size)
	if data == nil {
		return at["address"].errorf("%d bytes at %#x: want all of them in a surface with an address", size, address)
	}
	return r.behind(t, slices.Clone(data), n, "indirect")
}

// memoryAt is the bytes at an address before the launch; nil where no surface has them all.
func (r *nativeReader) memoryAt(address uint64, size int) []byte {
	for i := range r.l.Args {
		a := &r.l.Args[i]
		if a.Addr == 0 || address < a.Addr {
			continue
		}
		if from := address - a.Addr; from+uint64(size) <= uint64(len(a.Data)) {
			return a.Data[from:][:size]
		}
	}
	return nil
}
