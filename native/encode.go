package native

import "fmt"

// Encode writes one instruction: 8 bytes when in.Compact is set, else 16. The
// error is an *EncodeError: virtual registers, unresolved labels, values that
// the target's fields cannot hold.
func Encode(t Target, in *Inst) ([]byte, error) {
	return AppendPatched(nil, t, in, &Patch{})
}

// encodeWord fills the full word of an instruction of size bytes.
func encodeWord(t Target, in *Inst, size int) (word, error) {
	w, _, err := encodeFields(t, in, size)
	return w, err
}

// encodeFields is encodeWord, and gives the bits that fields cover.
func encodeFields(t Target, in *Inst, size int) (word, word, error) {
	fields, err := encodable(t, in)
	if err != nil {
		return word{}, word{}, err
	}
	w := word{uint64(opCodes[t][in.Op].code)}
	covered := word{1<<opcodeFrag.n - 1 | 1<<cmptFrag.lo}
	var written [numSlots]bool
	for i := range fields {
		f := &fields[i]
		if !w.holds(f.when) {
			continue
		}
		written[f.slot] = written[f.slot] || f.is == nil
		raw, err := f.rawOf(in, size)
		if err != nil {
			return word{}, word{}, err
		}
		w.scatter(f.frags, raw)
		covered.cover(f.frags)
	}
	if err := lost(in, &written); err != nil {
		return word{}, word{}, err
	}
	if in.Rest[0]&covered[0]|in.Rest[1]&covered[1] != 0 {
		return word{}, word{}, &EncodeError{Op: in.Op, Value: fmt.Sprintf("Rest is %#x", in.Rest), Legal: "no bit of a field in it"}
	}
	return word{w[0] | in.Rest[0], w[1] | in.Rest[1]}, covered, nil
}

// RestLike is the Rest of an instruction whose assembler fills in all operands of a
// plain one: what that one, like, has in the bits that no field of in covers. in has
// no Rest; branches have their offsets later. The error is Encode's.
func RestLike(t Target, in, like *Inst) ([2]uint64, error) {
	_, covered, err := encodeFields(t, in, fullSize)
	if err != nil {
		return [2]uint64{}, err
	}
	w, _, err := encodeFields(t, like, fullSize)
	return [2]uint64{w[0] &^ covered[0], w[1] &^ covered[1]}, err
}

// lost finds what an instruction says and the written fields do not hold.
// Regions may say anything where the form has none.
func lost(in *Inst, written *[numSlots]bool) error {
	for s := range numSlots {
		at := &slots[s]
		if written[s] || at.inst == &descReg || at.part != nil && in.operand(at.opnd).File == NoFile {
			continue
		}
		switch at.part {
		case &partHorz, &partWidth, &partVert, &partRep:
			continue
		}
		v := s.get(in)
		if v == 0 || elsewhere(s, written) {
			continue
		}
		return &EncodeError{Op: in.Op, Field: slotNames[s], Value: fmt.Sprint(int64(v)), Legal: "0, there is no such field in this form"}
	}
	return nil
}

// elsewhere tells that another slot of the same number, or of parts of it, was
// written.
func elsewhere(s slot, written *[numSlots]bool) bool {
	switch s {
	case slotExMsgDesc:
		return written[slotExMsgLength]
	case slotExMsgLength, slotExFuncCtrl:
		return written[slotExMsgDesc]
	}
	for o := range numSlots {
		if written[o] && o != s && slots[o].part != nil && slots[o].part == slots[s].part && slots[o].opnd == slots[s].opnd {
			return true
		}
	}
	return false
}

// encodable checks what no field shows and gives the fields.
func encodable(t Target, in *Inst) ([]field, error) {
	if layouts[t] == nil {
		return nil, &TargetError{t}
	}
	if in.Op >= NumOps || !t.HasOp(in.Op) {
		return nil, &EncodeError{Op: in.Op, Value: "opcode", Legal: fmt.Sprintf("an opcode of %v", t)}
	}
	if in.Label != 0 || in.Label2 != 0 {
		return nil, &EncodeError{Op: in.Op, Value: fmt.Sprintf("labels %d, %d", in.Label, in.Label2), Legal: "offsets in JIP and UIP"}
	}
	if in.Flag.Virt != 0 {
		return nil, &EncodeError{Op: in.Op, Field: "FlagRegNum", Value: fmt.Sprintf("virtual flag %d", in.Flag.Virt-1), Legal: "an allocated flag"}
	}
	for i := range int8(4) {
		if o := in.operand(i); o.File == Virt || o.File == VirtFlag || o.File == VirtAddr || o.AddrReg > 0 || o.AddrOf != 0 {
			return nil, &EncodeError{Op: in.Op, Field: operandNames[i], Value: "virtual", Legal: "an allocated register"}
		}
	}
	return fieldsOf(t, in.Op), nil
}

var operandNames = [4]string{"Dst", "Src0", "Src1", "Src2"}

// rawOf is the code of a field in an instruction.
func (f *field) rawOf(in *Inst, size int) (uint64, error) {
	s := &slots[f.slot]
	if s.part != nil && in.operand(s.opnd).File == NoFile {
		if !f.optional {
			return 0, &EncodeError{Op: in.Op, Field: slotNames[f.slot], Value: "missing", Legal: "an operand"}
		}
		return f.absent, nil
	}
	v := f.slot.get(in)
	var raw uint64
	var ok bool
	switch {
	case f.is != nil:
		raw, ok = f.test(v), true
	case f.ratio != nil:
		if want := f.quotient(in); v != want {
			return 0, &EncodeError{Op: in.Op, Field: slotNames[f.slot], Value: fmt.Sprint(v), Legal: fmt.Sprintf("%d, which follows from the strides", want)}
		}
		return 0, nil
	case f.implied:
		want, _ := f.value(f.code, size)
		ok = v == want
	default:
		raw, ok = f.raw(v, size)
	}
	if !ok {
		return 0, &EncodeError{Op: in.Op, Field: slotNames[f.slot], Value: fmt.Sprint(int64(v)), Legal: f.legal(false)}
	}
	return raw, nil
}

// EncodeAll writes a program; errors name the instruction by index.
func EncodeAll(t Target, insts []Inst) ([]byte, error) {
	var out []byte
	c := NewCodec(t)
	for i := range insts {
		var err error
		if out, err = c.AppendPatched(out, &insts[i], &Patch{}); err != nil {
			return nil, fmt.Errorf("instruction %d: %w", i, err)
		}
	}
	return out, nil
}
