package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/formats"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// grayLaunch is image_gray on an image of 16 by 8 texels of a format, whose memory repeats a pattern: 0.25 R +
// 0.5 G + 0.25 B of each texel.
func grayLaunch(t *testing.T, format, pattern string) (*launch.Launch, error) {
	t.Helper()
	dir := t.TempDir()
	p, err := hex.DecodeString(pattern)
	require.NoError(t, err)
	shape, err := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat(format), Extent: [3]int{16, 8, 1}}.Complete()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), bytes.Repeat(p, int(shape.Bytes())/len(p)), 0o600))
	return launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: image_gray\nprogram: image_gray.dat\nglobal: [16, 8, 1]\nlocal: [16, 2, 1]\nargs:\n"+
		"  - {image: 2d, format: %s, width: 16, height: 8, data: in}\n  - {buffer: {bytes: 512, fill: zero}, type: f32, output: true}\n", format))
}

// TestFormatKernels: a kernel of OpenCL reads images of surface formats by their names, on all three engines. Numbers are those
// of the definitions.
func TestFormatKernels(t *testing.T) {
	skl := filepath.Join(corpus.Subset(), "skl")
	for _, c := range []struct {
		format, pattern string
		want            []float64 // of the texels of a row, which repeats
	}{
		{"B5G6R5_UNORM", "1f00e00700f8ffff", []float64{0.25, 0.5, 0.25, 1}},
		{"R10G10B10A2_UNORM", "ff030000000c0000", []float64{0.25, 0.5 * 3 / 1023}},
		{"R8G8B8X8_UNORM_SRGB", "80808000", []float64{0.21586050}},
		{"R9G9B9E5_SHAREDEXP", "00010280ffffffff", []float64{0.75, 65408}},
		{"R11G11B10_FLOAT", "c0031e78", []float64{1}},
		{"YCRCB_NORMAL", "3300ff66", []float64{0.25*0.4 + 0.5*0.2, 0.25*0.4 + 0.5}},
		{"BC1_UNORM", "81ef5ea0e4e4e4e4", []float64{
			(29./31 + 2*60./63 + 1./31) / 4, (20./31 + 2*2./63 + 30./31) / 4, (78./93 + 2*122./189 + 32./93) / 4, (69./93 + 2*64./189 + 61./93) / 4}},
		{"ETC2_SRGB8", "4eb3988000000000", []float64{0.4303226, 0.4303226, 0.2991805, 0.2991805}},
		{"L8A8_UNORM", "3366ff00", []float64{0.2, 1}},
		{"R16G16B16_FLOAT", "003c00400042", []float64{2}},
	} {
		for _, o := range []run.Options{
			{Programs: []string{filepath.Join(skl, "image_rw__image_gray_simd8.dat")}, Engine: load.Sim},
			{Programs: []string{filepath.Join(skl, "image_rw__image_gray_simd8.visaasm")}, Engine: load.Interp},
			{Programs: []string{filepath.Join(skl, "image_rw__image_gray_simd8.visaasm")}, Engine: load.Sim},
		} {
			o.Info, o.Target = filepath.Join(skl, "image_rw.zeinfo"), load.Only(native.SKL)
			l, err := grayLaunch(t, c.format, c.pattern)
			require.NoError(t, err)
			rep, err := run.Run(context.Background(), l, o)
			require.NoError(t, err, "%s %v", c.format, o.Programs)
			for i := range 128 {
				got := math.Float32frombits(binary.LittleEndian.Uint32(rep.Buffers[1][4*i:]))
				require.InDelta(t, c.want[i%len(c.want)], got, 1e-6*max(1, c.want[i%len(c.want)]), "%s texel %d %v", c.format, i, o.Programs)
			}
		}
	}
	_, err := grayLaunch(t, "P8_UNORM_PALETTE0", "00")
	require.ErrorContains(t, err, "6:25: error: unsupported: texels of the format P8_UNORM_PALETTE0: its colours are in a palette, which a command loads and no launch has")
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestNativeEveryFormat: ld reads each format of the hardware by its name, or says why its texels are not known.
//
// seed: Lakefield enumerations SURFACE_FORMAT
func TestNativeEveryFormat(t *testing.T) {
	ld := sampleCases[4]
	require.Equal(t, "ld", ld.name)
	ld.payload = []string{registerText[int32](0, 1, 2, 3, 4, 5, 6, 7), registerText[int32](0), registerText[int32](0)}
	code, grf := ld.sample(t, native.SKL)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"sample.dat": code, "texels.in": bytes.Repeat([]byte{0x21, 0x43, 0x65, 0x07}, 1024), "out.in": make([]byte, 256)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	known, noted := 0, 0
	for _, row := range formats.All() {
		f := mem.FindFormat(row.Name)
		_, h := f.Block()
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: sample.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nthreads: [{grf: {}}]\nsurfaces:\n"+
			"- {bti: 7, type: 2D, width_bytes: %[1]d, height: %[2]d, pitch: %[1]d, format: %[3]s, initial: texels.in}\n- {bti: 5, type: BUFFER, initial: out.in}\n%[4]s", 8*f.Size(), max(h, 2), row.Name, grf))
		require.NoError(t, err, row.Name)
		rep, err := run.Run(context.Background(), l, run.Options{})
		if row.Why != "" {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			assert.ErrorContains(t, err, "texels of the format "+row.Name+": "+row.Why)
			continue
		}
		require.NoError(t, err, row.Name)
		known++
		if note := "skl reads and writes no texels of the format " + row.Name + ": here they are what its layout says"; len(rep.Notes) > 0 {
			assert.Equal(t, []string{note}, rep.Notes)
			noted++
		}
		if want, ok := map[string]bool{"R8_SSCALED": true, "PLANAR_420_8": true, "Y8_UNORM": true, "BC7_UNORM": false, "B5G5R5X1_UNORM": false, "R8_UNORM": false}[row.Name]; ok {
			assert.Equal(t, want, len(rep.Notes) > 0, row.Name)
		}
		if want, ok := map[string]float32{"R8G8B8A8_SNORM": 33. / 127, "B4G4R4A4_UNORM": 0.2, "A1B5G5R5_UNORM": 8. / 31, "R16_USCALED": 0x4321}[row.Name]; ok {
			assert.Equal(t, want, floatsAt(rep.Buffers[1], 0)[0], row.Name)
		}
	}
	assert.Equal(t, []int{201, 57}, []int{known, noted})
}

