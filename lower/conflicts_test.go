package lower_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/latency"
	"github.com/genvisa/genvisa/sim/load"
)

// conflicts are reads of three registers at once, and those that lose clocks.
type conflicts struct{ reads, clocks int }

func (c *conflicts) count(t *testing.T, target native.Target, code []byte) {
	t.Helper()
	insts, _, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	insts = target.InElements(insts)
	for i := range insts {
		_, halves := latency.ReadAtOnce(&insts[i])
		c.reads += halves
		c.clocks += latency.Conflicts(target, &insts[i])
	}
}

// TestConflicts counts the clocks that our code loses by banks of registers, and Intel's: ours no more for what it reads.
func TestConflicts(t *testing.T) {
	table := "| code for | kernels | reads, ours | lost, ours | reads, the reference compiler's | lost, the reference compiler's |\n| --- | ---: | ---: | ---: | ---: | ---: |\n"
	for _, d := range besides {
		if !latency.HasBanks(d.target) {
			continue
		}
		var ours, theirs conflicts
		kernels := 0
		beside(t, d.device, func(_ corpus.Case, text, code string) {
			k, err := load.ReadProgram(text)
			require.NoError(t, err)
			r, err := lower.Compile(k, d.target, lower.Options{})
			require.NoError(t, err)
			peer, err := os.ReadFile(code)
			require.NoError(t, err)
			ours.count(t, d.target, r.Code)
			theirs.count(t, d.target, peer)
			kernels++
		})
		assert.LessOrEqual(t, ours.clocks*theirs.reads, theirs.clocks*ours.reads, d.device)
		table += fmt.Sprintf("| %s | %d | %d | %d | %d | %d |\n", d.device, kernels, ours.reads, ours.clocks, theirs.reads, theirs.clocks)
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "cost.md"), "conflicts", table)
}

// readOnce is how many instructions of Intel's listings have sources 0 and 2 in one register, which the hardware reads once where
// its measurement is right, and a conflict by the listing.
const readOnce = 8

// TestConflictsListed compares the table of banks with the conflicts that Intel's compiler marks in its listings.
func TestConflictsListed(t *testing.T) {
	marked, apart := 0, 0
	for _, target := range []native.Target{native.SKL, native.LKF} {
		for _, file := range corpus.FilesBeside(t, filepath.Join("corpus", target.String()), "*.asm") {
			listing, err := os.ReadFile(file)
			require.NoError(t, err)
			var marks []bool
			for line := range strings.Lines(string(listing)) {
				if strings.Contains(line, "BC=") {
					marks = append(marks, strings.Contains(line, "BC=BAD"))
				}
			}
			code, err := os.ReadFile(strings.TrimSuffix(file, ".asm") + ".dat")
			if os.IsNotExist(err) || len(marks) == 0 {
				continue
			}
			require.NoError(t, err)
			lost := firstHalves(t, target, code)
			require.Len(t, lost, len(marks), file)
			for i := range marks {
				if marks[i] != lost[i] {
					apart++
				}
			}
			marked += len(marks)
		}
	}
	assert.Equal(t, 509, marked)
	assert.Equal(t, readOnce, apart)
}

// firstHalves says of each instruction with three registers whether its first half has a conflict.
func firstHalves(t *testing.T, target native.Target, code []byte) (lost []bool) {
	t.Helper()
	insts, _, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	insts = target.InElements(insts)
	for i := range insts {
		read, halves := latency.ReadAtOnce(&insts[i])
		if halves == 0 || slices.Contains(read[0][:], latency.None) {
			continue
		}
		for s := range read[0] {
			read[0][s] = insts[i].Src[s].Reg + read[0][s]/native.GRFBytes
		}
		lost = append(lost, latency.Conflict(target, &read[0]) > 0)
	}
	return lost
}
