package opdefs

import (
	"github.com/genvisa/genvisa/internal/floor"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEUPages(t *testing.T) {
	eu, err := ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	var families []string
	for _, l := range eu.Layouts {
		families = append(families, l.Name)
	}
	assert.Equal(t, []string{"gen12", "gen7", "gen8"}, families)
	var targets []string
	for _, e := range eu.Encodings {
		targets = append(targets, EUTargets[e.Target]+" "+e.Layout.Name)
		assert.NotEmpty(t, e.Formats, EUTargets[e.Target])
	}
	assert.Equal(t, []string{"tgl gen12", "dg2 gen12", "mtl gen12", "arl gen12", "ivb gen7", "hsw gen7", "bdw gen8", "skl gen8", "bxt gen8", "cnl gen8", "icl gen8", "lkf gen8"}, targets)
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
		floor.Exact(t, "opcodes of "+EUTargets[i], n)
	}
}

const euEnum = "## Enumeration RegFile (2 bits)\n\n| code | name | targets |\n| --- | --- | --- |\n"

const euOps = "## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| mov | | 1 | f |\n\n"

const euLayout = euOps + "## Layout g (skl)\n\n| field | formats | bits | when | value |\n| --- | --- | --- | --- | --- |\n"

// euFamily is a layout of two targets whose rows have guards.
const euFamily = euOps + "## Layout g (skl..bxt)\n\n| field | formats | targets | bits | when | value |\n| --- | --- | --- | --- | --- | --- |\n"

// euEffects is a message M and the head of the table of effects.
const euEffects = "## Messages g (skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | 1 | 0 | dword |\n\n## Effects\n\n| message | does | memory |\n| --- | --- | --- |\n"

// badPage is a page of tables and the error that it gives.
type badPage struct{ name, page, want string }

// euBadTables break the form of sections and single tables.
var euBadTables = []badPage{
	{"kind", "## Enumerations X\n", `t.md:1:4: error: unknown section "Enumerations X": want Enumeration, Opcodes, Facts, Flow, Modifiers, Products, Types, Targets, Layout, Compact, Descriptor, Effects, Words, Surfaces, Structures, State, Messages, Payload, Formats, Registers, Place, Latency, Conflicts, Pipes, Issue, Scoreboard, Guards, Machines, Banks, Partitions, Saved, Preemption, Restrictions or Examples`},
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
	{"target", euEnum + "| 1 | A | gen9 |\n", `t.md:5:11: error: targets "gen9": want names or ranges`},
	{"newest alone", euEnum + "| 1 | A | skl, arl |\n", `t.md:5:11: error: targets "skl, arl": a row of the newest target holds for later ones too: want arl.., or arl only where documents say so`},
	{"up to the newest", euEnum + "| 1 | A | icl..arl |\n", `targets "icl..arl": a range up to the newest target has later ones too: want icl..`},
	{"range", euEnum + "| 1 | A | tgl..skl |\n", `targets "tgl..skl"`},
	{"opcode twice", euOps[:len(euOps)-1] + "| sel | skl | 1 | f |\n", `opcode 0x1 of sel is already mov`},
	{"newest only", euOps[:len(euOps)-1] + "| sel | arl only | 1 | f |\n", `opcode 0x1 of sel is already mov`},
	{"opcode size", euOps[:len(euOps)-1] + "| sel | skl | 80h | f |\n", `opcode 0x80 of sel does not fit 7 bits`},
	{"bits", euLayout + "| A | f | 7-0 | | |\n", `bits "7-0": want high:low fragments inside 127:0`},
	{"overlap", euLayout + "| A | f | 127:0 | | |\n| B | f | 5 | | |\n", `B overlaps A (line 11) in format f and no condition separates them`},
	{"uncovered", euLayout + "| A | f | 126:0 | | |\n", `bit 127 of format f has neither a field nor a Reserved row`},
	{"condition", euLayout + "| A | f | 127:0 | B = 1 | |\n", `condition of A names B, which format f lacks`},
	{"condition code", euLayout + "| A | f | 126:0 | | |\n| B | f | 127 | | |\n| C | f | implied 0 | B = 2 | |\n", `condition of C: code 2 does not fit the 1 bits of B`},
	{"condition that no legal code meets", euLayout + "| A | f | 126:0 | | |\n| B | f | 127 | | 0 |\n| C | f | implied 0 | B = 1 | |\n", `t.md:13:3: error: C never applies in format f: no target of the row has the format, or a condition contradicts another field`},
	{"condition text", euLayout + "| A | f | 127:0 | B > 1 | |\n", `condition "B > 1": want FIELD = codes`},
	{"enumeration", euLayout + "| A | f | 127:0 | | Nope |\n", `A names the unknown enumeration "Nope"`},
	{"value", euLayout + "| A | f | 127:0 | | sgned |\n", `value "sgned": want an enumeration, codes, << n, signed, twice, next, FIELD is NAMES or FIELD / FIELD`},
	{"value too large", euLayout + "| A | f | 1:0 | | 0..4 |\n| Reserved | f | 127:2 | | |\n", `code 4 of A does not fit 2 bits`},
	{"code outside", euEnum + "| 1 | A | |\n\n" + euLayout + "| A | f | 1:0 | | RegFile 2 |\n| Reserved | f | 127:2 | | |\n", `code 2 of A is not in enumeration RegFile`},
	{"format without opcode", euLayout + "| A | f g | 127:0 | | |\n", `no opcode uses format "g"`},
	{"opcode without format", "## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| mov | | 1 | h |\n\n" + euLayout[len(euOps):] + "| A | f | 127:0 | | |\n", `mov has format "h", which layout g lacks`},
	{"message", "## Messages g (skl)\n\n| message | sfid | match | header | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | maybe | 1 | 0 | dword |\n", `header "maybe": want yes, no, optional or none`},
	{"lanes", "## Messages g (skl)\n\n| message | sfid | match | header | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | no | 1 | 0 | byte |\n", `lanes "byte": want dword, word, qword, qwords, qbytes, dqwords, vectors, sized or thread`},
	{"match", "## Messages g (skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 | 1 | 0 | dword |\n", `descriptor field "type 5"`},
	{"compact", "## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7:0 | all -> 7:0 |\n", `compact form of g: no layout of this name`},
	{"map", "## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7:0 | 3:0 -> 7:0 |\n", `4 value bits cannot fill 8 native bits`},
}