// TestFormatPictures: formats whose components are not whole bytes have values and files of bytes, and no pictures.
func TestFormatPictures(t *testing.T) {
	for keys, want := range map[string]string{
		"fill: zero, output: true, save: x.png": "save", "fill: zero, expect: x.png": "expect", "data: x.png": "data",
		"data: {values: [1, 2, 3, 4, 5, 6]}": "", "data: {values: [1, 2, 3]}": "3 components: an image 2d of format B5G6R5_UNORM and 3 x 2 has 6",
		"data: {values: [65536, 0, 0, 0, 0, 0]}": "65536",
	} {
		dir := t.TempDir()
		pixels, err := os.ReadFile(filepath.Join(corpus.Root(), "docs", "blur.png"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.png"), pixels, 0o600))
		_, err = launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k\nprogram: k.dat\nglobal: [1, 1, 1]\nlocal: [1, 1, 1]\nargs:\n  - {image: 2d, format: B5G6R5_UNORM, width: 3, height: 2, "+keys+"}\n"))
		switch {
		case want == "":
			require.NoError(t, err, keys)
		case strings.HasPrefix(want, "3") || strings.HasPrefix(want, "6"):
			require.ErrorContains(t, err, want, keys)
		default:
			require.ErrorContains(t, err, "a picture of the format B5G6R5_UNORM, whose components are not whole bytes one behind the other: want a file of bytes, .npy, CSV or values", keys)
		}
	}
}
