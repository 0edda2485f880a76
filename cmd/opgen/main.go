package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
	pages "github.com/genvisa/genvisa/specs"
)

func main() {
	specs := flag.String("specs", "specs", "folder of the specification pages: visa/*.md and eu/*.md")
	out := flag.String("out", ".", "root of the module that gets the z*.go files")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "opgen reads specification pages and writes the z*.go files of a module.\n\n  opgen --specs specs --out .\n\nFlags:")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "opgen: error: argument %q; only flags are legal\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*specs, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// run writes nothing when the pages have errors.
func run(specs, out string) error {
	if _, err := os.Stat(specs); err != nil {
		return fmt.Errorf("opgen: error: %w", err)
	}
	if err := opdefs.CheckSet(os.DirFS(specs)); err != nil {
		return err
	}
	ours, err := opdefs.ParseDir(pages.FS)
	if err != nil {
		return err
	}
	m, err := opdefs.ParseMixed(os.DirFS(specs), published.Converter(ours, func(x fmt.Stringer) { fmt.Fprintln(os.Stderr, x) }))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("opgen: error: %s: %w", specs, err)
		}
		return err
	}
	files, err := gen.Generate(m)
	if err != nil {
		return err
	}
	return gen.Write(out, files)
}
