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
//
// seed: vISA pages BFE
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

	media := m.Page("MEDIA_LD").Field("dst").Limits
	assert.NotNil(t, media.Bytes)
	assert.Equal(t, uint32(256), media.AtMost)
	assert.Equal(t, uint8(2), m.Page("ADDR_ADD").Props.Registers)
	assert.Equal(t, "src0 is %null with inc and dec", m.Page("DWORD_ATOMIC").Props.Requires[0].Words)

	page, err := os.ReadFile("../specs/visa/OWORD_LD.md")
	require.NoError(t, err)
	_, err = parse(t, strings.NewReplacer("OWORD_LD", "TEST", "{-ICLLP}", "{-GEN9}").Replace(string(page)))
	assert.ErrorContains(t, err, `guard names platform "GEN9"`)
}

// TestLimitExpressions: what an expression of a limit may have, on a real page.
func TestLimitExpressions(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/DWORD_ATOMIC.md")
	require.NoError(t, err)
	real := strings.ReplaceAll(string(b), "DWORD_ATOMIC", "TEST")
	_, err = parse(t, real)
	require.NoError(t, err)
	const bytes, holds = "  - type: UD\n  - bytes: 4 * exec_size", "op != inc && op != dec || null(src0); src0"
	for _, c := range []struct{ old, new, want string }{
		{bytes, "  - bytes: 4 * src0.UD[0]", "an expression of a limit; legal are whole numbers, number fields"},
		{bytes, "  - bytes: -exec_size", "an expression of a limit"},
		{bytes, "  - bytes: 4 / op", "an expression of a limit divides by it; legal are exec_size, GRF_SIZE and whole numbers other than 0"},
		{bytes, "  - bytes: exec_size / 0", "an expression of a limit divides by it"},
		{bytes, "  - bytes: 4 * lanes", `unknown name "lanes"`},
		{bytes, "  - bytes: 4 exec_size", `found "exec_size" behind an expression of a limit`},
		{bytes, "  - bytes: null(src0)", `unknown function "null"`},
		{bytes, "  - bytes: 4 at most none", `bytes of field element_offset at most "none"; legal is a number of up to 16 bits`},
		{holds, "null(surface); src0", "null(surface); legal is a field of Format of type raw that does not repeat"},
		{holds, "element == 4; src0", `unknown name "element"`},
		{holds, "op != inc", `property Requires has value "op != inc is %null with inc and dec"; legal is EXPRESSION; WORDS`},
	} {
		require.Equal(t, 1, strings.Count(real, c.old), c.old)
		_, err := parse(t, strings.Replace(real, c.old, c.new, 1))
		assert.ErrorContains(t, err, c.want, c.new)
	}
}
