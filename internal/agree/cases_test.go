package agree

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

// kept is a kernel of testdata: its first line names the seed of its launch.
type kept struct {
	name, src string
	launch    *launch
}

// keptIn reads the kernels of a folder below testdata.
func keptIn(t *testing.T, dir string, intel bool) []kept {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.visaasm"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var list []kept
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		seed, err := strconv.ParseUint(word(string(src), "// seed "), 10, 64)
		require.NoError(t, err, f)
		simd, err := strconv.Atoi(word(string(src), "// SIMD"))
		require.NoError(t, err, f)
		list = append(list, kept{strings.TrimSuffix(filepath.Base(f), ".visaasm"), string(src), newLaunch(seed, simd, intel)})
	}
	return list
}

// word is what stands behind key on its line.
func word(src, key string) string {
	_, rest, _ := strings.Cut(src, key)
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// keepDenormals are cases whose results are denormals, which some targets flush whatever
// the text asks for.
var keepDenormals = map[string]bool{"fdiv": true, "sqrt_mode": true}

// TestKept runs the disagreements that random kernels have shown.
func TestKept(t *testing.T) {
	for _, c := range keptIn(t, "", false) {
		t.Run(c.name, func(t *testing.T) {
			v, err := compareOurs(c.src, c.launch)
			require.NoError(t, err)
			assert.Equal(t, verdict{}, v)
			if testing.Short() {
				return
			}
			for target, other := range others {
				if keepDenormals[c.name] && !target.Caps().Denormals {
					continue
				}
				v, err = other.compare(c.src, c.launch)
				require.NoError(t, err)
				if !other.on.types.Has(visa.DF) || !target.Caps().MacroAcc { // there are doubles in some, and quotients of them
					v.skip = ""
				}
				assert.Equal(t, verdict{}, v, target)
			}
		})
	}
}
