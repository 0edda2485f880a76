package flow

import (
	"testing"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestRun: branches for lanes as each target has them.
func TestRun(t *testing.T) {
	targets := []native.Target{native.IVB, native.BDW, native.SKL, native.LKF, native.TGL}
	listing.Check(t, "flow.txt", targets, func(p *native.Program, target native.Target) error {
		return Run(edit.New(p, target))
	})
}
