package specs

import "embed"

// FS is the pages as they were when the program was built: visa/*.md, eu/*.md.
//
//go:embed visa/*.md eu/*.md
var FS embed.FS
