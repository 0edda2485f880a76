//go:build oracle

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/load"
)

// TestOwnContainers: the containers with which the commands of docs/own-kernels.md are
// tested have the code that the installed ocloc makes of the sources that it shows.
func TestOwnContainers(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	text, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "own-kernels.md"))
	require.NoError(t, err)
	var names []string
	for _, source := range shownFiles(string(text)) {
		name, ok := strings.CutSuffix(shownName.FindStringSubmatch(source)[1], ".cl")
		if !ok {
			continue
		}
		names = append(names, name)
		made, err := compileSource(context.Background(), name+".cl", []byte(source), "skl", "")
		require.NoError(t, err)
		kept, err := os.ReadFile(filepath.Join("testdata", "own", name+".skl.zebin"))
		require.NoError(t, err)
		now, _, err := load.OpenContainer(name, made, load.Options{})
		require.NoError(t, err)
		then, _, err := load.OpenContainer(name, kept, load.Options{})
		require.NoError(t, err)
		require.Len(t, then.Kernels, len(now.Kernels))
		for i := range now.Kernels {
			assert.Equal(t, now.Kernels[i].Code, then.Kernels[i].Code, name)
		}
		assert.Equal(t, now.Info.Names(), then.Info.Names())
	}
	slices.Sort(names)
	want := slices.Clone(ownKernels)
	slices.Sort(want)
	assert.Equal(t, want, names)
}
