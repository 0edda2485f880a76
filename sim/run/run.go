package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/trace"
	"github.com/genvisa/genvisa/visa"
)

// Options choose what runs a launch and how.
type Options struct {
	Programs      []string          // files, instead of the launch's
	Contents      map[string][]byte // of programs that are in memory, by path
	Program       *load.Program     // one that is loaded already, instead of files
	Info          string            // .zeinfo or container, instead of the launch's
	Metadata      *abi.Info         // what is read already, instead of a file
	Data          *abi.Link         // program-scope data, instead of what is beside the metadata
	Kernel        string            // instead of the launch's
	Engine        load.EngineName
	Code          load.CodeName // what of the program runs; AnyCode goes by Engine
	Target        load.Target   // device of native code
	Platform      string        // target that vISA text was made for, instead of the launch's; "" where neither says
	Workers       int           // groups at the same time; 0 is one for each processor
	Deterministic bool          // one worker, groups in ascending order
	Limit         uint64        // instructions of the whole launch; 0 is no limit
	Progress      func(dispatch.Progress)
	Buffers       func(done, total int64) // is told of bytes of buffers: as they are filled before the launch, and compared after it
	From          *dispatch.State         // where to go on: Report.State of a run of the same launch and program
	Save          bool                    // keep Report.State when Limit or the context ends the run
	Trace         *observe.Trace          // tell each instruction; one worker runs, slowly
	Observers     []trace.Observer        // are told of each instruction; one worker runs, slowly
	Machine       *machine.Machine        // whose banks and L3 Stats counts; nil for banks as every machine has them, and no L3
	L3            bool                    // estimate the L3 of Machine, in Report.Stats
	L3Config      string                  // of it; "" for that of Machine, or the first that fits
	Stats         bool                    // count each instruction, in Report.Stats; one worker runs, slowly
	Apart         bool                    // leave 128 GB between buffers, so that an address past the end of one is in no other
	Set           []string                // changes for this run: "n=100", "y=@file.npy", "arg0=[1, 2]", "global=[64, 64]"; files from the current folder
	Hazards       bool                    // a thread of native code that touches a register too early ends with an *eu.HazardError; slow
}

// Loading are the options of loading a program.
func (o *Options) Loading() load.Options {
	return load.Options{Contents: o.Contents, Engine: o.Engine, Code: o.Code, Target: o.Target, Platform: o.Platform}
}

// Run runs a launch. An error with a report means that the run stopped early
// (fault, deadlock, limit, interrupt): the report holds what there is.
func Run(ctx context.Context, l *launch.Launch, o Options) (*Report, error) {
	s, p, err := Prepare(l, o)
	if err != nil {
		return nil, err
	}
	return s.Run(ctx, p)
}

// Prepare does what Run does before anything runs: it loads the program and the
// metadata.
func Prepare(l *launch.Launch, o Options) (*Session, *load.Program, error) {
	if l == nil {
		return nil, nil, errors.New("no launch: want one from ReadLaunch or ParseLaunch, or a Launch with a kernel, sizes and arguments")
	}
	if l.Native != nil {
		if err := fitsOptions(l, o); err != nil {
			return nil, nil, err
		}
		o.Target = load.Only(l.Native.Target)
	}
	if err := o.Loading().Check(); err != nil {
		return nil, nil, err
	}
	p, err := o.Program, error(nil)
	if o.Platform == "" {
		o.Platform = l.Platform
	}
	if p == nil {
		if p, err = loadPrograms(l, o); err != nil {
			return nil, nil, err
		}
	}
	own := l.Info == "" || len(o.Programs) > 0 || o.Program != nil // a program in the place of the launch's brings its metadata
	if p.Info != nil && l.Inputs == nil && o.Metadata == nil && o.Info == "" && own {
		o.Metadata = p.Info
	}
	if p.Data != nil && o.Data == nil {
		o.Data = p.Data
	}
	s, err := NewSession(l, o)
	if err == nil {
		s.linkage.Own(p)
	}
	return s, p, err
}

