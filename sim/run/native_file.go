package run

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
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
	Surfaces []NativeSurface
	Samplers []NativeSampler
	Common   []byte         // registers from r0 on that all threads start with
	Threads  []NativeThread // nil: those of Grid
	Grid     [2][3]uint32   // gpgpu_walker: first group, and the one behind the last
}

// NativeSurface is a surface of the binding table.
type NativeSurface struct {
	BTI   int
	Shape *mem.ImageShape // 2D: bytes as texels; nil for a buffer
}

// NativeThread is what one thread starts with beside the common registers: whole
// registers from r0 on, with those that are its own.
type NativeThread struct {
	Registers []byte
	Own       [4]uint64 // set of registers, r0 in bit 0 of the first
}

// The keys of a native launch, of its surfaces and of its threads; docs/launch.md
// says what they mean. Keys of documentation are read by people.
var (
	nativeKeys = []string{"kernel", "target", "dispatch", "simd", "dispatch_mask", "cr0", "surfaces", "samplers", "common_grf", "curbe", "threads",
		"group_grid_start", "group_grid_end", "curbe_registers",
		"name", "kernel_from", "source", "sure_of", "uncertain", "executed", "note", "access"}
	surfaceKeys  = []string{"bti", "type", "format", "width_field", "width_bytes", "height", "pitch", "initial", "expected", "save", "access", "note"}
	dispatches   = []string{"gpgpu_walker", "media_object", "media_walker"}
	surfaceTypes = []string{"2D", "BUFFER"}
	threadKeys   = []string{"grf", "inline"}
)

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
	for _, key := range []string{"kernel", "target", "dispatch", "surfaces"} {
		if _, ok := r.at[key]; !ok {
			return l.top.errorf("missing key %q", key)
		}
	}
	l.Native = r.n
	for _, step := range []func() error{r.head, r.surfaces, r.samplers, r.registers, r.threads} {
		if err := step(); err != nil {
			return err
		}
	}
	if err := r.n.check(l.Args, r.place); err != nil {
		return err
	}
	return l.checkSaves(l.Programs)
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
	if l.Programs, err = l.paths(r.at["kernel"]); err != nil {
		return err
	}
	if len(l.Programs) != 1 {
		return r.at["kernel"].errorf("%d files: want one of native code", len(l.Programs))
	}
	if l.Kernel = l.Programs[0]; r.has("name") {
		if l.Kernel, err = r.at["name"].str(); err != nil {
			return err
		}
	}
	if n.Target, err = native.ParseTarget(r.at["target"].text()); err != nil {
		return r.at["target"].errorf("%v", err)
	}
	n.Dispatch = r.at["dispatch"].text()
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
		r.l.parts[argPart(i)] = it
		s, a, err := r.surface(it)
		if err != nil {
			return err
		}
		r.n.Surfaces, r.l.Args = append(r.n.Surfaces, s), append(r.l.Args, a)
	}
	return nil
}

// surface reads one entry: its memory before and after, and its shape.
func (r *nativeReader) surface(n node) (s NativeSurface, a Arg, err error) {
	fields, err := n.fields(surfaceKeys...)
	if err != nil {
		return s, a, err
	}
	at := map[string]node{}
	for _, f := range fields {
		at[f.key] = f.val
	}
	for _, key := range []string{"bti", "type", "initial"} {
		if _, ok := at[key]; !ok {
			return s, a, n.errorf("missing key %q of a surface", key)
		}
	}
	if s.BTI, err = at["bti"].integer(0, maxInputBuffers-1); err != nil {
		return s, a, err
	}
	a = Arg{Kind: BufferArg, Elem: Elem{Name: "u8", Size: 1}}
	initial, err := r.l.numbers(at["initial"], Elem{})
	if err != nil {
		return s, a, err
	}
	a.Data, a.dataFile = initial.data, initial.path
	if e, ok := at["expected"]; ok {
		f, err := r.l.numbers(e, Elem{})
		if err != nil {
			return s, a, err
		}
		a.expects(f)
		a.Expect = f.data
		if len(a.Expect) != len(a.Data) {
			return s, a, e.errorf("expected data has %d bytes, the surface %d", len(a.Expect), len(a.Data))
		}
	}
	if save, ok := at["save"]; ok {
		if a.Save, err = r.l.path(save); err != nil {
			return s, a, err
		}
	}
	kind, _, _ := strings.Cut(at["type"].text(), " ") // words behind it are documentation
	switch kind {
	case "2D":
		s.Shape, err = rectangle(n, at, len(a.Data))
	case "BUFFER":
		err = bufferWidth(at, len(a.Data))
	default:
		err = at["type"].errorf("unknown type of a surface %q: legal are %s", kind, strings.Join(surfaceTypes, ", "))
	}
	return s, a, err
}

