package launch

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/sim/mem"
)

// The keys of an image argument; docs/launch.md says what they mean.
var imageKeys = []string{"image", "format", "width", "height", "depth", "layers", "row_pitch", "slice_pitch", "access",
	"data", "fill", "expect", "check", "output", "save"}

// accesses are the words for what a kernel does with an image, and those of the
// metadata.
var accesses = map[string]string{"read": "readonly", "write": "writeonly", "readwrite": "readwrite"}

// imageReader is an image argument while its keys are read.
type imageReader struct {
	l     *Launch
	at    map[string]node
	a     Arg
	shape mem.ImageShape
	size  map[string]int // by key
}

func (l *Launch) imageArg(n node) (Arg, error) {
	fields, err := n.fields(imageKeys...)
	if err != nil {
		return Arg{}, err
	}
	r := &imageReader{l: l, at: map[string]node{}, a: Arg{Kind: ImageArg}, size: map[string]int{}}
	for _, f := range fields {
		r.at[f.key] = f.val
	}
	for _, f := range fields {
		if err := r.key(f); err != nil {
			return Arg{}, err
		}
	}
	for _, step := range []func(node) error{r.contents, r.expectation} {
		if err := step(n); err != nil {
			return Arg{}, err
		}
	}
	return r.a, nil
}

// key reads what does not depend on other keys.
func (r *imageReader) key(f field) (err error) {
	switch f.key {
	case "image":
		r.shape.Kind, err = mem.ParseImageKind(f.val.text())
	case "format":
		return r.format(f.val)
	case "width", "height", "depth", "layers", "row_pitch", "slice_pitch":
		r.size[f.key], err = f.val.integer(0, 1<<40)
		return err
	case "access":
		if r.a.Access = accesses[f.val.text()]; r.a.Access == "" {
			err = fmt.Errorf("unknown access %q: legal are read, write, readwrite", f.val.text())
		}
	case "check":
		r.a.Check, err = parseCheck(f.val)
		return err
	case "output":
		r.a.Output, err = f.val.boolean()
		return err
	case "save":
		r.a.Save, err = r.l.path(f.val)
		return err
	}
	if err != nil {
		return f.val.errorf("%v", err)
	}
	return nil
}

// format finds a format by one of its names. One whose texels nobody knows is no image of OpenCL.
func (r *imageReader) format(n node) error {
	r.shape.Format = mem.FindFormat(n.text())
	if r.shape.Format == nil {
		return n.errorf("unknown format %q: legal are %s, and the names of surface formats, such as B5G6R5_UNORM", n.text(), strings.Join(formatNames(), " "))
	}
	if why := r.shape.Format.Opaque(); why != "" {
		return n.unsupported("texels of the format %s: %s", n.text(), why)
	}
	return nil
}

