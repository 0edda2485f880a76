package regalloc

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMeet: runs of points have their end beside them, so that neighbours do not meet.
func TestMeet(t *testing.T) {
	p := []stay{{2, 4}, {10, 20}, {30, 31}}
	for _, c := range []struct {
		q    []stay
		want bool
	}{
		{nil, false},
		{[]stay{{0, 2}}, false},
		{[]stay{{0, 3}}, true},
		{[]stay{{3, 4}}, true},
		{[]stay{{4, 10}, {20, 30}, {31, 40}}, false},
		{[]stay{{4, 10}, {20, 30}, {31, 40}, {50, 60}}, false},
		{[]stay{{4, 10}, {20, 31}, {31, 40}, {50, 60}}, true},
		{[]stay{{0, 100}}, true},
		{[]stay{{19, 20}}, true},
	} {
		assert.Equal(t, c.want, meet(p, c.q), "%v", c.q)
		assert.Equal(t, c.want, meet(c.q, p), "%v", c.q)
	}
}

// TestHomes: what does not live at once shares scratch memory, at the lowest place with
// room for all of it.
func TestHomes(t *testing.T) {
	h := &homes{base: 7}
	for _, c := range []struct {
		stays []stay
		size  int32
		want  int32
	}{
		{[]stay{{0, 10}}, 2, 7},
		{[]stay{{30, 40}, {5, 6}}, 1, 9},
		{[]stay{{10, 20}}, 1, 7},
		{[]stay{{6, 20}}, 1, 9},
		{[]stay{{10, 12}}, 2, 10},
		{[]stay{{20, 30}}, 4, 7},
		{[]stay{{11, 12}}, 3, 12},
	} {
		at := h.place(c.stays, c.size)
		assert.Equal(t, c.want, at, "%v", c.stays)
		h.take(c.stays, at, c.size)
	}
	assert.Equal(t, []stay{{0, 30}}, h.taken[0])
	assert.Len(t, h.taken, 8)
}
