package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
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
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// samplersText is the samplers of these launches.
const samplersText = `samplers:
- {index: 0, address: edge}
- {index: 3, normalized: true, address: repeat, filter: linear}
- {index: 15, address: clamp, filter: linear, normalized: false}
`

// sampleTail writes 4 registers from r12 on to the start of surface 5, and ends the thread.
var sampleTail = [2]string{`
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     send (8|M0)  null  r11  0xA  0x0A0A0405
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`, `
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     send.dc0 (8|M0)  null  r11  r12  0x100  0x020A0405  {@1,$1}
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send.ts (8|M0)  null  r127  null  0x0  0x02000010  {EOT,@1}
`}

// sampleLaunch is a launch of a program on a rectangle of 4 by 2 texels at index 7, whose texel
// (x, y) is (x, 10 y, 100, 0.5), and 256 bytes at index 5.
func sampleLaunch(t *testing.T, code []byte, target native.Target, simd int, rest string) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	var texels []byte
	for y := range 2 {
		for x := range 4 {
			for _, c := range []float32{float32(x), float32(10 * y), 100, 0.5} {
				texels = binary.LittleEndian.AppendUint32(texels, math.Float32bits(c))
			}
		}
	}
	for name, data := range map[string][]byte{"sample.dat": code, "texels.in": texels, "out.in": make([]byte, 256)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: sample.dat\ntarget: %s\nsimd: %d\ndispatch: media_object\nthreads: [{grf: {}}]\nsurfaces:\n"+
		"- {bti: 7, type: 2D, width_bytes: 64, height: 2, pitch: 64, format: R32G32B32A32_FLOAT, initial: texels.in}\n"+
		"- {bti: 5, type: BUFFER, initial: out.in}\n%s", target, simd, rest))
	require.NoError(t, err)
	return l
}

// registerText is eight values as a launch writes a register, the last for those that are missing.
func registerText[T float32 | int32](values ...T) string {
	var b []byte
	for i := range 8 {
		v := values[min(i, len(values)-1)]
		if f, ok := any(v).(float32); ok {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(int32(v)))
		}
	}
	return fmt.Sprintf("%x", b)
}

// floats are components in registers of eight lanes.
func floatsAt(data []byte, first int) (out [8]float32) {
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[32*first+4*i:]))
	}
	return out
}

// sampleCase is a message of eight lanes with its payload, and the components that come back.
type sampleCase struct {
	name     string
	code     int      // message type
	sampler  int      // index
	payload  []string // registers
	old      []string // those of Gen8 and before, where they are others
	since    native.Target
	want     [4][8]float32
	integers bool // want is numbers of integers
}

func eight(v float32) (out [8]float32) {
	for i := range out {
		out[i] = v
	}
	return out
}

var sampleCases = []sampleCase{
	{
		name: "sample", payload: []string{registerText[float32](-1, 0.5, 1.5, 2.5, 3.5, 9, 1.99, 2), registerText[float32](1.5)},
		want: [4][8]float32{{0, 0, 1, 2, 3, 3, 1, 2}, eight(10), eight(100), eight(0.5)},
	},
	{
		name: "sample_l", code: 2, sampler: 3,
		payload: []string{registerText[float32](0), registerText[float32](0.25, 0.5, 0.125, 0, 1.25, -0.25, 0.375, 0.75), registerText[float32](0.5)},
		want:    [4][8]float32{{0.5, 1.5, 0, 1.5, 0.5, 2.5, 1, 2.5}, eight(5), eight(100), eight(0.5)},
	},
	{
		name: "sample_lz", code: 24, sampler: 15, since: native.SKL,
		payload: []string{registerText[float32](0, 0.5, -1, 4, 1.5), registerText[float32](0.5)},
		want:    [4][8]float32{{0, 0, 0, 1.5, 1, 1, 1, 1}, eight(0), {50, 100, 0, 50, 100, 100, 100, 100}, {0.25, 0.5, 0, 0.25, 0.5, 0.5, 0.5, 0.5}},
	},
	{
		name: "gather4", code: 8, payload: []string{registerText[float32](2, 1, 3, 2), registerText[float32](1)},
		want: [4][8]float32{{1, 0, 2, 1, 1, 1, 1, 1}, {2, 1, 3, 2, 2, 2, 2, 2}, {2, 1, 3, 2, 2, 2, 2, 2}, {1, 0, 2, 1, 1, 1, 1, 1}},
	},
	{
		name: "ld", code: 7, sampler: 9, // no such sampler, and none is asked
		payload: []string{registerText[int32](0, 1, 2, 3, 4, -1, 1), registerText[int32](1), registerText[int32](0)},
		old:     []string{registerText[int32](0, 1, 2, 3, 4, -1, 1), registerText[int32](0), registerText[int32](1)},
		want: [4][8]float32{
			{0, 1, 2, 3, 0, 0, 1, 1}, {10, 10, 10, 10, 0, 0, 10, 10}, {100, 100, 100, 100, 0, 0, 100, 100},
			{0.5, 0.5, 0.5, 0.5, 0, 0, 0.5, 0.5},
		},
	},
	{
		name: "resinfo", code: 10, payload: []string{registerText[int32](0)},
		want: [4][8]float32{eight(4), eight(2), eight(0), eight(1)}, integers: true,
	},
}

