package opdefs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// TestLimits reads what the pages say of operands and sizes, and a guard of a surface that
// is none.
func TestLimits(t *testing.T) {
	m, err := opdefs.ParseDir(os.DirFS("../specs"))
	require.NoError(t, err)
	assert.Equal(t, uint8(0b111101), m.Page("BFE").Props.Execs, "all sizes but 2")
	assert.Equal(t, uint8(16), m.Page("BFE").Props.Align)
	assert.Zero(t, m.Page("ADD").Props.Execs)
	height := m.Page("MEDIA_LD").Field("block_height").Limits
	assert.Equal(t, []uint32{1, 64}, []uint32{height.Min, height.Max})
	assert.Equal(t, "{BDW,SKL,BXT}", m.Page("OWORD_LD").Field("surface").Limits.NotSLM.String())
	assert.Contains(t, m.Page("MEDIA_LD").Field("surface").Limits.NotSLM.String(), "Xe3P")
	assert.True(t, m.Page("GATHER_SCALED").Field("element_offset").Limits.Required)
	assert.False(t, m.Page("GATHER_SCALED").Field("dst").Limits.Required)
	assert.Equal(t, "subroutine", m.Page("CALL").Field("label").Limits.Label)

	page, err := os.ReadFile("../specs/visa/OWORD_LD.md")
	require.NoError(t, err)
	_, err = parse(t, strings.NewReplacer("OWORD_LD", "TEST", "{-ICLLP}", "{-GEN9}").Replace(string(page)))
	assert.ErrorContains(t, err, `guard names platform "GEN9"`)
}
