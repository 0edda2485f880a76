package follow

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// lanes are those that read what is followed.
func (f *followed) lanes(in *native.Inst) map[int]bool {
	out := map[int]bool{}
	parts(in, false, func(p part) {
		switch {
		case p.each > 0:
			for k := 0; k < p.n; k += p.each {
				out[p.first+k/p.each] = out[p.first+k/p.each] || f.any(p.at+k, p.each)
			}
		case !f.any(p.at, p.n):
		case p.first == effects.Thread:
			out[effects.Thread] = true
		default:
			for lane := range int(in.ExecSize) {
				out[lane] = true
			}
		}
	})
	return out
}

// write marks what the lanes write that took it, and clears the rest of what is written:
// under a predicate too, and all of the accumulators beside the operands. What other lanes
// keep there is nearly always dead, and following it would lead through whatever else the
// register is used for.
func (f *followed) write(in *native.Inst, took map[int]bool) {
	parts(in, true, func(p part) {
		if p.each == 0 {
			f.set(p.at, p.n, took[p.first])
			return
		}
		for k := 0; k < p.n; k += p.each {
			f.set(p.at+k, p.each, took[p.first+k/p.each])
		}
	})
}

// firstByte is where the register of an operand begins in followed; ok is false for what is
// not followed: flags, and registers by an address.
func firstByte(o *native.Operand) (at int, ok bool) {
	switch {
	case o.Indirect:
		return 0, false
	case o.File == native.GRF:
		return 0, true
	}
	return native.MostGRFs * native.GRFBytes, o.File == native.ARF && o.Reg >= native.ARFAcc0 && o.Reg <= native.ARFAcc9
}

// payload is what a message takes of f, by the bytes of its payload. Of addresses of
// lanes it is those that run.
func payload(f *followed, in *native.Inst) (out followed) {
	cell, _ := in.Msg.LaneCells()
	lanes := max(int(in.ExecSize), messageLanes) // that the payload has room for
	at := 0
	for s := range 2 {
		base, ok := firstByte(&in.Src[s])
		if !ok {
			continue
		}
		for _, x := range in.Touches(s) {
			for b := range x.Bytes {
				idle := s == 0 && cell > 0 && !in.Msg.Headed() && b >= cell*int(in.ExecSize) && b < cell*lanes
				if !idle && f.any(base+x.At+b, 1) {
					out.set(at+b, 1, true)
				}
			}
			at += x.Bytes
		}
	}
	return out
}
