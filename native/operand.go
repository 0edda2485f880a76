package native

// RegFile is the register file of an operand.
type RegFile uint8

// Register files. Virt and VirtFlag hold registers that are not allocated yet;
// they exist between lowering and register allocation only.
const (
	NoFile   RegFile = iota // operand absent
	ARF                     // architecture register: Reg is its 8-bit number (ARFNull, ARFAcc0, ...)
	GRF                     // Reg is 0..127
	Imm                     // Imm holds the bits
	Virt                    // Reg is an index into Program.Vars; Sub may exceed a GRF
	VirtFlag                // Reg is an index into Program.Flags; Sub is 0 or 2 bytes
	VirtAddr                // Reg is an index into Program.Addrs; Sub in bytes
)

// Type is a native element type, the same numbers on every target; the code in
// an instruction comes from the target's type tables.
type Type uint8

// Native element types.
const (
	UD Type = iota
	D
	UW
	W
	UB
	B
	DF
	F
	UQ
	Q
	HF
	UV
	V
	VF
	NF
	BF
	NumTypes
)

var typeInfo = [NumTypes]struct {
	name          string
	size          uint8
	float, signed bool
}{
	UD: {"ud", 4, false, false}, D: {"d", 4, false, true},
	UW: {"uw", 2, false, false}, W: {"w", 2, false, true},
	UB: {"ub", 1, false, false}, B: {"b", 1, false, true},
	DF: {"df", 8, true, true}, F: {"f", 4, true, true},
	UQ: {"uq", 8, false, false}, Q: {"q", 8, false, true},
	HF: {"hf", 2, true, true}, UV: {"uv", 4, false, false},
	V: {"v", 4, false, true}, VF: {"vf", 4, true, true}, NF: {"nf", 8, true, true},
	BF: {"bf", 2, true, true},
}

// String is the type's name in assembly text.
func (t Type) String() string {
	if t >= NumTypes {
		return "type?"
	}
	return typeInfo[t].name
}

// Size is the bytes of one element (4 for the packed immediate types).
func (t Type) Size() int { return int(typeInfo[t].size) }

// IsFloat tells floating-point types from integer ones.
func (t Type) IsFloat() bool { return typeInfo[t].float }

// IsSigned is true for signed integers and floats.
func (t Type) IsSigned() bool { return typeInfo[t].signed }

// SrcMod is the two-bit source modifier field; what it does Target.Modifies says.
type SrcMod uint8

// Source modifiers.
const (
	ModNone SrcMod = iota
	ModAbs
	ModNeg
	ModNegAbs
)

// Region is a source region <V;W,H> or destination stride <H>, in elements. V
// is VxH for the multi-address indirect form r[a0.n]<W,H>.
type Region struct{ V, W, H uint8 }

// NoMME is the Operand.MME of a plain number in a macro instruction.
const NoMME = 8

// VxH marks a region with one address sub-register per row.
const VxH = 255

// Regions in common use.
var (
	Scalar = Region{0, 1, 0}
	Dst1   = Region{0, 0, 1} // destination stride 1
)

// ARF register numbers (gen-encoding section 6).
const (
	ARFNull = 0x00
	ARFA0   = 0x10
	ARFAcc0 = 0x20
	ARFAcc1 = 0x21
	ARFAcc2 = 0x22 // and on, to acc9
	ARFAcc9 = 0x29
	ARFF0   = 0x30
	ARFF1   = 0x31
	ARFCE0  = 0x40
	ARFSP   = 0x60
	ARFSR0  = 0x70
	ARFCR0  = 0x80
	ARFN0   = 0x90
	ARFIP   = 0xA0
	ARFTDR0 = 0xB0
	ARFTM0  = 0xC0
)

// Operand is a destination or source. Sub is always a byte offset inside the
// register (for Virt: inside the variable).
type Operand struct {
	File     RegFile
	Type     Type
	Mod      SrcMod
	Indirect bool // r[a0.AddrSub,AddrImm]: File is GRF; AddrReg names a virtual a0 before allocation
	Region   Region
	Reg      int32
	Sub      uint16
	AddrSub  uint8 // a0 sub-register, in words
	AddrImm  int16 // bytes, -512..511
	AddrReg  int32 // VirtAddr index + 1 while addresses are virtual; 0 afterwards
	Swizzle  uint8 // Align16 ChanSel; 0xE4 is identity. RepCtrl is Region == Scalar
	ChanEn   uint8 // Align16 destination channel enables; 15 is all, a 64-bit element has two
	MME      uint8 // math macro register 0..7, NoMME none; macro formats only
	AddrOf   int32 // Imm only: Virt index + 1 whose GRF byte address is added to Imm after allocation; 0 afterwards
	Imm      uint64
}

// IsNull reports the null register.
func (o *Operand) IsNull() bool { return o.File == ARF && o.Reg == ARFNull }

// GRFOperand names GRF reg with a byte offset, region and type.
func GRFOperand(reg, sub int, r Region, t Type) Operand {
	return Operand{File: GRF, Reg: int32(reg), Sub: uint16(sub), Region: r, Type: t}
}

// ImmOperand is an immediate; v holds the bits of the type.
func ImmOperand(v uint64, t Type) Operand {
	return Operand{File: Imm, Imm: v, Type: t, Region: Scalar}
}

// NullDst is a null destination of type t.
func NullDst(t Type) Operand {
	return Operand{File: ARF, Reg: ARFNull, Region: Dst1, Type: t}
}
