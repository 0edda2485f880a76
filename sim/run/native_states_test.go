package run_test

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/genvisa/genvisa/sim/run"
)

// copyText writes the first 128 bytes of surface 7 to surface 5.
const copyText = `
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     send (8|M0)  r12:ud  r11  0xA  0x02480407
(W)     send (8|M0)  null  r11  0xA  0x0A0A0405
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// copyHead is what launches of copyText have in common.
const copyHead = "kernel: copy.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nthreads: [{grf: {}}]\n"

// copied are the two buffers as the launch file binds them.
const copied = `surfaces:
- {bti: 7, type: BUFFER, initial: from.in}
- {bti: 5, type: BUFFER, initial: to.in}
`

// copiedByStates are they at addresses, and memory with a binding table at 0x20 whose entries 7 and 5 are two states:
// of format RAW at 0x40, 100 bytes from 0x2010 on (byte 16 of the first buffer), and at 0x80, 256 bytes from 0x9000 on.
const copiedByStates = `surface_state_base: 0x10000
binding_table: 0x20
surfaces:
- {type: BUFFER, address: 0x2000, initial: from.in}
- {type: BUFFER, address: 0x9000, initial: to.in}
- type: BUFFER
  address: 0x10000
  initial:
    words: "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
            00000000 00000000 00000000 00000000 00000000 00000080 00000000 00000040
            87fc0000 00000000 00000063 00000000 00000000 00000000 00000000 00000000
            00002010 00000000 00000000 00000000 00000000 00000000 00000000 00000000
            87fc0000 00000000 0001007f 00000000 00000000 00000000 00000000 00000000
            00009000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
