package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// step is what can follow one instruction (gen-execution 2.3): where a lane
// that is active in it can be next, where the thread can be next, and where
// lanes may be left waiting while the thread goes elsewhere. The index
// len(Insts) stands for the end; -1 for nothing.
type step struct {
	lane, thread [2]int32
	wait         int32
}

// flowKind is how an instruction moves lanes and thread.
type flowKind uint8

const (
	flowNext    flowKind = iota // all go to the next instruction
	flowIf                      // lanes split between next and JIP
	flowElse                    // lanes go to JIP, where next may hold others
	flowForward                 // endif, join: the thread may be passed on to JIP
	flowWhile
	flowBreak
	flowToUIP // cont, halt
	flowGoto
	flowJump
	flowUnsupported
)

var flowOf = [native.NumOps]flowKind{
	native.OpIf: flowIf, native.OpElse: flowElse, native.OpEndif: flowForward, native.OpJoin: flowForward,
	native.OpWhile: flowWhile, native.OpBreak: flowBreak, native.OpCont: flowToUIP, native.OpHalt: flowToUIP,
	native.OpGoto: flowGoto, native.OpJmpi: flowJump, native.OpCall: flowUnsupported, native.OpCalla: flowUnsupported,
	native.OpRet: flowUnsupported, native.OpBrc: flowUnsupported, native.OpBrd: flowUnsupported,
}

// stepAt gives the step of instruction i, following labels.
func stepAt(p *native.Program, i int) (step, error) {
	in := &p.Insts[i]
	next := int32(i + 1)
	s := step{lane: [2]int32{next, -1}, thread: [2]int32{next, -1}, wait: -1}
	if isSend(in.Op) {
		if in.Msg.EOT {
			s.lane[0], s.thread[0] = -1, -1
		}
		return s, nil
	}
	j, err := labelTarget(p, in.Label, next)
	if err != nil {
		return s, err
	}
	u, err := labelTarget(p, in.Label2, j)
	if err != nil {
		return s, err
	}
	always := in.PredCtrl == native.PredNone
	switch flowOf[in.Op] {
	case flowIf:
		s.lane[1], s.thread[1], s.wait = j, j, j
	case flowElse:
		s.lane[0], s.thread[1], s.wait = j, j, j
	case flowForward:
		s.thread[1] = j
	case flowWhile:
		s.lane[1], s.thread[1], s.wait = j, j, next
		if always {
			s.lane[0], s.wait = -1, -1
		}
	case flowBreak:
		// A broken lane waits behind the while that UIP names.
		s.lane[1], s.thread[1], s.wait = u+1, j, u+1
	case flowToUIP:
		s.lane[1], s.thread[1], s.wait = u, j, u
	case flowGoto:
		return gotoStep(s, in.Branch, int32(i), j, u)
	case flowJump:
		s.lane[1], s.thread[1] = j, j
		if always {
			s.lane[0], s.thread[0] = -1, -1
		}
	case flowUnsupported:
		return s, &UnsupportedError{in.Op.String()}
	}
	return s, nil
}

func gotoStep(s step, back bool, i, j, u int32) (step, error) {
	if back != (u <= i) {
		return s, &UnsupportedError{"goto whose BranchCtrl does not tell its direction"}
	}
	if back {
		return step{lane: [2]int32{u, j}, thread: [2]int32{u, j}, wait: j}, nil
	}
	s.lane[1], s.thread[1], s.wait = u, j, u
	return s, nil
}

func labelTarget(p *native.Program, label, none int32) (int32, error) {
	if label == 0 {
		return none, nil
	}
	if label < 0 || int(label) > len(p.Labels) {
		return 0, fmt.Errorf("label %d of %d", label, len(p.Labels))
	}
	at := p.Labels[label-1]
	if at < 0 || at > len(p.Insts) {
		return 0, fmt.Errorf("label %d names instruction %d of %d", label, at, len(p.Insts))
	}
	return int32(at), nil
}

// block is a run of instructions that is entered at its start only.
type block struct {
	start, end   int
	lane, thread []int32 // successor blocks
	wait         int32   // block at whose start lanes may be left by the last instruction, or -1
	waiting      []int32 // blocks at whose start lanes may wait while this block runs
}

// laneGraph is the program as blocks, in linear order.
type laneGraph struct {
	blocks []block
	depth  []int // loop depth per instruction
}

func newLaneGraph(p *native.Program) (*laneGraph, error) {
	n := len(p.Insts)
	steps := make([]step, n)
	leader := make([]bool, n+1)
	leader[0] = true
	for i := range steps {
		s, err := stepAt(p, i)
		if err != nil {
			return nil, fmt.Errorf("regalloc: %s: instruction %d: %w", p.Name, i, err)
		}
		steps[i] = s
		if s.lane == [2]int32{int32(i + 1), -1} && s.thread == s.lane {
			continue
		}
		leader[i+1] = true
		for _, t := range [...]int32{s.lane[0], s.lane[1], s.thread[0], s.thread[1], s.wait} {
			if t >= 0 && int(t) <= n {
				leader[t] = true
			}
		}
	}
	f := &laneGraph{depth: loopDepth(steps)}
	blockOf := make([]int32, n+1)
	for i := range n {
		if leader[i] {
			f.blocks = append(f.blocks, block{start: i})
		}
		blockOf[i] = int32(len(f.blocks) - 1)
		f.blocks[blockOf[i]].end = i + 1
	}
	blockOf[n] = -1
	f.connect(steps, blockOf)
	return f, nil
}

func (f *laneGraph) connect(steps []step, blockOf []int32) {
	to := func(list []int32, t int32) []int32 {
		if t >= 0 && int(t) < len(steps) {
			list = append(list, blockOf[t])
		}
		return list
	}
	starts := make([][]int32, len(f.blocks)) // waiting block -> where the thread goes meanwhile
	for b := range f.blocks {
		x := &f.blocks[b]
		s := &steps[x.end-1]
		for k := range 2 {
			x.lane = to(x.lane, s.lane[k])
			x.thread = to(x.thread, s.thread[k])
		}
		x.wait = -1
		for _, w := range to(nil, s.wait) {
			x.wait = w
			starts[w] = append(starts[w], x.thread...)
		}
	}
	for w, from := range starts {
		f.wait(int32(w), from)
	}
}

// wait marks every block that the thread can run before it reaches block w.
func (f *laneGraph) wait(w int32, from []int32) {
	if len(from) == 0 {
		return
	}
	seen := make([]bool, len(f.blocks))
	seen[w] = true
	for work := from; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		f.blocks[b].waiting = append(f.blocks[b].waiting, w)
		work = append(work[:len(work):len(work)], f.blocks[b].thread...)
	}
}

// loopDepth counts the backward branches around each instruction.
func loopDepth(steps []step) []int {
	depth := make([]int, len(steps))
	for i, s := range steps {
		for _, t := range s.thread {
			if t < 0 || int(t) > i {
				continue
			}
			for k := int(t); k <= i; k++ {
				depth[k]++
			}
		}
	}
	return depth
}
