package opdefs

import "slices"

// Model is everything that the pages say.
type Model struct {
	Types []TypeDef    // the rows of TYPES.md
	Enums []*FieldEnum // in file order
	Pages []*Page      // in order of opcode, then sub-opcode, then name
	Known []*KnownOp   // the mnemonics of OPCODES.md in file order
	EU    *EU          // native tables; nil when there is no eu folder
}

// Enum finds an enumeration by name, or nil.
func (m *Model) Enum(name string) *FieldEnum {
	for _, e := range m.Enums {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// WithoutPage lists the known ops that no page defines.
func (m *Model) WithoutPage() []*KnownOp {
	written := map[string]bool{}
	for _, p := range m.Pages {
		for _, op := range p.Ops {
			written[op.Name] = true
		}
	}
	var out []*KnownOp
	for _, o := range m.Known {
		if !written[o.Name] {
			out = append(out, o)
		}
	}
	return out
}

// FieldEnum is a table of field values and their spellings.
type FieldEnum struct {
	Name   string
	Pos    Pos
	Flags  bool // values are bits, of which a field may have several or none
	Values []EnumValue
}

// All is the set of all values of an enumeration of flags.
func (e *FieldEnum) All() (set uint32) {
	for _, v := range e.Values {
		set |= v.Code
	}
	return set
}

// EnumValue is one row of a FieldEnum.
type EnumValue struct {
	Text string
	Code uint32
	Pos  Pos
}

// Value finds the code of a spelling.
func (e *FieldEnum) Value(text string) (uint32, bool) {
	for _, v := range e.Values {
		if v.Text == text {
			return v.Code, true
		}
	}
	return 0, false
}

// Page is one specification page: one opcode, one or more mnemonics.
type Page struct {
	Name       string
	Pos        Pos
	Code       uint8
	Sub        uint8
	HasSub     bool
	hasCode    bool // section Opcode could be read
	Fields     []*OpField
	Hook       string   // name after "hook"; "" when there is a Body
	Data       string   // the reason after "data": the op has text, layout and types, and nothing says what it does
	Body       *Block   // checked Semantics
	IsMemory   bool     // Body works on raw operands and memory, else on rows
	PredData   bool     // the predicate is a value of Body and masks nothing (sel)
	PredResult bool     // Body stores the predicate, whose lanes mask nothing (add3.o)
	AllLanes   *OpField // with one number as this source Body stores all lanes, masked or not (setp)
	Converts   bool     // Body calls convert: the op is about its conversion (mov)
	Copies     bool     // Body stores elements of float sources as they are (mov, sel)
	Truth      bool     // Body stores all ones or 0, of whatever type (cmp)
	Doc        string   // prose of Description
	Props      Props
	Types      []TypeRow
	Ops        []*Op
	Vectors    []Vector
	Notes      string
	bodyText   string
	bodyPos    Pos
	badFields  bool // Format has errors: what names its fields is not checked
}

// Field finds a field by its lower-case name, or nil.
func (p *Page) Field(name string) *OpField {
	for _, f := range p.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// HasBody is true when Semantics are a block of the language: neither a hook nor
// data alone.
func (p *Page) HasBody() bool { return p.Hook == "" && p.Data == "" }

// Repeated is the field that takes a variable number of operands, or nil.
func (p *Page) Repeated() *OpField {
	if n := len(p.Fields); n > 0 && p.Fields[n-1].Repeat {
		return p.Fields[n-1]
	}
	return nil
}

// FieldType is the type of a field, as written in Format.
type FieldType string

// Field types.
const (
	TExec       FieldType = "exec"
	TPred       FieldType = "pred"
	TDst        FieldType = "dst"
	TVec        FieldType = "vec"
	TRaw        FieldType = "raw"
	TUB         FieldType = "ub"
	TUW         FieldType = "uw"
	TUD         FieldType = "ud"
	TSurface    FieldType = "surface"
	TSampler    FieldType = "sampler"
	TLabel      FieldType = "label"
	TString     FieldType = "string"
	TLongString FieldType = "longstring" // string with an index of four bytes
	TVar        FieldType = "var"        // a variable as such: general, address or predicate
	TCount      FieldType = "count"      // ub: how many operands the repeated field has; no operand itself
	TD          FieldType = "d"          // signed dword
	TTag        FieldType = "tag"        // no bytes: what tells the mnemonics of a page apart for its Semantics
	TSame       FieldType = "same"       // the operand before it, written again; no operand itself
	TReg        FieldType = "reg"        // a raw operand that is written as register and column
	TElts       FieldType = "elts"       // an exec field in another coding: 8, 16 or 1 elements; the field's Type is TExec
)

// fieldLetters are the binary letters of the field types.
var fieldLetters = map[FieldType]byte{
	TExec: 'e', TPred: 'p', TDst: 'd', TVec: 'v', TRaw: 'r', TUB: '1', TUW: '2',
	TUD: '4', TD: 'i', TTag: '-', TSurface: 'S', TSampler: 's', TLabel: 'L', TString: 'N', TLongString: 'n', TVar: 'V', TCount: 'c', TSame: '=', TReg: 'g', TElts: 'x',
}

// Letter is the field type's letter in a binary layout.
func (t FieldType) Letter() byte { return fieldLetters[t] }

// max is the largest value of a number field that a page may fix; 0 for other types.
func (t FieldType) max() uint64 {
	return map[FieldType]uint64{TUB: 0xff, TUW: 0xffff, TUD: 0xffffffff, TD: 0x7fffffff, TTag: 0xff}[t]
}

// IsString is true for strings, whatever the width of their index.
func (t FieldType) IsString() bool { return t == TString || t == TLongString }

// IsNumber is true for ub, uw, ud, d and tag.
func (t FieldType) IsNumber() bool { return t.max() > 0 }

// OpField is one field of a Format table.
type OpField struct {
	Name       string // lower case
	Type       FieldType
	Pos        Pos
	Index      int  // place in the format
	Repeat     bool // the last field, which takes one operand or more
	Elts       bool // an exec field of type elts
	Optional   bool // may be missing: some releases of the compiler do not write it
	Fixed      bool // has the same value in every instruction; a raw one is null
	Value      uint32
	Like       *OpField // a number field whose value this one always has; it is fixed, too
	One        *uint32  // a value of a number field with which an instruction has one element
	Short      bool     // a raw or vec operand whose text has neither an offset of 0 nor a region
	Absent     *Absence // when a vec operand is missing
	Present    *Flag    // when a vec or raw operand is there; nil for always
	Read       bool
	Written    bool
	Enum       *FieldEnum
	Log2       bool     // Semantics sees 1 << value
	DataFrom   uint32   // values from here on have no Semantics, for the reason Why; 0: all have
	DataOf     []uint32 // other values that have none, for the same reason
	RoughOf    []uint32 // values with which results are approximate, for the reason Rough
	Rough      string
	Omitted    uint32 // the value with which a group of the text, whose first piece this field is, is left out
	Why        string
	Hex        string   // text writes the number in hexadecimal behind this; decimal when empty
	Classes    []string // operand classes of a vec or dst that differ from those of its type
	Types      []Type   // the types of a vec that is no part of the type maps; any when empty
	Ignored    bool
	Limits     Limits
	Elements   Expr // how many elements a vec has; nil for those of the instruction
	SideBySide bool // they lie one behind the other, whatever the region
	elements   span
	Pair       bool // a dst whose values have 64 bits: the high dwords go to the registers behind
	Low        bool // Body needs only the low 64 bits of the elements of a vec that may have them
	Whole      bool // Body asks for pred_size: all elements of a predicate are read
	Doc        string
	described  bool
	accessSet  bool
}

// Absence says when a vec operand is missing: where a number field has a value. The binary
// form has an immediate UD 0 in its place.
type Absence struct {
	Field *OpField
	Value uint32
}

// Flag is a bit of a field that is a set of flags. Without it an operand has neither text nor
// bytes.
type Flag struct {
	Field *OpField
	Bit   uint32
}

// IsOperand is true for fields that may take an operand of Inst.Args: all but
// exec, pred, count, same and those that Format fixes.
func (f *OpField) IsOperand() bool {
	return !f.Fixed && f.Type != TExec && f.Type != TPred && f.Type != TCount && f.Type != TSame
}

// IsRaw is true for operands that have no region, and views in Semantics.
func (f *OpField) IsRaw() bool { return f.Type == TRaw || f.Type == TReg }

// SatKind says when .sat is legal.
type SatKind uint8

// Saturation properties.
const (
	SatNo SatKind = iota
	SatYes
	SatFloat
)

// ModKind says which source modifiers are legal.
type ModKind uint8

// Source modifier properties.
const (
	ModNone ModKind = iota
	ModArithmetic
	ModLogic
)

// MaskKind says what the execution mask does.
type MaskKind uint8

// Mask properties.
const (
	MaskChannels MaskKind = iota
	MaskNone
	MaskIgnored
)

// Props is the Properties section.
type Props struct {
	Sat         SatKind
	Mods        ModKind
	Mask        MaskKind
	Platforms   Guard
	Execs       uint8 // legal execution sizes, bit n for 1<<n lanes; 0 for all
	Align       uint8 // bytes to which vector operands are aligned when there is more than one lane; 0 for none
	Registers   uint8 // that a vector operand may lie in; 0 for any number
	OutOfBounds string
	DstOverlap  string
	Accuracy    string
	Requires    []Requirement
}

// Requirement is what the fields of every instruction of a page keep, and that in words.
type Requirement struct {
	Holds Expr
	Words string
	text  span
}

// TypeRow is one type map: the sets of types that may stand together.
type TypeRow struct {
	Pos      Pos
	Guard    Guard
	Dst, Src []Type
}

// MaxSlots is the most operand fields of a page: the slots of a sem.Frame.
const MaxSlots = 16

// Op is one mnemonic of a page.
type Op struct {
	Name   string // as in text
	GoName string // "Add": the constant is OpAdd
	Pos    Pos
	Text   []TextPart
	Fixed  []FixedValue // fields of this mnemonic alone
	Sat    bool
	Page   *Page
}

// FixedValue is a field with the value that a mnemonic gives it.
type FixedValue struct {
	Field *OpField
	Value uint32
}

// FixedOf is the value that op gives field f, if it does.
func (o *Op) FixedOf(f *OpField) (uint32, bool) {
	if f.Like != nil {
		v, _ := o.FixedOf(f.Like)
		return v, true
	}
	if f.Fixed {
		return f.Value, true
	}
	for _, v := range o.Fixed {
		if v.Field == f {
			return v.Value, true
		}
	}
	return 0, false
}

// Slots are the fields that take an operand of Inst.Args, in binary order.
func (o *Op) Slots() []*OpField {
	var out []*OpField
	for _, f := range o.Page.Fields {
		if _, fixed := o.FixedOf(f); !fixed && f.IsOperand() {
			out = append(out, f)
		}
	}
	return out
}

// SubField is the name of a first field that is the sub-opcode byte of a page's mnemonics, each
// of which fixes it.
const SubField = "sub"

// Family is true for a page whose mnemonics have a sub-opcode each, in a field of their own.
func (p *Page) Family() bool {
	return len(p.Fields) > 0 && p.Fields[0].Name == SubField && p.Fields[0].Type == TUB
}

// Opcode is the code of the op with its sub-opcode, if there is one.
func (o *Op) Opcode() (code, sub uint8, hasSub bool) {
	if o.Page.Family() {
		v, ok := o.FixedOf(o.Page.Fields[0])
		return o.Page.Code, uint8(v), ok
	}
	return o.Page.Code, o.Page.Sub, o.Page.HasSub
}

// Tag is the field without bytes that tells the mnemonics apart for Semantics, or nil.
func (p *Page) Tag() *OpField {
	for _, f := range p.Fields {
		if f.Type == TTag {
			return f
		}
	}
	return nil
}

// Layout are the fields that the binary form has behind the opcode, in order.
func (p *Page) Layout() []*OpField {
	var out []*OpField
	for i, f := range p.Fields {
		if f.Type != TTag && (i > 0 || !p.Family()) {
			out = append(out, f)
		}
	}
	return out
}

// SlotOf is the index of f's operand in Inst.Args, -1 when it has none.
func (o *Op) SlotOf(f *OpField) int { return slices.Index(o.Slots(), f) }

// TextKind is a piece of a text template; the names are those of visa.TextKind.
type TextKind string

// Pieces of a text template.
const (
	TextPred   TextKind = "TextPred"
	TextName   TextKind = "TextName"
	TextSat    TextKind = "TextSat"
	TextMod    TextKind = "TextMod"
	TextFlags  TextKind = "TextFlags"
	TextExec   TextKind = "TextExec"
	TextSlot   TextKind = "TextSlot"
	TextParen  TextKind = "TextParen"
	TextLabel  TextKind = "TextLabel"
	TextList   TextKind = "TextList"
	TextOpen   TextKind = "TextOpen"
	TextClose  TextKind = "TextClose"
	TextQuoted TextKind = "TextQuoted"
	TextOption TextKind = "TextOption"
	TextLit    TextKind = "TextLit"
	TextWord   TextKind = "TextWord"
	TextSigned TextKind = "TextSigned"
)

// TextPart is one piece of a text template.
type TextPart struct {
	Kind  TextKind
	Lit   string
	Field *OpField
	Wide  bool // two blanks before it
	Glue  bool // none
	Group int  // of the pieces in brackets, which stand together or not at all; 0 outside
	Pos   Pos
}

// Vector is one line of text with the bytes that the reference compiler writes.
type Vector struct {
	Pos   Pos
	Text  string
	Bytes []byte
}
