package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

const refuseMore = `.decl A0 v_type=A num_elts=16
.decl Q v_type=G type=q num_elts=32 align=GRF
.decl DF v_type=G type=df num_elts=32 align=GRF
`

// TestRefusedByTarget: what a target cannot do is refused with the place, what is missing, and
// the targets that have it.
func TestRefusedByTarget(t *testing.T) {
	for _, c := range []struct {
		target     native.Target
		body, want string
	}{
		{native.BDW, "dword_atomic.fmax (M1, 8) %slm V.0 V.32 %null.0 W.0\n", "k:14:1: error: dword_atomic: not supported: message FloatAtomic, which target bdw has not: want one of [skl bxt icl lkf tgl dg2 mtl arl] (kernel k, pass select)"},
		{native.BDW, "movs (M1_NM, 1) %bss(0) 0x1000:ud\ngather4_scaled.R (M1, 8) %bss 0x0:ud V.0 W.0\n", "k:15:1: error: gather4_scaled: not supported: surface %bss by a handle, which target bdw has not: want a binding table index, or one of [skl bxt icl lkf tgl dg2 mtl arl] (kernel k, pass select)"},
		{native.BDW, "movs (M1_NM, 1) T6(0) 0x0:ud\nload_2dms_w.RGBA (M1, 8) 0x0:uw T6 W.0 V.0 V.32 V.64 V.96 V.0 V.32 V.64\n", "k:15:1: error: load_2dms_w: not supported: a message that the sampler of target bdw has not: want one of [skl bxt icl lkf tgl dg2 mtl arl] (kernel k, pass select)"},
		{native.TGL, "add (M1, 4) DF(0,0)<1> DF(0,0)<1;1,0> DF(1,0)<1;1,0>\n", "k:14:1: error: add: not supported: type df, which target tgl has not: want one of [ivb hsw bdw skl bxt mtl arl] (kernel k, pass select)"},
		{native.LKF, "sqrtm (M1, 4) DF(0,0)<1> DF(0,0)<1;1,0>\n", "k:14:1: error: sqrtm: not supported: type df, which target lkf has not: want one of [ivb hsw bdw skl bxt mtl arl] (kernel k, pass select)"},
		{native.ICL, "mov (M1, 4) Q(0,0)<1> r[A0(0),0]<2,4>:q\n", "k:14:1: error: mov: not supported: 64-bit integers at a stride of 4 in rows with an address each, which target icl has not (kernel k, pass pairs)"},
	} {
		k, err := asm.Parse("k", []byte(refuseHead+refuseMore+".kernel_attr SimdSize=16\n"+c.body+"ret (M1, 1)\n"))
		require.NoError(t, err)
		_, err = Compile(k, c.target, Options{})
		assert.EqualError(t, err, c.want)
	}
}
