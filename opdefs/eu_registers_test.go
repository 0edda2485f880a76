package opdefs

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	regHead   = "## Registers\n\n| register | count | bytes | least | writes | meaning | source |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	stateHead = "## Place\n\n| part | targets | bits | source |\n| --- | --- | --- | --- |\n"
)

// TestRegisterErrors: rows of Registers and Place that mean nothing are named with what is
// legal.
func TestRegisterErrors(t *testing.T) {
	for want, text := range map[string]string{
		"section title \"Registers x\": want Registers alone": strings.Replace(regHead, "Registers", "Registers x", 1) + "| sr | 1 | 16 | 1 | 2 | m | s |\n",
		"registers \"17\": want 0 to 16":                      regHead + "| sr | 17 | 16 | 1 | 2 | m | s |\n",
		"bytes \"33\": want 0 to 32":                          regHead + "| sr | 1 | 33 | 1 | 2 | m | s |\n",
		"writes \"some\": want all, none, zero or valid":      regHead + "| sr | 1 | 16 | 1 | some | m | s |\n",
		"dword \"8\": want 0 to 7":                            regHead + "| sr | 1 | 16 | 1 | 2 8 | m | s |\n",
		"register sr: want a source":                          regHead + "| sr | 1 | 16 | 1 | 2 | m | |\n",
		"part \"Row\": want EU, Subslice or Slice":            stateHead + "| Row | | 1:0 | s |\n",
		"bits \"33:30\": want ranges inside 31:0":             stateHead + "| EU | | 33:30 | s |\n",
		"part EU: want a source":                              stateHead + "| EU | | 1:0 | |\n",
	} {
		_, err := ParseEU(fstest.MapFS{"t.md": {Data: []byte(text)}})
		assert.ErrorContains(t, err, want)
	}
}

// TestRegisterChecks: rows that contradict each other or the enumeration.
func TestRegisterChecks(t *testing.T) {
	enums := map[string]*Enum{ArchRegisterEnum: {Rows: []EnumRow{{Name: "sr", Code: 7}, {Name: "cr", Code: 8}}}}
	eu := &EU{
		ArchFiles: []*ArchFile{{Name: "sr"}, {Name: "sr"}, {Name: "xy"}},
		PlaceParts: []PlacePart{
			{Name: "EU", Targets: 3, Bits: 0xF}, {Name: "Slice", Targets: 2, Bits: 0x18}, {Name: "EU", Targets: 1, Bits: 0x100}, {Name: "Subslice", Targets: 4, Bits: 0xF},
		},
	}
	var errs Errors
	checkRegisters(eu, enums, &errs)
	var got []string
	for _, e := range errs {
		got = append(got, e.Msg)
	}
	assert.Equal(t, []string{
		"register sr has a row already", "register cr of the enumeration ArchRegister has no row", `register "xy": want a name of the enumeration ArchRegister`,
		"part Slice shares a target with the row at line 0, and the name or bits", "part EU shares a target with the row at line 0, and the name or bits",
	}, got)
	errs = nil
	checkRegisters(&EU{ArchFiles: []*ArchFile{{Name: "sr"}, {Name: "cr"}}}, enums, &errs)
	require.Empty(t, errs)
}
