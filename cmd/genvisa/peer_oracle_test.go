//go:build oracle && unix

package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/series"
)

// peerRuns is how often each program compiles each kernel; the fastest counts.
const peerRuns = 5

// peerTime is the processor time of both compilers for one kernel.
type peerTime struct {
	name         string
	size         int
	ours, theirs time.Duration
}

func (p *peerTime) ratio() float64 { return float64(p.ours) / float64(p.theirs) }

// BenchmarkPeer compiles every Skylake kernel of the corpus, those of the speed
// workloads when they lie beside the repository, and each series at 30,000
// instructions with a process of genvisa and with one of GenX_IR, in turn. It
// logs processor times and their ratio, kernel by kernel, and reports the median
// and the highest ratio of the kernels.
//
//	go test -tags oracle ./cmd/genvisa -run '^$' -bench Peer -benchtime 1x -v
func BenchmarkPeer(b *testing.B) {
	dir := b.TempDir()
	bin := filepath.Join(dir, "genvisa")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(b, err, string(out))
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(b, err)
	bench, err := filepath.Glob(filepath.Join(corpus.Root(), "..", "shared", "bench", "skl", "*.visaasm"))
	require.NoError(b, err)
	for b.Loop() {
		var kernels []peerTime
		for _, f := range append(files, bench...) {
			src, err := os.ReadFile(f)
			require.NoError(b, err)
			if p, ok := comparePeer(b, bin, dir, strings.TrimSuffix(filepath.Base(f), ".visaasm"), src, peerRuns); ok {
				kernels = append(kernels, p)
			}
		}
		slices.SortFunc(kernels, func(x, y peerTime) int { return cmp.Compare(x.ratio(), y.ratio()) })
		for i := range kernels {
			p := &kernels[i]
			b.Logf("%5.2f of GenX_IR: %7.1f ms, its %7.1f ms, text %7d bytes: %s", p.ratio(), ms(p.ours), ms(p.theirs), p.size, p.name)
		}
		b.ReportMetric(kernels[len(kernels)/2].ratio(), "median-ratio")
		b.ReportMetric(kernels[len(kernels)-1].ratio(), "max-ratio")
		for _, s := range series.All {
			p, ok := comparePeer(b, bin, dir, s.Name, s.Text(30000), 1)
			require.True(b, ok, s.Name)
			b.Logf("%5.2f of GenX_IR: %7.1f ms, its %7.1f ms: series %s of 30,000", p.ratio(), ms(p.ours), ms(p.theirs), p.name)
		}
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// comparePeer measures one text; ok is false when genvisa refuses it.
func comparePeer(b *testing.B, bin, dir, name string, src []byte, runs int) (p peerTime, ok bool) {
	in := filepath.Join(dir, "k.visaasm")
	require.NoError(b, os.WriteFile(in, src, 0o600))
	ours := []string{bin, "compile", in, "--target", "skl", "-o", filepath.Join(dir, "ours.dat")}
	theirs := []string{"GenX_IR", in, "-platform", "SKL", "-noverifyCISA", "-noLoadPayload", "-enablePreemption", "-hasRNEandDenorm",
		"-binary", "-output", "-outputCisaBinaryName", "o.isa"}
	p = peerTime{name: name, size: len(src)}
	for range runs {
		for _, x := range []struct {
			best *time.Duration
			args []string
		}{{&p.ours, ours}, {&p.theirs, theirs}} {
			c := exec.Command(x.args[0], x.args[1:]...)
			c.Dir = dir
			if err := c.Run(); err != nil && x.best == &p.ours {
				return p, false
			}
			if took := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); *x.best == 0 || took < *x.best {
				*x.best = took
			}
		}
	}
	return p, true
}
