package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

const nativeHead = `kernel: kernel.dat
target: skl
simd: 8
surfaces:
- {bti: 0, type: BUFFER, width_bytes: 160, initial: zero.in, expected: want.exp}
`

// nativeFiles writes the kernel of testdata/native, whose text says what it does,
// and a surface of 160 bytes, zero before and want afterwards.
func nativeFiles(t *testing.T, want []uint32) string {
	dir := t.TempDir()
	code, err := os.ReadFile("testdata/native/kernel.dat")
	require.NoError(t, err)
	exp := make([]byte, 160)
	for i, v := range want {
		binary.LittleEndian.PutUint32(exp[4*i:], v)
	}
	for name, data := range map[string][]byte{"kernel.dat": code, "zero.in": make([]byte, 160), "want.exp": exp} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return dir
}

// dwords is a register of eight equal dwords as a launch writes it.
func dwords(v string) string { return strings.TrimSpace(strings.Repeat(v+" ", 8)) }

// eights is n eight times, which is what one thread writes.
func eights(values ...uint32) (out []uint32) {
	for _, v := range values {
		for range 8 {
			out = append(out, v)
		}
	}
	return out
}

// TestNativeLaunch: threads start with the registers that the launch gives them,
// in each of the ways to say so.
//
// seed: Broxton vol. 6 GPGPU Commands
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestNativeLaunch(t *testing.T) {
	r0 := func(n string) string { return "00000000 " + n + strings.Repeat(" 00000000", 6) }
	for name, c := range map[string]struct {
		text    string
		want    []uint32
		threads uint64
	}{
		"registers": {
			"dispatch: media_object\ncommon_grf: {r1: \"" + dwords("05000000") + "\"}\nthreads:\n" +
				"- grf: {r0: \"" + r0("00000000") + "\", r2: \"" + dwords("01000000") + "\"}\n" +
				"- grf: {r2: \"" + dwords("00010000") + "\", r0: \"" + r0("02000000") + "\"}\n",
			eights(6, 0, 0x105), 2,
		},
		"a thread's own register over the common one": {
			"dispatch: media_walker\ncommon_grf: {r1: \"" + dwords("05000000") + "\", r2: \"" + dwords("01000000") + "\"}\nthreads:\n" +
				"- grf: {r1: \"" + dwords("07000000") + "\", r0: \"" + r0("01000000") + "\"}\n",
			eights(0, 8), 1,
		},
		"groups": {
			"dispatch: gpgpu_walker\ngroup_grid_start: [1]\ngroup_grid_end: [4]\ncommon_grf: {r1: \"" + dwords("05000000") + "\"}\n",
			eights(0, 5, 5, 5), 3,
		},
		"CURBE and inline data": {
			"dispatch: media_object\ncurbe: \"" + dwords("03000000") + "\"\nthreads:\n- inline: \"01000000 02000000 03\"\n",
			[]uint32{4, 5, 6, 3, 3, 3, 3, 3}, 1,
		},
		"CURBE of less than a register, and inline data beside a named register": {
			"dispatch: media_object\ncurbe: \"03000000\"\nthreads:\n- {inline: \"01000000 02000000\", grf: {r0: \"" + r0("01000000") + "\"}}\n",
			[]uint32{8: 4, 9: 2}, 1,
		},
		"CURBE and groups": {
			"dispatch: gpgpu_walker\ngroup_grid_start: [1]\ngroup_grid_end: [3]\ncurbe: \"" + dwords("03000000") + dwords("01000000") + "\"\n",
			eights(0, 4, 4), 2,
		},
		"inline data alone": {
			"dispatch: media_object\nthreads:\n- {grf: {r0: \"" + r0("01000000") + "\"}, inline: \"" + dwords("03000000") + dwords("01000000") + "\"}\n- inline: \"02\"\n",
			append(append([]uint32{2}, make([]uint32, 7)...), eights(4)...), 2,
		},
	} {
		dir := nativeFiles(t, c.want)
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(nativeHead+c.text))
		require.NoError(t, err, name)
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err, name)
		assert.True(t, rep.OK(), "%s: %v", name, rep.Compared)
		assert.Len(t, rep.Compared, 1, name)
		assert.Equal(t, c.threads, rep.Threads, name)
		assert.Equal(t, 6*c.threads, rep.Instructions, name)
		assert.Equal(t, 8, rep.SIMD, name)
	}
}

