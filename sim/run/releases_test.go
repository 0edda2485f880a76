package run_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// releases are the containers of later compilers beside the corpus, by compiler and
// device, with what runs of them: for Broadwell there is no text, and for devices after
// Gen12 LP the compiler here makes no code. Here is the kernels of
// those containers that travel with the repository.
var releases = []struct {
	compiler, device string
	codes            []load.CodeName
	here             int
}{
	{"igc-1.0.17791", "skl", load.CodeNames, 3},
	{"igc-1.0.17791", "icllp", load.CodeNames, 0},
	{"igc-1.0.17791", "bdw", []load.CodeName{load.IntelCode}, 3},
	{"igc-2.40", "tgllp", load.CodeNames, 3},
	{"igc-2.40", "dg2", load.CodeNames, 9},
	{"igc-2.40", "mtl-h", load.CodeNames, 6},
}

// TestReleases runs the launches of the full corpus with the same kernels by later
// compilers: each gives the expected bytes, or is not in the container, as kernels with
// doubles where the device has none.
func TestReleases(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	var b strings.Builder
	b.WriteString("| compiler | for | kernels | interpreter | our code | Intel's code |\n| --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range releases {
		gave, kernels := releaseCount(t, dir, filepath.Join("releases", r.compiler, r.device), "", r.codes)
		fmt.Fprintf(&b, "| %s | %s | %d |", r.compiler, r.device, kernels)
		for _, code := range load.CodeNames {
			if n, ok := gave[code]; ok {
				fmt.Fprintf(&b, " %d |", n)
			} else {
				b.WriteString(" - |")
			}
		}
		b.WriteString("\n")
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "results.md"), "releases", b.String())
}

// TestReleasesByStates is TestReleases with surfaces and samplers as states in memory, those of handles too: Intel's code gives
// the expected bytes, whatever the tiling.
func TestReleasesByStates(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	for _, c := range []struct {
		device, states string
		want           int
	}{{"tgllp", "y", 135}, {"dg2", "linear", 135}, {"dg2", "4", 135}, {"mtl-h", "x", 144}} {
		gave, kernels := releaseCount(t, dir, filepath.Join("releases", "igc-2.40", c.device), c.states, []load.CodeName{load.IntelCode})
		assert.Equal(t, []int{c.want, c.want}, []int{kernels, gave[load.IntelCode]}, "%s %s", c.device, c.states)
	}
}

// TestReleasesHere is TestReleases of the containers that travel with the repository.
func TestReleasesHere(t *testing.T) {
	for _, r := range releases {
		gave, kernels := releaseCount(t, corpus.Subset(), filepath.Join("releases", r.compiler, r.device), "", r.codes)
		for code, n := range gave {
			assert.Equal(t, kernels, n, "%s %s %s", r.compiler, r.device, code)
		}
		assert.Equal(t, r.here, kernels, r.device)
	}
}

// mutation changes a container's text, or a name of a section, in bytes of the same number;
// plain says that what it means stays as it was when it is taken at all.
type mutation struct {
	what  string
	plain bool
	edit  func(r *rand.Rand, data []byte) bool // false when there is nothing of the kind
}

// swap replaces an occurrence of old, which begins at a match, with as many bytes.
func swap(old, with string) func(*rand.Rand, []byte) bool {
	return func(r *rand.Rand, data []byte) bool {
		at := regexp.MustCompile(regexp.QuoteMeta(old)).FindAllIndex(data, -1)
		if len(at) == 0 {
			return false
		}
		copy(data[at[r.IntN(len(at))][0]:], fmt.Sprintf("%-*s", len(old), with))
		return true
	}
}

// paired finds the paired surface of a sampler instruction and makes it something else.
func paired(with string) func(*rand.Rand, []byte) bool {
	return func(r *rand.Rand, data []byte) bool {
		at := regexp.MustCompile(`(?:load_lz|load|sample_lz|sample_l|sample)\.[RGBA]+ \([^\n]*?(%null\.0) V`).FindAllSubmatchIndex(data, -1)
		if len(at) == 0 {
			return false
		}
		copy(data[at[r.IntN(len(at))][2]:], fmt.Sprintf("%-7s", with))
		return true
	}
}

// The kinds of mutations: of the paired surface, the version, a modifier, a section.
var releaseMutations = []mutation{
	{"paired surface away", true, paired("")},
	{"paired surface another variable", false, paired("V0052.0")},
	{"paired surface a surface", false, paired("T6")},
	{"version 4.0", true, swap(".version 4.1", ".version 4.0")},
	{"version 4.2", true, swap(".version 4.1", ".version 4.2")},
	{"version 3.6", true, swap(".version 4.1", ".version 3.6")},
	{"version 9.9", true, swap(".version 4.", ".version 9.")},
	{"channels of the mask", false, swap(" (M1_NM, ", " (M5_NM, ")},
	{"no mask", false, swap(" (M1_NM, ", " (M1, ")},
	{"negated source", false, swap("<1> V00", "<1>(-)V0")},
	{"type", false, swap(":ud ", ":uw ")},
	{"name of a section of text", true, swap(".visaasm\x00", ".vxsaasm\x00")},
	{"name of the metadata", true, swap(".ze_info\x00", ".zx_info\x00")},
	{"version of the metadata", true, swap("version:         '1.", "version:         '9.")},
}

