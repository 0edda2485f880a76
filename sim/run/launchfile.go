package run

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

// ArgKind says what a kernel argument of a launch is.
type ArgKind uint8

// Argument kinds.
const (
	BufferArg ArgKind = iota // global memory
	ValueArg                 // bytes by value
	LocalArg                 // shared local memory of Size bytes
	ImageArg                 // an image
	SamplerArg
)

// Arg is one argument of a launch, in the kernel's order.
type Arg struct {
	Kind   ArgKind
	Data   []byte // BufferArg: initial contents, nil when they are generated; ValueArg: the value, little endian
	Size   int    // LocalArg, BufferArg with generated contents: bytes
	Elem   Elem   // BufferArg: element type for comparison and printing
	Expect []byte // BufferArg: expected contents; nil when none
	Check  Check
	Output bool   // BufferArg without Expect: may change
	Save   string // BufferArg: file to write afterwards, relative to the launch file

	Image   *mem.ImageShape // ImageArg, which else is as BufferArg: complete
	Access  string          // ImageArg: readonly, writeonly, readwrite; "" for what the metadata says
	Sampler *mem.Sampler    // SamplerArg

	fill       *filler // generated contents
	dataFile   string  // path of Data's file
	expectFile string
	expectKind dataKind
	expectHead []byte         // of npyData: what is before the numbers
	shape      []int          // of the numbers of Data's file
	inline     *written       // Data, when it stands in the launch file
	wanted     *written       // Expect, when it does
	layout     *launch.Layout // of a value with fields
	kind       string         // of a value: the key that says its type
	packed     bool           // of a structure
}

// Len is the size of a buffer in bytes.
func (a *Arg) Len() int {
	if a.fill != nil {
		return a.Size
	}
	return len(a.Data)
}

// Launch is a launch file read into memory (data files included).
type Launch struct {
	File                  string
	Kernel                string
	Programs              []string // paths, already relative to the working folder
	Platform              string   // target that vISA text was made for, or ""
	Info                  string   // path of the .zeinfo, or of a container with metadata; or ""
	Dims                  int
	Global, Local, Offset [3]uint32
	Args                  []Arg
	Inputs                []Input  // nil: the kernel's metadata says what threads start with
	Threads               int      // with Inputs: threads of the only group; 0 is 1
	Printf                []byte   // text that the kernel must print; nil: any
	Native                *Native  // native code without OpenCL; no kernel metadata, sizes and inputs then
	printfFile            string   // where Printf is from; "" when it stands in the launch file
	reads                 []string // data files
	room                  int64    // bytes that buffers may still have
	inside                bool     // files outside of its folder are refused
	top                   node
	parts                 map[string]node // by key, and "args.N": places for messages
}

// ReadLaunch reads a launch file and the data files it names. Errors carry
// file, line and column.
func ReadLaunch(path string) (*Launch, error) {
	src, _, err := files.Read(path, files.Launch)
	if err != nil {
		return nil, err
	}
	return ParseLaunch(path, src)
}

// The keys of a launch, and of a buffer argument; docs/launch.md says what they
// mean.
var (
	launchKeys = []string{"kernel", "program", "platform", "info", "dimensions", "global", "local", "offset", "args", "inputs", "threads", "printf"}
	bufferKeys = []string{"buffer", "type", "expect", "check", "output", "save"}
)

// ParseLaunch reads launch text; path names it in messages and anchors the
// relative paths in it.
func ParseLaunch(path string, src []byte) (*Launch, error) {
	l := &Launch{File: path}
	if err := l.parse(src); err != nil {
		return nil, err
	}
	return l, nil
}

// parse reads the text of a launch whose file is known.
func (l *Launch) parse(src []byte) (err error) {
	if l.top, err = parseYAML(l.File, src); err != nil {
		return err
	}
	l.parts, l.room = map[string]node{}, maxBuffers
	if l.top.has("dispatch") {
		return l.parseNative()
	}
	fields, err := l.top.fields(launchKeys...)
	if err != nil {
		return err
	}
	for _, f := range fields {
		l.parts[f.key] = f.at
		if err := l.set(f); err != nil {
			return err
		}
	}
	return l.checkKeys()
}

