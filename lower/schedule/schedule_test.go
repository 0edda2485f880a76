package schedule_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/history"
	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/lower/schedule"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

var whole = flag.Bool("whole", false, "all kernels")

// TestRun: orders of small programs with virtual registers.
func TestRun(t *testing.T) {
	listing.Check(t, "schedule.txt", []native.Target{native.BDW, native.SKL, native.TGL, native.DG2}, func(p *native.Program, target native.Target) error {
		schedule.Run(p, target, schedule.Options{})
		return nil
	})
}

// TestBound: with few registers fewer loads are on their way at once.
func TestBound(t *testing.T) {
	listing.Check(t, "bound.txt", []native.Target{native.SKL}, func(p *native.Program, target native.Target) error {
		schedule.Run(p, target, schedule.Options{GRFs: 12})
		return nil
	})
}

func programOf(t *testing.T, target native.Target, text string) *native.Program {
	t.Helper()
	code, err := nasm.Assemble("schedule", target, strings.NewReader(text))
	require.NoError(t, err, text)
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	p, err := flow.Placed(target, insts, offs)
	require.NoError(t, err)
	for i := range p.Insts {
		p.Insts[i].Origin = int32(i + 1)
	}
	return p
}

// random is a program of few registers, with jumps, messages, math, flags, addresses and accumulators.
func random(rng *rand.Rand, target native.Target) string {
	var text strings.Builder
	reg := func() int { return 10 + 2*rng.IntN(6) }
	send, short, desc := "send", "", "0xC"
	if target.Scoreboard() {
		send, short, desc = "send.dc1", " null", "0x0"
	}
	n := 12 + rng.IntN(24)
	for i := range n {
		fmt.Fprintf(&text, "L%d:\n", i)
		switch k := rng.IntN(16); {
		case k < 3:
			fmt.Fprintf(&text, "%s (8|M0) r%d r%d%s %s 0x02106E0%d\n", send, reg(), reg(), short, desc, rng.IntN(3))
		case k == 3 && target.Scoreboard():
			fmt.Fprintf(&text, "send.dc1 (8|M0) null r%d r%d 0x40 0x02026E03\n", reg(), reg())
		case k == 3:
			fmt.Fprintf(&text, "send (8|M0) null r%d 0xC 0x04026E03\n", reg())
		case k == 4 && rng.IntN(3) == 0:
			fmt.Fprintf(&text, "(f0.0) jmpi L%d\n", rng.IntN(n))
		case k == 5:
			fmt.Fprintf(&text, "math.inv (8|M0) r%d.0<1>:f r%d.0<8;8,1>:f\n", reg(), reg())
		case k == 6:
			fmt.Fprintf(&text, "cmp (8|M0) (lt)f%d.0 null<1>:d r%d.0<8;8,1>:d r%d.0<8;8,1>:d\n", rng.IntN(2), reg(), reg())
		case k == 7:
			fmt.Fprintf(&text, "(f%d.0) mov (8|M0) r%d.0<1>:d r%d.0<8;8,1>:d\n", rng.IntN(2), reg(), reg())
		case k == 8:
			fmt.Fprintf(&text, "mul (8|M0) acc0.0<1>:d r%d.0<8;8,1>:d r%d.0<16;8,2>:uw\n", reg(), reg())
		case k == 9:
			fmt.Fprintf(&text, "mov (8|M0) r%d.0<1>:d acc0.0<8;8,1>:d\n", reg())
		case k == 10:
			fmt.Fprintf(&text, "(W) mov (1|M0) a0.0<1>:ud r%d.%d<0;1,0>:ud\n", reg(), rng.IntN(8))
		case k == 11:
			fmt.Fprintf(&text, "mov (8|M0) r%d.%d<1>:w r%d.0<16;8,2>:w\n", reg(), 8*rng.IntN(2), reg())
		default:
			fmt.Fprintf(&text, "add (8|M0) r%d.0<1>:d r%d.0<8;8,1>:d r%d.0<8;8,1>:d\n", reg(), reg(), reg())
		}
	}
	if target.Scoreboard() {
		return text.String() + "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
	}
	return text.String() + "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
}

// TestRandom: random programs read and write in another order what they did before.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	moved := 0
	for range 600 {
		target := []native.Target{native.BDW, native.SKL, native.TGL}[rng.IntN(3)]
		p := programOf(t, target, random(rng, target))
		before := regalloc.Snapshot(p)
		if schedule.Run(p, target, schedule.Options{Stage: schedule.Allocated}) {
			moved++
		}
		require.Empty(t, history.Differ(before, p, target, true))
	}
	floor.Exact(t, "random programs of 600 that the schedule changes", moved)
}

// TestForgotten: without one edge of the graph some orders are wrong, and the second opinion says so. What it finds in none of them
// is an edge that others imply.
func TestForgotten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	wrong, right := 0, 0
	for range 300 {
		target := []native.Target{native.SKL, native.TGL}[rng.IntN(2)]
		p := programOf(t, target, random(rng, target))
		whole := regalloc.Snapshot(p)
		edges := schedule.RunWithout(whole, target, schedule.Options{Stage: schedule.Allocated}, -1)
		if edges == 0 {
			continue
		}
		q := regalloc.Snapshot(p)
		schedule.RunWithout(q, target, schedule.Options{Stage: schedule.Allocated}, rng.IntN(edges))
		switch {
		case history.Differ(p, q, target, true) != "":
			wrong++
		default:
			right++
		}
	}
	floor.Exact(t, "orders without an edge that are wrong", wrong)
	floor.Exact(t, "orders without an edge that are right", right)
}

// TestCorpus: both schedules of kernels of the corpus; of all with -whole.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, target := range []native.Target{native.BDW, native.SKL, native.TGL, native.DG2} {
		moved, refused := map[string]int{}, 0
		for k, file := range files {
			if !*whole && k%(len(files)/6) != 0 {
				continue
			}
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			kernel, err := asm.Parse(file, src)
			require.NoError(t, err)
			var before *native.Program
			_, err = lower.Compile(kernel, target, lower.Options{Dump: func(pass string, p *native.Program) {
				if pass == "schedule" || pass == "reschedule" {
					require.Empty(t, history.Differ(before, p, target, pass == "reschedule"), "%s for %v, %s", file, target, pass)
					if !reflect.DeepEqual(before.Insts, p.Insts) {
						moved[pass]++
					}
				}
				before = regalloc.Snapshot(p)
			}})
			if errors.Is(err, errors.ErrUnsupported) {
				refused++
				continue
			}
			require.NoError(t, err, "%s for %v", file, target)
		}
		kernels := "some kernels"
		if *whole {
			kernels = "the kernels"
		}
		floor.Exact(t, fmt.Sprintf("%s for %v that are refused", kernels, target), refused)
		for _, pass := range []string{"schedule", "reschedule"} {
			floor.Exact(t, fmt.Sprintf("%s for %v that pass %s changes", kernels, target, pass), moved[pass])
		}
	}
}
