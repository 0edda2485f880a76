package regalloc

import "github.com/genvisa/genvisa/native"

// message adds the refs of a send. Where it is known which dword or qword is which
// lane's, each has its lane as owner. Everything else (blocks, unknown messages,
// NoMask) counts for the whole thread: such a write kills under NoMask only, and
// such a read wants the bytes of sleeping lanes too.
func (c *collector) message() {
	in := c.in
	response, first, second := in.MessageGRFs()
	p := payloads{collector: c}
	if !in.NoMask && in.ExecSize >= fewestLanes {
		p.address, p.data = in.Msg.LaneCells()
	}
	a0 := place{file: fileAddr}
	if in.Msg.DescReg {
		c.run(a0, int32(in.Msg.DescSub), 4, 4, wholeThread, false)
	}
	if in.Msg.ExDescReg {
		c.run(a0, int32(in.Msg.ExDescSub), 4, 4, wholeThread, false)
	}
	header := int32(0)
	if in.Msg.Headed() {
		header = c.grf
	}
	p.part(&in.Src[0], first, header, false)
	if in.Op.IsSplit() {
		p.part(&in.Src[1], second, 0, false)
	}
	p.at = int32(in.ExecSize) * int32(p.address) // a response has no addresses
	p.part(&in.Dst, response, 0, true)
}

// payloads adds the refs of one message after another part of it.
type payloads struct {
	*collector
	address, data int   // bytes of a lane's cells, 0 when they count for the whole thread
	at            int32 // bytes in front of the next cell, headers not counted
}

func (p *payloads) part(o *native.Operand, grfs int, header int32, write bool) {
	at, ok := p.locate(o)
	if !ok || at.file != fileGRF {
		return
	}
	u, n := int32(o.Sub), int32(grfs)*p.grf
	if grfs < 0 {
		n = p.restOf(at, u)
	}
	full := write && !partial(p.in)
	if p.data == 0 {
		p.thread(at, ref{unit: u, n: n, lane: wholeThread, write: write, full: full && p.in.NoMask})
		return
	}
	header = min(header, n)
	if header > 0 {
		p.touch(at, ref{unit: u, n: header, lane: wholeThread})
	}
	for b := header; b < n; {
		elem := int32(p.data)
		if p.at < int32(p.in.ExecSize)*int32(p.address) {
			elem = int32(p.address)
		}
		step := min(int32(p.in.ExecSize)*elem, n-b)
		p.touch(at, ref{unit: u + b, n: step, lane: int8(p.in.ChanOff), elem: uint8(elem), write: write, full: full})
		b, p.at = b+step, p.at+step
	}
}

// fewestLanes is the size of the smallest message with an address per lane. In
// an instruction of fewer channels its other lanes are off.
const fewestLanes = 8

// thread adds the ref of a payload or response that counts for the whole thread.
// A response certainly replaces only what belongs to lanes that are on.
func (c *collector) thread(at place, r ref) {
	size := int32(c.in.ExecSize)
	if !r.full || size >= fewestLanes {
		c.touch(at, r)
		return
	}
	on := int32(0) // bytes of each register
	if c.in.Msg.DwordLanes() {
		on = 4 * size
	}
	for b := int32(0); b < r.n; b += c.grf {
		part := r
		part.unit, part.n = r.unit+b, on
		if on > 0 {
			c.touch(at, part)
		}
		part.unit, part.n, part.full = r.unit+b+on, min(c.grf, r.n-b)-on, false
		c.touch(at, part)
	}
}

// restOf is the length of a payload whose length is in a register: it counts as
// the rest of its variable.
func (c *collector) restOf(at place, u int32) int32 {
	if at.virt && at.base >= 0 && int(at.base) < len(c.index[at.file]) {
		return c.list[c.index[at.file][at.base]].size - u
	}
	c.err = &UnsupportedError{"message of unknown length in a physical register"}
	return 0
}
