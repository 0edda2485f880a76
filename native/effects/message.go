package effects

import "github.com/genvisa/genvisa/native"

// fewestLanes is the size of the smallest message with an address for each lane. In
// an instruction of fewer channels its other lanes are off.
const fewestLanes = 8

// message is the registers of a message. Where it is known which dword or qword is
// which lane's, each has its channel. All else (blocks, unknown messages, NoMask) is
// the whole thread's.
func (w *walker) message() {
	in := w.in
	response, first, second := in.MessageGRFs()
	p := payload{walker: w}
	if !in.NoMask && in.ExecSize >= fewestLanes {
		p.address, p.data = in.Msg.LaneCells()
	}
	w.descriptors()
	header := int32(0)
	if in.Msg.Headed() {
		header = native.GRFBytes
	}
	p.part(0, first, header)
	if in.InTwo() {
		p.part(1, second, 0)
	}
	p.at = int32(in.ExecSize) * int32(p.address) // a response has no addresses
	p.part(dst, response, 0)
}

// descriptors are the dwords of a0 that have them.
func (w *walker) descriptors() {
	m := &w.in.Msg
	word := Effect{Space: Address, N: 4, Lane: Thread, First: Thread}
	if m.DescReg {
		word.At = int32(m.DescSub)
		w.do(word)
	}
	if m.ExDescReg {
		word.At = int32(m.ExDescSub)
		w.do(word)
	}
}

// payload says the registers of one part of a message after another.
type payload struct {
	*walker
	address, data int   // bytes of a lane's cells, 0 when they count for the whole thread
	at            int32 // bytes in front of the next cell, headers not counted
}

// part is source i, or the response, of so many registers; fewer than 0 are unknown.
func (p *payload) part(i, grfs int, header int32) {
	o := &p.in.Dst
	if i >= 0 {
		o = &p.in.Src[i]
	}
	if o.Indirect {
		p.addresses(o)
		p.through(o, i)
		return
	}
	at, ok := locate(o)
	if !ok || at.space != Register {
		return
	}
	e := Effect{At: at.base + int32(o.Sub), N: int32(grfs) * native.GRFBytes, Lane: Thread, First: Thread}
	switch {
	case grfs == 0:
	case grfs < 0:
		e.N = Rest
		p.whole(at, e, i)
	case p.data == 0:
		p.whole(at, e, i)
	default:
		p.cells(at, e, min(header, e.N), i)
	}
}

// cells are the header, and the cells of lanes behind it.
func (p *payload) cells(at place, all Effect, header int32, i int) {
	if header > 0 {
		p.run(at, Effect{At: all.At, N: header, Lane: Thread, First: Thread}, i)
	}
	for b := header; b < all.N; {
		each := int32(p.data)
		if p.at < int32(p.in.ExecSize)*int32(p.address) {
			each = int32(p.address)
		}
		step := min(int32(p.in.ExecSize)*each, all.N-b)
		p.run(at, Effect{At: all.At + b, N: step, Lane: p.channel(0), First: 0, Each: uint8(each)}, i)
		b, p.at = b+step, p.at+step
	}
}

// whole is a payload or a response of the whole thread. A response certainly
// replaces only what belongs to lanes that are on.
func (p *payload) whole(at place, e Effect, i int) {
	size := int32(p.in.ExecSize)
	switch {
	case i >= 0:
		p.run(at, e, i)
		return
	case !p.in.NoMask || Partial(p.in) || e.N == Rest:
		e.Space, e.Var, e.Write = at.space, at.v, true
		p.do(e)
		return
	case size >= fewestLanes:
		p.run(at, e, i)
		return
	}
	block := min(int32(p.in.Msg.BlockBytes()), e.N)
	if block > 0 {
		part := e
		part.N = block
		p.run(at, part, i)
	}
	if e.At, e.N = e.At+block, e.N-block; e.N == 0 {
		return
	}
	on := int32(0) // bytes of each register
	if p.in.Msg.DwordLanes() {
		on = 4 * size
	}
	for b := int32(0); b < e.N; b += native.GRFBytes {
		if part := e; on > 0 {
			part.At, part.N = e.At+b, on
			p.run(at, part, i)
		}
		off := Effect{Space: at.space, Var: at.v, At: e.At + b + on, N: min(native.GRFBytes, e.N-b) - on, Lane: Thread, First: Thread, Write: true}
		p.do(off)
	}
}
