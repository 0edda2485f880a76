package asm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

// TestPairedSurface: whether the third raw operand of a sampler message is a paired surface
// or its first parameter follows from a null, from the other messages of the text, from the
// version, or from who made the text.
func TestPairedSurface(t *testing.T) {
	const (
		decls = ".kernel \"k\"\n.decl X v_type=G type=ud num_elts=8 align=hword\n.decl Y v_type=G type=ud num_elts=32 align=hword\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=8\n"
		older = "load_lz.RGBA (M1, 8) 0x0:uw T6 Y.0 X.0 X.0 X.0\n"
		newer = "load_lz.RGBA (M1, 8) 0x0:uw T6 Y.0 %null.0 X.0 X.0 X.0\n"
		ret   = "ret (M1, 1)\n"
	)
	for _, c := range []struct {
		version, body string
		paired        Paired
		want          []int32 // variables of the paired surface; -1 without
		err           string
	}{
		{"4.1", older, PairedOpen, []int32{-1}, ""},
		{"4.1", newer, PairedOpen, []int32{visa.VarNull}, ""},
		{"4.1", newer + older, PairedOpen, []int32{visa.VarNull, visa.FirstUserVar}, ""},
		{"4.1", older + newer, PairedOpen, []int32{visa.FirstUserVar, visa.VarNull}, ""},
		{"4.2", older, PairedOpen, []int32{visa.FirstUserVar}, ""},
		{"4.1", older, PairedWritten, []int32{visa.FirstUserVar}, ""},
		{"4.1", older, PairedAbsent, []int32{-1}, ""},
		{"4.2", older, PairedAbsent, []int32{-1}, ""},
		{"4.1", newer, PairedAbsent, nil, "t:7:36: error: a paired surface, which the compiler of this text does not write"},
		{"4.1", newer + "load_lz.RGBA (M1, 8) 0x0:uw T6 Y.0 X.0\n", PairedOpen, nil, "t:8:1: error: 'paired' of 'load_lz' is missing: other instructions of this text have it, or its version"},
		{"4.2", "load_lz.RGBA (M1, 8) 0x0:uw T6 Y.0 X.0 X.0 )\nload_lz.RGBA (M1, 8) 0x0:uw\n", PairedOpen, nil, "t:7:"},
	} {
		k, err := ParseBy("t", []byte(".version "+c.version+"\n"+decls+c.body+ret), c.paired)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.body)
			continue
		}
		require.NoError(t, err, "%s %s", c.version, c.body)
		for i, want := range c.want {
			o := k.Insts[i].Arg(visa.ArgPaired)
			if want < 0 {
				assert.Equal(t, visa.None, o.Kind, "%s %s", c.version, c.body)
			} else {
				assert.Equal(t, want, o.Var, "%s %s", c.version, c.body)
			}
		}
	}
}
