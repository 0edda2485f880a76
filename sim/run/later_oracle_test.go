//go:build oracle

package run_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
)

// olderSpelling is how the finalizer of 2022 knows the version and the data of messages to
// the load/store cache.
var olderSpelling = strings.NewReplacer(".version 4.2", ".version 4.1", ":d8u32", ":d8c32", ":d16u32", ":d16c32")

// TestFinalizerOfLaterTexts: of the texts for dg2 Intel's finalizer makes the same native code as
// of our binary form of them, messages to the load/store cache, add3 and bfn included. What it
// refuses as text is counted apart.
func TestFinalizerOfLaterTexts(t *testing.T) {
	same, refused := 0, 0
	for _, path := range corpus.FilesBeside(t, "corpus/releases/igc-2.40/dg2", "*.bin") {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		f, _, err := load.OpenContainer(path, src, load.Options{Code: load.InterpCode, Target: load.Prefer(native.SKL)})
		require.NoError(t, err)
		texts, err := load.ContainedTexts(f, "")
		require.NoError(t, err)
		for i := range texts {
			k, err := texts[i].Parse()
			require.NoError(t, err)
			if k.IsFunction {
				continue
			}
			var text strings.Builder
			require.NoError(t, asm.Print(&text, k))
			genx := oracle.GenX{Dir: t.TempDir(), Platform: "DG2"}
			want, refusal, err := genx.Compile(olderSpelling.Replace(text.String()))
			if err != nil || refusal != "" {
				refused++
				continue
			}
			file := isa.File{Major: 4, Minor: 1, Kernels: []isa.Routine{{Kernel: k}}}
			out, err := file.Encode("isa41-2022")
			if err != nil { // a paired surface, which that compiler did not write: the text had none
				refused++
				continue
			}
			code, refusal, err := genx.CompileISA(out)
			require.NoError(t, err, texts[i].Name)
			if assert.Empty(t, refusal, texts[i].Name) && assert.True(t, bytes.Equal(want, code), texts[i].Name) {
				same++
			}
		}
	}
	floor.Exact(t, "texts for dg2 with the finalizer's code from their binary form", same)
	floor.Exact(t, "texts for dg2 that the finalizer of 2022 refuses", refused)
}
