package visa_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// loadsText is a kernel with variables U, V and W that hold anything, Z and its
// alias Y.
const loadsText = `.version 4.1
.kernel "k"
.decl U v_type=G type=d num_elts=8 align=GRF
.decl V v_type=G type=d num_elts=8 align=GRF
.decl W v_type=G type=d num_elts=8 align=GRF
.decl Z v_type=G type=d num_elts=16 align=GRF
.decl Y v_type=G type=ud num_elts=16 align=GRF alias=<Z, 0>
.decl D v_type=G type=ud num_elts=32 align=GRF
.decl A0 v_type=A num_elts=8
.decl T6 v_type=T num_elts=1 v_name=T6
.decl S0 v_type=S num_elts=1 v_name=S0
.input U offset=32 size=32
.input V offset=64 size=32
.input W offset=96 size=32
.kernel_attr Target="3d"
.kernel_attr SimdSize=8
.function "main"
main:
%s
ret (M1, 1)
`

func TestLoadOrder(t *testing.T) {
	const zero = "mov (M1, 8) Z(0,0)<1> 0x0:d\n"
	load := func(params string) string { return "load_3d.R (M1, 8) 0x0:uw T6 D.0 " + params + "\n" }
	for _, c := range []struct {
		name, code string
		said       visa.LoadOrder
		want       []visa.LoadOrder // of each load_3d
	}{
		{"the second is 0", zero + load("U.0 Z.0 V.0 W.0"), 0, []visa.LoadOrder{visa.LevelSecond}},
		{"the third is 0", zero + load("U.0 V.0 Z.0 W.0"), 0, []visa.LoadOrder{visa.LevelThird}},
		{"null is 0", load("U.0 %null.0 V.0"), 0, []visa.LoadOrder{visa.LevelSecond}},
		{"what is left out is 0", load("U.0 V.0"), 0, []visa.LoadOrder{visa.LevelThird}},
		{"by its alias", "mov (M1, 8) Y(0,0)<1> 0x0:w\n" + load("U.0 Z.32 V.0"), 0, []visa.LoadOrder{visa.LevelSecond}},
		{"neither is 0", load("U.0 V.0 W.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"the platform says it", load("U.0 V.0 W.0"), visa.LevelSecond, []visa.LoadOrder{visa.LevelSecond}},
		{"against the text", zero + load("U.0 Z.0 V.0"), visa.LevelThird, []visa.LoadOrder{visa.LevelThird}},
		{"it makes no difference", zero + load("U.0") + load("U.0 Z.0") + load("U.0 Z.0 Z.0 W.0"), 0,
			[]visa.LoadOrder{visa.LevelThird, visa.LevelThird, visa.LevelThird}},
		{"one tells for all", zero + load("U.0 V.0 W.0") + load("U.0 Z.0 V.0") + load("U.0 Z.0 Z.0"), 0,
			[]visa.LoadOrder{visa.LevelSecond, visa.LevelSecond, visa.LevelSecond}},
		{"two contradict", zero + load("U.0 Z.0 V.0") + load("U.0 V.0 Z.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen, visa.LoadOrderOpen}},
		{"load_lz came with Gen9", load("U.0 %null.0 V.0") + "load_lz.R (M1, 8) 0x0:uw T6 D.0 U.0\n", 0, []visa.LoadOrder{visa.LevelThird}},
		{"sample_lz too", load("U.0 V.0 W.0") + "sample_lz.R (M1, 8) 0x0:uw S0 T6 D.0 U.0\n", 0, []visa.LoadOrder{visa.LevelThird}},
		{"never written", load("U.0 Z.0 V.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"not 0", "mov (M1, 8) Z(0,0)<1> 0x1:d\n" + load("U.0 Z.0 V.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"not only 0", zero + "mov (M1, 1) Y(1,3)<1> 0x1:ud\n" + load("U.0 Z.0 V.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"what computes 0", zero + "and (M1, 8) Z(0,0)<1> U(0,0)<1;1,0> 0x0:d\n" + load("U.0 Z.0 V.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"written by a message", zero + "load_lz.R (M1, 8) 0x0:uw T6 Z.0 U.0\n" + load("U.0 Z.0 V.0"), visa.LoadOrderOpen, []visa.LoadOrder{visa.LevelThird}},
		{"written through an address", zero + "addr_add (M1_NM, 1) A0(0)<1> &Z[0] 0x0:uw\n" + load("U.0 Z.0 V.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
		{"zero as an input", "mov (M1, 8) U(0,0)<1> 0x0:d\n" + load("V.0 U.0 W.0"), 0, []visa.LoadOrder{visa.LoadOrderOpen}},
	} {
		k, err := asm.Parse(c.name, []byte(fmt.Sprintf(loadsText, strings.TrimSuffix(c.code, "\n"))))
		require.NoError(t, err, c.name)
		k.Loads = c.said
		loads := visa.LoadsOf(k)
		var got []visa.LoadOrder
		for i := range k.Insts {
			if k.Insts[i].Op == visa.OpLoad3d {
				got = append(got, loads.Order(&k.Insts[i]))
			}
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestLoadOrderText(t *testing.T) {
	assert.Equal(t, "u lod v r", visa.LevelSecond.String())
	assert.Equal(t, "u v lod r", visa.LevelThird.String())
	assert.Equal(t, "order?", visa.LoadOrder(9).String())
}
