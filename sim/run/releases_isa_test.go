package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
)

// TestReleaseTexts: the texts of later compilers print as they came, but for the comments
// behind the last instruction, and come back from the binary form. Version
// 4.2, which has none, becomes 4.1. Texts with ops without a page are counted apart.
func TestReleaseTexts(t *testing.T) {
	for _, folder := range []string{"igc-1.0.17791/skl", "igc-1.0.17791/icllp", "igc-2.40/tgllp", "igc-2.40/dg2", "igc-2.40/mtl-h"} {
		paths := corpus.FilesBeside(t, "corpus/releases/"+folder, "*.bin")
		alike, again, opaque := 0, 0, 0
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			f, _, err := load.OpenContainer(path, src, load.Options{Code: load.InterpCode, Target: load.Prefer(native.SKL)})
			require.NoError(t, err)
			texts, err := load.ContainedTexts(f, "")
			require.NoError(t, err)
			for i := range texts {
				k, err := texts[i].Parse()
				require.NoError(t, err)
				var text strings.Builder
				require.NoError(t, asm.Print(&text, k))
				if want, _, _ := strings.Cut(string(texts[i].Source), "//Platform:"); assert.True(t, slices.Equal(strings.Fields(want), strings.Fields(text.String())), texts[i].Name) {
					alike++
				}
				file := isa.File{Major: k.Major, Minor: k.Minor}
				routine := []isa.Routine{{Kernel: k, Linkage: isa.Global}}
				if k.IsFunction {
					file.Functions = routine
				} else {
					file.Kernels = routine
				}
				out, err := file.Encode("isa41-2024")
				if err == nil && k.Minor == 1 {
					out, err = file.Encode("") // the text says itself whether there are paired surfaces
				}
				if err != nil && strings.Contains(err.Error(), "has no page") {
					opaque++
					continue
				}
				if err != nil { // a text without paired surfaces
					out, err = file.Encode("")
				}
				require.NoError(t, err)
				back, err := isa.Read("", out, "")
				require.NoError(t, err, texts[i].Name)
				got := append(back.Kernels, back.Functions...)[0].Kernel
				k.SetVersion(4, 1)
				var want, have strings.Builder
				require.NoError(t, asm.Print(&want, k))
				require.NoError(t, asm.Print(&have, got))
				if assert.Equal(t, want.String(), have.String(), texts[i].Name) {
					again++
				}
			}
		}
		name := filepath.Base(filepath.Dir(folder)) + " for " + filepath.Base(folder)
		floor.Exact(t, "texts of "+name+" that come back from their binary form", again)
		floor.Exact(t, "texts of "+name+" that print as they came, but for the comments behind", alike)
		floor.Exact(t, "texts of "+name+" with ops that have none", opaque)
	}
}
