package launch

import (
	"errors"
	"path/filepath"
	"strings"
)

// dataKind is what a file with the contents of a buffer or image is.
type dataKind uint8

const (
	rawData dataKind = iota // the bytes in memory
	pngData
	ppmData
	npyData
	csvData
)

// dataKindOf goes by the name: what a file is going to be. Of one that is read its first bytes say npyData too.
func dataKindOf(path string) dataKind {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png":
		return pngData
	case ".ppm", ".pgm", ".pnm":
		return ppmData
	case ".npy":
		return npyData
	case ".csv", ".tsv":
		return csvData
	}
	return rawData
}

// isPicture says that the file holds pixels.
func (k dataKind) isPicture() bool { return k == pngData || k == ppmData }

// dataFile is a file with numbers.
type dataFile struct {
	path  string
	kind  dataKind
	elem  Elem   // of npyData: what the numbers are
	shape []int  // of npyData
	head  []byte // of npyData: what is before the numbers
	data  []byte
}

// numbers reads a file with contents of type e; no type takes that of an .npy. What is not .npy or CSV is the bytes
// themselves.
func (l *Launch) numbers(n node, e Elem) (*dataFile, error) {
	src, path, err := l.file(n)
	if err != nil {
		return nil, err
	}
	f := &dataFile{path: path, kind: dataKindOf(path), elem: e, data: src}
	if IsNPY(src) {
		f.kind = npyData
	}
	switch f.kind {
	case npyData:
		return f, f.npy(n, e)
	case csvData:
		return f, f.csv(l, n, e)
	}
	return f, nil
}

func (f *dataFile) npy(n node, e Elem) error {
	a, err := ReadNPY(f.data)
	if err != nil {
		return n.errorf("%s: %v", f.path, err)
	}
	if e.Name != "" && e.Name != a.Type.Name {
		return n.errorf("%s holds numbers of type %s: want %s", f.path, a.Type.Name, e.Name)
	}
	f.head = f.data[:len(f.data)-len(a.Data)]
	if f.elem, f.shape, f.data = e, a.Shape, a.Data; e.Name == "" {
		f.elem, err = ParseElem(a.Type.Name)
	}
	return err
}

// maxCSV is the most bytes of a CSV: more numbers than that are for a form that takes less time to read.
const maxCSV = 64 << 20

func (f *dataFile) csv(l *Launch, n node, e Elem) error {
	t, ok := FindType(e.Name)
	if !ok {
		return n.errorf("%s: the numbers of a CSV need the key \"type\" of a buffer, such as f32", f.path)
	}
	if len(f.data) > maxCSV {
		return n.errorf("%s: a CSV of %d bytes: the limit is %d; .npy and bytes may be larger", f.path, len(f.data), maxCSV)
	}
	data, err := ReadCSV(f.data, t, func(bytes int64) error { return l.take(n, bytes) })
	var at *PlaceError
	if errors.As(err, &at) {
		return &Error{File: f.path, Line: at.Line, Col: at.Col, Msg: at.Msg}
	}
	f.data = data
	return err
}

// literalText is an element as CSV and launch files say it: a NaN without its bits.
func (e Elem) literalText(dst, p []byte) []byte {
	switch {
	case e.Float && e.nan(p):
		return append(dst, "nan"...)
	case e.Float:
		return append(dst, strings.ToLower(strings.TrimPrefix(e.Format(p), "+"))...)
	}
	return e.Append(dst, p)
}

// encodeNumbers is contents as a file of numbers of that kind, rows in lines of CSV; ok is false of other kinds.
func encodeNumbers(kind dataKind, e Elem, shape []int, contents []byte) (out []byte, ok bool) {
	t, named := FindType(e.Name)
	if !named {
		t, _ = FindType("u8")
	}
	switch kind {
	case npyData:
		a := Array{Type: t, Shape: shape, Data: contents}
		return a.NPY(), true
	case csvData:
		row := 1
		if len(shape) > 1 {
			row = shape[len(shape)-1]
		}
		for i := 0; i < len(contents); i += t.Size {
			out = e.literalText(out, contents[i:][:t.Size])
			if n := i/t.Size + 1; n%row == 0 || i+t.Size == len(contents) {
				out = append(out, '\n')
			} else {
				out = append(out, ',')
			}
		}
		return out, true
	}
	return nil, false
}

// shapeOf is the shape of a buffer's numbers: that of its file, or one row.
func (a *Arg) shapeOf(size int) []int {
	elements := size / a.Elem.size()
	if n := product(a.shape); len(a.shape) > 0 && n == elements {
		return a.shape
	}
	return []int{elements}
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// textBytes is more than the bytes of any number as text, with what separates it from the next.
const textBytes = 26

// takeSaved asks for the memory of a file that is saved or blessed beside the contents, of a picture so many bytes.
func (l *Launch) takeSaved(n node, a *Arg, size, picture int64) error {
	switch kind := dataKindOf(a.Save); {
	case kind == npyData:
		return l.take(n, size)
	case kind == csvData:
		return l.take(n, size/int64(a.Elem.size())*textBytes)
	case kind.isPicture() && a.Kind == ImageArg:
		return l.take(n, picture)
	}
	return nil
}

// SaveData is what the file Save holds: the contents, or by the ending of its name the numbers as .npy or CSV, or
// for an image a picture (.png, .ppm, .pgm).
func (a *Arg) SaveData(contents []byte) []byte {
	if file, ok := a.encode(a.Save, dataKindOf(a.Save), contents); ok {
		return file
	}
	return contents
}

// encode is contents as a file of a kind; ok is false for bytes.
func (a *Arg) encode(path string, kind dataKind, contents []byte) (file []byte, ok bool) {
	if a.Kind != ImageArg {
		return encodeNumbers(kind, a.Elem, a.shapeOf(len(contents)), contents)
	}
	if file, ok := encodePicture(path, a.Image, contents); ok {
		return file, true
	}
	if kind != npyData && kind != csvData {
		return nil, false
	}
	return encodeNumbers(kind, a.Elem, arrayShape(a.Image), a.numbersIn(contents))
}

// numbersIn is contents without what lies between the rows of an image.
func (a *Arg) numbersIn(contents []byte) []byte {
	if a.Kind != ImageArg {
		return contents
	}
	return components(a.Image, contents)
}

// expects says that a file holds what the argument must hold afterwards.
func (a *Arg) expects(f *dataFile) { a.expectFile, a.expectKind, a.expectHead = f.path, f.kind, f.head }
