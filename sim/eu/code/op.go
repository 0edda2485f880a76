package code

import "github.com/genvisa/genvisa/native"

// Op is one instruction, resolved: plain data that the run loop, a tracer, a
// hazard check or a compiler can read. Rarely read parts are in other tables of
// the Program, under Ext.
type Op struct {
	Form  Form
	Class Class
	Kern  Kernel
	Conv  Conv

	N     uint8 // elements
	Off   uint8 // channel of element 0
	Pred  native.PredCtrl
	Cond  native.CondMod
	Flags OpFlags

	FlagReg   uint8 // f0 or f1
	FlagSub   uint8 // flag bit of channel 0: 0 or 16
	FlagShift uint8 // flag bit of element 0
	Skip      uint8 // ops behind this one that do nothing
	Row       uint8 // 1 + the number of the kernel of runRows that computes the op; 0 for none
	Jump      uint8 // of an op with Row, what executes it where no mask has to be looked at
	AccDrop   uint8 // of 64, the bits that an integer element of the accumulator does not have

	Full                                     uint32 // one bit per element; 0 for an instruction that does nothing
	NoMask                                   uint32 // all ones when the channels' state does not matter
	PredInv                                  uint32 // all ones when the predicate is inverted
	Quarters                                 uint32 // of FlagQuarters, the channels that must all run or none
	IP                                       uint32 // byte offset from the entry
	Ext                                      int32  // index into Program.Flows, Program.Sends, Program.Macros, Program.States or Program.Stops; products of FormDot, native.Op of FormPlane; of RowWord the Row of its kernel on dwords
	AccReads, AccKinds, AccWrites, AccBecome uint32 // of FlagAccs, a byte for each accumulator: the read ones, what they must hold, the written ones, what they hold then
	AccAt                                    uint32 // register byte of the first accumulator element that AccWrEn writes

	Src [3]Source
	Dst Dest
}

// OpFlags are the bits of Op.Flags.
type OpFlags uint32

// Bits of Op.Flags.
const (
	FlagInPlace    OpFlags = 1 << iota // with all elements enabled the kernel may write the registers
	FlagReports                        // a condition modifier or AccWrEn: results are looked at after the kernel
	FlagPredicated                     // Pred, or without it FlagQuarters, takes part in the mask
	FlagSat                            // results are clamped
	FlagUnsigned                       // 64-bit results count as unsigned
	FlagAccWr                          // AccWrEn
	FlagAlign16                        // the predicate control is one of Align16
	FlagDirect                         // nothing to convert, to report or to fault: the kernel's row is stored
	FlagBring                          // of a direct op: some source is no row; of another with Row: may be
	FlagQuarters                       // the channels of Quarters run all or none
	FlagOne                            // of sums of products: source 0 of the last counts as one
	FlagToZero                         // doubles become floats toward zero
	FlagRoundOpen                      // the same, or by cr0: the thread stops where it matters
	FlagAccs                           // AccReads or AccWrites: accumulators lie as registers do
	FlagLong                           // of the steps of a long multiply: longMul or longMach does it
	FlagPaired                         // each element of the destination has a dword behind it
	FlagWithNext                       // a message that can be executed with the next op, which is one
)

// Form says which step of the run loop executes an op.
type Form uint8

// Forms. Those from FormBranch on may change the flow of the thread or stop it.
const (
	FormALU     Form = iota // kernel over rows
	FormCmp                 // Kern compares, bits go to flags and a mask to the destination
	FormSel                 // KernMov: the predicate chooses; else Kern compares sources 0 and 1
	FormCsel                // Kern compares source 2 with zero
	FormCarry               // KernAdd or KernSub on dwords, carry or borrow to the accumulator
	FormMach                // second half of a long multiply
	FormBoth                // division, the remainder to the register behind the quotient's
	FormDot                 // sums of Ext products in each group of four channels
	FormPlane               // a plane, at the place of each channel
	FormSad                 // sums of absolute differences, of pairs of elements
	FormMacro               // a step of division or square root, Ext in Program.Macros
	FormBoolean             // the function Ext of three bits, for each bit
	FormDpas                // products of matrices, Ext in Program.Dpas
	FormMessage             // a send on memory, or a fence, that its instruction alone describes and that does not end the thread
	FormBranch
	FormJmpi
	FormJmpiTo // by what a register holds
	FormIP     // a register moves into ip
	FormCall
	FormCallTo // an address in a register
	FormRet
	FormWait   // for count Ext of n0
	FormState  // on the thread's own state: Ext in Program.States is what it computes
	FormRunOff // the end of the code in front of a system routine
	FormSend
	FormIllegal
	FormStop // what is not modelled: Ext in Program.Stops
)

