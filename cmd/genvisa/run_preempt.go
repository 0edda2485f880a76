package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/preempt"
	"github.com/genvisa/genvisa/sim/run"
)

// switchChoice is what flags of run say of a switch of contexts.
type switchChoice struct {
	After uint64
	Save  string
	From  string
}

func (c *switchChoice) flags() []cli.Flag {
	return []cli.Flag{
		number(&c.After, "preempt-after", "Preempt the launch after this many of its instructions, and write the context image of --save. Exit code 0."),
		word(&c.Save, "save", "", "FILE", "", "Where the context image of a launch that was preempted goes."),
		word(&c.From, "from", "", "FILE", "", "Go on with the launch that this context image is of; the same launch and program."),
	}
}

// choose gives the options the image that the run goes on from, and checks where the other
// goes, and the picture.
func (c *switchChoice) choose(o *run.Options, picture string, ins ...string) (err error) {
	switch {
	case (c.After > 0) != (c.Save != ""):
		return errors.New("--preempt-after and --save go together: want both, the instructions and a file for the context image")
	case c.Save == "-":
		return errors.New("--save -: the report goes there; want a file")
	}
	o.Preempt = c.After
	outs := []string{c.Save, picture}
	if err := checkOutputs(append(ins, c.From), outs...); err != nil {
		return err
	}
	for _, out := range outs {
		if k := sourceAt(out); k != files.Unknown {
			return fmt.Errorf("%s: is there already and is %s: want another file", out, k)
		}
	}
	if c.From == "" {
		return nil
	}
	if o.Resume, err = files.ReadUpTo(c.From, preempt.MaxFile); err != nil {
		return err
	}
	if len(o.Resume) == 0 {
		return fmt.Errorf("%s: an empty file: want a context image that --save wrote", c.From)
	}
	return nil
}

// used says that a flag was given.
func (c *switchChoice) used() bool { return c.After > 0 || c.From != "" }

// keep writes the image of a launch that was preempted.
func (c *switchChoice) keep(s streams, rep *run.Report) error {
	if !rep.Preempted {
		return nil
	}
	return writeOutputs(s, output{c.Save, rep.Image})
}

// showPreempted tells where the launch went to.
func (c *switchChoice) show(w io.Writer, r *run.Report) {
	switch {
	case r.Preempted:
		for _, at := range r.Stopped {
			fmt.Fprintf(w, "preempted %v\n", at)
		}
		fmt.Fprintf(w, "saved     %d bytes in %s; --from %s goes on\n", len(r.Image), c.Save, c.Save)
	case c.After > 0 && r.Finished:
		fmt.Fprintf(w, "note      the launch ended before %d instructions: %s is not written\n", c.After, c.Save)
	}
}

// showRoom prints the occupancy of a machine.
func showRoom(w io.Writer, r *run.Report) {
	if r.Occupancy != nil {
		showOccupancy(w, r.Occupancy)
	}
}

// picture writes the occupancy as SVG.
func (c *machineChoice) picture(s streams, r *run.Report, o *run.Options) error {
	if c.SVG == "" || r.Occupancy == nil {
		return nil
	}
	var svg bytes.Buffer
	if err := drawOccupancy(&svg, o.Machine, r.Occupancy); err != nil {
		return err
	}
	return writeOutputs(s, output{c.SVG, svg.Bytes()})
}
