package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
)

type occupancyCmd struct {
	run     runCmd // what it names is opened, and nothing runs
	Machine string
	Pooled  bool
	SVG     string
	JSON    bool
}

func (c *occupancyCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.run.Launch, "LAUNCH", true, "Launch file (YAML), or a program, as for genvisa run; - is standard input."),
		argument(&c.run.Other, "PROGRAM", false, "Program, as with --program; it may also come first."),
	}
	to.DisableSliceFlagSeparator = true
	to.Flags = []cli.Flag{
		machineFlag(&c.Machine),
		onOff(&c.Pooled, "pooled", "Give groups to thread pools, on a machine that has them, and not by subslice (legacy mode)."),
		list(&c.run.Program, "program", "FILE", "Program instead of the launch's. May be given again."),
		word(&c.run.Info, "info", "", "FILE", "", "Kernel metadata instead of the launch's, or of what a container says."),
		word(&c.run.Kernel, "kernel", "", "NAME", "", "Kernel instead of the launch's."),
		list(&c.run.Set, "set", "ARG=VALUE", "Another value, as for genvisa run: local=64. May be given again."),
		word(&c.SVG, "svg", "", "FILE", "", "A picture as SVG: each thread of the machine, with the group that it is of; - is standard output."),
		onOff(&c.run.AllowOutside, "allow-outside", "Let the launch read files outside of its folder."),
		onOff(&c.JSON, "json", "Print one JSON object instead of text."),
	}
	to.Description = `Examples:
  genvisa occupancy examples/saxpy/launch.yaml --machine bxt
  genvisa occupancy examples/saxpy/launch.yaml --machine bxt --pooled --set local=256
  genvisa occupancy examples/saxpy/launch.yaml --machine skl-gt2 --svg threads.svg

Nothing runs. A group is in one subslice, or pool, with all its threads, its local memory and its barrier; as many as there is room for are in flight, and when all take the same time they run in waves. docs/machine.md describes machines, and the file for one of your own.`
}

// machineFlag names a machine.
func machineFlag(to *string) cli.Flag {
	return word(to, "machine", "", "NAME|FILE", "", "Machine: "+strings.Join(machine.Names(), ", ")+", or a YAML file (docs/machine.md).")
}

// machineOf is a machine of the table or of a file.
func machineOf(name string) (*machine.Machine, error) {
	if slices.Contains(machine.Names(), name) || !strings.ContainsAny(name, "./\\") {
		m, err := machine.Named(name)
		if err != nil {
			err = fmt.Errorf("--machine: %w", err)
		}
		return m, err
	}
	src, err := files.ReadUpTo(name, maxMachineFile)
	if err != nil {
		return nil, err
	}
	return machine.Parse(name, src)
}

// maxMachineFile bounds a file of a dozen lines.
const maxMachineFile = 64 << 10

func (c *occupancyCmd) Run(ctx context.Context, s streams) error {
	switch {
	case c.Machine == "":
		return &usageError{errors.New("want --machine: " + strings.Join(machine.Names(), ", ") + ", or a file")}
	case c.JSON && c.SVG == "-":
		return &usageError{errors.New("--json and --svg -: want one of them")}
	}
	if err := errors.Join(checkOutputs([]string{c.run.Launch, c.run.Other, c.Machine}, c.SVG), keepSource(c.SVG, false)); err != nil {
		return err
	}
	m, err := machineOf(c.Machine)
	if err != nil {
		return err
	}
	if c.Pooled {
		if err := m.Pool(); err != nil {
			return fmt.Errorf("--pooled: %w", err)
		}
	}
	o, err := c.occupancy(ctx, s, m)
	if err != nil {
		return err
	}
	var svg bytes.Buffer
	if c.SVG != "" {
		if err := drawOccupancy(&svg, m, o); err != nil {
			return err
		}
		if err := writeOutputs(s, output{c.SVG, svg.Bytes()}); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return s.reply(true, nil, o)
	}
	showOccupancy(s.out, o)
	return nil
}

// occupancy opens the launch and asks what its groups need.
func (c *occupancyCmd) occupancy(ctx context.Context, s streams, m *machine.Machine) (*machine.Occupancy, error) {
	r := &c.run
	r.Engine, r.Code = "auto", "auto"
	if err := r.sortFiles(); err != nil {
		return nil, err
	}
	o, err := r.options(s.out)
	if err != nil {
		return nil, err
	}
	l, _, _, err := r.open(ctx, s, &o)
	if err != nil {
		return nil, err
	}
	if err := r.fromStandardInput(s, &o); err != nil {
		return nil, err
	}
	session, program, err := run.Prepare(l, o)
	if err != nil {
		return nil, err
	}
	d, err := session.Demand(program)
	if err != nil {
		return nil, err
	}
	return m.Occupancy(d)
}

// showOccupancy prints a report: the machine, its units, waves.
func showOccupancy(w io.Writer, o *machine.Occupancy) {
	fmt.Fprintf(w, "machine   %s, %s mode: %d threads\n", o.Machine, o.Mode, o.Threads)
	fmt.Fprintf(w, "launch    %d groups of %d threads, %d bytes of local memory each\n", o.Groups, o.GroupThreads, o.GroupSLM)
	for first := 0; first < len(o.Units); {
		n := first + 1
		for n < len(o.Units) && alike(&o.Units[first], &o.Units[n]) {
			n++
		}
		u := &o.Units[first]
		name := u.Name
		if n > first+1 {
			name = "each of " + name + " to " + o.Units[n-1].Name[strings.LastIndexByte(o.Units[n-1].Name, ' ')+1:]
		}
		fmt.Fprintf(w, "room      %d groups in %s: %d of %d threads of %d EUs, limited by %s\n", u.Groups, name, u.Groups*o.GroupThreads, u.Threads, u.EUs, u.Limit)
		first = n
	}
	fmt.Fprintf(w, "in flight %d groups at most, limited by %s; idle %d threads (%.1f%%)\n", o.InFlight, o.Limit, o.Idle.Threads, 100*o.Idle.Part)
	fmt.Fprintf(w, "waves     %d, the last of %d groups; idle in it %d threads (%.1f%%)\n", o.Waves, o.LastGroups, o.IdleInTheLast.Threads, 100*o.IdleInTheLast.Part)
}

// alike says that two units are one line of the report.
func alike(a, b *machine.UnitUse) bool {
	return a.Threads == b.Threads && a.Groups == b.Groups && a.Limit == b.Limit
}
