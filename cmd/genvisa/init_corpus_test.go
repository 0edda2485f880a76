package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/draft"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var wholeCorpus = flag.Bool("whole", false, "write a launch of every kernel of the corpus beside the repository, and a container of every one for Gen7, not of some")

// drafted is a kernel that init writes a launch of.
type drafted struct {
	device, name string // "skl", "matmul__matmul_naive_int"
	args         []string
	target       string // of native code, for the run
	text         bool   // of a container only the text runs
}

// TestInitComputes: the launch that init writes runs as it is, without an access past an
// end, and the kernel changes every output. What cannot be met stands in
// testdata/init_exceptions.txt with the reason; a line there that is met fails.
func TestInitComputes(t *testing.T) {
	except := initExceptions(t)
	all := draftedOf(t, corpus.Subset())
	if dir, ok := corpus.Full(); ok {
		more := draftedOf(t, dir)
		for i, d := range more {
			if *wholeCorpus || i%sampleStep == 0 {
				all = append(all, d)
			}
		}
	} else if testing.Short() {
		all = slices.DeleteFunc(all, func(d drafted) bool { return len(d.name)%4 != 0 })
	}
	wrong, met := 0, map[string]bool{}
	for _, d := range all {
		why := d.check()
		_, known := except[d.name]
		if known {
			met[d.name] = met[d.name] || why == ""
		} else if why != "" {
			wrong++
			t.Errorf("%s %s: %s", d.device, d.name, why)
		}
	}
	for name, computes := range met {
		assert.False(t, computes, "%s is in the list of exceptions, and is none", name)
	}
	t.Logf("%d launches, %d wrong", len(all), wrong)
}

// sampleStep is how many kernels of the corpus beside the repository an ordinary run takes
// one of.
const sampleStep = 41

// initExceptions are the kernels that have no launch that computes something.
func initExceptions(t *testing.T) map[string]string {
	src, err := os.ReadFile("testdata/init_exceptions.txt")
	require.NoError(t, err)
	out := map[string]string{}
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, ": ")
		require.True(t, ok && reason != "", "%s", line)
		out[key] = reason
	}
	return out
}

// draftedOf lists the kernels of a corpus: native code, text and .isa with metadata by device, and the
// containers of later compilers.
func draftedOf(t *testing.T, dir string) (out []drafted) {
	for _, device := range []string{"skl", "skl-stateless", "skl-O0", "bxt", "bdw", "lkf", "tgllp"} {
		files, err := filepath.Glob(filepath.Join(dir, device, "*.dat"))
		require.NoError(t, err)
		for _, f := range files {
			c := corpus.CaseOf(dir, device, f)
			if !exists(c.Info) || c.Kernel == "" {
				continue
			}
			target, _, _ := strings.Cut(device, "-")
			out = append(out, drafted{device, c.Name, []string{c.Info, "--kernel", c.Kernel, "--program", f, "--target", target}, target, false})
			if text := c.Stem + ".visaasm"; exists(text) {
				out = append(out, drafted{device + "/text", c.Name, []string{c.Info, "--kernel", c.Kernel, "--program", text}, "", false})
			}
			if binary := c.Stem + ".isa"; exists(binary) { // alone, for the device that it names
				out = append(out, drafted{device + "/isa", c.Name, []string{binary}, "", false})
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "releases", "*", "*", "*.bin"))
	require.NoError(t, err)
	for _, f := range files {
		device := filepath.Base(filepath.Dir(f))
		text := slices.Contains([]string{"dg2", "mtl-h"}, device)
		compiler := filepath.Base(filepath.Dir(filepath.Dir(f)))
		for _, kernel := range kernelsOf(t, f) {
			name := strings.TrimSuffix(filepath.Base(f), ".bin") + "__" + kernel
			out = append(out, drafted{compiler + "/" + device, name, []string{f, "--kernel", kernel}, "", text})
		}
	}
	return out
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func kernelsOf(t *testing.T, path string) []string {
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	f, _, err := load.OpenContainer(path, src, load.Options{Code: load.InterpCode})
	require.NoError(t, err)
	return slices.DeleteFunc(f.Info.Names(), func(n string) bool { return n == abi.SymbolTable })
}

// check writes the launch and runs it: "" when it computes something.
func (d drafted) check() string {
	var out, errOut bytes.Buffer
	code := doMain(context.Background(), append([]string{"init"}, d.args...), streams{in: strings.NewReader(""), out: &out, err: &errOut})
	if code != 0 {
		return fmt.Sprintf("init: exit %d: %s", code, errOut.String())
	}
	if strings.Contains(out.String(), draft.FillIn) {
		return "init asks for what it was given:\n" + out.String()
	}
	l, err := launch.Parse("launch.yaml", out.Bytes())
	if err != nil {
		return fmt.Sprintf("%v\n%s", err, out.String())
	}
	o, err := targetOption(d.target)
	if err != nil {
		return err.Error()
	}
	if o.Apart, o.Workers = true, 1; d.text {
		o.Code = load.InterpCode
	}
	rep, err := run.Run(context.Background(), l, o)
	switch {
	case err != nil:
		return fmt.Sprintf("%v\n%s", err, out.String())
	case !rep.OK():
		return fmt.Sprintf("%+v\n%s", rep.Compared, out.String())
	case len(rep.Outside) > 0:
		return fmt.Sprintf("%v\n%s", rep.Outside, out.String())
	case len(rep.Untouched) > 0:
		return fmt.Sprintf("unchanged: %v\n%s", rep.Untouched, out.String())
	}
	return ""
}
