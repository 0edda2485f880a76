package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// groupElements is what the four threads of a group of the kernels in testdata/groups take.
const groupElements = 32

// perThread gives four threads their number in r1.0.
const perThread = "per_thread: [{inline: \"00000000\"}, {inline: \"01000000\"}, {inline: \"02000000\"}, {inline: \"03000000\"}]\n"

// groupInput is the surface of three groups that the kernels read: squares.
func groupInput() (in []uint32) {
	for i := range uint32(3 * groupElements) {
		in = append(in, i*i+3)
	}
	return in
}

// little are dwords in memory order.
func little(v []uint32) (b []byte) {
	for _, d := range v {
		b = binary.LittleEndian.AppendUint32(b, d)
	}
	return b
}

// assembled writes a kernel of testdata, with parts of its text replaced, as kernel.dat in dir.
func assembled(t *testing.T, dir, path string, replace ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", path))
	require.NoError(t, err)
	code, err := nasm.Assemble(path, native.SKL, strings.NewReader(strings.NewReplacer(replace...).Replace(string(text))))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kernel.dat"), code, 0o600))
}

// groupLaunch is a launch of a kernel in testdata/groups, whose results are want.
func groupLaunch(t *testing.T, path, keys string, want []uint32) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	assembled(t, dir, path)
	for name, data := range map[string][]byte{"a.in": little(groupInput()), "b.in": make([]byte, 4*len(want)), "b.exp": little(want)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: kernel.dat\ntarget: skl\nsimd: 8\ndispatch: gpgpu_walker\n"+keys+
		"surfaces:\n- {bti: 0, type: BUFFER, initial: a.in}\n- {bti: 1, type: BUFFER, initial: b.in, expected: b.exp}\n"))
	require.NoError(t, err)
	return l
}

// sums are those of each group of the input, eight times.
func sums() (out []uint32) {
	for g := range 3 {
		sum := uint32(0)
		for _, v := range groupInput()[g*groupElements:][:groupElements] {
			sum += v
		}
		out = append(out, eights(sum)...)
	}
	return out
}

// transposed has the tiles of 4 rows by 8 as 8 by 4.
func transposed() []uint32 {
	in := groupInput()
	out := make([]uint32, len(in))
	for i, v := range in {
		tile, row, column := i/groupElements, i%groupElements/8, i%8
		out[tile*groupElements+column*4+row] = v
	}
	return out
}

// scanned has the sums up to each element of its group.
func scanned() []uint32 {
	out := groupInput()
	for i := range out {
		if i%groupElements != 0 {
			out[i] += out[i-1]
		}
	}
	return out
}

// TestNativeGroups: threads of a group share local memory and meet at the barrier; each
// kernel leaves what a CPU computes, with the groups listed by the walker or by their threads.
//
// seed: Broxton vol. 6 Message Payload
// seed: Broxton vol. 6 GPGPU Commands
func TestNativeGroups(t *testing.T) {
	var listed strings.Builder
	for n := range 12 {
		fmt.Fprintf(&listed, "- {grf: {r0: \"00000000 %02x000000%s\"}, inline: \"%02x\"}\n", n/4, strings.Repeat(" 00000000", 6), n%4)
	}
	for path, want := range map[string][]uint32{"groups/reduce.asm": sums(), "groups/transpose.asm": transposed(), "groups/scan.asm": scanned()} {
		for name, keys := range map[string]string{
			"walker":  "group_grid_end: [3]\nslm: 128\n" + perThread,
			"threads": "group_threads: 4\nslm: 128\nthreads:\n" + listed.String(),
		} {
			rep, err := run.Run(context.Background(), groupLaunch(t, path, keys, want), run.Options{})
			require.NoError(t, err, "%s %s", path, name)
			assert.True(t, rep.OK(), "%s %s: %v", path, name, rep.Compared)
			assert.Equal(t, [2]uint64{3, 12}, [2]uint64{rep.Groups, rep.Threads}, "%s %s", path, name)
		}
	}
	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	_, example, _ := strings.Cut(string(doc), "### Thread groups")
	_, example, _ = strings.Cut(example, "```yaml\n")
	example, _, _ = strings.Cut(example, "```")
	path := groupLaunch(t, "groups/reduce.asm", "group_grid_end: [3]\n", sums()).Programs[0]
	l, err := launch.Parse(filepath.Join(filepath.Dir(path), "doc.yaml"), []byte(strings.Replace(example, "reduce.dat", "kernel.dat", 1)))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.True(t, rep.OK(), "the document's: %v", rep.Compared)
	assert.Equal(t, []uint32{10512, 75024, 205072}, []uint32{sums()[0], sums()[8], sums()[16]}, "sums of squares, by formula")
}

