package native

// Op constants (OpMov, OpAdd, ...) are generated into zops.go: one number per
// mnemonic, the same on every target; the code comes from the target's table.

// PredCtrl is the predicate control of Align1 instructions (Align16 ones use
// the same names where both have them).
type PredCtrl uint8

// Predicate controls with their Align1 codes.
const (
	PredNone PredCtrl = iota
	PredSeq           // each channel its own flag bit
	PredAnyV
	PredAllV
	PredAny2H
	PredAll2H
	PredAny4H
	PredAll4H
	PredAny8H
	PredAll8H
	PredAny16H
	PredAll16H
	PredAny32H
	PredAll32H
)

// CondMod is a condition modifier.
type CondMod uint8

// Condition modifiers with their codes.
const (
	CondNone CondMod = 0
	CondEQ   CondMod = 1
	CondNE   CondMod = 2
	CondGT   CondMod = 3
	CondGE   CondMod = 4
	CondLT   CondMod = 5
	CondLE   CondMod = 6
	CondOV   CondMod = 8
	CondUN   CondMod = 9
)

// Flag names the flag register of predicate and condition modifier. Before
// allocation Virt is an index into Program.Flags plus one; afterwards it is 0
// and Reg, Sub name f<Reg>.<Sub>.
type Flag struct {
	Reg, Sub uint8
	Virt     int32
}

// Message is what send and sends add to an instruction.
type Message struct {
	SFID      uint8
	Desc      Desc // message descriptor; with DescReg what is known of it, so that it tells message and lengths, or 0
	DescReg   bool // descriptor in a0.DescSub (bytes)
	DescSub   uint8
	ExDesc    ExDesc // full extended descriptor without SFID and EOT bits, when ExDescReg is false
	ExDescReg bool
	ExDescSub uint8 // bytes; a multiple of 4
	ExBSO     bool  // the register has the offset of a surface state, in bits 31:6 and nothing else
	Src1Len   uint8 // with ExBSO: registers of the second payload
	EOT       bool
}

// Inst is one native instruction of any opcode and target. For send: Dst is the
// response, Src[0] the payload and, for sends, Src[1] the second part.
// JIP and UIP are byte offsets from this instruction's own address, also for
// jmpi (the codec adds what a target's encoding wants); JIP of calla is the
// target itself; before layout Label and
// Label2 name targets instead (index into Program.Labels plus one).
type Inst struct {
	Op       Op
	ExecSize uint8 // channels
	ChanOff  uint8 // first channel: 0, 4 ... 28
	NoMask   bool
	PredCtrl PredCtrl
	PredInv  bool
	Cond     CondMod
	Flag     Flag
	Sat      bool
	AccWr    bool
	Align16  bool
	Compact  bool // stored in 8 bytes
	Branch   bool // BranchCtrl (goto.b)
	NoSrcDep bool // NoSrcDepSet of send
	DepCtrl  uint8
	Thread   uint8 // ThreadCtrl: 1 Atomic, 2 Switch, 3 NoPreempt
	Debug    bool
	MathFC   uint8
	SyncFC   uint8 // what a sync waits for
	SWSB     uint8 // software scoreboard of Gen12, as specs/eu/layouts-gen12.md has its codes; 0 none
	BoolFC   uint8 // of bfn: bit k is the result where bit 0 of k is that of source 0, bit 1 of source 1, bit 2 of source 2
	Systolic Systolic
	Fused    bool // FusionCtrl of a Gen12 send: not together with the other half of a fused pair
	Dst      Operand
	Src      [3]Operand
	JIP, UIP int32
	Label    int32
	Label2   int32
	Msg      Message
	Rest     [2]uint64 // bits that no field of the format covers, kept by the codec
	Whole    bool      // of Target.Elements alone: Align16 with a channel enable for each double
	Paired   bool      // of Target.Elements alone: an element of the destination is written with the dword behind it
	Placed   bool      // Uses are places in the register file

	Symbol   int32    // address that the immediate gets when the program is loaded: 1-based index into Program.Symbols
	AddrPart AddrPart // of that address

	Uses []int32 // Virt indices that the instruction reads through addresses; after allocation, when Placed, the first byte of each and its bytes

	VISA   int32 // 1-based index of the vISA instruction it came from; 0 unknown
	Origin int32 // after register allocation: 1-based index of the instruction it was before; 0 added by the allocator; -n added to compute once more what instruction n computes
}

