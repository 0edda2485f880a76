package run_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestTextTakenOut: the text of a container gives the expected bytes with the container as
// its metadata: it brings program-scope data and who points to them, and the device that
// its code is for does not matter.
func TestTextTakenOut(t *testing.T) {
	for _, c := range []struct{ container, kernel string }{
		{"igc-1.0.17791/skl/consttable", "const_mixed"},
		{"igc-1.0.17791/skl/func", "table_of_tables"},
		{"igc-1.0.17791/skl/fnglobal", "global_vars"},
		{"igc-2.40/tgllp/saxpy", "saxpy"},
		{"igc-2.40/dg2/saxpy", "saxpy"},
	} {
		path := corpus.FilesBeside(t, "corpus/releases/"+filepath.Dir(c.container), filepath.Base(c.container)+".bin")[0]
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		f, _, err := load.OpenContainer(path, src, load.Options{Code: load.InterpCode, Target: load.Prefer(native.SKL)})
		require.NoError(t, err)
		texts, err := load.ContainedTexts(f, c.kernel)
		require.NoError(t, err)
		require.Len(t, texts, 1)
		text := filepath.Join(t.TempDir(), "k.visaasm")
		require.NoError(t, os.WriteFile(text, texts[0].Source, 0o600))

		l, err := launch.Read(filepath.Join(corpus.Beside(t), "corpus", "run", filepath.Base(c.container)+"__"+c.kernel, "launch.yaml"))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{text}, Info: path, Target: load.Prefer(native.SKL)})
		if assert.NoError(t, err, c.container) {
			assert.NotEmpty(t, rep.Compared, c.container)
			assert.True(t, rep.OK(), c.container)
		}
	}
}
