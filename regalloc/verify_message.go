package regalloc

import "github.com/genvisa/genvisa/native"

// payloadGRFs gives the registers that a send reads and writes, from its
// descriptors; -1 where the descriptor is in a register.
func payloadGRFs(in *native.Inst) (dst int32, src [2]int32) {
	response, first, second := in.MessageGRFs()
	return int32(response), [2]int32{int32(first), int32(second)}
}

// message adds the refs of a send. Where dword i of every ExecSize dwords is
// lane i's, each dword has its lane as owner. Everything else (64-bit addresses
// or data, blocks, unknown messages, NoMask) counts for the whole thread: such a
// write kills under NoMask only, and such a read wants the bytes of sleeping
// lanes too.
func (c *replayer) message() {
	in := c.in
	dst, src := payloadGRFs(in)
	lanes := !in.NoMask && in.ExecSize >= 8 && in.Msg.DwordLanes()
	if in.Msg.DescReg {
		c.touch(fileAddr, 0, false, vref{unit: int32(in.Msg.DescSub), n: 4, lane: wholeThread})
	}
	if in.Msg.ExDescReg {
		c.touch(fileAddr, 0, false, vref{unit: int32(in.Msg.ExDescSub), n: 4, lane: wholeThread})
	}
	header := int32(0)
	if in.Msg.DescReg || in.Msg.Desc.Header() != 0 {
		header = grfBytes
	}
	c.payload(&in.Src[0], src[0], header, lanes, false)
	if isSplit(in.Op) {
		c.payload(&in.Src[1], src[1], 0, lanes, false)
	}
	c.payload(&in.Dst, dst, 0, lanes, true)
}

func (c *replayer) payload(o *native.Operand, grfs, header int32, lanes, write bool) {
	f, base, virt, ok := vlocate(o)
	if !ok || f != fileGRF {
		return
	}
	n := grfs * grfBytes
	at := int32(o.Sub)
	if grfs < 0 {
		n = c.unknownLength(f, base, at, virt)
	}
	full := write && !partial(c.in)
	if !lanes {
		c.thread(f, base, virt, vref{unit: at, n: n, lane: wholeThread, write: write, full: full && c.in.NoMask})
		return
	}
	header = min(header, n)
	if header > 0 {
		c.touch(f, base, virt, vref{unit: at, n: header, lane: wholeThread})
	}
	for b := header; b < n; b += 4 {
		k := int(b-header) / 4 % int(c.in.ExecSize)
		c.touch(f, base, virt, vref{unit: at + b, n: 4, lane: c.lane(k, true), write: write, full: full})
	}
}

// thread adds the vref of a payload or response that counts for the whole thread.
// A response certainly replaces only what belongs to lanes that are on.
func (c *replayer) thread(f file, base int32, virt bool, r vref) {
	size := int32(c.in.ExecSize)
	if !r.full || size >= fewestLanes {
		c.touch(f, base, virt, r)
		return
	}
	on := int32(0) // bytes of each register
	if c.in.Msg.DwordLanes() {
		on = 4 * size
	}
	for at := int32(0); at < r.n; at += grfBytes {
		part := r
		part.unit, part.n = r.unit+at, on
		if on > 0 {
			c.touch(f, base, virt, part)
		}
		part.unit, part.n, part.full = r.unit+at+on, min(grfBytes, r.n-at)-on, false
		c.touch(f, base, virt, part)
	}
}

func (c *replayer) unknownLength(f file, base, at int32, virt bool) int32 {
	switch {
	case virt && int(base) < len(c.index[f]):
		n := c.list[c.index[f][base]].size - at
		c.lengths = append(c.lengths, n)
		return n
	case !virt && len(c.lengths) > 0:
		n := c.lengths[0]
		c.lengths = c.lengths[1:]
		return n
	}
	c.err = &UnsupportedError{"message of unknown length in a physical register"}
	return 0
}
