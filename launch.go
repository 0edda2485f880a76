package genvisa

import (
	"context"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/sim/trace"
)

// Launch says what runs, in what sizes and on what, and what must come out: a
// launch file read into memory, or made by a program. Without metadata, Inputs
// gives the kernel's .input variables.
type Launch = launch.Launch

// Arg is one argument of a launch, in the kernel's order.
type Arg = launch.Arg

// Kinds of arguments.
const (
	BufferArg  = launch.BufferArg  // global memory, Data at first
	ValueArg   = launch.ValueArg   // Data by value, little endian
	ImageArg   = launch.ImageArg   // Image, Data at first
	SamplerArg = launch.SamplerArg // Sampler
	LocalArg   = launch.LocalArg   // Size bytes of shared local memory
)

// Input is bytes for a .input variable by name.
type Input = launch.Input

// Metadata is where a program's kernels expect arguments and ids: IGC's .zeinfo.
type Metadata = abi.Info

// Program is a kernel that is ready to run on an engine.
type Program = load.Program

// Report is what a run did: counts, comparisons, and in Buffers the contents
// afterwards, by argument.
type Report = run.Report

// ReadLaunch reads a launch file and the data that it names.
func ReadLaunch(path string) (*Launch, error) { return launch.Read(path) }

// ParseLaunch reads the text of a launch file; path names it in messages and is
// what relative paths in it start from.
func ParseLaunch(path string, text []byte) (*Launch, error) { return launch.Parse(path, text) }

// ReadLaunchInside is ReadLaunch of a stranger's file: it refuses files outside of the launch's
// folder, to be read or written.
func ReadLaunchInside(path string) (*Launch, error) { return launch.ReadInside(path) }

// ParseLaunchInside is ParseLaunch of a stranger's text: see ReadLaunchInside.
func ParseLaunchInside(path string, text []byte) (*Launch, error) {
	return launch.ParseInside(path, text)
}

// ParseMetadata reads the text of a .zeinfo file; name stands for it in messages.
func ParseMetadata(name string, text []byte) (*Metadata, error) { return abi.ParseZeInfo(name, text) }

// Interpret prepares a kernel for the reference interpreter. It refuses a kernel
// with findings.
func Interpret(k *Kernel) (*Program, error) {
	if err := verified(k); err != nil {
		return nil, err
	}
	return load.FromVISA(k.File, k, load.Interp, 0)
}

// Simulate compiles a kernel for a target and prepares the code for the model of
// the execution unit. It refuses a kernel with findings.
func Simulate(k *Kernel, target string) (*Program, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	if err := verified(k); err != nil {
		return nil, err
	}
	return load.FromVISA(k.File, k, load.Sim, t)
}

// Native prepares native code of a target for the model of the execution unit;
// name stands for it in messages.
func Native(name, target string, code []byte) (*Program, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	return load.FromNative(name, code, t)
}

// EngineName is a choice of an engine: Interp or Sim; "" runs vISA on the interpreter and
// native code on the model.
type EngineName = load.EngineName

// Engines.
const (
	Interp = load.Interp // the vISA interpreter
	Sim    = load.Sim    // the model of the execution unit; vISA is compiled first
)

// CodeName is a choice of what runs of a program: its vISA, interpreted or compiled, or
// its native code.
type CodeName = load.CodeName

// Codes.
const (
	InterpCode = load.InterpCode // vISA on the interpreter
	OurCode    = load.OurCode    // vISA, compiled here, on the model of the execution unit
	IntelCode  = load.IntelCode  // native code of a file on the same model
)

// EngineCode is a choice of what the model executes native code by.
type EngineCode = load.EngineCode

// Ways to execute native code.
const (
	JIT      = load.JIT      // code of the host's processor that is compiled for the program, where that can be; "" is the same
	Portable = load.Portable // the rows of the model: the same results
)

// HazardError is a register that a thread touches before an earlier instruction is done
// with it.
type HazardError = eu.HazardError

