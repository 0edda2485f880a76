package opdefs

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestConflicts: what a row says, and each error of one.
func TestConflicts(t *testing.T) {
	const head = "## Conflicts\n\n| targets | of | once | bits | together | clocks | source |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, c := range []struct{ row, want string }{
		{"| skl | 1 2 | 0 1 2 | 0 6 | 2 | 1 | MESA |", ""},
		{"| skl | 1 2 | 0 1 2 | 0 6 | 2 | 1 |  |", "t.md:5:3: error: conflict: want a source, or the word estimate and what it is like"},
		{"| skl | 1 2 | 0 1 2 | 0 6 | 3 | 1 | MESA |", "t.md:5:3: error: together 3 of 2 sources: want 2 to all of them"},
		{"| skl | 1 2 | 0 1 2 | 0 6 | 1 | 1 | MESA |", "t.md:5:3: error: together 1 of 2 sources: want 2 to all of them"},
		{"| skl | 1 2 |  |  | 2 | 1 | MESA |", "t.md:5:3: error: bits: want those that say the bank"},
		{"| skl | 1 3 |  | 0 | 2 | 1 | MESA |", `t.md:5:9: error: source "3": want 0 to 2, in ascending order`},
		{"| skl | 1 2 |  | 6 0 | 2 | 1 | MESA |", `t.md:5:18: error: bit "0": want 0 to 6, in ascending order`},
	} {
		var p euParser
		p.page("t.md", []byte(head+c.row+"\n"))
		if len(p.errs) == 0 {
			checkConflicts(&p.eu, &p.errs)
		}
		if c.want == "" {
			assert.NoError(t, p.errs.err())
			assert.Equal(t, []Conflict{{Pos: Pos{"t.md", 5, 3}, Targets: 1 << 3, Of: 6, Once: 7, Bits: 0x41, Together: 2, Clocks: 1, Source: "MESA"}}, p.eu.Conflicts)
			continue
		}
		assert.ErrorContains(t, p.errs.err(), c.want)
	}
}
