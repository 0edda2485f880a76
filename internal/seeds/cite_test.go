package seeds

import (
	"fmt"
	"strings"
)

// cite is what a comment of a test names: a document, and chapters of it with other words.
type cite struct{ document, text string }

// parseCites reads what stands behind "seed: ": documents with chapters, apart by ";". Without a document
// of its own a part is of the one before.
func parseCites(text string) (out []cite, err error) {
	last := ""
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		for _, d := range documents {
			for _, called := range d.called {
				if rest, ok := strings.CutPrefix(part, called); ok && (rest == "" || rest[0] == ' ' || rest[0] == ',') {
					last, part = d.name, strings.TrimLeft(rest, " ,")
				}
			}
		}
		if last == "" || part == "" {
			return nil, fmt.Errorf("seed %q: want a document, such as %s, and a chapter", text, documents[0].name)
		}
		out = append(out, cite{last, part})
	}
	return out, nil
}

// names says that the chapter stands at the beginning or behind a comma, and ends there.
func (c cite) names(chapter string) bool {
	for text := c.text; ; {
		if rest, ok := strings.CutPrefix(text, chapter); ok && (rest == "" || strings.ContainsRune(" ,(:", rune(rest[0]))) {
			return true
		}
		_, rest, ok := strings.Cut(text, ", ")
		if !ok {
			return false
		}
		text = rest
	}
}
