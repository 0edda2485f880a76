package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestMessages: what each rejected case of the rules says, word for word: the
// value that was found and the legal ones. testdata/messages.txt has a line for
// each message, in the order of the cases.
func TestMessages(t *testing.T) {
	var got []string
	seen := map[string]bool{}
	say := func(reject, on string, edit func(k *visa.Kernel)) {
		found := verify.For(broken(t, reject, edit), platform(t, on))
		require.NotEmpty(t, found, reject)
		line := found[0].Rule + ": " + strings.Replace(found[0].Msg, fmt.Sprintf("op %d is", visa.EndOps), "op N is", 1)
		if !seen[line] {
			got = append(got, line)
		}
		seen[line] = true
	}
	for _, c := range cases {
		say(c.reject, "", c.edit)
	}
	for _, c := range newCases {
		say(c.reject, c.on, c.edit)
	}
	if floor.Updating() {
		require.NoError(t, os.WriteFile(filepath.Join("testdata", "messages.txt"), []byte(strings.Join(got, "\n")+"\n"), 0o644))
	}
	want, err := os.ReadFile(filepath.Join("testdata", "messages.txt"))
	require.NoError(t, err)
	assert.Equal(t, strings.Split(strings.TrimRight(string(want), "\n"), "\n"), got)
}
