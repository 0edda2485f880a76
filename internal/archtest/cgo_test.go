package archtest

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestCommandLinksNoC: no package that the command needs, however far away, is
// one that is linked with C where there is a compiler for it. Loading the C
// library takes half of the time of a small command.
func TestCommandLinksNoC(t *testing.T) {
	if testing.Short() {
		t.Skip("asks go list for all packages")
	}
	cmd := exec.Command("go", "list", "-deps", "./cmd/genvisa")
	cmd.Dir = corpus.Root()
	out, err := cmd.Output()
	require.NoError(t, err)
	packages := strings.Fields(string(out))
	require.Contains(t, packages, "os")
	for _, p := range []string{"runtime/cgo", "os/user", "net"} {
		assert.NotContains(t, packages, p)
	}
}
