package main

import (
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/specs"
	"github.com/genvisa/genvisa/visa"
)

type versionCmd struct{}

func (c *versionCmd) Run(s streams) error {
	version := "development build"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	euPages, err := countPages("eu")
	if err != nil {
		return err
	}
	var targets []string
	for t := range native.NumTargets {
		if lower.Supported(t) {
			targets = append(targets, t.String())
		}
	}
	fmt.Fprintf(s.out, "genvisa %s\ntargets        %s\nspecifications %d vISA mnemonics on %d opcode pages, %d pages of EU tables\n",
		version, strings.Join(targets, " "), int(visa.NumOps)-1, opPages(), euPages)
	fmt.Fprintln(s.out, "reads          .visaasm of CISA 4.1 (IGC 1.0.12504.6), .zeinfo 1.20, raw Gen9 code, the native binary inside .isa")
	return nil
}

func countPages(dir string) (n int, err error) {
	entries, err := fs.ReadDir(specs.FS, dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".md") {
			n++
		}
	}
	return n, err
}

// opPages counts the pages that the op table comes from.
func opPages() int {
	pages := map[string]bool{}
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		pages[op.Info().Page] = true
	}
	return len(pages)
}
