package launch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/batch"
	"github.com/genvisa/genvisa/sim/mem"
)

// ofBatch is the dispatch of a launch by commands in its memory.
const ofBatch = "batch"

// batchKeys are those that a launch by commands may have; the commands say the rest.
var batchKeys = []string{"target", "dispatch", "batch", "surfaces", "simd", "name", "sip", "exceptions", "notified", "halt_after", "note", "source"}

// batch reads a launch whose threads, states and code are what commands in its memory say.
func (r *nativeReader) batch() error {
	at := r.at["batch"]
	for key := range r.at {
		if !slices.Contains(batchKeys, key) {
			return r.l.parts[key].errorf("key %q beside \"batch\", which says that: legal are %v", key, batchKeys)
		}
	}
	address, err := at.unsigned(mem.EndAddress - 1)
	if err != nil {
		return err
	}
	b, err := batch.Read(r.n.Target, address, r.memoryAt)
	if err == nil {
		err = r.follow(b)
	}
	if err != nil && errors.Is(err, errors.ErrUnsupported) {
		return at.unsupported("%v", err)
	} else if err != nil {
		return at.errorf("%v", err)
	}
	return nil
}

// follow makes the launch what commands say.
func (r *nativeReader) follow(b *batch.Batch) (err error) {
	n, d := r.n, &b.Descriptor
	n.Tables.Surfaces = StateTable{Given: true, Base: b.Bases.Surfaces, Pointer: d.Bindings}
	n.Tables.Samplers = StateTable{Given: true, Base: b.Bases.Dynamic, Pointer: d.Samplers}
	if base := b.Bases.BindlessSurfaces; base != nil {
		n.Tables.BindlessSurfaces = StateTable{Given: true, Base: *base}
	}
	if base := b.Bases.BindlessSamplers; base != nil {
		n.Tables.BindlessSamplers = StateTable{Given: true, Base: *base}
	}
	n.Control = d.Control
	n.State.Exceptions |= d.Enabled
	if n.Code, err = batch.Code(n.Target, d.Kernel, r.memoryFrom(d.Kernel)); err != nil {
		return err
	}
	n.CodeAt = d.Kernel
	switch b.Starts[0].Layout.Name {
	case "GPGPU_WALKER":
		return r.followGrid(b)
	case "COMPUTE_WALKER":
		return r.followGroups(b)
	}
	n.Dispatch = dispatches[1]
	constants, threads, err := b.Media(r.memoryAt)
	if err != nil {
		return err
	}
	n.Common = wholeRegisters(append(make([]byte, grfBytes), constants...))
	list := make([]NativeThread, len(threads))
	for i, t := range threads {
		if err := r.follows(&list[i], r.first(), append(t.Inline, t.Indirect...)); err != nil {
			return err
		}
	}
	if b.Starts[0].Layout.Name == "MEDIA_OBJECT" {
		n.Threads = list
		return nil
	}
	n.Dispatch, n.Each = dispatches[2], list
	n.Walker, n.Board, err = b.Walker()
	return err
}

// follows puts data into a thread's registers from one on.
func (r *nativeReader) follows(t *NativeThread, first int, data []byte) error {
	data = wholeRegisters(slices.Clone(data))
	if end := first + len(data)/grfBytes; end > native.GRFs {
		return fmt.Errorf("threads start with %d registers: the target has %d", end, native.GRFs)
	}
	for i := range len(data) / grfBytes {
		t.put(first+i, data[i*grfBytes:][:grfBytes])
	}
	return nil
}

// followGrid is follow of a GPGPU_WALKER.
func (r *nativeReader) followGrid(b *batch.Batch) error {
	n, d := r.n, &b.Descriptor
	g, err := b.Grid(r.memoryAt)
	switch {
	case err != nil:
		return err
	case d.ForAll > 0 && d.PerEach > 0:
		return d.Unsupported("CrossThreadConstantDataReadLength", "constants of a group beside those of each thread, of which no document at hand says which come first")
	case !legalSIMD(g.SIMD):
		return b.Starts[0].Wrong("SIMDSize", "want SIMD8, SIMD16 or SIMD32")
	}
	n.Dispatch, n.SIMD, n.Grid = dispatches[0], g.SIMD, [2][3]uint32{g.From, g.To}
	n.Mask, n.Group, n.SLM = n.channels(), d.Threads, d.SLM
	n.Common = wholeRegisters(append(make([]byte, grfBytes), g.Data[:d.ForAll]...))
	n.Each = make([]NativeThread, d.Threads)
	for i := range n.Each {
		n.Each[i].Mask = &g.Masks[i]
		if err := r.follows(&n.Each[i], 1, g.Data[d.ForAll:][i*d.PerEach:][:d.PerEach]); err != nil {
			return err
		}
	}
	return nil
}

// followGroups is follow of a COMPUTE_WALKER.
func (r *nativeReader) followGroups(b *batch.Batch) error {
	n, d := r.n, &b.Descriptor
	g, err := b.Groups(r.memoryAt)
	if err != nil {
		return err
	}
	n.Dispatch, n.SIMD, n.Grid = dispatches[0], g.SIMD, [2][3]uint32{g.From, g.To}
	n.Mask, n.Group, n.SLM = n.channels(), d.Threads, d.SLM
	n.Indirect, n.IndirectAt, n.Behind = g.Indirect, g.IndirectAt, g.Behind
	n.Each = make([]NativeThread, d.Threads)
	for i := range n.Each {
		t := &n.Each[i]
		t.Mask = &g.Masks[i]
		r0 := make([]byte, grfBytes)
		for field, v := range map[fixed.Field]uint32{fixed.ThreadInGroup: uint32(i), fixed.ThreadThreads: uint32(d.Threads)} {
			word := r0[field.Byte():]
			binary.LittleEndian.PutUint32(word, binary.LittleEndian.Uint32(word)|field.In(v))
		}
		binary.LittleEndian.PutUint32(r0[fixed.ThreadIndirect.Byte():], g.IndirectAt)
		t.put(0, r0)
		if err := r.follows(t, 1, g.Registers[i]); err != nil {
			return err
		}
	}
	return nil
}

// memoryFrom is the bytes from an address on to the end of the surface that has it, before the launch; nil where none has.
func (r *nativeReader) memoryFrom(address uint64) []byte {
	for i := range r.l.Args {
		a := &r.l.Args[i]
		if a.Addr != 0 && address >= a.Addr && address-a.Addr < uint64(len(a.Data)) {
			return a.Data[address-a.Addr:]
		}
	}
	return nil
}
