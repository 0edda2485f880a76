package batch

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
)

// Batch is what commands say of the threads that they start.
type Batch struct {
	Target     native.Target
	Bases      Bases
	VFE        *Record   // MEDIA_VFE_STATE; nil without
	Constants  []byte    // what MEDIA_CURBE_LOAD loads
	Starts     []*Record // GPGPU_WALKER, MEDIA_OBJECT_WALKER, COMPUTE_WALKER, or one or more MEDIA_OBJECT
	Descriptor Descriptor
}

// Bases are the addresses of STATE_BASE_ADDRESS; those that it leaves as they are are 0.
type Bases struct {
	Surfaces, Dynamic, Indirect, Instructions uint64
	General                                   uint64  // which COMPUTE_WALKER counts from
	BindlessSurfaces, BindlessSamplers        *uint64 // nil: no command gives one
}

// Descriptor is INTERFACE_DESCRIPTOR_DATA as threads see it; the record is COMPUTE_WALKER where that has it in itself.
type Descriptor struct {
	*Record
	Kernel   uint64 // address of the first instruction
	Threads  int    // of a group
	SLM      int    // bytes of a group
	Control  uint32 // cr0.0
	Enabled  uint32 // cr0.1: exceptions that are enabled, which matter where one comes
	PerEach  int    // bytes of constants of each thread
	ForAll   int    // bytes of constants that all threads of a group have
	Offset   int    // bytes of Constants in front of those
	Samplers uint32 // pointer from the dynamic state base
	Bindings uint32 // pointer from the surface state base
}

// maxCommands bounds the work on a batch.
const maxCommands = 1 << 16

// Fields that make no difference, or that are how a command says what it is.
var (
	ofHead  = []string{"DWordLength", "CommandType", "CommandSubType", "CommandOpcode", "CommandSubOpcode", "Pipeline", "MediaCommandOpcode", "SubOpcode", "ComputeCommandOpcode", "CFESubOpcode"}
	ofLoads = []string{"CURBETotalDataLength", "CURBEDataStartAddress", "InterfaceDescriptorTotalLength", "InterfaceDescriptorDataStartAddress"}
	ofVFE   = []string{"NumberOfURBEntries", "MaximumNumberOfThreads", "CURBEAllocationSize", "URBEntryAllocationSize", "ResetGatewayTimer", "GPGPUMode", "BypassGatewayControl", "SliceDisable",
		"PerThreadScratchSpace", "ScratchSpaceBasePointer", "StackSize"} // scratch space, which messages that use it are refused
	ofCFE = []string{"MaximumNumberOfThreads", "NumberOfWalkers", "FusedEUDispatch", "LargeGRFThreadAdjustDisable", "ComputeOverdispatchDisable", "SingleSliceDispatchCCSMode", "OverDispatchControl",
		"ScratchSpaceBuffer"} // as of VFE
	ofFlush  = []string{"InterfaceDescriptorOffset", "WatermarkRequired", "FlushToGO"}
	ofKernel = []string{
		"KernelStartPointer", "SamplerCount", "SamplerStatePointer", "BindingTableEntryCount", "BindingTablePointer", "ConstantURBEntryReadOffset", "ConstantURBEntryReadLength",
		"NumberOfThreadsInGPGPUThreadGroup", "SharedLocalMemorySize", "BarrierEnable", "RoundingMode", "CrossThreadConstantDataReadLength", "DenormMode", "ThreadPriority",
		"FloatingPointMode", "SingleProgramFlow", "ThreadPreemptionDisable",
		"SoftwareExceptionEnable", "MaskStackExceptionEnable", "IllegalOpcodeExceptionEnable",
	}
)

// Read follows the commands from an address on to the end of the batch.
func Read(t native.Target, at uint64, memory Memory) (*Batch, error) {
	r := &reader{t: t, memory: memory, names: heads(t), b: &Batch{Target: t}}
	for range maxCommands {
		first := memory(at, 4)
		if first == nil {
			return nil, &Error{What: "batch", Address: at, Why: "no memory of the launch is there: want a command, or MI_BATCH_BUFFER_END (05000000) behind the last"}
		}
		c, err := parse(r.names, at, binary.LittleEndian.Uint32(first))
		if err != nil {
			return nil, err
		}
		if c.end {
			return r.b, r.finish(at)
		}
		if c.name != "" {
			if err := r.command(c, at); err != nil {
				return nil, err
			}
		}
		at += uint64(4 * c.dwords)
	}
	return nil, &Error{What: "batch", Address: at, Why: fmt.Sprintf("more than %d commands", maxCommands)}
}

