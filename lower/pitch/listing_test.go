package pitch

import (
	"testing"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/legal"
	"github.com/genvisa/genvisa/native"
)

// TestRun: which variables are wider, and with which operands.
func TestRun(t *testing.T) {
	listing.Check(t, "pitch.txt", []native.Target{native.SKL}, func(p *native.Program, _ native.Target) error {
		Run(p)
		return nil
	})
}

// TestGain: on every target there are as many moves fewer as the comment says.
func TestGain(t *testing.T) {
	targets := []native.Target{native.BDW, native.SKL, native.LKF, native.TGL}
	listing.Check(t, "legal.txt", targets, func(p *native.Program, target native.Target) error {
		Run(p)
		return legal.Run(edit.New(p, target))
	})
}

// TestPlanes: which variables have their low and their high dwords apart, and with which
// operands.
func TestPlanes(t *testing.T) {
	listing.Check(t, "planes.txt", []native.Target{native.TGL}, func(p *native.Program, target native.Target) error {
		return Planes(edit.New(p, target))
	})
}
