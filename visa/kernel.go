package visa

import "github.com/genvisa/genvisa/internal/grf"

// The general registers that alignments, rows of operands and inputs count in.
const (
	GRFs     = grf.Count // registers of a thread
	GRFBytes = grf.Bytes // bytes of one
)

// Predefined variables, surfaces and the first user index of each table
// (vISA survey 3.2 and appendix D).
const (
	VarNull      = 0
	VarThreadX   = 1
	VarThreadY   = 2
	VarGroupIDX  = 3
	VarGroupIDY  = 4
	VarGroupIDZ  = 5
	VarTSC       = 6
	VarR0        = 7
	VarArg       = 8
	VarRetVal    = 9
	VarSP        = 10
	VarFP        = 11
	VarHWID      = 12
	VarSR0       = 13
	VarCR0       = 14
	VarCE0       = 15
	VarDBG0      = 16
	VarColor     = 17
	VarImplArg   = 18
	VarLocalID   = 19
	VarMsg0      = 20
	VarScratch   = 21 // from version 4.2 on
	FirstUserVar = 32

	SurfaceSLM       = 0 // %slm
	SurfaceBindless  = 4 // %bss
	SurfaceScratch   = 5 // %scratch: A32 stateless, BTI 255
	FirstUserSurface = 6
	FirstUserPred    = 1
)

// BindlessSampler is the predefined sampler variable that has a handle in the place of an
// index. It is in Kernel.Samplers where something names it; files have no entry for it.
const BindlessSampler = "S31"

// Align is a variable's alignment code.
type Align uint8

// Alignment codes with their binary values.
const (
	AlignByte Align = iota
	AlignWord
	AlignDword
	AlignQword
	AlignOword
	AlignGRF
	AlignGRFx2
	AlignHword
	AlignWordx32
	AlignWordx64
	NumAligns
)

var alignInfo = [NumAligns]struct {
	name  string
	bytes int
}{
	{"byte", 1}, {"word", 2}, {"dword", 4}, {"qword", 8}, {"oword", 16},
	{"GRF", GRFBytes}, {"GRFx2", 2 * GRFBytes}, {"hword", 32}, {"wordx32", 64}, {"wordx64", 128},
}

// String is the alignment's name in text.
func (a Align) String() string {
	if a >= NumAligns {
		return "align?"
	}
	return alignInfo[a].name
}

// Bytes is the alignment in bytes; 1 for a number that is no
// code.
func (a Align) Bytes() int {
	if a >= NumAligns {
		return 1
	}
	return alignInfo[a].bytes
}

// ParseAlign finds an alignment by name.
func ParseAlign(s string) (Align, bool) {
	for a := range NumAligns {
		if alignInfo[a].name == s {
			return a, true
		}
	}
	return 0, false
}

// Var is a general variable. The index in Kernel.Vars is its vISA id.
type Var struct {
	Name     string // as in text: "V0032", "%r0"
	Type     Type
	Align    Align
	Elems    int   // number of elements
	Alias    int32 // aliased variable's index, or -1 for none; 0 is %null, which verify refuses
	AliasOff int   // bytes
	Attrs    []Attr
	Pos      Pos // of the name
}

// Size is the variable's size in bytes.
func (v *Var) Size() int { return v.Elems * v.Type.Size() }

// Decl is an address, predicate, surface or sampler variable.
type Decl struct {
	Name  string // as in text: "A0", "P1", "T6"
	VName string // v_name=
	Elems int
	Attrs []Attr
	Pos   Pos // of the name
}

// LabelKind tells block labels from function entries.
type LabelKind uint8

// Label kinds with their binary codes.
const (
	LabelBlock LabelKind = iota
	LabelSubroutine
	LabelFC
	LabelFunction
	LabelDivergentLoop
)

// LabelInfo is a label of the kernel.
type LabelInfo struct {
	Name string
	Kind LabelKind
}

// Input is one .input record: Size bytes of variable Var come from byte Offset
// of the thread payload (r0 is byte 0).
type Input struct {
	Var      int32
	Kind     StateVar // NoState for a general variable
	Implicit Implicit // NoImplicit for .input
	Offset   int
	Size     int
	Pos      Pos // of the name
}

// AttrKind is the kind of an attribute's value.
type AttrKind uint8

// Attribute value kinds.
const (
	AttrBool AttrKind = iota
	AttrInt
	AttrString
)

// Attr is a kernel or variable attribute.
type Attr struct {
	Name string
	Kind AttrKind
	Int  int64
	Str  string
}

// Versions are the versions of the CISA format that exist: of each major number
// the first and the last minor one (vISA survey 3.6).
var Versions = []struct{ Major, First, Last uint8 }{{3, 0, 8}, {4, 0, 2}}

// IsVersion says that the CISA format has a version major.minor.
func IsVersion(major, minor uint8) bool {
	for _, v := range Versions {
		if v.Major == major && v.First <= minor && minor <= v.Last {
			return true
		}
	}
	return false
}

