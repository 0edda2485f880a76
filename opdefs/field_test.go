package opdefs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHex: the real page with a number in hexadecimal, and where it may not be one.
func TestHex(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/BFN.md")
	require.NoError(t, err)
	real := strings.ReplaceAll(string(b), "(BFN)", "(TEST)")
	real = strings.Replace(strings.Replace(real, "# BFN", "# TEST", 1), "BFN = ", "TEST = ", 1)
	m, err := parse(t, real)
	require.NoError(t, err)
	assert.Equal(t, "x", m.Page("TEST").Field("booleanfuncctrl").Hex)
	for _, c := range []struct{ old, new, want string }{
		{"hex: x", "hex: X", `sub-bullet "hex: X" of field booleanfuncctrl`},
		{"hex: x", "hex:", `sub-bullet "hex:" of field booleanfuncctrl`},
		{"hex: x", "hex: 0x", `placeholder <booleanfuncctrl> of a number in hexadecimal behind "0x"; legal is .<F> behind letters, and any other form behind 0x`},
		{"hex: x", "hex: x\n  - enum: CHANNEL", "field booleanfuncctrl has both enum and hex"},
		{".<booleanfuncctrl> (<exec_size>)", " (<exec_size>) <booleanfuncctrl>", `of a number in hexadecimal behind "x"`},
	} {
		require.Equal(t, 1, strings.Count(real, c.old), c.old)
		_, err := parse(t, strings.Replace(real, c.old, c.new, 1))
		assert.ErrorContains(t, err, c.want, c.new)
	}
}

// TestSame: the real page that writes an operand twice, and where that is no rule.
func TestSame(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/NBARRIER_WAIT.md")
	require.NoError(t, err)
	real := strings.ReplaceAll(string(b), "NBARRIER_WAIT", "TEST")
	m, err := parse(t, real)
	require.NoError(t, err)
	assert.Len(t, m.Page("TEST").Ops[0].Slots(), 1, "it is no operand")
	for _, c := range []struct{ old, new, want string }{
		{"Id:vec | Again:same", "Again:same | Id:vec", "field again of type same; legal is that behind a vec, which it writes again"},
		{"Again:same", "Again:same=1", "field Again of type same is fixed to 1"},
		{"wait <id>", "wait <id> <again>", "placeholder <again> of type same in this form"},
	} {
		require.Equal(t, 1, strings.Count(real, c.old), c.old)
		_, err := parse(t, strings.Replace(real, c.old, c.new, 1))
		assert.ErrorContains(t, err, c.want, c.new)
	}
}

// TestDataFrom: values of a field may be data, of a field that has them.
func TestDataFrom(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/DPAS.md")
	require.NoError(t, err)
	real := strings.NewReplacer("(DPAS)", "(TEST)", "# DPAS\n", "# TEST\n", "DPAS = ", "TEST = ").Replace(string(b))
	m, err := parse(t, real)
	require.NoError(t, err)
	w := m.Page("TEST").Field("w")
	assert.EqualValues(t, 11, w.DataFrom)
	assert.Contains(t, w.Why, "no document at hand says")
	assert.Equal(t, []uint32{9, 10}, w.RoughOf)
	assert.Contains(t, w.Rough, "no document says where hardware rounds")
	assert.True(t, m.Page("TEST").Field("src2").IsRaw())
	for _, c := range []struct{ old, new, want string }{
		{"data from 11:", "data from 0:", `sub-bullet "data from 0: no document`},
		{"data from 11:", "data from 900:", "data from 900 of field w of type ub; legal are numbers that the field has"},
		{"data from 11: no document at hand says how such floats lie and are added, and the devices that have them are not modelled", "data from 11:", `sub-bullet "data from 11:" of field w`},
		{"approximate of bf, hf:", "approximate of bf, e9m9:", "approximate of bf, e9m9 of field w; legal are texts of enumeration PRECISION with codes up to 31"},
		{"approximate of bf, hf: sums of float products are added one by one in F, and no document says where hardware rounds", "approximate of bf, hf:", `sub-bullet "approximate of bf, hf:" of field w`},
	} {
		_, err := parse(t, strings.Replace(real, c.old, c.new, 1))
		assert.ErrorContains(t, err, c.want, c.new)
	}
	_, err = parse(t, strings.Replace(real, "Src2:reg", "Src2:elts", 1))
	assert.ErrorContains(t, err, "second field of type exec; legal is one")
}

// A copy of a field that each mnemonic fixes has the value of that mnemonic.
func TestCopyOfAFixedField(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/MIN_MAX.md")
	require.NoError(t, err)
	page := strings.NewReplacer("MIN_MAX", "TEST", "| Op:ub |", "| Op:ub | Again:ub=Op |").Replace(string(b))
	page = strings.Replace(page, "| --- | --- |", "| --- | --- | --- |", 1)
	m, err := parse(t, page)
	require.NoError(t, err)
	p := m.Page("TEST")
	for i, op := range p.Ops {
		v, fixed := op.FixedOf(p.Field("again"))
		assert.True(t, fixed)
		assert.Equal(t, uint32(i), v, op.Name)
	}
}
