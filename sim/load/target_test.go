package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestTarget: without a word the device is Skylake and open; one that is chosen
// stays that one, the first of all too.
func TestTarget(t *testing.T) {
	for _, c := range []struct {
		target load.Target
		device native.Target
		open   bool
	}{
		{load.Target{}, native.SKL, true}, {run.Options{}.Target, native.SKL, true},
		{load.Only(native.IVB), native.IVB, false}, {load.Prefer(native.IVB), native.IVB, true},
		{load.Only(native.TGL), native.TGL, false}, {load.Prefer(native.TGL), native.TGL, true},
	} {
		assert.Equal(t, c.device, c.target.Device())
		assert.Equal(t, c.open, c.target.Open())
	}
}
