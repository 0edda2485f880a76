package asm_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

func TestXeText(t *testing.T) {
	for _, d := range []struct {
		dir string
		t   native.Target
	}{{"dg2", native.DG2}, {"mtl-h", native.MTL}} {
		same, n, iga := 0, 0, 0
		for _, file := range corpus.FilesBeside(t, "corpus/releases/igc-2.40/"+d.dir, "*.bin") {
			b, _ := os.ReadFile(file)
			f, err := container.Open(file, b, d.t)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range f.Kernels {
				n++
				var out bytes.Buffer
				if err := asm.Print(&out, d.t, k.Code); err != nil {
					t.Log(filepath.Base(file), k.Name, err)
					continue
				}
				code, err := asm.Assemble("x", d.t, strings.NewReader(out.String()))
				if err != nil {
					t.Log(filepath.Base(file), k.Name, err)
				} else if bytes.Equal(code, k.Code) {
					same++
				} else {
					t.Log(filepath.Base(file), k.Name, "differs")
				}
				os.WriteFile("/tmp/xe.asm", out.Bytes(), 0o644)
				if o, err := exec.Command("/work/newtools/new-iga64", "-a", "-p=12p71", "/tmp/xe.asm", "-o", "/tmp/xe.bin").CombinedOutput(); err != nil {
					t.Log(k.Name, string(o[:min(300, len(o))]))
				} else if c, _ := os.ReadFile("/tmp/xe.bin"); bytes.Equal(c, k.Code) {
					iga++
				} else {
					t.Log(k.Name, "iga differs", len(c), len(k.Code))
				}
			}
		}
		t.Log(d.dir, n, same, iga)
	}
}
