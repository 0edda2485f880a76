package launch

import (
	"math"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/batch"
	"github.com/genvisa/genvisa/sim/media"
	"github.com/genvisa/genvisa/sim/mem"
)

// Native is a launch of native code without OpenCL: surfaces by binding table
// index, and what the registers of each thread hold at its start. The surfaces'
// contents are the launch's Args, in the same order.
type Native struct {
	Target   native.Target
	Dispatch string // gpgpu_walker, media_object, media_walker
	SIMD     int    // channels of a thread
	Mask     uint32 // channels that are enabled
	Masked   bool   // Mask is meant for instructions of more channels than SIMD too
	Control  uint32 // cr0.0 when a thread starts
	State    NativeState
	Surfaces []NativeSurface
	Samplers []NativeSampler
	Tables   StateTables    // surfaces and samplers that memory describes
	Common   []byte         // registers from r0 on that all threads start with
	Threads  []NativeThread // nil: those of Grid
	Grid     [2][3]uint32   // gpgpu_walker: first group, and the one behind the last
	Group    int            // threads of a group, which share local memory and a barrier; 0 is 1
	SLM      int            // bytes of shared local memory of a group, up to abi.MaxSLM
	Walker   *media.Walker  // media_walker: the threads, in their order, instead of a list
	Board    []media.XY     // with Walker: relative positions of the threads that each depends on; nil: none
	Code     []byte         // native code, where it lies in the memory of the launch: no program is read then
	CodeAt   uint64         // address of Code
	Each     []NativeThread // with Grid: what the threads of every group start with, one entry for each of Group; nil: Common

	Indirect   []byte // what the address in r0.0 is to, in the space of addresses of 32 bits
	IndirectAt uint32 // that address

	Behind *batch.Post // what is written when the last thread has ended; nil: nothing
}

// NativeSurface is a surface of the binding table.
type NativeSurface struct {
	BTI     int
	Unbound bool // no index names it: memory at an address
	Entry   bool // an entry of the URB, which Handle names
	Handle  uint16
	Shape   *mem.ImageShape // 2D: bytes as texels; nil for a buffer
}

// NativeThread is what one thread starts with beside the common registers: whole
// registers from r0 on, with those that are its own.
type NativeThread struct {
	Registers []byte
	Own       [4]uint64 // set of registers, r0 in bit 0 of the first

	Mask         *uint32      // enabled channels; nil: those of the launch
	Place        *NativePlace // nil: by its number among the threads that run
	Dependencies [8]uint16    // tdr0
}

// The keys of a native launch, of its surfaces and of its threads; docs/launch.md
// says what they mean. Keys of documentation are read by people.
var (
	nativeKeys = []string{"kernel", "target", "dispatch", "simd", "dispatch_mask", "cr0", "sip", "exceptions", "notified", "halt_after", "surfaces", "samplers", "bindless_surface_base", "bindless_sampler_base", "common_grf", "curbe", "threads",
		"group_grid_start", "group_grid_end", "group_threads", "per_thread", "slm", "walker", "scoreboard", "inline", "curbe_registers",
		"urb", "surface_state_base", "dynamic_state_base", "binding_table", "sampler_state", "batch",
		"name", "kernel_from", "source", "sure_of", "uncertain", "executed", "note", "access"}
	surfaceKeys  = []string{"bti", "type", "format", "width_field", "width_bytes", "height", "pitch", "initial", "expected", "save", "address", "access", "note"}
	dispatches   = []string{"gpgpu_walker", "media_object", "media_walker"}
	surfaceTypes = []string{"2D", "BUFFER"}
	threadKeys   = []string{"grf", "inline", "indirect", "dispatch_mask", "place", "tdr"}
)

// namedDispatches are commands that start threads and that no launch can have, with the reason.
var namedDispatches = map[string]string{
	"media_object_prt":   "MEDIA_OBJECT_PRT, whose threads stay to start others: no document at hand has its fields",
	"media_object_grpid": "MEDIA_OBJECT_GRPID: media_object with group_threads has such groups",
}

