package abi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/internal/lazy"
)

// GRFSize is the size of a register in bytes.
const GRFSize = grf.Bytes

// Info is the metadata of a program's kernels: the .ze_info section of a zebin
// or IGC's .zeinfo file.
type Info struct {
	Name    string // file name, as error messages show it
	Version string
	Kernels []*Kernel
}

// Kernel returns the kernel of that name, or an error that lists the names
// there are.
func (i *Info) Kernel(name string) (*Kernel, error) {
	if name == SymbolTable {
		return nil, fmt.Errorf("%s: %s holds the symbols of the program and is not launched; %s", i.Name, name, Have(i.Names()))
	}
	if k := i.find(name); k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("%s: no kernel %q; %s", i.Name, name, Have(i.Names()))
}

// find is the kernel of that name, or nil.
func (i *Info) find(name string) *Kernel {
	for _, k := range i.Kernels {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// SymbolTable is the kernel that compilers add to programs with data or exported
// functions: it holds those, and is not to be launched.
const SymbolTable = "Intel_Symbol_Table_Void_Program"

// blockKernel is the name of the kernel that compilers make of a block that another
// kernel enqueues.
var blockKernel = lazy.Regexp(`^(.+)_dispatch_[0-9]+$`)

// Enqueues reports that the program has kernels of blocks that the one of that name
// enqueues. What it is given for that, its metadata does not say.
func (i *Info) Enqueues(name string) bool {
	return slices.ContainsFunc(i.Kernels, func(k *Kernel) bool {
		m := blockKernel.FindStringSubmatch(k.Name)
		return m != nil && m[1] == name
	})
}

// Names are those of the kernels that can be launched, in their order.
func (i *Info) Names() (names []string) {
	for _, k := range i.Kernels {
		if k.Name != SymbolTable {
			names = append(names, k.Name)
		}
	}
	return names
}

// Have says in messages which kernels a file has.
func Have(names []string) string {
	if len(names) == 0 {
		return "it has none"
	}
	return "it has " + strings.Join(names, ", ")
}

// Kernel is the interface of one kernel. Sizes and offsets are in bytes.
type Kernel struct {
	Name          string
	SIMD          int // work items per thread: 8, 16 or 32
	GRFCount      int // registers of a thread: 128, or 256 on devices after Gen12 LP; 0 stands for 128. vISA text does not depend on it
	SLMSize       int // static part; local arguments come after it
	BarrierCount  int
	InlineData    int       // bytes of the payload that threads start with; devices after Gen12 LP
	SkipIDs       int       // byte of the code behind the part that loads local ids; 0 when there is none
	RequiredLocal [3]uint32 // zero when any local size will do
	WalkOrder     []int     // dimensions from the fastest on; nil is X, Y, Z
	Payload       []PayloadArg
	PerThread     []PayloadArg
	Buffers       []ThreadBuffer
	BTIs          []BTI
	Inline        []InlineSampler
	Args          []ArgInfo

	file   string
	at     place   // of the kernel
	pieces []place // of Payload
}

// place is a position in the metadata file, from 1; zero when it is not known.
type place struct{ line, col int }

// ArgType is the meaning of a piece of payload: IGC's arg_type, which this
// package may not know.
type ArgType string

// Argument types that the payload builder writes.
const (
	GlobalOffset   ArgType = "global_id_offset"    // 3 x u32
	LocalSize      ArgType = "local_size"          // 3 x u32, of this group
	EnqueuedLocal  ArgType = "enqueued_local_size" // 3 x u32, of every whole group
	GlobalSize     ArgType = "global_size"         // 3 x u32
	GroupCount     ArgType = "group_count"         // 3 x u32
	WorkDimensions ArgType = "work_dimensions"     // u32
	ByValue        ArgType = "arg_byvalue"         // bytes from SourceOffset of the value on
	ByPointer      ArgType = "arg_bypointer"       // see AddrMode
	BufferAddress  ArgType = "buffer_address"      // u64
	BufferOffset   ArgType = "buffer_offset"       // u32, 0: whole buffers are bound
	LocalID        ArgType = "local_id"            // per thread: rows of u16
	SamplerState   ArgType = "inline_sampler"      // handle of a sampler that the program declares, u32 or u64
	DataConst      ArgType = "data_const_buffer"   // u64, program-scope constants
	DataGlobal     ArgType = "data_global_buffer"  // u64, program-scope variables
	PrintfBuffer   ArgType = "printf_buffer"       // u64, PrintfSize bytes: see Printf

	// PrivateBase is the u64 address of private memory: PrivateSize bytes for each
	// number of a thread. Kernels without private memory list it, too.
	PrivateBase ArgType = "private_base_stateless"
)

// Address modes of ByPointer.
const (
	Stateful  = "stateful"  // through the binding table; no payload
	Stateless = "stateless" // u64 address
	SLM       = "slm"       // offset in shared local memory
	Bindless  = "bindless"  // handle of the surface, u32 or u64: see Arg.Handle
)

// PayloadArg is a piece of the payload. Offset counts from the start of the
// cross-thread data (or of the per-thread data).
type PayloadArg struct {
	Type         ArgType `yaml:"arg_type"`
	Offset       int     `yaml:"offset"`
	Size         int     `yaml:"size"`
	Index        int     `yaml:"arg_index"` // -1 when it belongs to no argument
	SourceOffset int     `yaml:"source_offset"`
	AddrMode     string  `yaml:"addrmode"`
	AddrSpace    string  `yaml:"addrspace"`
	Access       string  `yaml:"access_type"`
	Alignment    int     `yaml:"slm_alignment"`
	ImageType    string  `yaml:"image_type"`
	SamplerIndex int     `yaml:"sampler_index"`
	BTI          int     `yaml:"-"` // binding table index of program-scope data, chosen here where a handle reaches it; -1 when it has none
}

// newerTypes are arguments that metadata from version 1.49 on call by other names, with the
// binding table index of the data beside their address.
var newerTypes = map[ArgType]ArgType{"const_base": DataConst, "global_base": DataGlobal}

// BTI connects a binding table index to an argument.
type BTI struct {
	BTI int `yaml:"bti_value"`
	Arg int `yaml:"arg_index"`
}

// ThreadBuffer is memory that each thread needs of its own: scratch, or private
// memory behind a pointer in the payload.
type ThreadBuffer struct {
	Type   string `yaml:"type"` // "scratch" or "global"
	Usage  string `yaml:"usage"`
	Size   int    `yaml:"size"`
	IsSIMT bool   `yaml:"is_simt_thread"` // Size is per work item
}

// ArgInfo is the source level view of an argument. TypeName has the form
// "float*;8": the type and the size of the argument.
type ArgInfo struct {
	Index     int    `yaml:"index"`
	Name      string `yaml:"name"`
	TypeName  string `yaml:"type_name"`
	Qualifier string `yaml:"address_qualifier"`
}

// Size is the argument's size from TypeName, or 0 when that does not say.
func (a *ArgInfo) Size() int {
	_, size, ok := strings.Cut(a.TypeName, ";")
	n := 0
	if !ok {
		return 0
	}
	if _, err := fmt.Sscanf(size, "%d", &n); err != nil || n < 0 {
		return 0
	}
	return n
}

// Registers is the number of registers of a thread of native code.
func (k *Kernel) Registers() int { return max(k.GRFCount, grf.Count) }

// ScratchSize is the scratch space of one thread: a power of two of at least
// 1024, or 0 when the kernel has none.
func (k *Kernel) ScratchSize() int {
	size := 0
	for _, b := range k.Buffers {
		if b.Type == "scratch" {
			size += b.Size
		}
	}
	return ScratchFor(size)
}

// ScratchFor is the scratch space of a thread that needs size bytes: 0, or a
// power of two of at least 1024.
func ScratchFor(size int) int {
	if size == 0 {
		return 0
	}
	out := minScratch
	for out < size {
		out *= 2
	}
	return out
}

// PrivateSize is the private memory of one thread in bytes, behind the pointer
// PrivateBase: 0 when the kernel has none, or has it in scratch space. Thread n of
// those that run has it from PrivateSize*n on.
func (k *Kernel) PrivateSize() int {
	size := 0
	for _, b := range k.Buffers {
		switch {
		case b.Type != "global":
		case b.IsSIMT:
			size += b.Size * k.SIMD
		default:
			size += b.Size
		}
	}
	return size
}

// Takes says that the payload has a piece of a type.
func (k *Kernel) Takes(t ArgType) bool {
	return slices.ContainsFunc(k.Payload, func(p PayloadArg) bool { return p.Type == t })
}

// ArgCount is the number of arguments of the kernel's source.
func (k *Kernel) ArgCount() int {
	n := len(k.Args)
	for _, p := range k.Payload {
		n = max(n, p.Index+1)
	}
	for _, b := range k.BTIs {
		n = max(n, b.Arg+1)
	}
	return n
}

// bindHandles gives arguments and data that are reached by a handle an index of the
// binding table, in whose order surface states are, where the metadata lists none.
func (k *Kernel) bindHandles() {
	taken := map[int]bool{}
	for _, b := range k.BTIs {
		taken[b.BTI] = true
	}
	for _, p := range k.Payload {
		taken[p.BTI] = true
	}
	free := 0
	for i := range k.Payload {
		p := &k.Payload[i]
		bound := func(b BTI) bool { return b.Arg == p.Index }
		data := (p.Type == DataConst || p.Type == DataGlobal) && p.BTI < 0
		surface := p.Type == ByPointer && p.AddrSpace != samplerSpace && !slices.ContainsFunc(k.BTIs, bound)
		if p.AddrMode != Bindless || !data && !surface {
			continue
		}
		for taken[free] {
			free++
		}
		if free > maxBTI {
			return
		}
		if taken[free] = true; data {
			p.BTI = free
			continue
		}
		k.BTIs = append(k.BTIs, BTI{free, p.Index})
	}
}

// ArgName is the name of argument i for messages.
func (k *Kernel) ArgName(i int) string {
	for _, a := range k.Args {
		if a.Index == i {
			return fmt.Sprintf("argument %d (%s)", i, a.Name)
		}
	}
	return fmt.Sprintf("argument %d", i)
}

// ValueSize is the bytes that a launch may give for by-value argument i: from
// the size of its type to the end of its last slot.
func (k *Kernel) ValueSize(i int) (lo, hi int) {
	for _, p := range k.Payload {
		if p.Type == ByValue && p.Index == i {
			hi = max(hi, p.SourceOffset+p.Size)
		}
	}
	lo = 1
	for _, a := range k.Args {
		if n := a.Size(); a.Index == i && n > 0 {
			lo = n
		}
	}
	return lo, max(lo, hi)
}

// ArgKind is what a launch must give for argument i.
func (k *Kernel) ArgKind(i int) Kind {
	for _, p := range k.Payload {
		switch {
		case p.Index != i:
		case p.Type == ByValue:
			return Value
		case p.Type == ByPointer && p.AddrMode == SLM:
			return Local
		case p.Type == ByPointer && p.AddrSpace == imageSpace:
			return Image
		case p.Type == ByPointer && p.AddrSpace == samplerSpace:
			return Sampler
		case p.Type == ByPointer:
			return Buffer
		}
	}
	for _, a := range k.Args {
		if a.Index == i && a.Qualifier == "__local" {
			return Local
		}
		if a.Index == i && a.Qualifier == "__private" {
			return Value
		}
	}
	return Buffer
}