// Systolic is what dpas adds to an instruction: Repeat rows of the result, each the sum of
// Depth products of dwords (Xe-HPG, section 1.8). Bits are those of an element of sources 1 and 2
// where their types do not say it: 4 or 2, else 0.
type Systolic struct {
	Depth, Repeat uint8
	Bits          [2]uint8
}

// Enables reports whether the destination of an Align16 instruction takes element k.
func (in *Inst) Enables(k int) bool {
	if in.Whole {
		return in.Dst.ChanEn>>(k&3)&1 != 0
	}
	return in.Dst.Enabled(k)
}

// Enabled reports whether an Align16 destination takes element k: each element
// has its channel enable, those of 64 bits the first of a pair; but see Inst.Whole.
func (o *Operand) Enabled(k int) bool {
	if o.Type.Size() == 8 {
		k *= 2
	}
	return o.ChanEn>>(k&3)&1 != 0
}

// IsMathMacro tells the math functions that are steps of the macros for division
// and square root: their condition field is the early-out flag.
func (in *Inst) IsMathMacro() bool {
	return in.Op.IsMath() && (in.MathFC == MathInvm || in.MathFC == MathRsqtm)
}

// SetsFlag reports whether the instruction writes its flag register: the condition of
// its result or comparison, or the early out of a macro.
func (in *Inst) SetsFlag() bool {
	return in.IsMathMacro() || in.Cond != CondNone && in.Op.WritesFlag()
}

// IsMacro tells all steps of those macros: where Align16 exists they use its fields
// for accumulators, and their operands are packed registers.
func (in *Inst) IsMacro() bool { return in.Op == OpMadm || in.IsMathMacro() }

// IsMathInt tells the divisions of integers, which take eight channels at most
// and no modifiers.
func (in *Inst) IsMathInt() bool {
	return in.Op.IsMath() && in.MathFC >= MathIdiv && in.MathFC <= MathIrem
}

// ScalarLane tells the three-source Align16 instructions that compute one element
// of the 16 bytes that they name, and which: all other channels are disabled
// (gen-encoding section 3.1; an element of 64 bits has two enables).
func (in *Inst) ScalarLane() (lane int, ok bool) {
	if !in.Align16 || in.Src[2].File == NoFile {
		return 0, false
	}
	lanes := 4
	if in.Dst.Type.Size() == 8 {
		lanes = 2
	}
	enables := 4 / lanes
	for lane := range lanes {
		if int(in.ExecSize) == lanes && int(in.Dst.ChanEn) == (1<<enables-1)<<(lane*enables) {
			return lane, true
		}
	}
	return 0, false
}

// Var is a virtual general register of a Program.
type Var struct {
	Name   string
	Size   int  // bytes
	Align  int  // bytes: 1..32, or 64 for an even GRF
	Fixed  int  // byte address in the GRF file when pre-coloured (payload inputs), else -1
	LiveIn bool // written before the first instruction (inputs)
	MinGRF int  // lowest GRF allowed (112 for the payload of an EOT message)
}

// FlagVar is a virtual flag of 16 or 32 channels.
type FlagVar struct {
	Name  string
	Bits  int // 16 or 32
	Fixed int // byte address in f0..f1 (0, 2, 4, 6) when pre-coloured, else -1
}

// AddrVar is a virtual group of address sub-registers.
type AddrVar struct {
	Name  string
	Words int
}

// Program is a native kernel between lowering and encoding.
type Program struct {
	Name    string
	Insts   []Inst
	Vars    []Var
	Flags   []FlagVar
	Addrs   []AddrVar
	Labels  []int    // label -> index into Insts (len(Insts) = end)
	Symbols []string // names whose addresses instructions want
	SIMD    int
	GRFs    int // general registers of a thread; 0 stands for those of one that asks for no more
}

// File is how many general registers a thread of the program has on a target.
func (p *Program) File(t Target) int {
	if p.GRFs > 0 {
		return p.GRFs
	}
	return caps[t].GRFs
}

// SwapFirst is the function of three bits that is f with its first two exchanged.
func SwapFirst(f uint8) uint8 {
	const first, second = 0b00100010, 0b01000100 // results where only one of the two is set
	return f&^(first|second) | f&first<<1 | f&second>>1
}
