package launch

import (
	"github.com/genvisa/genvisa/internal/files"
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
	Addr   uint64 // BufferArg: where it is in the address space; 0: where there is room

	Image   *mem.ImageShape // ImageArg, which else is as BufferArg: complete
	Access  string          // ImageArg: readonly, writeonly, readwrite; "" for what the metadata says
	Sampler *mem.Sampler    // SamplerArg

	fill       *filler // generated contents
	dataFile   string  // path of Data's file
	expectFile string
	expectKind dataKind
	expectHead []byte   // of npyData: what is before the numbers
	shape      []int    // of the numbers of Data's file
	inline     *written // Data, when it stands in the launch file
	wanted     *written // Expect, when it does
	layout     *Layout  // of a value with fields
	kind       string   // of a value: the key that says its type
	packed     bool     // of a structure
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
	others                []string // files that a run reads instead of the launch's
	room                  int64    // bytes that buffers may still have
	inside                bool     // files outside of its folder are refused
	top                   node
	parts                 map[string]node // by key, and "args.N": places for messages
}

// Read reads a launch file and the data files it names. Errors carry
// file, line and column.
func Read(path string) (*Launch, error) {
	src, _, err := files.Read(path, files.Launch)
	if err != nil {
		return nil, err
	}
	return Parse(path, src)
}

// The keys of a launch, and of a buffer argument; docs/launch.md says what they
// mean.
var (
	launchKeys = []string{"kernel", "program", "platform", "info", "dimensions", "global", "local", "offset", "args", "inputs", "threads", "printf"}
	bufferKeys = []string{"buffer", "type", "expect", "check", "output", "save", "address"}
)

// Parse reads launch text; path names it in messages and anchors the
// relative paths in it.
func Parse(path string, src []byte) (*Launch, error) {
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
	return l.checkSaves()
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
		l.Inputs, err = l.parseInputs(f.val)
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
