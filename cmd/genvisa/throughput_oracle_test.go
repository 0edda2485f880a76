//go:build oracle && unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
)

// throughputRuns is how often each program runs; the fastest counts.
const throughputRuns = 5

// BenchmarkThroughput disassembles and assembles 10 MB of code of the corpus with
// processes of genvisa and of iga64, in turn, and reports how many times as fast
// genvisa is by processor time, the system's with it; decoding and encoding alone
// stand beside the same processes of iga64, which also writes and reads text. It
// disassembles and assembles 100 MB for the memory that genvisa takes.
//
//	go test -tags oracle ./cmd/genvisa -run '^$' -bench Throughput -benchtime 1x -v
func BenchmarkThroughput(b *testing.B) {
	dir := b.TempDir()
	bin := filepath.Join(dir, "genvisa")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(b, err, string(out))
	dat, text, big, bigText := filepath.Join(dir, "k.dat"), filepath.Join(dir, "k.asm"), filepath.Join(dir, "big.dat"), filepath.Join(dir, "big.asm")
	code := corpusCode(b, 10<<20)
	require.NoError(b, os.WriteFile(dat, code, 0o600))
	out, err = exec.Command("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do cat "+dat+"; done > "+big).CombinedOutput()
	require.NoError(b, err, string(out)) // a process counts the memory of the one that starts it: here is little
	platform := oracle.Platform(native.SKL)
	for b.Loop() {
		var ndis, nasm, igaD, igaA, decode, encode usage
		for range throughputRuns {
			ndis.run(b, bin, "ndis", dat, "-o", text, "--force")
			igaD.run(b, "iga64", "-d", platform, dat, "-o", filepath.Join(dir, "iga.asm"))
			nasm.run(b, bin, "nasm", text, "-o", filepath.Join(dir, "ours.dat"), "--force")
			igaA.run(b, "iga64", "-a", platform, text, "-o", filepath.Join(dir, "iga.dat"))
		}
		var bigDis, bigAs usage
		bigDis.run(b, bin, "ndis", big, "-o", bigText)
		bigAs.run(b, bin, "nasm", bigText, "-o", filepath.Join(dir, "big2.dat"))
		require.NoError(b, os.Remove(bigText))
		b.ReportMetric(float64(bigDis.kilobytes>>10), "ndis-100MB-MB")
		b.ReportMetric(float64(bigAs.kilobytes>>10), "nasm-100MB-MB")
		for range throughputRuns {
			insts := decodeAll(b, &decode, code)
			start := cpuTime()
			again, err := native.EncodeAll(native.SKL, insts)
			encode.least(cpuTime()-start, 0)
			require.NoError(b, err)
			require.True(b, bytes.Equal(code, again))
		}
		ours, err := os.ReadFile(filepath.Join(dir, "ours.dat"))
		require.NoError(b, err)
		require.True(b, bytes.Equal(code, ours))
		for _, c := range []struct {
			name         string
			ours, theirs *usage
		}{{"ndis", &ndis, &igaD}, {"nasm", &nasm, &igaA}, {"decode", &decode, &igaD}, {"encode", &encode, &igaA}} {
			b.ReportMetric(float64(c.theirs.cpu)/float64(c.ours.cpu), c.name+"-ratio")
			b.Logf("%s: %v, %d MB; iga64 %v, %d MB", c.name, c.ours.cpu, c.ours.kilobytes>>10, c.theirs.cpu, c.theirs.kilobytes>>10)
		}
	}
}

// corpusCode is that many bytes of the corpus's Gen9 code, or a little more.
func corpusCode(b *testing.B, size int) (code []byte) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.dat"))
	require.NoError(b, err)
	require.NotEmpty(b, files)
	for i := 0; len(code) < size; i++ {
		f, err := os.ReadFile(files[i%len(files)])
		require.NoError(b, err)
		code = append(code, f...)
	}
	return code
}

// usage is what the cheapest run took.
type usage struct {
	cpu       time.Duration
	kilobytes int64 // resident, at most
}

func (u *usage) least(cpu time.Duration, kilobytes int64) {
	if u.cpu == 0 || cpu < u.cpu {
		u.cpu, u.kilobytes = cpu, kilobytes
	}
}

func (u *usage) run(b *testing.B, name string, args ...string) {
	b.Helper()
	c := exec.Command(name, args...)
	out, err := c.CombinedOutput()
	require.NoError(b, err, "%.500s", out)
	s := c.ProcessState
	u.least(s.UserTime()+s.SystemTime(), int64(s.SysUsage().(*syscall.Rusage).Maxrss))
}

// decodeAll decodes code and takes note of the time.
func decodeAll(b *testing.B, u *usage, code []byte) []native.Inst {
	start := cpuTime()
	insts, _, err := native.DecodeAll(native.SKL, code)
	u.least(cpuTime()-start, 0)
	require.NoError(b, err)
	return insts
}

// cpuTime is the processor time of this process.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
