package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

type benchCmd struct {
	run      runCmd // what it names is opened
	Codes    []string
	Runs     uint64
	Channels bool
	Against  string
	Slower   uint64
	JSON     bool
}

func (c *benchCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.run.Launch, "LAUNCH", true, "Launch file (YAML), or a program, as for genvisa run; - is standard input."),
		argument(&c.run.Other, "PROGRAM", false, "Program, as with --program; it may also come first."),
	}
	to.DisableSliceFlagSeparator = true
	c.Runs, c.Slower, c.run.Workers = benchRuns, benchSlower, 1
	to.Flags = []cli.Flag{
		list(&c.Codes, "code", "intel|ours|interp", "Only this code, as for genvisa run. May be given again. Default: all that there are."),
		engineCode(&c.run.EngineCode),
		number(&c.Runs, "runs", fmt.Sprintf("Times that each code runs, in turns; the least processor time counts. Default: %d.", benchRuns)),
		number(&c.run.Workers, "workers", "Groups that run at the same time; 0 is one for each processor. Default: 1."),
		onOff(&c.Channels, "channels", "Count channel operations too, in a run more of each code, which is slow."),
		word(&c.Against, "against", "", "FILE", "", "What --json printed before: each code's ratio is compared with that, and the exit code is 1 when one has grown, or has no time any more."),
		number(&c.Slower, "slower", fmt.Sprintf("With --against, percent by which a ratio may grow. Default: %d.", benchSlower)),
		list(&c.run.Program, "program", "FILE", "Program instead of the launch's. May be given again."),
		word(&c.run.Info, "info", "", "FILE", "", "Kernel metadata instead of the launch's, or of what a container says."),
		word(&c.run.Kernel, "kernel", "", "NAME", "", "Kernel instead of the launch's."),
		word(&c.run.Target, "target", "", "TARGET", "", "Device of native code, and of vISA that is compiled, as for genvisa run."),
		list(&c.run.Set, "set", "ARG=VALUE", "Another value, as for genvisa run: local=64. May be given again."),
		onOff(&c.run.AllowOutside, "allow-outside", "Let the launch read files outside of its folder."),
		onOff(&c.JSON, "json", "Print one JSON object instead of text."),
	}
	to.Description = `Examples:
  genvisa bench examples/saxpy/launch.yaml
  genvisa bench kernels.bin launch.yaml --code intel --code ours --runs 9
  genvisa bench examples/saxpy/launch.yaml --channels --json
  genvisa bench examples/saxpy/launch.yaml --engine-code portable

Times are those of the threads alone, without loading, filling and comparing. They differ from machine to machine: read the ratios, each to the code in the first row. Results are compared as genvisa run does, and one that differs, or does not finish, has no time; the exit code says so. What --json prints is kept as a file and compared with later by --against.`
}

// benchRuns is how often each code runs when nobody says it, mostBenchRuns at most; benchSlower is the percent that a ratio may grow.
const (
	benchRuns     = 5
	mostBenchRuns = 1000
	benchSlower   = 20
)

// benchReport is what --json says.
type benchReport struct {
	Launch string     `json:"launch"`
	Runs   uint64     `json:"runs"`
	Rows   []benchRow `json:"rows"`

	Slower []load.CodeName `json:"slower,omitempty"` // with --against: whose ratio has grown too much, or that has no time any more

	wrong  bool  // a code gave other results than the launch expects
	failed error // of the first run that began and did not finish
}

// good reports that there is nothing to report.
func (b *benchReport) good() bool { return !b.wrong && b.failed == nil && len(b.Slower) == 0 }

// benchRow is one code: the least that its runs took, or why there is none.
type benchRow struct {
	Code         load.CodeName `json:"code"`
	Engine       string        `json:"engine,omitempty"`
	Instructions uint64        `json:"instructions,omitempty"`
	Channels     uint64        `json:"channel_operations,omitempty"` // with --channels: execution sizes of all instructions
	Processor    time.Duration `json:"cpu_nanoseconds,omitempty"`
	Duration     time.Duration `json:"nanoseconds,omitempty"`
	Ratio        float64       `json:"ratio,omitempty"`        // time in that of the first row
	Before       float64       `json:"ratio_before,omitempty"` // with --against
	Error        string        `json:"error,omitempty"`
}

// took is what rows are compared by: processor time, or where that is not known the clock's.
func (r *benchRow) took() time.Duration {
	if r.Processor > 0 {
		return r.Processor
	}
	return r.Duration
}

