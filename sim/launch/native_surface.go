package launch

import (
	"errors"
	"strings"

	"github.com/genvisa/genvisa/sim/mem"
)

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
	for _, key := range []string{"type", "initial"} {
		if _, ok := at[key]; !ok {
			return s, a, n.errorf("missing key %q of a surface", key)
		}
	}
	bti, bound := at["bti"]
	if s.Unbound = !bound; bound {
		if s.BTI, err = bti.integer(0, maxInputBuffers-1); err != nil {
			return s, a, err
		}
	}
	a = Arg{Kind: BufferArg, Elem: Elem{Name: "u8", Size: 1}}
	if err := r.initial(&a, at["initial"]); err != nil {
		return s, a, err
	}
	if err := r.after(&a, at); err != nil {
		return s, a, err
	}
	if addr, ok := at["address"]; ok {
		if a.Addr, err = bufferAddress(addr); err != nil {
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

// after reads what a surface must hold afterwards, and where that is kept.
func (r *nativeReader) after(a *Arg, at map[string]node) (err error) {
	if e, ok := at["expected"]; ok {
		f, err := r.l.numbers(e, Elem{})
		if err != nil {
			return err
		}
		a.expects(f)
		a.Expect = f.data
		if len(a.Expect) != len(a.Data) {
			return e.errorf("expected data has %d bytes, the surface %d", len(a.Expect), len(a.Data))
		}
	}
	if save, ok := at["save"]; ok {
		a.Save, err = r.l.path(save)
	}
	return err
}

// initial reads what a surface holds before: words, or a file.
func (r *nativeReader) initial(a *Arg, n node) error {
	data, inline, err := r.l.words(n)
	if a.Data = data; inline {
		return err
	}
	f, err := r.l.numbers(n, Elem{})
	if err != nil {
		return err
	}
	a.Data, a.dataFile = f.data, f.path
	return nil
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
	across, of := format.Block()
	unit := "texel"
	if across*of > 1 {
		unit = "block"
	}
	if size := format.Size(); shape.Extent[0]%size != 0 {
		return nil, at["width_bytes"].errorf("width_bytes %d: legal are multiples of the %d bytes of a %s of %s", shape.Extent[0], size, unit, format.SurfaceName())
	}
	shape.Extent[0] = shape.Extent[0] / format.Size() * across
	whole, err := shape.Complete()
	if wrong := (*mem.ShapeError)(nil); errors.As(err, &wrong) {
		return nil, at[[...]string{"pitch", "width_bytes", "height"}[wrong.Axis+1]].errorf("%v", err)
	}
	if rows, bytes := whole.Rows(); whole.Bytes() > int64(size) {
		return nil, at["initial"].errorf("the file has %d bytes: %d rows of %d bytes, %d bytes apart, need %d", size, rows, bytes, shape.Row, whole.Bytes())
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
	return nil, v.errorf("unknown format %q: legal are those of surfaces, such as R8_UNORM, R8G8_UNORM, B8G8R8A8_UNORM, R32_UINT, R32G32B32A32_FLOAT", name)
}
