package gen

import (
	"bytes"
	"fmt"
	"maps"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

const (
	visaPath = "github.com/genvisa/genvisa/visa"
	semPath  = visaPath + "/sem"
	numPath  = "github.com/genvisa/genvisa/internal/num"
)

// Generate writes the Go source of a model: path below the module's root to
// file contents. It is pure: the same model gives the same bytes.
func Generate(m *opdefs.Model) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, f := range []struct {
		path, pkg, dir string
		fill           func(*opdefs.Model, *jen.File) error
	}{
		{"visa/zops.go", "visa", visaPath, visaOps},
		{"visa/zbuild.go", "visa", visaPath, visaBuild},
		{"visa/zhooks.go", "visa", visaPath, visaHooks},
		{"visa/ztypes.go", "visa", visaPath, visaTypes},
	} {
		j := jen.NewFilePathName(f.dir, f.pkg)
		if err := render(out, f.path, j, func() error { return f.fill(m, j) }); err != nil {
			return nil, err
		}
	}
	if err := semFiles(m, out); err != nil {
		return nil, err
	}
	if m.EU != nil {
		eu, err := GenerateEU(m.EU)
		if err != nil {
			return nil, err
		}
		maps.Copy(out, eu)
	}
	return out, nil
}

func render(out map[string][]byte, path string, j *jen.File, fill func() error) error {
	j.HeaderComment(header)
	if err := fill(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var b bytes.Buffer
	if err := j.Render(&b); err != nil {
		return fmt.Errorf("BUG: %s: %w", path, err)
	}
	out[path] = b.Bytes()
	return nil
}

// allOps lists the mnemonics in the order of their Op constants.
func allOps(m *opdefs.Model) []*opdefs.Op {
	var out []*opdefs.Op
	for _, p := range m.Pages {
		out = append(out, p.Ops...)
	}
	return out
}
