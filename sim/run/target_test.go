package run_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// TestTarget: without a word the device is Skylake and open; one that is chosen
// stays that one, the first of all too.
func TestTarget(t *testing.T) {
	for _, c := range []struct {
		target run.Target
		device native.Target
		open   bool
	}{
		{run.Target{}, native.SKL, true}, {run.Options{}.Target, native.SKL, true},
		{run.Only(native.IVB), native.IVB, false}, {run.Prefer(native.IVB), native.IVB, true},
		{run.Only(native.TGL), native.TGL, false}, {run.Prefer(native.TGL), native.TGL, true},
	} {
		assert.Equal(t, c.device, c.target.Device())
		assert.Equal(t, c.open, c.target.Open())
	}
}