// checkKeys finds keys that are missing or do not go together.
func (l *Launch) checkKeys() error {
	need, not := []string{"kernel", "global", "local", "args"}, []string{"threads"}
	if l.Inputs != nil {
		need, not = []string{"kernel", "args"}, []string{"info", "dimensions", "global", "local", "offset"}
		l.Threads = max(l.Threads, 1)
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
	if l.Inputs == nil {
		l.countDimensions()
	}
	return l.checkSaves(l.Programs, []string{l.Info})
}

func (l *Launch) set(f field) (err error) {
	switch f.key {
	case "kernel":
		l.Kernel, err = f.val.str()
	case "program":
		l.Programs, err = l.paths(f.val)
	case "platform":
		l.Platform, err = platformOf(f.val)
	case "info":
		l.Info, err = l.name(f.val)
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
		l.Inputs, err = parseInputs(f.val)
	case "threads":
		l.Threads, err = f.val.integer(1, maxInputThreads)
	case "printf":
		err = l.printf(f.val)
	}
	return err
}

// countDimensions is what the sizes say when the launch does not name it.
func (l *Launch) countDimensions() {
	if l.Dims != 0 {
		return
	}
	l.Dims = 3
	for l.Dims > 1 && l.Global[l.Dims-1] == 1 && l.Local[l.Dims-1] == 1 && l.Offset[l.Dims-1] == 0 {
		l.Dims--
	}
}

// path is a file that the launch names, inside its folder if that is asked for.
func (l *Launch) path(n node) (string, error) {
	p, err := l.name(n)
	if err != nil {
		return "", err
	}
	return p, l.refuseOutside(n, p)
}

// name is the path of a file that the launch names, wherever that is.
func (l *Launch) name(n node) (string, error) {
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
		p, err := l.name(n)
		return []string{p}, err
	}
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, n.errorf("no program: want a file or a list of files")
	}
	var out []string
	for _, it := range items {
		p, err := l.name(it)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (l *Launch) file(n node) (data []byte, path string, err error) {
	p, err := l.path(n)
	if err != nil {
		return nil, "", err
	}
	info, err := os.Stat(p)
	switch {
	case err != nil:
		return nil, "", n.unreadable(p, err)
	case info.IsDir():
		return nil, "", n.errorf("%s: want a file with data, found a folder", p)
	case !info.Mode().IsRegular():
		return nil, "", n.errorf("%s: want a file with data, found a device or pipe", p)
	}
	if err := l.take(n, info.Size()); err != nil {
		return nil, "", err
	}
	l.reads = append(l.reads, p)
	b, err := os.ReadFile(p)
	if err != nil {
		return nil, "", n.unreadable(p, err)
	}
	return b, p, nil
}

// unreadable is the error for a file that the launch names at n.
func (n node) unreadable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return n.errorf("%s: %v", path, err)
}

// named puts the place of the key that names a file before an error of reading
// that file, unless the file is not the launch's.
func (l *Launch) named(key, path string, err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) || path != l.Info && !slices.Contains(l.Programs, path) {
		return err
	}
	return l.at(key).unreadable(path, err)
}

// checkSaves refuses to write a result over a file that the launch reads: the
// next run would silently be another one.
func (l *Launch) checkSaves(inputs ...[]string) error {
	taken := slices.Concat(l.reads, []string{l.File}, slices.Concat(inputs...))
	for i := range l.Args {
		save := l.Args[i].Save
		if save == "" {
			continue
		}
		if slices.ContainsFunc(taken, func(p string) bool { return files.Same(p, save) }) {
			return l.at(argPart(i)).errorf("save: %s is a file that this launch reads or saves already: want another name", save)
		}
		taken = append(taken, save)
	}
	return nil
}

func argPart(i int) string { return fmt.Sprintf("args.%d", i) }

func (n node) integer(lo, hi int64) (int, error) {
	v, err := n.whole(lo, hi)
	return int(v), err
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
		v, err := it.whole(lo, math.MaxUint32)
		if err != nil {
			return out, err
		}
		out[i] = uint32(v)
	}
	return out, nil
}

// maxBuffers limits the bytes of a launch's buffers and expectations together. A
// run needs them once, and the contents of files twice.
const maxBuffers = 1 << 30

func (l *Launch) args(n node) ([]Arg, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	var out []Arg
	if len(items) > maxArgs {
		return nil, n.errorf("%d arguments: the limit is %d", len(items), maxArgs)
	}
	for i, it := range items {
		l.parts[argPart(i)] = it
		a, err := l.arg(it)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// maxArgs is the most arguments that kernel metadata can number.
const maxArgs = 1024

// argKinds are the keys that say what an argument is; the keys of values beside
// them are those of isValue.
var argKinds = []string{"buffer", "local", "image", "sampler"}

func (l *Launch) arg(n node) (Arg, error) {
	if !n.isMapping() {
		return Arg{}, n.want("an argument such as {buffer: FILE, type: f32} or {f32: 2.0}")
	}
	keys, err := n.fields()
	if err != nil {
		return Arg{}, err
	}
	legal := slices.Concat(argKinds, valueChoices())
	i := slices.IndexFunc(keys, func(f field) bool { return slices.Contains(argKinds, f.key) || isValue(f.key) })
	if i < 0 {
		if len(keys) == 0 {
			return Arg{}, n.errorf("empty argument: want one of the keys %s", strings.Join(legal, ", "))
		}
		return Arg{}, keys[0].at.errorf("unknown argument %q: want one of the keys %s", keys[0].key, strings.Join(legal, ", "))
	}
	switch kind := keys[i]; kind.key {
	case "buffer":
		return l.bufferArg(n)
	case "local":
		if _, err := n.fields("local"); err != nil {
			return Arg{}, err
		}
		size, err := kind.val.integer(1, 1<<16)
		return Arg{Kind: LocalArg, Size: size}, err
	case "image":
		return l.imageArg(n)
	case "sampler":
		return samplerArg(n)
	default:
		return valueArg(n)
	}
}

// place puts the position of the part that an error of the ABI names before it.
func (l *Launch) place(err error) error {
	var e *abi.ArgError
	var un *abi.UnsupportedError
	switch {
	case errors.As(err, &un): // about the metadata
		return err
	case !errors.As(err, &e):
		return fmt.Errorf("%s: %w", l.File, err)
	}
	return l.at(e.Part).errorf("%v%s", err, l.laidOut(e.Part))
}

// laidOut says how the value that a part names lies in memory, when it has fields.
func (l *Launch) laidOut(part string) string {
	for i := range l.Args {
		if a := &l.Args[i]; a.layout != nil && argPart(i) == part {
			return fmt.Sprintf("; it is laid out as %v", a.layout)
		}
	}
	return ""
}

// at is the place of a key, or of the whole launch when it is not there.
func (l *Launch) at(key string) node {
	if n, ok := l.parts[key]; ok {
		return n
	}
	return l.top
}
