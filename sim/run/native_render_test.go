package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// The render target of the tests: 16 by 8 pixels of four bytes.
const (
	paintWidth  = 16
	paintHeight = 8
)

// dispatched is a thread of 16 pixels, 8 by 2 from a place on: its r1, and the places of its lanes.
type dispatched struct{ x, y int }

func (d dispatched) register() string {
	var r [8]uint32
	for s := range 4 {
		r[2+s] = uint32(d.y<<16 | (d.x + 2*s))
	}
	r[7] = 0xFFFFFFFF
	return fmt.Sprintf("%x", little(r[:]))
}

// lane is the pixel of a lane.
func (d dispatched) lane(i int) (x, y int) { return d.x + i/4*2 + i&1, d.y + i>>1&1 }

// threadsOf are the dispatches of the whole target but for its last two rows, as a launch lists them; more gives each registers of its own.
func threadsOf(more func(d dispatched) string) (text string, list []dispatched) {
	text = "threads:\n"
	for y := 0; y < paintHeight-2; y += 2 {
		for x := 0; x < paintWidth; x += 8 {
			d := dispatched{x, y}
			list = append(list, d)
			text += fmt.Sprintf("- grf: {r1: %q%s}\n", d.register(), more(d))
		}
	}
	return text, list
}

// paint is a launch of code that writes the target, which holds 0x7F in each byte before, with other keys behind.
func paint(t *testing.T, target native.Target, code []byte, format, keys string, files map[string][]byte) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	all := map[string][]byte{"paint.dat": code, "target.in": slices.Repeat([]byte{0x7F}, 4*paintWidth*paintHeight)}
	for name, data := range files {
		all[name] = data
	}
	for name, data := range all {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: paint.dat\ntarget: %s\nsimd: 16\ndispatch: media_object\nsurfaces:\n"+
		"- {bti: 0, type: 2D, width_bytes: %d, height: %d, pitch: %d, format: %s, initial: target.in}\n%s", target, 4*paintWidth, paintHeight, 4*paintWidth, format, keys))
	require.NoError(t, err)
	return l
}

func shippedCode(t *testing.T, target native.Target, name string) []byte {
	t.Helper()
	code, err := os.ReadFile(filepath.Join(corpus.Beside(t), "shipped", target.String(), name+".dat"))
	require.NoError(t, err)
	return code
}

// copies are the kernels of the Intel GPU tools that copy a picture to a render target, by target.
var copies = map[native.Target]string{
	native.IVB: "igt_rendercopy_ps_kernel", native.BDW: "igt_rendercopy_ps_kernel", native.SKL: "igt_rendercopy_ps_kernel_gen9",
	native.ICL: "igt_rendercopy_ps_kernel_gen11", native.TGL: "igt_rendercopy_gen12_render_copy",
}

// planes are the instructions of a kernel in copies that evaluate planes with accumulators of type nf, which no source gives the bits of, by
// the bytes of the rest: from there on the coordinates of the picture are in r113 to r116.
var planes = map[native.Target]int{native.ICL: 8 * 16, native.TGL: 8 * 16}

