package verify_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestRuleTable: docs/verifier.md lists the rules.
func TestRuleTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| rule | what holds | from |\n| --- | --- | --- |\n")
	for _, r := range verify.Rules() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.ID, r.Doc, r.Cite)
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "verifier.md"), "rules", b.String())
}
