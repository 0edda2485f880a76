package dispatch

import (
	"fmt"
	"unsafe"
)

// Barrier counts arrivals of a group's threads. When as many have signalled as it waits for,
// those of this round get one notification each (n0 += 1). It waits for all threads of the
// group until a signal gives it another number (Broxton PRM vol. 6, Message Gateway, M0.2).
type Barrier struct {
	threads  int
	count    int // signals that end a round
	arrived  int
	came     []bool // by thread: it is among those that have arrived
	notified []int
}

// Where code of another kind finds in a barrier how many have come, and how many end a round.
const (
	BarrierArrived = unsafe.Offsetof(Barrier{}.arrived)
	BarrierCount   = unsafe.Offsetof(Barrier{}.count)
)

// Of is what the barrier knows of thread index: whether it has come in this round, and its notifications; nil of one that is
// not of its group.
func (b *Barrier) Of(index int) (came *bool, notified *int) {
	if index >= len(b.came) {
		return nil, nil
	}
	return &b.came[index], &b.notified[index]
}

// CountError is a signal with a number of threads that its barrier cannot wait for.
type CountError struct {
	Count   int // what the signal says
	Threads int // of the group
	Stored  int // what the round that it comes to waits for; 0 when it is the first
}

// Error names the numbers.
func (e *CountError) Error() string {
	if e.Stored != 0 {
		return fmt.Sprintf("a signal for a barrier of %d threads, which others have signalled as one of %d: want the same number from all threads of a round", e.Count, e.Stored)
	}
	return fmt.Sprintf("a signal for a barrier of %d threads: legal are 1 to the group's %d", e.Count, e.Threads)
}

// Reset prepares the barrier for a group of n threads.
func (b *Barrier) Reset(n int) {
	b.threads, b.count, b.arrived = n, n, 0
	if cap(b.notified) < n {
		b.notified, b.came = make([]int, n), make([]bool, n)
	}
	b.notified, b.came = b.notified[:n], b.came[:n]
	clear(b.notified)
	clear(b.came)
}

// Expect sets how many threads this round and later ones wait for, from the signal that
// comes next; a *CountError is a number that cannot be.
func (b *Barrier) Expect(count int) error {
	switch {
	case count < 1 || count > b.threads:
		return &CountError{Count: count, Threads: b.threads}
	case b.arrived > 0 && count != b.count:
		return &CountError{Count: count, Threads: b.threads, Stored: b.count}
	}
	b.count = count
	return nil
}

// Signal records the arrival of thread index.
func (b *Barrier) Signal(index int) {
	b.arrived++
	b.came[index] = true
	if b.arrived < b.count {
		return
	}
	for i, came := range b.came {
		if came || b.count == b.threads {
			b.notified[i]++
		}
	}
	b.arrived = 0
	clear(b.came)
}

// Take consumes a notification of thread index; false means it must wait.
func (b *Barrier) Take(index int) bool {
	if b.notified[index] == 0 {
		return false
	}
	b.notified[index]--
	return true
}

// Count is how many notifications thread index has.
func (b *Barrier) Count(index int) int { return b.notified[index] }

// Clear drops notifications of thread index (a write of 0 to n0).
func (b *Barrier) Clear(index int) { b.notified[index] = 0 }
