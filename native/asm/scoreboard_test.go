package asm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestPipesText: the scoreboard codes of each kind, as text says them and as it is printed; on mtl the text of a tool
// that does not know its math pipe is read, too.
func TestPipesText(t *testing.T) {
	const add, inv, send, df = "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:f ", "math.inv (8|M0) r10.0<1>:f r20.0<1;1,0>:f ", "send.dc1 (8|M0) r20 r10 null:0 0x0 0x02106E02 ", "mov (8|M0) r10.0<1>:df r20.0<2;1,0>:ud "
	for _, c := range []struct {
		target      native.Target
		inst, board string
		code        byte
		printed     string
	}{
		{native.DG2, add, "@2", 0x02, "@2"},
		{native.DG2, add, "A@1", 0x09, "A@1"},
		{native.DG2, add, "F@3", 0x13, "F@3"},
		{native.DG2, add, "I@7", 0x1F, "I@7"},
		{native.DG2, add, "L@7", 0x57, "L@7"},
		{native.DG2, add, "@3,$15.dst", 0xBF, "@3,$15.dst"},
		{native.DG2, add, "@3, $15.dst", 0xBF, "@3,$15.dst"},
		{native.DG2, inv, "@3,$2", 0xB2, "@3,$2"},
		{native.DG2, send, "A@1,$2", 0x92, "A@1,$2"},
		{native.DG2, send, "I@1", 0x19, "I@1"},
		{native.MTL, df, "@4,$6", 0xC6, "@4,$6.dst"},
		{native.MTL, df, "@4,$6.dst", 0xC6, "@4,$6.dst"},
	} {
		code, err := asm.Assemble("x", c.target, strings.NewReader(c.inst+"{"+c.board+"}\n"))
		require.NoError(t, err, c.board)
		assert.Equal(t, c.code, code[1], c.board)
		in, _, err := native.Decode(c.target, code)
		require.NoError(t, err)
		assert.Contains(t, asm.Inst(c.target, &in, 0), "{"+c.printed+"}")
	}
}
