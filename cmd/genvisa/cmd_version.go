package main

import (
	"context"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/specs"
	"github.com/genvisa/genvisa/visa"
)

type versionCmd struct {
	JSON bool
}

func (c *versionCmd) describe(to *cli.Command) {
	to.Flags = []cli.Flag{
		onOff(&c.JSON, "json", "Print one JSON object instead of text."),
	}
}

func (c *versionCmd) Run(_ context.Context, s streams) error {
	v := struct {
		Version   string   `json:"version"`
		Targets   []string `json:"targets"`
		Native    []string `json:"native_targets"` // whose code is read and written
		Mnemonics int      `json:"mnemonics"`
		Pages     int      `json:"opcode_pages"`
		EUPages   int      `json:"eu_pages"`
		Reads     []string `json:"reads"`
	}{"development build", nil, nil, int(visa.NumOps) - 1, opPages(), 0,
		[]string{".visaasm of CISA 4.1 and 4.2 (IGC 1.0.12504 to 2.40)", ".zeinfo 1.x", "raw Gen9 code", ".isa of CISA 3.2 to 4.1"}}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for t := range native.NumTargets {
		if lower.Supported(t) {
			v.Targets = append(v.Targets, t.String())
		}
		if t.Decodes() {
			v.Native = append(v.Native, t.String())
		}
	}
	var err error
	if v.EUPages, err = countPages("eu"); err != nil {
		return err
	}
	if c.JSON {
		return s.reply(true, nil, v)
	}
	fmt.Fprintf(s.out, "genvisa %s\ntargets        %s\nnative code    %s\nspecifications %d vISA mnemonics on %d opcode pages, %d pages of EU tables\nreads          %s\n",
		v.Version, strings.Join(v.Targets, " "), strings.Join(v.Native, " "), v.Mnemonics, v.Pages, v.EUPages, strings.Join(v.Reads, ", "))
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