// sample is the code of a case for a target, and the registers that it starts with.
func (c *sampleCase) sample(t *testing.T, target native.Target) (code []byte, grf string) {
	payload := c.payload
	if target < native.SKL && c.old != nil {
		payload = c.old
	}
	var b strings.Builder
	for i, p := range payload {
		fmt.Fprintf(&b, "  r%d: %q\n", 20+i, p)
	}
	desc := len(payload)<<25 | 4<<20 | 1<<17 | c.code<<12 | c.sampler<<8 | 7
	text := fmt.Sprintf("(W)     send (8|M0)  r12:ud  r20  0x2  %#x", desc) + sampleTail[0]
	if target >= native.TGL {
		text = fmt.Sprintf("(W)     send.smpl (8|M0)  r12  r20  null  0x0  %#x  {$1}", desc) + sampleTail[1]
	}
	code, err := nasm.Assemble(c.name+".asm", target, strings.NewReader(text))
	require.NoError(t, err)
	return code, "common_grf:\n" + b.String()
}

// TestNativeSamplers: messages to the sampler find its state by index, and texels by binding
// table index, on each generation.
//
// seed: Broxton vol. 6 Sampler State Fetch
func TestNativeSamplers(t *testing.T) {
	for _, target := range []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.ICL, native.TGL} {
		for i := range sampleCases {
			c := &sampleCases[i]
			code, grf := c.sample(t, target)
			rep, err := run.Run(context.Background(), sampleLaunch(t, code, target, 8, samplersText+grf), run.Options{})
			if target < c.since {
				assert.ErrorContains(t, err, "sampler message "+c.name+" is not modelled: it came with Gen9", "%s", target)
				continue
			}
			require.NoError(t, err, "%s %s", target, c.name)
			for k, want := range c.want {
				got := floatsAt(rep.Buffers[1], k)
				if c.integers {
					for lane := range got {
						got[lane] = float32(math.Float32bits(got[lane]))
					}
				}
				assert.Equal(t, want, got, "%s %s, component %d", target, c.name, k)
			}
		}
	}
}

// TestNativeSamplerMissing: a message that asks for a sampler that the launch does not have is a
// fault at its place.
//
// seed: Broxton vol. 6 Sampler State Fetch
func TestNativeSamplerMissing(t *testing.T) {
	for samplers, want := range map[string]string{
		"":                               "sampler index 0: no sampler is bound (samplers: [])",
		"samplers: []\n":                 "sampler index 0: no sampler is bound (samplers: [])",
		"samplers: [{index: 4}]\n":       "sampler index 0: no sampler is bound (samplers: [4])",
		"samplers: [{'index': '0x0'}]\n": "",
	} {
		code, grf := sampleCases[0].sample(t, native.SKL)
		_, err := run.Run(context.Background(), sampleLaunch(t, code, native.SKL, 8, samplers+grf), run.Options{})
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, mem.ErrNoSampler)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "thread 0: ip 0x00000: send")
	}
}

// TestNativeSamplerErrors: what is wrong with a sampler is said with its place and what is legal.
func TestNativeSamplerErrors(t *testing.T) {
	dir := nativeFiles(t, nil)
	const head = nativeHead + "dispatch: media_object\nthreads: [{grf: {}}]\n"
	for text, want := range map[string]string{
		"samplers: 5\n":                                                `8:11: error: samplers: want a list, found "5"`,
		"samplers: [5]\n":                                              `8:12: error: samplers: want a mapping with keys index, normalized, address, filter, found "5"`,
		"samplers: [{}]\n":                                             `8:12: error: missing key "index" of a sampler`,
		"samplers: [{filter: linear}]\n":                               `8:12: error: missing key "index" of a sampler`,
		"samplers: [{index: 16}]\n":                                    `8:20: error: index: want a whole number from 0 to 15, found "16"`,
		"samplers: [{index: -1}]\n":                                    `8:20: error: index: want a whole number from 0 to 15, found "-1"`,
		"samplers: [{index: }]\n":                                      `8:`,
		"samplers: [{index: 1}, {index: 0x1}]\n":                       `8:24: error: sampler index 1 has a sampler already`,
		"samplers: [{index: 1, sampler: true}]\n":                      `8:23: error: unknown key "sampler": legal keys are index, normalized, address, filter`,
		"samplers: [{index: 1, filter: cubic}]\n":                      `8:31: error: unknown filter "cubic": legal are nearest, linear`,
		"samplers: [{index: 1, address: wrap}]\n":                      `8:32: error: unknown address mode "wrap": legal are none, clamp, edge, repeat, mirror`,
		"samplers: [{index: 1, address: mirror_101}]\n":                `8:32: error: unknown address mode "mirror_101": legal are none, clamp, edge, repeat, mirror`, // for 2D surfaces alone
		"samplers: [{index: 1, normalized: 1}]\n":                      `8:35: error: normalized: want true or false, found "1"`,
		"samplers: [{index: 1, address: mirror}]\n":                    `8:12: error: address repeat and mirror go with normalized: true`,
		"samplers: [{index: 1, address: edge}, {index: 2, a: \"\"}]\n": `8:50: error: unknown key "a"`,
	} {
		_, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "l.yaml:"+want, text)
		}
	}
}

