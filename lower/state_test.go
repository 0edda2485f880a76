package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestTwoIndices: the descriptor of a message whose surface and sampler are both
// variables is the sum of what is known and both indices.
func TestTwoIndices(t *testing.T) {
	k, err := asm.Parse("k", []byte(".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=64 align=GRF\n.decl T6 v_type=T num_elts=1\n"+
		".decl S1 v_type=S num_elts=1\n.input V offset=32 size=256\n.kernel_attr SimdSize=8\n"+
		"movs (M1_NM, 1) T6(0) V(0,0)<0;1,0>\nmovs (M1_NM, 1) S1(0) V(0,1)<0;1,0>\n"+
		"sample_lz.RGBA (M1, 8) 0x0:uw S1 T6 V.0 V.128 V.160\nret (M1, 1)\n"))
	require.NoError(t, err)
	r, err := lower.Compile(k, native.SKL, lower.Options{})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, nasm.Print(&b, native.SKL, r.Code))
	for _, want := range []string{
		`add \(1\|M0\) +a0\.0<1>:ud +r\d+\.\d<0;1,0>:ud +0x24B8000:ud`,
		`shl \(1\|M0\) +(r\d+\.\d)<1>:ud +r\d+\.\d<0;1,0>:ud +0x8:ud`,
		`add \(1\|M0\) +a0\.0<1>:ud +a0\.0<0;1,0>:ud +r\d+\.\d<0;1,0>:ud`,
		`sends \(8\|M0\) .* a0\.0`,
	} {
		assert.Regexp(t, want, b.String())
	}
}
