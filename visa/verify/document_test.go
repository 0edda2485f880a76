//go:build oracle

package verify_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
)

// document compares the table of docs/verifier.md with what both said of all changes, and
// holds what is left without a cause to 5 of 100.
func document(t *testing.T, all []verdict) {
	same, refused, left, counts := 0, 0, 0, map[*cause]int{}
	for i := range all {
		v := &all[i]
		switch {
		case v.agree():
			same++
			if v.ours != "" {
				refused++
			}
		default:
			c := explained(v.ours, v.theirs)
			if c == nil {
				left++
				t.Logf("no cause: ours %q, the finalizer %q: %s: %s", v.ours, v.theirs, v.family, v.what)
				continue
			}
			counts[c]++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| changed programs | %d |\n| --- | ---: |\n", len(all))
	fmt.Fprintf(&b, "| both accept | %d |\n| both refuse | %d |\n", same-refused, refused)
	fmt.Fprintf(&b, "| differ, with a cause below | %d |\n| differ, without | %d |\n", len(all)-same-left, left)
	fmt.Fprintf(&b, "| the same, of those without a cause | %.1f %% |\n\n", 100*float64(same)/float64(same+left))
	b.WriteString("| changes | refused by | because of | right | why |\n| ---: | --- | --- | --- | --- |\n")
	for i := range causes {
		c := &causes[i]
		if counts[c] == 0 {
			continue // the cases of the rules have it
		}
		by, what := "us", c.ours
		if c.theirs != "" {
			by, what = "the tool", "`"+strings.NewReplacer("|", "\\|").Replace(c.theirs)+"`"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n", counts[c], by, what, c.right, c.why)
	}
	if *everyMutant {
		floor.Table(t, filepath.Join(corpus.Root(), "docs", "verifier.md"), "mutations", b.String())
	} else {
		floor.Exact(t, fmt.Sprintf("first %d changes with the same verdict", len(all)), same)
		floor.Exact(t, fmt.Sprintf("first %d changes whose verdicts differ for a cause", len(all)), len(all)-same-left)
	}
	if 100*left > 5*(same+left) {
		t.Errorf("%d of %d verdicts differ without a cause: want at most 5 of 100", left, same+left)
	}
}
