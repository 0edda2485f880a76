package native

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Sizes of the two forms of an instruction in bytes.
const (
	fullSize    = 16
	compactSize = 8

	MostBytes = fullSize // that an instruction takes
)

// The two fields that every form has at the same place.
var (
	opcodeFrag = frag{0, 7}
	cmptFrag   = frag{29, 1}
)

// Decode reads the instruction at the start of p and says how many bytes it
// takes, 8 or 16. The error is a *DecodeError with offset 0, or a *TargetError.
func Decode(t Target, p []byte) (Inst, int, error) {
	c := Codec{t: t}
	return c.Decode(p)
}

// Decode is the function of that name.
func (c *Codec) Decode(p []byte) (Inst, int, error) {
	var in Inst
	n, _, err := c.Next(&in, p)
	if err != nil {
		return Inst{}, 0, err
	}
	return in, n, nil
}

// fetch reads the bytes of one instruction as a full word, expanding a compact
// one; bit 29 of the result is clear.
func fetch(t Target, p []byte) (word, int, error) {
	if len(p) < compactSize {
		return word{}, 0, &DecodeError{Value: fmt.Sprintf("%d bytes", len(p)), Legal: "8 or 16 bytes"}
	}
	w := word{binary.LittleEndian.Uint64(p)}
	if w.get(cmptFrag) == 0 {
		if len(p) < fullSize {
			return word{}, 0, &DecodeError{Value: fmt.Sprintf("%d bytes", len(p)), Legal: "16 bytes"}
		}
		w[1] = binary.LittleEndian.Uint64(p[8:])
		return w, fullSize, nil
	}
	full, err := expand(t, w[0])
	return full, compactSize, err
}

// opsByCode inverts opCodes: 1 + the op of each code of a target.
var opsByCode lazy.Table[[NumTargets][1 << 7]uint8]

func makeOpsByCode() *[NumTargets][1 << 7]uint8 {
	var ops [NumTargets][1 << 7]uint8
	for t := range NumTargets {
		for op := range NumOps {
			if c := opCodes[t][op]; c.format != noFormat {
				ops[t][c.code] = 1 + uint8(op)
			}
		}
	}
	return &ops
}

// opOf finds the op with a code of 7 bits on target t.
func opOf(t Target, codeBits uint64) (Op, error) {
	if op := opsByCode.From(makeOpsByCode)[t][codeBits]; op != 0 {
		return Op(op - 1), nil
	}
	return 0, &DecodeError{Value: fmt.Sprintf("opcode %#x", codeBits), Legal: fmt.Sprintf("an opcode of %v", t)}
}

// fieldsOf gives the layout of an op that the target has.
func fieldsOf(t Target, op Op) []field { return layouts[t][opCodes[t][op].format] }

func decodeWord(t Target, w word, size int) (Inst, error) {
	op, err := opOf(t, w.get(opcodeFrag))
	if err != nil {
		return Inst{}, err
	}
	fields := fieldsOf(t, op)
	in := Inst{Op: op, Compact: size == compactSize}
	covered := word{1<<opcodeFrag.n - 1 | 1<<cmptFrag.lo}
	for i := range fields {
		f := &fields[i]
		if !w.holds(f.when) {
			continue
		}
		if f.ratio != nil {
			f.slot.set(&in, f.quotient(&in))
			continue
		}
		raw := f.code
		if !f.implied {
			raw = w.gather(f.frags)
			covered.cover(f.frags)
		}
		if f.is != nil {
			continue
		}
		v, ok := f.value(raw, size)
		if !ok {
			return Inst{}, &DecodeError{Op: op, Field: slotNames[f.slot], Value: fmt.Sprintf("code %#x", raw), Legal: f.legal(true)}
		}
		f.slot.set(&in, v)
	}
	in.Rest = [2]uint64{w[0] &^ covered[0], w[1] &^ covered[1]}
	return in, nil
}

// DecodeAll reads code, at least one instruction, to its end. offsets[i] is
// where insts[i] starts. The error is a *DecodeError.
func DecodeAll(t Target, code []byte) (insts []Inst, offsets []int, err error) {
	if len(code) == 0 {
		return nil, nil, &DecodeError{Value: "no code", Legal: "at least one instruction of 8 or 16 bytes"}
	}
	c := NewCodec(t)
	for off := 0; off < len(code); {
		in, n, err := c.Decode(code[off:])
		if err != nil {
			if d, ok := err.(*DecodeError); ok {
				d.Offset = off
			}
			return nil, nil, err
		}
		insts, offsets = append(insts, in), append(offsets, off)
		off += n
	}
	return insts, offsets, nil
}