// Accepts does all that Run does but run: nil when the launch, its program
// and its metadata go together and are supported.
func Accepts(l *launch.Launch, o Options) error {
	s, p, err := Prepare(l, o)
	if err != nil {
		return err
	}
	m, err := s.memory(p)
	if err != nil {
		return err
	}
	payloads, err := s.payloads(m, p, nil)
	if err != nil {
		return err
	}
	if err := s.fits(p, payloads); err != nil {
		return err
	}
	_, err = s.engine(p, m.symbols)
	return err
}

// loadPrograms loads what the launch, or the options, name: one file, or texts
// that are linked.
func loadPrograms(l *launch.Launch, o Options) (*load.Program, error) {
	programs := o.Programs
	if len(programs) == 0 {
		programs = l.Programs
		if err := l.Inside("program", programs...); err != nil {
			return nil, err
		}
	}
	switch len(programs) {
	case 0:
		return nil, l.Errorf("", "missing key \"program\"")
	case 1:
		p, err := load.FromFile(programs[0], kernelName(l, o), o.Loading())
		return p, l.Named("program", programs[0], err)
	}
	if o.Code == load.IntelCode {
		return nil, &load.CodeError{Path: strings.Join(programs, " "), Code: o.Code, Have: "vISA text"}
	}
	k, err := load.ReadProgram(programs...)
	if err != nil {
		return nil, l.Named("program", strings.Join(programs, " "), err)
	}
	if err := load.MadeFor(k, o.Platform); err != nil {
		return nil, err
	}
	return load.FromVISA(k.File, k, o.Loading().Needs(), o.Target.Device())
}

// Session is a launch that can run several times, each on fresh memory: the
// benchmarks and the comparison of engines use it.
type Session struct {
	launch   *launch.Launch
	o        Options
	kernel   *abi.Kernel   // kernel metadata; nil for a launch with inputs
	inputs   *inputPayload // a launch with inputs
	native   *nativePayload
	inline   map[int]*mem.Sampler
	enqueues bool // the program has blocks of the kernel, abi.Info.Enqueues
	linkage  load.Linkage
}

// NewSession reads what a launch's threads start with: the kernel metadata, or
// for a launch with inputs the .input records of its vISA program.
func NewSession(l *launch.Launch, o Options) (*Session, error) {
	ready, err := l.Ready(append([]string{o.Info}, o.Programs...)...)
	if err != nil {
		return nil, err
	}
	s := &Session{launch: ready, o: o}
	if l.Native != nil {
		s.native = newNativePayload(l.Native)
		return s, s.set()
	}
	if l.Inputs != nil {
		if o.Info != "" || o.Metadata != nil {
			return nil, l.Errorf("inputs", "--info or kernel metadata: a launch with inputs has none, its text says where they lie")
		}
		k, err := inputKernel(l, o)
		if err != nil {
			return nil, err
		}
		if err := s.set(); err != nil {
			return nil, err
		}
		s.inputs, err = newInputPayload(s.launch, k)
		return s, err
	}
	s.linkage.Link = o.Data
	if o.Metadata != nil {
		s.linkage.From = o.Metadata.Name
		return s, s.find(o.Metadata)
	}
	infoPath := l.Info
	if o.Info != "" {
		infoPath = o.Info
	} else if err := l.Inside("info", l.Info); err != nil {
		return nil, err
	}
	if infoPath == "" {
		return nil, l.Errorf("", "missing key \"info\": the kernel's metadata (.zeinfo); or \"inputs\", its .input variables")
	}
	if err := s.readInfo(infoPath); err != nil {
		return nil, err
	}
	return s, nil
}

// readInfo reads the metadata, and what the program refers to, unless that is known.
func (s *Session) readInfo(path string) error {
	info, from, err := load.ReadInfo(path, s.o.Loading())
	if err != nil {
		return s.launch.Named("info", path, err)
	}
	if err := s.find(info); err != nil {
		return err
	}
	return s.linkage.Read(path, from)
}

// find takes the launch's kernel from metadata.
func (s *Session) find(info *abi.Info) (err error) {
	if s.kernel, err = info.Kernel(s.kernelName()); err != nil {
		return s.errorf("kernel", "%v", err)
	}
	s.linkage.Kernel = s.kernel
	if err := s.set(); err != nil {
		return err
	}
	s.enqueues = info.Enqueues(s.kernel.Name)
	return s.findSamplers()
}

