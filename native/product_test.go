package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestProducts: each device of ocloc and those of Gen7, the target whose code it runs, and
// the number of its family in zebins.
func TestProducts(t *testing.T) {
	for name, want := range map[string]struct {
		target native.Target
		family uint32
	}{
		"ivb": {native.IVB, 0xD}, "byt": {native.IVB, 0xF}, "vlv": {native.IVB, 0xF}, "hsw": {native.HSW, 0xE},
		"bdw": {native.BDW, 0x10}, "skl": {native.SKL, 0x12}, "kbl": {native.SKL, 0x13}, "cfl": {native.SKL, 0x14}, "whl": {native.SKL, 0x14},
		"aml": {native.SKL, 0x13}, "cml": {native.SKL, 0x14}, "bxt": {native.BXT, 0x16}, "apl": {native.BXT, 0x16}, "glk": {native.BXT, 0x17},
		"icllp": {native.ICL, 0x1A}, "lkf": {native.LKF, 0x1B}, "ehl": {native.ICL, 0x1C}, "jsl": {native.ICL, 0x1C}, "tgllp": {native.TGL, 0x1D},
		"rkl": {native.TGL, 0x1E}, "adl-s": {native.TGL, 0x1F}, "adl-p": {native.TGL, 0x20}, "adl-n": {native.TGL, 0x21}, "dg1": {native.TGL, 0x4BA},
		"dg2": {native.DG2, 0x4F6}, "acm-g10": {native.DG2, 0x4F6}, "acm-g11": {native.DG2, 0x4F6}, "acm-g12": {native.DG2, 0x4F6}, "mtl-u": {native.MTL, 0x4F8}, "mtl-h": {native.MTL, 0x4F8}, "arl-h": {native.ARL, 0x4F9},
	} {
		got, err := native.ParseTarget(name)
		require.NoError(t, err)
		assert.Equal(t, want.target, got, name)
		list := native.ProductsWith(func(p *native.Product) bool { return p.Name == name })
		require.Len(t, list, 1, name)
		assert.Equal(t, want.family, list[0].Family, name)
		assert.Equal(t, []native.Target{want.target}, native.TargetsOf(native.ProductsWith(func(p *native.Product) bool { return p.Family == want.family })), name)
	}
	for target, name := range map[native.Target]string{native.IVB: "ivb", native.HSW: "hsw", native.BDW: "bdw", native.SKL: "skl", native.BXT: "bxt", native.ICL: "icllp", native.LKF: "lkf", native.TGL: "tgllp", native.DG2: "dg2", native.MTL: "mtl-u", native.ARL: "arl-h"} {
		assert.Equal(t, name, target.Product().Name)
	}
	for target, want := range map[native.Target]native.Product{
		native.IVB: {Name: "ivb", Target: native.IVB, Family: 0xD, Tokens: 9, EUs: 16, Threads: 8},
		native.HSW: {Name: "hsw", Target: native.HSW, Family: 0xE, Tokens: 10, EUs: 40, Threads: 7},
	} {
		assert.Equal(t, want, *target.Product())
	}
	assert.Nil(t, native.CNL.Product())
	_, err := native.ParseTarget("gen9")
	assert.EqualError(t, err, `unknown target "gen9": want one of [ivb hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl], or a product that runs the code of one: `+
		`byt vlv kbl cfl whl aml cml apl glk icllp ehl jsl tgllp rkl adl-s adl-p adl-n dg1 acm-g10 acm-g11 acm-g12 mtl-u mtl-h arl-h`)
}
