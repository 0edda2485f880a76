package regalloc

import "github.com/genvisa/genvisa/native"

// send lists header, payloads and response. Dwords that belong to lanes are one
// span each; all else is the whole thread's.
func (r *reader) send() {
	in := r.in
	for _, d := range [...]struct {
		on  bool
		sub uint8
	}{{in.Msg.DescReg, in.Msg.DescSub}, {in.Msg.ExDescReg, in.Msg.ExDescSub}} {
		if d.on {
			r.add(span{file: fileAddr, v: nowhere}, int32(d.sub), 4, wholeThread, false, false)
		}
	}
	response, first, second := in.MessageGRFs()
	header := int32(0)
	if in.Msg.Headed() {
		header = r.grf
	}
	x := cells{reader: r}
	if !in.NoMask && in.ExecSize >= 8 {
		x.address, x.data = in.Msg.LaneCells()
	}
	x.registers(&in.Src[0], first, header, false)
	if in.InTwo() {
		x.registers(&in.Src[1], second, 0, false)
	}
	x.front = x.address * int(in.ExecSize)
	x.registers(&in.Dst, response, 0, true)
}

// cells knows whose the bytes of a message are: bytes of an address for each lane,
// then bytes of data for each lane again and again; 0 when they are nobody's.
type cells struct {
	*reader
	address, data int
	front         int // bytes of earlier parts
}

// lane is whose the cell at a byte is, and how long it is.
func (c *cells) lane(at int) (lane int8, size int) {
	n := int(c.in.ExecSize)
	if at < n*c.address {
		return c.channel(at / c.address), c.address
	}
	return c.channel((at - n*c.address) / c.data % n), c.data
}

// registers are n GRFs from an operand, or what is left of its variable.
func (c *cells) registers(o *native.Operand, grfs int, header int32, write bool) {
	r, in := c.reader, c.in
	x, ok := r.base(o)
	if !ok || x.file != fileGRF {
		return
	}
	at, n := int32(o.Sub), int32(grfs)*r.grf
	if grfs < 0 {
		n = r.length(x) - at
	}
	if c.data == 0 {
		for b := int32(0); b < n; b += 4 {
			// A response of fewer lanes than a message has replaces only their dwords.
			lanes := int32(in.ExecSize)
			on := grfs >= 0 && lanes >= 8 || in.Msg.DwordLanes() && b%r.grf/4 < lanes
			r.add(x, at+b, 4, wholeThread, write, write && r.always() && in.NoMask && on)
		}
		return
	}
	head := min(header, n)
	if head > 0 {
		r.add(x, at, head, wholeThread, false, false)
	}
	for b := head; b < n; {
		lane, size := c.lane(c.front)
		r.add(x, at+b, int32(size), lane, write, write && r.always())
		b, c.front = b+int32(size), c.front+size
	}
}