`

// copyLaunch is a launch of copyText: 256 bytes 1, 2, 3 ... are copied from, as many zeros to.
func copyLaunch(t *testing.T, text string) (*launch.Launch, error) {
	t.Helper()
	dir, from := t.TempDir(), make([]byte, 256)
	for i := range from {
		from[i] = byte(i + 1)
	}
	for name, data := range map[string][]byte{"copy.dat": gen9Code(t, copyText), "from.in": from, "to.in": make([]byte, 256), "to.exp": append(from[:128:128], make([]byte, 128)...)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
}

// TestBufferByState: the bytes that a message reaches through a binding table and states in memory are those of the
// address, size and offset in the state.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestBufferByState(t *testing.T) {
	l, err := copyLaunch(t, copyHead+copied)
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.Equal(t, rep.Buffers[0][:128], rep.Buffers[1][:128])

	l, err = copyLaunch(t, copyHead+copiedByStates)
	require.NoError(t, err)
	rep, err = run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.Equal(t, []byte{17, 18, 19, 20}, rep.Buffers[1][:4])
	assert.Equal(t, rep.Buffers[0][16:116], rep.Buffers[1][:100])
	assert.Equal(t, make([]byte, 28), rep.Buffers[1][100:128], "past the end of the surface, and inside of the buffer")
	require.Len(t, rep.Outside, 1)
	assert.Contains(t, rep.Outside[0].String(), "1 accesses past the end of arg0")

	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)### States in memory.*?```yaml\n(.*?)```").FindSubmatch(doc)
	require.Len(t, block, 2)
	l, err = copyLaunch(t, string(block[1]))
	require.NoError(t, err)
	rep, err = run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.True(t, rep.OK(), "%+v", rep.Compared)
	assert.True(t, bytes.Equal(rep.Buffers[0][:128], rep.Buffers[1][:128]))
	assert.Empty(t, rep.Outside)
}

// TestStatesInLaunchErrors: what is wrong with states of a launch is said with its place and what is legal.
func TestStatesInLaunchErrors(t *testing.T) {
	for _, c := range []struct{ old, with, want string }{
		{"surface_state_base: 0x10000\n", "", `key "binding_table" goes with "surface_state_base", from which it counts`},
		{"0x10000\nb", "0x10010\nb", "base 0x10010: legal on skl are multiples of 4096 below 0x1000000000000"},
		{"0x10000\nb", "0x1000000000000\nb", `surface_state_base: want a whole number from 0 to 281474976710655`},
		{"binding_table: 0x20", "binding_table: 0x10", "pointer 0x10: legal are those with bits of 0xffe0"},
		{"binding_table: 0x20", "binding_table: 0x10000", "pointer 0x10000: legal are those with bits of 0xffe0"},
		{"type: BUFFER, address: 0x9000", "type: BUFFER, bti: 3, address: 0x9000", `surface 1: index 3 beside "surface_state_base", where the binding table is: want an address in place of bti`},
		{"type: BUFFER, address: 0x9000", "type: BUFFER", `missing key "bti" of a surface, or "address" of memory without an index`},
		{"type: BUFFER, address: 0x9000", "type: 2D, width_bytes: 16, height: 16, pitch: 16, address: 0x9000", "surface 1: a rectangle without bti, which nothing names: want type BUFFER"},
		{"words: \"00000000", "words: \"0000000", `words: want dwords of eight hexadecimal digits such as "00001fc0 231d7000", not "0000000"`},
		{"words: \"", "bytes: \"", `unknown key "bytes": legal keys are words`},
		{"words: \"", "words: \"" + strings.Repeat("00000000 ", 5000), "5048 words: the limit is 4096"},
		{"surfaces:", "bindless_surface_base: 0x10010\nsurfaces:", "base 0x10010: legal on skl are multiples of 4096 below 0x1000000000000"},
		{"surfaces:", "bindless_sampler_base: 0x10000\nsurfaces:", "skl has no messages with bindless states of this kind"},
		{"surfaces:", "dynamic_state_base: 0x10000\nsamplers: [{index: 1}]\nsurfaces:", `samplers beside "dynamic_state_base", where the samplers are: want one of them`},
	} {
		require.Contains(t, copiedByStates, c.old)
		_, err := copyLaunch(t, copyHead+strings.Replace(copiedByStates, c.old, c.with, 1))
		assert.ErrorContains(t, err, c.want)
	}
}

// TestStatesInMemoryErrors: a state that gives no surface is a fault at the message that names it, with the state's address
// and the field.
func TestStatesInMemoryErrors(t *testing.T) {
	for _, c := range []struct{ old, with, want string }{
		{"00000080 00000000 00000040", "00000080 00000000 00001000", "RENDER_SURFACE_STATE at 0x11000: its 64 bytes are in no buffer of the launch"},
		{"00000080 00000000 00000040", "00000080 00000000 00000041", "BINDING_TABLE_STATE at 0x1003c: bit 0 of dword 0, which is reserved, is 0x1: want 0"},
		{"00002010 00000000", "00003010 00000000", "RENDER_SURFACE_STATE at 0x10040: SurfaceBaseAddress is 0x3010: no buffer of the launch is there"},
		{"00002010 00000000", "00002014 00000000", "RENDER_SURFACE_STATE at 0x10040: SurfaceBaseAddress is 0x2014: not modelled: legal are multiples of 8"},
		{"00000063 00000000", "00000063 00000001", "RENDER_SURFACE_STATE at 0x10040: SurfacePitch is 2: the elements of a buffer of format RAW are bytes: want 1"},
		{"00000063 00000000", "3fff007f 00000000", "RENDER_SURFACE_STATE at 0x10040: NumberOfEntries is 2097152: the surface has 2097152 bytes, and arg0 ends 240 bytes behind its base 0x2010"},
		{"87fc0000 00000000 00000063", "27fc0000 00000000 00000063", "RENDER_SURFACE_STATE at 0x10040: SurfaceType is SURFTYPE_2D: not modelled: a message with offsets, want SURFTYPE_BUFFER, SURFTYPE_STRBUF or SURFTYPE_NULL"},
		{"87fc0000 00000000 00000063", "97fc0000 00000000 00000063", "RENDER_SURFACE_STATE at 0x10040: SurfaceArray is yes: not modelled: want zero bits"},
		{"surface_state_base: 0x10000", "surface_state_base: 0xfffffffff000", "BINDING_TABLE_STATE at 0xfffffffff03c: its 4 bytes are in no buffer of the launch"},
	} {
		require.Contains(t, copiedByStates, c.old)
		l, err := copyLaunch(t, copyHead+strings.Replace(copiedByStates, c.old, c.with, 1))
		require.NoError(t, err)
		_, err = run.Run(context.Background(), l, run.Options{})
		assert.ErrorContains(t, err, c.want)
		assert.ErrorContains(t, err, "ip 0x00010: send")
		assert.Equal(t, strings.Contains(c.want, "not modelled"), errors.Is(err, errors.ErrUnsupported), c.want)
	}
}

// gen9Code is the code of a text for Gen9.
func gen9Code(t *testing.T, text string) []byte {
	t.Helper()
	code, err := nasm.Assemble("states.asm", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	return code
}
