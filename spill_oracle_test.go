//go:build oracle && unix

package genvisa_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// spillAsk is the length of a text from which on GenX_IR is asked, too, when our
// code spills nothing.
const spillAsk = 60_000

// TestSpills keeps the table of spill bytes: ours against those of Intel's
// finalizer with the options that IGC gives it.
func TestSpills(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	var b strings.Builder
	b.WriteString("| kernel | SIMD | our bytes a thread | a lane | Intel's a thread | our instructions |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, device := range []string{"skl", "skl-stateless"} {
		files, err := filepath.Glob(filepath.Join(dir, device, "*.visaasm"))
		require.NoError(t, err)
		for _, f := range files {
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			k, err := asm.Parse(f, src)
			if err != nil {
				continue
			}
			res, err := lower.Compile(k, native.SKL, lower.Options{})
			if err != nil || res.Stats.SpillBytes == 0 && len(src) < spillAsk {
				continue
			}
			ours, intel := res.Stats.SpillBytes, finalizerSpills(t, f)
			if ours == 0 && intel == 0 {
				continue
			}
			fmt.Fprintf(&b, "| %s %s | %d | %d | %d | %d | %d |\n", device, k.Name, k.SimdSize(), ours, ours/k.SimdSize(), intel, res.Stats.Instructions)
		}
	}
	floor.Table(t, results, "spills", b.String())
}

var spillSize = regexp.MustCompile(`(?m)^//\.spill size (\d+)`)

// finalizerSpills is what GenX_IR says beside its code.
func finalizerSpills(t *testing.T, file string) int {
	dir := t.TempDir()
	cmd := exec.Command("GenX_IR", file, "-platform", "SKL", "-noverifyCISA", "-noLoadPayload", "-enablePreemption", "-hasRNEandDenorm",
		"-presched-ctrl", "54", "-presched-rp", "100", "-nodpsendreorder", "-dontUseMultiThreadedLatencies",
		"-binary", "-output", "-outputCisaBinaryName", "o.isa")
	cmd.Dir = dir
	_ = cmd.Run() // it ends with 1 when it has spilled
	out, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".visaasm")+".asm"))
	require.NoError(t, err, "GenX_IR wrote nothing for %s", file)
	m := spillSize.FindSubmatch(out)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return n
}
