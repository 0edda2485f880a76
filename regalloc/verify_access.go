package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// vref is one touch of consecutive units by one instruction.
type vref struct {
	obj   int32
	unit  int32 // first unit, in the unit space of the analysis
	n     int32
	lane  int8 // channel, or wholeThread
	write bool
	full  bool // the write happens whenever its lane (or the thread) executes the instruction
}

// vaccesses holds the refs of every instruction: those of instruction i are
// refs[first[i]:first[i+1]].
type vaccesses struct {
	refs  []vref
	first []int32
}

func (a *vaccesses) of(i int) []vref { return a.refs[a.first[i]:a.first[i+1]] }

// replayer walks the operands of one instruction after another.
type replayer struct {
	*objects
	out []vref
	own int // refs of earlier instructions
	in  *native.Inst
	err error

	// Payloads whose length is in a register count as the rest of their
	// variable. Verify hands the lengths of the virtual program to the
	// replayer of the physical one.
	lengths []int32
}

func (c *replayer) run() (*vaccesses, error) {
	o := c.objects
	first := make([]int32, 1, len(o.p.Insts)+1)
	for i := range o.p.Insts {
		c.inst(&o.p.Insts[i])
		if c.err != nil {
			return nil, &InstError{Inst: i, Err: c.err}
		}
		first = append(first, int32(len(c.out)))
	}
	return &vaccesses{c.out, first}, nil
}

func (c *replayer) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *replayer) inst(in *native.Inst) {
	c.in, c.own = in, len(c.out)
	if in.Op == native.OpMath && in.MathFC == mathIntDivBoth {
		c.err = &UnsupportedError{"math with two results"}
		return
	}
	c.readFlag()
	if isSend(in.Op) {
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
		obj := c.index[fileGRF][v]
		c.whole(obj, false)
		if in.Dst.Indirect {
			c.whole(obj, true)
		}
	}
	c.writeFlag()
}

func (c *replayer) whole(obj int32, write bool) {
	x := &c.list[obj]
	c.out = append(c.out, vref{obj: obj, unit: x.first, n: x.size, lane: wholeThread, write: write})
}

// vlocate gives the file of a register operand; ok is false for operands that
// the allocator does not care about.
func vlocate(o *native.Operand) (f file, base int32, virt, ok bool) {
	switch o.File {
	case native.Virt:
		return fileGRF, o.Reg, true, true
	case native.VirtFlag:
		return fileFlag, o.Reg, true, true
	case native.VirtAddr:
		return fileAddr, o.Reg, true, true
	case native.GRF:
		return fileGRF, o.Reg * grfBytes, false, true
	case native.ARF:
		switch {
		case o.Reg == native.ARFA0:
			return fileAddr, 0, false, true
		case o.Reg == native.ARFF0 || o.Reg == native.ARFF1:
			return fileFlag, (o.Reg - native.ARFF0) * 32, false, true
		}
	}
	return 0, 0, false, false
}

// operand adds the refs of a source or destination of an ordinary instruction.
func (c *replayer) operand(o *native.Operand, write bool) {
	if o.Indirect {
		c.addresses(o)
		return
	}
	f, base, virt, ok := vlocate(o)
	if !ok {
		return
	}
	scale := int32(1)
	if f == fileFlag {
		scale = 8
	}
	size := int32(o.Type.Size()) * scale
	full := write && !partial(c.in)
	elems := int(c.in.ExecSize)
	if !write && broadcast(c.in, o) {
		at := int32(elementOffset(c.in, o, false, 0)) * scale
		c.touch(f, base, virt, vref{unit: at, n: size, lane: c.lane(0, elems == 1)})
		return
	}
	for k := range elems {
		if write && c.in.Align16 && !o.Enabled(k) {
			continue
		}
		at := int32(elementOffset(c.in, o, write, k)) * scale
		c.touch(f, base, virt, vref{unit: at, n: size, lane: c.lane(k, true), write: write, full: full})
	}
}

// lane is the channel of element k, or wholeThread.
func (c *replayer) lane(k int, own bool) int8 {
	if c.in.NoMask || !own {
		return wholeThread
	}
	return int8(int(c.in.ChanOff) + k)
}

