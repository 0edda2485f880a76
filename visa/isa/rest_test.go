package isa

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// withRest is the bytes of two routines, the first of which has an op without a page behind
// its first instruction.
func withRest(t *testing.T) (src []byte, at int) {
	t.Helper()
	first := kernelOf(t, "4.1", "L1:\n(P1) add (M1, 8) X(0,0)<1> X(1,0)<1;1,0> 0x3f800000:f\n(P1) goto (M1, 8) L1\nlifetime.start A0")
	second := kernelOf(t, "4.1", "add (M1, 8) X(0,0)<1> X(1,0)<1;1,0> 0x3f800000:f")
	first.Name, second.Name = "first", "second"
	f := &File{Major: 4, Minor: 1, Kernels: []Routine{{Kernel: first}, {Kernel: second}}}
	src, err := f.Encode("")
	require.NoError(t, err)
	jump := bytes.Index(src, []byte{0x6c, 0x03}) // goto of 8 lanes
	require.Positive(t, jump)
	src[jump] = 0x99 // bdpas
	return src, jump
}

// TestRest: an op without a page takes the rest of its routine as it is. Other routines are
// read, the file is written byte for byte, and the text says what stands there.
func TestRest(t *testing.T) {
	src, at := withRest(t)
	f, err := Read("k.isa", src, "")
	require.NoError(t, err)
	require.ErrorIs(t, f.Unread(), ErrNoLayout)
	assert.ErrorContains(t, f.Unread(), "opcode 0x99 (bdpas) has no page in specs/visa")
	assert.ErrorContains(t, f.Unread(), fmt.Sprintf("offset %d: ", at))
	require.Len(t, f.Kernels[0].Kernel.Insts, 3)
	assert.True(t, f.Kernels[0].Kernel.Insts[2].Op.Opaque())
	require.Len(t, f.Kernels[1].Kernel.Insts, 1)
	assert.False(t, f.Kernels[1].Kernel.Insts[0].Op.Opaque())

	out, err := f.Encode(f.Profile)
	require.NoError(t, err)
	assert.Equal(t, src, out)

	var text bytes.Buffer
	require.NoError(t, asm.Print(&text, f.Kernels[0].Kernel))
	assert.Contains(t, text.String(), "bdpas 12 bytes: 0x99 0x03 ")
	again, err := asm.Parse("k.visaasm", text.Bytes())
	require.NoError(t, err)
	_, err = (&File{Major: 4, Minor: 1, Kernels: []Routine{{Kernel: again}}}).Encode("")
	assert.ErrorIs(t, err, ErrNoLayout, "text has no bytes")

	f.Kernels[0].Kernel.Insts[2].Args = make([]visa.Operand, visa.NumOpaque)
	_, err = f.Encode(f.Profile)
	assert.ErrorIs(t, err, ErrNoLayout, "an edited instruction is another one")
}
