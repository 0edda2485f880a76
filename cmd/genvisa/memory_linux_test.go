package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOutOfMemory: memory that there is not is an error, not the end of the process.
func TestOutOfMemory(t *testing.T) {
	if line := os.Getenv("GENVISA_COMMAND"); line != "" { // a process of its own
		var pages, limit uint64
		text, err := os.ReadFile("/proc/self/statm")
		require.NoError(t, err)
		_, err = fmt.Sscan(string(text), &pages)
		require.NoError(t, err)
		limit = pages*uint64(os.Getpagesize()) + 900<<20 // threads need some
		require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}))
		os.Exit(doMain(context.Background(), strings.Fields(line), streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
	}
	inSaxpy(t)
	large(t, 1_000_000_000)
	c := exec.Command(os.Args[0], "-test.run", "^TestOutOfMemory$")
	c.Env = append(os.Environ(), "GENVISA_COMMAND=run large.yaml")
	out, err := c.CombinedOutput()
	assert.Equal(t, exitFindings, c.ProcessState.ExitCode(), "%v", err)
	assert.Equal(t, "large.yaml:8:14: error: out of memory: this machine has no 1000000000 bytes for the buffers of the launch\n", string(out))
}
