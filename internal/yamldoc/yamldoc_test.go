package yamldoc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"mapping", "a: 1\nb: [1, {c: d}]\n", ""},
		{"byte order mark", "\ufeffa: 1\n", ""},
		{"carriage returns", "a: 1\r\nb: 2\r\n", ""},
		{"document marks", "---\na: 1\n...\n", ""},
		{"empty", "", "1:1: want one YAML document, found 0"},
		{"comment", "# a\n", "1:1: want one YAML document, found 0"},
		{"two documents", "a: 1\n---\nb: 2\n", "1:1: want one YAML document, found 2"},
		{"open list", "a:\n  b: [1\n", "2:6: not valid YAML: sequence end token ']' not found"},
		{"same key", "a: 1\na: 2\n", `2:1: not valid YAML: mapping key "a" already defined at [1:1]`},
		{"anchor", "a: &x 1\n", "1:4: found an anchor (&): want plain text, a number, a list or a mapping"},
		{"alias", "a: [*x]\n", "1:5: found an alias (*): want plain text, a number, a list or a mapping"},
		{"merge", "a: {<<: {b: 1}}\n", "1:5: found a merge key (<<): want plain text, a number, a list or a mapping"},
		{"tag", "a: !!str 5\n", "1:4: found a tag (!): want plain text, a number, a list or a mapping"},
		{"block", "a: |\n  text\n", "1:4: found a block of text (| or >): want plain text, a number, a list or a mapping"},
		{"deep list", "a: " + strings.Repeat("[", 100000), "1:104: lists and mappings within each other: at most 100"},
		{"deep mapping", strings.Repeat("{a: ", 100000), "1:401: lists and mappings within each other: at most 100"},
		{"deep dashes", "\n" + strings.Repeat("- ", 100000), "2:201: lists and mappings within each other: at most 100"},
		{"far in", strings.Repeat(" ", 100000), "1:1002: lists and mappings within each other: at most 100"},
	} {
		f, err := Parse([]byte(c.src))
		if c.want == "" {
			require.NoError(t, err, c.name)
			assert.Len(t, f.Docs, 1, c.name)
			continue
		}
		assert.EqualError(t, err, c.want, c.name)
	}
}
