package launch_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestDocumentedLaunches: every example of the document is a launch file, and
// those of the saxpy kernel run.
func TestDocumentedLaunches(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	doc := string(b)
	whole, rest, _ := strings.Cut(doc, "### Registers, CURBE and inline data") // TestDocumentedWays has those
	_, rest, _ = strings.Cut(rest, "\n## ")
	inSaxpy(t)
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(whole+rest, -1)
	require.Len(t, blocks, 12)
	writeNPY(t, "y.npy", "f32", make([]byte, 16), 2, 2)
	writeNPY(t, "hwc.npy", "u8", make([]byte, 8), 1, 2, 4)
	writeText(t, "y.csv", "# y\n0, 1\n2, 3\n")
	writeText(t, "x.csv", "1 2 3 4\n")
	for _, file := range []string{"before.in", "after.exp", "a.in", "b.in", "b.exp", "from.in", "to.in", "to.exp"} { // of the launches of native code
		require.NoError(t, os.WriteFile(file, make([]byte, 64*64), 0o600))
	}
	require.NoError(t, os.WriteFile("vue.exp", make([]byte, 64), 0o600))
	for _, b := range blocks {
		text := b[1]
		if strings.HasPrefix(text, "args:") {
			text = "kernel: k\nprogram: k.bin\nglobal: [1]\nlocal: [1]\n" + text
		}
		l, err := launch.Parse("l.yaml", []byte(text))
		require.NoError(t, err)
		if l.Kernel != "saxpy" {
			continue
		}
		rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
		require.NoError(t, err)
		assert.True(t, rep.OK())
	}
}
