package flow

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Block is a run of instructions that is entered at its start only.
type Block struct {
	Start, End int32   // instructions [Start, End)
	Lane       []int32 // blocks where a lane can be next
	Thread     []int32 // blocks where the thread can be next
	Wait       int32   // block at whose start the last instruction may leave lanes, or None
	Waiting    []int32 // blocks at whose start lanes may wait while this one runs, rising
	Depth      int32   // backward branches around its start, and around the calls of its routine
	Call       int32   // routine that its last instruction calls plus one, 0 for none
	Returns    bool    // it ends with the return of a routine
}

// Graph is a program as blocks, in linear order: block 0 is entered first.
type Graph struct {
	Blocks   []Block
	Of       []int32   // instruction -> its block
	Routines []Routine // what calls lead to
}

// InstError is an instruction whose flow has no answer.
type InstError struct {
	Inst int // its index
	Err  error
}

// Error begins with the index of the instruction.
func (e *InstError) Error() string { return fmt.Sprintf("instruction %d: %v", e.Inst, e.Err) }

// Unwrap is what is wrong.
func (e *InstError) Unwrap() error { return e.Err }

// New finds blocks and edges of a program with final branches for target t. The
// error is an *InstError.
func New(p *native.Program, t native.Target) (*Graph, error) {
	n := len(p.Insts)
	steps := make([]Step, n)
	leader := make([]bool, n+1)
	leader[0] = true
	for i := range steps {
		s, err := Step{}, error(nil)
		if calls(&p.Insts[i]) {
			s, err = callStep(p, i)
		} else {
			s, err = StepAt(p, t, i)
		}
		if err != nil {
			return nil, &InstError{i, err}
		}
		steps[i] = s
		if s.straight(i) && !calls(&p.Insts[i]) {
			continue
		}
		leader[i+1] = true
		for _, t := range [...]int32{s.Lane[0], s.Lane[1], s.Thread[0], s.Thread[1], s.Wait} {
			if t >= 0 && int(t) <= n {
				leader[t] = true
			}
		}
	}
	g := cut(leader, n)
	g.depth(p, steps)
	if err := g.connect(p, t, steps); err != nil {
		return nil, err
	}
	return g, nil
}

// Cut gives the blocks of a program without their edges: they end behind
// branches and before labels. Branches need not be final.
func Cut(p *native.Program) *Graph {
	n := len(p.Insts)
	leader := make([]bool, n+1)
	leader[0] = true
	for _, at := range p.Labels {
		leader[at] = true
	}
	for i := range p.Insts {
		if p.Insts[i].Op.IsBranch() {
			leader[i+1] = true
		}
	}
	return cut(leader, n)
}

func cut(leader []bool, n int) *Graph {
	count := 0
	for i := range n {
		if leader[i] {
			count++
		}
	}
	g := &Graph{Blocks: make([]Block, 0, count), Of: make([]int32, n)}
	for i := range n {
		if leader[i] {
			g.Blocks = append(g.Blocks, Block{Start: int32(i), Wait: None})
		}
		b := len(g.Blocks) - 1
		g.Of[i] = int32(b)
		g.Blocks[b].End = int32(i + 1)
	}
	return g
}

// at is the block that begins at an instruction; None for the end and for None.
func (g *Graph) at(inst int32) int32 {
	if inst < 0 || int(inst) >= len(g.Of) {
		return None
	}
	return g.Of[inst]
}

func (g *Graph) connect(p *native.Program, target native.Target, steps []Step) error {
	edges := make([]int32, 0, 4*len(g.Blocks))
	to := func(list [2]int32) []int32 {
		first := len(edges)
		for _, t := range list {
			if b := g.at(t); b != None {
				edges = append(edges, b)
			}
		}
		return edges[first:len(edges):len(edges)]
	}
	leaves := make([][]int32, len(g.Blocks)) // block where lanes wait -> where the thread goes meanwhile
	keeps := make([]int32, len(g.Blocks))    // block -> the one behind it that lanes which wait there keep the thread in
	for b := range g.Blocks {
		x := &g.Blocks[b]
		s := &steps[x.End-1]
		x.Lane, x.Thread = to(s.Lane), to(s.Thread)
		x.Returns = p.Insts[x.End-1].Op == native.OpRet
		if x.Wait = g.at(s.Wait); x.Wait != None {
			leaves[x.Wait] = append(leaves[x.Wait], x.Thread...)
		}
		keeps[b] = None
		if in := &p.Insts[x.End-1]; target.Flow(in.Op, in.Branch).When == native.FlowThere {
			keeps[b] = g.at(s.Thread[0])
		}
	}
	if err := g.findRoutines(p); err != nil {
		return err
	}
	g.wait(leaves, keeps)
	g.inherit()
	return nil
}

// wait lists, for every block, where lanes may wait while it runs: at w when the
// thread can reach the block before it reaches w, and does not have to go to w.
func (g *Graph) wait(leaves [][]int32, keeps []int32) {
	seen := make([]int32, len(g.Blocks)) // w+1 of the last search that was here
	for w, work := range leaves {
		mark := int32(w + 1)
		seen[w] = mark
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[b] == mark {
				continue
			}
			seen[b] = mark
			g.Blocks[b].Waiting = append(g.Blocks[b].Waiting, int32(w))
			if keeps[b] != int32(w) {
				work = append(work, g.inside(b)...)
			}
		}
	}
}

// depth counts the backward branches around the start of each block.
func (g *Graph) depth(p *native.Program, steps []Step) {
	change := make([]int32, len(g.Blocks)+1)
	for i := range steps {
		for _, t := range steps[i].Thread {
			if t >= 0 && int(t) <= i && !calls(&p.Insts[i]) {
				change[g.Of[t]]++
				change[g.Of[i]+1]--
			}
		}
	}
	now := int32(0)
	for b := range g.Blocks {
		now += change[b]
		g.Blocks[b].Depth = now
	}
}
