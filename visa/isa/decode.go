package isa

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// decoder reads a routine. The first error sticks.
type decoder struct {
	reader
	codec *codec
	k     *visa.Kernel
	pool  []string
	names []int32 // of each string, 1 + its index in k.Strings
	args  []visa.Operand
	kept  map[int]keptInst // by the index of the instruction
	sizes map[string]uint8 // the most bytes that an attribute of a name has

	last   uint32 // the number that was read last
	lastAt int
	free   bool // a field of the instruction had free bits
	varied bool // an instruction was met that profiles of the version lay out in different ways

	unread error // why the last instruction stands for all bytes to the end
}

// fail keeps the first error, about the field at an offset.
func (d *decoder) fail(at int, kind error, format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("offset %d: %w: %s", at, kind, fmt.Sprintf(format, args...))
	}
}

// index reads an index of a table with n entries.
func (d *decoder) index(what string, wide bool, n int) int32 {
	at := d.at
	var v uint32
	if wide {
		v = d.u32(what)
	} else {
		v = uint32(d.u16(what))
	}
	if uint64(v) >= uint64(n) {
		d.fail(at, ErrRange, "%s %d: there are %d", what, v, n)
	}
	if d.err != nil {
		return 0
	}
	return int32(v)
}

// maxInsts bounds the instructions of a routine, of which the shortest have one byte.
const maxInsts = 1 << 22

// instructions reads the rest of the routine.
func (d *decoder) instructions() {
	for d.err == nil && d.at < len(d.p) {
		if len(d.k.Insts) == maxInsts {
			d.fail(d.at, ErrLimit, "more than %d instructions", maxInsts)
			return
		}
		start := d.at
		d.free = false
		d.k.Insts = append(d.k.Insts, d.instruction())
		if errors.Is(d.err, ErrNoLayout) {
			d.rest(start)
		}
		if d.free && d.err == nil {
			d.kept[len(d.k.Insts)-1] = keptInst{d.k.Insts[len(d.k.Insts)-1], d.p[start:d.at]}
		}
	}
}

// shownRest is how many bytes the text of what is not read shows.
const shownRest = 1 << 10

// rest takes all bytes from an op without a page on as one instruction of that op: nobody
// knows where it ends. Its operands are those bytes as text.
func (d *decoder) rest(from int) {
	d.unread, d.err = d.err, nil
	bytes := d.p[from:]
	text := strings.Builder{}
	fmt.Fprintf(&text, "%d bytes:", len(bytes))
	for _, b := range bytes[:min(len(bytes), shownRest)] {
		fmt.Fprintf(&text, " 0x%02x", b)
	}
	in := &d.k.Insts[len(d.k.Insts)-1]
	in.Args = d.newArgs(visa.NumOpaque)
	for i, s := range [visa.NumOpaque]string{visa.OpaqueModifiers: "", visa.OpaqueOperands: text.String()} {
		in.Args[i] = visa.Operand{Kind: visa.Name, Var: int32(len(d.k.Strings))}
		d.k.Strings = append(d.k.Strings, s)
	}
	d.at, d.free = len(d.p), true
}

// keptInst is an instruction, and its bytes, which have bits that it does not say.
type keptInst struct {
	inst  visa.Inst
	bytes []byte
}

// instruction reads one: of the ops with its code, the one whose fields have the values
// that are there.
func (d *decoder) instruction() (in visa.Inst) {
	start := d.at
	code := d.u8("opcode")
	forms := d.codec.byCode[code]
	if len(forms) == 0 {
		d.fail(start, ErrField, "opcode 0x%02x: no op of vISA has it", code)
		return in
	}
	var wrong, noLayout error // of the form that came furthest; of ops whose fields nobody knows
	far := -1
	for _, f := range forms {
		d.varied = d.varied || f.varies
		if !f.known {
			if noLayout == nil {
				in.Op = f.op
			}
			noLayout = d.noLayout(start, code, forms)
			continue
		}
		d.at, d.err, d.free = start+1, nil, false
		whole, fits := d.operands(f)
		if fits {
			return whole
		}
		if d.at > far {
			wrong, far = d.err, d.at
		}
	}
	if d.err = wrong; noLayout != nil {
		d.err = noLayout
	}
	return in
}

