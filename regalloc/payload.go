package regalloc

import "github.com/genvisa/genvisa/native"

// message adds the refs of a send. Where dword i of every ExecSize dwords is
// lane i's, each dword has its lane as owner. Everything else (64-bit addresses
// or data, blocks, unknown messages, NoMask) counts for the whole thread: such a
// write kills under NoMask only, and such a read wants the bytes of sleeping
// lanes too.
func (c *collector) message() {
	in := c.in
	response, first, second := in.MessageGRFs()
	lanes := !in.NoMask && in.ExecSize >= 8 && in.Msg.DwordLanes()
	a0 := place{file: fileAddr}
	if in.Msg.DescReg {
		c.run(a0, int32(in.Msg.DescSub), 4, 4, wholeThread, false)
	}
	if in.Msg.ExDescReg {
		c.run(a0, int32(in.Msg.ExDescSub), 4, 4, wholeThread, false)
	}
	header := int32(0)
	if in.Msg.DescReg || in.Msg.Desc.Header() != 0 {
		header = c.grf
	}
	c.payload(&in.Src[0], first, header, lanes, false)
	if in.Op.IsSplit() {
		c.payload(&in.Src[1], second, 0, lanes, false)
	}
	c.payload(&in.Dst, response, 0, lanes, true)
}

func (c *collector) payload(o *native.Operand, grfs int, header int32, lanes, write bool) {
	at, ok := c.locate(o)
	if !ok || at.file != fileGRF {
		return
	}
	u, n := int32(o.Sub), int32(grfs)*c.grf
	if grfs < 0 {
		n = c.restOf(at, u)
	}
	full := write && !partial(c.in)
	if !lanes {
		c.thread(at, ref{unit: u, n: n, lane: wholeThread, write: write, full: full && c.in.NoMask})
		return
	}
	header = min(header, n)
	if header > 0 {
		c.touch(at, ref{unit: u, n: header, lane: wholeThread})
	}
	step := int32(c.in.ExecSize) * 4
	for b := header; b < n; b += step {
		c.touch(at, ref{unit: u + b, n: min(step, n-b), lane: int8(c.in.ChanOff), elem: 4, write: write, full: full})
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
