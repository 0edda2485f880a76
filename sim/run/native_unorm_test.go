package run_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// side is that of the interlaced picture: two fields of half the rows, each of a plane of Y and one of U and V.
const side = 32

// pictureY and pictureUV are bytes of the picture: bright ones too, which a rounding by the wrong half of a word would change.
func pictureY(x, y int) byte     { return byte(7*x + 13*y) }
func pictureUV(x, y, c int) byte { return byte(250 - 11*x - 5*y - 100*c) }

// writePicture writes the planes of both fields as the launch names them.
func writePicture(t *testing.T, dir string) {
	t.Helper()
	for field, name := range []string{"top", "bottom"} {
		var luma, chroma []byte
		for y := field; y < side; y += 2 {
			for x := range side {
				luma = append(luma, pictureY(x, y))
			}
		}
		for y := field; y < side/2; y += 2 {
			for x := range side / 2 {
				chroma = append(chroma, pictureUV(x, y, 0), pictureUV(x, y, 1))
			}
		}
		for file, data := range map[string][]byte{name + ".y": luma, name + ".uv": chroma} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), data, 0o600))
		}
	}
}

// iscaleLaunch is a launch of Intel's media driver's code that scales an interlaced NV12 picture, at its own size: steps and places in r3
// to r6, output surfaces in r2, edges of the picture in r7 and r8, the block in r0.1.
func iscaleLaunch(t *testing.T) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	code, err := os.ReadFile(filepath.Join(corpus.Beside(t), "shipped", "icl", "md_allpl2tonv12iscale.dat"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.dat"), code, 0o600))
	writePicture(t, dir)
	var text strings.Builder
	text.WriteString("kernel: k.dat\ntarget: icl\nsimd: 16\ndispatch: media_object\nsurfaces:\n")
	for i, name := range []string{"top", "bottom"} {
		fmt.Fprintf(&text, "- {bti: %d, type: 2D, format: R8_UNORM, width_bytes: %d, height: %d, pitch: %d, initial: %s.y}\n", 0x30*i, side, side/2, side, name)
		fmt.Fprintf(&text, "- {bti: %d, type: 2D, format: R8G8_UNORM, width_bytes: %d, height: %d, pitch: %d, initial: %s.uv}\n", 0x30*i+1, side, side/4, side, name)
	}
	for i, file := range []string{"out.y", "out.uv"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), make([]byte, side*side>>i), 0o600))
		fmt.Fprintf(&text, "- {bti: %d, type: 2D, format: R8_UNORM, width_bytes: %d, height: %d, pitch: %d, initial: %s}\n", 0x18+i, side, side>>i, side, file)
	}
	text.WriteString("samplers: [{index: 1, normalized: true, address: edge}, {index: 2, normalized: true, address: edge}]\ncommon_grf:\n")
	for r, v := range map[int]float32{3: 1. / side, 4: 1. / side, 5: 1. / side, 6: 0.5 / side} {
		fmt.Fprintf(&text, "  r%d: %q\n", r, registerText(v))
	}
	fmt.Fprintf(&text, "  r2: %q\n  r8: %q\n  r9: %q\n", registerText[int32](0x18000000, 0), registerText[int32](0x01000100), registerText[int32](int32(math.Float32bits(1)), 0))
	text.WriteString("threads:\n")
	for y := range side / 16 {
		for x := range side / 16 {
			fmt.Fprintf(&text, "- {grf: {r0: %q}}\n", registerText(0, int32(y<<12|x), 0))
		}
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text.String()))
	require.NoError(t, err)
	return l
}

// TestShippedUnorm: a picture at its own size comes out as it went in, by 64 samples of blocks of pixels: their places, their components
// and what code does with the words.
func TestShippedUnorm(t *testing.T) {
	rep, err := run.Run(context.Background(), iscaleLaunch(t), run.Options{})
	require.NoError(t, err)
	var luma, chroma []byte
	for y := range side {
		for x := range side {
			luma = append(luma, pictureY(x, y))
		}
	}
	for y := range side / 2 {
		for x := range side / 2 {
			chroma = append(chroma, pictureUV(x, y, 0), pictureUV(x, y, 1))
		}
	}
	assert.Equal(t, luma, rep.Buffers[4])
	assert.Equal(t, chroma, rep.Buffers[5])
}