// TestModesOf2D: of the modes that the page keeps for surfaces of two dimensions, which is MIRROR_101,
// a launch has none, since its samplers serve surfaces of each kind.
func TestModesOf2D(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(corpus.Root(), "specs", "eu", "enums-3d.md"))
	require.NoError(t, err)
	modes := regexp.MustCompile(`(?m)^\| 7h \| (\w+) \| Map .* May only be used on 2D surfaces\. \|$`).FindStringSubmatch(string(page))
	require.Equal(t, []string{"MIRROR_101"}, modes[min(1, len(modes)):])
	text := nativeHead + "dispatch: media_object\nthreads: [{grf: {}}]\nsamplers: [{index: 1, normalized: true, address: " + strings.ToLower(modes[1]) + "}]\n"
	_, err = launch.Parse(filepath.Join(nativeFiles(t, nil), "l.yaml"), []byte(text))
	assert.ErrorContains(t, err, `unknown address mode "mirror_101"`)
}

// TestShippedSample: the part of the shaders of intel-vaapi-driver that samples an ARGB picture, with two
// instructions behind that write what came back, gives the texels of 16 places, their alpha times
// r6.0.
func TestShippedSample(t *testing.T) {
	const tail = `
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r12.0<1>:ud  r14.0<8;8,1>:ud
(W)     mov (8|M0)   r13.0<1>:ud  r15.0<8;8,1>:ud
(W)     mov (8|M0)   r14.0<1>:ud  r20.0<8;8,1>:ud
(W)     mov (8|M0)   r15.0<1>:ud  r21.0<8;8,1>:ud
(W)     send (8|M0)  null  r11  0xA  0x0A0A0405
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`
	for _, target := range []native.Target{native.IVB, native.BDW, native.SKL} {
		code, err := os.ReadFile(filepath.Join(corpus.Beside(t), "shipped", target.String(), "va_exa_wm_src_sample_argb.dat"))
		require.NoError(t, err)
		own, err := nasm.Assemble("tail.asm", target, strings.NewReader(tail))
		require.NoError(t, err)
		l := sampleLaunch(t, append(code, own...), target, 16, "samplers: [{index: 0, normalized: true, address: edge, filter: linear}]\ncommon_grf:\n"+
			"  r6: \""+registerText[float32](4)+"\"\n"+
			"  r66: \""+registerText[float32](0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1)+"\"\n"+
			"  r67: \""+registerText[float32](0, 0, 0, 0, -1, 2, 0.25)+"\"\n"+
			"  r68: \""+registerText[float32](0.75)+"\"\n"+
			"  r69: \""+registerText[float32](0.25)+"\"\n")
		l.Native.Surfaces[0].BTI = 1
		rep, err := run.Run(context.Background(), l, run.Options{})
		require.NoError(t, err)
		assert.Equal(t, [8]float32{0, 0.5, 1, 1.5, 2, 2.5, 3, 3}, floatsAt(rep.Buffers[1], 0), "%s: red of lanes 0 to 7", target)
		assert.Equal(t, [8]float32{0, 0, 0, 0, 0, 3, 0.5, 0.5}, floatsAt(rep.Buffers[1], 1), "%s: red of lanes 8 to 15", target)
		assert.Equal(t, [8]float32{2, 2, 2, 2, 2, 2, 2, 2}, floatsAt(rep.Buffers[1], 2), "%s: alpha, times 4", target)
		assert.Equal(t, [8]float32{2, 2, 2, 2, 2, 2, 2, 2}, floatsAt(rep.Buffers[1], 3), "%s: alpha, times 4", target)
	}
}
