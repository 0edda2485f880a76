package interp

import (
	"errors"
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// ErrNoLocal is the cause of a Fault when a kernel uses shared local memory
// that its launch does not have.
var ErrNoLocal = errors.New("the group has no shared local memory")

// ErrNoScratch is the same for scratch space.
var ErrNoScratch = errors.New("the thread has no scratch space")

// message executes one memory instruction.
func (w *worker) message(t *thread, in *inst) error {
	if !w.lanes(t, in) {
		return nil
	}
	f := &w.frame
	for i := range in.fields {
		f.Field[in.fields[i].slot] = in.fields[i].value
	}
	for i := range in.scalars {
		v, err := in.scalars[i].value(w, t)
		if err != nil {
			return err
		}
		f.Field[in.scalars[i].slot] = v
	}
	for i := range in.raws {
		r := &in.raws[i]
		f.Raw[r.slot] = t.image[r.from:r.to]
		if r.sent { // what a message carries was read before its response is written
			w.sent[r.slot] = append(w.sent[r.slot][:0], f.Raw[r.slot]...)
			f.Raw[r.slot] = w.sent[r.slot]
		}
	}
	s, err := w.memoryOf(t, in)
	if err != nil {
		return err
	}
	w.memory = memory{w: w, t: t, in: in, s: s}
	return in.run(f)
}

// value is a scalar operand's first element as an exact integer.
func (s *scalar) value(w *worker, t *thread) (int64, error) {
	o := &s.src
	if o.how == fixedRow {
		return int64(o.imm), nil
	}
	at := int64(o.off)
	if o.addr >= 0 {
		at = t.element(&o.indirect, &o.region, 0)
		if from, to := w.bounds(t, o.addr); at < from || at+int64(o.size) > to {
			return 0, w.regionFault(t, o.addr, at, o.size, 0)
		}
	}
	w.raw[0] = element(t.image[at:], o.size)
	o.finish(&w.raw, 1)
	return int64(w.raw[0]), nil
}

// surface finds the memory that a surface variable's value names.
func (w *worker) surface(t *thread, v int32) (*mem.Surface, error) {
	if v == w.prog.layout.surfOff[visa.SurfaceBindless] {
		return t.bindless(uint32(t.states[v]))
	}
	return t.indexed(t.states[v])
}

// bindless is the memory that a handle of the launch names.
func (t *thread) bindless(handle uint32) (*mem.Surface, error) {
	bti, err := mem.OfHandle(handle)
	if err != nil {
		return nil, err
	}
	return t.indexed(int32(bti))
}

// isIndex says that a number can be a binding table index.
func (t *thread) isIndex(bti int32) bool { return bti >= 0 && int(bti) < len(t.refs.Table) }

// indexed is the memory of a binding table index.
func (t *thread) indexed(bti int32) (s *mem.Surface, err error) {
	switch {
	case bti == fixed.SurfaceLocal:
		if s = &t.local; s.Kind == mem.Unbound {
			return nil, ErrNoLocal
		}
	case bti == fixed.SurfaceStateless, bti == fixed.SurfaceNonCoherent:
		if s = &t.scratch; s.Kind == mem.Unbound {
			return nil, ErrNoScratch
		}
	case !t.isIndex(bti):
		_, err := t.env.Mem.Surface(int(bti))
		return nil, err
	default:
		return t.refs.Surface(mem.Ref{BTI: uint8(bti)})
	}
	return s, nil
}

// bti is the binding table index of a surface variable: its value, or the index of the
// surface whose handle the bindless variable has.
func (w *worker) bti(t *thread, v int32) (int32, error) {
	if v != w.prog.layout.surfOff[visa.SurfaceBindless] {
		return t.states[v], nil
	}
	bti, err := mem.OfHandle(uint32(t.states[v]))
	return int32(bti), err
}

// memory is the surface of the instruction in execution, for its body.
type memory struct {
	w  *worker
	t  *thread
	in *inst
	s  *mem.Surface
}

var _ sem.Memory = (*memory)(nil)

// laneFault is an error of one lane of the thread; of all when lane is -1.
type laneFault struct {
	lane int
	addr uint64
	err  error
}

func (e *laneFault) Error() string { return e.err.Error() }
func (e *laneFault) Unwrap() error { return e.err }

// Load is mem.Surface.Load with lanes that were outside told or an error.
func (m *memory) Load(at *[sem.Lanes]uint64, c *sem.Cells) error {
	if out := m.s.Load(at, (*mem.Row)(c)); out != 0 {
		return m.outside(out, at, c, false)
	}
	return nil
}

// Store is mem.Surface.Store in the same way.
func (m *memory) Store(at *[sem.Lanes]uint64, c *sem.Cells) error {
	if out := m.s.Store(at, (*mem.Row)(c)); out != 0 {
		return m.outside(out, at, c, true)
	}
	return nil
}

// outside handles the lanes out of an access.
func (m *memory) outside(out uint32, at *[sem.Lanes]uint64, c *sem.Cells, write bool) error {
	lane := bits.TrailingZeros32(out)
	if !m.s.Kind.Faults() {
		m.tell(lane, write)
		return nil
	}
	addr := at[lane]
	for range c.Count {
		if !m.s.Inside(addr, c.Size) {
			break
		}
		addr += c.Step
	}
	return m.fault(lane, &mem.Fault{Addr: addr, Size: c.Size, Write: write})
}

// Atomic is mem.Surface.Atomic; a lane whose offset is not a multiple of the size
// is an error, too.
func (m *memory) Atomic(at *[sem.Lanes]uint64, c *sem.AtomicCells) error {
	out, misaligned := m.s.Atomic(at, (*mem.AtomicRow)(c))
	if out|misaligned == 0 {
		return nil
	}
	first := bits.TrailingZeros32(out | misaligned)
	switch {
	case misaligned>>first&1 != 0:
		return m.fault(first, m.s.Misaligned(at[first], c.Size))
	case m.s.Kind.Faults():
		return m.fault(first, &mem.Fault{Addr: at[first], Size: c.Size, Write: true})
	}
	m.tell(first, true)
	if misaligned != 0 {
		first = bits.TrailingZeros32(misaligned)
		return m.fault(first, m.s.Misaligned(at[first], c.Size))
	}
	return nil
}

// Read is mem.Surface.ReadBlock for the whole thread.
func (m *memory) Read(addr uint64, p []byte) error {
	if err := m.s.MisalignedBlock(addr, len(p)); err != nil {
		return &laneFault{-1, addr, err}
	}
	return m.block(m.s.ReadBlock(addr, p), addr, len(p), false)
}

// Write is mem.Surface.WriteBlock for the whole thread.
func (m *memory) Write(addr uint64, p []byte) error {
	if err := m.s.MisalignedBlock(addr, len(p)); err != nil {
		return &laneFault{-1, addr, err}
	}
	return m.block(m.s.WriteBlock(addr, p), addr, len(p), true)
}

func (m *memory) block(inside bool, addr uint64, size int, write bool) error {
	switch {
	case inside:
		return nil
	case m.s.Kind.Faults():
		return &laneFault{-1, addr, &mem.Fault{Addr: addr, Size: size, Write: write}}
	}
	m.tell(-1, write)
	return nil
}

// fault is an error of element lane of the instruction.
func (m *memory) fault(lane int, err error) error {
	l := &laneFault{lane: lane + int(m.in.first), err: err}
	switch e := err.(type) {
	case *mem.Fault:
		l.addr = e.Addr
	case *mem.AlignError:
		l.addr = e.Off
	}
	return l
}

// tell reports an access past the end of a surface, which is no error.
func (m *memory) tell(lane int, write bool) {
	if lane >= 0 {
		lane += int(m.in.first)
	}
	w, in := m.w, m.in
	m.t.env.Outside(m.s.Buffer(), lane, write, func() dispatch.Place { return w.place(in) })
}
