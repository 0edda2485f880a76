package visa

import "strings"

// SlotKind says how a slot of the binary format is coded and written.
type SlotKind uint8

// Slot kinds; the letters are those of vISA survey 3.4.
const (
	SlotVec      SlotKind = iota // v: vector operand
	SlotDst                      // d: vector operand that is written and carries .sat
	SlotRaw                      // r: raw operand
	SlotU8                       // 1: ub field
	SlotU16                      // 2: uw field
	SlotU32                      // 4: ud field
	SlotSurface                  // S: surface variable, ub
	SlotSampler                  // s: sampler variable, ub
	SlotLabel                    // L: label, uw
	SlotString                   // N, n: string index, uw or ud
	SlotVariable                 // V: a variable as such, ud
	SlotI32                      // i: d field, signed
)

// Access says what an instruction does with the variable in a slot.
type Access uint8

// Accesses.
const (
	NoAccess Access = iota
	Reads
	Writes
	ReadsWrites
)

// Slot is one operand place of an op, in binary order.
type Slot struct {
	Name     string // field name of the page in lower case
	Kind     SlotKind
	Access   Access
	Kinds    KindSet            // kinds that a vector slot takes, when they are not those of its SlotKind
	Repeat   bool               // the last slot of an op that takes one operand or more there
	Origin   bool               // a raw slot that text and binary form write as register and column, X(1,0): letter g
	Optional bool               // a raw slot that some releases of the compiler do not write: its operand is None then
	Types    TypeSet            // types of a vector slot outside of the type maps; 0 when they say or any is legal
	Low      bool               // a vector source of which only the low 64 bits matter, not whether they are signed (both of add)
	Whole    bool               // a predicate source of which all elements are read, whatever the lanes of the instruction (mov)
	Pair     bool               // a destination of dwords whose values have 64 bits: the high dwords go to the whole registers behind the low ones (madw)
	Elements func(in *Inst) int // how many elements a vector source has, where those are not the instruction's: nil where they are
	Side     bool               // they lie one behind the other, whatever the region
	Absent   Absence            // when a vector operand is None
	Present  Flag               // without which a vector or raw operand is None, and has neither text nor bytes
	One      uint32             // a field's value with which the instruction has one element; 0 for none
	Short    bool               // text shows neither an offset of 0 nor a region: V32, V32.64, V32(1,0)
	DataFrom uint32             // values of a field from here on are read and written, and nothing says what the op does with them: Why; 0 when all run
	DataOf   uint32             // a set of other such values, bit n for n
	Why      string             // the reason of DataFrom and DataOf
	RoughOf  uint32             // a set of values with which results are approximate: Rough
	Rough    string             // the reason of RoughOf
	Omitted  uint32             // the value with which text leaves the field out, with the group of pieces that it begins; 0 when it never does
	Hex      string             // text writes a field that is a plain number in hexadecimal behind this (bfn.xca); decimal when empty
	Enum     *Enum              // names of a field's values; nil when it is a plain number
	Limits                      // that only verify asks for
}

// Absence says when a vector operand is None: where the field in slot Slot-1 has value Code.
// The binary form has an immediate UD 0 in its place. The zero value means never.
type Absence struct {
	Slot uint8
	Code uint32
}

// Flag is a bit of the field in slot Slot-1, which is a set of flags. The zero value means none.
type Flag struct {
	Slot uint8
	Bit  uint32
}

// Missing says that slot s of the instruction has no operand.
func (in *Inst) Missing(s *Slot) bool {
	n := int(s.Absent.Slot)
	return n > 0 && n <= len(in.Args) && in.Args[n-1].Imm == uint64(s.Absent.Code) || in.Without(s)
}

// Without says that slot s has no operand for want of its flag: neither text nor bytes.
func (in *Inst) Without(s *Slot) bool {
	n := int(s.Present.Slot)
	return n > 0 && n <= len(in.Args) && in.Args[n-1].Imm&uint64(s.Present.Bit) == 0
}

