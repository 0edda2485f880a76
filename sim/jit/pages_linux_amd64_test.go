package jit

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPages: code lies in pages that are executable and not writable, until they are given back; no page of this
// process is both.
func TestPages(t *testing.T) {
	p, err := newPages([]byte{0xC3})
	require.NoError(t, err)
	assert.Equal(t, "r-xp", permissions(t, p.base()))
	call(p.base(), nil, nil, 0, nil)
	base := p.base()
	p.free(struct{}{})
	assert.NotEqual(t, "r-xp", permissions(t, base))
}

// permissions are those of the pages at an address.
func permissions(t *testing.T, at uintptr) (out string) {
	t.Helper()
	f, err := os.Open("/proc/self/maps")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		var perm string
		_, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &perm)
		require.NoError(t, err)
		assert.False(t, strings.HasPrefix(perm, "rwx"), lines.Text())
		if from <= at && at < to {
			out = perm
		}
	}
	return out
}
