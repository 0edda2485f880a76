package optimise

import (
	"testing"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestRun: what is taken back, and what is not, for each target. The place of a flag says
// which lanes an instruction on flags is about.
func TestRun(t *testing.T) {
	targets := []native.Target{native.BDW, native.SKL, native.LKF, native.TGL}
	for _, name := range []string{"optimise.txt", "propagate.txt", "coalesce.txt", "narrow.txt", "parts.txt", "flags.txt", "constants.txt", "zero.txt"} {
		t.Run(name, func(t *testing.T) {
			listing.Check(t, name, targets, func(p *native.Program, target native.Target) error {
				return Run(edit.New(p, target), func(in *native.Inst) Lanes { return Lanes{First: uint8(8 * in.Dst.Sub), Size: 16} })
			})
		})
	}
}

// TestConstants: constants in registers that are shared, and ones that are not.
func TestConstants(t *testing.T) {
	listing.Check(t, "shared.txt", []native.Target{native.SKL, native.TGL}, func(p *native.Program, target native.Target) error {
		return Constants(edit.New(p, target))
	})
}
