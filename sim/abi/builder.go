package abi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
)

// Launch is what the host gives: sizes in work items and one Arg per argument
// of the kernel. Unused dimensions have Global and Local 1 and Offset 0.
type Launch struct {
	Dims                  int // 1 to 3
	Global, Local, Offset [3]uint32
	Args                  []Arg
	Scratch               int                // bytes of scratch space that a thread of the launched code needs, if more than the metadata says
	Data                  map[ArgType]uint64 // addresses of what belongs to no argument: DataConst, DataGlobal and PrintfBuffer
	DataHandles           map[ArgType]uint32 // handles of DataConst and DataGlobal
	SamplerHandles        []uint32           // by sampler index
	Private               uint64             // address of Kernel.PrivateSize bytes for each of ThreadIDs threads; 0: there is none
	Start                 Start              // what threads start with
}

// Kind is the kind of an argument.
type Kind uint8

// Argument kinds.
const (
	Value   Kind = iota // Bytes, copied into the payload
	Buffer              // Addr, bound to binding table indices by the caller
	Local               // Size bytes of shared local memory
	Image               // bound to a binding table index by the caller
	Sampler             // bound to a sampler index by the caller
)

// String is the word for messages.
func (k Kind) String() string { return [...]string{"value", "buffer", "local", "image", "sampler"}[k] }

// Arg is one argument.
type Arg struct {
	Kind  Kind
	Bytes []byte // Value: little endian, zero-extended to its slot
	Addr  uint64 // Buffer: address in the flat space
	Size  int    // Local: bytes

	Handle uint32 // Buffer, Image, Sampler: by which messages without an index reach it

	Image   *ImageArg
	Sampler *SamplerArg
}

// Limits of a launch, which drivers for Gen8 to Gen12 LP state.
const (
	MaxLocal = 1024      // work items of a group
	MaxSLM   = 64 * 1024 // bytes of shared local memory of a group
	maxItems = 1 << 48   // work items of a launch

	minScratch = 1024
)

// ThreadIDs is how many numbers running threads have (FFTID): those of Gen8 and Gen9. The
// field has more bits later, the fact ThreadIDMask of targets, which are 0 then.
const ThreadIDs = 512

// ArgError is a launch that does not fit the kernel.
type ArgError struct {
	File, Kernel string
	Part         string // which part of the launch: "global", "local", "offset", "dimensions", "args", or "args.N" for one argument
	Msg          string // names the argument or size, its value and what is legal
}

// Error starts with the file and the kernel.
func (e *ArgError) Error() string { return fmt.Sprintf("%s: kernel %s: %s", e.File, e.Kernel, e.Msg) }

// UnsupportedError is a kernel whose payload needs something that is not modelled.
type UnsupportedError struct {
	File, Kernel string
	Line, Col    int // of the kernel or its piece of payload; 0 when not known
	What         string
}

