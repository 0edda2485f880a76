package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

type runCmd struct {
	Launch        string
	Other         string
	Program       []string
	Info          string
	Kernel        string
	Engine        string
	Code          string
	EngineCode    string
	All           bool
	Target        string
	Platform      string
	GRFs          uint64
	Options       string
	Workers       uint64
	Deterministic bool
	Limit         uint64
	OOB           string
	Trace         []string
	Stats         bool
	Hazards       bool
	Set           []string
	Print         []string
	Bless         bool
	AllowOutside  bool
	JSON          bool
	Around        machineChoice
	Switch        switchChoice
	System        systemChoice
}

func (c *runCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.Launch, "LAUNCH", true, "Launch file (YAML); - is standard input. In its place a program alone: OpenCL C (.cl, which ocloc compiles), a container or vISA text runs as genvisa init would launch it."),
		argument(&c.Other, "PROGRAM", false, "Program, as with --program; it may also come first."),
	}
	to.DisableSliceFlagSeparator = true // --trace and --set have commas of their own
	to.Flags = []cli.Flag{
		list(&c.Program, "program", "FILE", "Program instead of the launch's, - for standard input: .visaasm, .dat, .isa, a container (zebin, ocloc's .bin), or OpenCL C (.cl). May be given again."),
		word(&c.Info, "info", "", "FILE", "", "Kernel metadata (.zeinfo, or of a container) instead of the launch's, or of what a container says."),
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel instead of the launch's."),
		choice(&c.Engine, "engine", "interp: the vISA interpreter; sim: the EU model (a vISA program is compiled first). Default: interp for vISA, sim for native code.", "auto", "interp", "sim"),
		choice(&c.Code, "code", "What of a container or .isa runs. intel: its native code; ours: its vISA, compiled here; interp: that, interpreted. Of a text, ours or interp. Instead of --engine. Default: native code, where there is any.", "auto", "intel", "ours", "interp"),
		engineCode(&c.EngineCode),
		onOff(&c.All, "all", "Run every code that there is, interp, ours and intel, and compare their results."),
		word(&c.Target, "target", "", "TARGET", "", "Device of native code: "+targetNames(modelled)+"; of vISA that is compiled: "+targetNames(lower.Supported)+". Default: a container's, else skl. The interpreter has none."),
		platform(&c.Platform),
		registers(&c.GRFs),
		buildFlag(&c.Options),
		number(&c.Workers, "workers", "Groups that run at the same time; 0: one for each processor."),
		onOff(&c.Deterministic, "deterministic", "One worker, groups in ascending order."),
		number(&c.Limit, "limit", "Stop after this many instructions; 0: no limit."),
		choice(&c.OOB, "oob", "An access past the end of a buffer or of local memory, or a read by an address outside of its variable: note it, or error: exit code 1.", "note", "error"),
		list(&c.Trace, "trace", "WHICH", "Print what each thread does, instruction by instruction with values by lane: all, or line=12-20,ip=0x40,source=17,group=0.1,thread=3 (any of them; may be given again). line= is of vISA text, source= of the OpenCL source, where -g has named its lines."),
		onOff(&c.Stats, "stats", "Also print executions, active lanes, messages, accesses past an end by instruction and, with -g, by source line, what was approximate, and of native code an estimate of clocks and stalls. Like --trace it runs one worker, slowly."),
		onOff(&c.Hazards, "hazards", "Stop native code that touches a register before an earlier instruction is done with it, because a distance, a token or a DepCtrl is wrong. Slow."),
		list(&c.Set, "set", "ARG=VALUE", "For this run, another value of an argument by its name in the metadata or as argN, or of global, local or offset: n=100, a=2.5, y=@file.npy, 'arg2=[1, 2]', or of a field of a structure: p.width=64. May be given again."),
		list(&c.Print, "print", "ARG:TYPE[A:B]", "Print elements of a buffer afterwards, by its name or as argN: y[0:16], arg0:f32[0:16], or vectors: arg0:f32x4[0:4]. May be given again."),
		onOff(&c.Bless, "bless", "Write the results as what the launch expects, in its files."),
		onOff(&c.AllowOutside, "allow-outside", "Let the launch read and write files outside of its folder. What the command line names may lie anywhere."),
		onOff(&c.JSON, "json", "Print one JSON object instead of text."),
	}
	to.Flags = slices.Concat(to.Flags, c.Around.flags(), c.Switch.flags(), c.System.flags())
	to.Description = `Examples:
  genvisa run examples/saxpy/launch.yaml
  genvisa run examples/saxpy/launch.yaml --engine sim --stats
  genvisa run examples/saxpy/launch.yaml --engine sim --stats --machine bxt --l3
  genvisa run examples/saxpy/launch.yaml --engine sim --engine-code portable
  genvisa run examples/saxpy/launch.yaml --machine bxt --occupancy
  genvisa run examples/saxpy/launch.yaml --preempt-after 500 --save saxpy.image
  genvisa run examples/saxpy/launch.yaml --from saxpy.image
  genvisa run examples/saxpy/launch.yaml --all
  genvisa run examples/saxpy/launch.yaml --program examples/saxpy/saxpy.skl.dat
  genvisa run examples/saxpy/launch.yaml --print arg0:f32[0:8]
  genvisa run examples/saxpy/launch.yaml --set local=64
  genvisa run kernels.bin --kernel saxpy launch.yaml
  genvisa run kernels.bin --code ours launch.yaml
  genvisa run kernels.bin --kernel saxpy --all
  genvisa run examples/saxpy/launch.yaml --trace line=70-80,group=0,thread=1

docs/launch.md describes the launch file; genvisa init writes one. The exit code is 1 when a result differs from what the launch expects.`
}

