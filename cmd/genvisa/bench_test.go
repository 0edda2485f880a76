package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

const saxpyLaunch = "../../examples/saxpy/launch.yaml"

// TestBench: every code that there is has a time and a ratio to the first; what is not there says why.
func TestBench(t *testing.T) {
	code, out, errs := command(t.Context(), "", "bench", saxpyLaunch, "--json", "--runs", "2", "--channels")
	require.Equal(t, exitOK, code, errs)
	var got struct {
		OK bool
		benchReport
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	assert.True(t, got.OK)
	require.Len(t, got.Rows, 3)
	for i, want := range []struct {
		code                   string
		instructions, channels uint64
	}{{"interp", 1024, 12576}, {"ours", 832, 12864}} {
		r := got.Rows[i]
		assert.Equal(t, want.code, string(r.Code))
		assert.Equal(t, [2]uint64{want.instructions, want.channels}, [2]uint64{r.Instructions, r.Channels})
		assert.Positive(t, r.Duration)
		assert.Positive(t, r.Ratio)
	}
	assert.InDelta(t, 1, got.Rows[0].Ratio, 0)
	assert.Contains(t, got.Rows[2].Error, "code intel of vISA text")
	assert.Zero(t, got.Rows[2].Ratio)

	code, out, errs = command(t.Context(), "", "bench", saxpyLaunch, "--runs", "1", "--code", "ours", "--code", "interp", "--code", "ours")
	require.Equal(t, exitOK, code, errs)
	lines := strings.Split(out, "\n")
	assert.Equal(t, "launch    saxpy, the least of 1 runs of each code", lines[0])
	assert.Regexp(t, `^code +engine +instructions +ms +million instructions a second +ratio`, lines[1])
	assert.Regexp(t, `^ours +EU model \(skl\), compiled from vISA +\d+ .* 1\.00 +#+$`, lines[2])
	assert.Regexp(t, `^interp +vISA interpreter +1024 .* #+$`, lines[3])
}

// TestBenchAgainst: ratios are compared with those of a report before.
func TestBenchAgainst(t *testing.T) {
	dir := t.TempDir()
	before := func(rows string) string {
		path := filepath.Join(dir, "before.json")
		require.NoError(t, os.WriteFile(path, []byte(`{"launch":"saxpy","rows":[`+rows+`]}`), 0o600))
		return path
	}
	bench := func(path string, more ...string) (int, string, string) {
		return command(t.Context(), "", append([]string{"bench", saxpyLaunch, "--runs", "1", "--against", path}, more...)...)
	}
	code, out, errs := bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":1e9}`))
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "before 1e+09\n")
	code, out, _ = bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":1e-9}`))
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, ", before 1e-09: SLOWER\n")
	code, out, _ = bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":1e-9}`), "--json")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, `"slower":["ours"]`)
	assert.Contains(t, out, `{"ok":false`)

	code, out, _ = bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":9},{"code":"intel","ratio":0.25}`))
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, "intel     no ratio, before 0.25: NO TIME\n")
	path := before(`{"code":"interp","ratio":1},{"code":"ours","ratio":9}`)
	code, _, errs = command(t.Context(), "", "bench", "../../examples/bitfields/launch.yaml", "--runs", "1", "--against", path)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, `before.json: is of launch "saxpy": want one of "bitfields"`)

	for rows, want := range map[string]string{
		"":                             "before.json: no rows: want what genvisa bench --json printed",
		"1":                            "want what genvisa bench --json printed",
		`{"code":"ours","ratio":1}`:    "before.json: its ratios are to the code of another row: want the same --code",
		`{"code":"interp","ratio":1}`:  "before.json: fewer than two of the codes have a time there: nothing to compare",
		`{"code":"interp","error":""}`: "before.json: fewer than two of the codes",
	} {
		code, _, errs = bench(before(rows))
		assert.Equal(t, exitUsage, code, rows)
		assert.Contains(t, errs, want, rows)
	}
}

