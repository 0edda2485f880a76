package lower_test

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/asm"
)

// The launch of every body: two groups of 40 items, so that the third thread of
// each group has eight lanes off.
const diffLaunch = `kernel: diff
program: diff.visaasm
dimensions: 1
global: [80, 1, 1]
local: [40, 1, 1]
args:
  - {buffer: {bytes: 1280, fill: {random: 7, type: i32, min: -2147483648, max: 2147483647}}}
  - {buffer: {bytes: 2048, fill: zero}, output: true}
  - {i32: 80}
`

// TestDiff runs hand-written bodies (X and Y are random, G is the global id, R0
// to R3 are stored) on the interpreter and, compiled, on the EU
// model: the same bytes come out.
func TestDiff(t *testing.T) {
	dir := filepath.Join("testdata", "diff")
	prelude, err := os.ReadFile(filepath.Join(dir, "prelude.txt"))
	require.NoError(t, err)
	epilogue, err := os.ReadFile(filepath.Join(dir, "epilogue.txt"))
	require.NoError(t, err)
	bodies, err := filepath.Glob(filepath.Join(dir, "*.body"))
	require.NoError(t, err)
	require.NotEmpty(t, bodies)
	for _, f := range bodies {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".body"), func(t *testing.T) {
			body, err := os.ReadFile(f)
			require.NoError(t, err)
			src := string(prelude) + string(body) + string(epilogue)
			want := runText(t, src, load.Interp)
			got := runText(t, src, load.Sim)
			for i := 0; i < len(want); i += 4 {
				w, g := binary.LittleEndian.Uint32(want[i:]), binary.LittleEndian.Uint32(got[i:])
				if !assert.Equal(t, w, g, "R%d of item %d: interpreter %#x, compiled %#x", i/320, i/4%80, w, g) {
					return
				}
			}
			assert.NotEqual(t, make([]byte, len(want)), want)
		})
	}
}

func runText(t *testing.T, src string, e load.EngineName) []byte {
	t.Helper()
	k, err := asm.Parse("diff.visaasm", []byte(src))
	require.NoError(t, err)
	if e == load.Sim {
		c, err := lower.Compile(k, native.SKL, lower.Options{})
		require.NoError(t, err)
		for _, f := range native.Check(native.SKL, c.Program.Insts) {
			t.Errorf("%v: %+v", f, c.Program.Insts[f.Inst])
		}
	}
	p, err := load.FromVISA("diff.visaasm", k, e, native.SKL)
	require.NoError(t, err)
	l, err := launch.Parse("diff.yaml", []byte(diffLaunch))
	require.NoError(t, err)
	s, err := run.NewSession(l, run.Options{
		Info: filepath.Join("testdata", "diff", "diff.zeinfo"), Target: load.Only(native.SKL), Deterministic: true, Limit: 1e6,
	})
	require.NoError(t, err)
	r, err := s.Run(context.Background(), p)
	require.NoError(t, err)
	return r.Buffers[1]
}
