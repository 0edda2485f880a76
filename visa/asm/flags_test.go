package asm_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

const flagDecls = ".version 4.1\n.kernel \"k\"\n.decl F v_type=G type=f num_elts=256 align=GRF\n.decl X v_type=G type=ud num_elts=8\n.decl P1 v_type=P num_elts=8\n.decl T6 v_type=T num_elts=1\n"

// renderFlags are the flags of rt_write_3d by bit, from bit 2 on, and what each brings.
var renderFlags = []struct{ name, operand string }{
	{"RTI", "0x3:ud"}, {"A", "F.128"}, {"O", "F.160"}, {"Z", "F.192"}, {"ST", "F.224"}, {"LRTW", ""}, {"CPS", "0x2:ud"},
	{"PS", ""}, {"CM", ""}, {"SI", "0x1:ud"}, {"NULLRT", ""},
}

// renderText is the instruction with a set of flags, which stand in the order given.
func renderText(mode uint64, order []int) string {
	text, operands := "rt_write_3d", map[string]string{}
	for _, i := range order {
		if mode>>(i+2)&1 == 0 {
			continue
		}
		if !strings.Contains(text, ".") {
			text += "."
		}
		text += "<" + renderFlags[i].name + ">"
		operands[renderFlags[i].name] = renderFlags[i].operand
	}
	words := []string{text, "(M1, 8) T6 %null.0", operands["SI"], operands["CPS"], operands["RTI"], operands["A"], operands["O"], "F.0 F.32 F.64 F.96", operands["Z"], operands["ST"]}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// TestEveryFlagSet: each set of the eleven flags is read in two orders, with the operands that it
// brings and no other, and written in the order of the bits.
func TestEveryFlagSet(t *testing.T) {
	var bits, back []int
	for i := range renderFlags {
		bits, back = append(bits, i), append([]int{i}, back...)
	}
	sets := 0
	for mode := uint64(0); mode < 1<<13; mode += 4 {
		want := renderText(mode, bits)
		for _, text := range []string{want, renderText(mode, back)} {
			k, err := asm.Parse("t", []byte(flagDecls+text+"\n"))
			require.NoError(t, err, text)
			in := &k.Insts[0]
			require.Equal(t, mode, in.Args[0].Imm, text)
			require.Equal(t, want, strings.TrimSpace(asm.Text(k, in)), text)
			for i, f := range renderFlags {
				if at := map[string]int{"SI": 3, "CPS": 4, "RTI": 5, "A": 6, "O": 7, "Z": 12, "ST": 13}[f.name]; at > 0 {
					require.Equal(t, mode>>(i+2)&1 == 0, in.Args[at].Kind == visa.None, "%s of %s", f.name, text)
				}
			}
		}
		sets++
	}
	assert.Equal(t, 2048, sets)
}

// TestFlagText: literal texts, what they mean, and other writings of them.
func TestFlagText(t *testing.T) {
	for _, c := range []struct {
		text, printed string
		mode          uint64
	}{
		{"rt_write_3d (M1, 8) T6 F.0 F.0 F.32 F.64 F.96", "", 0},
		{"(P1) rt_write_3d.<LRTW> (M1, 8) T6 %null.0 F.0 F.32 F.64 F.96", "", 0x80},
		{"rt_write_3d.<SI><CPS><RTI> (M1, 8) T6 F.0 0x1:ud X(0,2)<0;1,0> 0x3:ud F.0 F.32 F.64 F.96", "rt_write_3d.<RTI><CPS><SI> (M1, 8) T6 F.0 0x1:ud X(0,2)<0;1,0> 0x3:ud F.0 F.32 F.64 F.96", 0x904},
		{"rt_write_3d.<Z><O><A> (M1, 8) T6 F.0 F.128 F.160 F.0 F.32 F.64 F.96 F.192", "rt_write_3d.<A><O><Z> (M1, 8) T6 F.0 F.128 F.160 F.0 F.32 F.64 F.96 F.192", 0x38},
	} {
		k, err := asm.Parse("t", []byte(flagDecls+c.text+"\n"))
		require.NoError(t, err, c.text)
		if c.printed == "" {
			c.printed = c.text
		}
		assert.Equal(t, c.mode, k.Insts[0].Args[0].Imm)
		assert.Equal(t, c.printed, strings.TrimSpace(asm.Text(k, &k.Insts[0])))
	}
}

// TestFlagErrors: what stands there and what is legal, with its column.
func TestFlagErrors(t *testing.T) {
	const rest = " (M1, 8) T6 F.0 F.0 F.32 F.64 F.96"
	const legal = "RTI A O Z ST LRTW CPS PS CM SI NULLRT"
	for line, want := range map[string]string{
		"rt_write_3d.<X>" + rest:          "t:7:14: error: 'X': want a flag of mode: " + legal,
		"rt_write_3d.<a>" + rest:          "t:7:14: error: 'a': want a flag of mode: " + legal,
		"rt_write_3d.<>" + rest:           "t:7:14: error: '>': want a flag of mode: " + legal,
		"rt_write_3d.<PS><CM><PS>" + rest: "t:7:22: error: flag PS of mode stands twice",
		"rt_write_3d." + rest:             "t:7:12: error: '.': want '.<' and a flag of mode: " + legal,
		"rt_write_3d.PS" + rest:           "t:7:12: error: '.PS': want '.<' and a flag of mode: " + legal,
		"rt_write_3d. <PS>" + rest:        "t:7:12: error: '.': want '.<' and a flag of mode: " + legal,
		"rt_write_3d.< PS>" + rest:        "t:7:15: error: 'PS': want a flag of mode: " + legal,
		"rt_write_3d.<PS >" + rest:        "t:7:17: error: '>': want '>' directly behind the flag PS",
		"rt_write_3d.<PS" + rest:          "t:7:17: error: '(': want '>' directly behind the flag PS",
		"rt_write_3d.<PS> <CM>" + rest:    "t:7:18: error: '<': want",
		"rt_write_3d.<PS>.<CM>" + rest:    "t:7:17: error: '.' must directly follow a mnemonic or a variable",
		"rt_write_3d" + rest + " F.128":   "t:7:47: error: 'F' is left over: the form is [(<pred>)] rt_write_3d[.<mode>] (<exec>) <surface> <header> <si> <cps> <rti> <source0alpha> <omask> <r> <g> <b> <a> <sourcedepth> <stencil>",
		"rt_write_3d.<Z>" + rest:          "t:7:50: error: 'rt_write_3d' lacks its operand sourcedepth: want a variable",
		"rt_write_3d.<RTI>" + rest:        "t:7:34: error: source 'F' has no origin and region: want F(0,0)<1;1,0>",
	} {
		_, err := asm.Parse("t", []byte(flagDecls+line+"\n"))
		assert.ErrorContains(t, err, want, line)
	}
}

// TestWrongFlags: an instruction whose operands are not those of its flags, or with a bit that is
// none, has no text.
func TestWrongFlags(t *testing.T) {
	for _, c := range []struct {
		edit func(in *visa.Inst)
		want string
	}{
		{func(in *visa.Inst) { in.Args[0].Imm = 0x2000 }, "field mode has value 8192, which has no text in RT_WRITE_MODE"},
		{func(in *visa.Inst) { in.Args[0].Imm = 0 }, "operand sourcedepth is a raw operand: without <Z> there is none"},
		{func(in *visa.Inst) { in.Args[0].Imm = 0x24 }, "operand rti of kind 0 has no text"},
	} {
		k, err := asm.Parse("t", []byte(flagDecls+"rt_write_3d.<Z> (M1, 8) T6 F.0 F.0 F.32 F.64 F.96 F.128\n"))
		require.NoError(t, err)
		c.edit(&k.Insts[0])
		var b strings.Builder
		assert.ErrorContains(t, asm.Print(&b, k), c.want, fmt.Sprintf("%#x", k.Insts[0].Args[0].Imm))
	}
}
