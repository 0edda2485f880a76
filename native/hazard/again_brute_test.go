package hazard

import (
	"maps"
	"slices"
)

// again is a second checker of programs that differ from one in a single instruction: of each
// producer's walk it keeps what it found and which instructions it came to, and walks anew only
// where the changed one is among them.
type again struct {
	*brute
	found map[int32]map[pair]bool // by node of a producer, where there is something
	comes [][]int32               // by instruction: nodes whose walks come to it, its own among them
}

// newAgain walks from all producers of the program as it is.
func newAgain(b *brute) *again {
	a := &again{brute: b, found: map[int32]map[pair]bool{}, comes: make([][]int32, len(b.insts))}
	for n, p := range b.of {
		if !b.reach[n] || !b.reads[p].any && !b.write[p].any {
			continue
		}
		node := int32(n)
		met := map[int]bool{int(p): true}
		b.sees = func(at int) { met[at] = true }
		out := map[pair]bool{}
		b.follow(node, out)
		if len(out) > 0 {
			a.found[node] = out
		}
		for at := range met {
			a.comes[at] = append(a.comes[at], node)
		}
	}
	b.sees = nil
	return a
}

// changed lists all pairs of the program with another instruction i, of which nothing but its
// scoreboard code may differ.
func (a *again) changed(i int) map[pair]bool {
	out := map[pair]bool{}
	for node, pairs := range a.found {
		if !slices.Contains(a.comes[i], node) {
			maps.Copy(out, pairs)
		}
	}
	for _, node := range a.comes[i] {
		a.follow(node, out)
	}
	return out
}
