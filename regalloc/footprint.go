package regalloc

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// wholeThread marks a touch that does not belong to one channel: NoMask, a
// header, an address, a value that all channels read.
const wholeThread = -1

// ref is one touch of consecutive units by one instruction. Under a mask each
// channel has elem units of them, rising from channel lane. After cutAtoms,
// unit and n stand for atoms.
type ref struct {
	obj   int32
	unit  int32 // first unit, in the unit space of the analysis
	n     int32
	lane  int8 // first channel, or wholeThread
	elem  uint8
	write bool
	full  bool // the write happens whenever its lane (or the thread) executes the instruction
}

// accesses holds the refs of every instruction: those of instruction i are
// refs[first[i]:first[i+1]], reads of flags first and writes of flags last.
type accesses struct {
	refs  []ref
	first []int32
}

func (a *accesses) of(i int32) []ref { return a.refs[a.first[i]:a.first[i+1]] }

// collector walks the operands of one instruction after another.
type collector struct {
	*objects
	refs []ref
	err  error
	born bitset // objects of pieces that were touched

	newborn []int32 // those whose first instruction is in hand

	visit func(effects.Effect) // effect
}

func collect(o *objects) (*accesses, error) {
	c := &collector{objects: o, refs: slices.Grow(o.room.refs[:0], 4*len(o.p.Insts)), born: o.room.bitset(len(o.list))}
	c.visit = c.effect
	first := append(o.room.numbers.empty(len(o.p.Insts)+1), 0)
	for i := range o.p.Insts {
		c.inst(&o.p.Insts[i])
		c.bear(first[i])
		if c.err != nil {
			return nil, &InstError{Inst: i, Err: c.err}
		}
		first = append(first, int32(len(c.refs)))
	}
	o.room.refs = c.refs
	return &accesses{c.refs, first}, nil
}

func (c *collector) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *collector) inst(in *native.Inst) {
	switch {
	case in.HasRemainder():
		c.err = &UnsupportedError{"registers beside the regions of its operands"}
		return
	case !groupKnown(in):
		c.err = &UnsupportedError{"predicate control " + in.PredCtrl.Suffix(in.Align16)}
		return
	}
	for _, v := range in.Uses {
		if v < 0 || int(v) >= len(c.p.Vars) {
			c.fail("Uses names variable %d of %d", v, len(c.p.Vars))
			return
		}
	}
	effects.Registers(in, c.visit)
}

// files are the register files of spaces; those of others are not allocated.
var files = [...]struct {
	file file
	ok   bool
}{effects.Register: {fileGRF, true}, effects.Flag: {fileFlag, true}, effects.Address: {fileAddr, true}, effects.Memory: {}}

// effect adds the ref of an effect. What is behind an address is in the variables that the
// instruction names beside its operands.
func (c *collector) effect(e effects.Effect) {
	f := files[e.Space]
	if !f.ok || e.Through != nil || c.err != nil {
		return
	}
	at := place{f.file, e.Var - 1, e.Var > 0}
	n := c.length(at, &e)
	if n > 0 {
		c.touch(at, ref{unit: e.At, n: n, lane: e.Lane, elem: e.Each, write: e.Write, full: e.Full})
	}
}

// length is the units of an effect: at most those of a flag, and all that are left of a
// variable where nobody has counted them.
func (c *collector) length(at place, e *effects.Effect) int32 {
	known := at.virt && int(at.base) < len(c.index[at.file])
	switch {
	case e.N == effects.Rest && known:
		return c.list[c.index[at.file][at.base]].size - e.At
	case e.N == effects.Rest:
		c.err = &UnsupportedError{"message of unknown length in a physical register"}
		return 0
	case known && at.file == fileFlag && e.First == effects.Thread:
		return min(e.N, c.list[c.index[at.file][at.base]].size-e.At) // a group of channels may be more than it has
	}
	return e.N
}

// bear lets the first instruction of a piece overwrite all of it: what was in its
// register before is nothing that the piece needs. Without that a masked write
// and a save of all lanes would keep it live all around a loop. What that instruction
// reads of it, nothing has defined: else the piece were loaded.
func (c *collector) bear(from int32) {
	for k, refs := 0, c.refs[from:]; k < len(refs); k++ {
		x := refs[k].obj
		if !c.list[x].piece {
			continue
		}
		if !c.born.has(x) {
			c.born.add(x)
			c.newborn = append(c.newborn, x)
		}
		if !refs[k].write && slices.Contains(c.newborn, x) {
			refs[k] = c.birth(x)
		}
	}
	for _, x := range c.newborn {
		c.refs = append(doubled(c.refs), c.birth(x))
	}
	c.newborn = c.newborn[:0]
}

// birth is a write of all of an object.
func (c *collector) birth(x int32) ref {
	o := &c.list[x]
	return ref{obj: x, unit: o.first, n: o.size, lane: wholeThread, write: true, full: true}
}

// place is a variable of a file, or the file itself.
type place struct {
	file file
	base int32 // number of the variable
	virt bool
}

// touch adds a ref whose unit still counts from the variable or the location.
func (c *collector) touch(at place, r ref) {
	if !at.virt {
		c.named(at, r)
		return
	}
	if int(at.base) >= len(c.index[at.file]) {
		c.fail("%s variable %d of %d", fileName[at.file], at.base, len(c.index[at.file]))
		return
	}
	r.obj = c.index[at.file][at.base]
	x := &c.list[r.obj]
	if r.unit < 0 || r.unit+r.n > x.size {
		c.outside(x, r)
		return
	}
	r.unit += x.first
	c.refs = append(doubled(c.refs), r)
}

// outside names the first element that a variable does not have.
func (c *collector) outside(x *object, r ref) {
	if e := int32(r.elem); e > 0 && r.unit >= 0 && r.unit < x.size {
		r.unit += (x.size - r.unit) / e * e
		r.n = e
	} else if e > 0 {
		r.n = e
	}
	c.fail("reaches %s %d to %d of %s, which has %d", unitName[x.file], r.unit, r.unit+r.n-1, x.name, x.size)
}

// named adds the refs of registers that the program names directly, one for
// each granule.
func (c *collector) named(at place, r ref) {
	loc := r.unit
	for left := r.n; left > 0; {
		obj, unit, err := c.physical(at.file, loc)
		if err != nil {
			c.fail("%w", err)
			return
		}
		x := &c.list[obj]
		part := r
		part.obj, part.unit, part.n = obj, unit, min(left, x.first+x.size-unit)
		c.refs = append(doubled(c.refs), part)
		if r.lane != wholeThread {
			r.lane += int8(part.n / int32(r.elem))
		}
		loc, left = loc+part.n, left-part.n
	}
}

// groupKnown tells that the flag bits of a predicate are in one flag: anyv and allv look at two
// flags, those of Align16 at one channel of every four.
func groupKnown(in *native.Inst) bool {
	return in.PredCtrl <= native.PredSeq || in.PredCtrl >= native.PredAny2H && !in.Align16
}
