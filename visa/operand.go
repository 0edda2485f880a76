package visa

// Kind says which fields of an Operand count.
type Kind uint8

// Operand kinds. The vector-operand classes come first, as in the CISA binary.
const (
	None      Kind = iota
	General        // variable with region: Var, Row, Col, Region
	Address        // address register: Var, Off (element), Width
	Predicate      // predicate variable: Var
	Indirect       // r[A(Off),Imm]: Var, Off (element), Imm (byte offset, signed), Type, Region
	Immediate      // Type, Imm (the bits, sign- or zero-extended to 64)
	State          // surface or sampler variable as vector operand: Var, Off, Sampler
	AddressOf      // &V[Off] or &T[Off]: Var, Off (bytes), StateVar
	Raw            // variable with byte offset, no region: Var, Off
	Surface        // surface slot: Var
	Sampler        // sampler slot: Var
	Label          // Var is an index into Kernel.Labels
	Field          // small integer field of the format (channel mask, atomic op, ...): Imm
	Name           // string: Var is an index into Kernel.Strings
	Variable       // a variable as such, not its value: Var, and Imm, the class of lifetime (0 general, 1 address, 2 predicate)
	NumKinds
)

var kindNames = [NumKinds]string{
	None: "nothing", General: "a general variable", Address: "an address variable", Predicate: "a predicate", Indirect: "an indirect operand",
	Immediate: "an immediate", State: "a state variable", AddressOf: "the address of a variable", Raw: "a raw operand", Surface: "a surface",
	Sampler: "a sampler", Label: "a label", Field: "a number field", Name: "a name", Variable: "a variable as such",
}

// String is the kind as messages name it, with its article.
func (k Kind) String() string {
	if k >= NumKinds {
		return "an unknown operand"
	}
	return kindNames[k]
}

// Modifier is a source modifier, or Sat on a destination (vISA survey 3.3).
type Modifier uint8

// Modifiers with their binary codes.
const (
	NoMod  Modifier = iota
	Abs             // (abs)
	Neg             // (-)
	NegAbs          // (-abs)
	Sat             // destination only: .sat after the mnemonic
	Not             // (~), logic ops
	numModifiers
)

var modifierText = [numModifiers]string{Abs: "(abs)", Neg: "(-)", NegAbs: "(-abs)", Sat: ".sat", Not: "(~)"}

// String is the modifier as in text; "" for none.
func (m Modifier) String() string {
	if m >= numModifiers {
		return "(?)"
	}
	return modifierText[m]
}

// Region is <V;W,H> in elements. A destination uses only H. NoV marks the
// <W,H> form of multi-address indirect operands (one address per row).
type Region struct {
	V, W, H uint8
	NoV     bool
}

// IsScalar reports a region that repeats one element by its vertical stride and
// width, or its two strides: what setp takes for one number. <1;16,0> reads one
// element too, but is a vector (GenX_IR 1.0.12504.6).
func (r Region) IsScalar() bool { return !r.NoV && r.V == 0 && (r.H == 0 || r.W == 1) }

// Scalar is <0;1,0>.
var Scalar = Region{0, 1, 0, false}

// Operand is any operand of any instruction; Kind says which fields count.
type Operand struct {
	Kind     Kind
	Mod      Modifier
	Type     Type // element type: that of the variable, or of the immediate or indirect access
	Width    uint8
	Row      uint8 // General: GRF row
	Col      uint8 // General: element in the row
	StateVar StateVar
	Region   Region
	Var      int32 // index into the table that Kind names (Kernel.Vars, Addrs, Preds, Surfaces, Samplers, Labels)
	Off      int32
	Imm      uint64
}

// StateVar says which state table a State or AddressOf operand names.
type StateVar uint8

// State tables.
const (
	NoState StateVar = iota
	SurfaceVar
	SamplerVar
)

// IntImm is the immediate as a signed number: sign-extended by its type.
func (o *Operand) IntImm() int64 { return int64(o.Imm) }

// ByteOffset is the offset of a General or Raw operand's first byte from the
// start of its variable, in bytes, for GRFs of grf bytes.
func (o *Operand) ByteOffset(grf int) int {
	if o.Kind == Raw {
		return int(o.Off)
	}
	return int(o.Row)*grf + int(o.Col)*o.Type.Size()
}

// labelOperands are label operands of entries of Kernel.Labels.
func labelOperands(labels []int32) []Operand {
	out := make([]Operand, len(labels))
	for i, l := range labels {
		out[i] = Operand{Kind: Label, Var: l}
	}
	return out
}
