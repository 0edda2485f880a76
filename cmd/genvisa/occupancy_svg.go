package main

import (
	"fmt"
	"io"

	"github.com/genvisa/genvisa/sim/machine"
)

// Sizes of the picture, in its own units.
const (
	threadBox      = 10
	threadsARow    = 64
	maxThreadBoxes = 1 << 14 // of two waves together
)

// drawOccupancy draws each thread of the machine as a box, unit by unit, in a full wave and
// in the last one: those of a group in one colour, idle ones grey.
func drawOccupancy(w io.Writer, m *machine.Machine, o *machine.Occupancy) error {
	if 2*o.Threads > maxThreadBoxes {
		return fmt.Errorf("--svg: machine %s has %d threads: a picture has at most %d", m.Name, o.Threads, maxThreadBoxes/2)
	}
	d := svgDrawing{y: svgMargin}
	d.text(svgMargin, fmt.Sprintf("%s, %s mode: %d groups of %d threads in %d waves", o.Machine, o.Mode, o.Groups, o.GroupThreads, o.Waves))
	waves := []struct {
		title string
		of    func(*machine.UnitUse) int
		idle  machine.Share
	}{
		{"a full wave", func(u *machine.UnitUse) int { return u.Groups }, o.Idle},
		{"the last wave", func(u *machine.UnitUse) int { return u.Last }, o.IdleInTheLast},
	}
	if o.LastGroups == o.InFlight {
		waves = waves[:1]
	} else if o.Waves == 1 {
		waves = waves[1:]
	}
	for _, wave := range waves {
		d.text(svgMargin, fmt.Sprintf("%s: %d of %d threads idle", wave.title, wave.idle.Threads, o.Threads))
		group := 0
		for i := range o.Units {
			group = d.unit(&o.Units[i], group, wave.of(&o.Units[i]), o.GroupThreads)
		}
	}
	d.end(w, "occupancy of "+o.Machine)
	return nil
}

// unit draws the threads of a unit that has so many groups, numbered from first on, and
// gives the number behind the last.
func (d *svgDrawing) unit(u *machine.UnitUse, first, groups, threads int) (next int) {
	d.label(svgMargin, u.Name)
	for t := range u.Threads {
		if t > 0 && t%threadsARow == 0 {
			d.y += threadBox
		}
		fill := "lightgray"
		if g := t / threads; g < groups {
			fill = fmt.Sprintf("hsl(%d,70%%,70%%)", (first+g)*47%360)
		}
		x := svgLeft + t%threadsARow*threadBox
		d.width = max(d.width, x+threadBox+svgMargin)
		fmt.Fprintf(&d.body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"gray\"/>\n", x, d.y+5, threadBox, threadBox, fill)
	}
	d.y += svgLine
	return first + groups
}