// euBadCells hold what must not reach Go source, or nothing.
var euBadCells = []badPage{
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
	{"message's name", "## Messages g (skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M; | DC | type 5 = 1 | 1 | 0 | dword |\n", `t.md:5:3: error: message "M;": want a letter, then letters, digits and _`},
	{"descriptor field's name", "## Messages g (skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | [] 5 = 1 | 1 | 0 | dword |\n", `t.md:5:12: error: field "[]": want a letter, then letters, digits and _`},
	{"empty page", "", `eu/t.md:1:1: error: the page has no section: want Enumeration, Opcodes, Facts, Flow, Modifiers, Products, Types, Targets, Layout, Compact, Descriptor, Effects, Words, Surfaces, Structures, State, Messages, Payload, Formats, Registers, Place, Latency, Conflicts, Pipes, Issue, Scoreboard, Guards, Machines, Banks, Partitions, Saved, Preemption, Restrictions or Examples`},
	{"page of prose", "# Title\n\ntext\n", `eu/t.md:1:1: error: the page has no section`},
	{"empty table", euEnum, `t.md:1:4: error: the table of section "Enumeration RegFile (2 bits)" has no rows`},
	{"long page", strings.Repeat(" ", 256<<10) + euEnum, `t.md:1:1: error: the page has more than 262144 bytes; legal is at most that`},
	{"byte of no text", euEnum + "a \xfb", `error: "\xfb" is no text; legal is UTF-8 without control characters`},
	{"null", euEnum + "\x00", `error: "\x00" is no text`},
	{"mark in the middle", euEnum + "\uFEFF", `error: "\ufeff" is no text`},
	{"long table", euEnum + strings.Repeat("| 1 | A | |\n", 2000), `t.md:2003:1: error: the table has more than 2000 rows; legal is at most that`},
	{"no enumeration", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has the enumeration MathFC`},
	{"no layout", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Layout`},
	{"no messages", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Messages`},
	{"no effects", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Effects`},
	{"effects of something", euEffects + "| M | read | flat |\n\n## Effects of M\n\n| message | does | memory |\n| --- | --- | --- |\n| M | read | flat |\n", `section title "Effects of M": want Effects alone`},
	{"effect", euEffects + "| M | reads | flat |\n", `t.md:11:7: error: does "reads": want none, read, write, atomic, sample, fence, barrier, end or forget`},
	{"memory", euEffects + "| M | read | global |\n", `t.md:11:14: error: memory "global": want none, surface, scratch, flat, texels, pixels, urb or frames`},
	{"effect twice", euEffects + "| M | read | flat |\n| M | read | flat |\n", `t.md:12:3: error: effect of M is already at line 11`},
	{"effect of no message", euEffects + "| M | read | flat |\n| N | read | flat |\n", `t.md:12:3: error: effect of N: no section Messages has it`},
	{"effect without a memory", euEffects + "| M | read | none |\n", `t.md:11:3: error: effect of M: read with memory none: want a memory for read, write, atomic or sample, and none for others`},
	{"fence of a memory", euEffects + "| M | fence | flat |\n", `t.md:11:3: error: effect of M: fence with memory flat: want a memory for read, write, atomic or sample, and none for others`},
	{"message without an effect", euEffects + "| N | read | flat |\n", `t.md:5:3: error: message M: no row of Effects says what it does to memory`},
	{"no facts", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Facts`},
	{"no flow", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Flow`},
	{"no targets", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Targets`},
	{"no descriptor", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Descriptor`},
	{"no opcodes", euEnum + "| 0 | A | |\n", `eu:1:1: error: no page has a section Opcodes`},
	{"no compact forms", euLayout + "| A | f | 127:0 | | |\n", `t.md:7:4: error: layout g: no page has its compact forms`},
	{"index table", "## Compact g of f (skl)\n\n| field | bits | maps | index |\n| --- | --- | --- | --- |\n| A | 7 | all -> 7 | X |\n\n## Enumeration X (1 bit)\n\n| code | value |\n| --- | --- |\n| 1 | 1 |\n\n" + euLayout + "| A | f | 127:0 | | |\n",
		`t.md:11:3: error: code 1 of index table X: want 0, the next`},
}

