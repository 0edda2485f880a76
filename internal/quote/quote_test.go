package quote

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestName: what a terminal obeys is escaped, what it shows is not.
func TestName(t *testing.T) {
	for _, c := range []struct{ in, name, lines string }{
		{"", "", ""},
		{"saxpy", "saxpy", "saxpy"},
		{`a\nb "c" µ×→`, `a\nb "c" µ×→`, `a\nb "c" µ×→`},
		{"a\nb\tc", `a\nb\tc`, "a\nb\tc"},
		{"\x1b[31mred\x00\r", `\x1b[31mred\x00\r`, `\x1b[31mred\x00\r`},
		{"\x7f\u0085\u202e\u2028", `\x7f\u0085\u202e\u2028`, `\x7f\u0085\u202e\u2028`},
		{"\xff\xc3", `\xff\xc3`, `\xff\xc3`},
		{"\ufffd", "\ufffd", "\ufffd"},
	} {
		assert.Equal(t, c.name, Name(c.in))
		assert.Equal(t, c.lines, Lines(c.in))
		assert.Equal(t, c.name, Name(c.name), "again")
		text, err := json.Marshal(c.in)
		require.NoError(t, err)
		assert.Equal(t, string(JSON(text)), Name(string(JSON(text))))
		var back, want string
		require.NoError(t, json.Unmarshal(JSON(text), &back))
		require.NoError(t, json.Unmarshal(text, &want))
		assert.Equal(t, want, back)
		for size := 1; size <= 4; size++ {
			var b strings.Builder
			w := NewWriter(&b)
			for at := 0; at < len(c.in); at += size {
				_, err := w.Write([]byte(c.in[at:min(at+size, len(c.in))]))
				require.NoError(t, err)
			}
			require.NoError(t, w.Flush())
			assert.Equal(t, c.lines, b.String(), "in pieces of %d", size)
		}
	}
}