// reader is a batch while its commands are followed.
type reader struct {
	t      native.Target
	memory Memory
	names  map[uint32]string
	b      *Batch

	descriptors, constants *Record
}

// command obeys one.
func (r *reader) command(c command, at uint64) error {
	rec, err := read(r.t, r.memory, c.name, at, 4*c.dwords)
	if err != nil {
		return err
	}
	switch c.name {
	case "STATE_BASE_ADDRESS":
		return r.bases(rec)
	case "MEDIA_VFE_STATE":
		r.b.VFE = rec
		return rec.only(ofHead, ofVFE, ofBoard)
	case "MEDIA_CURBE_LOAD":
		r.constants = rec
		return rec.only(ofHead, ofLoads)
	case "MEDIA_INTERFACE_DESCRIPTOR_LOAD":
		r.descriptors = rec
		return rec.only(ofHead, ofLoads)
	case "MEDIA_STATE_FLUSH":
		return rec.only(ofHead, ofFlush)
	case "CFE_STATE":
		return rec.only(ofHead, ofCFE)
	case "GPGPU_WALKER", "MEDIA_OBJECT", "MEDIA_OBJECT_WALKER", computeWalker:
		return r.start(rec)
	}
	return &Error{What: c.name, Address: at, Why: "not modelled: want " + r.starters() + " to start threads", Unsupported: true}
}

// starters are the commands of the target that start threads.
func (r *reader) starters() string {
	if _, err := state.Struct(r.t, computeWalker); err == nil {
		return computeWalker
	}
	return "GPGPU_WALKER, MEDIA_OBJECT or MEDIA_OBJECT_WALKER"
}

// bases takes the addresses over that a STATE_BASE_ADDRESS modifies. Its bounds and caches make no difference.
func (r *reader) bases(rec *Record) error {
	for name, to := range map[string]*uint64{
		"SurfaceStateBaseAddress": &r.b.Bases.Surfaces, "DynamicStateBaseAddress": &r.b.Bases.Dynamic,
		"IndirectObjectBaseAddress": &r.b.Bases.Indirect, "InstructionBaseAddress": &r.b.Bases.Instructions,
		"GeneralStateBaseAddress": &r.b.Bases.General,
	} {
		if rec.modifies(name) {
			*to = rec.Number(name)
		}
	}
	for name, to := range map[string]**uint64{"BindlessSurfaceStateBaseAddress": &r.b.Bases.BindlessSurfaces, "BindlessSamplerStateBaseAddress": &r.b.Bases.BindlessSamplers} {
		if rec.modifies(name) {
			base := rec.Number(name)
			*to = &base
		}
	}
	return nil
}

// modifies says that a STATE_BASE_ADDRESS gives a base.
func (r *Record) modifies(base string) bool { return r.Number(base+"ModifyEnable") != 0 }

// start adds a command that starts threads.
func (r *reader) start(rec *Record) error {
	list := r.b.Starts
	if len(list) > 0 && (list[0].Layout.Name != rec.Layout.Name || rec.Layout.Name != "MEDIA_OBJECT") {
		return &Error{What: rec.Layout.Name, Address: rec.At, Why: fmt.Sprintf("not modelled: the batch has started threads by %s at %#x: want one walker, or MEDIA_OBJECT alone", list[0].Layout.Name, list[0].At), Unsupported: true}
	}
	const which = "InterfaceDescriptorOffset"
	if len(list) > 0 && list[0].Number(which) != rec.Number(which) {
		return rec.Unsupported(which, "threads of two kernels: want %d, as the command at %#x has", list[0].Number(which), list[0].At)
	}
	r.b.Starts = append(list, rec)
	return nil
}

