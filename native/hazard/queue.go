package hazard

import "container/heap"

// queue is the nodes that are to be walked, those of the first instructions first: without
// loops each comes when all that leads to it has been walked.
type queue struct {
	of   []int32 // instruction of a node
	list []int32
	has  []bool // by node
}

func newQueue(of []int32) *queue { return &queue{of: of, has: make([]bool, len(of)+1)} }

// put adds a node that is not in the queue.
func (q *queue) put(n int32) {
	if !q.has[n] {
		q.has[n] = true
		heap.Push(q, n)
	}
}

// take gives the first node.
func (q *queue) take() int32 {
	n := heap.Pop(q).(int32)
	q.has[n] = false
	return n
}

// Len, Less, Swap, Push and Pop are heap.Interface.
func (q *queue) Len() int { return len(q.list) }

// Less puts the end, which has no instruction, last.
func (q *queue) Less(i, j int) bool {
	a, b := q.list[i], q.list[j]
	if x, y := q.inst(a), q.inst(b); x != y {
		return x < y
	}
	return a < b
}

func (q *queue) inst(n int32) int32 {
	if int(n) == len(q.of) {
		return n
	}
	return q.of[n]
}

// Swap exchanges two.
func (q *queue) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }

// Push adds a node at the end.
func (q *queue) Push(n any) { q.list = append(q.list, n.(int32)) }

// Pop takes the node at the end.
func (q *queue) Pop() any {
	n := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return n
}
