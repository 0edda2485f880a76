package mem

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/formats"
)

// Rendered is a *TextureError for an image that a target, by its number in package native, cannot write as a render
// target, or of which it is not known what a write does.
func (m *Image) Rendered(target int) error {
	if m.null {
		return nil
	}
	name := m.Format.SurfaceName()
	row := formats.Find(name)
	switch {
	case row == nil || !row.Has(formats.UseRendered, target):
		return &TextureError{fmt.Sprintf("a render target of format %s: the target renders no such surface", name)}
	case m.Kind != Image2D && m.Kind != Image2DArray && m.Kind != Image3D:
		return &TextureError{fmt.Sprintf("a render target of kind %s: legal are 2d, 2d_array and 3d", m.Kind)}
	}
	for _, c := range row.Channels {
		if c.Kind == formats.KindX {
			return &TextureError{fmt.Sprintf("a render target of format %s: no source at hand says what the bits are that are not read", name)}
		}
	}
	return nil
}

// Layered says that the image has layers or slices.
func (m *Image) Layered() bool { return m.Kind.Coordinates() == 3 }

// Render writes R, G, B and A to the texels at integer coordinates as Write does. A surface without memory takes
// nothing.
func (t *Texels) Render(m *Image, mask uint32) (outside uint32) {
	if m.null {
		return 0
	}
	return t.Write(m, mask, 15)
}
