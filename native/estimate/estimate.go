package estimate

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
)

// LoopFactor is how often a loop is taken to run, MostLoops how many loops around each other
// count.
const LoopFactor, MostLoops = 8, 6

// Estimate is what code costs.
type Estimate struct {
	Target   native.Target
	Insts    []Inst       // in the order of the code
	Blocks   []Block      // all instructions, in the same order
	Clocks   uint64       // of a thread that runs each instruction once
	Issue    uint64       // of them, issuing
	Looped   uint64       // clocks when every loop runs LoopFactor times
	Banks    hazard.Banks // of registers, whose clocks are not among the others
	Bytes    int
	Compact  int // instructions of 8 bytes
	Path     Path
	Pressure *Pressure // nil where it was not counted: Note says why
	Messages []Messages
	Note     string // what is not known; "" for nothing
}

// Inst is what an instruction costs.
type Inst struct {
	Op    native.Op
	Kind  Kind
	Issue uint64
	Wait
}

// Wait is what an instruction waits for.
type Wait struct {
	Clocks uint64 // in which nothing issues; 0: it waits for nothing
	Cause  Cause
	By     int // the instruction that makes what is waited for
}

// Count is instructions, and the clocks that they take to issue.
type Count struct {
	Instructions int
	Issue        uint64
}

// Totals are clocks of a run of instructions: the sum of all of Kinds and Stalls.
type Totals struct {
	Clocks uint64
	Kinds  [NumKinds]Count
	Stalls [NumCauses]uint64
	Waits  [NumCauses]int       // instructions that wait
	Gaps   [NumCauses]int       // instructions between those and what they wait for, added up
	Ops    [native.NumOps]int32 // instructions of the kinds that are listed by op
}

// Block is a basic block.
type Block struct {
	Start, End int // instructions
	Depth      int // loops around it
	Totals
}

// Path is the longest chain of instructions that wait for each other through registers.
type Path struct {
	Clocks uint64 // what the code takes at least, however many instructions issue at once
	Links  []Link
}

// Link is an instruction of a path. Its Wait says how many clocks behind the one before it can issue, and
// why.
type Link struct {
	Inst int
	Wait
}

// Messages are those of one kind.
type Messages struct {
	Name  string
	Count int
}

// Of estimates a program of target t with physical registers, whose branches have labels. offsets
// are the bytes at which its instructions begin, and size where they end; threads start with values in
// the first registers, payload many.
func Of(p *native.Program, t native.Target, offsets []int, size, payload int) *Estimate {
	e := &Estimate{Target: t, Bytes: size}
	insts := t.InElements(p.Insts)
	for i := range offsets {
		end := size
		if i+1 < len(offsets) {
			end = offsets[i+1]
		}
		if end-offsets[i] < 16 {
			e.Compact++
		}
	}
	kinds := make([]Kind, len(insts))
	for i := range insts {
		kinds[i] = kindOf(t, &insts[i])
	}
	payloads(t, insts, kinds)
	e.clocks(hazard.NewTiming(t, insts), insts, kinds)
	g, err := graph(p, t)
	if err != nil {
		e.Note = "loops are not known, and values are followed in the order of the code: " + err.Error()
	}
	e.blocks(g)
	e.count(insts)
	if e.Pressure = pressure(insts, g, err == nil, payload); e.Pressure == nil {
		e.Note = join(e.Note, "registers that hold values are not counted: more than the estimate follows")
	}
	return e
}

