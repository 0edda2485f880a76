package seeds

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCheck: what shows a row, and what does not.
func TestCheck(t *testing.T) {
	p := &project{
		tests:  map[string][]cite{"native.TestA": {{"Ivy Bridge EU", "1.3"}, {"Broxton vol. 6", "Thread Pools"}}, "native.TestB": nil},
		cases:  []string{"IVB 1.3 bfrev", "IVB 1.31 other", "BXT Thread Pools: nine units"},
		tables: []string{"AddrMode"},
		limits: []string{"* `brc` and others stop"},
	}
	ivb := row{document: "Ivy Bridge EU", chapters: []string{"1.1", "1.3"}}
	bxt := row{document: "Broxton vol. 6", chapters: []string{"Thread Pools"}}
	lkf := row{document: "Lakefield enumerations", chapters: []string{"AddrMode", "EU_OPCODE"}}
	page := row{document: "vISA pages", chapters: []string{"BFE"}}
	for _, c := range []struct {
		row  row
		e    evidence
		says string
	}{
		{ivb, evidence{"test", "native.TestA"}, ""},
		{ivb, evidence{"test", "native.TestB"}, "no comment of native.TestB is // seed: Ivy Bridge EU 1.1"},
		{ivb, evidence{"test", "native.TestC"}, "there is no test native.TestC"},
		{bxt, evidence{"test", "native.TestA"}, ""},
		{lkf, evidence{"test", "native.TestA"}, "no comment of native.TestA"},
		{ivb, evidence{"case", "1.3 bfrev"}, ""},
		{ivb, evidence{"case", "IVB 1.3 bf"}, ""},
		{ivb, evidence{"case", "1.3 bfi"}, `no case "IVB 1.3 bfi"`},
		{ivb, evidence{"case", "1.31 other"}, "of another chapter than [1.1 1.3]"},
		{ivb, evidence{"case", "BXT Thread Pools: nine"}, "of another chapter"},
		{bxt, evidence{"case", "BXT Thread Pools: nine"}, ""},
		{bxt, evidence{"case", "BXT Thread Pools"}, "of another chapter"},
		{lkf, evidence{"table", "AddrMode"}, ""},
		{lkf, evidence{"table", "EU_OPCODE"}, `"EU_OPCODE" is no enumeration`},
		{ivb, evidence{"table", "AddrMode"}, `"AddrMode" is no enumeration of the row`},
		{page, evidence{"values", "BFE bfe (M1, 16) D:ud"}, ""},
		{page, evidence{"values", "BFE bfi"}, "testdata/values/BFE.txt has no line"},
		{page, evidence{"values", "BFI bfi"}, "or it is of another page"},
		{ivb, evidence{"limits", "`brc`"}, ""},
		{ivb, evidence{"limits", "`brd`"}, "docs/limits.md has no line with"},
		{ivb, evidence{"word", "x"}, `unknown evidence "word"`},
		{row{document: "Skylake"}, evidence{"limits", "`brc`"}, `unknown document "Skylake"`},
	} {
		err := p.check(&c.row, c.e)
		if c.says == "" {
			assert.NoError(t, err, c.e)
		} else {
			assert.ErrorContains(t, err, c.says, c.e)
		}
	}
}

// TestCites: documents by their names, several of them, and chapters with words around.
func TestCites(t *testing.T) {
	for text, want := range map[string][]cite{
		"Ivy Bridge EU 3.3.3.8":                         {{"Ivy Bridge EU", "3.3.3.8"}},
		"Ivy Bridge PRM vol. 4 part 3, 2.3 (ALT)":       {{"Ivy Bridge EU", "2.3 (ALT)"}},
		"Broxton PRM vol. 6, Messages; Message Header":  {{"Broxton vol. 6", "Messages"}, {"Broxton vol. 6", "Message Header"}},
		"broxton Thread Pools; Lakefield vol. 2b, SFID": {{"Broxton vol. 6", "Thread Pools"}, {"Lakefield enumerations", "SFID"}},
	} {
		got, err := parseCites(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "Skylake 1.3", "Ivy Bridge EU", "broxtonian Thread Pools", "broxton;"} {
		_, err := parseCites(text)
		assert.ErrorContains(t, err, "want a document, such as Ivy Bridge EU, and a chapter", text)
	}
	c := cite{"Ivy Bridge EU", "3.3.3.8 Control Register, 3.3.3.12, AIP"}
	for chapter, want := range map[string]bool{"3.3.3.8": true, "3.3.3": false, "3.3.3.12": true, "AIP": true, "Control Register": false, "3.3.3.1": false, "2.3.3.8": false} {
		assert.Equal(t, want, c.names(chapter), chapter)
	}
}

// TestRead: rows as they are written, and what is none.
func TestRead(t *testing.T) {
	write := func(text string) string {
		file := filepath.Join(t.TempDir(), "rows.txt")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return file
	}
	rows, err := read(write("# Broxton vol. 6\n\n7 | A, B | does c | works\n\ttest p.TestX\n\tlimits some words\n8 | C | d | stops\n"))
	require.NoError(t, err)
	assert.Equal(t, []row{
		{7, "Broxton vol. 6", []string{"A", "B"}, "does c", "works", []evidence{{"test", "p.TestX"}, {"limits", "some words"}}},
		{8, "Broxton vol. 6", []string{"C"}, "d", "stops", nil},
	}, rows)
	for text, says := range map[string]string{
		"1 | 1.1 | what":          "rows.txt:1: row \"1 | 1.1 | what\": want number | chapters | mechanism | state",
		"# X\n1 | 1.1 |  | works": "rows.txt:2: row",
		"x | 1.1 | a | works":     "invalid syntax",
		"\ttest p.TestX":          "rows.txt:1: row",
	} {
		_, err := read(write(text))
		assert.ErrorContains(t, err, says)
	}
	_, err = load([]row{{evidence: []evidence{{"test", "native/none.TestX"}}}})
	assert.ErrorContains(t, err, "package native/none has no tests")
}
