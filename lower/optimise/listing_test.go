package optimise

import (
	"testing"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestRun: what is taken back, and what is not, for each target.
func TestRun(t *testing.T) {
	targets := []native.Target{native.BDW, native.SKL, native.LKF, native.TGL}
	listing.Check(t, "optimise.txt", targets, func(p *native.Program, target native.Target) error {
		return Run(edit.New(p, target), func(*native.Inst) Lanes { return Lanes{Size: 16} })
	})
}