// touch adds a vref whose unit is still relative to the variable (virt) or the
// file (base is then a location), merging neighbours of equal kind.
func (c *replayer) touch(f file, base int32, virt bool, r vref) {
	if virt {
		if int(base) >= len(c.index[f]) || base < 0 {
			c.fail("%s variable %d of %d", fileName[f], base, len(c.index[f]))
			return
		}
		r.obj = c.index[f][base]
		x := &c.list[r.obj]
		if r.unit < 0 || r.unit+r.n > x.size {
			c.fail("reaches %s %d to %d of %s, which has %d", unitName[f], r.unit, r.unit+r.n-1, x.name, x.size)
			return
		}
		r.unit += x.first
		c.push(r)
		return
	}
	at, left := base+r.unit, r.n
	for left > 0 {
		obj, unit, err := c.physical(f, at)
		if err != nil {
			c.fail("%w", err)
			return
		}
		x := &c.list[obj]
		n := min(left, x.first+x.size-unit)
		r.obj, r.unit, r.n = obj, unit, n
		c.push(r)
		at, left = at+n, left-n
	}
}

func (c *replayer) push(r vref) {
	if n := len(c.out); n > c.own {
		last := &c.out[n-1]
		if last.obj == r.obj && last.lane == r.lane && last.write == r.write && last.full == r.full &&
			last.unit+last.n == r.unit && r.lane == wholeThread {
			last.n += r.n
			return
		}
	}
	c.out = append(c.out, r)
}

// addresses adds the a0 reads of an indirect operand.
func (c *replayer) addresses(o *native.Operand) {
	words, own := 1, false
	if o.Region.V == native.VxH {
		w := max(int(o.Region.W), 1)
		words, own = (int(c.in.ExecSize)+w-1)/w, w == 1
	}
	base, virt := int32(0), false
	if o.AddrReg > 0 {
		base, virt = o.AddrReg-1, true
	}
	for k := range words {
		c.touch(fileAddr, base, virt, vref{unit: 2 * (int32(o.AddrSub) + int32(k)), n: 2, lane: c.lane(k, own)})
	}
}

// readFlag adds the flag bits that the predicate reads.
func (c *replayer) readFlag() {
	in := c.in
	if in.PredCtrl == native.PredNone {
		return
	}
	if in.PredCtrl == native.PredAnyV || in.PredCtrl == native.PredAllV {
		c.err = &UnsupportedError{"predicate control anyv/allv"}
		return
	}
	group := replayGroup(in)
	if group == 1 {
		c.flagBits(false, false)
		return
	}
	lo := int32(in.ChanOff) &^ (group - 1)
	hi := (int32(in.ChanOff) + int32(in.ExecSize) + group - 1) &^ (group - 1)
	f, base, virt := flagBase(in)
	if virt && c.err == nil && int(base) < len(c.p.Flags) {
		hi = min(hi, int32(c.p.Flags[base].Bits))
	}
	c.touch(f, base, virt, vref{unit: lo, n: hi - lo, lane: wholeThread})
}

// writeFlag adds the bits that the condition modifier writes.
func (c *replayer) writeFlag() {
	in := c.in
	if in.Cond == native.CondNone || in.Op == native.OpSel || in.Op == native.OpCsel || isSend(in.Op) {
		return
	}
	c.flagBits(true, in.PredCtrl == native.PredNone)
}

func (c *replayer) flagBits(write, full bool) {
	f, base, virt := flagBase(c.in)
	for k := range int(c.in.ExecSize) {
		c.touch(f, base, virt, vref{
			unit: int32(c.in.ChanOff) + int32(k), n: 1, lane: c.lane(k, c.in.Op != native.OpJmpi), write: write, full: full,
		})
	}
}

func flagBase(in *native.Inst) (f file, base int32, virt bool) {
	if in.Flag.Virt > 0 {
		return fileFlag, in.Flag.Virt - 1, true
	}
	return fileFlag, int32(in.Flag.Reg)*32 + int32(in.Flag.Sub)*16, false
}

// replayGroup is the bits that one channel's predicate looks at.
func replayGroup(in *native.Inst) int32 {
	if in.Align16 || in.PredCtrl < native.PredAny2H {
		return 1
	}
	return 2 << ((in.PredCtrl - native.PredAny2H) / 2)
}
