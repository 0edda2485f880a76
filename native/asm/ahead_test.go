package asm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestManyBranchesAhead: five thousand branches, each past the next ten, one of every
// seven to the end, have their distances; a label that is missing is named.
func TestManyBranchesAhead(t *testing.T) {
	const n = 5000
	var b strings.Builder
	for i := range n {
		to := min(i+10, n)
		if i%7 == 0 {
			to = n
		}
		fmt.Fprintf(&b, "L%d:\n(W) jmpi (1|M0) L%d\n", i, to)
	}
	text := b.String() + fmt.Sprintf("L%d:\n", n)
	code, err := asm.Assemble("t", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(native.SKL, code)
	require.NoError(t, err)
	require.Len(t, insts, n)
	for i := range insts {
		to := min(i+10, n)
		if i%7 == 0 {
			to = n
		}
		require.EqualValues(t, 16*(to-i), insts[i].JIP, "at %#x", offs[i])
	}
	_, err = asm.Assemble("t", native.SKL, strings.NewReader(strings.Replace(text, "L4711:\n", "\n", 1)))
	assert.EqualError(t, err, `t:9404:17: error: label "L4711" is nowhere in the text: want one that stands before an instruction or at the end`)
}
