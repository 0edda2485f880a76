package load

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestOpenAddresses: code that a loader must put addresses into is not run as it
// is; the placeholder in other instructions is a number.
func TestOpenAddresses(t *testing.T) {
	mov := func(v uint64, ty native.Type) native.Inst {
		in := native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: native.GRFOperand(9, 0, native.Dst1, ty)}
		in.Src[0] = native.ImmOperand(v, ty)
		return in
	}
	add := mov(placeholder, native.UD)
	add.Op = native.OpAdd
	add.Src[1] = add.Src[0]
	insts := []native.Inst{mov(1, native.UQ), mov(placeholder, native.UQ), add, mov(placeholder, native.UD), mov(placeholder+1, native.UD)}
	open := openAddresses(insts, []int{0, 16, 32, 40, 56})
	assert.Equal(t, []uint32{16, 40}, open)

	err := (&Linkage{}).Relocated(&Program{Path: "k.dat", open: open})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "k.dat: instruction at ip 0x00010: an address that a loader fills in (program-scope data or a function; relocations are in the compiler's .reloc), 1 of 2 here, not supported")
	assert.ErrorContains(t, (&Linkage{From: "k.reloc"}).Relocated(&Program{open: open}), "relocations are in k.reloc)")
	assert.NoError(t, (&Linkage{}).Relocated(&Program{}))
}
