package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
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
	in   *native.Inst
	err  error
	born bitset // objects of pieces that were touched
}

func collect(o *objects) (*accesses, error) {
	c := &collector{objects: o, refs: o.mem.refBuffer(4 * len(o.p.Insts)), born: newBitset(len(o.list))}
	first := make([]int32, 1, len(o.p.Insts)+1)
	for i := range o.p.Insts {
		c.inst(&o.p.Insts[i])
		c.bear(first[i])
		if c.err != nil {
			return nil, &InstError{Inst: i, Err: c.err}
		}
		first = append(first, int32(len(c.refs)))
	}
	o.mem.keepRefs(c.refs)
	return &accesses{c.refs, first}, nil
}

func (c *collector) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *collector) inst(in *native.Inst) {
	c.in = in
	if in.BeyondRegions() {
		c.err = &UnsupportedError{"registers beside the regions of its operands"}
		return
	}
	c.readFlag()
	if in.Op.IsSend() {
		c.message()
	} else {
		for s := range in.Src {
			c.operand(&in.Src[s], false)
		}
		c.operand(&in.Dst, true)
	}
	for _, v := range in.Uses {
		if v < 0 || int(v) >= len(c.p.Vars) {
			c.fail("Uses names variable %d of %d", v, len(c.p.Vars))
			return
		}
		c.whole(c.index[fileGRF][v], false)
		if in.Dst.Indirect {
			c.whole(c.index[fileGRF][v], true)
		}
	}
	c.writeFlag()
}

// bear lets the first instruction of a piece overwrite all of it: what was in its
// register before is nothing that the piece needs. Without that a masked write
// and a save of all lanes would keep it live all around a loop.
func (c *collector) bear(from int32) {
	for k, refs := 0, c.refs[from:]; k < len(refs); k++ {
		if x := refs[k].obj; c.list[x].piece && !c.born.has(x) {
			c.born.add(x)
			o := &c.list[x]
			c.refs = append(doubled(c.refs), ref{obj: x, unit: o.first, n: o.size, lane: wholeThread, write: true, full: true})
		}
	}
}

func (c *collector) whole(obj int32, write bool) {
	x := &c.list[obj]
	c.refs = append(doubled(c.refs), ref{obj: obj, unit: x.first, n: x.size, lane: wholeThread, write: write})
}

// place is where a register operand is: a file, and a variable of it or a
// location.
type place struct {
	file file
	base int32
	virt bool
}

// locate gives the place of a register operand; ok is false for operands that
// the allocator does not care about.
func (o *objects) locate(x *native.Operand) (at place, ok bool) {
	switch x.File {
	case native.Virt:
		return place{fileGRF, x.Reg, true}, true
	case native.VirtFlag:
		return place{fileFlag, x.Reg, true}, true
	case native.VirtAddr:
		return place{fileAddr, x.Reg, true}, true
	case native.GRF:
		return place{fileGRF, x.Reg * o.grf, false}, true
	case native.ARF:
		switch {
		case x.Reg == native.ARFA0:
			return place{fileAddr, 0, false}, true
		case x.Reg == native.ARFF0 || x.Reg == native.ARFF1:
			return place{fileFlag, (x.Reg - native.ARFF0) * flagRegBits, false}, true
		}
	}
	return place{}, false
}

// operand adds the refs of a source or destination of an ordinary instruction.
func (c *collector) operand(o *native.Operand, write bool) {
	if o.Indirect {
		c.addresses(o)
		return
	}
	at, ok := c.locate(o)
	if !ok {
		return
	}
	scale := int32(1)
	if at.file == fileFlag {
		scale = 8
	}
	size := int32(o.Type.Size()) * scale
	elems := int(c.in.ExecSize)
	switch {
	case !write && broadcast(c.in, o):
		c.run(at, int32(elementOffset(c.in, o, false, 0))*scale, size, size, c.lane(0, elems == 1), false)
	case cellStride(c.in, o, write) == o.Type.Size() && !(write && c.in.Align16):
		c.run(at, int32(o.Sub)*scale, size*int32(elems), size, c.lane(0, true), write)
	default:
		c.elements(at, o, size, scale, write)
	}
}

