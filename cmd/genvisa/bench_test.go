package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	}{{"interp", 1024, 12576}, {"ours", got.Rows[1].Instructions, got.Rows[1].Channels}} {
		r := got.Rows[i]
		assert.Equal(t, want.code, string(r.Code))
		assert.Equal(t, [2]uint64{want.instructions, want.channels}, [2]uint64{r.Instructions, r.Channels})
		assert.Positive(t, r.Duration)
		assert.Positive(t, r.Ratio)
	}
	assert.InDelta(t, 1, got.Rows[0].Ratio, 0)
	assert.Positive(t, got.Rows[1].Instructions)
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
	assert.Contains(t, out, "before 1000000000.00\n")
	code, out, _ = bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":1e-9}`))
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, ", before 0.00: SLOWER\n")
	code, out, _ = bench(before(`{"code":"interp","ratio":1},{"code":"ours","ratio":1e-9}`), "--json")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, `"slower":["ours"]`)
	assert.Contains(t, out, `{"ok":false`)

	for rows, want := range map[string]string{
		"":                             "before.json: no rows: want what genvisa bench --json printed",
		"1":                            "want what genvisa bench --json printed",
		`{"code":"ours","ratio":1}`:    "before.json: its ratios are to the code of another row: want the same --code",
		`{"code":"interp","ratio":1}`:  "before.json: fewer than two codes have a time now and there: nothing to compare",
		`{"code":"interp","error":""}`: "before.json: fewer than two codes",
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
