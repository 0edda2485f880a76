package dispatch

// MaxNeeds is how many threads a thread can depend on: those of its thread dependency registers
// (Ivy Bridge PRM vol. 4 part 3, 3.3.3.11).
const MaxNeeds = 8

// Needs are threads that a thread depends on, by their slots in its group; -1 is none. Each is
// lower than the thread's own.
type Needs [MaxNeeds]int

// Dependent are payloads whose threads depend on others of their group, which are those in
// flight at the same time, and through these on all groups before. Such groups run one behind the
// other, the threads of each beginning with the last, so that what a thread does not wait
// for is not there; they have no barrier.
type Dependent interface {
	Payloads
	Depends() bool // false: they are like other payloads
	Needs(group [3]uint32, thread int) Needs
}

// Needs is the number of the i-th thread that the thread depends on, and whether that has not
// ended; 0 and false for none.
func (t *Thread) Needs(i int) (id uint32, inFlight bool) {
	if t.needs == nil || t.needs[i] < 0 {
		return 0, false
	}
	on := t.needs[i]
	return uint32(int(t.ID) - t.Index + on), !t.Group.done[on]
}

// Depends says that the thread is of a launch whose threads depend on others.
func (t *Thread) Depends() bool { return t.needs != nil }

// dependent says whether payloads are Dependent.
func dependent(p Payloads) (Dependent, bool) {
	d, ok := p.(Dependent)
	if !ok || !d.Depends() {
		return nil, false
	}
	return d, true
}

// need asks what thread i of the group depends on.
func (s *stepper) need(i int) {
	if s.dependent == nil {
		return
	}
	needs := s.dependent.Needs(s.group.ID, i)
	s.threads[i].needs = &needs
}

// slot is the thread whose turn it is.
func (s *stepper) slot() int {
	if s.dependent != nil {
		return s.at.n - 1 - s.at.turn
	}
	return s.at.turn
}
