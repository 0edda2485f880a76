package launch

import "github.com/genvisa/genvisa/sim/abi"

// maxGroupThreads is the most threads of a group: those of 1024 work items at SIMD8, as
// of OpenCL launches.
const maxGroupThreads = 128

// GroupThreads is the number of threads in each group, 1 or more.
func (n *Native) GroupThreads() int { return max(n.Group, 1) }

// groups reads what the threads of a group share, and what each of them has beside it.
func (r *nativeReader) groups() (err error) {
	if at, ok := r.at["slm"]; ok {
		if r.n.SLM, err = at.integer(0, abi.MaxSLM); err != nil {
			return err
		}
	}
	if at, ok := r.at["group_threads"]; ok {
		if r.n.Group, err = at.integer(1, maxGroupThreads); err != nil {
			return err
		}
	}
	at, ok := r.at["per_thread"]
	if !ok {
		return nil
	}
	if r.n.Each, err = r.list(at); err != nil {
		return err
	}
	if !r.has("group_threads") {
		r.n.Group = len(r.n.Each)
	}
	return nil
}

// checkGroups checks the threads that share local memory and a barrier.
func (n *Native) checkGroups(at func(part string) node) error {
	threads := n.GroupThreads()
	switch {
	case n.SLM < 0 || n.SLM > abi.MaxSLM:
		return at("slm").errorf("%d bytes of local memory: legal are 0 to %d", n.SLM, abi.MaxSLM)
	case len(n.Each) > maxGroupThreads:
		return at("per_thread").errorf("%d threads of a group: legal are 1 to %d", len(n.Each), maxGroupThreads)
	case n.Group < 0 || n.Group > maxGroupThreads:
		return at("group_threads").errorf("%d threads of a group: legal are 1 to %d", n.Group, maxGroupThreads)
	case n.Threads != nil && n.Each != nil:
		return at("per_thread").errorf("threads lists all threads and per_thread those of every group: want one of them")
	case n.Threads != nil && len(n.Threads)%threads != 0:
		return at("threads").errorf("%d threads: want groups of %d", len(n.Threads), threads)
	case n.Each == nil:
		return nil
	case len(n.Each) != threads:
		return at("per_thread").errorf("%d entries: want one for each of the %d threads of a group", len(n.Each), threads)
	}
	return n.checkThreads(n.Each, at("per_thread"))
}
