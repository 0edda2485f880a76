package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// families are the device families of the folders of the corpus.
var families = map[string]string{"skl": "SKL", "bxt": "BXT", "bdw": "BDW", "lkf": "ICLLP", "icllp": "ICLLP", "tgllp": "TGLLP", "dg2": "DG2", "mtl-h": "MTL"}

// TestContainedTextsHaveNoFindings: every text that compilers put in containers, of all
// releases, keeps the rules of its device family.
func TestContainedTextsHaveNoFindings(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"*/containers/*.bin", "releases/*/*/*.bin"} {
		found, err := filepath.Glob(filepath.Join(corpus.Dir(), pattern))
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	require.NotEmpty(t, paths)
	texts, unread, insts, unknown := 0, 0, 0, 0
	for _, path := range paths {
		device := filepath.Base(strings.TrimSuffix(filepath.Dir(path), "/containers"))
		family, ok := visa.ParsePlatform(families[device])
		require.True(t, ok, path)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		f, _, err := load.OpenContainer(path, data, load.Options{Code: load.InterpCode})
		require.NoError(t, err, path)
		list, err := load.ContainedTexts(f, "")
		if errors.Is(err, errors.ErrUnsupported) {
			continue // the release of 2024 wrote none for Broadwell
		}
		require.NoError(t, err, path)
		for i := range list {
			k, err := list[i].Parse()
			if err != nil {
				unread++
				continue
			}
			texts++
			for n := range k.Insts {
				insts++
				if k.Insts[n].Op.Opaque() {
					unknown++
				}
			}
			for _, f := range verify.For(k, family) {
				assert.Fail(t, path+": "+f.String())
			}
		}
	}
	floor.Exact(t, "texts of containers without findings in "+corpus.Which(), texts)
	floor.Exact(t, "texts of containers that cannot be read in "+corpus.Which(), unread)
	t.Logf("%d instructions, of which %d are known by name only", insts, unknown)
}