// maxWorkers bounds --workers: each has the threads of a whole group.
const maxWorkers = 1024

func (c *runCmd) Run(ctx context.Context, s streams) error {
	if err := c.sortFiles(); err != nil {
		return err
	}
	o, err := c.options(s.out)
	if err != nil {
		return err
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	launch, src, keep, err := c.open(ctx, s, &o)
	if err != nil {
		return err
	}
	if keep != "" && !c.JSON {
		madeNote(s.out, keep)
	}
	for i := range launch.Args {
		if k := sourceAt(launch.Args[i].Save); k != files.Unknown {
			return fmt.Errorf("%s: argument %d: save: %s is there already and is %s: want another file", c.Launch, i, launch.Args[i].Save, k)
		}
	}
	if err := c.fromStandardInput(s, &o); err != nil {
		return err
	}
	bars := newBars(s.err)
	bars.tells(&o)
	if c.All {
		return c.runAll(ctx, s, launch, o, keep, bars)
	}
	session, program, err := run.Prepare(launch, o)
	if err != nil {
		return err
	}
	if c.Target != "" && program.Code == nil {
		return fmt.Errorf("--target %s: the interpreter has no target; with --engine sim the program is compiled for it", c.Target)
	}
	if c.Platform != "" && program.VISA == nil {
		return fmt.Errorf("--platform %s: %s is native code, which says for which device it is; vISA text does not", c.Platform, program.Path)
	}
	prints, err := parsePrints(c.Print, session)
	if err != nil {
		return err
	}
	rep, err := session.Run(ctx, program)
	if err == nil && !rep.OK() && !c.Bless && !c.Switch.used() {
		rep.InOrder = inOrder(ctx, launch, o)
	}
	bars.stop()
	if rep == nil {
		return err
	}
	if left := errors.Join(c.Switch.keep(s, rep), c.Around.picture(s, rep, &o)); left != nil {
		return errors.Join(err, left)
	}
	return c.finish(s, session.Launch(), src, &runReply{rep, keep}, prints, err)
}

// open reads the launch and compiles sources that it or the command line names; keep is as
// that of launch.
func (c *runCmd) open(ctx context.Context, s streams, o *run.Options) (l *launch.Launch, src []byte, keep string, err error) {
	if src, keep, err = c.launch(ctx, s, o); err != nil {
		return nil, nil, "", err
	}
	if l, err = c.parse(src, keep != ""); err != nil {
		return nil, nil, "", err
	}
	programs := c.Program
	if len(programs) == 0 {
		programs = l.Programs
		if err := l.ProgramsInside(); err != nil {
			return nil, nil, "", err
		}
	}
	return l, src, keep, c.sources(ctx, o, programs)
}

// checkFlags refuses flags that do not go together.
func (c *runCmd) checkFlags() error {
	switch {
	case c.Bless && len(c.Set) > 0:
		return errors.New("--bless and --set: the launch file would expect results of other values than it has; want one of them")
	case c.Switch.used() && (c.All || c.Bless && c.Switch.After > 0):
		return errors.New("--preempt-after and --from are about one run of one code, and one that is preempted has no results: they go without --all, and --preempt-after without --bless")
	case c.Bless && c.Launch == "-":
		return errors.New("--bless: want a launch file, which is written, not standard input")
	case c.Launch == "-" && slices.Contains(c.Program, "-"):
		return errors.New("a launch and a program from -: want one of them in a file")
	}
	return nil
}

// parse reads the launch. What a stranger may have written stays in its folder; made is a
// launch of what the command line names.
func (c *runCmd) parse(src []byte, made bool) (*launch.Launch, error) {
	if c.AllowOutside || made {
		return launch.Parse(c.Launch, src)
	}
	return launch.ParseInside(c.Launch, src)
}

// fromStandardInput reads the program that is called -.
func (c *runCmd) fromStandardInput(s streams, o *run.Options) error {
	if !slices.Contains(c.Program, "-") {
		return nil
	}
	program, _, err := readInput(s, "-", files.VISA, files.Native, files.ISA, files.Container)
	if err != nil {
		return err
	}
	if o.Contents = maps.Clone(o.Contents); o.Contents == nil {
		o.Contents = map[string][]byte{}
	}
	o.Contents["-"] = program
	return nil
}

// inOrder runs a launch whose results differ again, one group after the other, and says
// whether they still do: a kernel whose groups race has other results each time. It is
// nil when the groups ran so before, or do not finish now.
func inOrder(ctx context.Context, l *launch.Launch, o run.Options) *bool {
	if o.Deterministic || o.Trace != nil || o.Stats {
		return nil
	}
	o.Deterministic = true
	rep, err := run.Run(ctx, l, o)
	if err != nil {
		return nil
	}
	there := !rep.OK()
	return &there
}

// sortFiles tells the launch file from a program that is named beside it.
func (c *runCmd) sortFiles() error {
	if c.Other == "" {
		return nil
	}
	switch first, second := isProgram(kindAt(c.Launch)), isProgram(kindAt(c.Other)); {
	case first && !second:
		c.Launch, c.Other = c.Other, c.Launch
	case first == second:
		return &usageError{fmt.Errorf("%s and %s: want a launch file and a program", c.Launch, c.Other)}
	}
	c.Program = append(c.Program, c.Other)
	return nil
}

// options are what the flags say to the run.
func (c *runCmd) options(out io.Writer) (o run.Options, err error) {
	if o, err = targetOption(c.Target); err != nil {
		return o, err
	}
	if c.Workers > maxWorkers {
		return o, fmt.Errorf("--workers %d: want 0 to %d", c.Workers, maxWorkers)
	}
	if o.Platform = c.Platform; c.Platform != "" {
		if _, err := native.ParseTarget(c.Platform); err != nil {
			return o, fmt.Errorf("--platform: %w", err)
		}
	}
	o.GRFs = int(min(c.GRFs, native.MostGRFs+1)) // what the target lacks the compiler refuses
	o.Programs, o.Info, o.Kernel, o.Engine = c.Program, c.Info, c.Kernel, load.EngineName(c.Engine)
	if c.Code != "auto" {
		o.Code = load.CodeName(c.Code)
	}
	o.Set, o.EngineCode = c.Set, load.EngineCode(c.EngineCode)
	o.Workers, o.Deterministic, o.Limit, o.Stats, o.Hazards = int(c.Workers), c.Deterministic, c.Limit, c.Stats, c.Hazards
	if err := c.Around.choose(&o, c.Switch.used()); err != nil {
		return o, err
	}
	if err := c.System.choose(&o); err != nil {
		return o, err
	}
	if err := c.Switch.choose(&o, c.Around.SVG, c.Launch, c.Other, c.Info, c.Around.Machine, c.System.SIP); err != nil {
		return o, err
	}
	if len(c.Trace) > 0 && c.JSON {
		return o, errors.New("--trace and --json: both print; want one of them")
	}
	for _, text := range c.Trace {
		f, err := observe.ParseFilter(text)
		if err != nil {
			return o, fmt.Errorf("--trace %w", err)
		}
		if o.Trace == nil {
			o.Trace = &observe.Trace{Out: out}
		}
		o.Trace.Filters = append(o.Trace.Filters, f)
	}
	return o, nil
}

// runReply is what --json says of a run.
type runReply struct {
	*run.Report
	Init string `json:"init,omitempty"` // command that writes the launch, which was made for this run
}

// finish keeps what the launch and the flags want to keep, of a run that stopped
// early too, and shows the rest. A mismatch stays one beside an error in that.
func (c *runCmd) finish(s streams, l *launch.Launch, src []byte, rep *runReply, prints []printRange, err error) error {
	var outs []output
	for i := range l.Args {
		if l.Args[i].Save != "" {
			outs = append(outs, output{l.Args[i].Save, l.Args[i].SaveData(rep.Buffers[i])})
		}
	}
	saved := writeOutputs(s, outs...)
	good := (rep.OK() || rep.Preempted) && (c.OOB != "error" || rep.OutOfBounds == 0)
	if c.Bless && err == nil {
		var blessed []string
		if blessed, err = c.bless(s, l, src, rep.Report); err == nil {
			rep.Blessed, good = blessed, true
		}
	}
	shown := errors.Join(err, saved)
	if err := c.show(s, good, shown, rep, prints); err != nil {
		return errors.Join(shown, err)
	}
	if !good && err == nil {
		return errors.Join(shown, errFindings)
	}
	return shown
}

// bless writes the results as the launch's expectations and lists the files.
func (c *runCmd) bless(s streams, l *launch.Launch, src []byte, rep *run.Report) ([]string, error) {
	files, err := l.Bless(src, rep.Results())
	if err != nil {
		return nil, fmt.Errorf("--bless: %w", err)
	}
	var outs []output
	var names []string
	for _, f := range files {
		outs, names = append(outs, output{f.Path, f.Data}), append(names, f.Path)
	}
	return names, writeOutputs(s, outs...)
}

// show prints the report. The printed ranges are the last field of its JSON.
func (c *runCmd) show(s streams, good bool, err error, rep *runReply, prints []printRange) error {
	if !c.JSON {
		showReport(s.out, rep.Report, c.Stats)
		c.Switch.show(s.out, rep.Report)
		showVerdict(s.out, rep.Report, len(c.Set) > 0)
		printText(s.out, prints, rep.Report)
		return nil
	}
	if len(prints) == 0 {
		return s.reply(good, err, rep)
	}
	var b bytes.Buffer
	out := s.out
	s.out = &b
	if err := s.reply(good, err, rep); err != nil {
		return err
	}
	fmt.Fprintf(out, `%s,"printed":[`, bytes.TrimSuffix(b.Bytes(), []byte("}\n")))
	printJSON(out, prints, rep.Report)
	io.WriteString(out, "]}\n")
	return nil
}

// targetNames lists targets for help texts.
func targetNames(of func(native.Target) bool) string {
	var out []string
	for t := range native.NumTargets {
		if of(t) {
			out = append(out, t.String())
		}
	}
	return strings.Join(out, ", ")
}

// modelled says that the EU model runs native code of the target.
func modelled(t native.Target) bool { return code.Supports(t) == nil }

// decoded says that native code of the target can be read.
func decoded(t native.Target) bool { return t.Decodes() }
