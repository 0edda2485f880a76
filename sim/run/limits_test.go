package run

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
)

// TestInputLimits: launches that ask for more than there is are refused with
// the place and the limit, nothing is allocated.
func TestInputLimits(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("k.visaasm", oddKernels()[1], 0o644))
	require.NoError(t, os.WriteFile("empty", nil, 0o644))
	head := "kernel: odd\nprogram: k.visaasm\ninputs: {X: \"" + strings.Repeat("00", 64) + "\"}\nargs:\n"
	for _, c := range []struct {
		name, arg string
		n         int
		want      string
	}{
		{"local memory", "  - {local: 65536}\n", 1, ""},
		{"too much local memory", "  - {local: 65536}\n", 2, `l.yaml:6:5: error: local memory of 131072 bytes with this argument: legal are 0 to 65536`},
		{"buffers", "  - {buffer: {bytes: 4, fill: zero}}\n", 240, ""},
		{"too many buffers", "  - {buffer: {bytes: 4, fill: zero}}\n", 241, `l.yaml:245:5: error: buffer number 241: a launch with inputs binds at most 240`},
		{"buffer too large", "  - {buffer: {bytes: 1073741825, fill: zero}}\n", 1, `l.yaml:5:22: error: bytes: want a whole number from 0 to 1073741824, found "1073741825"`},
		{"buffer of no bytes", "  - {buffer: {bytes: 0, fill: zero}}\n  - {buffer: {bytes: 0, fill: {random: 1, type: f32, min: 0, max: 1}}}\n", 1, ""},
		{"file of no bytes", "  - {buffer: empty, expect: empty}\n", 1, ""},
		{"buffer of less", "  - {buffer: {bytes: -1, fill: zero}}\n", 1, `l.yaml:5:22: error: bytes: want a whole number from 0 to 1073741824, found "-1"`},
		{"buffer of no size", "  - {buffer: {fill: zero}}\n", 1, `l.yaml:5:14: error: missing key "bytes"`},
		{"local too large", "  - {local: 65537}\n", 1, `l.yaml:5:13: error: local: want a whole number from 1 to 65536, found "65537"`},
		{"a folder", "  - {buffer: ., type: u8}\n", 1, `l.yaml:5:14: error: .: want a file with data, found a folder`},
	} {
		l, err := launch.Parse("l.yaml", []byte(head+strings.Repeat(c.arg, c.n)))
		if err == nil {
			_, err = Run(context.Background(), l, Options{Engine: load.Interp})
		}
		if c.want == "" {
			assert.NoError(t, err, c.name)
			continue
		}
		assert.EqualError(t, err, c.want, c.name)
	}
}