// Options choose what runs a launch and how. The zero value runs what the launch
// names: vISA on the interpreter, native code on the model.
type Options struct {
	Program       *Program   // instead of the launch's file
	Metadata      *Metadata  // instead of the launch's file
	Engine        EngineName // for the launch's file: Interp or Sim; "" as it fits
	Code          CodeName   // for the launch's file, instead of Engine
	EngineCode    EngineCode // of native code; with Trace, Observer, Stats or Hazards always Portable
	Target        string     // device of native code; "" is that of a container or launch that names one, else DefaultTarget
	Platform      string     // device that vISA text was made for; "" is what the launch or the text says (MadeFor)
	GRFs          int        // registers of threads of what is compiled here, instead of those that the metadata say; 0 is these
	Workers       int        // groups at the same time; 0 is one for each processor
	Deterministic bool       // one worker, groups in ascending order
	Limit         uint64     // instructions of the whole launch; 0 is no limit
	Hazards       bool       // stop a thread of native code that touches a register too early, with a *HazardError; slow

	// Set changes the launch for this run, each "NAME=VALUE": an argument by its name in the metadata or as argN, with a
	// value as in a launch file or @ and a file ("n=100", "y=@y.npy", "arg1=[1, 2]"); global, local or offset.
	Set []string

	Progress func(Progress)          // called now and then while the launch runs, from one goroutine
	Buffers  func(done, total int64) // called while buffers get their contents, and while they are compared afterwards: bytes
	Trace    *Trace                  // write each instruction with values by lane; one worker runs, slowly
	Observer Observer                // is told of each instruction, with values where it wants them; one worker runs, slowly
	Stats    bool                    // count each instruction, in Report.Stats; one worker runs, slowly

	// Machine is where groups run when it has room for them, and what Occupancy counts; nil for none of its own.
	Machine   *Machine
	Occupancy bool // count the groups that Machine has room for, in Report.Occupancy

	Preempt uint64 // preempt the launch after so many of its instructions: Report.Preempted, and Report.Image; 0: never
	Resume  []byte // Report.Image of a run of the same launch and program, in any process: where to go on

	System System // system routine of native code, for launches that have no keys for it
}

// Machine is a device with what is around its execution units.
type Machine = machine.Machine

// Occupancy is how a launch fills a machine.
type Occupancy = machine.Occupancy

// System is a system routine: where threads of native code go that take an exception.
type System = run.System

// ImageError is a Resume that the launch cannot go on from; it names the offset and the field
// in the file, or what image and launch disagree about.
type ImageError = run.ImageError

// MachineNamed is a machine that genvisa knows, "bxt" or "skl-gt2" (docs/machine.md).
func MachineNamed(name string) (*Machine, error) { return machine.Named(name) }

// ParseMachine reads a machine file; name stands for it in messages.
func ParseMachine(name string, text []byte) (*Machine, error) { return machine.Parse(name, text) }

// Progress is how far a launch has come, in groups and instructions.
type Progress = dispatch.Progress

// Trace is where a run writes what its threads do, as genvisa run --trace does, and
// of which instructions: those that one of the filters shows, all without a filter.
type Trace = observe.Trace

// TraceFilter chooses instructions by line, offset, group and thread.
type TraceFilter = observe.Filter

// ParseTraceFilter reads the text of a filter, as after --trace: "all", or terms that
// must all hold, "line=12-20,group=0.1,thread=3".
func ParseTraceFilter(text string) (TraceFilter, error) { return observe.ParseFilter(text) }

// Observer is told of instructions while they run: Wants before each, and Ran after
// it, with the values of its operands where Wants said so.
type Observer = trace.Observer

// Event is one instruction of one thread. Program.Place has the text of its Index.
type Event = trace.Event

// Check is how elements are compared: bit by bit, or with a tolerance.
type Check = launch.Check

// Compared is the outcome of a comparison, with the first mismatches.
type Compared = launch.Compared

// Compare compares two buffers of elements, "f32" or "u8": what two engines or two
// compilers make of a launch. Run compares with what the launch expects.
func Compare(elem string, c Check, got, want []byte) (Compared, error) {
	e, err := launch.ParseElem(elem)
	if err != nil {
		return Compared{}, err
	}
	return launch.Compare(e, c, got, want)
}

// Run runs a launch. An error together with a report means that the run stopped
// early, by a fault, deadlock, limit or ctx: the report holds what there is.
// Report.OK says whether everything that the launch expects came out.
func Run(ctx context.Context, l *Launch, o Options) (*Report, error) {
	t, err := runTarget(o.Target)
	if err != nil {
		return nil, err
	}
	var observers []Observer
	if o.Observer != nil {
		observers = []Observer{o.Observer}
	}
	return run.Run(ctx, l, run.Options{
		Program: o.Program, Metadata: o.Metadata, Engine: o.Engine, Code: o.Code, Target: t, Platform: o.Platform, GRFs: o.GRFs,
		Workers: o.Workers, Deterministic: o.Deterministic, Limit: o.Limit, Hazards: o.Hazards, EngineCode: o.EngineCode, Set: o.Set,
		Progress: o.Progress, Buffers: o.Buffers, Trace: o.Trace, Observers: observers, Stats: o.Stats,
		Machine: o.Machine, Occupancy: o.Occupancy, Preempt: o.Preempt, Resume: o.Resume, System: o.System,
	})
}
