package native_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

func TestXeRulesProbe(t *testing.T) {
	for _, d := range []struct {
		dir string
		t   native.Target
	}{{"dg2", native.DG2}, {"mtl-h", native.MTL}} {
		found := map[string]int{}
		ex := map[string][]string{}
		n := 0
		for _, file := range corpus.FilesBeside(t, "corpus/releases/igc-2.40/"+d.dir, "*.bin") {
			b, _ := os.ReadFile(file)
			f, err := container.Open(file, b, d.t)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range f.Kernels {
				insts, _, err := native.DecodeAll(d.t, k.Code)
				if err != nil {
					t.Error(err)
					continue
				}
				n += len(insts)
				for _, x := range native.Check(d.t, insts) {
					found[x.Rule.ID]++
					if len(ex[x.Rule.ID]) < 8 {
						ex[x.Rule.ID] = append(ex[x.Rule.ID], filepath.Base(file)+" "+asmText(d.t, &insts[x.Inst]))
					}
				}
			}
		}
		t.Log(d.dir, n)
		for id, c := range found {
			t.Log(id, c)
			for _, e := range ex[id] {
				t.Log("   ", e)
			}
		}
	}
}

func asmText(t native.Target, in *native.Inst) string {
	return asm.Inst(t, in, 0)
}
