package genvisa_test

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa"
	"github.com/genvisa/genvisa/internal/floor"
)

const readme = "README.md"

// readmeLines is how long the README may be: one who never saw the project reads it
// to its end.
const readmeLines = 150

// TestReadmeCommands holds the README to what the checks run: the first run and
// the first test command of its indented lines.
func TestReadmeCommands(t *testing.T) {
	src, err := os.ReadFile(readme)
	require.NoError(t, err)
	assert.Contains(t, string(src), "\n    go run ./cmd/genvisa run examples/saxpy/launch.yaml\n")
	assert.Contains(t, string(src), "\n    go test ./...\n")
	assert.LessOrEqual(t, strings.Count(string(src), "\n"), readmeLines)
}

// pictureScale is how often a pixel stands in the README's picture in each
// direction.
const pictureScale = 6

// TestReadmePicture makes the README's picture again: what goes into the launch of
// examples/blur, and what Intel's kernel makes of it on the EU model.
func TestReadmePicture(t *testing.T) {
	launch, err := genvisa.ReadLaunch("examples/blur/launch.yaml")
	require.NoError(t, err)
	code, err := os.ReadFile("examples/blur/blur.skl.dat")
	require.NoError(t, err)
	program, err := genvisa.Native("blur.skl.dat", "skl", code)
	require.NoError(t, err)
	report, err := genvisa.Run(context.Background(), launch, genvisa.Options{Program: program, Deterministic: true})
	require.NoError(t, err)
	const width, height, gap = 48, 32, 4
	all := image.NewNRGBA(image.Rect(0, 0, pictureScale*(2*width+gap), pictureScale*height))
	for i, pixels := range [][]byte{report.Buffers[0], report.Buffers[2]} {
		require.Len(t, pixels, 4*width*height)
		one := &image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
		for y := range pictureScale * height {
			for x := range pictureScale * width {
				all.Set(x+i*pictureScale*(width+gap), y, one.At(x/pictureScale, y/pictureScale))
			}
		}
	}
	const path = "docs/blur.png"
	if floor.Updating() {
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, all))
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	}
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	got, err := png.Decode(f)
	require.NoError(t, err)
	again := image.NewNRGBA(got.Bounds())
	draw.Draw(again, got.Bounds(), got, image.Point{}, draw.Src)
	assert.Equal(t, all.Bounds(), again.Bounds())
	assert.True(t, bytes.Equal(all.Pix, again.Pix), "%s is not what the kernel makes: go test . -run Picture -update", path)
}
