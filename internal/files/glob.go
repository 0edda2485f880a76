package files

import "strings"

// GlobQuote makes a path a pattern that only it matches.
func GlobQuote(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
