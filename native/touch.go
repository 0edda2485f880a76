package native

import "slices"

// Touch is what a lane reads or writes of an operand: Bytes from the byte address At
// of the register file, for architecture registers from the start of their class. Row
// counts the addresses of an operand that has one for each row; what is indirect
// counts from its address.
type Touch struct {
	Lane  int // AllLanes for the registers of a message
	Row   int
	At    int
	Bytes int
}

// AllLanes is the lane of a touch that is no lane's own.
const AllLanes = -1

// linkBytes are a return address and the mask of the channels that took it.
const linkBytes = 8

// Touches lists what the lanes of an instruction, counted in elements (Target.Elements),
// touch of its source i, or of its destination when i is negative, in the order of the lanes: the one computation that
// the check of hazards, the estimate of clocks and the pictures read. Immediates, the
// null register and operands that are absent have none. Of a branch they are the return
// address or the register that has its target, of a message whole registers; one of
// them where a register has the length of the message.
func (in *Inst) Touches(i int) []Touch { return in.AppendTouches(nil, i) }

// AppendTouches adds what Touches lists to a list.
func (in *Inst) AppendTouches(out []Touch, i int) []Touch {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	switch {
	case o.File == NoFile || o.File == Imm || o.IsNull():
		return out
	case in.Op.IsSend():
		return append(out, in.messageTouches(o, i)...)
	case in.Op.IsBranch():
		return append(out, in.branchTouches(o)...)
	}
	out = slices.Grow(out, int(in.ExecSize))
	for lane := range int(in.ExecSize) {
		row, n, runs := in.element(o, i, lane)
		if !runs {
			continue
		}
		touch := Touch{lane, row, o.FirstByte() + n*o.Type.Size(), o.Type.Size()}
		if in.Paired && i < 0 {
			touch.Bytes = doubleBytes
		}
		if i >= 0 {
			out = in.reached(out, o, i, touch)
			continue
		}
		if out = append(out, touch); in.HasRemainder() {
			touch.At += GRFBytes
			out = append(out, touch)
		}
	}
	return out
}

// element is the element that a lane touches of an operand, source i or the destination,
// counted from the first, or with an address for each row from that of its row; runs is
// false for a lane that the channel enables turn off.
func (in *Inst) element(o *Operand, i, lane int) (row, n int, runs bool) {
	switch {
	case in.Align16 && in.IsMacro():
		return 0, lane, true // its fields for channels name accumulators
	case in.Align16 && i < 0:
		return 0, lane, in.Enables(lane)
	case in.Align16:
		return 0, o.swizzled(lane, in.Whole), true
	case i < 0:
		return 0, lane * int(o.Region.H), true
	}
	row, n = o.Region.element(lane)
	return row, n, true
}

// Broadcast says that every channel reads the same element of source i.
func (in *Inst) Broadcast(i int) bool {
	r := in.Src[i].Region
	switch {
	case in.ExecSize == 1:
		return true
	case in.Align16:
		return r == Scalar // else the swizzle says
	}
	return r.V == 0 && (r.H == 0 || r.W <= 1)
}

// Element is the element of source i, or of the destination when i is negative, that a channel
// touches, counted from where the operand starts. Align16 may turn the channel off.
func (in *Inst) Element(i, channel int) int {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	_, n, _ := in.element(o, i, channel)
	return n
}

// FirstElement is the element of source i that channel 0 reads, counted from where
// the operand starts.
func (in *Inst) FirstElement(i int) int {
	_, n, _ := in.element(&in.Src[i], i, 0)
	return n
}

// Step is how many bytes each element of source i, or of the destination when i is
// negative, lies behind the one before; 0 where that differs, and for a broadcast.
func (in *Inst) Step(i int) int {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	r, size := o.Region, o.Type.Size()
	switch {
	case i < 0 && in.Align16:
		return size
	case i < 0:
		return int(r.H) * size
	case in.Broadcast(i):
		return 0
	case in.Align16:
		if r.V == 0 || o.Swizzle != IdentitySwizzle {
			return 0
		}
		return size
	case r.W <= 1:
		return int(r.V) * size
	case r.V == r.W*r.H || r.W >= in.ExecSize:
		return int(r.H) * size
	}
	return 0
}