// Error has the form file:line:col: error: message.
func (e *UnsupportedError) Error() string {
	at := e.File + ": "
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d: error: ", e.File, e.Line, e.Col)
	}
	return fmt.Sprintf("%skernel %s: %s is not supported", at, e.Kernel, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// Builder makes the payload of every thread of a launch. It does not change
// after NewBuilder and may be used by several workers.
type Builder struct {
	k       *Kernel
	groups  [3]uint32
	local   [3]uint32
	last    [3]uint32 // size of the last group of each dimension
	threads int
	slm     int
	scratch int

	start   Start  // as chosen: never StartByGroup
	image   []byte // payload of a thread of a whole group in registers, without ids and group number
	idSize  int    // bytes of local ids per thread; 0 when the kernel has none
	rowSize int    // bytes of one dimension's ids
	ids     []byte // local ids of all threads of a whole group
	sizes   []int  // where LocalSize lies in image
	ready   []byte // what each thread of a whole group starts with in registers, without the group number
	absent  []string
}

// NewBuilder checks the launch and lays the payload out.
func (k *Kernel) NewBuilder(l *Launch) (*Builder, error) {
	b := &Builder{k: k, local: l.Local, scratch: max(k.ScratchSize(), ScratchFor(l.Scratch))}
	if err := b.setSizes(l); err != nil {
		return nil, err
	}
	if err := b.layout(); err != nil {
		return nil, err
	}
	if err := b.choose(l.Start); err != nil {
		return nil, err
	}
	if err := b.checkArgs(l); err != nil {
		return nil, err
	}
	slm, err := b.placeLocals(l)
	if err != nil {
		return nil, err
	}
	b.header()
	for i := range k.Payload {
		err := b.place(&k.Payload[i], l, slm)
		if un := (*UnsupportedError)(nil); errors.As(err, &un) && i < len(k.pieces) {
			un.Line, un.Col = k.pieces[i].line, k.pieces[i].col
		}
		if err != nil {
			return nil, err
		}
	}
	b.ids = make([]byte, b.threads*b.idSize)
	for t := range b.threads {
		b.fillIDs(b.ids[t*b.idSize:][:b.idSize], l.Local, t)
	}
	b.prepare()
	return b, nil
}

func (b *Builder) argErr(part, format string, args ...any) error {
	return &ArgError{File: b.k.file, Kernel: b.k.Name, Part: part, Msg: fmt.Sprintf(format, args...)}
}

func argPart(i int) string { return fmt.Sprintf("args.%d", i) }

func (b *Builder) unsupported(format string, args ...any) error {
	return &UnsupportedError{File: b.k.file, Kernel: b.k.Name, Line: b.k.at.line, Col: b.k.at.col, What: fmt.Sprintf(format, args...)}
}

// setSizes checks the sizes and counts groups and threads.
func (b *Builder) setSizes(l *Launch) error {
	if l.Dims < 1 || l.Dims > 3 {
		return b.argErr("dimensions", "%d dimensions; legal are 1 to 3", l.Dims)
	}
	items, group := 1.0, uint64(1)
	for d := range 3 {
		g, n := l.Global[d], l.Local[d]
		switch {
		case g == 0 || n == 0:
			return b.argErr("global", "global size %d and local size %d in dimension %d; legal are 1 and more", g, n, d)
		case d >= l.Dims && (g != 1 || n != 1):
			return b.argErr("global", "global size %d and local size %d in dimension %d of %d; legal is 1", g, n, d, l.Dims)
		case d >= l.Dims && l.Offset[d] != 0:
			return b.argErr("offset", "offset %d in dimension %d of %d; legal is 0", l.Offset[d], d, l.Dims)
		case uint64(l.Offset[d])+uint64(g) > 1<<32:
			return b.argErr("offset", "offset %d and global size %d in dimension %d; legal is a sum up to 2^32", l.Offset[d], g, d)
		}
		items, group = items*float64(g), min(group*uint64(n), math.MaxUint32)
		b.groups[d] = (g-1)/n + 1
		b.last[d] = (g-1)%n + 1
	}
	if r := b.k.RequiredLocal; r != [3]uint32{} && r != l.Local {
		return b.argErr("local", "local size %v; the kernel requires %v", l.Local, r)
	}
	if group > MaxLocal {
		return b.argErr("local", "local size %v is %d work items; legal are 1 to %d", l.Local, group, MaxLocal)
	}
	if items > maxItems {
		return b.argErr("global", "global size %v is %.0f work items; legal are 1 to 2^48", l.Global, items)
	}
	b.threads = b.threadsOf(l.Local)
	return nil
}

func (b *Builder) threadsOf(local [3]uint32) int {
	return (int(local[0]*local[1]*local[2]) + b.k.SIMD - 1) / b.k.SIMD
}

func (b *Builder) base() int { return b.k.crossBase(b.idSize) }

// crossBase is where the cross-thread data starts: after r0 and the local ids. Where there
// are none, one register is unused, but for threads whose first data come with them.
func (k *Kernel) crossBase(idSize int) int {
	if k.InlineData > 0 {
		return GRFSize + idSize
	}
	return GRFSize + max(idSize, GRFSize)
}

// layout finds the sizes of the parts of the payload.
func (b *Builder) layout() error {
	b.rowSize = b.k.idRow()
	for _, a := range b.k.PerThread {
		if a.Type != LocalID {
			return b.unsupported("per-thread payload %q", a.Type)
		}
		if a.Offset != 0 || a.Size%b.rowSize != 0 || a.Size > 3*b.rowSize || b.idSize != 0 {
			return b.unsupported("local_id of %d bytes at %d with SIMD%d", a.Size, a.Offset, b.k.SIMD)
		}
		b.idSize = a.Size
	}
	for d, o := range b.k.WalkOrder {
		if d != o {
			return b.unsupported("walk order %v of local ids", b.k.WalkOrder)
		}
	}
	cross := 0
	for _, a := range b.k.Payload {
		cross = max(cross, a.Offset+a.Size)
	}
	size := roundUp(b.base()+cross, GRFSize)
	if most := b.k.Registers() * GRFSize; size > most {
		return b.unsupported("payload of %d bytes: the registers have %d, and more", size, most)
	}
	b.image = make([]byte, size)
	return nil
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

func (b *Builder) checkArgs(l *Launch) error {
	if n := b.k.ArgCount(); len(l.Args) != n {
		return b.argErr("args", "%d arguments given; it has %d", len(l.Args), n)
	}
	for i := range l.Args {
		a, want := &l.Args[i], b.k.ArgKind(i)
		if a.Kind != want {
			return b.argErr(argPart(i), "%s is a %s; a %s is given", b.k.ArgName(i), want, a.Kind)
		}
		switch a.Kind {
		case Value:
			if lo, hi := b.k.ValueSize(i); len(a.Bytes) < lo || len(a.Bytes) > hi {
				return b.argErr(argPart(i), "%s has %d bytes; legal are %s", b.k.ArgName(i), len(a.Bytes), span(lo, hi))
			}
		case Image:
			if err := b.checkImage(i, a.Image); err != nil {
				return err
			}
		case Local:
			if a.Size <= 0 || a.Size > MaxSLM {
				return b.argErr(argPart(i), "%s has %d bytes of local memory; legal are %s", b.k.ArgName(i), a.Size, span(1, MaxSLM))
			}
		}
	}
	return nil
}

func span(lo, hi int) string {
	if lo == hi {
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

// placeLocals gives each local argument its offset, in argument order. Offsets count from
// the end of the static part: the kernel adds the size of that part itself.
func (b *Builder) placeLocals(l *Launch) (map[int]int, error) {
	dynamic := 0
	offs := map[int]int{}
	for i, a := range l.Args {
		for _, p := range b.k.Payload {
			if p.Index != i || p.Type != ByPointer || p.AddrMode != SLM {
				continue
			}
			dynamic = roundUp(dynamic, max(p.Alignment, 1))
			offs[i] = dynamic
			dynamic += a.Size
			break
		}
	}
	b.slm = b.k.SLMSize + dynamic
	if b.slm > MaxSLM {
		return nil, b.argErr("args", "%d bytes of local memory (%d static); legal are 0 to %d", b.slm, b.k.SLMSize, MaxSLM)
	}
	return offs, nil
}

// header writes the fields of r0 that all threads share.
func (b *Builder) header() {
	if b.start != StartInRegisters {
		b.put32(fixed.ThreadIndirect.Byte(), IndirectBase)
	}
	if b.k.BarrierCount > 0 && b.k.InlineData == 0 {
		b.put32(fixed.BarrierEnable.Byte(), fixed.BarrierEnable.Mask())
	}
	if b.scratch > 0 {
		b.put32(fixed.ThreadSpace.Byte(), uint32(bits.Len(uint(b.scratch/minScratch))-1))
	}
}

func (b *Builder) put32(off int, v uint32) { binary.LittleEndian.PutUint32(b.image[off:], v) }

// place writes one piece of cross-thread data into the image.
func (b *Builder) place(p *PayloadArg, l *Launch, slm map[int]int) error {
	off := b.base() + p.Offset
	switch p.Type {
	case GlobalOffset:
		return b.put3(p, l.Offset)
	case LocalSize:
		b.sizes = append(b.sizes, off)
		return b.put3(p, l.Local)
	case EnqueuedLocal:
		return b.put3(p, l.Local)
	case GlobalSize:
		return b.put3(p, l.Global)
	case GroupCount:
		return b.put3(p, b.groups)
	case WorkDimensions:
		return b.put(p, 4, uint64(l.Dims))
	case BufferOffset:
		return b.put(p, 4, 0)
	}
	if p.Size == 0 && p.Index >= 0 { // reached by its index alone, or the kernel has no use for it
		return nil
	}
	if h, ok := l.handle(p); ok {
		return b.put(p, p.Size, uint64(h))
	}
	if addr, ok := l.Data[p.Type]; ok {
		return b.put(p, 8, addr)
	}
	if p.Type == PrivateBase && l.Private != 0 {
		return b.put(p, 8, l.Private)
	}
	if p.Index < 0 && p.Size == 8 {
		return b.put(p, 8, b.absentAddress(p.Type))
	}
	if p.Index < 0 {
		return b.unsupported("payload argument %q", p.Type)
	}
	switch arg := &l.Args[p.Index]; p.Type {
	case ByValue:
		if from := p.SourceOffset; from < len(arg.Bytes) {
			copy(b.image[off:off+p.Size], arg.Bytes[from:])
		}
		return nil
	case BufferAddress:
		return b.put(p, 8, arg.Addr)
	case ByPointer:
		return b.placePointer(p, arg, slm)
	default:
		if v, ok := imageWord(p.Type, arg); ok {
			return b.put(p, 4, uint64(v))
		}
	}
	return b.unsupported("%s: payload argument %q", b.k.ArgName(p.Index), p.Type)
}

// handle is what reaches program-scope data, or a sampler of the program, without an
// index.
func (l *Launch) handle(p *PayloadArg) (h uint32, ok bool) {
	switch {
	case p.AddrMode != Bindless:
	case p.Type == SamplerState && p.SamplerIndex >= 0 && p.SamplerIndex < len(l.SamplerHandles):
		return l.SamplerHandles[p.SamplerIndex], true
	default:
		h, ok = l.DataHandles[p.Type]
	}
	return h, ok
}

func (b *Builder) placePointer(p *PayloadArg, arg *Arg, slm map[int]int) error {
	switch {
	case p.AddrMode == Stateless:
		return b.put(p, 8, arg.Addr)
	case p.AddrMode == SLM:
		return b.put(p, p.Size, uint64(slm[p.Index]))
	case p.AddrMode == Bindless && (p.Size == 4 || p.Size == 8):
		return b.put(p, p.Size, uint64(arg.Handle))
	}
	return b.unsupported("%s: pointer with address mode %q, address space %q, %d bytes",
		b.k.ArgName(p.Index), p.AddrMode, p.AddrSpace, p.Size)
}

// put writes an integer of size bytes, 4 or 8, which must be the size of p.
func (b *Builder) put(p *PayloadArg, size int, v uint64) error {
	dst := b.image[b.base()+p.Offset:]
	switch {
	case p.Size == size && size == 4:
		binary.LittleEndian.PutUint32(dst, uint32(v))
	case p.Size == size && size == 8:
		binary.LittleEndian.PutUint64(dst, v)
	default:
		return b.unsupported("payload argument %q of %d bytes", p.Type, p.Size)
	}
	return nil
}

func (b *Builder) put3(p *PayloadArg, v [3]uint32) error {
	if p.Size != 12 {
		return b.unsupported("payload argument %q of %d bytes", p.Type, p.Size)
	}
	for d := range v {
		b.put32(b.base()+p.Offset+4*d, v[d])
	}
	return nil
}
