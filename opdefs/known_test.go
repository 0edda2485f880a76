package opdefs_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// knownOps parses the test page beside a table of opcodes.
func knownOps(t *testing.T, text string) (*opdefs.Model, error) {
	t.Helper()
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	return opdefs.ParseDir(fstest.MapFS{
		"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(basePage(t))}, "visa/OPCODES.md": {Data: []byte(text)},
	})
}

const knownTable = "# Opcodes\n\nRemark.\n\n| Code | Mnemonics |\n| --- | --- |\n"

func TestKnownOps(t *testing.T) {
	m, err := knownOps(t, knownTable+"| 0x33 | call .fccall |\n| 0x4e.0x09 | svm |\n")
	require.NoError(t, err)
	var names []string
	for _, o := range m.WithoutPage() {
		names = append(names, o.Name)
	}
	assert.Equal(t, []string{"call", ".fccall", "svm"}, names)
	assert.Equal(t, opdefs.KnownOp{Name: "svm", Pos: m.Known[2].Pos, Code: 0x4e, Sub: 9, HasSub: true}, *m.Known[2])

	m, err = knownOps(t, knownTable+"| 0xf0 | test call |\n")
	require.NoError(t, err)
	require.Len(t, m.WithoutPage(), 1, "the page of test defines it")
}

// TestPageBounds: a page of any kind is refused before it is parsed when it is
// too long, and no more of it is read than the bound.
func TestPageBounds(t *testing.T) {
	long := []byte(strings.Repeat("| a |\n", 1<<20))
	for _, name := range []string{"visa/TYPES.md", "visa/ENUMS.md", "visa/OPCODES.md", "visa/TEST.md"} {
		_, err := opdefs.ParseDir(fstest.MapFS{name: {Data: long}, "visa/X.md": {Data: []byte("# X\n")}})
		require.ErrorContains(t, err, name+":1:1: error: the page has more than 262144 bytes; legal is at most that")
		_, err = opdefs.ParseDir(fstest.MapFS{name: {Data: long[:2001*6]}, "visa/X.md": {Data: []byte("# X\n")}})
		require.ErrorContains(t, err, name+":2001:1: error: the table has more than 2000 rows; legal is at most that")
	}
}

func TestBrokenKnownOps(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{knownTable + "| 0xF0 | call |\n", `visa/OPCODES.md:7:3: error: code "0xF0"; legal is 0xNN`},
		{knownTable + "| 0x33 | call c*ll |\n", `visa/OPCODES.md:7:10: error: mnemonic "c*ll"; legal are letters`},
		{knownTable + "| 0x33 | call |\n| 0x34 | call |\n", `visa/OPCODES.md:8:10: error: mnemonic call stands twice, first at visa/OPCODES.md:7:10`},
		{knownTable + "| 0x33 | test |\n", `visa/OPCODES.md:7:10: error: the code of test is not that of page TEST; legal is one code`},
		{knownTable + "| 0xf0.0x00 | test |\n", `the code of test is not that of page TEST`},
		{knownTable + "| 0x33 |\n", "row has 1 cells; legal are 2"},
		{strings.Replace(knownTable, "Code", "Opcode", 1), "the table of opcodes has other columns; legal are Code and Mnemonics"},
		{"# Opcodes\n", "visa/OPCODES.md:1:1: error: 1 headings; legal is one of level 1, remarks, then one table"},
		{"# Opcodes\n\nRemark.\n", "legal is one table"},
		{knownTable + "\n## More\n", "2 headings"},
		{"", "0 headings"},
		{knownTable, "visa/OPCODES.md:1:3: error: the table of opcodes has no rows; legal is one for each code"},
	} {
		_, err := knownOps(t, c.text)
		require.ErrorContains(t, err, c.want)
	}
}
