package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

// machineChoice is what flags of run say of the machine around the EU.
type machineChoice struct {
	Machine   string
	L3        bool
	L3Config  string
	Occupancy bool
	SVG       string
	States    string
}

func (c *machineChoice) flags() []cli.Flag {
	return []cli.Flag{
		machineFlag(&c.Machine),
		onOff(&c.Occupancy, "occupancy", "Also count the groups that the machine has room for, as genvisa occupancy does; with --machine."),
		word(&c.SVG, "svg", "", "FILE", "", "The picture of genvisa occupancy as SVG; with --occupancy."),
		onOff(&c.L3, "l3", "Also estimate hits and misses of the machine's L3 by instruction of native code; with --stats and --machine."),
		choice(&c.States, "states", "Write states of surfaces and samplers into memory, as a driver does, and let messages find them there; images get a tiling. none: messages name what the launch binds.", append([]string{"none"}, run.StateTilings()...)...),
		word(&c.L3Config, "l3-config", "", "NAME", "", "Division of the L3 that --l3 estimates. Default: that of the machine file, or the first that fits the launch."),
	}
}

// choose gives the options the machine.
func (c *machineChoice) choose(o *run.Options, switches bool) (err error) {
	if c.States != "none" {
		o.States = c.States
	}
	switch {
	case c.Occupancy && c.Machine == "":
		return errors.New("--occupancy is that of a machine: want --machine")
	case c.SVG != "" && !c.Occupancy:
		return errors.New("--svg draws the occupancy: want --occupancy")
	case c.SVG == "-":
		return errors.New("--svg -: the report goes there; want a file")
	case c.L3 && (c.Machine == "" || !o.Stats):
		return errors.New("--l3 is a part of --stats, of the L3 of a machine: want --stats and --machine")
	case c.L3Config != "" && !c.L3:
		return errors.New("--l3-config: want --l3, which estimates that L3")
	case c.Machine != "" && !o.Stats && !c.Occupancy && !switches:
		return errors.New("--machine: want --stats, which counts by it, --occupancy, or --preempt-after or --from, whose context image is that of a machine; genvisa occupancy needs no run")
	case c.Machine == "":
		return nil
	}
	o.L3, o.L3Config, o.Occupancy = c.L3, c.L3Config, c.Occupancy
	o.Machine, err = machineOf(c.Machine)
	return err
}

// mostConflicts is how many instructions of a kind --stats lists as text; JSON has all.
const mostConflicts = 3

// showBanks prints the conflicts of banks of local memory.
func showBanks(w io.Writer, b *observe.BankStats) {
	if b == nil {
		return
	}
	fmt.Fprintf(w, "banks     %d messages on local memory (%d banks of %d bytes), %d clocks of conflicts, of degree %d at most\n", b.Messages, b.Banks, b.Width, b.Clocks, b.Degree)
	for i := range b.Worst[:min(mostConflicts, len(b.Worst))] {
		p := &b.Worst[i]
		fmt.Fprintf(w, "conflicts %8d clocks in %d messages, of degree %d, %s: %s\n", p.Clocks, p.Messages, p.Degree, p.At(), p.Inst)
	}
}

// showL3 prints the estimate of the L3.
func showL3(w io.Writer, l *observe.L3Stats) {
	if l == nil {
		return
	}
	fmt.Fprintf(w, "l3        %d lines hit, %d missed, in %d KB, configuration %s\n", l.Hits, l.Misses, l.Bytes>>10, l.Config)
	for i := range l.Instructions[:min(mostConflicts, len(l.Instructions))] {
		p := &l.Instructions[i]
		fmt.Fprintf(w, "misses    %8d lines, %d hit, %s: %s\n", p.Misses, p.Hits, p.At(), p.Inst)
	}
}
