package run_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestUndefined: of a program that uses a function of another program the kernels
// run that do not call it; the one that does, and the compiler's table of symbols,
// are refused by name.
func TestUndefined(t *testing.T) {
	for _, o := range []run.Options{{Target: load.Only(native.SKL), Engine: load.Interp}, {Target: load.Only(native.SKL), Engine: load.Sim}} {
		try := func(kernel string) (*run.Report, error) {
			l, err := launch.Parse("testdata/undefined/launch.yaml", []byte("kernel: "+kernel+`
program: undefined.bin
global: [64]
local: [32]
args: [{buffer: {bytes: 256, fill: zero}, type: i32, output: true}]
`))
			require.NoError(t, err)
			return run.Run(context.Background(), l, o)
		}
		r, err := try("a")
		require.NoError(t, err)
		assert.Equal(t, []byte{7, 0, 0, 0}, r.Buffers[0][252:], "%s", o.Engine)
		_, err = try("b")
		assert.ErrorIs(t, err, errors.ErrUnsupported)
		want := `the address of "g", which the program does not define`
		if o.Engine == load.Sim {
			want = ".text.b uses symbol g, which another program defines: linking programs is not supported"
		}
		assert.ErrorContains(t, err, want)
		_, err = try("Intel_Symbol_Table_Void_Program")
		assert.ErrorContains(t, err, "Intel_Symbol_Table_Void_Program holds the symbols of the program and is not launched; it has a, b")
	}
}
