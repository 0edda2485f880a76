package media

import (
	"fmt"
	"strings"
)

// Entries is how many relative positions a scoreboard has, and how many threads a thread
// can depend on.
const Entries = 8

// Dependencies are the threads that a thread depends on, by entry of the scoreboard and by
// their place in the order of dispatch; -1 is none.
type Dependencies [Entries]int32

// TwiceError is a place that two threads have, so that the scoreboard cannot tell them apart.
type TwiceError struct{ Thread Thread }

// Error names the place.
func (e *TwiceError) Error() string {
	return fmt.Sprintf("two threads are at %v: the scoreboard knows a thread by its place", e.Thread)
}

// CycleError is threads each of which depends on the next, and the last on the first.
type CycleError struct{ Threads []Thread }

// maxNamed is how many threads of a cycle its error names.
const maxNamed = 8

// Error names the first threads.
func (e *CycleError) Error() string {
	var names []string
	for _, t := range e.Threads[:min(len(e.Threads), maxNamed)] {
		names = append(names, t.String())
	}
	if more := len(e.Threads) - maxNamed; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("a cycle of dependencies: %s, and that on the first", strings.Join(names, " depends on "))
}

// LaterError is a thread that depends on one behind it in the order of dispatch: the
// scoreboard sees only threads that are in flight.
type LaterError struct{ Thread, On Thread }

// Error names both.
func (e *LaterError) Error() string {
	return fmt.Sprintf("the thread at %v depends on the one at %v, which is dispatched later: a dependency that is never met", e.Thread, e.On)
}

// Depend finds what each of the threads depends on: for each entry the thread of its color at
// its position and the entry's, where there is one. A *TwiceError is threads that a scoreboard
// cannot tell apart, a *CycleError or a *LaterError dependencies that cannot be met.
func Depend(threads []Thread, entries []XY) ([]Dependencies, error) {
	at := make(map[Thread]int32, len(threads))
	for i, t := range threads {
		if _, ok := at[t]; ok {
			return nil, &TwiceError{t}
		}
		at[t] = int32(i)
	}
	out := make([]Dependencies, len(threads))
	var later error
	for i, t := range threads {
		for e := range out[i] {
			out[i][e] = -1
			if e >= len(entries) {
				continue
			}
			on, ok := at[Thread{t.At.plus(entries[e], 1), t.Color}]
			if !ok {
				continue
			}
			if out[i][e] = on; on >= int32(i) && later == nil {
				later = &LaterError{t, threads[on]}
			}
		}
	}
	if later == nil {
		return out, nil
	}
	if found := cycle(out); found != nil {
		e := &CycleError{}
		for _, i := range found {
			e.Threads = append(e.Threads, threads[i])
		}
		return nil, e
	}
	return nil, later
}

// Colors of threads in the search for a cycle.
const (
	unseen uint8 = iota
	onPath
	finished
)

// cycle is the first cycle that a search in the order of dispatch comes to; nil for none.
func cycle(needs []Dependencies) []int32 {
	seen := make([]uint8, len(needs))
	next := make([]uint8, len(needs)) // entry to follow
	for start := range needs {
		if seen[start] != unseen {
			continue
		}
		path := []int32{int32(start)}
		seen[start] = onPath
		for len(path) > 0 {
			i := path[len(path)-1]
			if next[i] == Entries {
				seen[i], path = finished, path[:len(path)-1]
				continue
			}
			on := needs[i][next[i]]
			next[i]++
			switch {
			case on < 0 || seen[on] == finished:
			case seen[on] == onPath:
				for k := range path {
					if path[k] == on {
						return path[k:]
					}
				}
			default:
				seen[on], path = onPath, append(path, on)
			}
		}
	}
	return nil
}
