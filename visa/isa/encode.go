package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// encoder writes a routine. The first error sticks.
type encoder struct {
	out   []byte
	codec *codec
	k     *visa.Kernel
	pos   visa.Pos // of what is written, for messages
	pool  []string
	place map[string]int // of strings in the pool
	sizes map[string]uint8
	kept  map[int]keptInst
	err   error
}

// fail keeps the first error.
func (e *encoder) fail(format string, args ...any) {
	if e.err != nil {
		return
	}
	where := fmt.Sprintf("kernel %s", e.k.Name)
	if e.k.File != "" {
		where = fmt.Sprintf("%s:%v: error", e.k.File, e.pos)
	}
	e.err = fmt.Errorf("%s: %w", where, fmt.Errorf(format, args...))
}

// lacks is fail of what vISA can say and its binary form, or that of the profile, cannot.
func (e *encoder) lacks(format string, args ...any) {
	e.fail("%w: %s", ErrForm, fmt.Sprintf(format, args...))
}

func (e *encoder) u8(v uint8)   { e.out = append(e.out, v) }
func (e *encoder) u16(v uint16) { e.out = binary.LittleEndian.AppendUint16(e.out, v) }
func (e *encoder) u32(v uint32) { e.out = binary.LittleEndian.AppendUint32(e.out, v) }

// number writes the low bytes of v.
func (e *encoder) number(v uint64, size int) {
	e.out = append(e.out, binary.LittleEndian.AppendUint64(nil, v)[:size]...)
}

// wide writes a number of four bytes, or two in old files.
func (e *encoder) wide(what string, v int) {
	if e.codec.wideIndices() {
		e.u32(uint32(v))
		return
	}
	e.short(what, v)
}

// short writes a number of two bytes.
func (e *encoder) short(what string, v int) {
	if v < 0 || v > math.MaxUint16 {
		e.lacks("%s is %d: want 0 to %d", what, v, math.MaxUint16)
	}
	e.u16(uint16(v))
}

// byte writes a number of one byte.
func (e *encoder) byte(what string, v int) {
	if v < 0 || v > math.MaxUint8 {
		e.lacks("%s is %d: want 0 to %d", what, v, math.MaxUint8)
	}
	e.u8(uint8(v))
}

// index writes an index of a string or variable.
func (e *encoder) index(v int) { e.wide("index", v) }

// text is the place of a string in the pool, which has it.
func (e *encoder) text(s string) int { return e.place[s] }

// instruction writes one.
func (e *encoder) instruction(in *visa.Inst) {
	e.pos = in.Pos
	info := in.Op.Info()
	f := &e.codec.byOp[min(in.Op, visa.EndOps-1)]
	switch {
	case in.Op.Opaque():
		e.fail("%w: %s has no page in specs/visa", ErrNoLayout, info.Name)
	case f.op != in.Op || !f.known:
		e.lacks("%s has none in profile %s", info.Name, e.codec.profile.Name)
	case !info.Takes(len(in.Args)):
		e.fail("%w: %s with %d operands", ErrField, info.Name, len(in.Args))
	}
	if e.err != nil {
		return
	}
	e.u8(f.code)
	if info.HasSub {
		e.u8(info.Sub)
	}
	for i, x := range f.fields {
		switch x.letter {
		case 'e':
			e.exec(in.Exec)
		case 'x':
			e.elements(in.Exec)
		case 'p':
			e.predicate(in.Pred)
		case 'c':
			e.u8(uint8(len(in.Args) - len(info.Slots) + 1))
		case '*':
			for j := x.slot + 1; j < len(in.Args); j++ {
				e.field(info, &f.fields[i-1], &in.Args[j])
			}
		case '=':
			e.field(info, &field{letter: f.fields[i-1].letter, slot: x.slot}, &in.Args[x.slot])
		default:
			switch row := letterOf(x.letter); {
			case x.absent && in.Args[x.slot].Imm != 0:
				e.fail("%w: %s of %s is %d: files of this version have no place for it", ErrField, info.Slots[x.slot].Name, info.Name, in.Args[x.slot].Imm)
			case x.absent:
			case x.slot >= 0:
				e.operand(info, &x, in)
			case x.like > 0:
				e.number(in.Args[x.like-1].Imm, row.size)
			case row.size > 0:
				e.number(uint64(x.value), row.size)
			default:
				row.write(e, nil, &null)
			}
		}
	}
}

// null is a raw operand that is not there.
var null = visa.Operand{Kind: visa.Raw}

