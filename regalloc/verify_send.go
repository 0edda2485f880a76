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
	if in.Msg.DescReg || in.Msg.Desc.Header() != 0 {
		header = r.grf
	}
	r.registers(&in.Src[0], first, header, false)
	if in.Op.IsSplit() {
		r.registers(&in.Src[1], second, 0, false)
	}
	r.registers(&in.Dst, response, 0, true)
}

// registers are n GRFs from an operand, or what is left of its variable.
func (r *reader) registers(o *native.Operand, grfs int, header int32, write bool) {
	x, ok := r.base(o)
	if !ok || x.file != fileGRF {
		return
	}
	in, at, n := r.in, int32(o.Sub), int32(grfs)*r.grf
	if grfs < 0 {
		n = r.length(x) - at
	}
	lanes := int32(in.ExecSize)
	byLane := !in.NoMask && lanes >= 8 && in.Msg.DwordLanes()
	full := write && r.always() && (byLane || in.NoMask)
	head := int32(0)
	if byLane {
		head = min(header, n)
	}
	if head > 0 {
		r.add(x, at, head, wholeThread, false, false)
	}
	for b := head; b < n; b += 4 {
		lane := int8(wholeThread)
		if byLane {
			lane = r.channel(int((b - head) / 4 % lanes))
		}
		// A response of fewer lanes than a message has replaces only their dwords.
		on := lanes >= 8 || in.Msg.DwordLanes() && b%r.grf/4 < lanes
		r.add(x, at+b, 4, lane, write, full && (byLane || on))
	}
}
