package run_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/asm"
)

// Walkers of the patterns of Intel's media driver, by name.
func walkers(columns, rows int) map[string]string {
	out := map[string]string{}
	for name, loops := range map[string]string{
		"raster":     "local_outer_loop_stride: [0, 1], local_inner_loop_unit: [1, 0]",
		"45 degrees": "local_outer_loop_stride: [1, 0], local_inner_loop_unit: [-1, 1]",
		"26 degrees": "local_outer_loop_stride: [1, 0], local_inner_loop_unit: [-2, 1]",
	} {
		out[name] = fmt.Sprintf("walker: {block_resolution: [%d, %d], %s}\ninline: \"%02x000000\"\n", columns, rows, loops, columns)
	}
	return out
}

// leftAndAbove is the scoreboard of a cell that needs its neighbours to the left and above.
const leftAndAbove = "scoreboard: [[-1, 0], [0, -1]]\n"

// sequences are the symbols of columns and rows.
func sequences(columns, rows int) (out []uint32) {
	for i := range columns {
		out = append(out, uint32(i*i%5))
	}
	for i := range rows {
		out = append(out, uint32((i*i+i/2)%5))
	}
	return out
}

// aligned is the matrix of Smith and Waterman as a CPU computes it.
func aligned(columns, rows int) []uint32 {
	symbols, width := sequences(columns, rows), columns+1
	h := make([]int, width*(rows+1))
	for y := 1; y <= rows; y++ {
		for x := 1; x <= columns; x++ {
			score := -1
			if symbols[x-1] == symbols[columns+y-1] {
				score = 2
			}
			h[y*width+x] = max(0, h[(y-1)*width+x-1]+score, h[(y-1)*width+x]-1, h[y*width+x-1]-1)
		}
	}
	var out []uint32
	for _, v := range h {
		out = append(out, uint32(v))
	}
	return out
}

// wavefront is a launch of the kernel in testdata/media, with parts of its text replaced.
func wavefront(t *testing.T, columns, rows int, keys string, replace ...string) *launch.Launch {
	t.Helper()
	return wavefrontOn(t, native.SKL, columns, rows, keys, replace...)
}

func wavefrontOn(t *testing.T, target native.Target, columns, rows int, keys string, replace ...string) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	assembled(t, dir, "media/wavefront.asm", replace...)
	want := aligned(columns, rows)
	for name, data := range map[string][]byte{"a.in": little(sequences(columns, rows)), "b.in": make([]byte, 4*len(want)), "b.exp": little(want)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: kernel.dat\ntarget: %v\nsimd: 8\ndispatch: media_walker\n%s"+
		"surfaces:\n- {bti: 0, type: BUFFER, initial: a.in}\n- {bti: 1, type: BUFFER, initial: b.in, expected: b.exp}\n", target, keys))
	require.NoError(t, err)
	return l
}

// TestWavefront: with the scoreboard every pattern gives the matrix that a CPU computes,
// of more threads than are in flight together too.
//
// seed: Ivy Bridge EU 3.3.3.11
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestWavefront(t *testing.T) {
	assert.Equal(t, []uint32{0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 4, 3, 2}, aligned(4, 2), "by hand")
	for _, size := range [][2]int{{6, 5}, {21, 17}} {
		for name, walker := range walkers(size[0], size[1]) {
			rep, err := run.Run(context.Background(), wavefront(t, size[0], size[1], walker+leftAndAbove), run.Options{Workers: 4})
			require.NoError(t, err, name)
			assert.True(t, rep.OK(), "%s %v: %v", name, size, rep.Compared)
			assert.EqualValues(t, size[0]*size[1], rep.Threads)
		}
	}
}