// rowsText writes a row of 32 bytes for each thread, to a buffer (BTI 5) and to a
// rectangle (BTI 7): r3, and in enabled channels r1.
const rowsText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     shl (1|M0)   r10.2<1>:ud  r0.1<0;1,0>:ud  0x1:uw
(W)     mov (8|M0)   r11.0<1>:ud  r3.0<8;8,1>:ud
        mov (8|M0)   r11.0<1>:ud  r1.0<8;8,1>:ud
(W)     send (8|M0)  null  r10  0xA  0x040A0205
(W)     mov (1|M0)   r10.1<1>:ud  r0.1<0;1,0>:ud
(W)     mov (1|M0)   r10.2<1>:ud  0x1F:ud
(W)     send (8|M0)  null  r10  0xC  0x040A8007
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// TestNativeRows: surfaces are bound by their index, rectangles with their pitch;
// channels are those of the mask, and a thread has no register of another one.
func TestNativeRows(t *testing.T) {
	dir := t.TempDir()
	code, err := nasm.Assemble("rows.asm", native.SKL, strings.NewReader(rowsText))
	require.NoError(t, err)
	for name, data := range map[string][]byte{"rows.dat": code, "flat.in": make([]byte, 64), "rows.in": make([]byte, 80)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	const head = "kernel: rows.dat\ntarget: skl\nsimd: 8\ndispatch_mask: 0x0f\nsurfaces:\n" +
		"- {bti: 7, type: 2D, width_bytes: 32, height: 2, pitch: 48, initial: rows.in}\n- {bti: 5, type: BUFFER, initial: flat.in}\n"
	r0 := func(n int) string {
		return fmt.Sprintf("r0: \"00000000 %02x000000%s\"", n, strings.Repeat(" 00000000", 6))
	}
	first := []byte{5, 5, 5, 5, 0, 0, 0, 0}
	for text, own := range map[string]byte{
		"dispatch: gpgpu_walker\ngroup_grid_end: [2]\ncommon_grf: {r1: \"" + dwords("05000000") + "\", r3: \"" + dwords("00000000") + "\"}\n": 0,
		"dispatch: media_object\ncommon_grf: {r1: \"" + dwords("05000000") + "\"}\nthreads:\n" +
			"- grf: {" + r0(0) + ", r3: \"" + dwords("09000000") + "\"}\n- grf: {" + r0(1) + "}\n": 9,
	} {
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Deterministic: true})
		require.NoError(t, err)
		row := func(buf []byte) (out []byte) {
			for at := 0; at < 32; at += 4 {
				out = append(out, buf[at])
			}
			return out
		}
		zero := append(bytes.Clone(first[:4]), own, own, own, own)
		assert.Equal(t, [][]byte{zero, first, zero, first}, [][]byte{
			row(rep.Buffers[1]), row(rep.Buffers[1][32:]), row(rep.Buffers[0]), row(rep.Buffers[0][48:]),
		}, text)
		assert.Equal(t, make([]byte, 16), rep.Buffers[0][32:48], "between rows")
	}
	wide, err := nasm.Assemble("wide.asm", native.SKL, strings.NewReader(strings.Replace(rowsText, "        mov (8|M0)   r11.0<1>:ud  r1.0<8;8,1>:ud", "        mov (16|M0)   r11.0<1>:ud  r1.0<8;8,1>:ud", 1)))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "rows.dat"), wide, 0o600))
	wider := head + "dispatch: gpgpu_walker\ngroup_grid_end: [2]\ncommon_grf: {r1: \"" + dwords("05000000") + "\"}\n"
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(strings.Replace(wider, "dispatch_mask: 0x0f\n", "", 1)))
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{})
	assert.ErrorContains(t, err, "uses channels up to 15, the launch has SIMD8: dispatch_mask says which channels run")
	l, err = launch.Parse(filepath.Join(dir, "l.yaml"), []byte(wider))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.Equal(t, []byte{5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}, rep.Buffers[0][48:68], "four channels of sixteen")
}

// singleText writes r1 of all channels from a subroutine whose call and ret name two, as
// drivers' kernels for single program flow do, to a buffer (BTI 5).
const singleText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
        call (2|M0)  r20.0  sub
(W)     send (8|M0)  null  r10  0xA  0x040A0205
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
sub:
        mov (8|M0)   r11.0<1>:ud  r1.0<8;8,1>:ud
        ret (2|M0)   r20.0