// TestShippedRenderCopy: each pixel samples the picture at the place that two barycentric coordinates and the plane in r6 give, here
// its own, and writes it without a header; with a dispatch mask some stay.
//
// seed: Lakefield vol. 2b, SFID and SURFACE_FORMAT
// seed: Broxton vol. 6 Generic Media
func TestShippedRenderCopy(t *testing.T) {
	picture := make([]byte, 4*paintWidth*paintHeight)
	for i := range picture {
		picture[i] = byte(i*37 + i/64)
	}
	for target, name := range copies {
		for _, mask := range []uint32{0xFFFF, 0x9EE7} {
			text, list := threadsOf(func(d dispatched) string {
				var u, v [16]float32
				for i := range u {
					x, y := d.lane(i)
					u[i], v[i] = float32(x)+0.5, float32(y)+0.5
				}
				if planes[target] > 0 {
					for i := range u {
						u[i], v[i] = u[i]/paintWidth, v[i]/paintHeight
					}
					return fmt.Sprintf(", r113: %q, r114: %q, r115: %q, r116: %q", registerText(u[:8]...), registerText(u[8:]...), registerText(v[:8]...), registerText(v[8:]...))
				}
				return fmt.Sprintf(", r2: %q, r3: %q, r4: %q, r5: %q", registerText(u[:8]...), registerText(v[:8]...), registerText(u[8:]...), registerText(v[8:]...))
			})
			keys := "- {bti: 1, type: 2D, width_bytes: 64, height: 8, pitch: 64, format: B8G8R8A8_UNORM, initial: picture.in}\n" +
				"samplers: [{index: 0, normalized: true, address: edge, filter: nearest}]\n" +
				fmt.Sprintf("dispatch_mask: %#x\n", mask) +
				"common_grf:\n  r6: \"" + registerText[float32](1.0/paintWidth, 0, 0, 0, 0, 1.0/paintHeight, 0, 0) + "\"\n" + text
			l := paint(t, target, shippedCode(t, target, name)[planes[target]:], "B8G8R8A8_UNORM", keys, map[string][]byte{"picture.in": picture})
			rep, err := run.Run(context.Background(), l, run.Options{})
			require.NoError(t, err, target)
			want := slices.Repeat([]byte{0x7F}, len(picture))
			for _, d := range list {
				for i := range 16 {
					if x, y := d.lane(i); mask>>i&1 != 0 {
						at := 4 * (y*paintWidth + x)
						copy(want[at:at+4], picture[at:])
					}
				}
			}
			assert.Equal(t, want, rep.Buffers[0], "%v, mask %#x", target, mask)
			assert.Empty(t, rep.Outside)
		}
	}
}

// TestShippedColours: shaders of the driver for video, one part that makes RGB of YUV and one that writes it, with a header and without,
// leave what the same numbers of 64 bits give.
func TestShippedColours(t *testing.T) {
	matrix := [3][4]float64{{1.164, 0, 1.596, -0.0625}, {1.164, -0.391, -0.813, -0.5}, {1.164, 2.018, 0, -0.5}}
	var yuv [3][16]float32
	for c := range yuv {
		for i := range yuv[c] {
			yuv[c][i] = float32((i*53+c*91)%256) / 255
		}
	}
	rows := func(first int) (out []float32) {
		for i := range 4 {
			out = append(out, float32(matrix[first][i]))
		}
		return out
	}
	for _, target := range []native.Target{native.IVB, native.BDW, native.SKL} {
		for _, writer := range []string{"va_exa_wm_write", "hyb_exa_wm_write", "sna_exa_wm_write"} {
			path := filepath.Join(corpus.Beside(t), "shipped", target.String(), writer+".dat")
			if _, err := os.Stat(path); err != nil {
				continue // not of this target
			}
			code := append(shippedCode(t, target, "va_exa_wm_yuv_rgb"), shippedCode(t, target, writer)...)
			keys := "common_grf:\n  r7: \"" + registerText(append(rows(0), rows(1)...)...) + "\"\n  r8: \"" + registerText(append(rows(2), 0, 0, 0, 0)...) + "\"\n"
			for c := range yuv {
				keys += fmt.Sprintf("  r%d: %q\n  r%d: %q\n", 14+2*c, registerText(yuv[c][:8]...), 15+2*c, registerText(yuv[c][8:]...))
			}
			text, list := threadsOf(func(dispatched) string { return "" })
			l := paint(t, target, code, "R8G8B8A8_UNORM", keys+text, nil)
			rep, err := run.Run(context.Background(), l, run.Options{})
			require.NoError(t, err, "%v %s", target, writer)
			for _, d := range list {
				for i := range 16 {
					x, y := d.lane(i)
					got := rep.Buffers[0][4*(y*paintWidth+x):][:4]
					for c := range 3 {
						sum := 0.0
						for k := range yuv {
							sum += (float64(yuv[k][i]) + matrix[k][3]) * matrix[c][k]
						}
						assert.InDelta(t, min(max(sum, 0), 1)*255, float64(got[c]), 0.501, "%v %s lane %d component %d", target, writer, i, c)
					}
					assert.EqualValues(t, 255, got[3])
				}
			}
			assert.Equal(t, slices.Repeat([]byte{0x7F}, 4*2*paintWidth), rep.Buffers[0][4*(paintHeight-2)*paintWidth:], "rows of no thread")
		}
	}
}

