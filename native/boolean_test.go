package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestBooleanText: expressions of functions, as the vendor's assembler reads them, and their sources.
func TestBooleanText(t *testing.T) {
	for fc, want := range map[uint8]string{
		0xAA: "(s0)", 0xCC: "(s1)", 0xF0: "(s2)", 0x55: "(~s0)", 0x80: "(s0&s1&s2)", 0x96: "(s0^s1^s2)", 0xFE: "(s0|s1|s2)",
		0xF8: "(s0&s1|s2)", 0x78: "(s0&s1^s2)", 0x7F: "(~(s0&s1&s2))", 0x00: "(s0^s0)", 0xFF: "(s0^~s0)", 0xE8: "((s0^s1)&s2^s0&s1)",
	} {
		assert.Equal(t, want, native.BooleanText(fc), "%#x", fc)
	}
}
