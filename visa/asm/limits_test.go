package asm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersions(t *testing.T) {
	for _, v := range []string{"3.0", "3.8", "4.0", "4.1", "4.2"} {
		k, err := Parse("t", []byte(".version "+v+"\n.kernel \"k\"\n"))
		require.NoError(t, err, v)
		assert.Equal(t, []uint8{v[0] - '0', v[2] - '0'}, []uint8{k.Major, k.Minor})
	}
	for _, v := range []string{"2.9", "3.9", "4.3", "9.9"} {
		_, err := Parse("t", []byte(".version "+v+"\n.kernel \"k\"\n"))
		assert.EqualError(t, err, "t:1:10: error: there is no version "+v+" of vISA: want 3.0 to 3.8 or 4.0 to 4.2")
	}
}

// TestByteOrderMark: it is no text, and no column.
func TestByteOrderMark(t *testing.T) {
	k, err := Parse("t", []byte("\uFEFF.version 4.1\n.kernel \"k\"\n"))
	require.NoError(t, err)
	assert.Equal(t, "k", k.Name)
	_, err = Parse("t", []byte("\uFEFF.version 4.7\n.kernel \"k\"\n"))
	assert.ErrorContains(t, err, "t:1:10: error")
	_, err = Parse("t", []byte(".version 4.1\n\uFEFF.kernel \"k\"\n"))
	assert.ErrorContains(t, err, "t:2:1: error: character")
}
