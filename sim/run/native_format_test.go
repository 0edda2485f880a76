package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// texelsText writes the texel (1, 2, 3, 300) to eight places of row 1 of surface 7.
const texelsText = `
(W)     mov (8|M0)   r9.0<1>:uw   0x76543210:uv
(W)     mov (8|M0)   r10.0<1>:ud  r9.0<8;8,1>:uw
(W)     mov (8|M0)   r11.0<1>:ud  0x1:ud
(W)     mov (8|M0)   r12.0<1>:ud  0x1:ud
(W)     mov (8|M0)   r13.0<1>:ud  0x2:ud
(W)     mov (8|M0)   r14.0<1>:ud  0x3:ud
(W)     mov (8|M0)   r15.0<1>:ud  300:ud
(W)     sends (8|M0) null:ud  r10  r12  0x10C  0x04035007
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// outsideText reads the media block of 4 bytes at (-4, 0) of surface 7, whose bytes are
// those of the nearest texel, and writes it to (8, 1).
const outsideText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     mov (1|M0)   r10.0<1>:d   -4:d
(W)     mov (1|M0)   r10.2<1>:ud  0x3:ud
(W)     send (8|M0)  r12:ud  r10  0xC  0x02190007
(W)     mov (8|M0)   r11.0<1>:ud  r12.0<8;8,1>:ud
(W)     mov (1|M0)   r10.0<1>:d   8:d
(W)     mov (1|M0)   r10.1<1>:ud  0x1:ud
(W)     send (8|M0)  null  r10  0xC  0x040A8007
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// row runs a text on a surface of two rows of 32 bytes, whose bytes are 1, 2, 3 ..., and returns row 1.
func row(t *testing.T, text, format string) ([]byte, error) {
	dir, before := t.TempDir(), make([]byte, 64)
	for i := range before {
		before[i] = byte(i + 1)
	}
	code, err := nasm.Assemble("texels.asm", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	for name, data := range map[string][]byte{"texels.dat": code, "rows.in": before} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: texels.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nthreads: [{grf: {}}]\n"+
		"surfaces:\n- {bti: 7, type: 2D, width_bytes: 32, height: 2, pitch: 32, initial: rows.in"+format+"}\n"))
	if err != nil {
		return nil, err
	}
	rep, err := run.Run(context.Background(), l, run.Options{})
	if err != nil {
		return nil, err
	}
	assert.Equal(t, before[:32], rep.Buffers[0][:32])
	return rep.Buffers[0][32:], nil
}

// TestNativeFormats: the format of a rectangle says what typed messages write, and what a
// byte outside is; without it texels are bytes.
func TestNativeFormats(t *testing.T) {
	for _, c := range []struct {
		format, text string
		want         []byte
	}{
		{"", texelsText, []byte{1, 1, 1, 1, 1, 1, 1, 1, 41, 42}},
		{", format: R8G8B8A8_UINT", texelsText, bytes.Repeat([]byte{1, 2, 3, 255}, 8)},
		{", format: R16G16_UINT or another", texelsText, bytes.Repeat([]byte{1, 0, 2, 0}, 8)},
		{", format: R16G16_SINT", texelsText, bytes.Repeat([]byte{1, 0, 2, 0}, 8)},
		{", format: R32_UINT", texelsText, bytes.Repeat([]byte{1, 0, 0, 0}, 8)},
		{"", outsideText, []byte{33, 34, 35, 36, 37, 38, 39, 40, 1, 1, 1, 1, 45}},
		{", format: R8G8_UNORM", outsideText, []byte{33, 34, 35, 36, 37, 38, 39, 40, 1, 2, 1, 2, 45}},
		{", format: B8G8R8A8_UNORM_SRGB", outsideText, []byte{33, 34, 35, 36, 37, 38, 39, 40, 1, 2, 3, 4, 45}},
		{", format: YCRCB_NORMAL", strings.Replace(outsideText, "-4:d", "4:d", 1), []byte{33, 34, 35, 36, 37, 38, 39, 40, 5, 6, 7, 8, 45}},
	} {
		got, err := row(t, c.text, c.format)
		require.NoError(t, err, c.format)
		assert.Equal(t, c.want, got[:len(c.want)], c.format)
	}
	for _, c := range []struct{ format, text, want string }{
		{", format: YCRCB_NORMAL", texelsText, "typed write to the format YCRCB_NORMAL, which only the sampler is known to take"},
		{", format: P8_UNORM_PALETTE0", texelsText, "texels of the format P8_UNORM_PALETTE0: its colours are in a palette, which a command loads and no launch has"},
		{", format: YCRCB_NORMAL", outsideText, "bytes outside of a surface of the format YCRCB_NORMAL, which are those of the nearest texel"},
		{", format: L8_UNORM", texelsText, "typed write to the format L8_UNORM, which only the sampler is known to take"},
	} {
		_, err := row(t, c.text, c.format)
		require.ErrorContains(t, err, c.want)
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
	for format, want := range map[string]string{
		", format: R8_UNROM":          `unknown format "R8_UNROM": legal are those of surfaces, such as R8_UNORM, R8G8_UNORM,`,
		", format: R32G32B32_FLOAT":   "width_bytes 32: legal are multiples of the 12 bytes of a texel of R32G32B32_FLOAT",
		", format: R32G32B32A32_UINT": "",
		", format: \"\"":              `unknown format ""`,
	} {
		_, err := row(t, strings.Replace(outsideText, "-4:d", "4:d", 1), format)
		if want == "" {
			require.NoError(t, err, format)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
