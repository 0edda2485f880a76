package opdefs

import "math/bits"

// EU is the model of the native instruction tables under specs/eu.
type EU struct {
	Enums    []*Enum    // in order of file name, then position
	Opcodes  []Opcode   // one per (mnemonic, code, format) with its targets
	Layouts  []*Layout  // instruction words of 16 bytes, one for each family of targets
	Compacts []*Compact // 8-byte forms of layouts
	Messages []*Message // shared-function messages
	Effects  []MessageEffect
	Payloads []*Payload

	Facts          []OpFact // one a mnemonic
	Flows          []Flow
	Modifiers      []Modifiers
	Types          []OpTypes // for an instruction one a target, at most
	TargetFacts    []*TargetFact
	Products       []Product
	SurfaceFormats []SurfaceFormat // in order of the page
	Descriptor     []DescPart
	Words          []Word
	Surfaces       []Surface

	Structs      []StateStruct // of states, commands and registers
	StateFields  []StateField  // in order of the pages, with those of nested structures in their place
	NestedStates []NestedState

	ArchFiles  []*ArchFile // one a kind of architecture registers
	PlaceParts []PlacePart

	Restrictions []*Restriction       // in order of file name, then position
	Examples     []RestrictionExample // the same; the checks give them to their restrictions
	Latencies    []*Latency           // the same; the first that fits counts

	Conflicts []Conflict // the same; of a target the first that fits counts

	Pipes      []Pipe
	Issues     []Issue // the first that fits counts
	BoardCodes []BoardCode
	Guards     []ArchGuard

	Machines   []Machine
	L3Banks    []L3Bank
	Partitions []L3Partition

	Saved       []SavedPart // in the order of the page
	Preemptions []Preemption

	Encodings []*Encoding // one for each target with a layout, made by the checks
}

// Pos is a place in a page.
type Pos struct {
	File      string
	Line, Col int
}

// EUTargets lists the targets a guard may name, in order of generation.
var EUTargets = []string{"ivb", "hsw", "bdw", "skl", "bxt", "cnl", "icl", "lkf", "tgl", "dg2", "mtl", "arl"}

// TargetSet has bit i set for EUTargets[i].
type TargetSet uint16

// AllTargets is the set that an empty guard means.
const AllTargets = TargetSet(1<<12 - 1)

// Has reports whether target i is in the set.
func (s TargetSet) Has(i int) bool { return s>>i&1 != 0 }

// Enum is a table of codes of one field.
type Enum struct {
	Name string
	Bits int
	Pos  Pos
	Rows []EnumRow
}

// EnumRow is one code of an enumeration. Value is what the in-memory model
// holds for the code, or Const names the constant of package native that it is.
type EnumRow struct {
	Pos     Pos
	Code    uint64
	Name    string
	Value   uint64
	Const   string // "" or one of nativeValues
	Targets TargetSet
	When    []Cond // under which the row counts; two names may share a code
	Errata  string
	Meaning string
}

// Opcode is a mnemonic's code and format on some targets.
type Opcode struct {
	Pos     Pos
	Op      string
	Targets TargetSet
	Code    uint64
	Format  string
	Errata  string
}

// Range is bits Lo+Width-1 .. Lo of an instruction word.
type Range struct{ Lo, Width int }

// Cond holds when the field's raw code is one of Codes.
type Cond struct {
	Field string
	Codes []uint64
}

// Layout is the field table of 16-byte instructions.
type Layout struct {
	Name    string
	Pos     Pos
	Targets TargetSet
	Fields  []Field
}

// Field is one row of a layout: one field in one or more formats. Bits are
// least significant fragment first; none means that the value is implied.
type Field struct {
	Pos      Pos
	Name     string
	Formats  []string
	Targets  TargetSet
	Bits     []Range
	Implied  uint64    // the code, when Bits is empty
	Is       *IsTest   // the field is one bit that another field's value decides
	Ratio    [2]string // the field is no code but the first field divided by the second
	When     []Cond
	Enum     string   // enumeration that gives codes meaning, or ""
	Codes    []uint64 // the legal codes; nil means all of Enum or all that fit
	Scale    int      // value = code << Scale
	Signed   bool
	Twice    bool   // 16 bits stored in both halves
	Next     bool   // offset counts from the following instruction
	Absent   uint64 // code written for an operand that is missing
	Optional bool   // the operand may be missing
	Mark     string
}

// IsTest makes a field 1 where Field has the value of one of Names in its
// enumeration, else 0: the field says nothing of its own.
type IsTest struct {
	Field string
	Names []string
}

// ReservedField is the name of rows whose bits have no meaning.
const ReservedField = "Reserved"

// Compact is the 8-byte form of some formats.
type Compact struct {
	Name    string
	Pos     Pos
	Targets TargetSet
	Formats []string
	Fields  []CompactField
}

// CompactMap copies value bits Value to native bits Native; Replicate fills all
// of Native with the single value bit.
type CompactMap struct {
	Value, Native Range
	Replicate     bool
}

// CompactField is one row of a compact form; Index names the enumeration that
// translates the stored number, or is "".
type CompactField struct {
	Pos     Pos
	Name    string
	Targets TargetSet
	Bits    []Range
	Maps    []CompactMap
	When    []Cond
	Index   string
}

// Message is one shared-function message.
type Message struct {
	Pos      Pos
	Name     string
	Targets  TargetSet
	SFID     string // name in the SFID enumeration
	Match    []DescField
	Fields   []DescField
	Extended []DescField // of the extended descriptor
	Payload  *Formula    // GRFs of the payload without header
	Response *Formula    // GRFs of the writeback
	Header   string      // yes, no, optional
	Lanes    string      // whose the dwords are: dword, word, qword, qwords, qbytes, dqwords, thread
	Ignored  []Range     // bits of the extended descriptor that may have any value
	Meaning  string
}

// DescField is a named field of a message descriptor. Value is set in a match;
// Enum names the enumeration of another field's codes, or is "".
type DescField struct {
	Name  string
	Bits  Range
	Value uint64
	Enum  string
}

// First is the lowest target of the set.
func (s TargetSet) First() int { return bits.TrailingZeros16(uint16(s)) }
