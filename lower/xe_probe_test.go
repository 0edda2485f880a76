package lower_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/regalloc"
	visaasm "github.com/genvisa/genvisa/visa/asm"
)

func TestXeLowerProbe(t *testing.T) {
	for _, d := range []struct {
		dir string
		t   native.Target
	}{{"dg2", native.DG2}, {"mtl-h", native.MTL}} {
		errs := map[string][]string{}
		found := map[string][]string{}
		n, ok := 0, 0
		logs := 0.0
		var ratios []string
		for _, file := range corpus.FilesBeside(t, "corpus/releases/igc-2.40/"+d.dir, "*.bin") {
			b, _ := os.ReadFile(file)
			f, err := container.Open(file, b, d.t)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range f.Kernels {
				if k.VISA == nil {
					continue
				}
				n++
				kern, err := visaasm.Parse(file, k.VISA)
				if err != nil {
					errs["parse "+err.Error()] = append(errs["parse "+err.Error()], k.Name)
					continue
				}
				r, err := lower.Compile(kern, d.t, lower.Options{Alloc: regalloc.Options{Verify: os.Getenv("VERIFY") != ""}})
				if err != nil {
					s := err.Error()
					if i := bytes.LastIndexByte([]byte(s), ':'); i > 0 {
						s = s[i:]
					}
					s = err.Error()
					if len(s) > 300 {
						s = s[:300]
					}
					key := fmt.Sprintf("%.200s", stripPos(s))
					errs[key] = append(errs[key], filepath.Base(file)+" "+k.Name)
					continue
				}
				ok++
				insts, _, err := native.DecodeAll(d.t, r.Code)
				if err != nil {
					t.Error(err)
					continue
				}
				peer, _, _ := native.DecodeAll(d.t, k.Code)
				q := float64(len(insts)) / float64(len(peer))
				logs += math.Log(q)
				ratios = append(ratios, fmt.Sprintf("%.3f %d %d %s %s", q, len(insts), len(peer), filepath.Base(file), k.Name))
				for _, x := range native.Check(d.t, insts) {
					if x.Rule.ID == "eu.swsb.set" {
						continue
					}
					found[x.Rule.ID] = append(found[x.Rule.ID], k.Name+": "+asm.Inst(d.t, &insts[x.Inst], 0))
				}
			}
		}
		t.Logf("%s %d of %d, ratio %.3f", d.dir, ok, n, math.Exp(logs/float64(ok)))
		sort.Strings(ratios)
		for i := range min(15, len(ratios)) {
			t.Log(ratios[len(ratios)-1-i])
		}
		for e, c := range errs {
			t.Log(len(c), e, c[:min(3, len(c))])
		}
		for e, c := range found {
			t.Log(len(c), e, c[:min(4, len(c))])
		}
	}
}

func stripPos(s string) string {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == ':' && s[i+1] == ' ' {
			return s[i+2:]
		}
	}
	return s
}
