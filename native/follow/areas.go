package follow

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// part is bytes of followed that an instruction touches: all of them belong to one of its
// elements, or to every one where each is 0.
type part struct {
	at, n       int
	first, each int // element, and bytes of each
}

// parts calls do with what an instruction reads or writes of followed, which has neither
// flags nor registers by an address; of the answer to a message that has room for more lanes
// than run, the cells of those that run.
func parts(in *native.Inst, write bool, do func(part)) {
	effects.Registers(in, func(e effects.Effect) {
		at, ok := followedAt(&e)
		if !ok || e.Write != write {
			return
		}
		p := part{at, int(e.N), int(e.First), int(e.Each)}
		switch {
		case e.N == effects.Rest:
			p.n = native.GRFBytes
		case e.Space == effects.Accumulator && e.First == effects.Thread:
			p.first, p.each = 0, max(in.Dst.Type.Size(), 4) // beside the operands
		case write && in.Op.IsSend() && in.ExecSize < messageLanes:
			answer(in, p, do)
			return
		}
		do(p)
	})
}

// answer is an answer with room for more lanes than run: the cells of those that run, or all
// of it where no table says whose a cell is.
func answer(in *native.Inst, p part, do func(part)) {
	_, cell := in.Msg.LaneCells()
	if cell == 0 {
		do(p)
		return
	}
	for b := p.at; b < p.at+p.n; b += cell * messageLanes {
		do(part{b, cell * int(in.ExecSize), effects.Thread, 0})
	}
}

// followedAt is where the bytes of an effect begin in followed.
func followedAt(e *effects.Effect) (at int, ok bool) {
	switch {
	case e.Through != nil:
		return 0, false
	case e.Space == effects.Register:
		return int(e.At), true
	}
	return native.MostGRFs*native.GRFBytes + int(e.At), e.Space == effects.Accumulator
}

// messageLanes are those that the smallest message of lanes has room for.
const messageLanes = 8

func areasOf(in *native.Inst, write bool) (list []followArea) {
	var all followed
	lo, hi := len(all), -1
	parts(in, write, func(p part) {
		all.set(p.at, p.n, true)
		lo, hi = min(lo, p.at/native.GRFBytes), max(hi, (p.at+p.n-1)/native.GRFBytes)
	})
	for r := max(lo, 0); r <= min(hi, len(all)-1); r++ {
		if all[r] != 0 {
			list = append(list, followArea{int32(r), all[r]})
		}
	}
	return list
}

// set marks or clears bytes.
func (f *followed) set(at, n int, on bool) {
	for b := max(at, 0); b < at+n && b < len(f)*native.GRFBytes; b++ {
		f[b/native.GRFBytes] &^= 1 << (b % native.GRFBytes)
		if on {
			f[b/native.GRFBytes] |= 1 << (b % native.GRFBytes)
		}
	}
}

// any says that one of the bytes is marked.
func (f *followed) any(at, n int) bool {
	for b := max(at, 0); b < at+n && b < len(f)*native.GRFBytes; b++ {
		if f[b/native.GRFBytes]>>(b%native.GRFBytes)&1 != 0 {
			return true
		}
	}
	return false
}

func (f *followed) meets(list []followArea) bool {
	return slices.ContainsFunc(list, func(a followArea) bool { return f[a.reg]&a.bytes != 0 })
}

// join adds what o has, and says whether that was more.
func (f *followed) join(o *followed) (more bool) {
	for i, bits := range o {
		more = more || bits&^f[i] != 0
		f[i] |= bits
	}
	return more
}
