package run_test

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// orderText writes r0.1, r0.2 and r1.0 of a thread to the next of the records that dword 0 of
// surface 0 counts: as many threads as came before.
const orderText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     send (1|M0)  r14   r10    0xC  0x0210B500
(W)     shl (1|M0)   r15.0<1>:ud  r14.0<0;1,0>:ud  0x4:uw
(W)     add (1|M0)   r15.0<1>:ud  r15.0<0;1,0>:ud  0x10:ud
(W)     mov (8|M0)   r16.0<1>:ud  r15.0<0;1,0>:ud
(W)     mov (8|M0)   r17.0<1>:ud  r0.1<0;1,0>:ud
(W)     mov (8|M0)   r18.0<1>:ud  r0.2<0;1,0>:ud
(W)     mov (8|M0)   r19.0<1>:ud  r1.0<0;1,0>:ud
(W)     send (1|M0)  null  r16    0xC  0x08026800
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127   0x27 0x02000010  {EOT}
`

// walked runs orderText and gives the records of its threads.
func walked(t *testing.T, target, keys string) (out [][3]uint32) {
	t.Helper()
	dir := t.TempDir()
	device, err := native.ParseTarget(target)
	require.NoError(t, err)
	code, err := nasm.Assemble("order.asm", device, strings.NewReader(orderText))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "order.dat"), code, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.in"), make([]byte, 16+16*24), 0o600))
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: order.dat\nsimd: 8\nsurfaces: [{bti: 0, type: BUFFER, initial: a.in}]\n"+
		"dispatch: media_walker\ntarget: "+target+"\n"+keys))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{Deterministic: true})
	require.NoError(t, err)
	words := unlittle(rep.Buffers[0])
	for n := range words[0] {
		out = append(out, [3]uint32(words[4+4*n:]))
	}
	slices.Reverse(out) // of the threads in flight the last runs first
	return out
}

// unlittle is the inverse of little.
func unlittle(b []byte) (v []uint32) {
	for ; len(b) >= 4; b = b[4:] {
		v = append(v, binary.LittleEndian.Uint32(b))
	}
	return v
}

// TestMediaWalker: threads start in the order of the loops with their place in r0, where the
// target has it, and the inline data of the command behind the CURBE.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestMediaWalker(t *testing.T) {
	const degrees26 = "walker: {block_resolution: [3, 2], local_outer_loop_stride: [1, 0], local_inner_loop_unit: [-2, 1]}\n"
	assert.Equal(t, [][3]uint32{{0, 0, 7}, {1, 0, 7}, {2, 0, 7}, {0x10000, 0, 7}, {0x10001, 0, 7}, {0x10002, 0, 7}},
		walked(t, "skl", degrees26+"inline: \"07000000\"\n"))
	assert.Equal(t, [][3]uint32{{0, 0, 9}, {1, 0, 9}, {2, 0, 9}, {0x1000, 0, 9}, {0x1001, 0, 9}, {0x1002, 0, 9}},
		walked(t, "icl", degrees26+"curbe: \"09000000\"\n"))
	const colors = "walker: {block_resolution: [1, 2], color_count_minus_one: 1}\n"
	assert.Equal(t, [][3]uint32{{0, 0, 0}, {0, 1, 0}, {0x10000, 0, 0}, {0x10000, 1, 0}}, walked(t, "skl", colors))
	assert.Equal(t, [][3]uint32{{0, 0, 0}, {0x1000000, 0, 0}, {0x1000, 0, 0}, {0x1001000, 0, 0}}, walked(t, "icl", colors))
	assert.Equal(t, [][3]uint32{{0, 0, 0}, {1, 0, 0}, {0x10000, 0, 0}, {0x10001, 0, 0}, {0x20000, 0, 0}, {0x20001, 0, 0}, {2, 0, 0}, {0x10002, 0, 0}, {0x20002, 0, 0}},
		walked(t, "skl", "walker: {block_resolution: [2, 3], global_resolution: [3, 3]}\n"), "columns of blocks")
}

// TestMediaWalkerErrors: each field is checked against the bits that the target has for it.
func TestMediaWalkerErrors(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.in"), make([]byte, 64), 0o600))
	const head = "kernel: k.dat\nsurfaces: [{bti: 0, type: BUFFER, initial: a.in}]\n"
	on := func(target, walker string) string {
		return "dispatch: media_walker\ntarget: " + target + "\nwalker: {" + walker + "}\n"
	}
	for text, want := range map[string]string{
		on("skl", "local_start: [0, 0]"):                                                            `5:9: error: missing key "block_resolution" of a walker`,
		on("skl", "block_resolution: [2048, 1]"):                                                    `want a whole number from 1 to 2047, found "2048"`,
		on("bdw", "block_resolution: [512, 1]"):                                                     `want a whole number from 1 to 511, found "512"`,
		on("skl", "block_resolution: [0, 1]"):                                                       `want a whole number from 1 to 2047, found "0"`,
		on("skl", "block_resolution: [1]"):                                                          `5:28: error: block_resolution: want two numbers, [X, Y]`,
		on("skl", "block_resolution: [2, 2], local_inner_loop_unit: [-2049, 1]"):                    `want a whole number from -2048 to 2047, found "-2049"`,
		on("skl", "block_resolution: [2, 2], local_inner_loop_unit: [0, 0]"):                        `5:9: error: an inner loop in steps of (0, 0) does not end`,
		on("skl", "block_resolution: [2, 2], local_loop_exec_count: 4096"):                          `want a whole number from 0 to 4095, found "4096"`,
		on("skl", "block_resolution: [2, 2], mid_loop_unit: [2, 0]"):                                `want a whole number from -2 to 1, found "2"`,
		on("skl", "block_resolution: [2, 2], middle_loop_extra_steps: 32"):                          `want a whole number from 0 to 31, found "32"`,
		on("skl", "block_resolution: [2, 2], color_count_minus_one: 16"):                            `want a whole number from 0 to 15, found "16"`,
		on("skl", "block_resolution: [2047, 2047]"):                                                 `5:9: error: the walker gives more than 1048576 threads`,
		on("skl", "block_resolution: [2, 2], local_start: [5, 0], local_outer_loop_stride: [1, 0]"): `5:9: error: the walker gives no thread`,
		on("skl", "block_resolution: [2, 2]") + "slm: 64\n":                                         `5:9: error: unsupported: thread groups of a media walker (Group ID Loop Select)`,
		on("skl", "block_resolution: [2, 2]") + "threads: [{grf: {}}]\n":                            `6:10: error: threads lists all threads and the walker makes them: want one of them`,
		on("cnl", "block_resolution: [2, 2]"):                                                       `5:9: error: unsupported: the media walker of cnl: no source at hand has its fields`,
		"dispatch: media_object\ntarget: skl\nwalker: {block_resolution: [1, 1]}\n":                 `5:1: error: key "walker" goes with dispatch: media_walker, found media_object`,
		"dispatch: media_object\ntarget: skl\nthreads: [{grf: {}}]\ninline: \"00\"\n":               `6:1: error: key "inline" goes with "walker"`,
	} {
		_, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		assert.ErrorContains(t, err, want, text)
		assert.Equal(t, strings.Contains(want, "cnl") || strings.Contains(want, "Group ID"), errors.Is(err, errors.ErrUnsupported), text)
	}
}
