package opdefs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEUPages(t *testing.T) {
	eu, err := ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	require.Len(t, eu.Layouts, 1)
	assert.Equal(t, "gen9", eu.Layouts[0].Name)
	assert.Equal(t, TargetSet(1<<3|1<<4), eu.Layouts[0].Targets)
	names := map[string]bool{}
	for _, e := range eu.Enums {
		names[e.Name] = true
	}
	for _, n := range strings.Fields(`AddrMode CondModifier DepCtrl DstType ExecSize HorzStride MathFC NibCtrl PredCtrl QtrCtrl
		RegFile SFID SrcImmType SrcIndex SrcMod SrcType SURFACE_FORMAT TernaryAlign1DataType TernaryAlign1HorzStride
		TernaryAlign1VertStride ThreadCtrl VertStride Width`) {
		assert.True(t, names[n], "enumeration %s is missing", n)
	}
	for i := range EUTargets {
		n := 0
		for _, o := range eu.Opcodes {
			if o.Targets.Has(i) {
				n++
			}
		}
		assert.Greater(t, n, 55, "opcodes of %s", EUTargets[i])
	}
}

const euEnum = "## Enumeration RegFile (2 bits)\n\n| code | name | targets |\n| --- | --- | --- |\n"

const euOps = "## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| mov | | 1 | f |\n\n"

const euLayout = euOps + "## Layout g (skl)\n\n| field | formats | bits | when | value |\n| --- | --- | --- | --- | --- |\n"

