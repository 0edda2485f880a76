package agree

import (
	"fmt"
	"strconv"
	"strings"
)

// keepsLanes says that a lane owns the same bytes of a root as in all branches so
// far, for element i of an instruction at byte at + i*step. The finalizer takes a
// variable that is written on all sides of a branch for dead before, whichever
// lanes write which bytes (testdata/finalizer/lanes_moved).
func (g *gen) keepsLanes(r *root, mask string, step, at int) bool {
	if !g.intel || g.depth == 0 || strings.HasSuffix(mask, "_NM") {
		return true
	}
	var first int
	fmt.Sscanf(mask, "M%d", &first)
	return g.keepsLayout(r.name, mask, fmt.Sprintf("%d from %d", step, at-(first-1)*4*step))
}

// rawLanes is keepsLanes for what a message reads: n elements of size bytes for
// each lane.
func (g *gen) rawLanes(o, mask string, exec, size, n int) bool {
	name, off, _ := strings.Cut(o, ".")
	name, _, _ = strings.Cut(name, "_")
	at, err := strconv.Atoi(off)
	if err != nil || name == "%null" {
		return true
	}
	if n > 1 {
		return g.keepsLayout(name, mask, fmt.Sprintf("%d times %d of %d lanes %s at %d", n, size, exec, mask, at))
	}
	return g.keepsLanes(&root{name: name}, mask, size, at)
}

func (g *gen) keepsLayout(name, mask, layout string) bool {
	if !g.intel || g.depth == 0 || strings.HasSuffix(mask, "_NM") {
		return true
	}
	was, ok := g.owners[name]
	if !ok {
		g.owners[name] = layout
	}
	return !ok || was == layout
}
