package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// way is one of the engines and programs that must agree on a kernel.
type way struct {
	name   string
	ext    string // program file
	engine load.EngineName
}

// ways by device: native code runs for the devices that the EU model has.
var ways = map[string][]way{
	"skl":           all,
	"skl-stateless": all,
	"bxt":           all,
	"lkf":           {all[0]},
}

var all = []way{
	{"interpreter", ".visaasm", load.Interp},
	{"ours", ".visaasm", load.Sim},
	{"intel", ".dat", load.Sim},
	{"intel-isa", ".isa", load.Sim},
}

var targets = map[string]native.Target{"skl": native.SKL, "skl-stateless": native.SKL, "bxt": native.BXT, "lkf": native.LKF}

// wantCount is the number of kernels of a device that testdata/corpus/COUNT
// promises, of a corpus: the subset or the full one.
func wantCount(t *testing.T, device, name string) int {
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "COUNT"))
	require.NoError(t, err)
	for _, line := range strings.Split(string(src), "\n") {
		if f := strings.Fields(line); len(f) == 3 && f[0] == device {
			count, err := strconv.Atoi(f[1+boolToInt(name == "full")])
			require.NoError(t, err)
			return count
		}
	}
	t.Fatalf("COUNT has no line for %s", device)
	return 0
}

// TestAgreement runs every kernel on every engine and compares with the
// expected bytes of the launch.
func TestAgreement(t *testing.T) {
	dirs := map[string]string{"subset": corpus.Subset()}
	if dir, ok := corpus.Full(); ok {
		dirs["full"] = dir
	}
	for _, name := range []string{"subset", "full"} {
		dir, ok := dirs[name]
		if !ok {
			continue
		}
		for _, device := range []string{"skl", "skl-stateless", "bxt", "lkf"} {
			ran := 0
			t.Run(name+"/"+device, func(t *testing.T) {
				for _, c := range corpus.Cases(t, dir, device) {
					if t.Run(c.Name, func(t *testing.T) { agree(t, c) }) {
						ran++
					}
				}
			})
			t.Logf("%s corpus, %s: %d kernels give the expected bytes on %d engines and programs each", name, device, ran, len(ways[device]))
			want := wantCount(t, device, name)
			assert.Equal(t, want, ran, "kernels of the %s corpus for %s: COUNT says how many there are", name, device)
		}
	}
}

func agree(t *testing.T, c corpus.Case) {
	launch, err := launch.Read(c.Launch)
	require.NoError(t, err)
	session, err := run.NewSession(launch, run.Options{Info: c.Info, Limit: 10_000_000}) // what a wrong engine may loop
	require.NoError(t, err)
	var first [][]byte
	for _, w := range ways[c.Device] {
		t.Run(w.name, func(t *testing.T) {
			p, err := load.FromPath(c.Stem+w.ext, w.engine, targets[c.Device])
			require.NoError(t, err)
			rep, err := session.Run(context.Background(), p)
			require.NoError(t, err)
			assert.True(t, rep.OK(), "%s", describe(rep))
			if first == nil {
				first = rep.Buffers
			}
			assert.Equal(t, first, rep.Buffers, "buffers differ from the first engine's")
		})
	}
	compared := 0
	for _, a := range launch.Args {
		if a.Expect != nil {
			compared++
		}
	}
	assert.Positive(t, compared+boolToInt(c.Name == "saxpy__empty"), "a launch that expects nothing proves nothing")
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func describe(r *run.Report) string {
	var b strings.Builder
	for _, c := range r.Compared {
		fmt.Fprintf(&b, "arg%d: %d of %d differ", c.Arg, c.Mismatches, c.Elements)
		for _, m := range c.First {
			fmt.Fprintf(&b, "; [%d] want %s got %s", m.Index, m.Want, m.Got)
		}
		b.WriteString("\n")
	}
	return b.String()
}