// euBadFamilies break the rows of a layout of several targets.
var euBadFamilies = []badPage{
	{"row's guard", euFamily + "| A | f | sk1 | 127:0 | | |\n", `t.md:11:11: error: targets "sk1": want names or ranges a..b of ivb hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl`},
	{"row's guard outside the section", euFamily + "| A | f | skl, icl.. | 127:0 | | |\n", `t.md:11:11: error: targets "icl..": the section has none of them`},
	{"overlap on one target", euFamily + "| A | f | | 7:0 | | |\n| B | f | bxt | 7 | | |\n| Reserved | f | | 127:8 | | |\n", `t.md:12:3: error: B overlaps A (line 11) in format f and no condition separates them`},
	{"uncovered on one target", euFamily + "| A | f | skl | 7:0 | | |\n| A | f | bxt | 6:0 | | |\n| Reserved | f | | 127:8 | | |\n", `t.md:7:4: error: bit 7 of format f has neither a field nor a Reserved row on bxt`},
	{"condition on one target", euFamily + "| A | f | skl | 0 | | |\n| Reserved | f | bxt | 0 | | |\n| B | f | | 1 | A = 1 | |\n| Reserved | f | | 127:2 | | |\n", `t.md:13:3: error: condition of B names A, which format f lacks on bxt`},
	{"row that never counts", euFamily + "| A | f | | implied 1 | | |\n| B | f | | 0 | A = 0 | |\n| Reserved | f | | 127:0 | | |\n", `t.md:12:3: error: B never applies in format f: no target`},
	{"condition on several places", euFamily + "| A | f | | 0 | B = 0 | |\n| A | f | | 1 | B = 1 | |\n| B | f | | 2 | | |\n| C | f | | 3 | A = 1 | |\n| Reserved | f | | 127:0 | | |\n", `t.md:14:3: error: condition of C names A, which has several places in format f on skl: want one`},
	{"condition on three pieces", euFamily + "| A | f | | 0+2+4 | | |\n| C | f | | 3 | A = 1 | |\n| Reserved | f | | 127:5+1 | | |\n", `t.md:12:3: error: condition of C names A, which has 3 bits in 3 pieces: want at most 6 in 2`},
	{"condition on a wide field", euFamily + "| A | f | | 6:0 | | |\n| C | f | | 7 | A = 1 | |\n| Reserved | f | | 127:8 | | |\n", `t.md:12:3: error: condition of C names A, which has 7 bits in 1 pieces: want at most 6 in 2`},
	{"cycle", euFamily + "| A | f | | 0 | B = 1 | |\n| B | f | | 1 | A = 1 | |\n| Reserved | f | | 127:2 | | |\n", `t.md:11:3: error: the conditions of A and of other rows form a cycle`},
	{"no code on one target", "## Enumeration X (1 bit)\n\n| code | targets |\n| --- | --- |\n| 0 | skl |\n\n" + euFamily + "| A | f | | 0 | | X |\n| Reserved | f | | 127:1 | | |\n", `t.md:17:3: error: A: X has none of its legal codes on bxt`},
	{"code too wide for a field", "## Enumeration X (2 bits)\n\n| code |\n| --- |\n| 2 |\n\n" + euFamily + "| A | f | | 0 | | X |\n| Reserved | f | | 127:1 | | |\n", `t.md:17:3: error: code 2 of X does not fit the 1 bits of A: name the legal codes`},
	{"test of two bits", euFamily + "| A | f | | 1:0 | | B is x |\n", `t.md:11:21: error: A is a test: want one bit`},
	{"test of a name", "## Enumeration X (1 bit)\n\n| code | name |\n| --- | --- |\n| 0 | x |\n\n" + euFamily + "| A | f | | 0 | | B is y |\n| B | f | | 1 | | X 0 |\n", `t.md:17:3: error: A: B is never "y" in format f on skl`},
	{"derived without a rule", euFamily + "| A | f | | derived | | |\n", `t.md:11:13: error: A: want derived and a value FIELD / FIELD, or neither`},
	{"rule without derived", euFamily + "| A | f | | 0 | | B / C |\n", `t.md:11:13: error: A: want derived and a value FIELD / FIELD, or neither`},
	{"derived from nothing", euFamily + "| A | f | | derived | | B / C |\n", `t.md:11:3: error: A is derived from B, which format f lacks on skl`},
	{"across bit 64", euFamily + "| A | f | | 64:63 | | |\n", `t.md:11:3: error: bits 64:63 of A cross bit 64: write two pieces`},
	{"too many bits", euFamily + "| A | f | | 63:0+64 | | |\n", `t.md:11:3: error: A has 65 bits: want at most 64`},
	{"scale", euFamily + "| A | f | | 0 | | << 32 |\n", `t.md:11:19: error: value "<< 32": want << 0..31`},
	{"two layouts of a target", euFamily + "| Reserved | f | | 127:0 | | |\n\n" + euFamily[len(euOps):] + "| Reserved | f | | 127:0 | | |\n", `t.md:13:4: error: skl has layout g already`},
	{"two compact forms", euFamily + "| Reserved | f | | 127:0 | | |\n\n## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7 | all -> 7 |\n\n## Compact g of f (skl..bxt)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 7 | all -> 7 |\n", `t.md:19:4: error: format f has a compact form on skl at line 13 already`},
	{"compact map across bit 64", euFamily + "| Reserved | f | | 127:0 | | |\n\n## Compact g of f (skl)\n\n| field | bits | maps |\n| --- | --- | --- |\n| A | 8:7 | all -> 64:63 |\n", `t.md:17:3: error: A: bits 64:63 cross bit 64: write two maps`},
}