// inputKernel is the vISA text that says where inputs go; a native program
// replaces what runs, not this.
func inputKernel(l *launch.Launch, o Options) (*visa.Kernel, error) {
	if o.Program != nil && o.Program.VISA != nil {
		return o.Program.VISA, nil
	}
	for n, path := range slices.Concat(o.Programs, l.Programs) {
		if n >= len(o.Programs) {
			if err := l.Inside("program", path); err != nil {
				return nil, err
			}
		}
		k, err := o.Loading().ReadVISA(path)
		if kind := new(files.KindError); !errors.As(err, &kind) {
			return k, err
		}
	}
	return nil, l.Errorf("inputs", "inputs need a .visaasm program, whose .input records say where they go")
}

// memory allocates the launch's buffers and binds them: by the metadata, or
// without it the n-th buffer to binding table index n.
func (s *Session) memory(p *load.Program) (*memory, error) {
	if err := s.launch.Obtain(); err != nil {
		return nil, err
	}
	m := mem.New()
	if s.o.Apart {
		m.SetApart()
	}
	buffers := make([]*mem.Buffer, len(s.launch.Args))
	args := make([]abi.Arg, len(s.launch.Args))
	symbols, data, err := s.linkage.Data(m, p)
	if err != nil {
		return nil, err
	}
	out := &memory{m: m, buffers: buffers, args: args, symbols: symbols, data: data}
	if err := s.place(m, buffers); err != nil {
		return nil, err
	}
	images := make([]*mem.Image, len(s.launch.Args))
	bti, samplers := 0, 0
	for i := range s.launch.Args {
		a := &s.launch.Args[i]
		switch a.Kind {
		case launch.BufferArg:
			if buffers[i] == nil {
				buffers[i] = m.Alloc(fmt.Sprintf("arg%d", i), a.Len())
			}
			args[i] = abi.Arg{Kind: abi.Buffer, Addr: buffers[i].Base}
			if s.kernel == nil && s.native == nil {
				m.Bind(bti, buffers[i])
				bti++
			}
		case launch.LocalArg:
			args[i] = abi.Arg{Kind: abi.Local, Size: a.Size}
		case launch.ImageArg:
			buffers[i] = m.Alloc(fmt.Sprintf("arg%d", i), a.Len())
			args[i] = abi.Arg{Kind: abi.Image, Image: imageInfo(a.Image)}
			images[i] = mem.NewImage(*a.Image, buffers[i])
			if s.kernel == nil {
				m.BindImage(bti, images[i])
				bti++
			}
		case launch.SamplerArg:
			args[i] = abi.Arg{Kind: abi.Sampler, Sampler: samplerInfo(a.Sampler)}
			if s.kernel == nil && samplers < mem.MaxSamplers {
				m.BindSampler(samplers, a.Sampler)
				samplers++
			}
		case launch.ValueArg:
			args[i] = abi.Arg{Kind: abi.Value, Bytes: a.Data}
		}
	}
	if s.native != nil {
		s.bindNative(m, buffers)
	}
	if s.kernel == nil {
		return out, nil
	}
	s.printfBuffer(out)
	s.bind(out, images)
	s.bindSamplers(m)
	return out, nil
}

// memory is what a launch's threads reach.
type memory struct {
	m       *mem.Memory
	buffers []*mem.Buffer // by argument
	args    []abi.Arg
	symbols map[string]uint64 // of program-scope data
	data    map[abi.ArgType]uint64
	printf  *mem.Buffer // nil when the kernel does not print
}