// IsControl tells the forms that end a straight run.
func (f Form) IsControl() bool { return f >= FormBranch }

// MovesChannels tells those of them that give channels places of their own.
func (f Form) MovesChannels() bool {
	return f == FormBranch || f == FormCall || f == FormCallTo || f == FormRet
}

// Class is how the rows of an instruction represent its operands.
type Class uint8

// Execution classes.
const (
	ClassRaw    Class = iota // uint32: the low 32 bits of a result depend only on those of the sources
	ClassWide                // int64: exact integers
	ClassFloat               // float32
	ClassHalf                // float32 that holds the value of a half
	ClassDouble              // float64
	NumClasses
)

var classNames = [NumClasses]string{"32-bit integer", "integer", "float", "half float", "double"}

// String is the class in messages.
func (c Class) String() string { return classNames[c] }

// Size is the bytes of a row element.
func (c Class) Size() int {
	if c == ClassWide || c == ClassDouble {
		return 8
	}
	return 4
}

// Conv is what happens to a result row before it is stored.
type Conv uint8

// Conversions of results. FlagSat and FlagUnsigned modify them.
const (
	ConvNone   Conv = iota // the row's bits
	ConvLow                // low 32 bits of a wide row
	ConvInt                // to the integer type of the destination, clamped
	ConvFloat              // to F
	ConvHalf               // to HF
	ConvDouble             // to DF
)

// SrcMode is where the row of a source comes from.
type SrcMode uint8

// Source modes. All but SrcRow fill a row of the worker.
const (
	SrcRow      SrcMode = iota // Space and Addr are the row itself
	SrcSpread                  // one dword of the class's form for all
	SrcWord                    // one signed word for all, in 32-bit rows
	SrcUnsigned                // as SrcWord, without sign
	SrcWords                   // unsigned words that follow each other, in 32-bit rows
	SrcShorts                  // as SrcWords, signed
	SrcSigned                  // as SrcRow, with a modifier
	SrcScalar                  // one element for all
	SrcStrided                 // elements Step bytes apart
	SrcGather                  // element k lies Program.Offs[Offs+k] bytes on
	SrcRows                    // one address sub-register per Width elements (VxH)
	SrcAcc                     // exact integers of the accumulator
)

// Source is a source operand.
type Source struct {
	Mode     SrcMode
	Space    Space
	Type     native.Type
	Mod      Modifier
	Width    uint8 // SrcRows: elements per address
	Hook     Hook
	Kind     AccKind // of an accumulator operand
	Indirect bool    // Addr is that of an a0 sub-register
	Step     int16   // bytes between elements
	Imm      int16   // added to the address in a0
	Addr     uint32  // byte in Space
	Reach    uint32  // bytes from the first to the end of the last element
	Offs     int32   // first element in Program.Offs
}

// Space is a range of bytes that rows lie in.
type Space uint8

// Spaces of Source.Addr.
const (
	SpaceRegs   Space = iota // GRF file, then architecture registers
	SpaceConsts              // Program.Consts
)

// Modifier is a source modifier, after the rules of types and logic operations.
type Modifier uint8

// Modifiers.
const (
	ModNone Modifier = iota
	ModNeg
	ModAbs
	ModNegAbs
	ModNot
)

// DstMode is the kind of a destination.
type DstMode uint8

// Destination modes.
const (
	DstNone DstMode = iota
	DstReg
	DstIndirect // Addr is that of an a0 sub-register
	DstAcc      // integers of the accumulator, with their upper bits
)

// Dest is a destination operand.
type Dest struct {
	Mode   DstMode
	Hook   Hook
	Type   native.Type
	Size   uint8
	Step   int16 // bytes between elements
	Imm    int16
	Addr   uint32 // first byte
	Enable uint32 // elements that Align16 channel enables and the mask of smov leave
}

// Flow is what a branch does, as instruction indices: where enabled channels go
// whose predicate is true or false, and which of two instructions runs next.
type Flow struct {
	IfTrue, IfFalse int32
	First           int32 // the next instruction when When holds
	Other           int32 // else this one
	When            FlowCond
	Link            int32  // register byte of the return address of call and ret, of the distance of FormJmpiTo, of the address of FormIP
	From            int32  // register byte of the address or distance of FormCallTo
	Base            uint32 // ip that it counts from
}

// FlowCond is a condition on Flow.First.
type FlowCond uint8

// Conditions.
const (
	AnyThere  FlowCond = iota // some live channel has its IP there
	AnyTrue                   // some enabled channel has a true predicate
	AnyActive                 // some channel is active
	AllAlike                  // the predicate is true in all enabled channels; the thread stops where they do not agree
)