// TestShippedClear: the shader that clears writes black with a header that the dispatch gave.
func TestShippedClear(t *testing.T) {
	for _, target := range []native.Target{native.BDW, native.SKL} {
		text, _ := threadsOf(func(dispatched) string { return "" })
		rep, err := run.Run(context.Background(), paint(t, target, shippedCode(t, target, "va_exa_wm_clear"), "B8G8R8A8_UNORM", text, nil), run.Options{})
		require.NoError(t, err)
		rows := 4 * paintWidth * (paintHeight - 2)
		assert.Equal(t, slices.Repeat([]byte{0, 0, 0, 255}, rows/4), rep.Buffers[0][:rows])
		assert.Equal(t, slices.Repeat([]byte{0x7F}, 8*paintWidth), rep.Buffers[0][rows:])
	}
}

// gradient writes red and green from r10 to r13, no blue, and alpha 1, two threads of 8 pixels a message; the first half of a thread's
// pixels goes twice, and is read back in between: red comes out as green.
const gradient = `
(W)     mov (16|M0)  r14.0<1>:f  0x0:f
(W)     mov (16|M0)  r16.0<1>:f  1.0:f
        send (16|M0) null:ud  r10  0x5  0x10030000
(W)     mov (8|M0)   r30.0<1>:ud  r0.0<8;8,1>:ud
(W)     mov (8|M0)   r31.0<1>:ud  r1.0<8;8,1>:ud
        send (16|M0) r40:ud  r30  0x5  0x048B4000
(W)     mov (16|M0)  r50.0<1>:f  0x0:f
(W)     mov (16|M0)  r52.0<1>:f  r40.0<8;8,1>:f
(W)     mov (16|M0)  r54.0<1>:f  0x0:f
(W)     mov (16|M0)  r56.0<1>:f  1.0:f
        send (16|M0) null:ud  r50  0x25  0x10031000 {EOT}
`

// TestTargetTiles: a render target that a state in memory describes, in rows and in tiles, holds each pixel at the byte that the tiles of
// the hardware's documents put it; colours are on the curve of sRGB. What a read brings back is what was written.
//
// seed: Broxton vol. 6 Generic Media
func TestTargetTiles(t *testing.T) {
	at := map[string]func(x, y int) int{ // of a picture of 128 or 512 bytes a row
		" TileMode=LINEAR SurfacePitch=64":  func(x, y int) int { return 64*y + 4*x },
		" TileMode=XMAJOR SurfacePitch=512": func(x, y int) int { return 512*y + 4*x },
		" TileMode=YMAJOR SurfacePitch=128": func(x, y int) int { return 4*x/16*512 + 16*y + 4*x%16 },
	}
	code := gen9Code(t, gradient)
	reds := func(d dispatched) (out []float32) {
		for i := range 16 {
			x, y := d.lane(i)
			out = append(out, float32(x*paintHeight+y)/(paintWidth*paintHeight))
		}
		return out
	}
	for fields, place := range at {
		for _, format := range []string{"R8G8B8A8_UNORM", "R8G8B8A8_UNORM_SRGB"} {
			states := make([]byte, 4096)
			binary.LittleEndian.PutUint32(states, 0x40)
			copy(states[0x40:], stateBytes(t, native.SKL, "RENDER_SURFACE_STATE", "SurfaceType=SURFTYPE_2D SurfaceFormat="+format+fields+
				" Width=16 Height=8 SurfaceBaseAddress=0x20000 ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ALPHA"))
			text, list := threadsOf(func(d dispatched) string {
				v := reds(d)
				return fmt.Sprintf(", r10: %q, r11: %q", registerText(v[:8]...), registerText(v[8:]...))
			})
			dir := t.TempDir()
			for name, data := range map[string][]byte{"k.dat": code, "states.in": states, "target.in": make([]byte, 4096)} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
			}
			l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k.dat\ntarget: skl\nsimd: 16\ndispatch: media_object\nsurface_state_base: 0x10000\nsurfaces:\n"+
				"- {type: BUFFER, address: 0x10000, initial: states.in}\n- {type: BUFFER, address: 0x20000, initial: target.in}\n"+text))
			require.NoError(t, err)
			rep, err := run.Run(context.Background(), l, run.Options{})
			require.NoError(t, err, fields)
			want := make([]byte, 4096)
			for _, d := range list {
				for i, red := range reds(d) {
					x, y := d.lane(i)
					code := math.Round(float64(red) * 255)
					if strings.HasSuffix(format, "SRGB") {
						code = math.Round(curve(float64(red)) * 255)
					}
					copy(want[place(x, y):], []byte{0, byte(code), 0, 255})
				}
			}
			assert.Equal(t, want, rep.Buffers[1], "%s%s", format, fields)
		}
	}
}