func (c *benchCmd) Run(ctx context.Context, s streams) error {
	codes, err := c.codes()
	if err != nil {
		return &usageError{err}
	}
	before, err := c.before()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	c.run.Engine, c.run.Code = "auto", "auto"
	if err := c.run.sortFiles(); err != nil {
		return err
	}
	o, err := c.run.options(s.out)
	if err != nil {
		return err
	}
	l, _, _, err := c.run.open(ctx, s, &o)
	if err != nil {
		return err
	}
	if err := c.run.fromStandardInput(s, &o); err != nil {
		return err
	}
	bars := newBars(s.err)
	bars.tells(&o)
	rep, err := c.measure(ctx, l, o, codes)
	bars.stop()
	if err != nil {
		return err
	}
	if before != nil && !rep.wrong && rep.failed == nil {
		if err := rep.against(before, float64(c.Slower)/100, c.Against); err != nil {
			return err
		}
	}
	if !c.JSON {
		rep.text(s.out)
	} else if err := s.reply(rep.good(), rep.failed, rep); err != nil {
		return err
	}
	if rep.failed == nil && !rep.good() {
		return errFindings
	}
	return rep.failed
}

// codes are those that are asked for.
func (c *benchCmd) codes() ([]load.CodeName, error) {
	if c.Runs < 1 || c.Runs > mostBenchRuns {
		return nil, fmt.Errorf("--runs %d: want 1 to %d", c.Runs, mostBenchRuns)
	}
	if len(c.Codes) == 0 {
		return load.CodeNames, nil
	}
	var out []load.CodeName
	for _, name := range c.Codes {
		code := load.CodeName(name)
		if !slices.Contains(load.CodeNames, code) {
			return nil, fmt.Errorf("--code %s: want one of %v", name, load.CodeNames)
		}
		if !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return out, nil
}

// measure runs every code in turns. A code that is not there, that does not finish or whose results are wrong has a row that says so; the
// error is that of the first when no code has a time, or of the context.
func (c *benchCmd) measure(ctx context.Context, l *launch.Launch, o run.Options, codes []load.CodeName) (*benchReport, error) {
	rep := &benchReport{Launch: l.Kernel, Runs: c.Runs}
	var first error
	for _, code := range codes {
		rep.Rows = append(rep.Rows, benchRow{Code: code})
	}
	for range c.Runs {
		for i := range rep.Rows {
			row := &rep.Rows[i]
			if row.Error != "" {
				continue
			}
			began, err := row.once(ctx, l, o)
			if err == nil {
				continue
			}
			if ctx.Err() != nil {
				return nil, err
			}
			if first == nil {
				first = err
			}
			if errors.Is(err, errWrongResults) {
				rep.wrong = true
			} else if began && rep.failed == nil {
				rep.failed = err
			}
			*row = benchRow{Code: row.Code, Error: messageOf(err)}
		}
	}
	if rep.first() == nil {
		if rep.wrong || rep.failed != nil {
			return rep, nil
		}
		return nil, first
	}
	if c.Channels {
		if err := rep.count(ctx, l, o); err != nil {
			return nil, err
		}
	}
	rep.compare()
	return rep, nil
}

// errWrongResults is the error of a code that has no time.
var errWrongResults = errors.New("results differ from what the launch expects: genvisa run shows them")

// once runs the row's code and keeps what it took, if that is less. A code that is not there does not begin.
func (r *benchRow) once(ctx context.Context, l *launch.Launch, o run.Options) (began bool, err error) {
	o.Code = r.Code
	session, p, err := run.Prepare(l, o)
	if err != nil {
		return false, err
	}
	runtime.GC() // nothing of the run before is collected in this one
	got, err := session.Run(ctx, p)
	switch {
	case err != nil:
		return got != nil, err
	case !got.OK():
		return true, errWrongResults
	}
	r.Engine, r.Instructions = got.Engine, got.Instructions
	r.least(got.Processor, got.Duration)
	return true, nil
}

// least takes over what a run took. A processor time that was not known once stays so.
func (r *benchRow) least(processor, duration time.Duration) {
	if r.Duration > 0 {
		processor, duration = min(processor, r.Processor), min(duration, r.Duration)
	}
	r.Processor, r.Duration = processor, max(duration, 1)
}

// count runs each code once more for its channel operations.
func (b *benchReport) count(ctx context.Context, l *launch.Launch, o run.Options) error {
	o.Stats = true
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.Error != "" {
			continue
		}
		o.Code = r.Code
		got, err := run.Run(ctx, l, o)
		if err != nil {
			return err
		}
		r.Channels = got.Stats.LaneSlots
	}
	return nil
}

// compare sets the ratios: all of processor time, or when one code's is not known all of the clock's.
func (b *benchReport) compare() {
	if slices.ContainsFunc(b.Rows, func(r benchRow) bool { return r.Error == "" && r.Processor <= 0 }) {
		for i := range b.Rows {
			b.Rows[i].Processor = 0
		}
	}
	for i := range b.Rows {
		if r := &b.Rows[i]; r.Error == "" {
			r.Ratio = float64(r.took()) / float64(max(b.first().took(), 1))
		}
	}
}
