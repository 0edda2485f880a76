package asm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestMesaTexts: the texts of Mesa's assembler tests assemble to their bytes.
func TestMesaTexts(t *testing.T) {
	for _, d := range []struct {
		t            native.Target
		files, insts int
	}{{native.IVB, 22, 858}, {native.HSW, 23, 1062}, {native.ICL, 1, 7}} {
		files := corpus.FilesBeside(t, "shipped/mesa/"+d.t.String(), "*.mesa-asm")
		insts := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(file, ".mesa-asm") + ".dat")
			require.NoError(t, err)
			got, err := asm.AssembleSyntax(filepath.Base(file), d.t, bytes.NewReader(text), asm.Mesa)
			if assert.NoError(t, err) && assert.Len(t, got, len(want), file) {
				for at := 0; at < len(want); at += 16 {
					assert.Equal(t, want[at:at+16], got[at:at+16], "%v %s at %#x", d.t, filepath.Base(file), at)
				}
			}
			insts += len(want) / 16
		}
		assert.Equal(t, [2]int{d.files, d.insts}, [2]int{len(files), insts}, d.t)
	}
}
