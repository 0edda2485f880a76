package asm

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestPayloadComments: the comment of a send says which registers of the payload have what, also those of a second one, where the
// descriptors tell it; where only the header does, it says nothing of them.
func TestPayloadComments(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		line   string
		want   string
	}{
		{native.SKL, "send (16|M0) null:ud r20 0x25 0x10031000 {EOT}", "; sends 8+0, receives 0; r20 red, r22 green, r24 blue, r26 alpha"},
		{native.SKL, "send (8|M0) null:ud r20 0x5 0x0E0B0400", "; sends 7+0, receives 0"},
		{native.SKL, "sends (8|M0) null:ud r20 r40 0x105 0x040B0400", "; sends 2+4, receives 0; r20 header, r21 pixels, r40 red, r41 green, r42 blue, r43 alpha"},
		{native.BDW, "send (8|M0) null:ud r20:ud 0x6 0x0E0A8027", "UrbWrite, offset 2, masked 1, perslot 1; sends 7+0, receives 0; r20 handles, r21 offsets, r22 masks, r23 data"},
		{native.SKL, "send (8|M0) r10:ud r20 0x8 0x0C784003", "VmeSearch, bti 3, out 0, in 0; sends 6+0, receives 7; r20 header, r21 search, r22 costs, r23 centres, r24 path"},
		{native.HSW, "send (16|M0) r10:ud r20:ud 0xB 0x08413000", "PixelAtOffsets, slots 0, linear 0, simd 16; sends 4+0, receives 4; r20 offsetsx, r22 offsetsy"},
		{native.SKL, "send (8|M0) r10:ud r20 0xC 0x02106E01", "UntypedRead, bti 1, off 14, channels 1, simd 8; sends 1+0, receives 1"},
	} {
		code, err := Assemble("t.asm", c.target, strings.NewReader(c.line+"\n"))
		require.NoError(t, err, c.line)
		var text bytes.Buffer
		require.NoError(t, Disassemble(&text, c.target, code, Options{}))
		assert.Contains(t, text.String(), c.want+"\n", c.line)
	}
}
