package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

type lintCmd struct {
	In      string
	Kernel  string
	Target  string
	Explain string
	Preempt bool
	SVG     string
	Force   bool
	JSON    bool
}

func (c *lintCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", false, codeFiles+", or Gen assembly (.asm); - is standard input, of code. Not needed with --explain."),
	}
	to.Flags = []cli.Flag{
		kernelFlag(&c.Kernel), targetFlag(&c.Target),
		word(&c.Explain, "explain", "", "ID", "", "Explain a rule with examples and pictures of the bytes that each lane touches; with --target, the examples for it; with IN, only its findings, with pictures."),
		word(&c.SVG, "svg", "", "FILE", "", "The pictures of --explain as SVG; - is standard output."),
		onOff(&c.Preempt, "preemptible", "Also what is wrong only in threads that may be preempted in the middle, which the code does not tell."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
		onOff(&c.JSON, "json", "Print one JSON object with the findings."),
	}
	to.Description = `Examples:
  genvisa lint examples/saxpy/saxpy.skl.dat --target skl
  genvisa lint examples/saxpy/saxpy.skl.dat --target skl --preemptible
  genvisa lint --explain bxt.2.8
  genvisa lint kernel.asm --target bxt --explain bxt.1.2 --svg lanes.svg

Prints what breaks a restriction of the hardware, with the place in bytes, the rule's ID and what is legal; the exit code is 1 when something does.
Doubts, which change no exit code, are restrictions that a document states and Intel's compiler does not keep on the target.
The rules are rows of specs/eu/restrictions.md: genvisa lint --explain all lists them.`
}

// lintFinding is a broken rule of an instruction.
type lintFinding struct {
	File   string `json:"file"`
	Kernel string `json:"kernel,omitempty"`
	Offset int    `json:"offset"`
	source.Line
	Text   string `json:"instruction"`
	Rule   string `json:"rule"`
	Broken string `json:"message"`
	Legal  string `json:"legal"`
	inst   native.Inst
}

func (c *lintCmd) Run(_ context.Context, s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	if c.In == "" {
		target, err := c.explained(o)
		if err != nil {
			return err
		}
		return c.explain(s, &linter{target: target})
	}
	l := linter{only: c.Explain, preemptible: c.Preempt, target: o.Target.Device(), file: c.In, found: []lintFinding{}}
	if err := c.read(s, &l, o); err != nil {
		return err
	}
	switch {
	case c.JSON:
		err = s.reply(len(l.found) == 0, nil, struct {
			Instructions int           `json:"instructions"`
			Findings     []lintFinding `json:"findings"`
			More         int           `json:"more,omitempty"`
			Doubts       []lintFinding `json:"doubts,omitempty"`
		}{l.insts, l.found, l.more, l.doubts})
	case c.Explain != "":
		err = c.explain(s, &l)
	default:
		l.print(s.out)
	}
	if err == nil && len(l.found) > 0 {
		err = errFindings
	}
	return err
}

// check refuses flags that do not go together, and rules that there are not.
func (c *lintCmd) check() error {
	switch {
	case c.In == "" && c.Explain == "":
		return &usageError{errors.New("want a file, or --explain ID")}
	case c.SVG != "" && (c.Explain == "" || c.Explain == everyRule):
		return &usageError{errors.New("--svg draws what --explain ID explains: want both")}
	case c.Explain == everyRule && c.In != "":
		return &usageError{errors.New("--explain all lists the rules: want no file")}
	case c.In == "" && (c.JSON || c.Kernel != "" || c.Preempt):
		return &usageError{errors.New("--json, --kernel and --preemptible are about a file: want one")}
	case c.Target != "" && c.Explain == everyRule:
		return &usageError{errors.New("--explain all lists the rules: want no target")}
	case c.JSON && c.SVG != "":
		return &usageError{errors.New("--json and --svg: want one of them")}
	case c.Explain != "" && c.Explain != everyRule && native.RuleByID(c.Explain) == nil:
		return unknownRule(c.Explain)
	}
	return errors.Join(checkOutputs([]string{c.In}, c.SVG), keepSource(c.SVG, c.Force), keepText(c.SVG, c.Force))
}

// explained is the target whose examples of a rule are shown: that of --target, which has to have
// the rule, or one that has.
func (c *lintCmd) explained(o run.Options) (native.Target, error) {
	r := native.RuleByID(c.Explain)
	if r == nil || o.Target.Open() {
		if r != nil {
			return r.Example(), nil
		}
		return o.Target.Device(), nil
	}
	if set := r.All(); set>>o.Target.Device()&1 == 0 {
		return 0, &usageError{fmt.Errorf("--explain %s --target %s: the rule is one of %s", r.ID, o.Target.Device(), targetSet(set))}
	}
	return o.Target.Device(), nil
}

// everyRule is the ID that means all.
const everyRule = "all"

// unknownRule names the rules that start as the ID does, or all.
func unknownRule(id string) error {
	var near, all []string
	start, _, _ := strings.Cut(id, ".")
	for _, r := range native.AllRules() {
		all = append(all, r.ID)
		if strings.HasPrefix(r.ID, start+".") {
			near = append(near, r.ID)
		}
	}
	if near == nil {
		near = all
	}
	return &usageError{fmt.Errorf("--explain %s: want all or one of %s", id, strings.Join(near, " "))}
}

// read checks the code of a file of any kind; assembly is read piece by piece.
func (c *lintCmd) read(s streams, l *linter, o run.Options) error {
	r, done, kind, err := openInput(s, c.In, 0, append(codeKinds, files.Assembly)...)
	if err != nil {
		return err
	}
	defer done()
	f, t, err := openAny(c.In, r, kind, c.Kernel, o)
	if err != nil {
		return err
	}
	l.target = t
	for i := range f.Kernels {
		k := &f.Kernels[i]
		l.lines = kernelLines(s.err, f, k)
		if err := l.pieces(k.Name, k.Code, f.GRFs(k)); err != nil {
			return inKernel(f, k, err)
		}
	}
	return nil
}
