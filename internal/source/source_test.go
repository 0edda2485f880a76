package source

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		line           Line
		text, behind   string
		known          bool
		marshalledText string
	}{
		{Line{"/src/k.cl", 17}, "k.cl:17", " (k.cl:17)", true, `{"source_file":"/src/k.cl","source_line":17}`},
		{Line{`C:\src\k.cl`, 1}, "k.cl:1", " (k.cl:1)", true, `{"source_file":"C:\\src\\k.cl","source_line":1}`},
		{Line{"k\x1b[2J", 2}, `"k\x1b[2J":2`, ` ("k\x1b[2J":2)`, true, `{"source_file":"k\u001b[2J","source_line":2}`},
		{Line{"", 3}, "line 3", " (line 3)", true, `{"source_line":3}`},
		{Line{"k.cl", 0}, "", "", false, `{"source_file":"k.cl"}`},
		{Line{}, "", "", false, `{}`},
	} {
		assert.Equal(t, c.text, c.line.String())
		assert.Equal(t, c.behind, c.line.Behind())
		assert.Equal(t, c.known, c.line.Known())
		b, err := json.Marshal(c.line)
		require.NoError(t, err)
		assert.Equal(t, c.marshalledText, string(b))
	}
}
