package lower_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestRun runs our code of every kernel of the subset on the EU model: the
// launch's expected bytes come out.
func TestRun(t *testing.T) {
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		t.Run(c.Name, func(t *testing.T) {
			l, err := launch.Read(c.Launch)
			require.NoError(t, err)
			r, err := run.Run(context.Background(), l, run.Options{
				Programs: []string{c.Stem + ".visaasm"}, Info: c.Info, Engine: load.Sim, Target: load.Only(native.SKL),
			})
			require.NoError(t, err)
			assert.True(t, r.OK(), "%+v", r.Compared)
			assert.Zero(t, r.OutOfBounds)
		})
	}
}