// operand writes the operand of a field where the instruction has one: without the flag that it
// hangs on it has no bytes.
func (e *encoder) operand(info *visa.OpInfo, x *field, in *visa.Inst) {
	s, o := &info.Slots[x.slot], &in.Args[x.slot]
	if s.Present.Slot > 0 && in.Without(s) != (o.Kind == visa.None) {
		e.fail("%w: %s of %s is %s: it is there exactly with its flag of %s", ErrField, s.Name, info.Name, o.Kind, info.Slots[s.Present.Slot-1].Name)
		return
	}
	if !in.Without(s) {
		e.field(info, x, o)
	}
}

// field writes an operand.
func (e *encoder) field(info *visa.OpInfo, x *field, o *visa.Operand) {
	s := &info.Slots[x.slot]
	if !info.Kinds(s).Has(o.Kind) {
		e.fail("%w: %s of %s is %s: want %v", ErrField, s.Name, info.Name, o.Kind, info.Kinds(s))
		return
	}
	row := letterOf(x.letter)
	if row.size == 0 {
		row.write(e, s, o)
		return
	}
	if signed := x.letter == 'i'; signed && int64(o.Imm) != int64(int32(o.Imm)) || !signed && o.Imm>>(8*row.size) != 0 {
		e.lacks("%s of %s is %d: want at most %d bytes", s.Name, info.Name, o.Imm, row.size)
	}
	e.number(o.Imm, row.size)
}

func (e *encoder) exec(x visa.Exec) {
	if x.Size == 0 || x.Size > 32 || x.Size&(x.Size-1) != 0 {
		e.fail("%w: %d channels from mask %d", ErrField, x.Size, x.Mask+1)
	}
	e.size(log2(x.Size), x)
}

// elements is exec of a field that codes fewer sizes.
func (e *encoder) elements(x visa.Exec) {
	code := slices.Index(elements[:], x.Size)
	if code < 0 {
		e.fail("%w: %d elements: want one of %v", ErrField, x.Size, elements)
	}
	e.size(uint8(code), x)
}

// size writes a code of the execution size with the mask.
func (e *encoder) size(code uint8, x visa.Exec) {
	if x.Mask > 7 {
		e.fail("%w: %d channels from mask %d", ErrField, x.Size, x.Mask+1)
	}
	b := code | x.Mask<<maskShift
	if x.NoMask {
		b |= noMask
	}
	e.u8(b)
}

func (e *encoder) predicate(p visa.Pred) {
	e.table("predicate", p.Var, min(len(e.k.Preds), 1<<predicateBits))
	if p.Combine > visa.PredAll || p.Var == 0 && p != (visa.Pred{}) {
		e.fail("%w: predicate %d, combined by %d", ErrField, p.Var, p.Combine)
	}
	w := uint16(p.Var) | uint16(p.Combine)<<predicateCombine
	if p.Inv {
		w |= 1 << predicateInverse
	}
	e.u16(w)
}

// table checks an index of a table with n entries.
func (e *encoder) table(what string, v int32, n int) {
	if v < 0 || int(v) >= n {
		e.fail("%w: %s %d of %d", ErrRange, what, v, n)
	}
}

func (e *encoder) general(v int32) {
	e.table("variable", v, len(e.k.Vars))
	if v == visa.VarScratch {
		e.lacks("%s, which no profile has", e.k.Vars[v].Name)
	}
	e.index(int(v))
}

func (e *encoder) raw(s *visa.Slot, o *visa.Operand) {
	if o.Kind == visa.None {
		e.lacks("%s is missing, which profile %s has always", s.Name, e.codec.profile.Name)
		return
	}
	e.general(o.Var)
	e.short("byte offset", int(o.Off))
}

// origin writes a raw operand as the general one that begins there.
func (e *encoder) origin(s *visa.Slot, o *visa.Operand) {
	e.table("variable", o.Var, len(e.k.Vars))
	size := int32(max(1, o.Type.Size()))
	if o.Off%visa.GRFBytes%size != 0 {
		e.fail("%w: byte offset %d of %s, whose elements have %d", ErrField, o.Off, s.Name, size)
	}
	g := visa.Operand{Kind: visa.General, Var: o.Var, Type: o.Type, Region: oneByOne, Row: uint8(o.Off / visa.GRFBytes), Col: uint8(o.Off % visa.GRFBytes / size)}
	e.vector(s, &g)
}

// oneByOne is the region of an operand that only says where it begins.
var oneByOne = visa.Region{V: 1, W: 1}

