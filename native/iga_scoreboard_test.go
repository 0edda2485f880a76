//go:build oracle

package native_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
)

// igaSilent is what iga64 prints of codes that say nothing, or what no code may say: nothing, distances of tgl above 7, a
// distance of 0.
var igaSilent = regexp.MustCompile(`^(|@[89]|@1[0-5]|A?@0,\$[0-9]+(\.dst)?)$`)

// TestIGAScoreboard: every code in an instruction of each kind has the text of iga64, or is refused where iga64 refuses it or prints what no
// code may say. It knows no mtl, where df is in the math pipe.
func TestIGAScoreboard(t *testing.T) {
	n := 0
	for _, c := range boardForms {
		if c.target == native.MTL {
			continue
		}
		word := assembleOne(t, c.target, c.text)
		for b := range 256 {
			word[1] = byte(b)
			in, _, err := native.Decode(c.target, word)
			text, refused := igaBoard(t, c.target, word)
			switch {
			case err != nil:
				assert.True(t, refused || igaSilent.MatchString(text), "%v %s %#x: %q", c.target, c.text, b, text)
			default:
				n++
				assert.False(t, refused, "%v %s %#x", c.target, c.text, b)
				assert.Equal(t, in.Scoreboard(c.target), text, "%v %s %#x", c.target, c.text, b)
			}
		}
	}
	assert.Equal(t, 3*168+4*196, n, "codes that both have")
}

// igaBoard is what iga64 prints between braces.
func igaBoard(t *testing.T, target native.Target, word []byte) (text string, refused bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "code.krn")
	require.NoError(t, os.WriteFile(file, word, 0o600))
	cmd := exec.Command("iga64", "-d", oracle.Platform(target), "--output-on-fail", file)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, _ := cmd.Output()
	line, _, _ := strings.Cut(string(out), "//")
	if _, in, ok := strings.Cut(line, "{"); ok {
		text, _, _ = strings.Cut(in, "}")
	}
	return text, strings.Contains(messages.String(), "error")
}
