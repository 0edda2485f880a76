package run

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/formats"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
)

// formatNotes names the formats of images and surfaces that the target of a program's code neither samples nor
// writes: what such a format gives follows from its layout, and from no document about the target.
func (s *Session) formatNotes(p *load.Program) (notes []string) {
	target, native := p.Native()
	if !native {
		return nil // vISA, which no unit of a target reads
	}
	seen := map[*mem.Format]bool{}
	note := func(shape *mem.ImageShape) {
		if shape == nil || seen[shape.Format] {
			return
		}
		seen[shape.Format] = true
		row := formats.Find(shape.Format.SurfaceName())
		if row != nil && row.Why == "" && !row.Has(formats.UseSampled, int(target)) && !row.Has(formats.UseWritten, int(target)) {
			notes = append(notes, fmt.Sprintf("%s reads and writes no texels of the format %s: here they are what its layout says", target, row.Name))
		}
	}
	for i := range s.launch.Args {
		note(s.launch.Args[i].Image)
	}
	if n := s.launch.Native; n != nil {
		for i := range n.Surfaces {
			note(n.Surfaces[i].Shape)
		}
	}
	return notes
}