// Hangs says that other operands of the instruction decide whether the slot has one.
func (s *Slot) Hangs() bool { return s.Absent.Slot > 0 || s.Present.Slot > 0 }

// KindSet is a set of operand Kinds, bit 1<<Kind.
type KindSet uint16

// slotKinds are the operand kinds of each slot kind.
var slotKinds = [...]KindSet{
	SlotVec:      1<<General | 1<<Indirect | 1<<Immediate,
	SlotDst:      1<<General | 1<<Indirect,
	SlotRaw:      1 << Raw,
	SlotU8:       1 << Field,
	SlotU16:      1 << Field,
	SlotU32:      1 << Field,
	SlotSurface:  1 << Surface,
	SlotSampler:  1 << Sampler,
	SlotLabel:    1 << Label,
	SlotString:   1 << Name,
	SlotVariable: 1 << Variable,
	SlotI32:      1 << Field,
}

// Legal is the set of operand kinds that may stand in the slot. Predicate
// operands, not among them, may stand where a type map has BOOL.
func (s *Slot) Legal() KindSet {
	set := s.Kinds
	if set == 0 {
		set = slotKinds[s.Kind]
	}
	if s.Optional || s.Hangs() {
		set |= 1 << None
	}
	return set
}

// Has reports whether k is in the set.
func (s KindSet) Has(k Kind) bool { return s>>k&1 != 0 }

