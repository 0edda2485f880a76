package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
)

// pageEdit changes a published page; line is an instruction with it and lane what element
// i of its result must be. Lanes 0 to 7 of IN(0,0) hold 0 to 7, of IN(1,0) 8 to 15.
type pageEdit struct {
	name, page string
	replace    []string // old, new, ...; each old stands once, with "*" before it anywhere
	line       string
	lane       func(i uint32) uint32
}

var pageEdits = []pageEdit{
	{"formula edited", "ADD", []string{"dst[i] = src0[i] + src1[i];", "dst[i] = 3 * src1[i] - src0[i];"},
		"add (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return 3*(8+i) - i }},
	{"opcode moved", "XOR", []string{"*0x22", "0xe2"},
		"xor (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return i ^ (8 + i) }},
	{"field added", "AVG", []string{"| Pred | Dst |", "| Pred | Bias | Dst |", "- **Dst(", "- **Bias(ub):** Is added before the shift\n\n\n- **Dst(", "AVG[.sat]", "AVG[.sat].<bias>", "+ 1 ) >> 1", "+ bias ) >> 1"},
		"avg.3 (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return (i + 8 + i + 3) >> 1 }},
	{"type removed", "MUL", []string{"- **Type map**\n  -  **Dst types:** DF\n  -  **Src types:** DF\n", "", "B,D,DF,F", "B,D,F"},
		"mul (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return i * (8 + i) }},
	{"codes of a field exchanged", "MIN_MAX", []string{"0b0:  min", "0b1:  min", "0b1:  max", "0b0:  max"},
		"min (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return i }},
	{"saturation added", "OR", []string{"- **Source Modifier:**", "- **Saturation:** Yes\n- **Source Modifier:**", "OR (", "OR[.sat] ("},
		"or.sat (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 { return i | (8 + i) }},
	{"index edited", "BFREV", []string{"src0[i][31-idx]", "src0[i][idx]"},
		"bfrev (M1, 8) OUT(0,0)<1> IN(1,0)<1;1,0>", func(i uint32) uint32 { return 8 + i }},
	{"choice turned round", "SEL", []string{"Pred[i] ? src0[i] : src1[i]", "Pred[i] ? src1[i] : src0[i]"},
		"(P1) sel (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> IN(1,0)<1;1,0>", func(i uint32) uint32 {
			if i < 4 {
				return 8 + i
			}
			return i
		}},
	{"operands of the text moved", "OWORD_ST", []string{"<surface> <offset> <src>", "<src> <surface> <offset>"},
		"not (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(i uint32) uint32 { return ^i }}, // every kernel stores with it
	{"mnemonic renamed", "CBIT", []string{"CBIT (<", "POPC (<"},
		"popc (M1, 8) OUT(0,0)<1> IN(1,0)<1;1,0>", func(i uint32) uint32 { return []uint32{1, 2, 2, 3, 2, 3, 3, 4}[i] }},
}

// opcodeEdits are what the moved opcode and the new name are in OPCODES.md.
var opcodeEdits = []string{"| 0x22 | xor |\n", "", "| 0x27 | cbit |", "| 0x27 | popc |"}

// edit applies the replacements of old by new.
func edit(t *testing.T, text string, replace []string) string {
	t.Helper()
	for i := 0; i < len(replace); i += 2 {
		old, anywhere := strings.CutPrefix(replace[i], "*")
		if !anywhere {
			require.Equal(t, 1, strings.Count(text, old), "%q must stand once", old)
		}
		text = strings.ReplaceAll(text, old, replace[i+1])
	}
	return text
}

// TestEditedPublishedPages carries ten edits of published pages into a working build: each
// is converted as genvisa ops import does, the module is generated, and a kernel with the
// op runs. No Go code is touched.
func TestEditedPublishedPages(t *testing.T) {
	buildsModule(t)
	folder := filepath.Join(corpus.Beside(t), "visa-docs", "instructions")
	dir := copyModule(t)
	pages := filepath.Join(dir, "specs", "visa")
	known, err := os.ReadFile(filepath.Join(pages, "OPCODES.md"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(pages, "OPCODES.md"), []byte(edit(t, string(known), opcodeEdits)), 0o644))
	withEdits, err := opdefs.ParseMixed(os.DirFS(filepath.Join(dir, "specs")), func(string, []byte, *opdefs.Model) ([]opdefs.Source, error) { return nil, nil })
	require.NoError(t, err)
	withEdits.Pages = model(t).Pages
	for _, e := range pageEdits {
		src, err := os.ReadFile(filepath.Join(folder, e.page+".md"))
		require.NoError(t, err)
		p, _, err := published.Read(e.page+".md", []byte(edit(t, string(src), e.replace)))
		require.NoError(t, err, e.name)
		made, err := published.Convert(p, withEdits)
		require.NoError(t, err, e.name)
		require.Len(t, made.Results, 1, e.name)
		r := made.Results[0]
		require.True(t, r.Page.HasBody(), "%s: %s", e.name, r.Page.Data)
		require.Empty(t, r.Enums)
		require.NoError(t, os.WriteFile(filepath.Join(pages, e.page+".md"), r.Markdown, 0o644))
	}
	generate(t, dir)
	for _, e := range pageEdits {
		t.Run(e.name, func(t *testing.T) { runsEdited(t, dir, e) })
	}
	ops, err := os.ReadFile(filepath.Join(dir, "visa", "zops.go"))
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(ops), "Code:    0xe2"), "the moved opcode")
	mul, err := os.ReadFile(filepath.Join(pages, "MUL.md"))
	require.NoError(t, err)
	assert.False(t, strings.Contains(string(mul), "DF"), "the removed type")
}

// runsEdited runs a kernel with an edited op in the copied module.
func runsEdited(t *testing.T, dir string, e pageEdit) {
	probeText, err := os.ReadFile("testdata/probe.visaasm")
	require.NoError(t, err)
	head, _, ok := strings.Cut(string(probeText), "    add ")
	require.True(t, ok)
	file := filepath.Join(t.TempDir(), "edited.visaasm")
	body := fmt.Sprintf("    cmp.lt (M1, 8) P1 IN(0,0)<1;1,0> 0x4:ud\n    mov (M1, 8) OUT(1,0)<1> 0x0:ud\n    %s\n"+
		"    movs (M1_NM, 1) T6(0) 0x0:ud\n    oword_st (4) OUT.0 T6 0x0:ud\n    ret (M1, 1)\n", e.line)
	require.NoError(t, os.WriteFile(file, []byte(head+body), 0o644))
	insts, out := probe(t, dir, file)
	assert.Contains(t, insts, e.line)
	for i := range uint32(8) {
		assert.Equal(t, e.lane(i), out[i], "lane %d", i)
	}
}
