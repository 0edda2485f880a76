package schedule

// queue is a heap of instructions, the least key first, and of equal ones the first of the text.
type queue struct {
	list []entry
}

type entry struct {
	key  int
	insn int32
}

func (e entry) before(o entry) bool {
	return e.key < o.key || e.key == o.key && e.insn < o.insn
}

func (q *queue) len() int { return len(q.list) }

func (q *queue) first() entry { return q.list[0] }

func (q *queue) push(key int, insn int32) {
	q.list = append(q.list, entry{key, insn})
	for k := len(q.list) - 1; k > 0; {
		up := (k - 1) / 2
		if !q.list[k].before(q.list[up]) {
			return
		}
		q.list[k], q.list[up] = q.list[up], q.list[k]
		k = up
	}
}

func (q *queue) pop() entry {
	out, end := q.list[0], len(q.list)-1
	q.list[0] = q.list[end]
	q.list = q.list[:end]
	for k := 0; ; {
		least := k
		for _, down := range [...]int{2*k + 1, 2*k + 2} {
			if down < end && q.list[down].before(q.list[least]) {
				least = down
			}
		}
		if least == k {
			return out
		}
		q.list[k], q.list[least] = q.list[least], q.list[k]
		k = least
	}
}
