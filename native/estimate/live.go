package estimate

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// live is a bit for each byte of the register file.
type live [native.MostGRFs]uint32

// one is the bytes of an effect that are in register r.
func one(e *effects.Effect, r int32) uint32 {
	lo, hi := max(e.At-r*native.GRFBytes, 0), min(e.At+e.N-r*native.GRFBytes, native.GRFBytes)
	if hi <= lo {
		return 0
	}
	return uint32(uint64(1)<<hi - uint64(1)<<lo)
}

// each does do with the registers of an effect on those of the file.
func each(e *effects.Effect, do func(r int32, bytes uint32)) {
	if e.Space != effects.Register || e.Through != nil || e.Var != 0 {
		return
	}
	x := *e
	if x.N == effects.Rest {
		x.N = native.GRFBytes
	}
	for r := x.At / native.GRFBytes; r*native.GRFBytes < x.At+x.N && r < native.MostGRFs; r++ {
		do(r, one(&x, r))
	}
}

// back is what is alive before an instruction, of what is behind it; def gets what it surely
// writes.
func (l *live) back(in *native.Inst, def *live) {
	effects.Registers(in, func(e effects.Effect) {
		if e.Write && e.Full {
			each(&e, func(r int32, bytes uint32) {
				l[r] &^= bytes
				def[r] |= bytes
			})
		}
	})
	effects.Registers(in, func(e effects.Effect) {
		if !e.Write {
			each(&e, func(r int32, bytes uint32) { l[r] |= bytes })
		}
	})
}

// written adds what an instruction writes, surely or not.
func (l *live) written(in *native.Inst) {
	effects.Registers(in, func(e effects.Effect) {
		if e.Write {
			each(&e, func(r int32, bytes uint32) { l[r] |= bytes })
		}
	})
}

// both counts the registers with bytes in two sets.
func (l *live) both(o *live) (n int) {
	for r, bytes := range l {
		if bytes&o[r] != 0 {
			n++
		}
	}
	return n
}

func (l *live) count() (n int) {
	for _, bytes := range l {
		if bytes != 0 {
			n++
		}
	}
	return n
}

// join adds what is in another set, and says whether that was news.
func (l *live) join(o *live) (changed bool) {
	for r := range l {
		changed = changed || o[r]&^l[r] != 0
		l[r] |= o[r]
	}
	return changed
}
