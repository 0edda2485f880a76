package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestMessages: what each rejected case of the rules says, word for word: the
// value that was found and the legal ones. testdata/messages.txt has a line for
// each message, in the order of the cases.
func TestMessages(t *testing.T) {
	var got []string
	seen := map[string]bool{}
	for _, c := range cases {
		k := parse(t, c.reject)
		if c.edit != nil {
			c.edit(k)
		}
		found := verify.Kernel(k)
		require.NotEmpty(t, found, c.reject)
		line := found[0].Rule + ": " + strings.Replace(found[0].Msg, fmt.Sprintf("op %d is", visa.EndOps), "op N is", 1)
		if !seen[line] {
			got = append(got, line)
		}
		seen[line] = true
	}
	want, err := os.ReadFile(filepath.Join("testdata", "messages.txt"))
	require.NoError(t, err)
	assert.Equal(t, strings.Split(strings.TrimRight(string(want), "\n"), "\n"), got)
}