// payloads is what the threads start with.
func (s *Session) payloads(reach *memory, p *load.Program, private *mem.Buffer) (dispatch.Payloads, error) {
	if s.native != nil {
		return s.native, nil
	}
	if err := p.Starts(); err != nil {
		return nil, err
	}
	if s.kernel == nil {
		in := *s.inputs
		in.scratch = abi.ScratchFor(p.Scratch)
		return &in, nil
	}
	l := s.launch
	if err := s.checkAccess(); err != nil {
		return nil, err
	}
	launch := &abi.Launch{Dims: l.Dims, Global: l.Global, Local: l.Local, Offset: l.Offset, Args: reach.args, Data: reach.data, Scratch: p.Scratch}
	if private != nil {
		launch.Private = private.Base
	}
	s.handles(launch)
	b, err := s.kernel.NewBuilder(launch)
	if err != nil {
		return nil, l.Place(err)
	}
	return b, nil
}

// Run runs the launch once with program p.
func (s *Session) Run(ctx context.Context, p *load.Program) (*Report, error) {
	if p == nil || p.Engine == nil {
		return nil, errors.New("no program: want one from FromFile, FromVISA or FromNative")
	}
	memory, err := s.memory(p)
	if err != nil {
		return nil, err
	}
	m, buffers := memory.m, memory.buffers
	private, err := s.private(m)
	if err != nil {
		return nil, err
	}
	payloads, err := s.payloads(memory, p, private)
	if err != nil {
		return nil, err
	}
	if err := s.fits(p, payloads); err != nil {
		return nil, err
	}
	engine, err := s.engine(p, memory.symbols)
	if err != nil {
		return nil, err
	}
	fill := s.meter(buffers)
	for i, b := range buffers {
		if b != nil {
			if err := s.launch.Args[i].Begin(ctx, b.Contents(), fill); err != nil {
				return nil, err
			}
		}
	}
	told, err := s.told(payloads)
	if err != nil {
		return nil, err
	}
	watch, engine, err := observe.Watch(ctx, p.Path, p.Listing(engine), engine, told)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		ctx = watch.Context
		defer watch.Keep()
	}
	names, err := s.names(m)
	if err != nil {
		return nil, s.launch.Unsupportedf("target", "%v", err)
	}
	start := time.Now()
	res, err := dispatch.Run(ctx, &dispatch.Launch{
		Engine: engine, Payloads: payloads, Mem: m, States: names, Private: private, PrivateSize: s.privateSize(), Workers: s.o.Workers,
		Deterministic: s.o.Deterministic || watch != nil || memory.printf != nil, Limit: s.o.Limit, Progress: s.o.Progress,
		From: s.o.From, Save: s.o.Save, Control: control(s.launch), Begin: begin(s.launch.Native), Aside: s.launch.Native != nil,
	})
	rep := s.report(p)
	rep.Duration, rep.Finished = time.Since(start), err == nil
	err = p.Origin.Locate(s.address(m, absent(payloads, p.Origin.Calls(err))))
	rep.Groups, rep.Threads, rep.Instructions, rep.State = res.Groups, res.Threads, res.Instructions, res.State
	rep.Outside = res.Outside
	if perr := s.printed(rep, memory, p); err == nil {
		if err = perr; err == nil {
			s.checkPrinted(rep)
		}
	}
	for _, o := range res.Outside {
		if o.First != nil {
			p.Origin.Name(&o.First.Place)
		}
		rep.OutOfBounds += o.Count
	}
	s.compare(rep, buffers, err == nil)
	rep.Stopped = origin.Stopped(err)
	if watch != nil {
		rep.Stats, err = watch.Finish(err)
	}
	return rep, err
}

// report is what is known before the run.
func (s *Session) report(p *load.Program) *Report {
	l := s.launch
	rep := &Report{
		Kernel: l.Kernel, Program: p.Path, Engine: p.About, Runs: p.Runs.Shown(), Global: l.Global, Local: l.Local, Code: p.Code,
		Compared: []launch.Compared{}, Buffers: make([][]byte, len(l.Args)),
	}
	if p.Origin.Note != "" {
		rep.Notes = append(rep.Notes, p.Origin.Note)
	}
	rep.Notes = append(rep.Notes, s.formatNotes(p)...)
	switch {
	case s.kernel != nil:
		rep.Kernel, rep.SIMD = s.kernel.Name, s.kernel.SIMD
	case s.native != nil:
		rep.SIMD = l.Native.SIMD
	default:
		rep.SIMD = s.inputs.simd
	}
	return rep
}
