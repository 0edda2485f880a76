package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// vertexText writes two of four dwords of each channel's vertex, reads all four back, and ends with a write of the sum of the first two as
// the third one.
const vertexText = `
(W)     mov (8|M0)   r20.0<1>:ud  r1.0<8;8,1>:ud
(W)     mov (8|M0)   r21.0<1>:ud  r2.0<8;8,1>:ud
(W)     mov (8|M0)   r22.0<1>:ud  0x7:ud
        send (8|M0)  null:ud  r20  0x6  0x06080027
        send (8|M0)  r30:ud   r20  0x6  0x02480028
(W)     mov (8|M0)   r120.0<1>:ud  r1.0<8;8,1>:ud
(W)     mov (8|M0)   r121.0<1>:ud  0x40000:ud
(W)     mov (8|M0)   r122.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r123.0<1>:ud  0x0:ud
        add (8|M0)   r124.0<1>:ud  r30.0<8;8,1>:ud  r31.0<8;8,1>:ud
        send (8|M0)  null:ud  r120  0x26  0x0A088027  {EOT}
`

// vertexLaunch is a launch of code with entries and threads.
func vertexLaunch(t *testing.T, target native.Target, text, keys string, files map[string][]byte) (*launch.Launch, error) {
	t.Helper()
	dir := t.TempDir()
	code, err := nasm.Assemble("vertex.asm", target, strings.NewReader(text))
	require.NoError(t, err)
	all := map[string][]byte{"vertex.dat": code}
	for name, data := range files {
		all[name] = data
	}
	for name, data := range all {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return launch.Parse(filepath.Join(dir, "l.yaml"), []byte(keys))
}

// vertexHead is what launches of vertices have in common.
const vertexHead = "kernel: vertex.dat\nsimd: 8\ndispatch: media_object\nsurfaces: []\n"

// TestVertices: a vertex shader of eight channels, each with an entry of its own but for two that share one, leaves its dwords there, the
// last of them with the message that ends it.
//
// seed: Broxton vol. 6, L3 Cache and URB; Lakefield vol. 2b, SFID
func TestVertices(t *testing.T) {
	handles, values := []uint32{0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0xFFFF}, []uint32{10, 20, 30, 40, 50, 60, 70, 80}
	for _, target := range []native.Target{native.BDW, native.SKL, native.ICL} {
		keys := vertexHead + "target: " + target.String() + "\nurb:\n"
		want := []uint32{}
		files := map[string][]byte{}
		for i, h := range handles {
			words := []uint32{1, 2, 3, 4, 5, 6, 7, 8, values[i], 7, values[i] + 7, 12, 13, 14, 15, 16} // offset 2 is byte 32
			name := string(rune('a'+i)) + ".exp"
			files[name] = little(words)
			want = append(want, words...)
			keys += "- {handle: " + hexOf(h) + ", initial: {words: \"" + wordsOf(1, 16) + "\"}, expected: " + name + "}\n"
		}
		keys += "common_grf: {r1: \"" + registerWords(handles) + "\", r2: \"" + registerWords(values) + "\"}\nthreads: [{grf: {}}]\n"
		l, err := vertexLaunch(t, target, vertexText, keys, files)
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err, target)
		assert.True(t, rep.OK(), "%v %+v", target, rep.Compared)
		assert.Equal(t, little(want), slices.Concat(rep.Buffers...), target)
	}
}

// TestVertexPairs: Gen7 writes two vertices at once, halves of each register, under the mask of the header.
func TestVertexPairs(t *testing.T) {
	const text = `
(W)     mov (8|M0)   r20.0<1>:ud  r0.0<8;8,1>:ud
(W)     mov (1|M0)   r20.5<1>:ud  0x7F00:ud
(W)     mov (8|M0)   r21.0<1>:ud  r2.0<8;8,1>:ud
(W)     mov (8|M0)   r22.0<1>:ud  r3.0<8;8,1>:ud
        send (8|M0)  null:ud  r20:ud  0x26  0x0608C008  {EOT}
`
	keys := vertexHead + "target: hsw\nurb: [{handle: 3, bytes: 64}, {handle: 9, bytes: 64}]\n" +
		"threads: [{grf: {r0: \"" + registerWords([]uint32{3, 9, 0, 0, 0, 0, 0, 0}) + "\", r2: \"" + registerWords([]uint32{1, 2, 3, 4, 5, 6, 7, 8}) + "\", r3: \"" + registerWords([]uint32{11, 12, 13, 14, 15, 16, 17, 18}) + "\"}}]\n"
	l, err := vertexLaunch(t, native.HSW, text, keys, nil)
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.Equal(t, little([]uint32{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 11, 12, 13, 14}), rep.Buffers[0])
	assert.Equal(t, little([]uint32{0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 0, 15, 16, 17, 0}), rep.Buffers[1])
}

