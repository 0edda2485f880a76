//go:build linux && (amd64 || arm64)

package heap

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLargePages: large pages are asked for where the heap is, for 200 MB at least of two rooms.
func TestLargePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this system has no large pages on request:", err)
	}
	Room(2)
	maps, err := os.ReadFile("/proc/self/smaps")
	require.NoError(t, err)
	at := uint64(uintptr(unsafe.Pointer(new([64]byte))))
	var from, to, advised uint64
	mine := false
	for line := range strings.Lines(string(maps)) {
		if _, err := fmt.Sscanf(line, "%x-%x ", &from, &to); err == nil {
			continue
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && strings.Contains(flags, " hg") {
			advised += to - from
			mine = mine || from <= at && at < to
		}
	}
	assert.True(t, mine, "the first pages of the heap")
	assert.GreaterOrEqual(t, advised, uint64(200<<20))
}