// nativeReader is a native launch while its keys are read.
type nativeReader struct {
	l  *Launch
	n  *Native
	at map[string]node // values by key
}

// parseNative reads a launch with the key dispatch.
func (l *Launch) parseNative() error {
	fields, err := l.top.fields(nativeKeys...)
	if err != nil {
		return err
	}
	r := &nativeReader{l: l, n: &Native{SIMD: 16}, at: map[string]node{}}
	for _, f := range fields {
		l.parts[f.key], r.at[f.key] = f.at, f.val
	}
	needs, steps := []string{"kernel", "target", "dispatch", "surfaces"}, []func() error{r.head, r.state, r.stateTables, r.surfaces, r.urb, r.samplers, r.registers, r.groups, r.walker, r.threads}
	if at, ok := r.at["dispatch"]; ok && at.text() == ofBatch {
		needs, steps = []string{"batch", "target", "surfaces"}, []func() error{r.head, r.state, r.surfaces, r.batch}
	}
	for _, key := range needs {
		if _, ok := r.at[key]; !ok {
			return l.top.errorf("missing key %q", key)
		}
	}
	if at, ok := r.at["batch"]; ok && r.at["dispatch"].text() != ofBatch {
		return at.errorf("key \"batch\" goes with dispatch: %s, found %s", ofBatch, r.at["dispatch"].text())
	}
	l.Native = r.n
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if err := r.n.check(l.Args, r.place); err != nil {
		return err
	}
	return l.checkSaves()
}

// place is the value of a key, or the entry of the surface of an argument.
func (r *nativeReader) place(part string) node {
	if v, ok := r.at[part]; ok {
		return v
	}
	return r.l.at(part)
}

// head reads what runs, and how wide it is.
func (r *nativeReader) head() (err error) {
	l, n := r.l, r.n
	if l.Kernel = "batch"; r.has("kernel") {
		if l.Programs, err = l.paths(r.at["kernel"]); err != nil {
			return err
		}
		if len(l.Programs) != 1 {
			return r.at["kernel"].errorf("%d files: want one of native code", len(l.Programs))
		}
		l.Kernel = l.Programs[0]
	}
	if r.has("name") {
		if l.Kernel, err = r.at["name"].str(); err != nil {
			return err
		}
	}
	if n.Target, err = native.ParseTarget(r.at["target"].text()); err != nil {
		return r.at["target"].errorf("%v", err)
	}
	n.Dispatch = r.at["dispatch"].text()
	if why, ok := namedDispatches[n.Dispatch]; ok {
		return r.at["dispatch"].unsupported("%s", why)
	}
	if at, ok := r.at["simd"]; ok {
		if n.SIMD, err = at.integer(0, 32); err != nil {
			return err
		}
		if !legalSIMD(n.SIMD) {
			return at.want("8, 16 or 32 channels")
		}
	}
	n.Mask = n.channels()
	if at, ok := r.at["dispatch_mask"]; ok {
		mask, err := at.whole(0, int64(n.Mask))
		if err != nil {
			return err
		}
		n.Mask, n.Masked = uint32(mask), true
	}
	if at, ok := r.at["cr0"]; ok {
		bits, err := at.whole(0, math.MaxUint32)
		if err != nil {
			return err
		}
		n.Control = uint32(bits)
	}
	return nil
}

func (r *nativeReader) has(key string) bool { _, ok := r.at[key]; return ok }

// surfaces reads the binding table.
func (r *nativeReader) surfaces() error {
	items, err := r.at["surfaces"].items()
	if err != nil {
		return err
	}
	for i, it := range items {
		r.l.parts[ArgPart(i)] = it
		s, a, err := r.surface(it)
		if err != nil {
			return err
		}
		r.n.Surfaces, r.l.Args = append(r.n.Surfaces, s), append(r.l.Args, a)
	}
	return nil
}