// String lists the kinds of the set.
func (s KindSet) String() string {
	var names []string
	for k := range NumKinds {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	return strings.Join(names, ", ")
}

// Enum names the values of a field, for example the atomic operations.
type Enum struct {
	Name   string
	Flags  bool // values are bits: a field is a set of them, whose text has each in angle brackets, in the order of Values
	Values []EnumValue
}

// EnumValue is one value of an Enum and its spelling in text.
type EnumValue struct {
	Text string
	Code uint32
}

// Code finds the value spelt text; of flags, the one.
func (e *Enum) Code(text string) (uint32, bool) {
	for _, v := range e.Values {
		if v.Text == text {
			return v.Code, true
		}
	}
	return 0, false
}

// Text finds the spelling of code, which may be empty; ok is false when there is none.
func (e *Enum) Text(code uint32) (text string, ok bool) {
	if e.Flags {
		for _, v := range e.Values {
			if code&v.Code != 0 {
				text += "<" + v.Text + ">"
			}
			code &^= v.Code
		}
		return text, code == 0
	}
	for _, v := range e.Values {
		if v.Code == code {
			return v.Text, true
		}
	}
	return "", false
}

// TextKind is one part of an op's text form.
type TextKind uint8

// Parts of a text form, in written order.
const (
	TextPred   TextKind = iota // optional "(P1)"
	TextName                   // the mnemonic, Lit
	TextSat                    // optional ".sat"
	TextMod                    // "." and the value of field Slot (by its Enum, else decimal)
	TextFlags                  // "." and the flags of field Slot, nothing when it has none
	TextExec                   // "(M1, 8)"
	TextSlot                   // operand Slot
	TextParen                  // field Slot in parentheses, "(4)"
	TextLabel                  // operand Slot followed by ":" (a label definition)
	TextList                   // the operands of Slot, which repeats, in parentheses with commas: "(L1, L2)"
	TextOpen                   // field Slot, the first of two in parentheses, "(8,"
	TextClose                  // the second one, "8)"
	TextQuoted                 // operand Slot, a name, in quotes whatever it is
	TextOption                 // operand Slot, which may be missing
	TextLit                    // one character, Lit
	TextWord                   // field Slot by its Enum, without blanks around it: a part of a word, maybe empty
	TextSigned                 // field Slot as "+0x10" or "-0x10", nothing for 0
	TextOpaque                 // an op without a page: mnemonic, modifiers, "(M1, 8)" where there is one, and operands as written
)

// TextPart is one part of an op's text form; Slot indexes OpInfo.Slots.
type TextPart struct {
	Kind TextKind
	Lit  string
	Slot int8
	Wide bool // two blanks before it
	Glue bool // none

	// Group numbers the pieces that stand together or not at all, the latter when their
	// fields are 0, their raw operands null and their vector operands None; 0 for others.
	Group uint8
}

// TypeSet is a set of Types, bit 1<<Type.
type TypeSet uint32

// Has reports whether t is in the set.
func (s TypeSet) Has(t Type) bool { return s>>t&1 != 0 }

// TypeRule is one row of an op's operand type map.
type TypeRule struct {
	Dst, Src  TypeSet
	Platforms PlatformSet
}

// SrcMods says which source modifiers an op accepts.
type SrcMods uint8

// Source modifier classes.
const (
	ModNone       SrcMods = iota
	ModArithmetic         // (-) (abs) (-abs)
	ModLogic              // (~)
)

// SemKind says how an op's Semantics run.
type SemKind uint8

// Kinds of semantics.
const (
	SemRow    SemKind = iota // one row kernel per execution class: loads rows, computes, stores
	SemMemory                // a generated body over raw operands and Memory
	SemHook                  // control flow, barrier, ...: the engine's own code, named by OpInfo.Hook
	SemData                  // not said: the page has text, layout and types alone, for the reason OpInfo.Why
	SemOpaque                // not known: the op has no page
)

// OpInfo is one row of the op table: everything the parser, printer, codec,
// verifier, interpreter and compiler need to know of an op. Rows are generated
// from specs/visa; a second place that lists opcodes is a missing column here.
type OpInfo struct {
	Name       string // mnemonic in text, "add"
	Page       string // specification page, "ADD"
	Code       uint8  // opcode byte
	Sub        uint8  // sub-opcode byte when HasSub
	HasSub     bool
	Tag        uint8 // value of the page's field without bytes, which tells its mnemonics apart; 0 when it has none
	HasExec    bool
	HasPred    bool
	Sat        bool   // .sat is legal
	SatFloat   bool   // .sat is legal only with a floating-point destination
	NoMask     bool   // the page's Mask property is "none" or "ignored": lanes are not masked
	PredData   bool   // the predicate is data of the op (sel): lanes are masked by the execution mask alone
	PredResult bool   // the predicate is a result of the op, and masks nothing either (add3.o)
	Converts   bool   // the op is about its conversion: NaNs that change type become canonical, and a source modifier or .sat flushes the denormals of a type that stays (mov)
	Copies     bool   // float results are elements of sources as they are (mov, sel)
	Truth      bool   // results are all ones or 0 in the size of any destination (cmp)
	AllLanes   uint8  // 1 + the slot of a source: when it is one number for all elements, no mask applies (setp)
	Layout     string // binary field letters in order, with e, p, o for an operand that may be missing, x for an exec field that codes 8, 16 and 1 elements as 0, 1 and 2, c for the count of a last field that repeats and = for the operand before it once more: "epdvv", "ecvL*", "1v="
	Fixed      []FixedField
	Slots      []Slot
	Args       [NumArgNames]uint8 // by name: 1 + the index of its slot, 0 when the op has none
	Text       []TextPart
	Types      []TypeRule
	Mods       SrcMods
	Sem        SemKind
	Hook       Hook   // of SemHook
	Why        string // of SemData: why the page says nothing of what the op does
	Writes2    bool   // more than one written slot
	Approx     bool   // float results are those of a fixed algorithm, not of a documented one: the page has an Accuracy

	Registers uint8         // in which the elements of a vector operand may lie; 0 for any number
	Requires  []Requirement // that only verify asks for
	Platforms PlatformSet   // that have the op
	Execs     uint8         // legal execution sizes, bit n for 1<<n lanes; 0 for all
	Align     uint8         // bytes to which vector operands are aligned when there is more than one lane; 0 for none
}

// FixedField is a field whose value the mnemonic implies (min and max share
// one opcode and differ in a selector byte). Pos is its place in Layout; a raw one is null.
// Where Like is not 0 it has the value of the field in slot Like-1.
type FixedField struct {
	Pos   uint8
	Value uint32
	Like  uint8
}

// EndOps is behind the ops of the instruction set that no specification page
// defines, which are the numbers from NumOps on, in the order of their codes.
// Instructions with them are valid and kept as they are written, and not modelled:
// nobody can know what they do. They have no exec size when their text shows none.
const EndOps = NumOps + Op(len(withoutPage))

// Operands of an op without a page, which are Names: the text directly behind the
// mnemonic, ".RGBA", and that behind the execution mask or, without one, behind the
// modifiers.
const (
	OpaqueModifiers = iota
	OpaqueOperands
	NumOpaque
)

var (
	opaqueSlots = []Slot{{Name: "modifiers", Kind: SlotString}, {Name: "operands", Kind: SlotString}}
	opaqueText  = []TextPart{{Kind: TextPred}, {Kind: TextOpaque}}
)

// Opaque says that the op is known by name only: it has no page.
func (op Op) Opaque() bool { return NumOps <= op && op < EndOps }

// MaxRepeats is the most operands that a slot which repeats takes: its count is
// a byte.
const MaxRepeats = 255

// Repeats says that the last slot takes one operand or more.
func (o *OpInfo) Repeats() bool { return len(o.Slots) > 0 && o.Slots[len(o.Slots)-1].Repeat }

// Unsaid is why nothing can run the op, for a message; "" when its page says what it does.
func (o *OpInfo) Unsaid() string {
	switch o.Sem {
	case SemOpaque:
		return "no page in specs/visa says what it does"
	case SemData:
		return "page " + o.Page + " says nothing of what it does: " + o.Why
	}
	return ""
}

// isData reports whether nothing says what the op does with a value of the field.
func (s *Slot) isData(v uint64) bool {
	return s.DataFrom > 0 && v >= uint64(s.DataFrom) || v < 32 && s.DataOf>>v&1 != 0
}

// UnsaidOf is why nothing can run the instruction, for a message: its op, or a value of
// a field, is data; "" otherwise.
func (in *Inst) UnsaidOf() string {
	info := in.Op.Info()
	for i := range info.Slots {
		if s := &info.Slots[i]; s.Why != "" && i < len(in.Args) && in.Args[i].Kind == Field && s.isData(in.Args[i].Imm) {
			return "page " + info.Page + " says nothing of what it does with this " + s.Name + ": " + s.Why
		}
	}
	return info.Unsaid()
}

// RoughOf is why the results of the instruction are one choice of several, for a message;
// "" when its page has no such value of a field. Ops of which every float result is the
// project's own have OpInfo.Approx.
func (in *Inst) RoughOf() string {
	info := in.Op.Info()
	for i := range info.Slots {
		if s := &info.Slots[i]; s.Rough != "" && i < len(in.Args) && in.Args[i].Kind == Field && in.Args[i].Imm < 32 && s.RoughOf>>in.Args[i].Imm&1 != 0 {
			return s.Rough
		}
	}
	return ""
}

// Takes says that an instruction of the op may have n operands.
func (o *OpInfo) Takes(n int) bool {
	more := n - len(o.Slots)
	return more == 0 || more > 0 && more < MaxRepeats && o.Repeats()
}

// Info is the op's row of the op table; that of OpInvalid, which has no text,
// for a number that is no op.
func (op Op) Info() *OpInfo {
	switch {
	case op < NumOps:
		return &opTable[op]
	case op < EndOps:
		return &withoutPage[op-NumOps]
	}
	return &opTable[OpInvalid]
}

// String is the mnemonic.
func (op Op) String() string { return op.Info().Name }