// TestEUErrors: each broken page gives an error at a position, with what is
// legal. The first line after the page's prefix is the bad one.
func TestEUErrors(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"kind", "## Enumerations X\n", `t.md:1:4: error: unknown section "Enumerations X": want Enumeration, Opcodes, Facts, Flow, Targets, Layout`},
		{"no table", "## Enumeration X (2 bits)\n", `t.md:1:4: error: section "Enumeration X (2 bits)" has no table`},
		{"two tables", euEnum + "| 0 | A | |\n\n| code |\n| --- |\n| 1 |\n", `second table in section`},
		{"stray table", "| a |\n| --- |\n| b |\n", `t.md:1:3: error: table outside a second-level section`},
		{"size", "## Enumeration X (wide)\n\n| code |\n| --- |\n| 0 |\n", `t.md:1:4: error: size "wide" of X: want (N bits)`},
		{"column", "## Enumeration X (2 bits)\n\n| code | nme |\n| --- | --- |\n| 0 | a |\n", `t.md:3:10: error: column "nme": want code, name`},
		{"required column", "## Enumeration X (2 bits)\n\n| name |\n| --- |\n| a |\n", `lacks the column "code"`},
		{"cells", euEnum + "| 0 | A |\n", `t.md:5:3: error: row has 2 cells: the header has 3`},
		{"number", euEnum + "| 2x | A | |\n", `t.md:5:3: error: number "2x": want 12, 0x1f, 1Fh or 0110b`},
		{"code too large", euEnum + "| 4 | A | |\n", `t.md:5:3: error: code 0x4 does not fit the 2 bits of RegFile`},
		{"code twice", euEnum + "| 1 | A | skl.. |\n| 1 | B | lkf |\n", `t.md:6:3: error: code 0x1 of RegFile is already at line 5`},
		{"enumeration twice", euEnum + "| 1 | A | |\n\n" + euEnum + "| 1 | A | |\n", `enumeration RegFile is already at eu/t.md:1`},
		{"constant", euEnum[:len(euEnum)-len("| code | name | targets |\n| --- | --- | --- |\n")] + "| code | value |\n| --- | --- |\n| 0 | func() int { panic(1) }() |\n",
			`t.md:5:7: error: value "func() int { panic(1) }()": want a number or one of UD D`},
		{"half a number", "## Enumeration X (2 bits)\n\n| code | value |\n| --- | --- |\n| 0 | 9x2 |\n", `t.md:5:7: error: value "9x2": want a number or one of UD D`},
		{"comment", "## Enumeration X (2 bits)\n\n| code | meaning |\n| --- | --- |\n| 0 | /* */ func init() {} |\n", `t.md:5:7: error: text "/* */ func init() {}": want no control characters and no / at the start`},
		{"constant's name", "## Enumeration MathFC (4 bits)\n\n| code | name |\n| --- | --- |\n| 0 | A = 1; B |\n", `t.md:5:3: error: name "A = 1; B" of MathFC becomes a constant: want letters, digits, _, commas and blanks`},
		{"constant twice", "## Enumeration MathFC (4 bits)\n\n| code | name |\n| --- | --- |\n| 0 | A |\n| 1 | A |\n", `t.md:6:3: error: A of MathFC is 1 and, at line 5, 0`},
		{"enumeration's name", "## Enumeration X[] (2 bits)\n\n| code |\n| --- |\n| 0 |\n", `t.md:1:4: error: enumeration "X[]": want letters, digits and _`},
		{"row's condition", "## Enumeration X (2 bits)\n\n| code | when |\n| --- | --- |\n| 0 | A |\n", `t.md:5:7: error: condition "A": want FIELD = codes`},
		{"mnemonic", euOps[:len(euOps)-1] + "| a b | skl | 2 | f |\n", `t.md:6:3: error: mnemonic "a b": want lower-case letters and digits`},
		{"format", euOps[:len(euOps)-1] + "| sel | skl | 2 | F |\n", `t.md:6:19: error: format "F": want lower-case letters and digits`},
		{"field", euLayout + "| A() | f | 127:0 | | |\n", `t.md:11:3: error: field "A()": want a letter, then letters, digits and _`},
		{"no format", euLayout + "| A | | 127:0 | | |\n", `error: no format: want one or several`},
		{"format twice", euLayout + "| A | f f | 127:0 | | |\n", `t.md:11:7: error: format f stands twice`},
		{"layout's name", "## Layout g.h (skl)\n\n| field | formats | bits |\n| --- | --- | --- |\n| A | f | 127:0 |\n", `t.md:1:4: error: layout "g.h": want lower-case letters and digits`},
		{"message's name", "## Messages g (skl)\n\n| message | sfid | match | lanes |\n| --- | --- | --- | --- |\n| M; | DC | type 5 = 1 | dword |\n", `t.md:5:3: error: message "M;": want a letter, then letters, digits and _`},
		{"descriptor field's name", "## Messages g (skl)\n\n| message | sfid | match | lanes |\n| --- | --- | --- | --- |\n| M | DC | [] 5 = 1 | dword |\n", `t.md:5:12: error: field "[]": want a letter, then letters, digits and _`},
		{"empty page", "", `eu/t.md:1:1: error: the page has no section: want Enumeration, Opcodes, Facts, Flow, Targets, Layout, Compact, Descriptor or Messages`},
		{"page of prose", "# Title\n\ntext\n", `eu/t.md:1:1: error: the page has no section`},
		{"empty table", euEnum, `t.md:1:4: error: the table of section "Enumeration RegFile (2 bits)" has no rows`},
		{"long page", strings.Repeat(" ", 256<<10) + euEnum, `t.md:1:1: error: the page has more than 262144 bytes; legal is at most that`},
		{"long table", euEnum + strings.Repeat("| 1 | A | |\n", 2000), `t.md:2003:1: error: the table has more than 2000 rows; legal is at most that`},
		{"no enumeration", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has the enumeration MathFC`},
		{"no layout", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Layout`},
		{"no messages", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Messages`},
		{"no opcodes", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Opcodes`},
		{"no compact forms", euLayout + "| A | f | 127:0 | | |\n", `t.md:7:4: error: layout g: no page has its compact forms`},
		{"index table", "## Compact g of f (skl)\n\n| field | bits | maps | index |\n| --- | --- | --- | --- |\n| A | 7 | all -> 7 | X |\n\n## Enumeration X (1 bit)\n\n| code | value |\n| --- | --- |\n| 1 | 1 |\n\n" + euLayout + "| A | f | 127:0 | | |\n",
			`t.md:11:3: error: code 1 of index table X: want 0, the next`},
		{"target", euEnum + "| 1 | A | gen9 |\n", `t.md:5:11: error: targets "gen9": want names or ranges`},
		{"range", euEnum + "| 1 | A | tgl..skl |\n", `targets "tgl..skl"`},
		{"opcode twice", euOps[:len(euOps)-1] + "| sel | skl | 1 | f |\n", `opcode 0x1 of sel is already mov`},
		{"opcode size", euOps[:len(euOps)-1] + "| sel | skl | 80h | f |\n", `opcode 0x80 of sel does not fit 7 bits`},
		{"bits", euLayout + "| A | f | 7-0 | | |\n", `bits "7-0": want high:low fragments inside 127:0`},
		{"overlap", euLayout + "| A | f | 127:0 | | |\n| B | f | 5 | | |\n", `B overlaps A (line 11) in format f and no condition separates them`},
		{"uncovered", euLayout + "| A | f | 126:0 | | |\n", `bit 127 of format f has neither a field nor a Reserved row`},
		{"condition", euLayout + "| A | f | 127:0 | B = 1 | |\n", `condition of A names B, which format f lacks`},
		{"condition code", euLayout + "| A | f | 126:0 | | |\n| B | f | 127 | | |\n| C | f | implied 0 | B = 2 | |\n", `condition of C: code 2 does not fit the 1 bits of B`},
		{"condition text", euLayout + "| A | f | 127:0 | B > 1 | |\n", `condition "B > 1": want FIELD = codes`},
		{"enumeration", euLayout + "| A | f | 127:0 | | Nope |\n", `A names the unknown enumeration "Nope"`},
		{"value", euLayout + "| A | f | 127:0 | | sgned |\n", `value "sgned": want an enumeration, codes, << n, signed, twice or next`},
		{"value too large", euLayout + "| A | f | 1:0 | | 0..4 |\n| Reserved | f | 127:2 | | |\n", `code 4 of A does not fit 2 bits`},
		{"code outside", euEnum + "| 1 | A | |\n\n" + euLayout + "| A | f | 1:0 | | RegFile 2 |\n| Reserved | f | 127:2 | | |\n", `code 2 of A is not in enumeration RegFile`},
		{"format without opcode", euLayout + "| A | f g | 127:0 | | |\n", `no opcode uses format "g"`},
		{"opcode without format", "## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| mov | | 1 | h |\n\n" + euLayout[len(euOps):] + "| A | f | 127:0 | | |\n", `mov has format "h", which layout g lacks`},
		{"message", "## Messages g (skl)\n\n| message | sfid | match | header | lanes |\n| --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | maybe | dword |\n", `header "maybe": want yes, no or optional`},
		{"lanes", "## Messages g (skl)\n\n| message | sfid | match | header | lanes |\n| --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | no | byte |\n", `lanes "byte": want dword, qword or thread`},
		{"match", "## Messages g (skl)\n\n| message | sfid | match | lanes |\n| --- | --- | --- | --- |\n| M | DC | type 5 | dword |\n", `descriptor field "type 5"`},
		{"compact", "## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7:0 | all -> 7:0 |\n", `compact form of g: no layout of this name`},
		{"map", "## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7:0 | 3:0 -> 7:0 |\n", `4 value bits cannot fill 8 native bits`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseEU(fstest.MapFS{"t.md": {Data: []byte(c.page)}})
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
			var list Errors
			require.ErrorAs(t, err, &list)
			for _, e := range list {
				assert.Positive(t, e.Pos.Line)
				assert.NotContains(t, e.Msg, "BUG")
				assert.Positive(t, e.Pos.Col)
			}
		})
	}
}

// Every seed line that an errata column cites has its evidence in ERRATA.md.
func TestErrataAreExplained(t *testing.T) {
	files, err := filepath.Glob("../specs/eu/*.md")
	require.NoError(t, err)
	errata, err := os.ReadFile("../specs/ERRATA.md")
	require.NoError(t, err)
	cell, count := regexp.MustCompile(`\| (LKF|IVB|BXT) (\d+): `), 0
	for _, f := range files {
		page, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range cell.FindAllStringSubmatch(string(page), -1) {
			count++
			assert.Regexp(t, `(?m)^\| `+m[1]+` [^|]*\b`+m[2]+`\b`, string(errata), f)
		}
	}
	assert.Positive(t, count)
}
