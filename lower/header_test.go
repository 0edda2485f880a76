package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestPlainHeader: where messages on stateless memory want a header, one for all is made in
// front of the first instruction, to which a loop leads back.
func TestPlainHeader(t *testing.T) {
	const text = `.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=8 align=GRF
.input X offset=32 size=32
.decl P1 v_type=P num_elts=8
.kernel_attr SimdSize=8
again:
    gather4_scaled.R (M1, 8) %scratch 0x0:ud X.0 X.0
    scatter4_scaled.R (M1, 8) %scratch 0x0:ud X.0 X.0
    cmp.lt (M1, 8) P1 X(0,0)<1;1,0> 0x5:ud
    (P1) goto (M1, 8) again
    ret (M1, 1)
`
	k, err := asm.Parse("k", []byte(text))
	require.NoError(t, err)
	for target, want := range map[native.Target][]string{
		native.BDW: {
			"(W) mov (8|M0) header<1>:ud 0x0:ud",
			"(W) mov (1|M0) header.28<1>:ud 0xffff:ud",
			"_L0:",
			"(W) mov (8|M0) payload<1>:ud header<1;1,0>:ud",
		},
		native.SKL: {"_L0:"},
	} {
		p, err := lower.Until(k, target, "select")
		require.NoError(t, err)
		lines := strings.Split(listing.Program(p), "\n")
		from := 0
		for strings.HasPrefix(lines[from], "var ") || strings.HasPrefix(lines[from], "flag ") {
			from++
		}
		assert.Equal(t, want, lines[from:from+len(want)], target.String())
		assert.Equal(t, map[native.Target]int{native.BDW: 2}[target], strings.Count(listing.Program(p), "payload<1>:ud header"), target.String())
	}
}