// noLayout is the error of an op without a page.
func (d *decoder) noLayout(at int, code uint8, forms []*form) error {
	var names []string
	for _, f := range forms {
		if f.op.Opaque() {
			names = append(names, f.info.Name)
		}
	}
	return fmt.Errorf("offset %d: %w: opcode 0x%02x (%s) has no page in specs/visa, so its length is not known, and nothing behind it can be read", at, ErrNoLayout, code, strings.Join(names, ", "))
}

// operands reads the fields of a form behind its opcode; false when they are not those
// of this op.
func (d *decoder) operands(f *form) (in visa.Inst, fits bool) {
	in.Op = f.op
	if f.info.HasSub {
		if at, sub := d.here(), d.u8("sub-opcode"); d.err == nil && sub != f.info.Sub {
			d.fail(at, ErrField, "sub-opcode 0x%02x: no op of opcode 0x%02x with a page has it", sub, f.code)
			return in, false
		}
	}
	in.Args = d.newArgs(len(f.info.Slots))
	more := -1 // operands of the field that repeats
	for i, x := range f.fields {
		if d.err != nil {
			return in, false
		}
		if f.drop > 0 && f.left(i, &in) <= f.drop {
			break
		}
		switch x.letter {
		case 'e':
			in.Exec = d.exec()
		case 'x':
			in.Exec = d.elements()
		case 'p':
			in.Pred = d.predicate()
		case 'c':
			more = d.repeats(f.info)
		case '*':
			for range more - 1 {
				in.Args = append(in.Args, letterOf(f.fields[i-1].letter).read(d, &f.info.Slots[x.slot]))
			}
		case '=':
			d.again(f, i, &in)
		default:
			if x.slot >= 0 && in.Without(&f.info.Slots[x.slot]) {
				continue
			}
			if x.absent {
				in.Args[x.slot] = visa.Operand{Kind: visa.Field}
				continue
			}
			o := d.field(f, i, &in)
			if x.slot >= 0 {
				in.Args[x.slot] = o
			}
		}
	}
	return in, d.err == nil
}

// left is how many fields an instruction has from field i on, as far as its flags are read.
func (f *form) left(i int, in *visa.Inst) (n int) {
	for _, x := range f.fields[i:] {
		if x.slot < 0 || !in.Without(&f.info.Slots[x.slot]) {
			n++
		}
	}
	return n
}

// repeats reads how many operands the last slot has.
func (d *decoder) repeats(info *visa.OpInfo) int {
	at, n := d.here(), int(d.u8("number of operands"))
	if d.err == nil && n == 0 {
		d.fail(at, ErrField, "%s has no %s: want 1 to %d", info.Name, info.Slots[len(info.Slots)-1].Name, visa.MaxRepeats)
	}
	return n
}

// argChunk is how many operands are allocated together.
const argChunk = 1024

func (d *decoder) newArgs(n int) []visa.Operand {
	if len(d.args) < n {
		d.args = make([]visa.Operand, max(n, argChunk))
	}
	out := d.args[:n:n]
	d.args = d.args[n:]
	return out
}

