package native

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

// Touches lists what the lanes of an instruction touch of its source i, or of its
// destination when i is negative, in the order of the lanes. Immediates, the null
// register and operands that are absent have none, nor has a branch: what it reads and
// writes is addresses of code, for all lanes together.
func (in *Inst) Touches(i int) []Touch {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	switch {
	case o.File == NoFile || o.File == Imm || in.Op.IsBranch() || o.IsNull() || i == in.Op.MaskSource() && i >= 0:
		return nil
	case in.Op.IsSend():
		return in.messageTouches(o, i)
	}
	out := make([]Touch, 0, in.ExecSize)
	for lane := range int(in.ExecSize) {
		row, n := 0, 0 // elements from the first
		switch {
		case in.Align16 && in.IsMacro():
			n = lane // its fields for channels name accumulators
		case in.Align16 && i < 0:
			if !o.Enabled(lane) {
				continue
			}
			n = lane
		case in.Align16:
			n = o.swizzled(lane)
		case i < 0:
			n = lane * int(o.Region.H)
		default:
			row, n = o.Region.element(lane)
		}
		out = append(out, Touch{lane, row, o.first() + n*o.Type.Size(), o.Type.Size()})
	}
	return out
}

// first is where an operand starts; nought for one behind an address.
func (o *Operand) first() int {
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
// hold four, or two of 64 bits, which a pair of the swizzle chooses.
func (o *Operand) swizzled(lane int) int {
	if o.Region == Scalar {
		return 0
	}
	unit := 4
	if o.Type.Size() == 8 {
		unit = 2
	}
	group := lane / unit * unit
	if o.Region.V == 0 {
		group = 0
	}
	channel := lane % unit * 4 / unit
	return group + int(o.Swizzle>>(2*channel)&3)*unit/4
}

// messageTouches are whole registers.
func (in *Inst) messageTouches(o *Operand, i int) []Touch {
	response, first, second := in.MessageGRFs()
	n := [3]int{response, first, second}[min(i+1, 2)]
	if n <= 0 || !in.Msg.Known() {
		return nil
	}
	return []Touch{{AllLanes, 0, o.first() &^ (GRFBytes - 1), n * GRFBytes}}
}