// Extent is the bytes, from the start of its register or variable, that an operand with
// a region reaches: source i, or the destination when i is negative.
func (in *Inst) Extent(i int) (from, to int) {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	size := o.Type.Size()
	from = 1 << 30
	for lane := range int(in.ExecSize) {
		_, n, _ := in.element(o, i, lane)
		from, to = min(from, int(o.Sub)+n*size), max(to, int(o.Sub)+(n+1)*size)
	}
	return from, to
}

// What Align16 operands have where nothing is chosen.
const (
	IdentitySwizzle = 0xE4 // each channel reads its own place
	AllChannels     = 15   // each channel is written
)

// lanesByGroup are the channels that the table of instructions counts groups by.
const lanesByGroup = 8

// reached adds the touches of a lane that reads t of source i, and more where the
// instruction does.
func (in *Inst) reached(out []Touch, o *Operand, i int, t Touch) []Touch {
	at, by := in.Op.Reach(i)
	if at == nil {
		return append(out, t)
	}
	if of := in.Op.Group(i); of > 0 {
		for _, n := range at {
			further := t
			row, element, _ := in.element(o, i, t.Lane/of*of+n)
			further.Row, further.At = row, o.FirstByte()+element*t.Bytes
			out = append(out, further)
		}
		return out
	}
	if by > 0 {
		_, n, _ := in.element(o, i, t.Lane%lanesByGroup)
		t.At = o.FirstByte() + (n+t.Lane/lanesByGroup*by)*t.Bytes
	}
	for _, n := range at {
		further := t
		further.At += n * t.Bytes
		out = append(out, further)
	}
	return out
}

// branchTouches are the registers that a branch keeps addresses in.
func (in *Inst) branchTouches(o *Operand) []Touch {
	if o != in.TargetRegister() && (o != &in.Dst || !in.Op.Links()) {
		return nil
	}
	return []Touch{{AllLanes, 0, o.FirstByte(), linkBytes}}
}

// FirstByte is the byte of its register file, for architecture registers of their class, where
// an operand starts; of one behind an address, what is added to that.
func (o *Operand) FirstByte() int {
	switch {
	case o.Indirect:
		return int(o.AddrImm)
	case o.File == ARF:
		return int(o.Reg&15)*GRFBytes + int(o.Sub)
	}
	return int(o.Reg)*GRFBytes + int(o.Sub)
}

// element is the distance of a lane's element from the first, in elements; with an
// address for each row, from that of its row.
func (r Region) element(lane int) (row, n int) {
	w := max(int(r.W), 1)
	if r.V == VxH {
		return lane / w, lane % w * int(r.H)
	}
	return 0, lane/w*int(r.V) + lane%w*int(r.H)
}

// swizzled is the element that a channel of an Align16 instruction reads: 16 bytes
// hold four, or two of 64 bits, which a pair of the swizzle chooses. Without a vertical
// stride all read the first 16, but whole doubles in each register those of its own.
func (o *Operand) swizzled(lane int, whole bool) int {
	if o.Region == Scalar {
		return 0
	}
	unit := 4
	if o.Type.Size() == 8 {
		unit = 2
	}
	group := lane / unit * unit
	switch {
	case o.Region.V == 0 && whole:
		group = lane &^ 3
	case o.Region.V == 0:
		group = 0
	}
	channel := lane % unit * 4 / unit
	return group + int(o.Swizzle>>(2*channel)&3)*unit/4
}

// messageTouches are whole registers; one where a register has their number.
func (in *Inst) messageTouches(o *Operand, i int) []Touch {
	response, first, second := in.MessageGRFs()
	n := [3]int{response, first, second}[min(i+1, 2)]
	if n < 0 {
		n = 1
	}
	if n == 0 {
		return nil
	}
	at := o.FirstByte()
	if !o.Indirect {
		at &^= GRFBytes - 1
	}
	return []Touch{{AllLanes, 0, at, n * GRFBytes}}
}
