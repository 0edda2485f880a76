package schedule

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/latency"
)

// how an instruction touches a cell: what it reads, and by which result it writes it.
type how uint8

const (
	reads  how = iota
	result     // the destination
	beside     // a flag beside it
	sum        // the accumulator beside it
	stored     // memory, for which no clock waits
)

// access is units of a cell that an instruction touches.
type access struct {
	cell  int32
	units uint32
	how   how
}

// insn is what the scheduler needs of an instruction.
type insn struct {
	at      []access
	cost    latency.Cost
	flag    int // clocks until a flag beside the destination is there
	sum     int // and the accumulator
	sources int // until a message has read its registers
	pipe    native.Pipe
	ordered bool // results come in the order of the pipe
	memory  use
	pinned  bool
	partial bool // channels may leave what it writes as it was
}

// collector finds what instructions touch, with all lists in one.
type collector struct {
	target native.Target
	cells  *cells
	stage  Stage
	fence  operand // the answer of the last fence, for which somebody waits
	all    []access

	// Of the instruction at hand.
	in      *native.Inst
	x       insn
	toFlag  bool // its destination is a flag
	slot, n int32
	spill   bool // it loads or saves n registers from slot on
	begin   int
	visit   func(effects.Effect) // effect
}

// operand is where one begins.
type operand struct {
	file native.RegFile
	reg  int32
}

// perInsn is about how many cells an instruction touches.
const perInsn = 6

// insn finds what an instruction touches, and whether it may move.
func (c *collector) insn(in *native.Inst) insn {
	t := c.target
	c.in, c.x = in, insn{cost: latency.Of(t, in), pipe: in.Pipe(t), ordered: !in.HoldsToken(t), pinned: c.pins(in), partial: effects.Partial(in)}
	c.toFlag = in.Dst.File == native.VirtFlag || in.Dst.File == native.ARF && (in.Dst.Reg == native.ARFF0 || in.Dst.Reg == native.ARFF1)
	if in.Op.IsSend() {
		c.x.sources = latency.Sources(t, in)
	}
	c.begin = len(c.all)
	c.slot, c.n, c.spill = c.spillOf(in)
	effects.Each(t, in, c.visit)
	if in.IsMacro() { // its fields name accumulators
		all := effects.Effect{Space: effects.Accumulator, N: accCells * cellUnits}
		c.touch(&all, reads)
		c.touch(&all, result)
	}
	c.x.at = c.all[c.begin:len(c.all):len(c.all)]
	return c.x
}

// effect adds one of the instruction at hand.
func (c *collector) effect(e effects.Effect) {
	switch {
	case e.Space == effects.Memory:
		if c.spill {
			c.slots(c.slot, c.n, e.Write)
			return
		}
		c.x.memory.add(classes(c.in, &e), e.Write)
	case e.Through != nil: // among Uses, or the instruction stays
	case e.Space == effects.State && !e.Write && e.At == native.ARFCR0: // whoever writes it stays
	case e.Space == effects.Accumulator && e.Write && e.First == effects.Thread:
		c.x.sum = latency.Acc(c.target, c.in)
		c.touch(&e, sum)
	case e.Space == effects.Flag && e.Write && !c.toFlag:
		c.x.flag = latency.Flag(c.target, c.in)
		c.touch(&e, beside)
	case e.Write:
		c.touch(&e, result)
	default:
		c.touch(&e, reads)
	}
}

// touch adds an effect; two of one kind on one cell are one access.
func (c *collector) touch(e *effects.Effect, kind how) {
	c.cells.each(e, func(cell int32, units uint32) {
		for k := c.begin; k < len(c.all); k++ {
			if x := &c.all[k]; x.cell == cell && x.how == kind {
				x.units |= units
				return
			}
		}
		c.all = append(c.all, access{cell, units, kind})
	})
}

// slots adds registers of scratch memory.
func (c *collector) slots(first, n int32, write bool) {
	kind := reads
	if write {
		kind = stored
	}
	for k := range n {
		c.all = append(c.all, access{c.cells.slot(first + k), ^uint32(0), kind})
	}
}