// TestWavefrontWithoutDependency: what the kernel does not wait for is not there.
func TestWavefrontWithoutDependency(t *testing.T) {
	for name, walker := range walkers(6, 5) {
		for what, l := range map[string]*launch.Launch{
			"no scoreboard":        wavefront(t, 6, 5, walker),
			"half of it":           wavefront(t, 6, 5, walker+"scoreboard: [[-1, 0]]\n"),
			"no sendc":             wavefront(t, 6, 5, walker+leftAndAbove, "sendc (8", "send (8"),
			"dependencies dropped": wavefront(t, 6, 5, walker+leftAndAbove, "(W)     mov (1|M0)    r14.0<1>:d    -1:d", "(W)     mov (8|M0)    tdr0.0<1>:uw  0x0:uw\n(W)     mov (1|M0)    r14.0<1>:d    -1:d"),
		} {
			rep, err := run.Run(context.Background(), l, run.Options{})
			require.NoError(t, err, "%s: %s", name, what)
			assert.False(t, rep.OK(), "%s: %s", name, what)
		}
	}
}

// TestWavefrontOfText: the same kernel in vISA, compiled here for each target whose messages it has, is right with the scoreboard
// and wrong without, or when its message does not wait.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestWavefrontOfText(t *testing.T) {
	text, err := os.ReadFile("testdata/media/wavefront.visaasm")
	require.NoError(t, err)
	for _, target := range []native.Target{native.HSW, native.BDW, native.SKL, native.BXT} {
		for name, c := range map[string]struct {
			board, send string
			right       bool
		}{
			"with the scoreboard": {leftAndAbove, "raw_sendc", true},
			"without":             {"", "raw_sendc", false},
			"no message waits":    {leftAndAbove, "raw_send", false},
		} {
			k, err := asm.Parse("wavefront.visaasm", bytes.ReplaceAll(text, []byte("raw_sendc"), []byte(c.send)))
			require.NoError(t, err)
			code, err := lower.Compile(k, target, lower.Options{})
			require.NoError(t, err)
			l := wavefrontOn(t, target, 21, 17, "walker: {block_resolution: [21, 17], local_outer_loop_stride: [1, 0], local_inner_loop_unit: [-1, 1]}\ninline: \"15000000\"\n"+c.board)
			l.Native.Code = code.Code
			rep, err := run.Run(context.Background(), l, run.Options{})
			require.NoError(t, err, "%v %s", target, name)
			assert.Equal(t, c.right, rep.OK(), "%v %s", target, name)
		}
	}
}

// TestDependencyRegisters: tdr0 has the number of each thread that is waited for and whether
// it is in flight; a write ends that and leaves the number.
//
// seed: Ivy Bridge EU 3.3.3.11
func TestDependencyRegisters(t *testing.T) {
	const store = "(W)     mov (8|M0)    r17.0<1>:ud   tdr0.0<0;1,0>:uw\n(W)     mov (1|M0)    r17.1<1>:ud   tdr0.1<0;1,0>:uw\n" +
		"(W)     shl (1|M0)    r17.1<1>:ud   r17.1<0;1,0>:ud  0x10:uw\n(W)     or (1|M0)     r17.0<1>:ud   r17.0<0;1,0>:ud  r17.1<0;1,0>:ud\n"
	const selects = "(W)     sel (1|M0)    (ge)f0.0  r17.0<1>:d    r15.0<0;1,0>:d   0x0:d\n"
	l := func(at, text string) []uint32 {
		rep, err := run.Run(context.Background(), wavefront(t, 2, 2, walkers(2, 2)["45 degrees"]+leftAndAbove, at, text, "sendc (8", "send (8"), run.Options{})
		require.NoError(t, err)
		words := unlittle(rep.Buffers[1])
		return []uint32{words[4], words[5], words[7], words[8]}
	}
	assert.Equal(t, []uint32{0, 0x8000, 0x80000000, 0x80018002}, l(selects, store), "threads 0, 1, 2 and 3 at (0, 0), (1, 0), (0, 1) and (1, 1)")
	assert.Equal(t, []uint32{0, 0, 0x80000000, 0x80010002}, l(selects, "(W)     mov (1|M0)    tdr0.0<1>:uw  0xFFFF:uw\n"+store), "the first is dropped")
	waits := strings.Replace(selects, "(W)", "(W)     sendc (8|M0) r18  r10   0xC   0x02106E01\n"+store+"(W)", 1)
	waits = strings.Replace(waits, selects, "", 1)
	assert.Equal(t, []uint32{0, 0, 0, 0x00010002}, l(selects, waits), "behind sendc all have ended")
}