// TestEntryErrors: what is wrong with entries of a launch is said with its place and what is legal; a run by a handle of no entry is an error.
func TestEntryErrors(t *testing.T) {
	const tail = "target: skl\nthreads: [{grf: {}}]\n"
	for text, want := range map[string]string{
		"urb: [{bytes: 64}]\n":                                             `l.yaml:5:7: error: missing key "handle" of an entry of the URB`,
		"urb: [{handle: 65536, bytes: 64}]\n":                              `want a whole number from 0 to 65535`,
		"urb: [{handle: 1}]\n":                                             `an entry of the URB has bytes, which are zero before, or initial: want one of them`,
		"urb: [{handle: 1, bytes: 4, initial: {words: \"00000000\"}}]\n":   `an entry of the URB has bytes, which are zero before, or initial: want one of them`,
		"urb: [{handle: 1, bytes: 65537}]\n":                               `want a whole number from 1 to 65536`,
		"urb: [{handle: 1, bytes: 6}]\n":                                   `entry of the URB of 6 bytes: legal are multiples of 4 up to 65536`,
		"urb: [{handle: 1, bytes: 4}, {handle: 1, bytes: 8}]\n":            `l.yaml:5:30: error: handle 0x1 has an entry already`,
		"urb: [{handle: 1, bytes: 4, bti: 0}]\n":                           `unknown key "bti": legal keys are handle, bytes, initial, expected, save, note`,
		"urb: [{handle: 1, bytes: 8, expected: four.exp}]\n":               `expected data has 4 bytes, the surface 8`,
		"urb: [" + strings.Repeat("{handle: 1, bytes: 4}, ", 4097) + "]\n": `4097 entries of the URB: the limit is 4096`,
	} {
		_, err := vertexLaunch(t, native.SKL, vertexText, vertexHead+text+tail, map[string][]byte{"four.exp": make([]byte, 4)})
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), want)
		}
	}
	l, err := vertexLaunch(t, native.SKL, vertexText, vertexHead+tail, nil)
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{})
	assert.ErrorContains(t, err, "lane 0: send (8|M0): handle 0x0: no entry of the URB has it (entries: [])")
}

// TestDocumentedPixels: the launches of the document run, with a shader that clears and one that writes a position.
func TestDocumentedPixels(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "launch.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)### Pixels\n.*?```yaml\n(.*?)```.*?### The URB\n.*?```yaml\n(.*?)```").FindSubmatch(doc)
	require.Len(t, blocks, 3)
	clear := `
(W)     mov (16|M0)  r10.0<1>:f  0x0:f
(W)     mov (16|M0)  r12.0<1>:f  0x0:f
(W)     mov (16|M0)  r14.0<1>:f  0x0:f
(W)     mov (16|M0)  r16.0<1>:f  1.0:f
        send (16|M0) null:ud  r10  0x25  0x10031000 {EOT}
`
	vertex := `
(W)     mov (8|M0)   r20.0<1>:ud  r1.0<8;8,1>:ud
(W)     mov (8|M0)   r21.0<1>:ud  0x5:ud
        send (8|M0)  null:ud  r20  0x26  0x04080017 {EOT}
`
	black := slices.Repeat([]byte{0, 0, 0, 255}, 16)
	for i, c := range []struct {
		text  string
		files map[string][]byte
	}{
		{clear, map[string][]byte{"before.in": make([]byte, 128), "after.exp": append(black, make([]byte, 64)...)}},
		{vertex, map[string][]byte{"vue.exp": little(append([]uint32{0, 0, 0, 0, 5}, make([]uint32, 11)...))}},
	} {
		c.files["clear.dat"] = gen9Code(t, c.text)
		l, err := vertexLaunch(t, native.SKL, c.text, string(blocks[i+1]), c.files)
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%+v", rep.Compared)
	}
}

// registerWords is a register as a launch writes it.
func registerWords(v []uint32) string { return hexBytes(little(v)) }

func hexBytes(b []byte) string { return fmt.Sprintf("%x", b) }

func hexOf(v uint32) string { return fmt.Sprintf("%#x", v) }

// wordsOf are the dwords first, first+1 ... as a launch has them inline.
func wordsOf(first, n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%08x", first+i))
	}
	return strings.Join(out, " ")
}
