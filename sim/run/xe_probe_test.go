package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

func TestXeRunProbe(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	for _, dev := range strings.Fields(os.Getenv("DEVS")) {
		launches, _ := filepath.Glob(filepath.Join(dir, "run", os.Getenv("ONLY")+"*", "launch.yaml"))
		good, n := 0, 0
		for _, path := range launches {
			stem, _, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "__")
			program := filepath.Join(dir, "releases", "igc-2.40", dev, stem+".bin")
			f, err := os.ReadFile(program)
			if err != nil {
				continue
			}
			l, err := launch.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(f), l.Kernel) {
				continue
			}
			n++
			o := run.Options{Programs: []string{program}, Code: load.OurCode, Limit: 50_000_000, Workers: 1}
			if os.Getenv("HAZ") != "" {
				o.Hazards = true
			}
			if os.Getenv("MEM") != "" {
				o.Start = abi.StartFromMemory
			}
			rep, err := run.Run(context.Background(), l, o)
			if err != nil {
				t.Logf("%s %s: %v", dev, l.Kernel, err)
			} else if !rep.OK() {
				t.Logf("%s %s: %s", dev, l.Kernel, describe(rep))
			} else {
				good++
			}
		}
		t.Logf("%s: %d of %d", dev, good, n)
	}
}
