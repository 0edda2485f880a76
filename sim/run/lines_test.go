package run

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/origin"
)

// TestLines: what goes wrong in compiled code has the line of the text.
func TestLines(t *testing.T) {
	const text = `.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=8 align=GRF
.decl A v_type=G type=uq num_elts=8 align=GRF
.kernel_attr SimdSize=8
    mov (M1, 8) X(0,0)<1> 0x1:ud
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    svm_atomic.add (M1, 8) A.0 X.0 X.0 %null.0
    ret (M1, 1)
`
	k, err := load.ParseVISA("k.visaasm", []byte(text))
	require.NoError(t, err)
	p, err := load.FromVISA("k.visaasm", k, load.Sim, native.SKL)
	require.NoError(t, err)
	l := &launch.Launch{Kernel: "k", Inputs: []launch.Input{}}
	_, err = Run(context.Background(), l, Options{Program: p})
	var fault *eu.Fault
	require.ErrorAs(t, err, &fault)
	var line *origin.LineError
	require.ErrorAs(t, err, &line)
	assert.Equal(t, "k.visaasm:8:5: svm_atomic.add (M1, 8) A.0 X.0 X.0 %null.0", line.Line)
	assert.ErrorContains(t, err, "\n  compiled from k.visaasm:8:5: svm_atomic.add")

	rep, err := Run(context.Background(), l, Options{Program: p, Limit: 1})
	require.Error(t, err)
	require.Len(t, rep.Stopped, 1)
	assert.Contains(t, rep.Stopped[0].Inst, ", compiled from k.visaasm:")
	assert.Equal(t, rep.Stopped, origin.Stopped(err))

	other := &dispatch.ThreadError{Err: errors.New("x")}
	assert.Equal(t, error(other), p.Origin.Locate(other))
	assert.NoError(t, p.Origin.Locate(nil))
}