// TestReleaseMutations: of a container with one such change either the expected bytes come,
// or a refusal or a difference is shown, and what is compiled of a text gives what the text
// gives.
func TestReleaseMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(17791, 240))
	done, told := 0, map[string]int{}
	for done < 200 {
		device := []string{"igc-1.0.17791/skl", "igc-2.40/tgllp"}[r.IntN(2)]
		m := releaseMutations[r.IntN(len(releaseMutations))]
		data, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", device, "image_rw.bin"))
		require.NoError(t, err)
		if !m.edit(r, data) {
			continue
		}
		done++
		program := filepath.Join(t.TempDir(), "m.bin")
		require.NoError(t, os.WriteFile(program, data, 0o600))
		for _, kernel := range []string{"image_gray", "image_1d_int", "image_invert"} {
			l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "image_rw__"+kernel, "launch.yaml"))
			require.NoError(t, err)
			reports := map[load.CodeName]*run.Report{}
			for _, code := range []load.CodeName{load.InterpCode, load.OurCode} {
				rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Target: load.Only(native.SKL), Code: code, Limit: 5_000_000, Workers: 1})
				if strings.HasSuffix(device, "tgllp") && code == load.InterpCode {
					rep, err = run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: code, Limit: 5_000_000, Workers: 1})
				}
				if err != nil {
					told["refused"]++
					continue
				}
				reports[code] = rep
				if m.plain {
					assert.True(t, rep.OK(), "%s in %s: %s by %s: %s", m.what, device, kernel, code, describe(rep))
				}
				told[map[bool]string{true: "as expected", false: "shown to differ"}[rep.OK()]]++
			}
			if a, b := reports[load.InterpCode], reports[load.OurCode]; a != nil && b != nil && a.Finished && b.Finished {
				assert.Empty(t, l.Differences(a.Buffers, b.Buffers), "%s in %s: %s", m.what, device, kernel)
			}
		}
	}
	for what, n := range told {
		floor.Exact(t, "mutations of containers of later compilers, "+what, n)
	}
}

// TestPairedByContainer: the metadata's version says whether the only sampler message of a
// text has a paired surface. Read in the older form the changed one would sample at other
// coordinates.
func TestPairedByContainer(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", "tgllp", "image_rw.bin"))
	require.NoError(t, err)
	for {
		if !regexp.MustCompile(`%null\.0 V`).Match(data) {
			break
		}
		data = regexp.MustCompile(`%null\.0 V`).ReplaceAll(data, []byte("V0051.0 V"))
	}
	older := bytes.Replace(data, []byte("version:         '1.73"), []byte("version:         '1.20"), 1)
	l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "image_rw__image_gray", "launch.yaml"))
	require.NoError(t, err)
	for i, c := range [][]byte{data, older} {
		program := filepath.Join(t.TempDir(), "m.bin")
		require.NoError(t, os.WriteFile(program, c, 0o600))
		rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: load.InterpCode})
		if i == 0 {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			assert.ErrorContains(t, err, "paired surface")
			continue
		}
		require.NoError(t, err)
		assert.False(t, rep.OK(), "older metadata says the older form")
	}
}

// releaseCount counts the kernels of a folder of containers, and those that give the
// expected bytes, by code.
func releaseCount(t *testing.T, dir, folder, states string, codes []load.CodeName) (gave map[load.CodeName]int, kernels int) {
	launches, err := filepath.Glob(filepath.Join(dir, "run", "*", "launch.yaml"))
	require.NoError(t, err)
	gave = map[load.CodeName]int{}
	for _, path := range launches {
		stem, _, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "__")
		program := filepath.Join(dir, folder, stem+".bin")
		if _, err := os.Stat(program); err != nil {
			continue
		}
		l, err := launch.Read(path)
		require.NoError(t, err)
		if f, err := os.ReadFile(program); err == nil && !strings.Contains(string(f), l.Kernel) {
			continue // it is not there
		}
		kernels++
		for _, code := range codes {
			rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: code, States: states, Limit: 50_000_000, Workers: 1})
			if errors.Is(err, errors.ErrUnsupported) {
				t.Logf("%s %s %s: %v", folder, l.Kernel, code, err)
			} else if assert.NoError(t, err, "%s %s %s", folder, l.Kernel, code) && assert.True(t, rep.OK(), "%s %s %s: %s", folder, l.Kernel, code, describe(rep)) {
				gave[code]++
			}
		}
	}
	return gave, kernels
}
