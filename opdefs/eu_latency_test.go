package opdefs

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const latencyHead = "## Latency\n\n| class | targets | of | latency | issue | source |\n| --- | --- | --- | --- | --- | --- |\n"

// TestLatency: what a row says, and each error of one.
func TestLatency(t *testing.T) {
	const rest = "| flag |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n| acc |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n| math |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n" +
		"| branch |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n| local |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n| function |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n| sources |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n"
	const mov, all = "| alu | skl | mov | 14 15 16 | 2 4 8 | EXE 8.1 |\n", "| alu |  |  | 10 11 13 | 1 2 4 | estimate: none |\n"
	for _, c := range []struct{ page, want string }{
		{mov + all + rest, ""},
		{"| alu |  |  | 10 11 13 | 1 2 4 |  |\n", "t.md:5:3: error: class alu: want a source, or the word estimate and what it is like"},
		{"| alu |  |  | 10 11 | 1 2 4 | EXE 1 |\n", `t.md:5:15: error: "10 11": want clocks for up to 8, for 16 and for 32 channels`},
		{"| alu |  |  | 10 11 x | 1 2 4 | EXE 1 |\n", `t.md:5:15: error: clocks "x": want 0 to 4096`},
		{"| ula |  |  | 1 1 1 | 1 1 1 | EXE 1 |\n", `t.md:5:3: error: class "ula": want alu, flag, acc, math, branch, message, local, function, sources or window`},
		{all + mov + rest, "t.md:6:3: error: class alu: the row for all of it comes before this one"},
		{all + all + rest, "t.md:6:3: error: class alu has a row for all of it already"},
		{"| alu |  | mvo | 1 1 1 | 1 1 1 | EXE 1 |\n" + all + rest, `t.md:5:3: error: class alu is about "mvo": want one of its names in another table, or nothing`},
		{mov + rest, "t.md:5:3: error: class alu lacks a row for all of it on some target"},
	} {
		var p euParser
		p.page("t.md", []byte(latencyHead+c.page))
		p.eu.Facts = []OpFact{{Op: "mov"}}
		if len(p.errs) == 0 {
			checkLatencies(&p.eu, &p.errs)
		}
		if c.want == "" {
			assert.NoError(t, p.errs.err())
			assert.Equal(t, &Latency{
				Pos: Pos{"t.md", 5, 3}, Class: "alu", Targets: 1 << 3, Of: []string{"mov"},
				Cycles: [3]int{14, 15, 16}, Issue: [3]int{2, 4, 8}, Source: "EXE 8.1",
			}, p.eu.Latencies[0])
			continue
		}
		assert.ErrorContains(t, p.errs.err(), c.want)
	}
}
