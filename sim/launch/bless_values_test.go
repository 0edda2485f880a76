package launch_test

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fourLaunch is saxpy on four elements: y becomes 2.5 x + y.
const fourLaunch = `kernel: saxpy
program: saxpy.visaasm
info: saxpy.zeinfo
global: [128]
local: [128]
args:
  - Y
  - {buffer: {values: [1, 2, -3, 4]}, type: f32}
  - {f32: 2.5}
  - {i32: 4}
`

// TestBlessValues: expected numbers that stand in the launch file are replaced where they stand, and nothing around them;
// a buffer whose numbers stand there gets its expectation there.
func TestBlessValues(t *testing.T) {
	inSaxpy(t)
	for _, c := range []struct{ arg, after string }{
		{"{buffer: {values: [0, 0, 0.5, 1e30]}, type: f32, expect: {values: [0, 0, 0, 0]}} # y äöü",
			"{buffer: {values: [0, 0, 0.5, 1e30]}, type: f32, expect: {values: [2.5, 5, -7, 1e+30]}} # y äöü"},
		{"{buffer: {values: [0, 0, 0.5, 0]}, type: f32, expect: {values: [ ['2', \"5\"],[0x1p4 , 0xap0] ]}}",
			"{buffer: {values: [0, 0, 0.5, 0]}, type: f32, expect: {values: [ [2.5, \"5\"],[-7 , 0xap0] ]}}"},
		{"buffer: {values: [0, 0], bytes: 16}\n    type: f32\n    expect:\n      values: # all of them\n        - 1 # one\n        # two\n        - 2\n        - 3\n        - 4",
			"buffer: {values: [0, 0], bytes: 16}\n    type: f32\n    expect:\n      values: # all of them\n        - 2.5 # one\n        # two\n        - 5\n        - -7.5\n        - 10"},
		{"{buffer: {values: [0, -inf, inf, 0]}, type: f32, output: true}", "{buffer: {values: [0, -inf, inf, 0]}, type: f32, expect: {values: [2.5, -inf, inf, 10]}}"},
		{"{buffer: {values: [0, 0, 0.5, 0]}, type: f32}", "{expect: {values: [2.5, 5, -7, 10]}, buffer: {values: [0, 0, 0.5, 0]}, type: f32}"},
		{"{buffer: {values: [0, 0, nan, 0]}, type: f32, check: nan, expect: {values: [0, 0, 0, 0]}}",
			"{buffer: {values: [0, 0, nan, 0]}, type: f32, check: nan, expect: {values: [2.5, 5, nan, 10]}}"},
	} {
		text := strings.Replace(fourLaunch, "Y", c.arg, 1)
		_, _, files, err := blessed(t, text)
		require.NoError(t, err, c.arg)
		require.Len(t, files, 1, c.arg)
		assert.Equal(t, "l.yaml", files[0].Path)
		assert.Equal(t, strings.Replace(fourLaunch, "Y", c.after, 1), string(files[0].Data))
		again, err := launch.Parse("l.yaml", files[0].Data)
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), again, run.Options{Engine: load.Interp})
		require.NoError(t, err)
		assert.True(t, rep.OK())
		require.Len(t, rep.Compared, 1)
		if files, err = again.Bless(files[0].Data, rep.Results()); assert.NoError(t, err) {
			assert.Empty(t, files, "what matches stays")
		}
	}
}

// TestBlessValuesRefused: results that the values of a launch file cannot say.
func TestBlessValuesRefused(t *testing.T) {
	inSaxpy(t)
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN()))|1)
	require.NoError(t, os.WriteFile("nan.in", append(nan, make([]byte, 12)...), 0o600))
	for _, c := range []struct{ arg, want string }{
		{"{buffer: {values: [], bytes: 16}, type: f32, expect: {values: [0, 0, 0], bytes: 16}}",
			"l.yaml:7:5: error: argument 0: element 3 is 10, where bytes says zeros: list more values, or name a file"},
		{"{buffer: {bytes: 16, fill: zero}, expect: {structs: [[{f32: [1, 2, 3, 4]}]]}}",
			"l.yaml:7:5: error: argument 0: expected structures and bytes that stand in the launch file are not rewritten: want values, or the name of a file"},
		{"{buffer: nan.in, type: i16, expect: {values: [0, 0, 0, 0, 0, 0, 0, 0]}}", ""},
	} {
		_, _, files, err := blessed(t, strings.Replace(fourLaunch, "Y", c.arg, 1))
		if c.want == "" {
			require.NoError(t, err)
			assert.Contains(t, string(files[0].Data), "{values: [0, 32704, 0, 16544, ")
			continue
		}
		assert.EqualError(t, err, c.want, c.arg)
	}
	e, err := launch.ParseElem("f32")
	require.NoError(t, err)
	a := launch.Arg{Elem: e}
	_, err = a.Literal(2, nan)
	assert.EqualError(t, err, "element 2 is NaN(0x7fc00001), which values cannot say: want the check nan, or the name of a file")
}
