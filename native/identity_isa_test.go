package native_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// TestIdentityInContainers: the native code inside shipped vISA containers of versions 3.2 to
// 3.6, at the offsets that their manifest gives, comes back byte for byte.
func TestIdentityInContainers(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "shipped", "isa")
	src, err := os.ReadFile(filepath.Join(dir, "manifest.yaml"))
	require.NoError(t, err)
	var files []struct {
		Name, Target string
		Kernels      []struct{ Native []struct{ Offset, Bytes int } }
	}
	require.NoError(t, yaml.Unmarshal(src, &files))
	insts, rest := map[string]int{}, map[native.Op]int{}
	for _, f := range files {
		target, err := native.ParseTarget(f.Target)
		require.NoError(t, err)
		p, err := os.ReadFile(filepath.Join(dir, f.Name+".isa"))
		require.NoError(t, err)
		for _, k := range f.Kernels {
			for _, n := range k.Native {
				insts[f.Target] += sameBytes(t, target, f.Name, p[n.Offset:n.Offset+n.Bytes], rest)
			}
		}
	}
	assert.Equal(t, map[string]int{"bdw": 101, "skl": 768, "icl": 97, "tgl": 1370}, insts)
	assert.Equal(t, map[native.Op]int{native.OpMov: 5}, rest, "the source 1 that a compact mov has not")
}