func (e *encoder) missing(s *visa.Slot, o *visa.Operand) {
	if o.Kind != visa.None {
		e.lacks("%s, which profile %s does not have", s.Name, e.codec.profile.Name)
	}
}

func (e *encoder) surface(_ *visa.Slot, o *visa.Operand) {
	e.table("surface", o.Var, len(e.k.Surfaces))
	e.byte("surface", int(o.Var))
}

func (e *encoder) sampler(_ *visa.Slot, o *visa.Operand) {
	e.byte("sampler", e.samplerIndex(o.Var))
}

// samplerIndex is the number of a sampler in a file, which has no entry for the bindless
// one.
func (e *encoder) samplerIndex(v int32) int {
	e.table("sampler", v, len(e.k.Samplers))
	if e.err != nil {
		return 0
	}
	at := slices.IndexFunc(e.k.Samplers, isBindless)
	switch {
	case int(v) == at:
		return bindlessIndex
	case at >= 0 && int(v) > at:
		v--
	}
	if v == bindlessIndex {
		e.lacks("sampler %d, whose number is that of %s", v, visa.BindlessSampler)
	}
	return int(v)
}

func (e *encoder) label(_ *visa.Slot, o *visa.Operand) {
	e.table("label", o.Var, len(e.k.Labels))
	e.short("label", int(o.Var))
}

// stringOf is the place of a name in the pool.
func (e *encoder) stringOf(o *visa.Operand) int {
	e.table("string", o.Var, len(e.k.Strings))
	if e.err != nil {
		return 0
	}
	return e.text(e.k.Strings[o.Var])
}

func (e *encoder) shortName(_ *visa.Slot, o *visa.Operand) { e.short("string", e.stringOf(o)) }
func (e *encoder) wideName(_ *visa.Slot, o *visa.Operand)  { e.index(e.stringOf(o)) }

// variable writes a variable as such, its class into the byte before it.
func (e *encoder) variable(_ *visa.Slot, o *visa.Operand) {
	tables := [...]int{len(e.k.Vars), len(e.k.Addrs), len(e.k.Preds)}
	if o.Imm >= uint64(len(tables)) {
		e.fail("%w: class %d of a variable", ErrField, o.Imm)
		return
	}
	e.table("variable", o.Var, tables[o.Imm])
	e.out[len(e.out)-1] |= byte(o.Imm) << classShift
	e.u32(uint32(o.Var))
}

func (e *encoder) offsets(s *visa.Slot, o *visa.Operand) {
	if o.Kind != visa.Immediate || o.Imm > math.MaxUint16 {
		e.lacks("%s that are no number of type uw, before version %v", s.Name, wideIndices)
	}
	e.u16(uint16(o.Imm))
}

// classes are the binary classes of the kinds of vector operands.
var classes = [visa.NumKinds]byte{
	visa.General: classGeneral, visa.AddressOf: classGeneral, visa.Address: classAddress, visa.Predicate: classPredicate,
	visa.Indirect: classIndirect, visa.Immediate: classImmediate, visa.None: classImmediate, visa.State: classState,
}

// vector writes any kind of vector operand.
func (e *encoder) vector(s *visa.Slot, o *visa.Operand) {
	class := classes[o.Kind]
	if o.Kind == visa.AddressOf && o.StateVar != visa.NoState {
		class = classState
	}
	if o.Mod > visa.Not {
		e.fail("%w: modifier %d", ErrField, o.Mod)
	}
	e.u8(class | byte(o.Mod)<<modShift)
	switch o.Kind {
	case visa.General:
		e.general(o.Var)
		e.out = append(e.out, o.Row, o.Col)
		e.region(s, o.Region)
	case visa.AddressOf:
		e.addressOf(o)
	case visa.Address:
		e.table("address", o.Var, len(e.k.Addrs))
		e.short("address", int(o.Var))
		e.byte("element", int(o.Off))
		if o.Width == 0 || o.Width > 32 || o.Width&(o.Width-1) != 0 {
			e.lacks("an operand of %d addresses: want 1, 2, 4, 8, 16 or 32", o.Width)
		}
		e.u8(log2(o.Width))
	case visa.Predicate:
		e.table("predicate", o.Var, min(len(e.k.Preds), 1<<predicateBits))
		e.u16(uint16(o.Var))
	case visa.Indirect:
		e.table("address", o.Var, len(e.k.Addrs))
		e.short("address", int(o.Var))
		e.byte("element", int(o.Off))
		if off := int64(o.Imm); off != int64(int16(off)) {
			e.lacks("an operand %d bytes behind its address", off)
		}
		e.u16(uint16(o.Imm))
		e.elementType(o.Type, visa.InVariables)
		e.region(s, o.Region)
	case visa.State:
		e.state(o, o.Off)
	case visa.Immediate:
		e.immediate(o)
	case visa.None:
		e.immediate(&nothing)
	default:
		e.fail("%w: %s is %s, which is no vector operand", ErrField, s.Name, o.Kind)
	}
}

