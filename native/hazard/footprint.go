package hazard

import "github.com/genvisa/genvisa/native"

// Touch is bytes of one general register: bit k is byte k.
type Touch struct {
	Reg   int32
	Bytes uint64
}

// whole are all bytes of a register.
const whole = 1<<native.GRFBytes - 1

// Touches are bytes of general registers, each register once, rising.
type Touches []Touch

// Place is where an operand with an address in a register lies: the byte address
// of element k in the register file, and whether that is known.
type Place func(o *native.Operand, k int) (at int, known bool)

// Unplaced knows no address: operands of that kind have no footprint then.
func Unplaced(*native.Operand, int) (int, bool) { return 0, false }

// Footprint is what an instruction reads and writes of the general registers when
// all its channels are enabled. What no field of the instruction and not at says is
// left out: registers by address, and lengths of messages that a register has, of
// which one register counts.
func Footprint(in *native.Inst, at Place) (reads, writes Touches) {
	if in.Op.IsSend() {
		return messageFootprint(in)
	}
	if in.Op.IsEmpty() {
		return nil, nil
	}
	if in.Op.IsBranch() {
		return link(in.TargetRegister()), link(linked(in))
	}
	for s := range min(in.Op.Sources(), len(in.Src)) {
		reads = operand(reads, in, &in.Src[s], false, at)
	}
	writes = operand(nil, in, &in.Dst, true, at)
	if in.Op.IsMath() && in.MathFC == native.MathIdiv {
		for _, t := range writes {
			writes = writes.add(int(t.Reg)+1, t.Bytes)
		}
	}
	return reads, writes
}

// linked is where a call leaves the return address; nil for others.
func linked(in *native.Inst) *native.Operand {
	if !in.Op.Links() {
		return nil
	}
	return &in.Dst
}

// linkBytes are an address and the mask of the channels that took it.
const linkBytes = 8

func link(o *native.Operand) Touches {
	if o == nil || o.File != native.GRF || o.Indirect {
		return nil
	}
	return Touches(nil).bytes(int(o.Reg)*native.GRFBytes+int(o.Sub), linkBytes)
}

func messageFootprint(in *native.Inst) (reads, writes Touches) {
	response, first, second := in.MessageGRFs()
	reads = registers(reads, &in.Src[0], first)
	reads = registers(reads, &in.Src[1], second)
	return reads, registers(nil, &in.Dst, response)
}

// registers adds n whole registers; one when the number is not known.
func registers(t Touches, o *native.Operand, n int) Touches {
	if o.File != native.GRF || o.Indirect {
		return t
	}
	if n < 0 {
		n = 1
	}
	for r := range n {
		t = t.add(int(o.Reg)+r, whole)
	}
	return t
}

// operand adds the elements of a source or destination.
func operand(t Touches, in *native.Inst, o *native.Operand, dst bool, at Place) Touches {
	if o.File != native.GRF {
		return t
	}
	size := o.Type.Size()
	for k := range int(in.ExecSize) {
		off, ok := element(in, o, dst, k)
		if !ok {
			continue
		}
		from := int(o.Reg)*native.GRFBytes + int(o.Sub) + off
		if o.Indirect {
			base, known := at(o, k)
			if !known {
				continue
			}
			from = base + off
		}
		t = t.bytes(from, size)
	}
	return t
}

// element is the offset of element k in an operand, and false for one that an
// Align16 destination leaves out. Swizzles are not followed: an Align16 source
// counts with all elements of a group.
func element(in *native.Inst, o *native.Operand, dst bool, k int) (off int, ok bool) {
	size := o.Type.Size()
	switch w := max(int(o.Region.W), 1); {
	case dst && in.Align16:
		return k * size, o.Enabled(k)
	case dst:
		return k * max(int(o.Region.H), 1) * size, true
	case in.Align16 && o.Region != native.Scalar && o.Region.V != 0:
		return k * size, true
	case in.Align16:
		return k % 4 * size, true
	case o.Region.V == native.VxH:
		return k % w * int(o.Region.H) * size, true
	default:
		return (k/w*int(o.Region.V) + k%w*int(o.Region.H)) * size, true
	}
}

// bytes adds size bytes from an address on.
func (t Touches) bytes(from, size int) Touches {
	for size > 0 && from >= 0 {
		off := from % native.GRFBytes
		n := min(size, native.GRFBytes-off)
		t = t.add(from/native.GRFBytes, (1<<n-1)<<off)
		from, size = from+n, size-n
	}
	return t
}

func (t Touches) add(reg int, bytes uint64) Touches {
	if reg >= native.GRFs {
		return t
	}
	i := len(t)
	for i > 0 && t[i-1].Reg > int32(reg) {
		i--
	}
	if i > 0 && t[i-1].Reg == int32(reg) {
		t[i-1].Bytes |= bytes
		return t
	}
	t = append(t, Touch{})
	copy(t[i+1:], t[i:])
	t[i] = Touch{int32(reg), bytes}
	return t
}

// meet is the first register of which both have bytes, and which.
func (t Touches) meet(o Touches) (Touch, bool) {
	for i, j := 0, 0; i < len(t) && j < len(o); {
		switch a, b := t[i], o[j]; {
		case a.Reg < b.Reg:
			i++
		case a.Reg > b.Reg:
			j++
		case a.Bytes&b.Bytes != 0:
			return Touch{a.Reg, a.Bytes & b.Bytes}, true
		default:
			i, j = i+1, j+1
		}
	}
	return Touch{}, false
}