func formatNames() (names []string) {
	for _, f := range mem.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// contents finds the shape and what the image holds at first. A picture says what
// the launch leaves out of the shape.
func (r *imageReader) contents(n node) error {
	_, hasFill := r.at["fill"]
	data, hasData := r.at["data"]
	if hasData == hasFill {
		return n.errorf("an image has either data, a file, or fill, such as zero")
	}
	var src *imageSource
	var err error
	if hasData {
		if src, err = r.source(data); err != nil {
			return err
		}
	}
	if err := r.complete(n, src); err != nil {
		return err
	}
	if hasFill {
		size := r.shape.Bytes()
		if r.a.Size, r.a.fill, err = fillOf(int(size), r.at["fill"]); err != nil {
			return err
		}
		return r.l.take(r.at["fill"], size)
	}
	r.a.inline = src.written
	if src.file != nil {
		r.a.dataFile = src.file.path
	}
	r.a.Data, err = r.contentsOf(src)
	return err
}

// picture decodes a file whose name says that it is one; nil for other files.
func (r *imageReader) picture(n node, path string, src []byte) (*picture, error) {
	var full error
	pic, err := decodePicture(path, src, func(bytes int64) error {
		full = r.l.take(n, bytes)
		return full
	})
	switch {
	case full != nil:
		return nil, full
	case err != nil:
		return nil, n.errorf("%s: %v", path, err)
	}
	return pic, nil
}

// complete checks the shape. Depth counts the layers of a 2D array and height those
// of a 1D array, unless layers does.
func (r *imageReader) complete(n node, src *imageSource) (err error) {
	s, sizes := &r.shape, r.size
	switch {
	case src == nil || src.file == nil:
	case src.pic != nil:
		r.fromPictureSize(src.pic)
	case src.file.kind == npyData:
		r.fromArray(src.file)
	}
	if s.Format == nil {
		return n.errorf("missing key \"format\": legal are %s", strings.Join(formatNames(), " "))
	}
	axes := [3]string{"width", "height", "depth"}
	if last := s.Kind.Coordinates() - 1; s.Kind == mem.Image1DArray || s.Kind == mem.Image2DArray {
		if _, ok := sizes["layers"]; ok {
			axes[last] = "layers"
		}
	} else if _, ok := sizes["layers"]; ok {
		return r.at["layers"].errorf("layers of an image %s: legal for 1d_array and 2d_array", s.Kind)
	}
	for d, key := range axes {
		s.Extent[d] = sizes[key]
		switch {
		case d >= s.Kind.Coordinates() && s.Extent[d] > 1:
			return r.at[key].errorf("%s %d of an image %s: legal are 0 and 1", key, s.Extent[d], s.Kind)
		case d >= s.Kind.Coordinates():
			s.Extent[d] = 1
		case s.Extent[d] == 0:
			return n.errorf("missing key %q of an image %s", key, s.Kind)
		}
	}
	s.Row, s.Slice = sizes["row_pitch"], sizes["slice_pitch"]
	*s, err = s.Complete()
	if shape := (*mem.ShapeError)(nil); errors.As(err, &shape) {
		if at, ok := r.at[axes[max(shape.Axis, 0)]]; ok && shape.Axis >= 0 {
			return at.errorf("%v", err)
		}
		return n.errorf("%v", err)
	}
	if s.Bytes() > maxBuffers {
		return n.errorf("an image of %d bytes: the limit is %d", s.Bytes(), maxBuffers)
	}
	if err := r.checkPictures(src); err != nil {
		return err
	}
	r.a.Image, r.a.Elem = s, imageElem(s.Format)
	if at, ok := r.at["save"]; ok {
		w, h := pictureSize(s)
		return r.l.takeSaved(at, &r.a, int64(s.Bytes()), int64(w)*int64(h)*pixelBytes)
	}
	return nil
}

// checkPictures: a picture is of components that are whole bytes.
func (r *imageReader) checkPictures(src *imageSource) error {
	if r.shape.Format.Stored() != "" {
		return nil
	}
	const want = "a picture of the format %s, whose components are not whole bytes one behind the other: want a file of bytes, .npy, CSV or values"
	if src != nil && src.pic != nil {
		return src.n.errorf(want, r.shape.Format.Name)
	}
	for _, key := range []string{"expect", "save"} {
		if n, ok := r.at[key]; ok && !n.isMapping() && dataKindOf(n.text()).isPicture() {
			return n.errorf(want, r.shape.Format.Name)
		}
	}
	return nil
}

// fromPictureSize takes over what the launch does not say.
func (r *imageReader) fromPictureSize(pic *picture) {
	if r.shape.Format == nil {
		r.shape.Format = pic.format()
	}
	if _, ok := r.at["width"]; !ok {
		r.size["width"] = pic.width
	}
	if _, ok := r.at["height"]; !ok && r.shape.Kind.Coordinates() > 1 {
		r.size["height"] = pic.height
	}
}

// fromPicture draws a picture that must have the image's size over what the image
// holds at first, if that is known.
func (r *imageReader) fromPicture(n node, pic *picture) ([]byte, error) {
	if w, h := pictureSize(r.a.Image); w != pic.width || h != pic.height {
		return nil, n.errorf("the picture has %d x %d pixels: want %d x %d, slices below each other", pic.width, pic.height, w, h)
	}
	size := r.a.Image.Bytes()
	if err := r.l.take(n, size); err != nil {
		return nil, err
	}
	to := make([]byte, size)
	if r.a.fill != nil || r.a.Data != nil {
		r.a.Begin(context.Background(), to, nil)
	}
	pic.draw(r.a.Image, to)
	return to, nil
}

// expectation reads what the image must hold afterwards.
func (r *imageReader) expectation(node) (err error) {
	n, ok := r.at["expect"]
	a := &r.a
	if !ok {
		if at, checked := r.at["check"]; checked {
			return at.errorf("check %q needs expect: an image without it must come back unchanged", a.Check)
		}
		return nil
	}
	src, err := r.source(n)
	if err != nil {
		return err
	}
	if a.wanted = src.written; src.file != nil {
		a.expects(src.file)
	}
	if src.file != nil && src.file.kind == rawData && len(src.file.data) != a.Len() {
		return n.errorf("expected data has %d bytes, the image %d", len(src.file.data), a.Len())
	}
	a.Expect, err = r.contentsOf(src)
	if at, checked := r.at["check"]; err == nil && checked && a.Check.Kind != "exact" && !a.Elem.real() {
		return at.errorf("check %q needs a format of fixed-point numbers or floats, found %s", a.Check, a.Image.Format.Name)
	}
	return err
}

func extentText(s *mem.ImageShape) string {
	out := fmt.Sprint(s.Extent[0])
	for d := 1; d < s.Kind.Coordinates(); d++ {
		out += fmt.Sprintf(" x %d", s.Extent[d])
	}
	return out
}

// imageElem is a component of a format: fixed-point numbers print as they are in
// memory and are compared by their value.
func imageElem(f *mem.Format) Elem {
	numeric, bits := f.Element()
	prefix := map[mem.Numeric]string{mem.Unorm: "u", mem.Snorm: "i", mem.Sint: "i", mem.Uint: "u", mem.Float: "f"}[numeric]
	e, err := ParseElem(fmt.Sprint(prefix, bits))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	switch numeric {
	case mem.Unorm:
		e.One = float64(uint64(1)<<bits - 1)
	case mem.Snorm:
		e.One = float64(uint64(1)<<(bits-1) - 1)
	}
	return e
}