func (e *encoder) addressOf(o *visa.Operand) {
	if o.StateVar != visa.NoState {
		if o.Off%stateBytes != 0 {
			e.lacks("the address of byte %d of a surface or sampler variable, whose elements have %d", o.Off, stateBytes)
		}
		e.state(o, o.Off/stateBytes)
		return
	}
	e.general(o.Var)
	if e.err != nil {
		return
	}
	row, at, size := o.Off/visa.GRFBytes, o.Off%visa.GRFBytes, int32(max(e.k.Vars[o.Var].Type.Size(), 1))
	if o.Off < 0 || row > maxRow || at%size != 0 {
		e.lacks("the address of byte %d of %s: want a multiple of the %d bytes of its type in the first %d registers", o.Off, e.k.Vars[o.Var].Name, size, maxRow+1)
	}
	e.out = append(e.out, byte(row), byte(at/size))
	e.region(&visa.Slot{}, visa.Scalar)
}

func (e *encoder) state(o *visa.Operand, element int32) {
	tables := [...]int{visa.SurfaceVar: len(e.k.Surfaces), visa.SamplerVar: len(e.k.Samplers)}
	if o.StateVar == visa.NoState || int(o.StateVar) >= len(tables) {
		e.fail("%w: class %d of a state variable", ErrField, o.StateVar)
		return
	}
	e.table("state variable", o.Var, tables[o.StateVar])
	e.u8(byte(o.StateVar - visa.SurfaceVar))
	v := int(o.Var)
	if o.StateVar == visa.SamplerVar {
		v = e.samplerIndex(o.Var)
	}
	e.short("state variable", v)
	e.byte("element", int(element))
}

func (e *encoder) region(s *visa.Slot, r visa.Region) {
	for _, n := range []uint8{r.V, r.W, r.H} {
		if n > 32 || n&(n-1) != 0 {
			e.fail("%w: region <%d;%d,%d>", ErrField, r.V, r.W, r.H)
			return
		}
	}
	w := strideCode(r.H) << 8
	if s.Kind != visa.SlotDst {
		w |= strideCode(r.W) << 4
		if !r.NoV {
			w |= strideCode(r.V)
		}
	}
	e.u16(w)
}

// typeCode is the code of a type in a place where it means that type.
func (e *encoder) typeCode(t visa.Type, in visa.TypePlace) byte {
	code, ok := t.Code()
	if back, _ := visa.TypeOfCode(code, in); !ok || back != t {
		e.fail("%w: type %s, which has no code of its own there", ErrField, t)
	}
	return code
}

func (e *encoder) elementType(t visa.Type, in visa.TypePlace) { e.u8(e.typeCode(t, in)) }

func (e *encoder) immediate(o *visa.Operand) {
	e.elementType(o.Type, visa.InImmediates)
	if o.Type.Size() == 8 {
		e.number(o.Imm, 8)
		return
	}
	v, ok := narrow(o.Imm, o.Type)
	if !ok {
		e.fail("%w: immediate 0x%x is no number of type %v", ErrField, o.Imm, o.Type)
	}
	e.u32(v)
}

// Encode writes the file in a profile, "" for the first of its version that can say all of
// it. Strings stand in the order in which they were read; those of kernels that were not
// are in the order of Intel's compilers. What is of a version that no compiler writes in
// binary (4.2) becomes one of the last version of a profile that is named.
func (f *File) Encode(profile string) ([]byte, error) {
	v := versionOf(f.Major, f.Minor)
	if profile != "" && v > lastWritten {
		v = lastWritten
	}
	among, err := profilesOf(v, profile)
	if err != nil {
		return nil, err
	}
	var wrong error
	for _, p := range among {
		out, err := f.encode(newCodec(v, p, nil))
		if err == nil {
			return out, nil
		}
		if wrong == nil {
			wrong = err
		}
		if !errors.Is(err, ErrForm) {
			break
		}
	}
	return nil, wrong
}
