package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

type runCmd struct {
	Launch        string   `arg:"" help:"Launch file (YAML); - is standard input."`
	Program       []string `help:"Program instead of the launch's: .visaasm, .dat, or .isa (its native binary)." placeholder:"FILE"`
	Info          string   `help:"Kernel metadata (.zeinfo) instead of the launch's." placeholder:"FILE"`
	Kernel        string   `help:"Kernel instead of the launch's." placeholder:"NAME"`
	Engine        string   `help:"interp: the vISA interpreter; sim: the EU model (a vISA program is compiled first). Default: interp for vISA, sim for native code." enum:"auto,interp,sim" default:"auto"`
	Target        string   `help:"Device of native code: ${targets}." default:"skl"`
	Workers       int      `help:"Groups that run at the same time; 0: one for each processor." default:"0"`
	Deterministic bool     `help:"One worker, groups in ascending order."`
	Limit         uint64   `help:"Stop after this many instructions; 0: no limit." default:"0"`
	Stats         bool     `help:"Also print instruction counts and speed."`
	Print         []string `help:"Print elements of a buffer afterwards: arg0:f32[0:16]." placeholder:"ARG:TYPE[A:B]"`
	JSON          bool     `name:"json" help:"Print one JSON object instead of text."`
}

func (c *runCmd) Help() string {
	return `Examples:
  genvisa run examples/saxpy/launch.yaml
  genvisa run examples/saxpy/launch.yaml --engine sim --stats
  genvisa run examples/saxpy/launch.yaml --program examples/saxpy/saxpy.skl.dat
  genvisa run examples/saxpy/launch.yaml --print arg0:f32[0:8]

The exit code is 1 when a result differs from what the launch expects.`
}

// maxWorkers bounds --workers: each has the threads of a whole group.
const maxWorkers = 1024

func (c *runCmd) Run(ctx context.Context, s streams) error {
	target, err := native.ParseTarget(c.Target)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	if c.Workers < 0 || c.Workers > maxWorkers {
		return &codedError{exitUsage, fmt.Errorf("--workers %d: want 0 to %d", c.Workers, maxWorkers)}
	}
	src, err := readInput(s, c.Launch)
	if err != nil {
		return err
	}
	launch, err := run.ParseLaunch(c.Launch, src)
	if err != nil {
		return err
	}
	prints, err := parsePrints(c.Print, launch)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	rep, err := run.Run(ctx, launch, run.Options{
		Programs: c.Program, Info: c.Info, Kernel: c.Kernel, Engine: run.EngineName(c.Engine), Target: target,
		Workers: c.Workers, Deterministic: c.Deterministic, Limit: c.Limit, Progress: progress(s),
	})
	if rep != nil {
		if werr := c.show(s, launch, rep, prints); werr != nil {
			return werr
		}
	}
	if err != nil {
		return err
	}
	if !rep.OK() {
		return &codedError{code: exitFindings}
	}
	return nil
}

func (c *runCmd) show(s streams, l *run.Launch, rep *run.Report, prints []printRange) error {
	for i := range l.Args {
		if l.Args[i].Save != "" && rep.Buffers[i] != nil {
			if err := writeOutput(s, l.Args[i].Save, rep.Buffers[i]); err != nil {
				return err
			}
		}
	}
	if c.JSON {
		enc := json.NewEncoder(s.out)
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	}
	showReport(s.out, rep, c.Stats)
	for _, p := range prints {
		p.show(s.out, rep.Buffers[p.arg])
	}
	return nil
}

