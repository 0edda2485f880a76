package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/genvisa/genvisa/internal/heap"
)

// Go collects memory for the first time when the heap has leastHeap bytes. Here it may grow
// to smallHeap before each collection: most commands end before that.
const (
	leastHeap = 4 << 20
	smallHeap = 64 << 20
)

// Of each byte of a program the heap has about perByte, with what was collected late, and large
// pages for roomBytes of them from the start.
const perByte, roomBytes = 48, 128 << 20

// growHeap gets room for what is made of a program in a file.
func growHeap(path string) {
	if f, err := os.Stat(path); err == nil && f.Size() > roomBytes/perByte {
		heap.Room(2)
	}
}

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
