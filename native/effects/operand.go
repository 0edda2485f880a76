package effects

import "github.com/genvisa/genvisa/native"

// place is where the units of an operand begin: of a space, or of a virtual register.
type place struct {
	space Space
	base  int32
	scale int32 // units of a byte
	v     int32
}

// flagBits are those of one flag register.
const flagBits = 32

// locate gives the place of a direct operand; ok is false for what has none.
func locate(o *native.Operand) (p place, ok bool) {
	switch o.File {
	case native.Virt:
		return place{Register, 0, 1, o.Reg + 1}, true
	case native.VirtFlag:
		return place{Flag, 0, 8, o.Reg + 1}, true
	case native.VirtAddr:
		return place{Address, 0, 1, o.Reg + 1}, true
	case native.GRF:
		return place{Register, o.Reg * native.GRFBytes, 1, 0}, true
	case native.ARF:
		return architecture(o)
	}
	return place{}, false
}

func architecture(o *native.Operand) (place, bool) {
	switch {
	case o.IsNull():
		return place{}, false
	case o.Reg == native.ARFA0:
		return place{Address, 0, 1, 0}, true
	case o.Reg >= native.ARFAcc0 && o.Reg <= native.ARFAcc9:
		return place{Accumulator, (o.Reg - native.ARFAcc0) * native.GRFBytes, 1, 0}, true
	case o.Reg == native.ARFF0 || o.Reg == native.ARFF1:
		return place{Flag, (o.Reg - native.ARFF0) * flagBits, 8, 0}, true
	}
	return place{State, o.Reg, 0, 0}, true
}

// operand is source i, or the destination, of what is no message.
func (w *walker) operand(i int) {
	o := &w.in.Dst
	if i >= 0 {
		o = &w.in.Src[i]
	}
	if o.Indirect {
		w.addresses(o)
		w.through(o, i)
		return
	}
	p, ok := locate(o)
	switch {
	case !ok:
	case p.space == State:
		w.do(Effect{Space: State, At: p.base, N: 1, Lane: Thread, First: Thread, Write: i < 0, Full: i < 0 && !Partial(w.in)})
	case w.plain():
		w.region(o, i, p)
	default:
		w.touches(o, i, p)
	}
}

// plain says that each channel touches one element of each operand, which its region, or in
// Align16 its swizzle, says.
func (w *walker) plain() bool {
	return !w.in.Op.IsBranch() && !w.in.BeyondRegions() && !w.in.Paired && !w.in.IsMacro()
}

// region is an operand whose elements often are one run.
func (w *walker) region(o *native.Operand, i int, p place) {
	size := int32(o.Type.Size()) * p.scale
	n := int32(w.in.ExecSize)
	at := p.base + int32(o.Sub)*p.scale
	switch step := w.in.Step(i); {
	case i >= 0 && w.in.Broadcast(i):
		at += int32(w.in.FirstElement(i)) * size
		lane, each := w.channel(0), uint8(size)
		if n > 1 {
			lane, each = Thread, 0
		}
		w.run(p, Effect{At: at, N: size, Lane: lane, First: 0, Each: each}, i)
	case step == o.Type.Size() && !(i < 0 && w.in.Align16):
		w.run(p, Effect{At: at, N: size * n, Lane: w.channel(0), First: 0, Each: uint8(size)}, i)
	case w.in.Align16:
		w.touches(o, i, p)
	default:
		w.elements(o, i, p)
	}
}

// elements are those of an operand whose channels have one each.
func (w *walker) elements(o *native.Operand, i int, p place) {
	r := joined{walker: w, p: p, i: i}
	size := int32(o.Type.Size()) * p.scale
	at := p.base + int32(o.Sub)*p.scale
	for channel := range int(w.in.ExecSize) {
		r.add(at+int32(w.in.Element(i, channel))*size, size, channel)
	}
	r.end()
}

// mostTouches is room for the elements of an operand on the stack: what reaches further has more.
const mostTouches = 32

// touches is an operand element by element; those that follow each other are one run.
func (w *walker) touches(o *native.Operand, i int, p place) {
	var buffer [mostTouches]native.Touch
	r := joined{walker: w, p: p, i: i}
	for _, x := range w.in.AppendTouches(buffer[:0], i) {
		r.add(p.base+int32(x.At-o.FirstByte()+int(o.Sub))*p.scale, int32(x.Bytes)*p.scale, x.Lane)
	}
	r.end()
}

// joined makes one run of elements that follow each other, of source i or of the destination in a place.
type joined struct {
	*walker
	p place
	i int
	r Effect
}

// add adds the element of a channel.
func (j *joined) add(at, size int32, channel int) {
	r := &j.r
	if r.N > 0 && at == r.At+r.N && size == int32(r.Each) && channel == int(r.First)+int(r.N/size) {
		r.N += size
		return
	}
	j.end()
	*r = Effect{At: at, N: size, Lane: j.channel(channel), First: int8(channel), Each: uint8(size)}
	switch {
	case channel < 0:
		r.First, r.Each = Thread, 0
	case j.i >= 0 && j.in.Op.Shares(j.i):
		r.Lane = Thread
	}
}

// end says the run.
func (j *joined) end() {
	if j.r.N > 0 {
		j.run(j.p, j.r, j.i)
	}
}

// run says an effect of source i, or of the destination, in a place.
func (w *walker) run(p place, e Effect, i int) {
	e.Space, e.Var = p.space, p.v
	if i < 0 {
		e.Write, e.Full = true, !Partial(w.in)
	}
	w.do(e)
}

// through is what an operand has behind its addresses, channel by channel.
func (w *walker) through(o *native.Operand, i int) {
	for _, x := range w.in.Touches(i) {
		e := Effect{At: int32(x.At), N: int32(x.Bytes), Lane: w.channel(x.Lane), First: int8(x.Lane), Each: uint8(x.Bytes), Row: int8(x.Row), Through: o}
		if x.Lane < 0 {
			e.First, e.Each = Thread, 0
		}
		e.Write = i < 0
		w.do(e)
	}
}

// addresses are the words of a0 that an operand takes: one, or one for each row.
func (w *walker) addresses(o *native.Operand) {
	words, lane, each := 1, int8(Thread), uint8(0)
	if o.Region.V == native.VxH {
		width := max(int(o.Region.W), 1)
		words = (int(w.in.ExecSize) + width - 1) / width
		if width == 1 {
			lane, each = w.channel(0), addressBytes
		}
	}
	w.do(Effect{Space: Address, Var: o.AddrReg, At: addressBytes * int32(o.AddrSub), N: addressBytes * int32(words), Lane: lane, First: min(lane, 0), Each: each})
}

// addressBytes are those of a sub-register of a0.
const addressBytes = 2
