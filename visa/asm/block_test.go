package asm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa/asm"
)

// TestBlockWords: blocks in a word, with their number or without, as Intel's finalizer prints
// them; and the end of a thread behind the first modifier, as releases of 2022 did.
func TestBlockWords(t *testing.T) {
	for text, want := range map[string]string{
		"lsc_load_block2d.ugm (M1, 1)  V32:d8.16x16nn  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]":           "",
		"lsc_load_block2d.ugm.uc.ca (M1_NM, 1)  V32:d32.2x8x8tn  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]": "",
		"lsc_load_block2d.ugm (M1, 1) V32:d16.1x16x16nt flat[V32,0x3f,0x3f,0x3f,V33,0x1]":               "lsc_load_block2d.ugm (M1, 1)  V32:d16.16x16nt  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]",
		"lsc_store_block2d.ugm (M1_NM, 1)  flat[V32, 0x3f, 0x3f, 0x3f, V33, V34]  V32:d8.16x16nn":       "",
		"raw_sends.10.eot.1.1.0 (M1, 8)  0x0:ud 0x2110300:ud V32.0 V33.0 %null.0":                       "raw_sends_eot.10.1.1.0 (M1, 8)  0x0:ud 0x2110300:ud V32.0 V33.0 %null.0",
		"lsc_load_block2d.ugm (M1, 1)  V32:d8.16x16xn  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]":           "t:6:44: error: 'n': want height: 0 to 65535",
		"lsc_load_block2d.ugm (M1, 1)  V32:d8.16x16nq  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]":           "t:6:44: error: 'q': want a value of vnni: n t",
		"lsc_load_block2d.ugm (M1, 1)  V32:d8.16x70000nn  flat[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]":        "want height: 0 to 65535",
		"lsc_load_block2d.ugm (M1, 1)  V32:d8.16x16nn  bti(0x1)[V32, 0x3f, 0x3f, 0x3f, V33, 0x1]":       "want 'flat' in lsc_load_block2d",
		"raw_sends.10.eot.1.1 (M1, 8)  0x0:ud 0x2110300:ud V32.0 V33.0 %null.0":                         "want '.' and a value of numdst",
	} {
		src := ".version 4.1\n.kernel \"k\"\n.decl V32 v_type=G type=uq num_elts=32 align=GRF\n.decl V33 v_type=G type=ud num_elts=32 align=GRF\n.decl V34 v_type=G type=ud num_elts=32 align=GRF\n"
		k, err := asm.Parse("t", []byte(src+text+"\n"))
		if err != nil {
			assert.ErrorContains(t, err, want, text)
			assert.NotEmpty(t, want, text)
			continue
		}
		if want == "" {
			want = text
		}
		assert.Equal(t, want, strings.TrimSpace(asm.Text(k, &k.Insts[0])))
	}
}