// TestBenchErrors: what cannot be measured is said before anything runs.
func TestBenchErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{saxpyLaunch, "--runs", "0"}, "--runs 0: want 1 to 1000"},
		{[]string{saxpyLaunch, "--runs", "1001"}, "--runs 1001: want 1 to 1000"},
		{[]string{saxpyLaunch, "--code", "theirs"}, "--code theirs: want one of [interp ours intel]"},
		{[]string{saxpyLaunch, "--code", "intel"}, "code intel of vISA text: native code is in a container, a .dat or a .isa file"},
		{[]string{saxpyLaunch, "--against", "none.json"}, "none.json"},
		{[]string{"none.yaml"}, "none.yaml"},
	} {
		code, out, errs := command(t.Context(), "", append([]string{"bench"}, c.args...)...)
		assert.Equal(t, exitUsage, code, c.args)
		assert.Empty(t, out)
		assert.Contains(t, errs, c.want)
	}
	code, out, errs := command(t.Context(), "", "bench", saxpyLaunch, "--set", "a=9.5", "--code", "ours")
	assert.Equal(t, exitFindings, code, errs+out)
	assert.Equal(t, "launch    saxpy, the least of 5 runs of each code\nours      no time: results differ from what the launch expects: genvisa run shows them\n", out)
}

// TestBenchUnfinished: a code that faults has no time, and its error is that of the command, though others have one.
func TestBenchUnfinished(t *testing.T) {
	code, err := os.ReadFile("../../examples/saxpy/saxpy.skl.dat")
	require.NoError(t, err)
	image, err := os.ReadFile("../../examples/saxpy/saxpy.skl.zebin")
	require.NoError(t, err)
	far, err := nasm.Assemble("far.asm", native.SKL, strings.NewReader("send (8|M0) r100 r8 0xC 0x02106EC8\n"))
	require.NoError(t, err)
	require.Len(t, far, 16)
	at := bytes.Index(image, code)
	require.Positive(t, at)
	copy(image[at:], far)
	program := filepath.Join(t.TempDir(), "far.zebin")
	require.NoError(t, os.WriteFile(program, image, 0o600))
	for _, args := range [][]string{nil, {"--code", "intel"}, {"--json"}} {
		code, out, errs := command(t.Context(), "", append([]string{"bench", saxpyLaunch, program, "--runs", "1"}, args...)...)
		assert.Equal(t, exitFindings, code, args)
		said := out
		if len(args) == 0 || args[0] != "--json" {
			assert.Contains(t, out, "intel     no time: ")
			said = errs
		}
		assert.Contains(t, said, "binding table index 200: no surface is bound", args)
	}
}

// TestBenchTimes: the least of all runs counts, and where one code's processor time is not known all are compared by the clock.
func TestBenchTimes(t *testing.T) {
	rows := func(runs ...[]time.Duration) (b benchReport) {
		for _, times := range runs {
			var r benchRow
			for i := 0; i < len(times); i += 2 {
				r.least(times[i], times[i+1])
			}
			b.Rows = append(b.Rows, r)
		}
		b.Rows = append(b.Rows, benchRow{Error: "not there"})
		b.compare()
		return b
	}
	for name, c := range map[string]struct {
		b      benchReport
		took   []time.Duration
		ratios []float64
	}{
		"processor time":       {rows([]time.Duration{40, 70, 20, 90, 30, 80}, []time.Duration{60, 100}), []time.Duration{20, 60}, []float64{1, 3}},
		"not known":            {rows([]time.Duration{0, 70, 0, 50}, []time.Duration{0, 100}), []time.Duration{50, 100}, []float64{1, 2}},
		"not of one code":      {rows([]time.Duration{5, 50}, []time.Duration{0, 100}), []time.Duration{50, 100}, []float64{1, 2}},
		"not in one run of it": {rows([]time.Duration{5, 50, 0, 60}, []time.Duration{7, 100}), []time.Duration{50, 100}, []float64{1, 2}},
		"no time at all":       {rows([]time.Duration{0, 0}, []time.Duration{0, 3}), []time.Duration{1, 3}, []float64{1, 3}},
	} {
		for i := range c.took {
			assert.Equal(t, c.took[i], c.b.Rows[i].took(), name)
			assert.InDelta(t, c.ratios[i], c.b.Rows[i].Ratio, 0, name)
		}
		assert.Zero(t, c.b.Rows[2].Ratio, name)
	}
}
