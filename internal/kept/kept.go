package kept

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// header is the first line of each file of Go's fuzzing; a line for each argument follows.
const header = "go test fuzz v1"

var argument = regexp.MustCompile(`^(string|\[\]byte|uint64)\((.*)\)$`)

// Add gives a target the inputs of an archive; not with -short.
func Add(f *testing.F, path string) {
	f.Helper()
	if testing.Short() {
		return
	}
	file, err := os.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	all, err := read(file)
	if err != nil {
		f.Fatalf("%s: %v", path, err)
	}
	for _, args := range all {
		f.Add(args...)
	}
}

// read gives the arguments of each file of an archive.
func read(r io.Reader) (out [][]any, err error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(t)
		if err != nil {
			return nil, err
		}
		args, err := arguments(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		out = append(out, args)
	}
}

// arguments reads a file of Go's fuzzing.
func arguments(text string) (out []any, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("first line %q: want %q", lines[0], header)
	}
	for i, l := range lines[1:] {
		g := argument.FindStringSubmatch(l)
		if g == nil {
			return nil, fmt.Errorf("line %d: %q: want a string, []byte or uint64", i+2, l)
		}
		if g[1] == "uint64" {
			n, err := strconv.ParseUint(g[2], 0, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
			out = append(out, n)
			continue
		}
		s, err := strconv.Unquote(g[2])
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", i+2, g[2], err)
		}
		if g[1] == "string" {
			out = append(out, s)
		} else {
			out = append(out, []byte(s))
		}
	}
	return out, nil
}