func showReport(w io.Writer, r *run.Report, stats bool) {
	fmt.Fprintf(w, "kernel    %s (SIMD%d) from %s\n", r.Kernel, r.SIMD, r.Program)
	fmt.Fprintf(w, "engine    %s\n", r.Engine)
	fmt.Fprintf(w, "launch    %s%d groups, %d threads\n", sizes(r), r.Groups, r.Threads)
	fmt.Fprintf(w, "executed  %d instructions in %v\n", r.Instructions, r.Duration.Round(time.Microsecond))
	if stats {
		if r.Code != nil {
			fmt.Fprintf(w, "code      %d native instructions, %d bytes, %d sends", r.Code.Instructions, r.Code.Bytes, r.Code.Sends)
			if r.Code.GRFs > 0 {
				fmt.Fprintf(w, ", %d GRFs", r.Code.GRFs)
			}
			fmt.Fprintln(w)
		}
		if sec := r.Duration.Seconds(); sec > 0 {
			fmt.Fprintf(w, "speed     %.1f million instructions a second\n", float64(r.Instructions)/sec/1e6)
		}
	}
	if r.OutOfBounds > 0 {
		fmt.Fprintf(w, "note      %d accesses past the end of a surface (reads gave 0, writes were dropped)\n", r.OutOfBounds)
	}
	for _, cmp := range r.Compared {
		if cmp.Mismatches == 0 {
			fmt.Fprintf(w, "arg%-2d     ok: %d elements match (%s)\n", cmp.Arg, cmp.Elements, cmp.Check)
			continue
		}
		fmt.Fprintf(w, "arg%-2d     MISMATCH: %d of %d elements differ (%s)\n", cmp.Arg, cmp.Mismatches, cmp.Elements, cmp.Check)
		for _, m := range cmp.First {
			fmt.Fprintf(w, "            [%d] expected %s, got %s", m.Index, m.Want, m.Got)
			if m.Ulps > 0 {
				fmt.Fprintf(w, " (%d ulp)", m.Ulps)
			}
			fmt.Fprintln(w)
		}
	}
	switch {
	case !r.Finished:
		fmt.Fprintln(w, "result    not finished")
	case r.OK() && len(r.Compared) == 0:
		fmt.Fprintln(w, "result    finished; the launch expects nothing in particular")
	case r.OK():
		fmt.Fprintln(w, "result    all results match")
	default:
		fmt.Fprintln(w, "result    results differ")
	}
}

// sizes is empty for a launch that names threads instead of work items.
func sizes(r *run.Report) string {
	if r.Global == [3]uint32{} {
		return ""
	}
	return fmt.Sprintf("global %v local %v: ", r.Global, r.Local)
}

// printRange is one --print: elements from to of an argument.
type printRange struct {
	text     string
	arg      int
	elem     run.Elem
	from, to int
}

// parsePrints reads arg0:f32[0:16]; type and range may be left out.
func parsePrints(texts []string, l *run.Launch) ([]printRange, error) {
	var out []printRange
	for _, t := range texts {
		p := printRange{text: t, to: -1}
		bad := fmt.Errorf("--print %q: want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]", t)
		head, span, ranged := strings.Cut(strings.TrimSuffix(t, "]"), "[")
		name, typ, typed := strings.Cut(head, ":")
		n, err := strconv.Atoi(strings.TrimPrefix(name, "arg"))
		if err != nil || !strings.HasPrefix(name, "arg") {
			return nil, bad
		}
		if n < 0 || n >= len(l.Args) || l.Args[n].Kind != run.BufferArg {
			return nil, fmt.Errorf("--print %q: argument %d is not a buffer of this launch", t, n)
		}
		p.arg, p.elem = n, l.Args[n].Elem
		if typed {
			if p.elem, err = run.ParseElem(typ); err != nil {
				return nil, fmt.Errorf("--print %q: %w", t, err)
			}
		}
		if ranged {
			if _, err := fmt.Sscanf(span, "%d:%d", &p.from, &p.to); err != nil || p.from < 0 || p.to < p.from {
				return nil, bad
			}
		}
		out = append(out, p)
	}
	return out, nil
}

func (p printRange) show(w io.Writer, data []byte) {
	size := max(p.elem.Size, 1)
	to := len(data) / size
	if p.to >= 0 {
		to = min(to, p.to)
	}
	fmt.Fprintf(w, "%s =", p.text)
	for i := p.from; i < to; i++ {
		fmt.Fprintf(w, " %s", p.elem.Format(data[i*size:]))
	}
	fmt.Fprintln(w)
}

// targetNames is the list that help texts show.
func targetNames() string {
	var out []string
	for t := range native.NumTargets {
		out = append(out, t.String())
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