// curve is that of IEC 61966-2-1.
func curve(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// TestDispatchIsKept: a message without a header is about the pixels of the dispatch, whatever r1 holds by now, also of a thread that was
// stopped and goes on from what was saved.
func TestDispatchIsKept(t *testing.T) {
	const text = `
(W)     mov (8|M0)   r1.0<1>:ud  0x0:ud
(W)     mov (16|M0)  r10.0<1>:f  1.0:f
(W)     mov (16|M0)  r12.0<1>:f  1.0:f
(W)     mov (16|M0)  r14.0<1>:f  1.0:f
(W)     mov (16|M0)  r16.0<1>:f  1.0:f
        send (16|M0) null:ud  r10  0x25  0x10031000 {EOT}
`
	list, _ := threadsOf(func(dispatched) string { return "" })
	l := paint(t, native.SKL, gen9Code(t, text), "R8G8B8A8_UNORM", list, nil)
	want := append(slices.Repeat([]byte{255}, 4*paintWidth*(paintHeight-2)), slices.Repeat([]byte{0x7F}, 8*paintWidth)...)
	var from *dispatch.State
	for limit := uint64(4); limit <= 36; limit += 4 { // six threads of six instructions
		rep, err := run.Run(context.Background(), l, run.Options{Deterministic: true, Limit: limit, Save: true, From: from})
		if err == nil {
			assert.Equal(t, want, rep.Buffers[0])
			assert.EqualValues(t, 36, limit)
			return
		}
		require.NotNil(t, rep.State, "%v", err)
		from = rep.State
	}
	t.Fatal("it does not end")
}

// TestPredicatedPixels: without a header the channels that send write, from Haswell on; the thread ends for all of them.
func TestPredicatedPixels(t *testing.T) {
	for target, sent := range map[native.Target]bool{native.HSW: true, native.SKL: true, native.IVB: false} {
		code, err := nasm.Assemble("kill.asm", target, strings.NewReader(`
(W)     mov (1|M0)   f0.0<1>:uw  0x1234:uw
(W)     mov (16|M0)  r10.0<1>:f  1.0:f
(W)     mov (16|M0)  r12.0<1>:f  1.0:f
(W)     mov (16|M0)  r14.0<1>:f  1.0:f
(W)     mov (16|M0)  r16.0<1>:f  1.0:f
(f0.0)  send (16|M0) null:ud  r10:ud  0x25  0x10031000 {EOT}
`))
		require.NoError(t, err)
		list, ds := threadsOf(func(dispatched) string { return "" })
		rep, err := run.Run(context.Background(), paint(t, target, code, "R8G8B8A8_UNORM", list, nil), run.Options{})
		if !sent {
			assert.ErrorContains(t, err, "message RenderTargetWrite without a header under a mask of channels", target)
			continue
		}
		require.NoError(t, err, target)
		for _, d := range ds {
			for i := range 16 {
				x, y := d.lane(i)
				want := byte(0x7F)
				if 0x1234>>i&1 != 0 {
					want = 255
				}
				assert.Equal(t, want, rep.Buffers[0][4*(y*paintWidth+x)], "%v lane %d", target, i)
			}
		}
	}
}
