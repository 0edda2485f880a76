package formats

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSupport: how many formats each target has which use for, as Mesa's table of them gives when it is counted by
// itself, and as docs/images.md shows it.
func TestSupport(t *testing.T) {
	doc, err := os.ReadFile("../../docs/images.md")
	require.NoError(t, err)
	words := []string{"sampled", "filtered", "compared", "rendered", "written", "read"}
	for use, want := range [NumUses][]int{ // ivb hsw bdw skl bxt cnl icl lkf tgl
		UseSampled:  {130, 134, 147, 157, 157, 157, 157, 157, 159},
		UseFiltered: {106, 110, 123, 123, 123, 123, 123, 123, 125},
		UseCompared: {16, 16, 16, 16, 16, 16, 16, 16, 16},
		UseRendered: {58, 58, 60, 62, 62, 63, 63, 63, 65},
		UseWritten:  {46, 46, 46, 46, 46, 46, 46, 46, 46},
		UseRead:     {3, 9, 9, 24, 24, 24, 37, 37, 37},
	} {
		var got []int
		for target := range 9 {
			n := 0
			for _, f := range All() {
				if f.Has(Use(use), target) {
					n++
				}
			}
			got = append(got, n)
		}
		assert.Equal(t, want, got, words[use])
		assert.Contains(t, string(doc), fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d |\n", words[use], got[0], got[1], got[2], got[3], got[5], got[6], got[8]))
	}
}

// TestFind: names are the documents', and codes theirs.
func TestFind(t *testing.T) {
	for name, code := range map[string]uint16{"R32G32B32A32_FLOAT": 0, "B5G6R5_UNORM": 0x100, "BC6H_UF16": 0x1a4, "YCRCB_SWAPY": 0x190, "FXT1": 0x192, "RAW": 0x1ff} {
		require.NotNil(t, Find(name), name)
		assert.Equal(t, code, Find(name).Code)
	}
	assert.Nil(t, Find("r8"))
	assert.Nil(t, Find(""))
}
