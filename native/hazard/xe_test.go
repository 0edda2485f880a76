package hazard

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

func kernels(t *testing.T, target native.Target, dir string) []file {
	t.Helper()
	var out []file
	for _, path := range corpus.FilesBeside(t, dir, "*.bin") {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		f, err := container.Open(path, b, target)
		require.NoError(t, err)
		for _, k := range f.Kernels {
			insts, offs, err := native.DecodeAll(target, k.Code)
			if err != nil {
				t.Log(path, k.Name, err)
				continue
			}
			out = append(out, file{filepath.Base(path) + ":" + k.Name, insts, offs})
		}
	}
	return out
}

func TestXeFindings(t *testing.T) {
	for _, d := range []struct {
		target native.Target
		dir    string
	}{{native.DG2, "corpus/releases/igc-2.40/dg2"}, {native.MTL, "corpus/releases/igc-2.40/mtl-h"}} {
		n, m := 0, 0
		kinds := map[string]int{}
		for _, f := range kernels(t, d.target, d.dir) {
			r, err := Check(d.target, f.insts, f.offs)
			if err != nil {
				t.Log(f.name, err)
				continue
			}
			n += len(f.insts)
			for _, x := range r.Findings {
				m++
				k := fmt.Sprintf("%v %v<-%v", x.Kind, f.insts[x.Inst].Pipe(d.target), f.insts[x.By].Pipe(d.target))
				if kinds[k]++; kinds[k] < 6 {
					t.Logf("%s %#x: %v (by %#x)", f.name, f.offs[x.Inst], x, f.offs[x.By])
				}
			}
		}
		t.Log(d.dir, n, m, kinds)
	}
}
