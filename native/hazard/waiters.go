package hazard

import (
	"encoding/binary"
	"sort"
)

// waiters are the instructions at which lanes wait, by index, rising, four bytes each: a text, so
// that what is in flight can be compared, and can share it. Loops that a compiler unrolls are ifs in
// ifs, with lanes that wait at the end of each.
type waiters string

// maxWaiters bounds them: Intel's code of a ray march for tgl has 48 ifs in each other.
const maxWaiters = 128

const placeSize = 4

func (p waiters) count() int { return len(p) / placeSize }

func (p waiters) at(k int) int32 {
	return int32(binary.BigEndian.Uint32([]byte(p[k*placeSize : (k+1)*placeSize])))
}

// find is where a place is, or would be.
func (p waiters) find(place int32) (k int, ok bool) {
	k = sort.Search(p.count(), func(k int) bool { return p.at(k) >= place })
	return k, k < p.count() && p.at(k) == place
}

// with adds a place; ok is false when there are too many.
func (p waiters) with(place int32) (out waiters, ok bool) {
	k, has := p.find(place)
	if has {
		return p, true
	}
	if p.count() >= maxWaiters {
		return p, false
	}
	var text [placeSize]byte
	binary.BigEndian.PutUint32(text[:], uint32(place))
	return p[:k*placeSize] + waiters(text[:]) + p[k*placeSize:], true
}

// without takes a place away, and reports whether it was there.
func (p waiters) without(place int32) (out waiters, was bool) {
	k, has := p.find(place)
	if !has {
		return p, false
	}
	return p[:k*placeSize] + p[(k+1)*placeSize:], true
}
