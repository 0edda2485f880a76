package opdefs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	savedRows      = "| Thread | | - | 2000h | a thread | s |\n| A | Thread | 1000h | 32 | addresses | own |\n"
	preemptionRows = "| GPGPU_WALKER | gpgpu_walker | inside | s |\n| MI_ARB_CHECK | - | between | s |\n"
)

// TestSaved: what rows say, and each error of one.
func TestSaved(t *testing.T) {
	page := func(old, now string) string {
		all := head("Saved", savedColumns) + savedRows + "\n" + head("Preemption", preemptionColumns) + preemptionRows
		return strings.Replace(all, old, now, 1)
	}
	for _, c := range []struct{ page, want string }{
		{page("", ""), ""},
		{page("| 32 |", "| 0 |"), `t.md:6:24: error: bytes "0": want 1 to 16777215`},
		{page("| - | 2000h", "| 0 | 2000h"), `t.md:5:14: error: offset "0" of a whole: want -`},
		{page("1000h", "-"), `t.md:6:16: error: offset "-": want 0 to 16777215`},
		{page("1000h", "1fe1h"), "t.md:6:3: error: part A ends at 0x2001: Thread has 0x2000 bytes"},
		{page("| A | Thread", "| A | Page"), `t.md:6:3: error: part A of "Page": want a row of this name that is of nothing`},
		{page("own |\n", "own |\n| A | Thread | 0 | 4 | | s |\n"), "t.md:7:3: error: part A is already at line 6"},
		{page("own |\n", "own |\n| B | Thread | 101fh | 4 | | s |\n"), "t.md:7:3: error: part B shares bytes with A at line 6"},
		{page("own", ""), "t.md:6:3: error: part A: want a source"},
		{page("inside", "ever"), `t.md:12:33: error: preempted "ever": want never, between or inside`},
		{page("| - | between", "| gpgpu_walker | between"), "t.md:13:3: error: command MI_ARB_CHECK or its dispatch is already at line 12"},
		{page("MI_ARB_CHECK", "mi"), `t.md:13:3: error: command "mi": want capitals, digits and _`},
	} {
		var p euParser
		p.page("t.md", []byte(c.page))
		if len(p.errs) == 0 {
			checkSaved(&p.eu, &p.errs)
		}
		if c.want != "" {
			assert.ErrorContains(t, p.errs.err(), c.want)
			continue
		}
		assert.NoError(t, p.errs.err())
		assert.Equal(t, []SavedPart{
			{Pos: Pos{"t.md", 5, 3}, Name: "Thread", Bytes: 0x2000, Meaning: "a thread"},
			{Pos: Pos{"t.md", 6, 3}, Name: "A", Of: "Thread", Offset: 0x1000, Bytes: 32, Meaning: "addresses"},
		}, p.eu.Saved)
		assert.Equal(t, []Preemption{
			{Pos: Pos{"t.md", 12, 3}, Command: "GPGPU_WALKER", Dispatch: "gpgpu_walker", When: 2, Source: "s"},
			{Pos: Pos{"t.md", 13, 3}, Command: "MI_ARB_CHECK", When: 1, Source: "s"},
		}, p.eu.Preemptions)
	}
}
