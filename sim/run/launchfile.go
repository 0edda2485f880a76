package run

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// ArgKind says what a kernel argument of a launch is.
type ArgKind uint8

// Argument kinds.
const (
	BufferArg ArgKind = iota // global memory
	ValueArg                 // bytes by value
	LocalArg                 // shared local memory of Size bytes
)

// Arg is one argument of a launch, in the kernel's order.
type Arg struct {
	Kind   ArgKind
	Data   []byte // BufferArg: initial contents; ValueArg: the value, little endian
	Size   int    // LocalArg: bytes
	Elem   Elem   // BufferArg: element type for comparison and printing
	Expect []byte // BufferArg: expected contents; nil when none
	Check  Check
	Output bool   // BufferArg without Expect: may change
	Save   string // BufferArg: file to write afterwards, relative to the launch file
}

// Launch is a launch file read into memory (data files included).
type Launch struct {
	File                  string
	Kernel                string
	Programs              []string // paths, already relative to the working folder
	Info                  string   // path of the .zeinfo, or ""
	Dims                  int
	Global, Local, Offset [3]uint32
	Args                  []Arg
	inputs                []input // nil: the kernel's metadata says what threads start with
	threads               int     // with inputs: threads of the only group
	top                   node
	parts                 map[string]node // by key, and "args.N": places for messages
}

// ReadLaunch reads a launch file and the data files it names. Errors carry
// file, line and column.
func ReadLaunch(path string) (*Launch, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseLaunch(path, src)
}

// ParseLaunch reads launch text; path names it in messages and anchors the
// relative paths in it.
func ParseLaunch(path string, src []byte) (*Launch, error) {
	top, err := parseYAML(path, src)
	if err != nil {
		return nil, err
	}
	l := &Launch{File: path, top: top, parts: map[string]node{}}
	fields, err := top.fields("kernel", "program", "info", "dimensions", "global", "local", "offset", "args", "inputs", "threads")
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		l.parts[f.key] = f.at
		if err := l.set(f); err != nil {
			return nil, err
		}
	}
	if err := l.checkKeys(); err != nil {
		return nil, err
	}
	return l, nil
}

// checkKeys finds keys that are missing or do not go together.
func (l *Launch) checkKeys() error {
	need, not := []string{"kernel", "global", "local", "args"}, []string{"threads"}
	if l.inputs != nil {
		need, not = []string{"kernel", "args"}, []string{"info", "dimensions", "global", "local", "offset"}
		l.threads = max(l.threads, 1)
	}
	for _, key := range need {
		if _, ok := l.parts[key]; !ok {
			return l.top.errorf("missing key %q", key)
		}
	}
	for _, key := range not {
		if at, ok := l.parts[key]; ok {
			return at.errorf("key %q does not go with this launch: \"inputs\" goes with \"threads\", \"info\" with \"global\" and \"local\"", key)
		}
	}
	if l.inputs != nil {
		return nil
	}
	return l.checkSizes()
}

func (l *Launch) set(f field) (err error) {
	switch f.key {
	case "kernel":
		l.Kernel, err = f.val.str()
	case "program":
		l.Programs, err = l.paths(f.val)
	case "info":
		l.Info, err = l.path(f.val)
	case "dimensions":
		l.Dims, err = f.val.integer(1, 3)
	case "global":
		l.Global, err = f.val.triple(1)
	case "local":
		l.Local, err = f.val.triple(1)
	case "offset":
		l.Offset, err = f.val.triple(0)
	case "args":
		l.Args, err = l.args(f.val)
	case "inputs":
		l.inputs, err = parseInputs(f.val)
	case "threads":
		l.threads, err = f.val.integer(1, maxInputThreads)
	}
	return err
}

func (l *Launch) checkSizes() error {
	for i := range 3 {
		if l.Dims == 0 || l.Dims <= i {
			if l.Dims != 0 && l.Global[i] != 1 {
				return l.top.errorf("global size %v in dimension %d of a %d-dimensional launch: want 1", l.Global[i], i, l.Dims)
			}
		}
	}
	if l.Dims == 0 {
		l.Dims = 3
		for l.Dims > 1 && l.Global[l.Dims-1] == 1 {
			l.Dims--
		}
	}
	return nil
}

func (l *Launch) path(n node) (string, error) {
	s, err := n.str()
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(s) {
		return s, nil
	}
	return filepath.Join(filepath.Dir(l.File), s), nil
}

