package floor

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the numbers of today into testdata/floors.txt")

// Updating is true when numbers are written down and not compared.
func Updating() bool { return *update }

// path is below the folder of the tested package.
var path = filepath.Join("testdata", "floors.txt")

// Exact compares n with the number written down under name; a name holds no "=".
func Exact(tb testing.TB, name string, n int) {
	tb.Helper()
	floors, err := read()
	if err != nil {
		tb.Fatal(err)
	}
	want, known := floors[name]
	switch {
	case known && n == want:
	case *update:
		floors[name] = n
		if err := write(floors); err != nil {
			tb.Fatal(err)
		}
	case !known:
		tb.Errorf("%s: %d, and no number in %s: -update writes it", name, n, path)
	case n > want:
		tb.Errorf("%s: %d, more than the %d of %s: -update takes it over", name, n, want, path)
	default:
		tb.Errorf("%s: %d, fewer than the %d of %s", name, n, want, path)
	}
}

func read() (map[string]int, error) {
	floors := map[string]int{}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return floors, nil
	}
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		name, value, _ := strings.Cut(line, " = ")
		n, convErr := strconv.Atoi(value)
		if convErr != nil {
			err = errors.Join(err, fmt.Errorf("%s:%d: %q: want NAME = NUMBER", path, i+1, line))
		}
		floors[name] = n
	}
	return floors, err
}

func write(floors map[string]int) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		fmt.Fprintf(&b, "%s = %d\n", name, floors[name])
	}
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(b.String()), 0o644))
}