// stepped runs a launch in pieces of a few instructions, each from the state that the one
// before it left, and says how many there were.
func stepped(t *testing.T, l *launch.Launch, piece uint64) (stops int) {
	whole, err := run.Run(context.Background(), l, run.Options{Deterministic: true})
	require.NoError(t, err)
	require.True(t, whole.OK(), whole.Compared)
	var from *dispatch.State
	for limit := piece; ; limit += piece {
		rep, err := run.Run(context.Background(), l, run.Options{Deterministic: true, Limit: limit, Save: true, From: from})
		if err == nil {
			assert.True(t, rep.OK(), rep.Compared)
			assert.Equal(t, whole.Instructions, rep.Instructions)
			return stops
		}
		stops++
		from = rep.State
		require.NotNil(t, from, "%v", err)
	}
}

// TestNativeGroupState: a launch that is stopped in the middle of its groups goes on from
// its state, with local memory and the barrier as they were.
func TestNativeGroupState(t *testing.T) {
	assert.Equal(t, 74, stepped(t, groupLaunch(t, "groups/scan.asm", "group_grid_end: [3]\nslm: 128\n"+perThread, scanned()), 17))
	pairs := groupLaunch(t, "groups/pairs.asm", "group_grid_end: [1]\nslm: 128\n"+perThread, eights(103, 102, 101, 100))
	assert.Equal(t, 32, stepped(t, pairs, 997), "a barrier of two threads")
}

// TestNativeGroupErrors: a group that is wrong is refused at its key; one whose threads do
// not all come to the barrier is a deadlock; local memory that the launch does not give
// is missing.
//
// seed: Broxton vol. 6 GPGPU Commands
func TestNativeGroupErrors(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.in"), make([]byte, 64), 0o600))
	const head = "kernel: kernel.dat\ntarget: skl\nsimd: 8\ndispatch: gpgpu_walker\nsurfaces: [{bti: 0, type: BUFFER, initial: a.in}]\n"
	for text, want := range map[string]string{
		"group_grid_end: [1]\nslm: 65537\n":                                                      `7:6: error: slm: want a whole number from 0 to 65536, found "65537"`,
		"group_grid_end: [1]\ngroup_threads: 129\n":                                              `7:16: error: group_threads: want a whole number from 1 to 128, found "129"`,
		"group_grid_end: [1]\nper_thread: []\n":                                                  `7:13: error: 0 entries: want one for each of the 1 threads of a group`,
		"group_grid_end: [1]\ngroup_threads: 3\n" + perThread:                                    `8:13: error: 4 entries: want one for each of the 3 threads of a group`,
		"group_threads: 2\nthreads: [{grf: {}}, {grf: {}}, {grf: {}}]\n":                         `7:10: error: 3 threads: want groups of 2`,
		"threads: [{grf: {}}]\n" + perThread:                                                     `7:13: error: threads lists all threads and per_thread those of every group: want one of them`,
		"group_grid_end: [1]\nper_thread: [" + strings.Repeat("{inline: \"00\"}, ", 129) + "]\n": `7:13: error: 129 threads of a group: legal are 1 to 128`,
	} {
		_, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		assert.ErrorContains(t, err, want, text)
	}
	for path, want := range map[string][]uint32{"groups/reduce.asm": sums(), "groups/transpose.asm": transposed(), "groups/scan.asm": scanned()} {
		l := groupLaunch(t, path, "group_grid_end: [3]\nslm: 128\n"+perThread, want)
		assembled(t, filepath.Dir(l.Programs[0]), path, "(W)     wait          n0.0<0;1,0>:ud\n", "")
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err)
		assert.False(t, rep.OK(), "%s without its waits", path)
	}
	l := groupLaunch(t, "groups/scan.asm", "group_grid_end: [3]\n"+perThread, scanned())
	_, err := run.Run(context.Background(), l, run.Options{})
	assert.ErrorContains(t, err, "local memory")
	assembled(t, filepath.Dir(l.Programs[0]), "groups/reduce.asm", "(W)     mov (1|M0)    n0.0", "(W)     cmp (8|M0)    (eq)f0.0  null:ud   r1.0<0;1,0>:ud   0x2:ud\n(W&f0.0) jmpi done\n(W)     mov (1|M0)    n0.0")
	l.Native.SLM = 128
	_, err = run.Run(context.Background(), l, run.Options{})
	stuck := (*dispatch.DeadlockError)(nil)
	require.ErrorAs(t, err, &stuck)
	assert.Equal(t, [2]any{[]int{0, 1, 3}, 1}, [2]any{stuck.Waiting, stuck.Ended})
	pairs := groupLaunch(t, "groups/pairs.asm", "group_grid_end: [1]\nslm: 128\n"+perThread, eights(103, 102, 101, 100))
	assembled(t, filepath.Dir(pairs.Programs[0]), "groups/pairs.asm", "0x8400:ud", "0x8600:ud")
	_, err = run.Run(context.Background(), pairs, run.Options{Limit: 40_000})
	assert.ErrorContains(t, err, "limit of 40000 instructions reached", "the first pair waits for a third, which waits for it")
}
