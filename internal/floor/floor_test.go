package floor

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// log is a test that remembers what it was told.
type log struct {
	testing.TB
	said string
}

func (l *log) Helper()                   {}
func (l *log) Fatal(a ...any)            { l.said = fmt.Sprint(a...) }
func (l *log) Fatalf(f string, a ...any) { l.said = fmt.Sprintf(f, a...) }
func (l *log) Errorf(f string, a ...any) {
	if l.said == "" {
		l.said = fmt.Sprintf(f, a...)
	}
}

func TestExact(t *testing.T) {
	t.Chdir(t.TempDir())
	defer func(u bool) { *update = u }(*update)
	*update = false
	say := func(name string, n int) string {
		l := &log{TB: t}
		Exact(l, name, n)
		return l.said
	}
	assert.Contains(t, say("rows", 5), "no number")
	*update = true
	assert.Empty(t, say("rows", 5))
	*update = false
	b, err := os.ReadFile("testdata/floors.txt")
	require.NoError(t, err)
	assert.Equal(t, "rows = 5\n", string(b))
	require.NoError(t, os.WriteFile("testdata/floors.txt", []byte("rows = 5\n"), 0o644))
	assert.Empty(t, say("rows", 5))
	assert.Contains(t, say("rows", 4), "fewer than the 5")
	assert.Contains(t, say("rows", 6), "more than the 5")
	require.NoError(t, os.WriteFile("testdata/floors.txt", []byte("rows = x\n"), 0o644))
	assert.Contains(t, say("rows", 5), "floors.txt:1:")
}

func TestTable(t *testing.T) {
	t.Chdir(t.TempDir())
	defer func(u bool) { *update = u }(*update)
	*update = false
	say := func(name, text string) string {
		l := &log{TB: t}
		Table(l, "doc.md", name, text)
		return l.said
	}
	assert.Contains(t, say("rows", "a\n"), "doc.md")
	require.NoError(t, os.WriteFile("doc.md", []byte("x\n<!-- rows -->\nb\n<!-- /rows -->\ny\n"), 0o644))
	assert.Contains(t, say("lines", "a\n"), "has no part")
	assert.Contains(t, say("rows", "a\n"), "-update")
	*update = true
	assert.Empty(t, say("rows", "a\n"))
	*update = false
	assert.Empty(t, say("rows", "a\n"))
	b, err := os.ReadFile("doc.md")
	require.NoError(t, err)
	assert.Equal(t, "x\n<!-- rows -->\na\n<!-- /rows -->\ny\n", string(b))
}