// TestEUErrors: each broken page gives an error at a position, with what is
// legal. The first line after the page's prefix is the bad one.
func TestEUErrors(t *testing.T) {
	for _, c := range slices.Concat(euBadTables, euBadCells, euBadFamilies) {
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

// TestEUFamily: a family of two targets resolves to a table each, with split
// conditions, tests and derived fields.
func TestEUFamily(t *testing.T) {
	page := "## Enumeration File (2 bits)\n\n| code | name | targets |\n| --- | --- | --- |\n| 0 | arf | |\n| 1 | grf | |\n| 2 | imm | bxt |\n| 3 | imm | skl |\n\n" + euFamily +
		"| File | f | | 66+46 | | File |\n| Late | f | | 0 | File = 2..3 | |\n| IsArf | f | bxt | 1 | | File is arf,imm |\n| Reserved | f | skl | 1 | | |\n" +
		"| V | f | | 3:2 | | |\n| H | f | | 5:4 | | |\n| W | f | | derived | | V / H |\n| Codes | f | | 7:6 | | 0,2..3 |\n| Reserved | f | | 45:8 | | |\n| Reserved | f | | 65:47 | | |\n| Reserved | f | | 127:67 | | |\n"
	var p euParser
	p.page("eu/t.md", []byte(page))
	require.Empty(t, p.errs)
	p.eu.encodings(map[string]*Enum{"File": p.eu.Enums[0]}, &p.errs)
	require.Empty(t, p.errs)
	require.Len(t, p.eu.Encodings, 2)
	for i, e := range p.eu.Encodings {
		assert.Equal(t, 3+i, e.Target)
		require.Len(t, e.Formats, 1)
		rows := map[string]LayoutRow{}
		for _, r := range e.Formats[0].Rows {
			rows[r.Name] = r
		}
		assert.Equal(t, []BitCond{{[]Range{{66, 1}, {46, 1}}, []uint64{2, 3}}}, rows["Late"].Where)
		assert.Equal(t, uint64(3-i), rows["File"].Values[2].Code, "the code of imm")
		assert.Equal(t, [2]string{"V", "H"}, rows["W"].Ratio)
		assert.Equal(t, [][2]uint64{{0, 0}, {2, 3}}, rows["Codes"].Limits)
		_, has := rows["IsArf"]
		assert.Equal(t, i == 1, has)
		if has {
			assert.Equal(t, []string{"arf", "imm"}, []string{rows["IsArf"].Tests[0].Name, rows["IsArf"].Tests[1].Name})
		}
	}
}

// TestFormula: what a length is made of, and what it is not, at the cell.
func TestFormula(t *testing.T) {
	read := func(text string) (*Formula, Errors) {
		var p euParser
		f := p.formula(euCell{Text: text, Pos: Pos{"eu/t.md", 5, 9}}, []DescField{{Name: "simd"}, {Name: "return"}})
		return f, p.errs
	}
	num := func(n int) *Formula { return &Formula{Num: n} }
	field := func(n string) *Formula { return &Formula{Field: n} }
	for text, want := range map[string]*Formula{
		"0":                       num(0),
		"mlen - header":           {Op: '-', X: field("mlen"), Y: field("header")},
		"simd / 8 * (1 + return)": {Op: '*', X: &Formula{Op: '/', X: field("simd"), Y: num(8)}, Y: &Formula{Op: '+', X: num(1), Y: field("return")}},
		"1 + simd*2":              {Op: '+', X: num(1), Y: &Formula{Op: '*', X: field("simd"), Y: num(2)}},
		"3 - 2 - 1":               {Op: '-', X: &Formula{Op: '-', X: num(3), Y: num(2)}, Y: num(1)},
	} {
		got, errs := read(text)
		assert.Empty(t, errs, text)
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"":                            `formula "": it ends early: want an integer, a field or (`,
		"func() int { return 1 }":     `found "{ return 1 }": want integers`,
		"lanes":                       `the message has no field lanes: want mlen, rlen, header, simd or return`,
		"simd % 2":                    `found "% 2": want integers, fields, + - * / and parentheses`,
		"simd / return":               `a divisor is no number above 0`,
		"simd / 0":                    `a divisor is no number above 0`,
		"65":                          `number 65: want at most 64`,
		"(simd":                       `a parenthesis is not closed`,
		"simd)":                       `found ")": want an operator or the end`,
		"simd 2":                      `found "2": want an operator or the end`,
		"* 2":                         `found "*": want an integer, a field or (`,
		"1+1+1+1+1+1+1+1+1+1":         `more than 9 numbers`,
		strings.Repeat("(", 21) + "1": `parentheses nest deeper than 20`,
	} {
		_, errs := read(text)
		require.Len(t, errs, 1, text)
		assert.Equal(t, Pos{"eu/t.md", 5, 9}, errs[0].Pos)
		assert.Contains(t, errs[0].Msg, want, text)
	}
}
