package files

import (
	"os"
	"path/filepath"
)

// Same reports whether two paths name one file, by name or on disk.
// Devices and pipes may be named twice.
func Same(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	return a != "" && b != "" && resolved(a) == resolved(b)
}

// resolved is a path with the links of its folder followed.
func resolved(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}