// graph is the flow of a program. Of one that cannot be followed it has the blocks alone, and the error
// says why.
func graph(p *native.Program, t native.Target) (*flow.Graph, error) {
	g := flow.Cut(p)
	if len(g.Blocks) > maxBlocks { // lanes may wait in each at each other
		g.Blocks = []flow.Block{{End: int32(len(p.Insts)), Wait: flow.None}}
		return g, fmt.Errorf("more than %d blocks, which are taken as one", maxBlocks)
	}
	all, err := flow.New(p, t)
	var at *flow.InstError
	switch {
	case errors.As(err, &at):
		return g, at.Err
	case err != nil:
		return g, err
	}
	return all, nil
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// clocks runs each instruction once.
func (e *Estimate) clocks(code *hazard.Timing, insts []native.Inst, kinds []Kind) {
	c := hazard.Clock{Codes: true}
	c.Start(code)
	e.Insts = make([]Inst, len(kinds))
	for i := range e.Insts {
		issued := c.Issue
		c.Step(i)
		x := &e.Insts[i]
		x.Op, x.Kind, x.Issue = insts[i].Op, kinds[i], c.Issue-issued
		if w := c.Last; w.Clocks > 0 {
			x.Wait = waitOf(&w, kinds)
		}
	}
	e.Clocks, e.Issue, e.Banks = c.Now, c.Issue, c.Banks
	longest := hazard.Longest(code)
	e.Path.Clocks = longest.Clocks
	for _, l := range longest.Links {
		link := Link{Inst: int(l.Inst)}
		if l.Clocks > 0 {
			link.Wait = waitOf(&l.Wait, kinds)
		}
		e.Path.Links = append(e.Path.Links, link)
	}
}

func waitOf(w *hazard.Wait, kinds []Kind) Wait {
	return Wait{w.Clocks, causeOf(w, kinds[w.By]), int(w.By)}
}

// blocks adds up.
func (e *Estimate) blocks(g *flow.Graph) {
	e.Blocks = make([]Block, len(g.Blocks))
	for i := range e.Blocks {
		b, x := &e.Blocks[i], &g.Blocks[i]
		b.Start, b.End, b.Depth = int(x.Start), int(x.End), int(x.Depth)
		for k := b.Start; k < b.End; k++ {
			b.Add(&e.Insts[k], k)
		}
		e.Looped += b.Clocks * b.Runs()
	}
}

// Runs is how often the block is taken to run.
func (b *Block) Runs() uint64 {
	n := uint64(1)
	for range min(b.Depth, MostLoops) {
		n *= LoopFactor
	}
	return n
}

// Add counts an instruction, and at is which.
func (t *Totals) Add(x *Inst, at int) {
	t.Clocks += x.Issue + x.Wait.Clocks
	t.Kinds[x.Kind].Instructions++
	t.Kinds[x.Kind].Issue += x.Issue
	if x.Kind.byOp() {
		t.Ops[x.Op]++
	}
	if x.Wait.Clocks > 0 {
		t.Stalls[x.Cause] += x.Wait.Clocks
		t.Waits[x.Cause]++
		t.Gaps[x.Cause] += at - x.By - 1
	}
}

// plus adds others.
func (t *Totals) plus(o *Totals) {
	t.Clocks += o.Clocks
	for k := range t.Kinds {
		t.Kinds[k].Instructions += o.Kinds[k].Instructions
		t.Kinds[k].Issue += o.Kinds[k].Issue
	}
	for c := range t.Stalls {
		t.Stalls[c] += o.Stalls[c]
		t.Waits[c] += o.Waits[c]
		t.Gaps[c] += o.Gaps[c]
	}
	for op := range t.Ops {
		t.Ops[op] += o.Ops[op]
	}
}

// Total adds up all blocks.
func (e *Estimate) Total() (t Totals) {
	for i := range e.Blocks {
		t.plus(&e.Blocks[i].Totals)
	}
	return t
}

// count lists the kinds of messages, in the order in which they come first.
func (e *Estimate) count(insts []native.Inst) {
	at := map[string]int{}
	for i := range insts {
		if !insts[i].Op.IsSend() {
			continue
		}
		name := messageName(e.Target, &insts[i])
		k, ok := at[name]
		if !ok {
			k = len(e.Messages)
			at[name] = k
			e.Messages = append(e.Messages, Messages{Name: name})
		}
		e.Messages[k].Count++
	}
}
