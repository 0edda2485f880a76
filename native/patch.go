package native

import (
	"encoding/binary"
	"fmt"
)

// Patch sets bits of the 16-byte form of an instruction that its text does not
// say: bits at Mask become those of Bits. Bit b is bit b&63 of element b>>6.
type Patch struct{ Mask, Bits [2]uint64 }

// Fixed tells the bits that no patch may set, opcode and compaction: they say
// how all others are read.
func (p *Patch) Fixed() bool {
	w := word(p.Mask)
	return w.get(opcodeFrag) != 0 || w.get(cmptFrag) != 0
}

// AppendPatched appends one instruction with a patch to code: 8 bytes when
// in.Compact is set, else 16. The error is that of Encode.
func AppendPatched(code []byte, t Target, in *Inst, p *Patch) ([]byte, error) {
	c := Codec{t: t}
	return c.AppendPatched(code, in, p)
}

// AppendPatched is the function of that name.
func (c *Codec) AppendPatched(code []byte, in *Inst, p *Patch) ([]byte, error) {
	t := c.t
	w, err := c.encodeWord(in, SizeOf(in))
	if err != nil {
		return code, err
	}
	for i := range w {
		w[i] = w[i]&^p.Mask[i] | p.Bits[i]&p.Mask[i]
	}
	if in.Compact {
		c, why := compress(t, in.Op, w)
		if why != "" {
			return code, notCompact(in.Op, why)
		}
		return binary.LittleEndian.AppendUint64(code, c), nil
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(code, w[0]), w[1]), nil
}

func notCompact(op Op, why string) error {
	return &EncodeError{Op: op, Value: "compact form: " + why, Legal: "an instruction that the index tables hold"}
}

// Restate is the patch that turns the encoding of in into the instruction at the
// start of code. ok is false when there is none: in cannot be encoded, takes
// another number of bytes, or code is not what AppendPatched writes.
func (c *Codec) Restate(in *Inst, code []byte) (p Patch, ok bool) {
	t := c.t
	if layouts[t] == nil {
		return p, false
	}
	want, size, err := fetch(t, code)
	if err != nil || size != SizeOf(in) {
		return p, false
	}
	have, err := c.encodeWord(in, size)
	if err != nil {
		return p, false
	}
	p.Bits = want
	for i := range want {
		p.Mask[i] = want[i] ^ have[i]
	}
	if in.Compact && !c.canonical(in.Op, want, code) {
		return p, false
	}
	return p, !p.Fixed()
}

// SizeOf is the bytes that an instruction takes: 8 when it is compact, else 16.
func SizeOf(in *Inst) int {
	if in.Compact {
		return compactSize
	}
	return fullSize
}

// Peek tells the op and the bytes of the instruction at the start of p, and
// reads no more of it. The error is that of Decode.
func Peek(t Target, p []byte) (Op, int, error) {
	if layouts[t] == nil {
		return 0, 0, &TargetError{t}
	}
	size := RawSize(p)
	if len(p) < size {
		return 0, 0, &DecodeError{Value: fmt.Sprintf("%d bytes", len(p)), Legal: fmt.Sprintf("%d bytes", size)}
	}
	w := word{binary.LittleEndian.Uint64(p)}
	op, err := opOf(t, w.get(opcodeFrag))
	return op, size, err
}

// RawSize is the bytes of the instruction at the start of p, of any opcode; it
// may be more than p has.
func RawSize(p []byte) int {
	if len(p) < compactSize {
		return compactSize
	}
	w := word{binary.LittleEndian.Uint64(p)}
	if w.get(cmptFrag) != 0 {
		return compactSize
	}
	return fullSize
}

// Rest is Restate of the instruction that Next gave last, in, at the start of code: the
// patch of the bits that no field has.
func (c *Codec) Rest(in *Inst, code []byte) (p Patch, ok bool) {
	return Patch{Mask: in.Rest, Bits: in.Rest}, !in.Compact || c.canonical(in.Op, c.word, code)
}

// canonical tells that a word's compact form is that of code: several codes of an index
// may mean the same.
func (c *Codec) canonical(op Op, w word, code []byte) bool {
	compact, why := compress(c.t, op, w)
	return why == "" && compact == binary.LittleEndian.Uint64(code)
}