// bufferWidth checks the size of a buffer when the launch says it.
func bufferWidth(at map[string]node, size int) error {
	w, ok := at["width_bytes"]
	if !ok {
		return nil
	}
	if width, err := w.integer(0, maxBuffers); err != nil || width != size {
		return w.errorf("width %q of a buffer whose file has %d bytes: want them to be the same", w.text(), size)
	}
	return nil
}

// rectangle is the shape of a 2D surface as messages with blocks of bytes see it:
// a row has width_bytes, or width texels of the format.
func rectangle(n node, at map[string]node, size int) (*mem.ImageShape, error) {
	format, err := surfaceFormat(at)
	if err != nil {
		return nil, err
	}
	shape := mem.ImageShape{Kind: mem.Image2D, Format: format, Extent: [3]int{1, 1, 1}}
	for _, k := range []struct {
		key string
		to  *int
	}{{"width_bytes", &shape.Extent[0]}, {"height", &shape.Extent[1]}, {"pitch", &shape.Row}} {
		v, ok := at[k.key]
		if !ok {
			return nil, n.errorf("missing key %q of a 2D surface", k.key)
		}
		if *k.to, err = v.integer(1, 1<<17); err != nil {
			return nil, err
		}
	}
	if size := format.Size(); shape.Extent[0]%size != 0 {
		return nil, at["width_bytes"].errorf("width_bytes %d: legal are multiples of the %d bytes of a texel of %s", shape.Extent[0], size, format.SurfaceName())
	}
	shape.Extent[0] /= format.Size()
	whole, err := shape.Complete()
	if wrong := (*mem.ShapeError)(nil); errors.As(err, &wrong) {
		return nil, at[[...]string{"pitch", "width_bytes", "height"}[wrong.Axis+1]].errorf("%v", err)
	}
	if whole.Bytes() > int64(size) {
		return nil, at["initial"].errorf("the file has %d bytes: %d rows of %d bytes, %d bytes apart, need %d", size, shape.Extent[1], shape.Extent[0]*format.Size(), shape.Row, whole.Bytes())
	}
	return &whole, nil
}

// surfaceFormat is what a texel of a 2D surface is: bytes when the launch does not say.
func surfaceFormat(at map[string]node) (*mem.Format, error) {
	v, ok := at["format"]
	if !ok {
		return mem.FindSurfaceFormat("R8_UINT"), nil
	}
	name, _, _ := strings.Cut(v.text(), " ") // words behind it are documentation
	if f := mem.FindSurfaceFormat(name); f != nil {
		return f, nil
	}
	if !native.IsSurfaceFormat(name) {
		return nil, v.errorf("unknown format %q: legal are those of surfaces, such as R8_UNORM, R8G8_UNORM, B8G8R8A8_UNORM, R32_UINT, R32G32B32A32_FLOAT", name)
	}
	return mem.OpaqueFormat(name), nil
}

// registers reads what all threads start with: registers by name, or the constant
// URB entry (CURBE), which follows r0.
func (r *nativeReader) registers() error {
	curbe, hasCurbe := r.at["curbe"]
	common, hasCommon := r.at["common_grf"]
	if hasCurbe && hasCommon {
		return r.l.parts["curbe"].errorf("curbe and common_grf: want one of them")
	}
	if hasCurbe {
		data, err := hexBytes(curbe, (native.GRFs-1)*grfBytes)
		if err != nil {
			return err
		}
		r.n.Common = wholeRegisters(append(make([]byte, grfBytes), data...))
		return nil
	}
	if !hasCommon {
		return nil
	}
	t, err := threadRegisters(common)
	r.n.Common = t.Registers
	return err
}

