package load

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/asm"
)

// TestDoubts: what a text reads that nothing writes, and its ops whose last bits are open, each once.
func TestDoubts(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl F v_type=G type=f num_elts=16 align=hword
.decl G v_type=G type=f num_elts=16 align=hword
.decl D v_type=G type=d num_elts=16 align=hword
.input G offset=32 size=64
.kernel_attr SimdSize=16
pow (M1, 16) F(0,0)<1> G(0,0)<1;1,0> F(0,0)<1;1,0>
sin (M1, 16) F(0,0)<1> G(0,0)<1;1,0>
pow (M1, 8) F(0,0)<1> G(0,0)<1;1,0> G(0,0)<1;1,0>
mul (M1, 16) F(0,0)<1> F(0,0)<1;1,0> D(0,0)<1;1,0>
ret (M1, 1)
`))
	require.NoError(t, err)
	p := &Program{VISA: k}
	assert.Equal(t, []string{"k.visaasm:11:1: mul reads D, which nothing writes"}, p.Unset())
	assert.Equal(t, []string{"pow", "sin"}, p.Rounded())
	native := &Program{}
	assert.Empty(t, native.Unset())
	assert.Empty(t, native.Rounded())
}
