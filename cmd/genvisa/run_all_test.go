package main

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEveryCode: a container with text has all codes, and they agree.
func TestEveryCode(t *testing.T) {
	l, err := run.ParseLaunch("../../sim/run/testdata/undefined/launch.yaml", []byte(`kernel: a
program: undefined.bin
global: [64]
local: [32]
args: [{buffer: {bytes: 256, fill: zero}, type: i32, output: true}]
`))
	require.NoError(t, err)
	all := everyCode(context.Background(), l, run.Options{Target: run.Only(native.SKL)})
	require.Len(t, all.Runs, 3)
	for i, engine := range []string{"vISA interpreter", "EU model (skl), compiled from vISA", "EU model (skl), from zebin"} {
		require.NoError(t, all.Runs[i].err)
		assert.Equal(t, engine, all.Runs[i].Report.Engine)
	}
	assert.True(t, all.same())
	require.NoError(t, all.failure())

	// One that differs, as if our compiler had been wrong in elements 3 and 7.
	for _, element := range []int{3, 7} {
		all.Runs[1].Report.Buffers[0][4*element] = 9
	}
	all.Differ = append(all.Differ, differences{"interp", "ours", l.Differences(all.Runs[0].Report, all.Runs[1].Report)})
	assert.Empty(t, l.Differences(all.Runs[0].Report, all.Runs[2].Report))
	var b bytes.Buffer
	all.text(&b)
	assert.Contains(t, b.String(), "arg0      MISMATCH: 2 of 64 elements of ours differ from those of interp (exact)\n"+
		"            [3] interp 7, ours 9\n            [7] interp 7, ours 9\nresult    results differ\n")
	assert.False(t, all.same())
	there := false
	all.InOrder = &there
	b.Reset()
	all.text(&b)
	assert.Contains(t, b.String(), "nothing differs: the results depend on the order of groups\n")
	there = true
	b.Reset()
	all.text(&b)
	assert.Contains(t, b.String(), "it differs with groups one after the other too\n")
}

// TestInOrder: a launch whose groups write one place is as its expectation says when they
// run one after the other; another expectation is not.
func TestInOrder(t *testing.T) {
	for want, there := range map[byte]bool{7: false, 6: true} {
		l, err := run.ParseLaunch("../../sim/run/testdata/undefined/launch.yaml", []byte(`kernel: a
program: undefined.bin
global: [1]
local: [1]
args: [{buffer: {bytes: 4, fill: zero}, type: i32, output: true}]
`))
		require.NoError(t, err)
		l.Args[0].Expect = []byte{want, 0, 0, 0}
		got := inOrder(context.Background(), l, run.Options{Target: run.Only(native.SKL)})
		require.NotNil(t, got)
		assert.Equal(t, there, *got)
		assert.Nil(t, inOrder(context.Background(), l, run.Options{Target: run.Only(native.SKL), Deterministic: true}), "it ran so before")
	}
}

// TestNoCode: what there is not is no failure while something ran.
func TestNoCode(t *testing.T) {
	a := &allReport{Runs: []codeRun{{Code: "interp", err: errors.New("no text")}, {Code: "intel", Report: &run.Report{Finished: true}}}}
	require.NoError(t, a.failure())
	a.Runs[1] = codeRun{Code: "intel", err: errors.New("no code")}
	require.EqualError(t, a.failure(), "no text")
	a.Runs[1].Report = &run.Report{}
	require.EqualError(t, a.failure(), "no code")
}
