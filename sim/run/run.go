package run

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/trace"
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
	Code          load.CodeName   // what of the program runs; AnyCode goes by Engine
	EngineCode    load.EngineCode // what native code is executed by; with Trace, Observers, Stats or Hazards always load.Portable
	Target        load.Target     // device of native code
	Platform      string          // target that vISA text was made for, instead of the launch's; "" where neither says
	GRFs          int             // registers of threads of what is compiled here, instead of those that the metadata say; 0 for these
	Workers       int             // groups at the same time; 0 is one for each processor
	Deterministic bool            // one worker, groups in ascending order
	Limit         uint64          // instructions of the whole launch; 0 is no limit
	Progress      func(dispatch.Progress)
	Buffers       func(done, total int64) // is told of bytes of buffers: as they are filled before the launch, and compared after it
	From          *dispatch.State         // where to go on: Report.State of a run of the same launch and program
	Save          bool                    // keep Report.State when Limit or the context ends the run
	Preempt       uint64                  // preempt the launch after so many of its instructions, in Report.Image; 0: never
	Resume        []byte                  // where to go on: Report.Image of a run of the same launch and program
	System        System                  // system routine of native code, for launches that have no keys for it
	Occupancy     bool                    // count the groups that Machine has room for, in Report.Occupancy
	Trace         *observe.Trace          // tell each instruction; one worker runs, slowly
	Observers     []trace.Observer        // are told of each instruction; one worker runs, slowly
	Machine       *machine.Machine        // where groups run when it has room for them, and whose banks and L3 Stats counts; nil for banks as every machine has them, and no L3
	L3            bool                    // estimate the L3 of Machine, in Report.Stats
	L3Config      string                  // of it; "" for that of Machine, or the first that fits
	Stats         bool                    // count each instruction, in Report.Stats; one worker runs, slowly
	Apart         bool                    // leave 128 GB between buffers, so that an address past the end of one is in no other
	Start         abi.Start               // what threads of native code start with on targets with the fact PayloadMemory; the zero value is abi.StartByGroup
	Set           []string                // changes for this run: "n=100", "y=@file.npy", "arg0=[1, 2]", "global=[64, 64]"; files from the current folder
	States        string                  // "linear", "x", "y", "4": surfaces and samplers are states in memory, as a driver writes them, and images have that tiling
	Hazards       bool                    // a thread of native code that touches a register too early ends with an *eu.HazardError; slow
}

// Loading are the options of loading a program.
func (o *Options) Loading() load.Options {
	return load.Options{Contents: o.Contents, Engine: o.Engine, Code: o.Code, Target: o.Target, Platform: o.Platform, GRFs: o.GRFs}
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
	if err := errors.Join(o.Loading().Check(), o.EngineCode.Check()); err != nil {
		return nil, nil, err
	}
	if _, ok := stateTilings[o.States]; !ok && o.States != "" {
		return nil, nil, fmt.Errorf("states %q: legal are %s", o.States, strings.Join(StateTilings(), ", "))
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
	if err != nil {
		return nil, nil, err
	}
	if s.kernel != nil && o.Program == nil && o.GRFs == 0 {
		if p, err = p.ForFile(s.kernel.Registers()); err != nil {
			return nil, nil, err
		}
	}
	s.linkage.Own(p)
	return s, p, nil
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
	if n := l.Native; len(programs) == 0 && n != nil && n.Code != nil {
		return load.FromNative(fmt.Sprintf("code at %#x", n.CodeAt), n.Code, n.Target)
	}
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
	return load.FromText(k, o.Loading())
}
