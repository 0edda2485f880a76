package opdefs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	pipeHead  = "## Pipes\n\n| pipe | letter | order | meaning |\n| --- | --- | --- | --- |\n"
	issueHead = "\n## Issue\n\n| of | targets | operand | types | pipe | counted | source |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	boardHead = "\n## Scoreboard\n\n| codes | targets | of | distance | pipe | bits | token | source |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
	guardHead = "\n## Guards\n\n| register | does | targets | distance | source |\n| --- | --- | --- | --- | --- |\n"

	somePipes  = "| int | I | in | a |\n| math |  | out | b |\n"
	someIssues = "| math |  |  |  | math | no | X |\n| alu |  | dst | f | int | yes | X |\n| alu |  |  |  | int | yes | X |\n"
	someCodes  = "| 0 | tgl.. |  |  |  |  |  | X |\n| 1..7 | tgl.. |  | 2:0 | own |  |  | X |\n| 8..11 | tgl.. |  |  |  | 1:0 | dst | X |\n| 8..11 | tgl.. | math |  |  | 1:0 | set | X |\n"
	someGuards = "| cr | touch | tgl.. | 1 | X |\n"
)

// TestScoreboardPage: what rows say, and each error of one.
func TestScoreboardPage(t *testing.T) {
	page := func(pipes, issues, codes, guards string) string {
		return pipeHead + pipes + issueHead + issues + boardHead + codes + guardHead + guards
	}
	with := func(add string) string { return page(somePipes, someIssues, someCodes+add, someGuards) }
	for name, c := range map[string]struct{ page, want string }{
		"right":                    {page(somePipes, someIssues, someCodes, someGuards), ""},
		"a letter of two":          {page("| int | I | in | a |\n| math | I | out | b |\n", someIssues, someCodes, someGuards), "t.md:6:3: error: pipe math: its name or letter is that of another"},
		"a letter out of order":    {page("| int | I | in | a |\n| math | M | out | b |\n", someIssues, someCodes, someGuards), "pipe math is out of order: no distance counts it"},
		"no letter":                {page("| int | i | in | a |\n| math |  | out | b |\n", someIssues, someCodes, someGuards), `letter "i": want a capital, or nothing`},
		"a pipe of none":           {page(somePipes+"| long | L | in | c |\n", someIssues, someCodes, someGuards), "pipe long: no row of Issue has it"},
		"counted out of order":     {page(somePipes, strings.Replace(someIssues, "math | no", "math | yes", 1), someCodes, someGuards), "pipe math is out of order: no distance counts what is in it"},
		"no such pipe":             {page(somePipes, strings.Replace(someIssues, "| math | no", "| maths | no", 1), someCodes, someGuards), `pipe "maths": want one of the section Pipes`},
		"no such instruction":      {page(somePipes, "| mth |  |  |  | math | no | X |\n"+someIssues, someCodes, someGuards), `"mth": want a class, a trait or a mnemonic`},
		"types of no operand":      {page(somePipes, strings.Replace(someIssues, "| dst | f", "|  | f", 1), someCodes, someGuards), "issue: want an operand and types, or none"},
		"no source":                {page(somePipes, strings.Replace(someIssues, "| no | X", "| no |  ", 1), someCodes, someGuards), "issue: want a source"},
		"without a pipe":           {page(somePipes, strings.Replace(someIssues, "| alu |  |  |", "| alu | skl.. |  |", 1), someCodes, someGuards), "mov: no row of Issue says its pipe on ivb"},
		"a row that never counts":  {page(somePipes, someIssues+"| alu |  | any | d | int | yes | X |\n", someCodes, someGuards), "t.md:15:3: error: issue: the row never counts"},
		"a code twice":             {with("| 7..10 | tgl.. |  |  |  | 1:0 | src | X |\n"), "codes 7..10: line 22 has some of them for the same instructions"},
		"two codes for one":        {with("| 12..15 | tgl.. |  |  |  | 1:0 | dst | X |\n"), "codes 12..15 say what those of line 22 do"},
		"too few tokens":           {with("| 12..14 | tgl.. |  |  |  | 1:0 | src | X |\n"), "codes 12..14: want one for each distance but 0 and each token that their bits can say"},
		"a distance of 0":          {with("| 16..23 | tgl.. |  | 2:0 | all |  |  | X |\n"), "codes 16..23: want one for each distance but 0"},
		"a distance of no pipe":    {with("| 17..23 | tgl.. |  | 2:0 |  |  |  | X |\n"), "codes from 17: want a distance with its pipe"},
		"a pipe without a letter":  {with("| 17..23 | tgl.. |  | 2:0 | math |  |  | X |\n"), `codes from 17: pipe "math": want own or all, or a pipe with a letter`},
		"codes of an unknown pipe": {with("| 8..11 | tgl.. | send |  |  | 1:0 | src | X |\n"), `codes from 8: "send": want pipes of the section Pipes`},
		"codes of some pipes only": {with("| 12..15 | tgl.. | math |  |  | 1:0 | src | X |\n"), "codes 12..15 on tgl: want a row for the instructions that no other names"},
		"more than a byte":         {with("| 250..257 | tgl.. |  | 2:0 | all |  |  | X |\n"), `codes "250..257": want one range inside a byte`},
		"a code that nobody has":   {with("| 13..15 | tgl.. |  | 1:0 | all |  |  | X |\n"), "SWSB of tgl lacks code 13, which a row of Scoreboard has"},
		"a code without a meaning": {page(somePipes, someIssues, strings.Replace(someCodes, "| 0 | tgl..", "| 0 | dg2..", 1), someGuards), "SWSB of tgl has code 0, of which no row of Scoreboard says what it means"},
		"no such register":         {page(somePipes, someIssues, someCodes, "| r | touch | tgl.. | 1 | X |\n"), `guard of "r": want a register of ArchRegister`},
		"a register twice":         {page(somePipes, someIssues, someCodes, someGuards+"| cr | write | dg2.. | 1 | X |\n"), "guard of cr: another row has it"},
		"a guard of elders":        {page(somePipes, someIssues, someCodes, "| cr | touch |  | 1 | X |\n"), "guard of cr: want a distance, on targets with a scoreboard"},
	} {
		t.Run(name, func(t *testing.T) {
			var p euParser
			p.page("t.md", []byte(c.page))
			p.eu.Facts = []OpFact{{Op: "mov", Class: "alu"}, {Op: "math", Class: "alu", Traits: []string{"math"}}}
			p.eu.Layouts = []*Layout{{Targets: AllTargets &^ (1<<8 - 1), Fields: []Field{{Name: boardField, Targets: AllTargets, Codes: []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}}}
			enums := map[string]*Enum{ArchRegisterEnum: {Rows: []EnumRow{{Name: "cr"}}}}
			if len(p.errs) == 0 {
				checkScoreboard(&p.eu, enums, &p.errs)
			}
			if c.want != "" {
				assert.ErrorContains(t, p.errs.err(), c.want)
				return
			}
			assert.NoError(t, p.errs.err())
			later := AllTargets &^ (1<<8 - 1)
			assert.Equal(t, []Pipe{{Pos{"t.md", 5, 3}, "int", "I", true}, {Pos{"t.md", 6, 3}, "math", "", false}}, p.eu.Pipes)
			assert.Equal(t, Issue{Pos{"t.md", 13, 3}, []string{"alu"}, AllTargets, 1, []string{"f"}, "int", true}, p.eu.Issues[1])
			assert.Equal(t, BoardCode{Pos{"t.md", 21, 3}, 1, 7, later, []string{}, Range{0, 3}, "own", Range{}, 0}, p.eu.BoardCodes[1])
			assert.Equal(t, BoardCode{Pos{"t.md", 23, 3}, 8, 11, later, []string{"math"}, Range{}, "", Range{0, 2}, 3}, p.eu.BoardCodes[3])
			assert.Equal(t, []ArchGuard{{p.eu.Guards[0].Pos, "cr", true, later, 1}}, p.eu.Guards)
			assert.Equal(t, later, p.eu.BoardTargets())
		})
	}
}
