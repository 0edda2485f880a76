package launch_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// FuzzParseLaunch looks for launch files that crash the reader, or errors that
// do not say where.
func FuzzParseLaunch(f *testing.F) {
	from := filepath.Join(corpus.Subset(), "run")
	seeds, err := filepath.Glob(filepath.Join(from, "*", "launch.yaml"))
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds in %s: %v", from, err)
	}
	for _, path := range seeds {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte("kernel: k\nprogram: p.visaasm\nthreads: 2\ninputs: {X: \"00\"}\nargs: [{buffer: {bytes: 16, fill: {random: 7, type: f32, min: 0, max: 1}}}, {local: 16}, {i64: -1}]\n"))
	f.Add([]byte("kernel: k\nprogram: p.visaasm\ninputs: {}\nargs: []\nprintf: {}\n"))
	f.Add([]byte("kernel: k.dat\ntarget: skl\ndispatch: media_object\nsurfaces: [{bti: 0, type: 2D, width_bytes: 1, height: 1, pitch: 1, initial: launch.yaml}]\n" +
		"common_grf: {r1: \"00\"}\nthreads: [{grf: {}}, {inline: \"00\"}]\n"))
	f.Add([]byte("kernel: k.dat\ntarget: ivb\ndispatch: gpgpu_walker\nsurfaces: []\nsamplers: [{index: 0, normalized: true, address: repeat, filter: linear}, {index: 0xF}]\ngroup_grid_end: [1]\n"))
	f.Add([]byte("kernel: k.dat\ntarget: skl\ndispatch: gpgpu_walker\nsurfaces: []\ncurbe: \"00\"\ngroup_grid_end: [4]\n"))
	f.Add([]byte("kernel: k\nprogram: p.visaasm\nthreads: 2\ninputs: {}\nargs: [{image: 2d, width: 4, height: 4, format: rgba8, fill: zero}, {sampler: true}]\nprintf: {text: \"a\"}\n"))
	f.Add([]byte("kernel: k\nprogram: p.visaasm\nglobal: [1]\nlocal: [1]\nargs: [{buffer: {values: [1, [2, nan]], bytes: 16}, type: f32, expect: {values: [1]}}, {buffer: {structs: [[{u8: 1}]], packed: true}}]\n"))
	f.Add([]byte("kernel: k\nprogram: p.visaasm\nglobal: [1]\nlocal: [1]\nargs: [{struct: [{i32: 1}, {f32x3: [1, 2, 3]}, {pad: 3}, {struct: {n: {u8x2: [[1, 2]]}}, packed: true}, {structs: [[{bytes: \"00\"}]]}]}, {i16: [1, -1]}]\n"))
	f.Add([]byte("kernel: k\nprogram: p.visaasm\nglobal: [1]\nlocal: [1]\nargs: [{buffer: a.npy, save: b.csv}, {buffer: a.csv, type: f32, expect: a.npy}, {image: 2d, data: i.npy, save: b.npy}, " +
		"{image: 2d, format: rg8, width: 2, height: 1, row_pitch: 8, data: {values: [[1, 2], [3, 4]]}, expect: a.csv}]\n"))
	dir := f.TempDir()
	f32, u8 := launch.Array{Type: launch.Type{Name: "f32", Size: 4}, Shape: []int{4}, Data: make([]byte, 16)}, launch.Array{Type: launch.Type{Name: "u8", Size: 1}, Shape: []int{1, 2, 2}, Data: make([]byte, 4)}
	for name, data := range map[string][]byte{"a.npy": f32.NPY(), "i.npy": u8.NPY(), "a.csv": []byte("1,2\n3 4\n"), "launch.yaml": []byte("kernel: k\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<12 {
			return
		}
		l, err := launch.Parse(filepath.Join(dir, "launch.yaml"), src)
		if (l == nil) == (err == nil) {
			t.Fatalf("launch %v with error %v", l, err)
		}
		var at *launch.Error
		if err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Col < 1) {
			t.Fatalf("error without a position: %v", err)
		}
	})
}

// FuzzSet looks for changes of a launch that crash, or that change the launch of the caller.
func FuzzSet(f *testing.F) {
	for _, text := range []string{"n=1", "a={struct: [{u8: 1}, {u8x3: [1, 2, 3]}]}", "x=[1, [2, nan]]", "y={bytes: 8, fill: {random: 1, type: f32, min: 0, max: 1}}", "global=[1, 2]", "local=7",
		"arg0={values: [1], bytes: 64}", "x=@launch.yaml", "offset=[0]", "y={structs: [[{i32: 1}]]}"} {
		f.Add(text)
	}
	dir := filepath.Join(corpus.Root(), "examples", "saxpy")
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	p, err := load.FromFile(l.Programs[0], l.Kernel, load.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before := *l
		s, err := run.NewSession(l, run.Options{Program: p, Set: []string{text}})
		if (s == nil) == (err == nil) {
			t.Fatalf("session %v with error %v", s, err)
		}
		if l.Global != before.Global || l.Dims != before.Dims || l.Reads() != before.Reads() || l.Args[0].Len() != 4000 || len(l.Args[2].Data) != 4 {
			t.Fatal("the caller's launch changed")
		}
	})
}