// threads reads what is each thread's own; a walker over groups without a list
// has one thread for each group.
func (r *nativeReader) threads() error {
	if err := r.grid(); err != nil {
		return err
	}
	list, ok := r.at["threads"]
	if !ok {
		if r.has("group_grid_end") {
			return nil
		}
		return r.l.top.errorf("missing key \"threads\", or for a gpgpu_walker \"group_grid_end\"")
	}
	items, err := list.items()
	if err != nil {
		return err
	}
	r.n.Threads = []NativeThread{}
	for _, it := range items {
		t, err := r.thread(it)
		if err != nil {
			return err
		}
		r.n.Threads = append(r.n.Threads, t)
	}
	return nil
}

// grid reads the groups of a walker.
func (r *nativeReader) grid() (err error) {
	for i, key := range []string{"group_grid_start", "group_grid_end"} {
		at, ok := r.at[key]
		if !ok {
			continue
		}
		if r.n.Dispatch != dispatches[0] {
			return r.l.parts[key].errorf("key %q goes with dispatch: %s, found %s", key, dispatches[0], r.n.Dispatch)
		}
		if r.n.Grid[i], err = at.triple(int64(i)); err != nil { // an end that is left out is behind group 0
			return err
		}
	}
	return nil
}

// thread reads one entry: registers by name, and inline data, which follows those that
// all threads have.
func (r *nativeReader) thread(n node) (t NativeThread, err error) {
	fields, err := n.fields(threadKeys...)
	if err != nil {
		return t, err
	}
	if len(fields) == 0 {
		return t, n.errorf("want one of the keys %s, or both", strings.Join(threadKeys, ", "))
	}
	var inline node
	for _, f := range fields {
		if f.key == "inline" {
			inline = f.val
		} else if t, err = threadRegisters(f.val); err != nil {
			return t, err
		}
	}
	if inline.ast != nil {
		err = r.inline(&t, inline)
	}
	return t, err
}

// inline adds inline data to the registers that a thread names: none may be both.
func (r *nativeReader) inline(t *NativeThread, n node) error {
	first := max(len(r.n.Common)/grfBytes, 1)
	data, err := hexBytes(n, (native.GRFs-first)*grfBytes)
	if err != nil {
		return err
	}
	data = wholeRegisters(data)
	for i := range len(data) / grfBytes {
		if t.has(first + i) {
			return n.errorf("inline data lies in r%d to r%d: r%d is among the thread's own registers too", first, first+len(data)/grfBytes-1, first+i)
		}
		t.put(first+i, data[i*grfBytes:][:grfBytes])
	}
	return nil
}

// put makes a register the thread's own.
func (t *NativeThread) put(reg int, data []byte) {
	if need := (reg + 1) * grfBytes; need > len(t.Registers) {
		t.Registers = append(t.Registers, make([]byte, need-len(t.Registers))...)
	}
	copy(t.Registers[reg*grfBytes:], data)
	t.set(reg)
}

func (t *NativeThread) set(reg int)      { t.Own[reg/64] |= 1 << (reg % 64) }
func (t *NativeThread) has(reg int) bool { return t.Own[reg/64]>>(reg%64)&1 != 0 }

// threadRegisters reads {r0: "00…", r5: "…"}: whole registers in memory order.
func threadRegisters(n node) (t NativeThread, err error) {
	fields, err := n.fields()
	if err != nil {
		return t, err
	}
	for _, f := range fields {
		reg, err := strconv.Atoi(strings.TrimPrefix(f.key, "r"))
		if err != nil || f.key != fmt.Sprintf("r%d", reg) || reg < 0 || reg >= native.GRFs {
			return t, f.at.errorf("unknown register %q: legal are r0 to r%d", f.key, native.GRFs-1)
		}
		data, err := hexBytes(f.val, grfBytes)
		if err != nil {
			return t, err
		}
		if len(data) != grfBytes {
			return t, f.val.errorf("%d bytes for %s: want all %d", len(data), f.key, grfBytes)
		}
		t.put(reg, data)
	}
	return t, nil
}

// hexBytes are bytes in memory order, in groups as one likes.
func hexBytes(n node, most int) ([]byte, error) {
	data, err := hex.DecodeString(strings.Join(strings.Fields(n.text()), ""))
	if err != nil {
		return nil, n.want("hexadecimal bytes such as \"00112233 44556677\"")
	}
	if len(data) > most {
		return nil, n.errorf("%d bytes: the limit is %d", len(data), most)
	}
	return data, nil
}

func wholeRegisters(b []byte) []byte {
	return append(b, make([]byte, -len(b)&(grfBytes-1))...)
}
