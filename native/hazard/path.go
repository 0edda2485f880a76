package hazard

import "slices"

// Path is a chain of instructions of which each waits for the one before.
type Path struct {
	Clocks uint64 // until the last has issued
	Links  []Link
}

// Link is one of them. Wait.Clocks is what lies between the one before and this: how long
// that takes, or keeps registers that it reads.
type Link struct {
	Inst int32
	Wait
}

// Longest is the longest path through a program that runs each instruction once, in order:
// what no thread that runs it so is faster than, however many instructions issue at once.
// Registers alone make instructions wait, and none waits for what comes behind it.
func Longest(p *Timing) Path {
	var c Clock
	c.Start(p)
	n := len(p.insts)
	links, at := make([]Link, n), make([]uint64, n)
	end, clocks := -1, uint64(0)
	for i := range p.insts {
		at[i] = c.ready(&p.insts[i], 0)
		links[i] = Link{int32(i), c.Last}
		if at[i] > 0 {
			links[i].Clocks = at[i] - at[c.Last.By]
		}
		c.results(int32(i), at[i], 0)
		if done := at[i] + uint64(p.insts[i].cost.Issue); done > clocks {
			end, clocks = i, done
		}
	}
	path := Path{Clocks: clocks}
	for i := end; i >= 0; i = int(links[i].By) {
		path.Links = append(path.Links, links[i])
		if links[i].Clocks == 0 {
			break
		}
	}
	slices.Reverse(path.Links)
	return path
}
