package opdefs

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	wordTab = "## Words Thread\n\n| field | dword | bits | meaning |\n| --- | --- | --- | --- |\n| X | 1 | 31:0 | m |\n| ID | 5 | 8:0 | n |\n"
	surfTab = "## Surfaces\n\n| surface | index | meaning |\n| --- | --- | --- |\n| Local | 254 | m |\n"
)

// TestWordErrors: what the tables of words and surfaces refuse.
func TestWordErrors(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"title", "## Words\n\n| field | dword | bits | meaning |\n| --- | --- | --- | --- |\n| X | 1 | 0 | m |\n", `section title "Words": want Words NAME`},
		{"name", wordTab + "| 1 | 1 | 0 | m |\n", `t.md:7:3: error: field "1": want a letter, then letters, digits and _`},
		{"dword", wordTab + "| Y | 8 | 0 | m |\n", `t.md:7:7: error: dword 8: want 0 to 7`},
		{"no dword", wordTab + "| Y | x | 0 | m |\n", `t.md:7:7: error: number "x"`},
		{"bits", wordTab + "| Y | 2 | 32 | m |\n", `t.md:7:11: error: bits "32": want one range inside 31:0`},
		{"two ranges", wordTab + "| Y | 2 | 1+3 | m |\n", `bits "1+3": want one range inside 31:0`},
		{"twice", wordTab + "| ID | 2 | 0 | m |\n", `t.md:7:3: error: field ID is already at line 6`},
		{"shared bits", wordTab + "| Y | 5 | 31:8 | m |\n", `t.md:7:3: error: field Y shares bits with ID at line 6`},

		{"surfaces title", "## Surfaces skl\n\n| surface | index | meaning |\n| --- | --- | --- |\n| Local | 254 | m |\n", `section title "Surfaces skl": want Surfaces alone`},
		{"surface", surfTab + "| - | 1 | m |\n", `t.md:6:3: error: surface "-": want a letter, then letters, digits and _`},
		{"index", surfTab + "| Z | 256 | m |\n", `t.md:6:7: error: index 256: want 0 to 255`},
		{"index twice", surfTab + "| Z | 254 | m |\n", `t.md:6:3: error: surface Z, 254 is already at line 5`},
		{"surface twice", surfTab + "| Local | 253 | m |\n", `t.md:6:3: error: surface Local, 253 is already at line 5`},
	} {
		t.Run(c.name, func(t *testing.T) { wrong(t, c.page, c.want) })
	}
}

// TestWords: fields of two headers may share bits and names.
func TestWords(t *testing.T) {
	var p euParser
	p.page("eu/t.md", []byte(wordTab+"\n## Words Other\n\n| field | dword | bits | meaning |\n| --- | --- | --- | --- |\n| ID | 5 | 9 | |\n\n"+surfTab))
	checkWords(&p.eu, &p.errs)
	require.Empty(t, p.errs)
	assert.Equal(t, []Word{
		{Pos{"eu/t.md", 5, 3}, "Thread", "X", 1, Range{0, 32}, "m"}, {Pos{"eu/t.md", 6, 3}, "Thread", "ID", 5, Range{0, 9}, "n"},
		{Pos{"eu/t.md", 12, 3}, "Other", "ID", 5, Range{9, 1}, ""},
	}, p.eu.Words)
	assert.Equal(t, []Surface{{Pos{"eu/t.md", 18, 3}, "Local", 254, "m"}}, p.eu.Surfaces)
	_, err := ParseEU(fstest.MapFS{"t.md": {Data: []byte(wordTab)}})
	assert.ErrorContains(t, err, "no page has a section Descriptor", "the words alone are right")
}
