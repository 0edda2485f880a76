package opdefs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const typesHead = "## Types\n\n| op | targets | types | also | source |\n| --- | --- | --- | --- | --- |\n"

func parseTypes(rows string) (*EU, error) {
	var p euParser
	p.page("eu/t.md", []byte(typesHead+rows))
	p.eu.Facts = []OpFact{{Op: "mov", Class: "alu"}, {Op: "send", Class: "send"}}
	p.eu.Opcodes = []Opcode{{Op: "mov", Targets: 0x1E}, {Op: "send", Targets: AllTargets}}
	checkOpTypes(&p.eu, &p.errs)
	return &p.eu, p.errs.err()
}

// TestTypes: bits in the order of OperandWords, ud first.
func TestTypes(t *testing.T) {
	eu, err := parseTypes("| mov | hsw,bdw | bytes f < words d; df < df | q < nf quads | seen |\n| mov | skl | ints < dwords | | |\n")
	require.NoError(t, err)
	require.Len(t, eu.Types, 2)
	x := eu.Types[0]
	assert.Equal(t, TargetSet(6), x.Targets)
	assert.Equal(t, [elementTypes]uint16{4: 0xE, 5: 0xE, 7: 0xE, 6: 0x40}, x.Listed)
	assert.Equal(t, [elementTypes]uint16{9: 1<<14 | 0x300}, x.Also)
	assert.Equal(t, "seen", x.Source)
	assert.Equal(t, [elementTypes]uint16{3, 3, 3, 3, 3, 3}, eu.Types[1].Listed)
}

// TestBadTypes: each error with its place, what stands there and what is legal.
func TestBadTypes(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"| mov | hsw | f | | |", `eu/t.md:5:15: error: types "f": want DESTINATIONS < SOURCES`},
		{"| mov | hsw | f < g | | |", `type "g": want ud, d, uw, w, ub, b, df, f, uq, q, hf, uv, v, vf, nf, bf, bytes, words, dwords, quads or ints`},
		{"| mov | hsw | f < | | |", `types without a name: want DESTINATIONS < SOURCES`},
		{"| mov | hsw | f < imm | | |", `type "imm": want ud`},
		{"| mov | hsw | f < f | d < d | |", `types of mov: want a source for what stands in the column also, and none without`},
		{"| mov | hsw | f < f | | seen |", `types of mov: want a source for what stands in the column also, and none without`},
		{"| mov | tgl.. | f < f | | |", `types of mov for tgl, which has no such instruction`},
		{"| send | tgl.. | f < f | | |", `types of "send": want an instruction of the class alu`},
		{"| mov | hsw | f < f | | |\n| mov | hsw,bdw | f < f | | |", `eu/t.md:6:3: error: types of mov for hsw are already at line 5`},
	} {
		_, err := parseTypes(c.row + "\n")
		assert.ErrorContains(t, err, c.want)
	}
	var p euParser
	p.page("eu/t.md", []byte("## Types of x\n\n| op | targets | types |\n| --- | --- | --- |\n| mov | hsw | f < f |\n"))
	assert.ErrorContains(t, p.errs.err(), `section title "Types of x": want Types alone`)
}
