package main

import (
	"runtime"
	"runtime/debug"

	_ "github.com/genvisa/genvisa/internal/heap" // large pages
)

// Go collects memory for the first time when the heap has leastHeap bytes. Here it may grow
// to smallHeap before each collection: most commands end before that.
const (
	leastHeap = 4 << 20
	smallHeap = 64 << 20
)

// collectLate puts collections off while the heap is small. A larger one grows as Go has it.
func collectLate() {
	usual := debug.SetGCPercent(smallHeap / leastHeap * 100)
	if usual != 100 {
		debug.SetGCPercent(usual) // the user's GOGC
		return
	}
	afterCollection()
}

// afterCollection has the next collection, and each one behind it, wait for smallHeap or
// twice what is alive, whichever is more.
func afterCollection() {
	type mark struct{ _ [16]byte }
	runtime.AddCleanup(&mark{}, func(struct{}) {
		debug.SetGCPercent(growth(liveBytes()))
		afterCollection()
	}, struct{}{})
}

// growth is by how many percent a heap of so many live bytes may grow.
func growth(live uint64) int {
	if live > smallHeap/2 {
		return 100
	}
	return int(100*smallHeap/max(live, leastHeap)) - 100
}

// liveBytes is what is alive, shortly after a collection.
func liveBytes() uint64 {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}
