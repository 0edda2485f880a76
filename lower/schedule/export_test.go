package schedule

import "github.com/genvisa/genvisa/native"

// RunWithout is Run that forgets an edge of the graph: the one of that number. It says how many there were.
func RunWithout(p *native.Program, t native.Target, o Options, edge int) (edges int) {
	s := newScheduler(p, t, o)
	s.orderer.forget = edge + 1
	s.blocks(p)
	return s.orderer.edges
}
