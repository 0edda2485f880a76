package launch

import (
	"context"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/mem"
)

// imageSource is what an image's data or expect names.
type imageSource struct {
	n       node
	file    *dataFile // nil for values
	pic     *picture  // of a picture
	written *written  // values that stand in the launch file
}

// elem is what a component is, as far as the format is known.
func (r *imageReader) elem() Elem {
	if r.shape.Format == nil {
		return Elem{}
	}
	return imageElem(r.shape.Format)
}

// source reads a file, or {values: [...]}.
func (r *imageReader) source(n node) (s *imageSource, err error) {
	s = &imageSource{n: n}
	e := r.elem()
	if n.isMapping() {
		if _, err := n.fields(valuesKeys...); err != nil {
			return nil, err
		}
		if e.Name == "" {
			return nil, n.errorf("values need the key \"format\": legal are %s", strings.Join(formatNames(), " "))
		}
		s.written, err = r.l.written(n, e, true)
		return s, err
	}
	if e.Name == "" && dataKindOf(n.text()) == csvData {
		return nil, n.errorf("the numbers of a CSV need the key \"format\": legal are %s", strings.Join(formatNames(), " "))
	}
	if s.file, err = r.l.numbers(n, e); err == nil && s.file.kind.isPicture() {
		s.pic, err = r.picture(n, s.file.path, s.file.data)
	}
	return s, err
}

// arrayFormats are the formats of components of a type, of an image that has none.
var arrayFormats = map[string]string{"u8": "8", "u16": "16", "f16": "16f", "f32": "32f", "i8": "8i", "i16": "16i", "i32": "32i", "u32": "32ui"}

// fromArray takes over from the shape of an .npy what the launch does not say: the last index counts components, if there
// is one more than the image has coordinates.
func (r *imageReader) fromArray(f *dataFile) {
	axes, components := f.shape, 1
	if n := r.shape.Kind.Coordinates(); len(axes) == n+1 {
		axes, components = axes[:n], axes[n]
	} else if len(axes) != n {
		return
	}
	if r.shape.Format == nil {
		order := map[int]string{1: "r", 2: "rg", 4: "rgba"}[components]
		r.shape.Format = mem.FindFormat(order + arrayFormats[f.elem.Name])
	}
	for d, key := range []string{"width", "height", "depth"}[:len(axes)] {
		_, layers := r.size["layers"]
		if _, ok := r.size[key]; !ok && !(layers && d == len(axes)-1) {
			r.size[key] = axes[len(axes)-1-d]
		}
	}
}

// arrayShape is an image as an array of components: of the blocks of a row, of rows, of slices or layers.
func arrayShape(s *mem.ImageShape) []int {
	rows, bytes := s.Rows()
	out := []int{s.Format.Components(), bytes / s.Format.Size(), rows, s.Extent[2]}[:1+s.Kind.Coordinates()]
	slices.Reverse(out)
	return out
}

// memoryRows is the rows of memory of all slices or layers, and the bytes of one.
func memoryRows(s *mem.ImageShape) (count, bytes int) {
	rows, bytes := s.Rows()
	return rows * s.Extent[2], bytes
}

// rowAt is where a row of memory begins.
func rowAt(s *mem.ImageShape, y int) int {
	if s.Kind == mem.Image1DArray {
		return y * s.Slice
	}
	rows, _ := s.Rows()
	return y/rows*s.Slice + y%rows*s.Row
}

// contentsOf gives the image's memory what a source holds.
func (r *imageReader) contentsOf(s *imageSource) ([]byte, error) {
	shape := r.a.Image
	switch {
	case s.pic != nil:
		return r.fromPicture(s.n, s.pic)
	case s.written != nil:
		return r.fromComponents(s.n, s.written.data)
	case s.file.kind == npyData:
		want := arrayShape(shape)
		if c := want[len(want)-1]; !slices.Equal(s.file.shape, want) && (c > 1 || !slices.Equal(s.file.shape, want[:len(want)-1])) {
			is, wanted := Array{Shape: s.file.shape}, Array{Shape: want}
			return nil, s.n.errorf("%s has the shape %s: want %s", s.file.path, is.ShapeText(), wanted.ShapeText())
		}
		return r.fromComponents(s.n, s.file.data)
	case s.file.kind == csvData:
		return r.fromComponents(s.n, s.file.data)
	case int64(len(s.file.data)) != shape.Bytes():
		return nil, s.n.errorf("the file has %d bytes: an image %s of format %s and %s has %d", len(s.file.data), shape.Kind, shape.Format.Name, extentText(shape), shape.Bytes())
	}
	return s.file.data, nil
}

// fromComponents puts the components of all texels into memory. What lies between rows stays as at first.
func (r *imageReader) fromComponents(n node, data []byte) ([]byte, error) {
	s := r.a.Image
	h, row := memoryRows(s)
	if len(data) != h*row {
		return nil, n.errorf("%d components: an image %s of format %s and %s has %d", len(data)/r.elem().size(), s.Kind, s.Format.Name, extentText(s), h*row/r.elem().size())
	}
	if err := r.l.take(n, s.Bytes()); err != nil {
		return nil, err
	}
	to := make([]byte, s.Bytes())
	if r.a.fill != nil || r.a.Data != nil {
		r.a.Begin(context.Background(), to, nil)
	}
	for y := range h {
		copy(to[rowAt(s, y):][:row], data[y*row:])
	}
	return to, nil
}

// components are the components of all texels without what lies between rows.
func components(s *mem.ImageShape, contents []byte) (out []byte) {
	h, row := memoryRows(s)
	for y := range h {
		out = append(out, contents[rowAt(s, y):][:row]...)
	}
	return out
}
