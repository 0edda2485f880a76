package schedule

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// cellUnits are the units of a cell: bytes of a register, or of addresses, or bits of a flag.
const cellUnits = 32

// Cells of what is no variable, before those that are.
const (
	fileCells  = native.MostGRFs           // general registers, each a cell
	flagCells  = 4                         // flag registers
	accCells   = 16                        // accumulators
	firstFlag  = fileCells                 //
	firstAcc   = firstFlag + flagCells     //
	addrCell   = firstAcc + accCells       // a0
	stateCell  = addrCell + 1              // other architecture registers, by number
	firstOfVar = stateCell + 1<<stateWidth // variables, flags and groups of addresses
)

// stateWidth are the bits of the number of an architecture register.
const stateWidth = 8

// cells numbers everything that instructions can depend on each other through, in pieces of cellUnits.
type cells struct {
	vars, flags, addrs []int32 // the first cell of each
	slots              int32   // the first of scratch memory, a cell for each register that is saved there
	n                  int32
}

// number numbers those of a program.
func (c *cells) number(p *native.Program) {
	*c = cells{n: firstOfVar, vars: c.vars[:0], flags: c.flags[:0], addrs: c.addrs[:0]}
	take := func(units int) int32 {
		at := c.n
		c.n += int32(max(units, 1)+cellUnits-1) / cellUnits
		return at
	}
	for i := range p.Vars {
		c.vars = append(c.vars, take(p.Vars[i].Size))
	}
	for i := range p.Flags {
		c.flags = append(c.flags, take(p.Flags[i].Bits))
	}
	for i := range p.Addrs {
		c.addrs = append(c.addrs, take(addressBytes*p.Addrs[i].Words))
	}
	c.slots = c.n
}

// addressBytes are those of an address.
const addressBytes = 2

// end is the cell behind those of a variable that begin with list[v].
func end(list []int32, v int, next int32) int32 {
	if v+1 < len(list) {
		return list[v+1]
	}
	return next
}

// span is the cells of the space, or variable, that an effect is in.
func (c *cells) span(e *effects.Effect) (first, last int32) {
	v := int(e.Var) - 1
	switch {
	case e.Space == effects.Register && v >= 0:
		return c.vars[v], end(c.vars, v, c.endOfVars())
	case e.Space == effects.Register:
		return 0, fileCells
	case e.Space == effects.Flag && v >= 0:
		return c.flags[v], end(c.flags, v, c.endOfFlags())
	case e.Space == effects.Flag:
		return firstFlag, firstAcc
	case e.Space == effects.Address && v >= 0:
		return c.addrs[v], end(c.addrs, v, c.slots)
	case e.Space == effects.Address:
		return addrCell, stateCell
	case e.Space == effects.Accumulator:
		return firstAcc, addrCell
	}
	at := stateCell + e.At&(1<<stateWidth-1)
	return at, at + 1
}

func (c *cells) endOfVars() int32 {
	if len(c.flags) > 0 {
		return c.flags[0]
	}
	return c.endOfFlags()
}

func (c *cells) endOfFlags() int32 {
	if len(c.addrs) > 0 {
		return c.addrs[0]
	}
	return c.slots
}

// slot is the cell of a register in scratch memory.
func (c *cells) slot(k int32) int32 {
	c.n = max(c.n, c.slots+k+1)
	return c.slots + k
}

// each calls do with the cells of an effect and the units of each; units that nobody
// counted are all to the end.
func (c *cells) each(e *effects.Effect, do func(cell int32, units uint32)) {
	first, last := c.span(e)
	if e.Space == effects.State {
		do(first, ^uint32(0))
		return
	}
	at, left := e.At, e.N
	if left == effects.Rest {
		left = max((last-first)*cellUnits-at, 0)
	}
	for left > 0 && first+at/cellUnits < last {
		k := min(left, cellUnits-at%cellUnits)
		do(first+at/cellUnits, uint32(1<<k-1)<<(at%cellUnits))
		at, left = at+k, left-k
	}
}
