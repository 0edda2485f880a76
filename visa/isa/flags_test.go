package isa

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

const (
	colours      = "200000000000" + "200000002000" + "200000004000" + "200000006000"
	renderHead   = "71030000"
	renderTarget = "06" + "000000000000" // the surface and no header
)

// TestFlagBytes: an operand has bytes exactly with its flag, in the order of the binary form.
func TestFlagBytes(t *testing.T) {
	for text, want := range map[string]string{
		"rt_write_3d (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96":                                     "0000" + renderTarget + colours,
		"rt_write_3d.<RTI> (M1, 8) T6 %null.0 0x7:ud X.0 X.32 X.64 X.96":                        "0400" + renderTarget + "050007000000" + colours,
		"rt_write_3d.<A> (M1, 8) T6 %null.0 X.128 X.0 X.32 X.64 X.96":                           "0800" + renderTarget + "200000008000" + colours,
		"rt_write_3d.<O> (M1, 8) T6 %null.0 X.128 X.0 X.32 X.64 X.96":                           "1000" + renderTarget + "200000008000" + colours,
		"rt_write_3d.<Z> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96 X.128":                           "2000" + renderTarget + colours + "200000008000",
		"rt_write_3d.<ST> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96 X.128":                          "4000" + renderTarget + colours + "200000008000",
		"rt_write_3d.<LRTW> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96":                              "8000" + renderTarget + colours,
		"rt_write_3d.<CPS> (M1, 8) T6 %null.0 0x7:ud X.0 X.32 X.64 X.96":                        "0001" + renderTarget + "050007000000" + colours,
		"rt_write_3d.<PS> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96":                                "0002" + renderTarget + colours,
		"rt_write_3d.<CM> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96":                                "0004" + renderTarget + colours,
		"rt_write_3d.<SI> (M1, 8) T6 %null.0 0x7:ud X.0 X.32 X.64 X.96":                         "0008" + renderTarget + "050007000000" + colours,
		"rt_write_3d.<NULLRT> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96":                            "0010" + renderTarget + colours,
		"rt_write_3d.<RTI><CPS><SI> (M1, 8) T6 %null.0 0x1:ud 0x2:ud 0x3:ud X.0 X.32 X.64 X.96": "0409" + renderTarget + "050001000000" + "050002000000" + "050003000000" + colours,
		"rt_write_3d.<A><O><Z><ST> (M1, 8) T6 %null.0 X.1 X.2 X.0 X.32 X.64 X.96 X.3 X.4":       "7800" + renderTarget + "200000000100" + "200000000200" + colours + "200000000300" + "200000000400",
	} {
		k := kernelOf(t, "4.1", text)
		got, err := encoded(k)
		require.NoError(t, err, text)
		assert.Equal(t, renderHead+want, hex.EncodeToString(got), text)
		out, err := fileOf(k).Encode("")
		require.NoError(t, err)
		back, err := Read("", out, "")
		require.NoError(t, err, text)
		assert.Equal(t, k.Insts[0].Args, back.Kernels[0].Kernel.Insts[0].Args)
		assert.Equal(t, text, strings.TrimSpace(asm.Text(back.Kernels[0].Kernel, &back.Kernels[0].Kernel.Insts[0])))
	}
}

// TestWrongFlagBytes: a bit that is no flag, in a file and in an instruction, and an instruction
// whose operands are not those of its flags.
func TestWrongFlagBytes(t *testing.T) {
	text := "rt_write_3d.<Z> (M1, 8) T6 %null.0 X.0 X.32 X.64 X.96 X.128"
	out, err := fileOf(kernelOf(t, "4.1", text)).Encode("")
	require.NoError(t, err)
	at := bytes.Index(out, []byte{0x71, 0x03, 0, 0, 0x20, 0})
	require.Positive(t, at)
	out[at+5] = 0x20
	_, err = Read("", out, "")
	assert.ErrorContains(t, err, "mode of rt_write_3d is 8224: the values of RT_WRITE_MODE do not have it")
	assert.ErrorIs(t, err, ErrField)
	for mode, want := range map[uint64]string{
		0:    "k:8:1: error: illegal CISA field: sourcedepth of rt_write_3d is a raw operand: it is there exactly with its flag of mode",
		0x60: "stencil of rt_write_3d is nothing: it is there exactly with its flag of mode",
		0x24: "rti of rt_write_3d is nothing: it is there exactly with its flag of mode",
	} {
		k := kernelOf(t, "4.1", text)
		k.Insts[0].Args[0] = visa.Operand{Kind: visa.Field, Imm: mode}
		_, err := fileOf(k).Encode("")
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, ErrField)
	}
}

// TestCutFlags: a file of the compiler that loses the last two operands of such an instruction
// lacks two of those that its flags bring.
func TestCutFlags(t *testing.T) {
	for hexes, want := range map[string]int{
		renderHead + "8000" + renderTarget + colours[:24]:                                   2,
		renderHead + "6000" + renderTarget + colours:                                        4,
		renderHead + "0c00" + renderTarget + "050007000000" + "200000008000" + colours[:24]: 2,
		renderHead + "2800" + renderTarget + "200000008000" + colours[:36]:                  3,
	} {
		src, err := hex.DecodeString(hexes)
		require.NoError(t, err)
		d := newDecoder("", src, Range{Size: uint32(len(src))}, cutCodec(lastWritten, &profiles[1]))
		d.k = kernelOf(t, "4.1", "")
		d.instructions()
		require.NoError(t, d.err)
		require.Len(t, d.k.Insts, 1)
		read := 0
		for _, o := range d.k.Insts[0].Args[8:12] {
			if o.Kind == visa.Raw {
				read++
			}
		}
		assert.Equal(t, want, read, hexes)
	}
}