`

// TestNativeControl: a launch says what the control register holds when threads start.
// With single program flow all channels go where two of them call.
func TestNativeControl(t *testing.T) {
	dir := t.TempDir()
	code, err := nasm.Assemble("single.asm", native.SKL, strings.NewReader(singleText))
	require.NoError(t, err)
	for name, data := range map[string][]byte{"single.dat": code, "out.in": make([]byte, 32)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	text := "kernel: single.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nsurfaces: [{bti: 5, type: BUFFER, initial: out.in}]\n" +
		"threads: [{grf: {r1: \"" + dwords("05000000") + "\"}}]\n"
	result := func(more string) (*run.Report, error) {
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text+more))
		require.NoError(t, err)
		return run.Run(context.Background(), l, run.Options{})
	}
	rep, err := result("cr0: 0x4\n")
	require.NoError(t, err)
	assert.Equal(t, bytes.Repeat([]byte{5, 0, 0, 0}, 8), rep.Buffers[0])
	_, err = result("")
	assert.ErrorContains(t, err, "group [0 0 0] thread 0: ip 0x00010: call (2|M0): not modelled: call of fewer elements than active channels")
	_, err = result("cr0: 0x4FC\n")
	require.NoError(t, err)
}

// TestNativeLaunchErrors: what is wrong is named with its place and what is legal.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestNativeLaunchErrors(t *testing.T) {
	dir := nativeFiles(t, nil)
	one := "dispatch: media_object\nthreads: [{grf: {}}]\n"
	for text, want := range map[string]string{
		nativeHead + "dispatch: thread\nthreads: []\n":                            `6:11: error: unknown dispatch "thread": legal are gpgpu_walker, media_object, media_walker`,
		nativeHead + one + "local: [1]\n":                                         `8:1: error: unknown key "local": legal keys are kernel, target, `,
		nativeHead + "dispatch: media_object\n":                                   `1:1: error: missing key "threads", or for a gpgpu_walker "group_grid_end", or for a media_walker "walker"`,
		nativeHead + "dispatch: media_object\nthreads: []\n":                      `7:10: error: 0 threads: legal are 1 to 1048576`,
		nativeHead + "dispatch: media_object\nthreads: [{grf: {r128: \"00\"}}]\n": `7:18: error: unknown register "r128": legal are r0 to r127`,
		nativeHead + "dispatch: media_object\nthreads: [{grf: {r01: \"00\"}}]\n":  `7:18: error: unknown register "r01": legal are r0 to r127`,
		nativeHead + "dispatch: media_object\nthreads: [{grf: {r1: \"0011\"}}]\n": `7:22: error: 2 bytes for r1: want all 32`,
		nativeHead + "dispatch: media_object\nthreads: [{grf: {r1: \"0g\"}}]\n":   `7:22: error: r1: want hexadecimal bytes such as "00112233 44556677", found "0g"`,
		nativeHead + "dispatch: media_object\nthreads: [{}]\n":                    `7:11: error: want one or more of the keys grf, inline, indirect, dispatch_mask, place, tdr`,
		nativeHead + "curbe: \"" + dwords("00000000") + " 00\"\ndispatch: media_object\nthreads: [{grf: {r4: \"" + dwords("00000000") + "\"}, inline: \"" + dwords("00000000") + " 00\"}]\n": `inline data lies in r3 to r4: r4 is among the thread's own registers too`,
		nativeHead + "curbe: \"" + strings.Repeat("00", 127*32+1) + "\"\ndispatch: media_object\nthreads: [{grf: {}}]\n":                                                                     `6:8: error: 4065 bytes: the limit is 4064`,
		nativeHead + "curbe: \"" + strings.Repeat("00", 126*32) + "\"\ndispatch: media_object\nthreads: [{inline: \"" + strings.Repeat("00", 33) + "\"}]\n":                                  `8:20: error: 33 bytes: the limit is 32`,
		nativeHead + "curbe: \"0\"\ndispatch: media_object\nthreads: [{grf: {}}]\n":                                                                                                          `6:8: error: curbe: want hexadecimal bytes such as "00112233 44556677", found "0"`,
		nativeHead + "curbe: [1]\ndispatch: media_object\nthreads: [{grf: {}}]\n":                                                                                                            `6:8: error: curbe: want hexadecimal bytes`,
		nativeHead + one + "group_grid_end: [2]\n":                                                                                      `8:1: error: key "group_grid_end" goes with dispatch: gpgpu_walker, found media_object`,
		nativeHead + "dispatch: gpgpu_walker\ngroup_grid_start: [2]\ngroup_grid_end: [2, 1, 1]\n":                                       `8:17: error: the grid ends at 2 and starts at 2 in dimension 0: want a group`,
		nativeHead + "dispatch: gpgpu_walker\ngroup_grid_end: [65536, 65536, 65536]\n":                                                  `7:17: error: more than 1048576 groups`,
		nativeHead + "dispatch: gpgpu_walker\ngroup_grid_end: [4, 0]\n":                                                                 `7:21: error: `,
		nativeHead + one + "curbe: \"00\"\ncommon_grf: {}\n":                                                                            `8:1: error: curbe and common_grf: want one of them`,
		nativeHead + one + "cr0: 0x800\n":                                                                                               `8:6: error: bits 0x800 of cr0.0: legal are those of 0x4ff`,
		nativeHead + one + "cr0: 0x100000000\n":                                                                                         `8:6: error: `,
		nativeHead + one + "dispatch_mask: 0x100\n":                                                                                     `8:16: error: `,
		strings.Replace(nativeHead, "simd: 8", "simd: 9", 1) + one:                                                                      `3:7: error: simd: want 8, 16 or 32 channels, found "9"`,
		strings.Replace(nativeHead, "target: skl", "target: sk", 1) + one:                                                               `2:9: error: `,
		strings.Replace(nativeHead, "bti: 0", "bti: 240", 1) + one:                                                                      `5:9: error: `,
		strings.Replace(nativeHead, "type: BUFFER", "type: 3D", 1) + one:                                                                `5:18: error: unknown type of a surface "3D": legal are 2D, BUFFER`,
		strings.Replace(nativeHead, "width_bytes: 160", "width_bytes: 9", 1) + one:                                                      `5:39: error: width "9" of a buffer whose file has 160 bytes: want them to be the same`,
		strings.Replace(nativeHead, "type: BUFFER, width_bytes: 160", "type: 2D", 1) + one:                                              `5:3: error: missing key "width_bytes" of a 2D surface`,
		strings.Replace(nativeHead, "type: BUFFER", "type: 2D, height: 2, pitch: 160", 1) + one:                                         `the file has 160 bytes: 2 rows of 160 bytes, 160 bytes apart, need 320`,
		strings.Replace(nativeHead, "type: BUFFER, width_bytes: 160", "type: 2D, width_bytes: 16385, height: 2, pitch: 16385", 1) + one: `5:35: error: extent 16385: legal are 1 to 16384`,
		strings.Replace(nativeHead, "type: BUFFER, width_bytes: 160", "type: 2D, width_bytes: 32, height: 99999, pitch: 32", 1) + one:   `5:47: error: extent 99999: legal are 1 to 16384`,
		strings.Replace(nativeHead, "type: BUFFER, width_bytes: 160", "type: 2D, width_bytes: 32, height: 2, pitch: 31", 1) + one:       `5:57: error: row pitch 31: legal are`,
		strings.Replace(nativeHead, "kernel: kernel.dat", "kernel: [kernel.dat, kernel.dat]", 1) + one:                                  `1:9: error: 2 files: want one of native code`,
		nativeHead + "dispatch: media_object\nthreads: [{grf: 5}]\n":                                                                    `7:17: error: grf: want a mapping, found "5"`,
		strings.Replace(nativeHead, "initial: zero.in, ", "", 1) + one:                                                                  `5:3: error: missing key "initial" of a surface`,
		strings.Replace(nativeHead, "kernel: kernel.dat\n", "", 1) + one:                                                                `1:1: error: missing key "kernel"`,
		nativeHead + "- {bti: 0, type: BUFFER, initial: zero.in}\n" + one:                                                               `6:3: error: binding table index 0 has a surface already`,
		strings.Replace(nativeHead, "expected: want.exp", "expected: kernel.dat", 1) + one:                                              `expected data has 96 bytes, the surface 160`,
	} {
		_, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), want, text)
			assert.Contains(t, err.Error(), "l.yaml:", text)
		}
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(nativeHead+one))
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{Programs: []string{filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm")}, Engine: load.Sim, Target: load.Only(native.SKL)})
	assert.ErrorContains(t, err, "is vISA: a launch with registers and surfaces runs native code")
}

// TestDocumentedWays: the launch that docs/launch.md gives in three ways leaves the same
// memory in each of them.
//
// seed: Broxton vol. 6 GPGPU Commands
func TestDocumentedWays(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	_, ways, ok := strings.Cut(string(doc), "### Registers, CURBE and inline data")
	require.True(t, ok)
	ways, _, _ = strings.Cut(ways, "\n## ")
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(ways, -1)
	require.Len(t, blocks, 4)
	dir := nativeFiles(t, eights(8, 14))
	code, err := os.ReadFile(filepath.Join(dir, "kernel.dat"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "add.dat"), code, 0o600))
	for _, way := range blocks[1:] {
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(blocks[0][1]+way[1]))
		require.NoError(t, err, way[1])
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err)
		assert.True(t, rep.OK(), way[1])
		assert.EqualValues(t, 2, rep.Threads)
	}
}

