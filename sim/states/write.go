package states

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// Where Write puts states, from the base of both kinds on: samplers first, to which the pointer in a header of 0 is; their
// border colours, the binding table, and states of surfaces.
const (
	tableEntries  = 256
	writtenBorder = mem.MaxSamplers * samplerBytes
	writtenTable  = writtenBorder + mem.MaxSamplers*borderBytes
	writtenState  = writtenTable + tableEntries*entryBytes
	writtenBytes  = writtenState + tableEntries*stateBytes

	stateBytes  = 64  // a surface state, with what lies between two of them
	borderBytes = 128 // a border colour: 80 on Gen7.5, at a multiple of 64
)

// Written are states that Write has written.
type Written struct {
	*Memory
	staged []staging
}

// staging is an image that lies as states can say, in the place of one of the launch.
type staging struct{ image, of *mem.Image }

// Write writes a binding table and states of all that is bound in memory, as a driver does, into a buffer of their own; the
// handles of bindless surfaces and samplers name these too.
// Images with rows and slices get a tiling; those that lie in memory as no state says, or are tiled then, are copied, and
// Return copies them back. What has no state of the target at all is an *InexpressibleError.
func Write(m *mem.Memory, t native.Target, tiling mem.Tiling) (*Written, error) {
	if _, err := state.Struct(t, surfaceState); err != nil {
		return nil, err
	}
	b := m.Alloc("states", writtenBytes)
	table := Table{Given: true, Base: b.Base, Pointer: writtenTable}
	out, err := New(m, t, Bases{Surfaces: table, Samplers: Table{Given: true, Base: b.Base}})
	if err != nil {
		return nil, err
	}
	out.handles = true
	w := &writer{memory: m, to: b, target: t, tiling: tiling, names: out}
	for i := range tableEntries {
		at := writtenState + i*stateBytes
		b.SetBytes(writtenTable+entryBytes*i, binary.LittleEndian.AppendUint32(nil, uint32(at)))
		if err := w.surface(i, at); err != nil {
			return nil, &InexpressibleError{t, fmt.Sprintf("binding table index %d", i), err}
		}
	}
	for i := range mem.MaxSamplers {
		if err := w.sampler(i); err != nil {
			return nil, &InexpressibleError{t, fmt.Sprintf("sampler %d", i), err}
		}
	}
	return &Written{out, w.staged}, nil
}

// Return copies the images back that were copied. It is for when the threads have ended.
func (w *Written) Return() {
	for _, s := range w.staged {
		s.of.CopyBlocks(s.image)
	}
}

// InexpressibleError is a surface or sampler for which a target has no state.
type InexpressibleError struct {
	Target native.Target
	What   string // "binding table index 3", "sampler 0"
	Err    error  // why
}

// Error names what it is, and why.
func (e *InexpressibleError) Error() string {
	return fmt.Sprintf("%s has no state of target %v: %v", e.What, e.Target, e.Err)
}

// Unwrap is the reason.
func (e *InexpressibleError) Unwrap() error { return e.Err }

// writer writes states into a buffer.
type writer struct {
	memory *mem.Memory
	to     *mem.Buffer
	target native.Target
	tiling mem.Tiling
	names  *Memory // of what is written
	staged []staging
}

// fields are those of a structure, in the order in which they are set: what a form has depends on those before.
type fields [][2]string

// set adds a number.
func (f *fields) set(name string, v uint64) { *f = append(*f, [2]string{name, fmt.Sprint(v)}) }

// name adds the name of a value.
func (f *fields) name(name, v string) { *f = append(*f, [2]string{name, v}) }

// put writes a structure; without the optional fields that the target's has not.
func (w *writer) put(at int, name string, list fields, optional map[string]bool) error {
	l, err := state.Struct(w.target, name)
	if err != nil {
		return err
	}
	o := l.New()
	for _, f := range list {
		if _, err := o.Field(f[0]); err != nil && optional[f[0]] {
			continue
		}
		if err := o.Set(f[0], f[1]); err != nil {
			return err
		}
	}
	w.to.SetBytes(at, o.Encode())
	return nil
}
