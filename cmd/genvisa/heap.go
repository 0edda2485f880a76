package main

import (
	"runtime"
	"runtime/debug"
)

// firstHeap is how large the heap may grow before memory is collected for the
// first time, as a percentage of Go's 4 MB: most commands end before that.
const firstHeap = 800

// collectLate puts the first collection off. From then on the heap grows as Go
// has it.
func collectLate() {
	usual := debug.SetGCPercent(firstHeap)
	if usual != 100 {
		debug.SetGCPercent(usual) // the user's GOGC
		return
	}
	type mark struct{ _ [16]byte }
	runtime.AddCleanup(&mark{}, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
