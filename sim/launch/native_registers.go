package launch

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// registers reads what all threads start with: registers by name, or the constant
// URB entry (CURBE), which follows r0.
func (r *nativeReader) registers() error {
	curbe, hasCurbe := r.at["curbe"]
	common, hasCommon := r.at["common_grf"]
	if hasCurbe && hasCommon {
		return r.l.parts["curbe"].errorf("curbe and common_grf: want one of them")
	}
	if hasCurbe {
		data, err := hexBytes(curbe, (native.GRFs-1)*grfBytes)
		if err != nil {
			return err
		}
		r.n.Common = wholeRegisters(append(make([]byte, grfBytes), data...))
		return nil
	}
	if !hasCommon {
		return nil
	}
	t, err := threadRegisters(common)
	r.n.Common = t.Registers
	return err
}

// threads reads what is each thread's own; a walker over groups without a list
// has one thread for each group.
func (r *nativeReader) threads() (err error) {
	if err = r.grid(); err != nil {
		return err
	}
	list, ok := r.at["threads"]
	if !ok {
		if r.has("group_grid_end") || r.has("walker") {
			return nil
		}
		return r.l.top.errorf("missing key \"threads\", or for a gpgpu_walker \"group_grid_end\", or for a media_walker \"walker\"")
	}
	r.n.Threads, err = r.list(list)
	return err
}

// list reads entries of threads.
func (r *nativeReader) list(n node) ([]NativeThread, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	out := []NativeThread{}
	for _, it := range items {
		t, err := r.thread(it)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// grid reads the groups of a walker.
func (r *nativeReader) grid() (err error) {
	for i, key := range []string{"group_grid_start", "group_grid_end"} {
		at, ok := r.at[key]
		if !ok {
			continue
		}
		if r.n.Dispatch != dispatches[0] {
			return r.l.parts[key].errorf("key %q goes with dispatch: %s, found %s", key, dispatches[0], r.n.Dispatch)
		}
		if r.n.Grid[i], err = at.triple(int64(i)); err != nil { // an end that is left out is behind group 0
			return err
		}
	}
	return nil
}

// thread reads one entry: registers by name, and inline data, which follows those that
// all threads have.
func (r *nativeReader) thread(n node) (t NativeThread, err error) {
	fields, err := n.fields(threadKeys...)
	if err != nil {
		return t, err
	}
	if len(fields) == 0 {
		return t, n.errorf("want one or more of the keys %s", strings.Join(threadKeys, ", "))
	}
	at := map[string]node{}
	for _, f := range fields {
		at[f.key] = f.val
	}
	if n, ok := at["grf"]; ok {
		if t, err = threadRegisters(n); err != nil {
			return t, err
		}
	}
	inline, indirect := at["inline"], at["indirect"]
	switch {
	case inline.ast != nil && indirect.ast != nil:
		err = indirect.unsupported("inline and indirect data of one thread: no document at hand says which comes first")
	case inline.ast != nil:
		err = r.inline(&t, inline)
	case indirect.ast != nil:
		err = r.indirect(&t, indirect)
	}
	if err != nil {
		return t, err
	}
	if n, ok := at["dispatch_mask"]; ok {
		mask, err := n.whole(0, int64(r.n.channels()))
		if err != nil {
			return t, err
		}
		bits := uint32(mask)
		t.Mask = &bits
	}
	for _, key := range []string{"place", "tdr"} {
		if n, ok := at[key]; ok {
			if err = threadState(&t, key, n); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// inline adds inline data to the registers that a thread names.
func (r *nativeReader) inline(t *NativeThread, n node) error {
	data, err := hexBytes(n, r.room())
	if err != nil {
		return err
	}
	return r.behind(t, data, n, "inline")
}

// first is the register behind what all threads have.
func (r *nativeReader) first() int { return max(len(r.n.Common)/grfBytes, 1) }

// room is the bytes of registers from there on.
func (r *nativeReader) room() int { return (native.GRFs - r.first()) * grfBytes }

// behind puts data of a thread behind what all threads have: no register may be that and
// one that the thread names.
func (r *nativeReader) behind(t *NativeThread, data []byte, n node, what string) error {
	first := r.first()
	data = wholeRegisters(data)
	for i := range len(data) / grfBytes {
		if t.Owns(first + i) {
			return n.errorf("%s data lies in r%d to r%d: r%d is among the thread's own registers too", what, first, first+len(data)/grfBytes-1, first+i)
		}
		t.put(first+i, data[i*grfBytes:][:grfBytes])
	}
	return nil
}

// put makes a register the thread's own.
func (t *NativeThread) put(reg int, data []byte) {
	if need := (reg + 1) * grfBytes; need > len(t.Registers) {
		t.Registers = append(t.Registers, make([]byte, need-len(t.Registers))...)
	}
	copy(t.Registers[reg*grfBytes:], data)
	t.set(reg)
}

func (t *NativeThread) set(reg int) { t.Own[reg/64] |= 1 << (reg % 64) }

// Owns says that register reg is among the thread's own.
func (t *NativeThread) Owns(reg int) bool { return t.Own[reg/64]>>(reg%64)&1 != 0 }

// threadRegisters reads {r0: "00…", r5: "…"}: whole registers in memory order.
func threadRegisters(n node) (t NativeThread, err error) {
	fields, err := n.fields()
	if err != nil {
		return t, err
	}
	for _, f := range fields {
		reg, err := strconv.Atoi(strings.TrimPrefix(f.key, "r"))
		if err != nil || f.key != fmt.Sprintf("r%d", reg) || reg < 0 || reg >= native.GRFs {
			return t, f.at.errorf("unknown register %q: legal are r0 to r%d", f.key, native.GRFs-1)
		}
		data, err := hexBytes(f.val, grfBytes)
		if err != nil {
			return t, err
		}
		if len(data) != grfBytes {
			return t, f.val.errorf("%d bytes for %s: want all %d", len(data), f.key, grfBytes)
		}
		t.put(reg, data)
	}
	return t, nil
}

// hexBytes are bytes in memory order, in groups as one likes.
func hexBytes(n node, most int) ([]byte, error) {
	data, err := hex.DecodeString(strings.Join(strings.Fields(n.text()), ""))
	if err != nil {
		return nil, n.want("hexadecimal bytes such as \"00112233 44556677\"")
	}
	if len(data) > most {
		return nil, n.errorf("%d bytes: the limit is %d", len(data), most)
	}
	return data, nil
}

func wholeRegisters(b []byte) []byte {
	return append(b, make([]byte, -len(b)&(grfBytes-1))...)
}
