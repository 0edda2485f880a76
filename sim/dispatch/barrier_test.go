package dispatch

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// TestBarrierCount: the number of threads that a signal gives is what its round and later
// ones wait for; those of the round alone go on.
//
// seed: Broxton vol. 6 Message Payload
func TestBarrierCount(t *testing.T) {
	var b Barrier
	b.Reset(4)
	ready := func() (out []int) {
		for i := range 4 {
			if b.Take(i) {
				out = append(out, i)
			}
		}
		return out
	}
	assert.NoError(t, b.Expect(2))
	b.Signal(3)
	assert.Empty(t, ready())
	assert.EqualError(t, b.Expect(3), "a signal for a barrier of 3 threads, which others have signalled as one of 2: want the same number from all threads of a round")
	assert.NoError(t, b.Expect(2))
	b.Signal(1)
	assert.Equal(t, []int{1, 3}, ready())
	b.Signal(0) // the stored number
	assert.Empty(t, ready())
	b.Signal(2)
	assert.Equal(t, []int{0, 2}, ready())
	assert.NoError(t, b.Expect(1))
	b.Signal(2)
	assert.Equal(t, []int{2}, ready())
	for _, n := range []int{0, 5, 63} {
		assert.ErrorContains(t, b.Expect(n), "legal are 1 to the group's 4")
	}
	b.Reset(4)
	for i := range 4 {
		assert.Empty(t, ready())
		b.Signal(i)
	}
	assert.Equal(t, []int{0, 1, 2, 3}, ready(), "all threads of a new group")
}

// TestBarrierOf: what a barrier knows of a thread lies where it says.
func TestBarrierOf(t *testing.T) {
	var b Barrier
	b.Reset(2)
	came, notified := b.Of(1)
	b.Signal(1)
	assert.True(t, *came)
	assert.Equal(t, 1, *(*int)(unsafe.Add(unsafe.Pointer(&b), BarrierArrived)))
	assert.Equal(t, 2, *(*int)(unsafe.Add(unsafe.Pointer(&b), BarrierCount)))
	b.Signal(0)
	assert.False(t, *came)
	assert.Equal(t, 1, *notified)
	came, notified = b.Of(2)
	assert.Nil(t, came)
	assert.Nil(t, notified)
}
