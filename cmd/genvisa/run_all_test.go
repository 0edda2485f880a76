package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEveryCode: a container with text has all codes, and they agree.
func TestEveryCode(t *testing.T) {
	l, err := launch.Parse("../../sim/run/testdata/undefined/launch.yaml", []byte(`kernel: a
program: undefined.bin
global: [64]
local: [32]
args: [{buffer: {bytes: 256, fill: zero}, type: i32, output: true}]
`))
	require.NoError(t, err)
	all := everyCode(context.Background(), l, run.Options{Target: load.Only(native.SKL)})
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
	all.Differ = append(all.Differ, differences{"interp", "ours", l.Differences(all.Runs[0].Report.Buffers, all.Runs[1].Report.Buffers)})
	assert.Empty(t, l.Differences(all.Runs[0].Report.Buffers, all.Runs[2].Report.Buffers))
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

	// What the text reads and nothing writes is told where results differ, four reads of it.
	all.Runs[0].Report.Unset = []string{"k:1:2: mov reads A, which nothing writes", "b", "c", "d", "e", "f"}
	b.Reset()
	all.text(&b)
	assert.Contains(t, b.String(), "note      k:1:2: mov reads A, which nothing writes: a result that depends on it is not defined\n"+
		"note      b: a result that depends on it is not defined\nnote      c: a result that depends on it is not defined\n"+
		"note      d: a result that depends on it is not defined\nnote      and 2 more such reads\nresult    results differ\n")
	all.Runs[0].Report.Unset, all.Runs[0].Report.Rounded = nil, []string{"pow", "sin"}
	b.Reset()
	all.text(&b)
	assert.Contains(t, b.String(), "note      pow, sin: no document gives the last bits of such a float, and another way to it may give others\nresult    results differ\n")
	all.Differ, all.Runs[1].Report = nil, all.Runs[0].Report
	b.Reset()
	all.text(&b)
	assert.NotContains(t, b.String(), "no document")
}

// TestInOrder: a launch whose groups write one place is as its expectation says when they
// run one after the other; another expectation is not.
func TestInOrder(t *testing.T) {
	for want, there := range map[byte]bool{7: false, 6: true} {
		l, err := launch.Parse("../../sim/run/testdata/undefined/launch.yaml", []byte(`kernel: a
program: undefined.bin
global: [1]
local: [1]
args: [{buffer: {bytes: 4, fill: zero}, type: i32, output: true}]
`))
		require.NoError(t, err)
		l.Args[0].Expect = []byte{want, 0, 0, 0}
		got := inOrder(context.Background(), l, run.Options{Target: load.Only(native.SKL)})
		require.NotNil(t, got)
		assert.Equal(t, there, *got)
		assert.Nil(t, inOrder(context.Background(), l, run.Options{Target: load.Only(native.SKL), Deterministic: true}), "it ran so before")
	}
}

// TestOrderInReport: what a report says of a difference, by whether it is there with groups one
// after the other; of one group it says nothing.
func TestOrderInReport(t *testing.T) {
	const note = "note      with groups one after the other "
	there, gone := true, false
	for _, c := range []struct {
		groups  uint64
		inOrder *bool
		want    string
	}{
		{2, &there, note + "results differ too\n"},
		{2, &gone, note + "all results match: they depend on the order of groups\n"},
		{2, nil, ""},
		{1, &there, ""},
	} {
		var b bytes.Buffer
		showReport(&b, &run.Report{Kernel: "k", Groups: c.groups, Finished: true, InOrder: c.inOrder, Compared: []launch.Compared{{Elements: 4, Mismatches: 4}}}, false)
		got := ""
		for line := range strings.Lines(b.String()) {
			if strings.Contains(line, "one after the other") {
				got += line
			}
		}
		assert.Equal(t, c.want, got)
	}
}

// TestOrderTried: a run that differs is tried in order without being asked; one that matches is
// not, and one that ran so is not again.
func TestOrderTried(t *testing.T) {
	const sentence = "note      with groups one after the other results differ too\n"
	inSaxpy(t)
	code, out, errOut := command(context.Background(), "", "run", "launch.yaml")
	require.Equal(t, exitOK, code, errOut)
	assert.NotContains(t, out, "one after the other")
	want, err := os.ReadFile("y.exp")
	require.NoError(t, err)
	want[3] ^= 0x80 // the sign of the first element
	require.NoError(t, os.WriteFile("y.exp", want, 0o644))
	code, out, _ = command(context.Background(), "", "run", "launch.yaml")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, "MISMATCH: 1 of 1000 elements differ")
	assert.Contains(t, out, sentence)
	code, out, _ = command(context.Background(), "", "run", "launch.yaml", "--json")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, `"in_order":true`)
	code, out, _ = command(context.Background(), "", "run", "launch.yaml", "--deterministic")
	assert.Equal(t, exitFindings, code)
	assert.NotContains(t, out, "one after the other")
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
