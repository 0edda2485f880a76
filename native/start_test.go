package native

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStart: tables lie in the program as they are. A variable that a call makes would have
// the process copy those behind it together at each start, and be listed here.
func TestStart(t *testing.T) {
	c := exec.Command(os.Args[0], "-test.run", "^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "\ninit os @")
	assert.NotContains(t, string(out), "init github.com/genvisa/genvisa/native @")
}