// TestNativeBless: what a surface holds afterwards becomes what is expected of it.
func TestNativeBless(t *testing.T) {
	dir := nativeFiles(t, nil)
	text := strings.Replace(nativeHead, ", expected: want.exp", "", 1) + "dispatch: gpgpu_walker\ngroup_grid_end: [1, 1, 1]\ncommon_grf: {r1: \"" + dwords("05000000") + "\"}\n"
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.False(t, rep.OK(), "without expectation it must come back as it was")
	files, err := l.Bless([]byte(text), rep.Results())
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		require.NoError(t, os.WriteFile(f.Path, f.Data, 0o600))
	}
	l, err = launch.Read(filepath.Join(dir, "l.yaml"))
	require.NoError(t, err)
	assert.Equal(t, uint32(5), binary.LittleEndian.Uint32(l.Args[0].Expect))
	rep, err = run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.True(t, rep.OK())
}

// shippedLaunches are the launches of others' kernels that leave the memory that
// they must leave, by target; each of the others is refused by name.
var shippedLaunches = map[string]int{"bdw": 10, "skl": 9, "cnl": 2, "icl": 5, "tgl": 4, "hsw": 3, "ivb": 4}

// threeWays is a shipped launch as it is, with its common registers as CURBE and those
// of each thread as inline data, and with all of them as inline data. Registers that are
// not behind those before them, as r0, keep their names.
func threeWays(t *testing.T, text string) [3]string {
	register := regexp.MustCompile(`(r\d+): ("[^"]*")`)
	head, rest, ok := strings.Cut(text, "common_grf:")
	require.True(t, ok)
	common, rest, ok := strings.Cut(rest, "\nthreads:")
	require.True(t, ok)
	var curbe string
	next := 1
	for _, m := range register.FindAllStringSubmatch(common, -1) {
		require.Equal(t, fmt.Sprint("r", next), m[1], "constants follow r0")
		curbe += strings.Trim(m[2], `"`) + " "
		next++
	}
	var second, third strings.Builder
	fmt.Fprintf(&second, "%scurbe: %q\nthreads:\n", head, curbe)
	fmt.Fprintf(&third, "%sthreads:\n", head)
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "- grf:") {
			continue
		}
		named, inline, at := "", "", next
		for _, m := range register.FindAllStringSubmatch(line, -1) {
			if m[1] == fmt.Sprint("r", at) {
				inline += strings.Trim(m[2], `"`) + " "
				at++
			} else {
				named += m[0] + ", "
			}
		}
		fmt.Fprintf(&second, "- {grf: {%s}, inline: %q}\n", strings.TrimSuffix(named, ", "), inline)
		fmt.Fprintf(&third, "- {grf: {%s}, inline: %q}\n", strings.TrimSuffix(named, ", "), curbe+inline)
	}
	return [3]string{text, second.String(), third.String()}
}

// TestShippedLaunches runs native code that drivers and hardware tests ship, with the
// start of its threads given as registers, as CURBE and inline data, and as inline data.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestShippedLaunches(t *testing.T) {
	root := filepath.Join(corpus.Beside(t), "shipped", "run")
	for target, want := range shippedLaunches {
		files, err := filepath.Glob(filepath.Join(root, target, "*", "launch.yaml"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		var good [3]int
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for way, text := range threeWays(t, string(text)) {
				l, err := launch.Parse(file, []byte(text))
				require.NoError(t, err)
				rep, err := run.Run(context.Background(), l, run.Options{})
				if err != nil {
					assert.ErrorIs(t, err, errors.ErrUnsupported, file)
					t.Logf("%s/%s: %v", target, filepath.Base(filepath.Dir(file)), err)
					continue
				}
				if assert.True(t, rep.OK(), "%s, way %d: %v", file, way, rep.Compared) && !bytes.Equal(nil, rep.Buffers[0]) {
					good[way]++
				}
			}
		}
		t.Logf("%s: %d of %d launches leave the expected memory", target, good[0], len(files))
		assert.Equal(t, [3]int{want, want, want}, good, target)
	}
}