// elements adds a ref for every run of elements that follow each other.
func (c *collector) elements(at place, o *native.Operand, size, scale int32, write bool) {
	start, next, first := int32(0), int32(-1), 0
	flush := func() {
		if next > start {
			c.run(at, start, next-start, size, c.lane(first, true), write)
		}
		next = -1
	}
	for k := range int(c.in.ExecSize) {
		if write && c.in.Align16 && !o.Enabled(k) {
			flush()
			continue
		}
		u := int32(elementOffset(c.in, o, write, k)) * scale
		if u != next {
			flush()
			start, first = u, k
		}
		next = u + size
	}
	flush()
}

// lane is the channel of element k, or wholeThread.
func (c *collector) lane(k int, own bool) int8 {
	if c.in.NoMask || !own {
		return wholeThread
	}
	return int8(int(c.in.ChanOff) + k)
}

// run adds a ref of n units from unit u of a place, elem units for a channel.
func (c *collector) run(at place, u, n, elem int32, lane int8, write bool) {
	c.touch(at, ref{unit: u, n: n, lane: lane, elem: uint8(elem), write: write, full: write && !partial(c.in)})
}

// touch adds a ref whose unit still counts from the variable or the location.
func (c *collector) touch(at place, r ref) {
	if !at.virt {
		c.named(at, r)
		return
	}
	if int(at.base) >= len(c.index[at.file]) || at.base < 0 {
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
	loc := at.base + r.unit
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

// addresses adds the a0 reads of an indirect operand.
func (c *collector) addresses(o *native.Operand) {
	words, own := 1, false
	if o.Region.V == native.VxH {
		w := max(int(o.Region.W), 1)
		words, own = (int(c.in.ExecSize)+w-1)/w, w == 1
	}
	at := place{file: fileAddr}
	if o.AddrReg > 0 {
		at.base, at.virt = o.AddrReg-1, true
	}
	c.run(at, 2*int32(o.AddrSub), 2*int32(words), 2, c.lane(0, own), false)
}

// readFlag adds the flag bits that the predicate reads.
func (c *collector) readFlag() {
	in := c.in
	if in.PredCtrl == native.PredNone {
		return
	}
	if !groupKnown(in) {
		c.err = &UnsupportedError{"predicate control " + in.PredCtrl.Suffix(in.Align16)}
		return
	}
	group := predGroup(in)
	if group == 1 {
		c.flagBits(false)
		return
	}
	lo := int32(in.ChanOff) &^ (group - 1)
	hi := (int32(in.ChanOff) + int32(in.ExecSize) + group - 1) &^ (group - 1)
	at := flagPlace(in)
	if at.virt && c.err == nil && int(at.base) < len(c.p.Flags) {
		hi = min(hi, int32(c.p.Flags[at.base].Bits))
	}
	c.run(at, lo, hi-lo, 1, wholeThread, false)
}

// writeFlag adds the bits that the condition modifier writes.
func (c *collector) writeFlag() {
	in := c.in
	if !in.SetsFlag() {
		return
	}
	c.flagBits(true)
}

// flagBits adds one bit for each channel. A predicate keeps the bits of the
// channels that it turns off.
func (c *collector) flagBits(write bool) {
	in := c.in
	c.touch(flagPlace(in), ref{
		unit: int32(in.ChanOff), n: int32(in.ExecSize), lane: c.lane(0, !in.Op.IsUniform()), elem: 1,
		write: write, full: write && in.PredCtrl == native.PredNone,
	})
}

func flagPlace(in *native.Inst) place {
	if in.Flag.Virt > 0 {
		return place{fileFlag, in.Flag.Virt - 1, true}
	}
	return place{fileFlag, int32(in.Flag.Reg)*flagRegBits + int32(in.Flag.Sub)*16, false}
}

// groupKnown tells that predGroup knows a predicate: anyv and allv look at two
// flags, those of Align16 at one channel of every four.
func groupKnown(in *native.Inst) bool {
	return in.PredCtrl <= native.PredSeq || in.PredCtrl >= native.PredAny2H && !in.Align16
}

// predGroup is the bits that one channel's predicate looks at.
func predGroup(in *native.Inst) int32 {
	if in.PredCtrl < native.PredAny2H {
		return 1
	}
	return 2 << ((in.PredCtrl - native.PredAny2H) / 2)
}