// Kernel is one kernel or function: declarations and instructions.
type Kernel struct {
	Name         string
	Major, Minor uint8 // CISA version
	IsFunction   bool
	Vars         []Var  // index = vISA id; 0..31 predefined
	Addrs        []Decl // from 0
	Preds        []Decl // index 0 is unused ("no predicate")
	Surfaces     []Decl // 0..5 predefined
	Samplers     []Decl
	Labels       []LabelInfo
	Strings      []string
	Inputs       []Input
	Attrs        []Attr
	Insts        []Inst
	Externs      []string // functions of other texts that it may call: .funcdecl
	File         string   // where it was read from, for messages

	Loads LoadOrder // order of load_3d's parameters, where somebody has said it; LoadsOf finds it otherwise

	// ThreadBits are the bits of the first element of %sr0 that number running threads, from
	// the lowest on, on the device that the text is for; 0 where nobody has said it.
	ThreadBits uint32

	Functions []Function // after Link: what was linked, behind the kernel's own instructions
}

// Attr finds an attribute of the kernel by name, or nil.
func (k *Kernel) Attr(name string) *Attr {
	for i := range k.Attrs {
		if k.Attrs[i].Name == name {
			return &k.Attrs[i]
		}
	}
	return nil
}

// PayloadEnd is the byte of the thread payload behind the last input; 0 without inputs.
func (k *Kernel) PayloadEnd() (end int) {
	for i := range k.Inputs {
		if in := &k.Inputs[i]; in.Kind == NoState {
			end = max(end, in.Offset+in.Size)
		}
	}
	return end
}

// SimdSize is the kernel's SIMD width in lanes, from its SimdSize attribute; 0
// when it has none.
func (k *Kernel) SimdSize() int {
	if a := k.Attr("SimdSize"); a != nil {
		return int(a.Int)
	}
	return 0
}

// Root follows aliases: the variable that owns the storage of v, and the byte
// offset of v in it. Aliases must not form a cycle, which verify.Kernel finds
// and text cannot have.
func (k *Kernel) Root(v int32) (root int32, off int) {
	for steps := 0; k.Vars[v].Alias >= 0; steps++ {
		if steps > len(k.Vars) {
			panic("BUG: the aliases of " + k.Vars[v].Name + " form a cycle")
		}
		off += k.Vars[v].AliasOff
		v = k.Vars[v].Alias
	}
	return v, off
}

// IsNull reports whether what is written to variable v is dropped: v is %null or,
// as compilers since 2.40 write for a value that nobody reads, an alias of it. An index
// that no variable has is not.
func (k *Kernel) IsNull(v int32) bool {
	if v < 0 || int(v) >= len(k.Vars) {
		return false
	}
	root, _ := k.Root(v)
	return root == VarNull
}

// WrittenPreds says of each predicate whether an instruction writes it. What one that
// none writes holds is any value; compilers let as many lanes ask for it as there are,
// whatever number of elements it has.
func (k *Kernel) WrittenPreds() []bool {
	written := make([]bool, len(k.Preds))
	for i := range k.Insts {
		in := &k.Insts[i]
		if p := in.Pred.Var; in.Op.Info().PredResult && p > 0 && int(p) < len(written) {
			written[p] = true
		}
		for a := range in.Args {
			o := &in.Args[a]
			if o.Kind == Predicate && o.Var >= 0 && int(o.Var) < len(written) && in.Slot(a).Access >= Writes {
				written[o.Var] = true
			}
		}
	}
	return written
}

// NewKernel has the predefined variables, surfaces and the empty predicate 0.
func NewKernel(name string) *Kernel {
	k := &Kernel{Name: name, Major: 4, Minor: 1}
	for i := range FirstUserVar {
		v := Var{Alias: -1, Type: UD, Align: AlignDword}
		if i < len(predefinedVars) {
			p := predefinedVars[i]
			v.Name, v.Type, v.Elems = p.name, p.typ, p.elems
		}
		k.Vars = append(k.Vars, v)
	}
	k.Vars[VarR0].Align = AlignGRF
	for _, s := range []string{"%slm", "T1", "T2", "TSS", "%bss", "%scratch"} {
		k.Surfaces = append(k.Surfaces, Decl{Name: s, Elems: 1})
	}
	k.Preds = append(k.Preds, Decl{})
	return k
}

// SetVersion says of which version k is, and gives it the predefined variables of that.
func (k *Kernel) SetVersion(major, minor uint8) {
	k.Major, k.Minor = major, minor
	k.Vars[VarScratch].Name = ""
	if major > 4 || major == 4 && minor >= 2 {
		k.Vars[VarScratch].Name, k.Vars[VarScratch].Type, k.Vars[VarScratch].Elems = "%scratchloc", UQ, 1
	}
}

// Types and sizes of the predefined variables: what the finalizer declares for
// them (IGC ABI reference, section 3).
var predefinedVars = []struct {
	name  string
	typ   Type
	elems int
}{
	{"%null", UD, 1}, {"%thread_x", UW, 1}, {"%thread_y", UW, 1},
	{"%group_id_x", UD, 1}, {"%group_id_y", UD, 1}, {"%group_id_z", UD, 1},
	{"%tsc", UD, 5}, {"%r0", UD, 8}, {"%arg", UD, 256}, {"%retval", UD, 96},
	{"%sp", UQ, 1}, {"%fp", UQ, 1}, {"%hw_id", UD, 1}, {"%sr0", UD, 4},
	{"%cr0", UD, 3}, {"%ce0", UD, 1}, {"%dbg0", UD, 2}, {"%color", UW, 1},
	{"%impl_arg_buf_ptr", UQ, 1}, {"%local_id_buf_ptr", UQ, 1}, {"%msg0", UD, 3},
}
