package isa

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// nulls is a text with aliases of %null, and with a variable that is none.
func nulls(t testing.TB) *visa.Kernel {
	t.Helper()
	k, err := asm.Parse("k", []byte(`.version 4.1
.kernel "k"
.decl N v_type=G type=ud num_elts=2 align=dword alias=<%null, 0>
.decl O v_type=G type=uw num_elts=2 align=word alias=<%null, 300> attrs={NoWidening}
.decl P v_type=G type=ud num_elts=2 align=dword
.decl Q v_type=G type=uw num_elts=2 align=word alias=<N, 2>
mov (M1_NM, 1) N(0,0)<1> %tsc(0,0)<0;1,0>
`))
	require.NoError(t, err)
	return k
}

// TestNullAlias: an alias of %null comes back as it was, beside attributes and a
// variable that is no alias. In the file its alias has index, offset and scope 0, as if
// there was none, and an attribute has the offset.
func TestNullAlias(t *testing.T) {
	k := nulls(t)
	out, err := fileOf(k).Encode("")
	require.NoError(t, err)
	f, err := Read("k.isa", out, "")
	require.NoError(t, err)
	assert.Equal(t, printed(t, k), printed(t, f.Kernels[0].Kernel))
	assert.Equal(t, bare(k), bare(f.Kernels[0].Kernel))
	again, err := f.Encode("")
	require.NoError(t, err)
	assert.Equal(t, out, again)

	_, fields := offsetField(t, out)
	assert.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 2}, fields[:8], "alias, offset, scope, number of attributes")
}

// offsetField is the place of the value 300, with four bytes as every attribute has, and
// the bytes from the alias of its variable on.
func offsetField(t testing.TB, file []byte) (at int, fields []byte) {
	t.Helper()
	at = bytes.Index(file, []byte{4, 0x2c, 1, 0, 0}) + 1
	require.Positive(t, at)
	const alias, attrs, boolean, name, size = 4 + 2 + 1, 1, 4 + 1, 4, 1
	return at, file[at-(alias+attrs+boolean+name+size):]
}

// TestBadNullAlias: what a file may not say of an alias of %null, and a text of its
// attribute.
func TestBadNullAlias(t *testing.T) {
	k := nulls(t)
	for text, edit := range map[string]func(v *visa.Var){
		"attribute AliasOfNull of O, by which a file says": func(v *visa.Var) { v.Attrs = []visa.Attr{{Name: nullAlias}} },
		"an alias at byte 65536 of %null: want 0 to 65535": func(v *visa.Var) { v.AliasOff = 1 << 16 },
		"an alias at byte -1 of %null":                     func(v *visa.Var) { v.AliasOff = -1 },
	} {
		k := nulls(t)
		edit(&k.Vars[visa.FirstUserVar+1])
		_, err := fileOf(k).Encode("")
		assert.ErrorIs(t, err, ErrForm, text)
		assert.ErrorContains(t, err, text)
	}

	src, err := fileOf(k).Encode("")
	require.NoError(t, err)
	value, _ := offsetField(t, src)
	attr := value - 1 - 4
	hint := attr - 1 - 4
	alias := hint - 1 - 1 - 2 - 4
	for _, c := range []struct {
		name string
		at   int
		put  []byte
		text string
	}{
		{"large", value, []byte{0, 0, 1}, "attribute AliasOfNull of O: want the offset, 0 to 65535"},
		{"negative", value, []byte{255, 255, 255, 255}, "attribute AliasOfNull of O: want the offset"},
		{"of another variable", alias, []byte{visa.FirstUserVar}, "O is an alias of variable 32 and, by attribute AliasOfNull, of %null"},
		{"twice", hint, src[attr : attr+4], "attribute AliasOfNull of O is number 0 of 2: want it last"},
	} {
		bad := bytes.Clone(src)
		copy(bad[c.at:], c.put)
		_, err := Read("k.isa", bad, "")
		assert.ErrorIs(t, err, ErrField, c.name)
		assert.ErrorContains(t, err, c.text, c.name)
	}
	// Without a value.
	short := append(append(bytes.Clone(src[:value-1]), 0), src[value+4:]...)
	_, err = Read("k.isa", shrunk(short, 4), "")
	assert.ErrorContains(t, err, "attribute AliasOfNull of O: want the offset")
}

// TestSizesOfAttributes: attributes of one name and different sizes are written with that of
// the largest, in which all values fit.
func TestSizesOfAttributes(t *testing.T) {
	k := nulls(t)
	k.Vars[visa.FirstUserVar+2].Attrs = []visa.Attr{{Name: "Mine", Kind: visa.AttrInt, Int: 300}}
	k.Vars[visa.FirstUserVar+3].Attrs = []visa.Attr{{Name: "Mine", Kind: visa.AttrInt, Int: 0x77}}
	src, err := fileOf(k).Encode("")
	require.NoError(t, err)
	at := bytes.Index(src, []byte{4, 0x77, 0, 0, 0})
	require.Positive(t, at)
	f, err := Read("k.isa", shrunk(append(append(bytes.Clone(src[:at]), 1, 0x77), src[at+5:]...), 3), "")
	require.NoError(t, err)
	again, err := f.Encode("")
	require.NoError(t, err)
	assert.Equal(t, src, again)
}

// shrunk is a file with one kernel called k, without inputs, that has lost n bytes before
// them.
func shrunk(file []byte, n uint32) []byte {
	const size, inputs = 8 + 2 + 1 + 4, 8 + 2 + 1 + 8
	less := func(at uint32) (was uint32) {
		was = binary.LittleEndian.Uint32(file[at:])
		binary.LittleEndian.PutUint32(file[at:], was-n)
		return was
	}
	less(size)
	const number, code = 4, 4 // of inputs; the size of the code
	less(less(inputs) - n + number + code)
	return file
}