// field reads a field that is an operand, or has the value that the op says.
func (d *decoder) field(f *form, i int, in *visa.Inst) visa.Operand {
	x := &f.fields[i]
	row := letterOf(x.letter)
	switch {
	case row.size == 0 && x.fixed: // no raw operand
		if at, o := d.here(), d.raw(nil); d.err == nil && (o.Var != visa.VarNull || o.Off != 0) {
			d.fail(at, ErrField, "field of %s is variable %d: want %%null", f.info.Name, o.Var)
		}
		return visa.Operand{}
	case row.size == 0:
		o := row.read(d, &f.info.Slots[x.slot])
		s := &f.info.Slots[x.slot]
		if in.Missing(s) && o == nothing {
			o = visa.Operand{}
		}
		if d.err == nil && !f.info.Kinds(s).Has(o.Kind) {
			d.fail(d.lastAt, ErrField, "%s of %s is %s: want %v", s.Name, f.info.Name, o.Kind, f.info.Kinds(s))
		}
		return o
	}
	what := "field of " + f.info.Name
	var legal *visa.Enum
	if x.slot >= 0 {
		what, legal = f.info.Slots[x.slot].Name+" of "+f.info.Name, f.info.Slots[x.slot].Enum
	}
	at, v := d.here(), d.number(what, row.size)
	d.last, d.lastAt = v, at
	want := x.value
	if x.like > 0 {
		want = uint32(in.Args[x.like-1].Imm)
	}
	if i+1 < len(f.fields) && f.fields[i+1].letter == 'V' {
		v &^= classMask
	}
	d.free = d.free || x.fixed && v != want
	switch {
	case d.err != nil:
	case x.fixed && v&^x.free != want:
		d.fail(at, ErrField, "%s is %d: want %d for %s", what, v, want, f.info.Name)
	case legal != nil:
		if _, ok := legal.Text(v); !ok {
			d.fail(at, ErrField, "%s is %d: the values of %s do not have it", what, v, legal.Name)
		}
	}
	if x.letter == 'i' {
		return visa.Operand{Kind: visa.Field, Imm: uint64(int64(int32(v)))}
	}
	return visa.Operand{Kind: visa.Field, Imm: uint64(v)}
}

// nothing is what stands in the place of a vector operand that is missing.
var nothing = visa.Operand{Kind: visa.Immediate, Type: visa.UD}

// again reads the operand before field i once more.
func (d *decoder) again(f *form, i int, in *visa.Inst) {
	x := &f.fields[i]
	at, o := d.here(), letterOf(f.fields[i-1].letter).read(d, &f.info.Slots[x.slot])
	if s := &f.info.Slots[x.slot]; d.err == nil && o != in.Args[x.slot] {
		d.fail(at, ErrField, "%s of %s stands twice, and not the same", s.Name, f.info.Name)
	}
}

// number reads an unsigned number of 1, 2 or 4 bytes.
func (d *decoder) number(what string, size int) (v uint32) {
	for i, b := range d.take(size, what) {
		if i < size {
			v |= uint32(b) << (8 * i)
		}
	}
	return v
}

func (d *decoder) exec() visa.Exec {
	at, b := d.here(), d.u8("execution size")
	if size := b & (1<<maskShift - 1); d.err == nil && size > 5 {
		d.fail(at, ErrField, "execution size code %d: want 0 to 5, for 1 to 32 channels", size)
	}
	return visa.Exec{Size: 1 << (b & 7), Mask: b >> maskShift & 7, NoMask: b&noMask != 0}
}

// elements is exec of a field that codes fewer sizes.
func (d *decoder) elements() visa.Exec {
	at, b := d.here(), d.u8("number of elements")
	code := b & (1<<maskShift - 1)
	if d.err == nil && int(code) >= len(elements) {
		d.fail(at, ErrField, "code %d of the number of elements: want 0, 1 or 2, for %v", code, elements)
	}
	if d.err != nil {
		return visa.Exec{}
	}
	return visa.Exec{Size: elements[code], Mask: b >> maskShift & 7, NoMask: b&noMask != 0}
}

func (d *decoder) predicate() visa.Pred {
	at, w := d.here(), d.u16("predicate")
	p := visa.Pred{Var: int32(w & (1<<predicateBits - 1)), Inv: w>>predicateInverse&1 != 0, Combine: visa.PredCombine(w >> predicateCombine & 3)}
	switch {
	case d.err != nil:
	case w>>predicateBits&1 != 0 || p.Combine > visa.PredAll || p.Var == 0 && w != 0:
		d.fail(at, ErrField, "predicate 0x%04x: want its number in bits 0 to 11, any or all in 13 and 14, inverse in 15", w)
	case int(p.Var) >= len(d.k.Preds):
		d.fail(at, ErrRange, "predicate %d: the routine has %d", p.Var, len(d.k.Preds)-1)
	}
	return p
}
