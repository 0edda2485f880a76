package origin

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestWithSource: errors about an instruction of the text name its source line, those
// about another text or none do not.
func TestWithSource(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=8 align=GRF
.kernel_attr SimdSize=8
    mov (M1, 8) X(0,0)<1> 0x1:ud
    FILE "/src/k.cl"
    LOC 7
    mov (M1, 8) X(0,0)<1> 0x1:ud
    ret (M1, 1)
`))
	require.NoError(t, err)
	at, before := visa.Pos{Line: 8, Col: 5}, visa.Pos{Line: 5, Col: 5}
	for _, err := range []error{
		&interp.Fault{File: "k.visaasm", Pos: at, Err: errors.New("x")},
		&interp.UnsupportedError{File: "k.visaasm", Pos: at},
		&interp.InvalidError{File: "k.visaasm", Pos: at},
		&lower.UnsupportedError{File: "k.visaasm", Pos: at},
		&lower.Error{File: "k.visaasm", Pos: at},
		fmt.Errorf("around: %w", &lower.Error{File: "k.visaasm", Pos: at}),
	} {
		got := WithSource(k, err)
		assert.EqualError(t, got, err.Error()+"\n  source line k.cl:7")
		assert.ErrorIs(t, got, err)
		assert.Equal(t, errors.Is(err, errors.ErrUnsupported), errors.Is(got, errors.ErrUnsupported))
	}
	for _, err := range []error{
		nil, errors.New("x"), &lower.Error{File: "k.visaasm", Pos: before}, &lower.Error{File: "f.visaasm", Pos: at}, &lower.Error{File: "k.visaasm"},
	} {
		assert.Equal(t, err, WithSource(k, err))
	}
	o := OfText(k)
	place := dispatch.Place{Where: "k.visaasm:8:5"}
	o.Name(&place)
	assert.Equal(t, "k.visaasm:8:5 (k.cl:7)", place.At())
	place = dispatch.Place{Where: "k.visaasm:5:5"}
	o.Name(&place)
	assert.Equal(t, "k.visaasm:5:5", place.At())
}

// TestLinesOfCompiled: an instruction of native code has the line that it was compiled from; where none begins, or nothing
// was compiled, there is none.
func TestLinesOfCompiled(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=8 align=GRF
.kernel_attr SimdSize=8
    mov (M1, 8) X(0,0)<1> 0x1:ud
    ret (M1, 1)
`))
	require.NoError(t, err)
	res, err := lower.Compile(k, native.SKL, lower.Options{})
	require.NoError(t, err)
	o := OfText(k)
	assert.Empty(t, o.compiled.at(0))
	require.NoError(t, o.Compile(native.SKL, res.Program.Insts, res.Code))
	last := len(res.Code) - 16
	assert.Equal(t, "k.visaasm:6:5: ret (M1, 1)", o.compiled.at(last))
	assert.Empty(t, o.compiled.at(1))
}
