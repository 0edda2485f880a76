package states

import (
	"errors"
	"math"

	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// Fields of control surfaces of samples.
const (
	auxiliaryMode  = "AuxiliarySurfaceMode"
	auxiliaryBase  = "AuxiliarySurfaceBaseAddress"
	auxiliaryPitch = "AuxiliarySurfacePitch"
	auxiliarySlice = "AuxiliarySurfaceQPitch"
	controlEnable  = "MCSEnable"
)

// controlFields are the fields that say that there is a control surface.
var controlFields = []string{auxiliaryMode, controlEnable}

// clearFields are the colour of texels that it says are clear.
var clearFields = [4]string{"RedClearColor", "GreenClearColor", "BlueClearColor", "AlphaClearColor"}

// controlled says that a surface of several samples has a control surface (MCS) that is modelled: up to Gen8 with that bit or code,
// from Gen9 to Gen11 with the code AUX_CCS_D (Mesa, isl_surface_state.c). Later ones have their clear colour in memory, in forms of
// which no document at hand says which the sampler reads.
func (m *Memory) controlled(s *record) bool {
	if s.code("NumberOfMultisamples") == 0 || !m.target.Caps().SampleControl {
		return false
	}
	return s.code(controlEnable) == 1 || s.code(auxiliaryMode) == 1
}

// control is the control surface of a surface: words in tiles Y, a layer of them for each of the surface.
func (m *Memory) control(s *record, shape *mem.ImageShape) (*mem.Control, error) {
	layers := shape.Extent[2] > 1 || shape.Layer > 0
	if _, ok := s.field(auxiliarySlice); layers && !ok {
		return nil, s.unsupported(controlEnable, "layers of control surfaces before Gen8: no document at hand says how far they are apart")
	}
	const tile = 128
	words := mem.ImageShape{Kind: shape.Kind, Format: mem.ControlFormat(shape.Samples), Extent: shape.Extent, Layer: shape.Layer, Tiling: mem.TiledY, Row: tile * int(s.number(auxiliaryPitch))}
	if layers {
		if words.Slice = int(s.number(auxiliarySlice)) * words.Row; words.Slice == 0 {
			return nil, s.wrong(auxiliarySlice, "want the %d rows of a layer at least", words.Extent[1])
		}
	}
	whole, err := words.Complete()
	if wrong := (*mem.ShapeError)(nil); errors.As(err, &wrong) {
		return nil, s.wrong(auxiliaryPitch, "control surface: %v", err)
	}
	n := whole.Bytes()
	b, err := m.partAt(s, auxiliaryBase, uint64(n), auxiliaryPitch)
	switch {
	case err != nil:
		return nil, err
	case int64(b.Len()) < n:
		return nil, s.wrong(auxiliaryPitch, "the control surface has %d bytes, and %s ends %d behind its base", n, b.Name, b.Len())
	}
	c := &mem.Control{Words: mem.NewImage(whole, b)}
	for i, name := range clearFields {
		c.Clear[i] = uint32(s.code(name))
		if state.Ones(m.target, surfaceState, name) == 1 && !shape.Format.Numeric.Integer() {
			c.Clear[i] *= math.Float32bits(1) // one bit is the component
		}
	}
	if err := c.Check(shape.Format); err != nil {
		return nil, s.unsupported(clearFields[0], "%v", err)
	}
	return c, nil
}
