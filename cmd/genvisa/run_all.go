package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// allReport is what --all shows: a run for each code that there is.
type allReport struct {
	Init    string        `json:"init,omitempty"` // as runReply has it
	Runs    []codeRun     `json:"runs"`
	Differ  []differences `json:"differ"`             // from the first code that finished
	InOrder *bool         `json:"in_order,omitempty"` // of a difference: it is there too when groups run one after the other
}

// codeRun is one code: its report, or why there is none.
type codeRun struct {
	Code   load.CodeName `json:"code"`
	Report *run.Report   `json:"report,omitempty"`
	Error  string        `json:"error,omitempty"`

	err error
}

// differences are the buffers in which a code differs from the first.
type differences struct {
	First load.CodeName     `json:"first"`
	Code  load.CodeName     `json:"code"`
	Args  []launch.Compared `json:"args"`
}

// runAll runs a launch with each code and compares the results.
func (c *runCmd) runAll(ctx context.Context, s streams, l *launch.Launch, o run.Options, keep string, bars *bars) error {
	if o.Code != load.AnyCode || o.Engine != load.Auto || c.Bless || len(c.Trace) > 0 || len(c.Print) > 0 {
		return errors.New("--all: goes without --code, --engine, --bless, --trace and --print, which are about one run")
	}
	rep := everyCode(ctx, l, o)
	rep.Init = keep
	if !rep.same() && !o.Deterministic && ctx.Err() == nil {
		o.Deterministic = true
		again := everyCode(ctx, l, o)
		there := !again.same()
		rep.InOrder = &there
	}
	bars.stop()
	err := rep.failure()
	if c.JSON {
		if jerr := s.reply(rep.same() && err == nil, err, rep); jerr != nil {
			return jerr
		}
	} else {
		rep.text(s.out)
	}
	if err == nil && !rep.same() {
		return errFindings
	}
	return err
}

// everyCode runs a launch once for each code.
func everyCode(ctx context.Context, l *launch.Launch, o run.Options) *allReport {
	all := &allReport{Differ: []differences{}}
	var first *codeRun
	for _, code := range load.CodeNames {
		o.Code = code
		r := codeRun{Code: code}
		r.Report, r.err = run.Run(ctx, l, o)
		if r.err != nil {
			r.Error = messageOf(r.err)
		}
		all.Runs = append(all.Runs, r)
		switch {
		case r.err != nil || !r.Report.Finished:
		case first == nil:
			first = &r
		default:
			if d := l.Differences(first.Report.Buffers, r.Report.Buffers); len(d) > 0 {
				all.Differ = append(all.Differ, differences{first.Code, code, d})
			}
		}
	}
	return all
}

// same reports that all that ran gave what the launch expects, and the same.
func (a *allReport) same() bool {
	return len(a.Differ) == 0 && !slices.ContainsFunc(a.Runs, func(r codeRun) bool { return r.Report != nil && r.err == nil && !r.Report.OK() })
}

// failure is the error of a run that began and did not finish, or of the first code when
// none is there. A code that is not there is no failure.
func (a *allReport) failure() error {
	ran := slices.ContainsFunc(a.Runs, func(r codeRun) bool { return r.Report != nil })
	for _, r := range a.Runs {
		if r.err != nil && (r.Report != nil || !ran) {
			return r.err
		}
	}
	return nil
}

func (a *allReport) text(w io.Writer) {
	head := false
	var agree []string
	for _, r := range a.Runs {
		if r.Report == nil {
			fmt.Fprintf(w, "%-9s not run: %s\n", r.Code, r.Error)
			continue
		}
		if !head {
			fmt.Fprintf(w, "launch    %s (SIMD%d), %s%d groups, %d threads\n", r.Report.Kernel, r.Report.SIMD, sizes(r.Report), r.Report.Groups, r.Report.Threads)
			head = true
		}
		fmt.Fprintf(w, "%-9s %s, %d instructions in %v: %s\n", r.Code, r.Report.Engine, r.Report.Instructions, r.Report.Duration.Round(time.Microsecond), outcome(r.Report))
		if r.err == nil {
			agree = append(agree, string(r.Code))
		}
	}
	for _, d := range a.Differ {
		for _, cmp := range d.Args {
			fmt.Fprintf(w, "arg%-2d     MISMATCH: %d of %d elements of %s differ from those of %s (%s)\n", cmp.Arg, cmp.Mismatches, cmp.Elements, d.Code, d.First, cmp.Check)
			for _, m := range cmp.First {
				fmt.Fprintf(w, "            [%d] %s %s, %s %s\n", m.Index, d.First, m.Want, d.Code, m.Got)
			}
		}
	}
	switch {
	case a.InOrder != nil && !*a.InOrder:
		fmt.Fprintln(w, "note      with groups one after the other nothing differs: the results depend on the order of groups")
	case a.InOrder != nil:
		fmt.Fprintln(w, "note      it differs with groups one after the other too")
	}
	if !a.same() {
		showDoubts(w, a.ofText())
	}
	switch {
	case len(a.Differ) > 0:
		fmt.Fprintln(w, "result    results differ")
	case len(agree) > 1:
		fmt.Fprintf(w, "result    %v give the same results\n", agree)
	}
}

// ofText is the report of a code that was made of the text here; an empty one without.
func (a *allReport) ofText() *run.Report {
	for _, r := range a.Runs {
		if r.Report != nil && (len(r.Report.Unset) > 0 || len(r.Report.Rounded) > 0) {
			return r.Report
		}
	}
	return &run.Report{}
}

// outcome is a report's result in words.
func outcome(r *run.Report) string {
	switch {
	case !r.Finished:
		return "not finished"
	case !r.OK():
		return "results differ from what the launch expects"
	case len(r.Compared) == 0 && r.PrintCheck == nil:
		return "finished"
	}
	return "all results match"
}
