package native_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

func TestXeProbe(t *testing.T) {
	for _, d := range []struct {
		dir string
		t   native.Target
	}{{"dg2", native.DG2}, {"mtl-h", native.MTL}} {
		errs := map[string]int{}
		n, same, comp := 0, 0, 0
		files := corpus.FilesBeside(t, "corpus/releases/igc-2.40/"+d.dir, "*.bin")
		for _, file := range files {
			b, _ := os.ReadFile(file)
			f, err := container.Open(file, b, d.t)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range f.Kernels {
				for off := 0; off < len(k.Code); {
					in, size, err := native.Decode(d.t, k.Code[off:])
					n++
					if err != nil {
						errs[fmt.Sprint(err)]++
						if k.Code[off+3]>>5&1 != 0 {
							size = 8
						} else {
							size = 16
						}
					} else {
						w, err := native.Encode(d.t, &in)
						if err != nil {
							errs["enc "+fmt.Sprint(err)]++
						} else if string(w) == string(k.Code[off:off+size]) {
							same++
							if size == 8 {
								comp++
							}
						} else {
							errs[fmt.Sprintf("differ %v %s", in.Op, filepath.Base(file))]++
						}
					}
					off += size
				}
			}
		}
		t.Log(d.dir, len(files), n, same, comp)
		i := 0
		for e, c := range errs {
			t.Log(c, e)
			if i++; i > 40 {
				break
			}
		}
	}
}
