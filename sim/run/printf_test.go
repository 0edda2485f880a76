package run_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// What testdata/printf/hello.cl prints; records of one thread come by call, and
// there by lane.
const hello = `hello 0 0.000000
hello 1 0.500000
hello 2 1.000000
odd one: 1,1,-1,7, 00001|1     |b%
hello 3 1.500000
hello 4 2.000000
hello 5 2.500000
odd one: 3,3,-1,7, 00003|3     |d%
odd one: 5,5,-1,7, 00005|5     |f%
`

// TestPrinted: the text of printf comes out of the interpreter, our code and
// Intel's, linked with the strings beside the metadata.
func TestPrinted(t *testing.T) {
	dir := filepath.Join("testdata", "printf")
	l, err := run.ReadLaunch(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	for _, o := range []run.Options{
		{Engine: run.Interp, Deterministic: true},
		{Engine: run.Sim, Target: native.SKL, Deterministic: true},
		{Programs: []string{filepath.Join(dir, "hello.dat")}, Target: native.SKL, Deterministic: true},
	} {
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.Equal(t, hello, rep.Printed, rep.Engine)
		assert.False(t, rep.PrintLost)
	}
}
