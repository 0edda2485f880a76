package container

import (
	"encoding/binary"
	"fmt"
)

// tokens is a device binary of patch tokens with other code of some kernels: sizes and
// checksums of these follow.
func (r *replacer) tokens(data []byte, edits map[string]*moved) ([]byte, error) {
	f, kernels, err := readTokens(r.name, data, 0)
	if err != nil {
		return nil, err
	}
	var out []byte
	at := 0
	for i, k := range kernels {
		m := edits[f.Kernels[i].Name]
		if m == nil {
			continue
		}
		if t := k.pointsInto(); t != 0 && !m.same {
			return nil, &Error{File: r.name, Unsupported: true, Msg: fmt.Sprintf("kernel %s has patch token %d, of symbols and relocations in its code: moving its instructions", m.Kernel, t)}
		}
		out = append(out, data[at:k.at]...)
		out = append(out, k.with(data[k.at:k.end], padded(m.Code), len(m.Code))...)
		at = k.end
	}
	return append(out, data[at:]...), nil
}

// pointsInto is the number of a token that has offsets in the kernel's code, which are not
// read here; 0 without.
func (k *tokenKernel) pointsInto() uint32 {
	for _, n := range k.unread {
		if n == tokenSymbols || n == tokenRelocs {
			return n
		}
	}
	return 0
}

// with is a kernel, from its header to its last token, with another heap of code.
func (k *tokenKernel) with(old, heap []byte, code int) []byte {
	le := binary.LittleEndian
	from := k.heap - k.at
	end := from + int(le.Uint32(old[4*kernelHeap:]))
	out := append(append(append([]byte{}, old[:from]...), heap...), old[end:]...)
	le.PutUint32(out[4*kernelHeap:], uint32(len(heap)))
	le.PutUint32(out[4*kernelCode:], uint32(code))
	le.PutUint32(out, checksum(out[4*kernelDwords:]))
	return out
}

// checksum is that of what follows a kernel's header, which drivers compare: Bob Jenkins'
// mix of 1996 over dwords, begun with three constants of SHA-256 (intel/compute-runtime,
// helpers/hash.h).
func checksum(b []byte) uint32 {
	a, hi, lo := uint32(0x428a2f98), uint32(0x71374491), uint32(0xb5c0fbcf)
	for len(b) > 0 {
		if len(b) >= 4 {
			a ^= binary.LittleEndian.Uint32(b)
			b = b[4:]
		} else {
			v := uint32(0)
			for _, c := range b { // the rest from the other end
				v = (v | uint32(c)) << 8
			}
			a, b = a^v, nil
		}
		a, hi, lo = jenkins(a, hi, lo)
	}
	return lo
}

// jenkins mixes three words.
func jenkins(a, b, c uint32) (uint32, uint32, uint32) {
	for _, s := range [...][3]uint8{{13, 8, 13}, {12, 16, 5}, {3, 10, 15}} {
		a = (a - b - c) ^ c>>s[0]
		b = (b - c - a) ^ a<<s[1]
		c = (c - a - b) ^ b>>s[2]
	}
	return a, b, c
}
