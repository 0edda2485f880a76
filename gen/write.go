package gen

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Dirs are the folders whose z*.go files are generated; others are never touched.
var Dirs = []string{"visa", "visa/sem", "native", "native/state", "internal/grf", "sim/machine"}

// Write puts files below root, each by temporary file and rename, and removes
// generated files that are no longer made. Unchanged files keep their time.
func Write(root string, files map[string][]byte) error {
	names := make([]string, 0, len(files))
	for n := range files {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		if err := writeFile(filepath.Join(root, filepath.FromSlash(n)), files[n]); err != nil {
			return fmt.Errorf("writing %s: %w", n, err)
		}
	}
	orphans, err := Orphans(root, files)
	if err != nil {
		return err
	}
	for _, n := range orphans {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(n))); err != nil {
			return fmt.Errorf("removing %s: %w", n, err)
		}
	}
	return nil
}

// Orphans lists the generated files below root that are not in files.
func Orphans(root string, files map[string][]byte) ([]string, error) {
	var out []string
	for _, d := range Dirs {
		if !made(files, d) {
			continue
		}
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(d), "z*.go"))
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", d, err)
		}
		for _, f := range found {
			name := d + "/" + filepath.Base(f)
			if _, ok := files[name]; ok {
				continue
			}
			b, err := os.ReadFile(f)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", name, err)
			}
			if strings.HasPrefix(string(b), "// "+header) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

// made reports whether files has a generated file of folder d.
func made(files map[string][]byte, d string) bool {
	for n := range files {
		if strings.HasPrefix(n, d+"/z") {
			return true
		}
	}
	return false
}

func writeFile(path string, b []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".z*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // no-op after the rename
	_, err = tmp.Write(b)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