func (l *Launch) paths(n node) ([]string, error) {
	if !n.isList() {
		p, err := l.path(n)
		return []string{p}, err
	}
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, it := range items {
		p, err := l.path(it)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (l *Launch) file(n node) ([]byte, error) {
	p, err := l.path(n)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(p)
	switch {
	case err != nil:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, n.errorf("%s: %v", p, err)
	case info.IsDir():
		return nil, n.errorf("%s: want a file with data, found a folder", p)
	case !info.Mode().IsRegular():
		return nil, n.errorf("%s: want a file with data, found a device or pipe", p)
	case info.Size() > maxBuffers:
		return nil, n.errorf("%s has %d bytes: the limit is %d", p, info.Size(), maxBuffers)
	}
	b, err := os.ReadFile(p)
	if err != nil {
		return nil, n.errorf("%v", err)
	}
	return b, nil
}

func (n node) integer(lo, hi int64) (int, error) {
	v, err := strconv.ParseInt(strings.ReplaceAll(n.text(), "_", ""), 0, 64)
	if err != nil || v < lo || v > hi {
		return 0, n.errorf("want a whole number from %d to %d, found %q", lo, hi, n.text())
	}
	return int(v), nil
}

func (n node) triple(lo int64) (out [3]uint32, err error) {
	items, err := n.items()
	if err != nil {
		return out, err
	}
	if len(items) == 0 || len(items) > 3 {
		return out, n.errorf("want one to three sizes, found %d", len(items))
	}
	out = [3]uint32{uint32(lo), uint32(lo), uint32(lo)}
	for i, it := range items {
		v, err := it.integer(lo, math.MaxUint32)
		if err != nil {
			return out, err
		}
		out[i] = uint32(v)
	}
	return out, nil
}

// maxBuffers limits the bytes of a launch's buffers together: a run needs a few
// times as much.
const maxBuffers = 1 << 30

func (l *Launch) args(n node) ([]Arg, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	var out []Arg
	total := 0
	for i, it := range items {
		l.parts[fmt.Sprintf("args.%d", i)] = it
		a, err := l.arg(it)
		if err != nil {
			return nil, err
		}
		if total += len(a.Data); total > maxBuffers {
			return nil, it.errorf("the buffers to this one have %d bytes together: the limit is %d", total, maxBuffers)
		}
		out = append(out, a)
	}
	return out, nil
}

var valueKinds = []string{"bytes", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"}

func (l *Launch) arg(n node) (Arg, error) {
	legal := append([]string{"buffer", "type", "expect", "check", "output", "save", "local", "image", "sampler"}, valueKinds...)
	if !n.isMapping() {
		return Arg{}, n.errorf("want an argument such as {buffer: FILE, type: f32} or {f32: 2.0}, found %q", n.text())
	}
	keys, err := n.fields()
	if err != nil {
		return Arg{}, err
	}
	first := keys[0]
	switch first.key {
	case "buffer":
		return l.bufferArg(n)
	case "local":
		if _, err := n.fields("local"); err != nil {
			return Arg{}, err
		}
		size, err := first.val.integer(1, 1<<16)
		return Arg{Kind: LocalArg, Size: size}, err
	case "image", "sampler":
		return Arg{}, first.at.unsupported("%s arguments; buffers, values and local memory are supported", first.key)
	}
	for _, k := range valueKinds {
		if k == first.key {
			if _, err := n.fields(k); err != nil {
				return Arg{}, err
			}
			data, err := valueBytes(k, first.val)
			return Arg{Kind: ValueArg, Data: data}, err
		}
	}
	return Arg{}, first.at.errorf("unknown argument %q: legal are %s", first.key, strings.Join(legal, ", "))
}

// valueBytes is the little-endian form of one value argument.
func valueBytes(kind string, n node) ([]byte, error) {
	if kind == "bytes" {
		b, err := hex.DecodeString(n.text())
		if err != nil || len(b) == 0 {
			return nil, n.errorf("want hexadecimal bytes such as \"0000803f\", found %q", n.text())
		}
		return b, nil
	}
	bits, _ := strconv.Atoi(kind[1:])
	var u uint64
	var err error
	switch kind[0] {
	case 'i':
		var v int64
		v, err = strconv.ParseInt(n.text(), 0, bits)
		u = uint64(v)
	case 'u':
		u, err = strconv.ParseUint(n.text(), 0, bits)
	case 'f':
		var v float64
		v, err = strconv.ParseFloat(n.text(), bits)
		u = math.Float64bits(v)
		if bits == 32 {
			u = uint64(math.Float32bits(float32(v)))
		}
	}
	if err != nil {
		return nil, n.errorf("want a value of type %s, found %q", kind, n.text())
	}
	out := make([]byte, bits/8)
	for i := range out {
		out[i] = byte(u >> (8 * i))
	}
	return out, nil
}

func (l *Launch) bufferArg(n node) (Arg, error) {
	fields, err := n.fields("buffer", "type", "expect", "check", "output", "save")
	if err != nil {
		return Arg{}, err
	}
	a := Arg{Kind: BufferArg}
	for _, f := range fields {
		switch f.key {
		case "buffer":
			if f.val.isMapping() {
				a.Data, err = generated(f.val)
			} else {
				a.Data, err = l.file(f.val)
			}
		case "type":
			a.Elem, err = parseElem(f.val)
		case "expect":
			a.Expect, err = l.file(f.val)
		case "check":
			a.Check, err = parseCheck(f.val)
		case "output":
			a.Output, err = f.val.boolean()
		case "save":
			a.Save, err = l.path(f.val)
		}
		if err != nil {
			return Arg{}, err
		}
	}
	if a.Expect != nil && len(a.Expect) != len(a.Data) {
		return Arg{}, n.errorf("expected data has %d bytes, the buffer %d", len(a.Expect), len(a.Data))
	}
	if err := a.Check.fits(a.Elem); err != nil {
		return Arg{}, n.errorf("%v", err)
	}
	return a, nil
}

// place puts the position of the part that an error of the ABI names before it.
func (l *Launch) place(err error) error {
	var e *abi.ArgError
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", l.File, err)
	}
	return l.at(e.Part).errorf("%v", err)
}

// at is the place of a key, or of the whole launch when it is not there.
func (l *Launch) at(key string) node {
	if n, ok := l.parts[key]; ok {
		return n
	}
	return l.top
}
