//go:build oracle

package lower_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/internal/oracle/gen4"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// TestIGAReadsOurs: iga64 disassembles our code for every target that it knows without
// complaint, and names our operands; intel-gen4disasm does so for Ivy Bridge.
func TestIGAReadsOurs(t *testing.T) {
	for _, d := range compiled {
		t.Run(fmt.Sprintf("%s for %v", d.texts, d.target), func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(corpus.Dir(), d.texts, "*.visaasm"))
			require.NoError(t, err)
			insts, all := 0, *whole || !d.target.HasOp(native.OpGoto) // Gen7's take seconds
			for i, file := range files {
				if _, err := os.Stat(corpus.CaseOf(corpus.Dir(), d.texts, file).Launch); err != nil || !all && i%(2*d.step) != 0 {
					continue
				}
				k, err := load.ReadProgram(file)
				require.NoError(t, err)
				if r, err := lower.Compile(k, d.target, lower.Options{}); err == nil { // TestDevices says which are refused
					insts += reads(t, d.target, r.Code)
				}
			}
			t.Logf("%d instructions", insts)
		})
	}
}

// reads counts the instructions that were compared.
func reads(t *testing.T, target native.Target, code []byte) (compared int) {
	t.Helper()
	if target != native.IVB {
		return oracle.CompareIGA(t, target, code)
	}
	for why, n := range gen4.Compare(t, code) {
		if !strings.HasSuffix(why, "not compared") {
			compared += n
		}
	}
	return compared
}
