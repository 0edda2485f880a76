package floor

import (
	"os"
	"strings"
	"testing"
)

// Table compares the part of a document between the comments <!-- name --> and
// <!-- /name -->, each on a line of its own, with text; with -update it writes it.
func Table(tb testing.TB, path, name, text string) {
	tb.Helper()
	src, err := os.ReadFile(path)
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	head, rest, ok := strings.Cut(string(src), begin)
	old, tail, closed := strings.Cut(rest, end)
	switch {
	case err != nil:
		tb.Fatal(err)
	case !ok || !closed:
		tb.Fatalf("%s has no part between %q and %q", path, begin, end)
	case old == text:
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+text+end+tail), 0o644); err != nil {
			tb.Fatal(err)
		}
	default:
		tb.Errorf("the part %s of %s is not what the test finds: -update writes it\nfound:\n%s\nwritten:\n%s", name, path, text, old)
	}
}
