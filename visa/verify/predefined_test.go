package verify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa/verify"
)

// TestPredefinedMayBe: what the documentation excepts is taken, though GenX_IR refuses it.
func TestPredefinedMayBe(t *testing.T) {
	for _, text := range []string{
		"addr_add (M1_NM, 1) A0(0)<1> &%arg 0x0:uw", "addr_add (M1_NM, 1) A0(0)<1> &%retval 0x0:uw", "mov (M1_NM, 1) %sr0(0,0)<1> 0x1:ud",
	} {
		assert.Empty(t, verify.Kernel(parse(t, text)), text)
	}
}