// finish reads what the commands before the end point to.
func (r *reader) finish(at uint64) (err error) {
	b := r.b
	switch {
	case len(b.Starts) == 0:
		return &Error{What: "batch", Address: at, Why: "the end, and no command has started threads: want " + r.starters()}
	case b.Starts[0].Layout.Name == computeWalker:
		return b.describe(b.Starts[0])
	case r.descriptors == nil:
		return &Error{What: b.Starts[0].Layout.Name, Address: b.Starts[0].At, Why: "no MEDIA_INTERFACE_DESCRIPTOR_LOAD has loaded descriptors"}
	}
	if c := r.constants; c != nil {
		if b.Constants, err = r.data(c, b.Bases.Dynamic, "CURBEDataStartAddress", "CURBETotalDataLength"); err != nil {
			return err
		}
	}
	return r.descriptor()
}

// data are the bytes that a command names by a base, an address and a length.
func (r *reader) data(c *Record, base uint64, address, length string) ([]byte, error) {
	n := int(c.Number(length))
	if n == 0 {
		return nil, nil
	}
	data := r.memory(base+c.Number(address), n)
	if data == nil {
		return nil, c.Wrong(address, "its %d bytes from %#x on are in no memory of the launch", n, base+c.Number(address))
	}
	return data, nil
}

// roundingShift is where cr0.0 has the code of RoundingMode.
const roundingShift = 4

// descriptor reads the one that the threads have, of those that are loaded.
func (r *reader) descriptor() error {
	b, first := r.b, r.b.Starts[0]
	const size = 32
	index := first.Number("InterfaceDescriptorOffset")
	if end := r.descriptors.Number("InterfaceDescriptorTotalLength"); size*(index+1) > end {
		return first.Wrong("InterfaceDescriptorOffset", "%d bytes of descriptors of %d are loaded", end, size)
	}
	rec, err := read(b.Target, r.memory, "INTERFACE_DESCRIPTOR_DATA", b.Bases.Dynamic+r.descriptors.Number("InterfaceDescriptorDataStartAddress")+size*index, 0)
	if err != nil {
		return err
	}
	if err := rec.only(ofKernel); err != nil {
		return err
	}
	return b.describe(rec)
}

// describe takes the fields of a descriptor from the record that has them.
func (b *Batch) describe(rec *Record) error {
	d := Descriptor{Record: rec, Kernel: b.Bases.Instructions + rec.Number("KernelStartPointer"), Threads: int(rec.Number("NumberOfThreadsInGPGPUThreadGroup"))}
	d.Samplers, d.Bindings = uint32(rec.Number("SamplerStatePointer")), uint32(rec.Number("BindingTablePointer"))
	const register = 32
	d.PerEach, d.ForAll = register*int(rec.Number("ConstantURBEntryReadLength")), register*int(rec.Number("CrossThreadConstantDataReadLength"))
	d.Offset = register * int(rec.Number("ConstantURBEntryReadOffset"))
	kb, err := strconv.Atoi(strings.TrimSuffix(rec.text("SharedLocalMemorySize"), "K"))
	if err != nil {
		return rec.Wrong("SharedLocalMemorySize", "want one with a name")
	}
	d.SLM = kb << 10
	d.Control = uint32(rec.code("RoundingMode")) << roundingShift
	for field, bit := range map[string]uint32{"FloatingPointMode": fixed.ControlAlt, "SingleProgramFlow": fixed.ControlSingle} {
		if rec.code(field) != 0 {
			d.Control |= bit
		}
	}
	for field, bit := range map[string]fixed.Field{
		"SoftwareExceptionEnable": fixed.ExceptionSoftwareEnable, "MaskStackExceptionEnable": fixed.ExceptionStackEnable, "IllegalOpcodeExceptionEnable": fixed.ExceptionIllegalEnable,
	} {
		if rec.code(field) != 0 {
			d.Enabled |= bit.Mask()
		}
	}
	b.Descriptor = d
	return nil
}

// code is how a field is stored, 0 where this record has none of the name.
func (r *Record) code(name string) uint64 {
	v, err := r.Field(name)
	if err != nil {
		return 0
	}
	return v.Code
}