// TestScoreboardState: a wavefront that is stopped goes on from its state.
func TestScoreboardState(t *testing.T) {
	assert.Equal(t, 43, stepped(t, wavefront(t, 5, 3, walkers(5, 3)["26 degrees"]+leftAndAbove), 11))
}

// TestScoreboardErrors: dependencies that cannot be met are named before anything runs.
func TestScoreboardErrors(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.in"), make([]byte, 64), 0o600))
	const head = "kernel: k.dat\nsurfaces: [{bti: 0, type: BUFFER, initial: a.in}]\ndispatch: media_walker\n"
	const walker = "walker: {block_resolution: [3, 2]}\n"
	for text, want := range map[string]string{
		"target: skl\n" + walker + "scoreboard: [[1, 0], [-1, 0]]\n":                                                                  `5:9: error: a cycle of dependencies: (1, 0) depends on (2, 0), and that on the first`,
		"target: skl\n" + walker + "scoreboard: [[0, 1]]\n":                                                                           `5:9: error: the thread at (0, 0) depends on the one at (0, 1), which is dispatched later: a dependency that is never met`,
		"target: skl\n" + walker + "scoreboard: []\n":                                                                                 `6:13: error: 0 relative positions: legal are 1 to 8`,
		"target: skl\n" + walker + "scoreboard: [" + strings.Repeat("[-1, 0], ", 9) + "]\n":                                           `6:13: error: 9 relative positions: legal are 1 to 8`,
		"target: skl\n" + walker + "scoreboard: [[-9, 0]]\n":                                                                          `6:15: error: scoreboard: want a whole number from -8 to 7, found "-9"`,
		"target: icl\n" + walker + leftAndAbove:                                                                                       `6:13: error: icl has no scoreboard for threads`,
		"target: skl\nwalker: {block_resolution: [3, 2], local_outer_loop_stride: [0, 0], local_loop_exec_count: 1}\n" + leftAndAbove: `5:9: error: two threads are at (0, 0): the scoreboard knows a thread by its place`,
		"target: skl\nthreads: [{grf: {}}]\n" + leftAndAbove:                                                                          `6:1: error: key "scoreboard" goes with "walker"`,
	} {
		_, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		assert.ErrorContains(t, err, want, text)
	}
	for _, instruction := range []string{"(W)     wait          n0.0<0;1,0>:ud", "(W)     send (1|M0)   null  r10   0x3   0x02000004"} {
		l := wavefront(t, 2, 2, walkers(2, 2)["raster"]+leftAndAbove, "(W)     mov (1|M0)    r2.0<1>:d     r0.2<0;1,0>:uw", instruction)
		_, err := run.Run(context.Background(), l, run.Options{})
		assert.ErrorContains(t, err, "a barrier: threads of the media walker are in no group", instruction)
	}
}

// TestDocumentedWalker: the launch of the document gives the CPU's matrix.
func TestDocumentedWalker(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	_, example, _ := strings.Cut(string(doc), "### Media walker")
	_, example, _ = strings.Cut(example, "```yaml\n")
	example, _, _ = strings.Cut(example, "```")
	path := wavefront(t, 6, 5, walkers(6, 5)["raster"]).Programs[0]
	l, err := launch.Parse(filepath.Join(filepath.Dir(path), "doc.yaml"), []byte(strings.Replace(example, "wavefront.dat", "kernel.dat", 1)))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.True(t, rep.OK(), rep.Compared)
}

// TestNativeDemand: what an occupancy is counted from, of threads of a walker and of groups.
func TestNativeDemand(t *testing.T) {
	for want, l := range map[machine.Demand]*launch.Launch{
		{Groups: 357, Threads: 1}:                        wavefront(t, 21, 17, walkers(21, 17)["raster"]),
		{Groups: 3, Threads: 4, SLM: 128, Barrier: true}: groupLaunch(t, "groups/scan.asm", "group_grid_end: [3]\nslm: 128\n"+perThread, scanned()),
	} {
		s, p, err := run.Prepare(l, run.Options{})
		require.NoError(t, err)
		got, err := s.Demand(p)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}
