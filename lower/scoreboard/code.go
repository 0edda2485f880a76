package scoreboard

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// split is what an instruction waits for, in its own code and in syncs in front of it.
type split struct {
	code     native.Sync // of the instruction
	far      native.Sync // a distance of a sync
	dst, src uint32      // tokens of syncs
}

// syncs is how many stand in front.
func (s *split) syncs() int {
	n := min(bits.OnesCount32(s.dst), 1) + min(bits.OnesCount32(s.src), 1)
	if s.far.Dist > 0 {
		n++
	}
	return n
}

// splitOf is what the code of an instruction says that waits, and holds a token or none: a distance
// stands with the token that it sets, or with the destination of one that it waits for, where
// the instruction has such a code; the sources of one alone.
func splitOf(t native.Target, in *native.Inst, w waits, token int) (s split) {
	s.code = native.Sync{Dist: w.dist, Pipes: w.pipes}
	switch {
	case token != none:
		s.code.Set = 1 << token
	case w.dst != 0:
		s.code.Dst = lowest(w.dst)
	case w.src != 0 && w.dist == 0:
		s.code.Src = lowest(w.src)
	}
	if !says(t, in, s.code) {
		if token != none {
			s.far, s.code.Dist, s.code.Pipes = native.Sync{Dist: w.dist, Pipes: w.pipes}, 0, 0
		} else {
			s.code.Dst = 0
		}
	}
	s.dst, s.src = w.dst&^s.code.Dst, w.src&^s.code.Src
	return s
}

// says reports whether the instruction has a code that says that.
func says(t native.Target, in *native.Inst, s native.Sync) bool {
	x := native.Inst{Op: in.Op, Dst: in.Dst, Src: in.Src}
	return x.SetSync(t, s)
}

// place puts an instruction at the end of its place, and its syncs in front of it.
func place(t native.Target, to []native.Inst, in *native.Inst, s *split) {
	last := &to[len(to)-1]
	if last != in {
		*last = *in
	}
	last.SetSync(t, s.code)
	for _, x := range [...]struct {
		all  uint8
		mask uint32
		code native.Sync
	}{
		{native.SyncNop, 0, s.far},
		{native.SyncAllwr, s.dst, native.Sync{Dst: s.dst}},
		{native.SyncAllrd, s.src, native.Sync{Src: s.src}},
	} {
		if x.mask != 0 || x.code.Dist > 0 {
			to[0] = sync(t, last.VISA, x.all, x.mask, x.code)
			to = to[1:]
		}
	}
}

func lowest(mask uint32) uint32 { return mask & -mask }

// sync waits for a distance or for tokens in front of an instruction of the text: for one token by its own code, for
// several by its operand.
func sync(t native.Target, visa int32, all uint8, mask uint32, code native.Sync) native.Inst {
	x := native.Inst{Op: native.OpSync, ExecSize: 1, NoMask: true, VISA: visa}
	if bits.OnesCount32(mask) > 1 {
		x.SyncFC = all
		x.Src[0] = native.ImmOperand(uint64(mask), native.UD)
		return x
	}
	x.SyncFC = native.SyncNop
	x.Src[0] = native.Operand{File: native.ARF, Type: native.UB, Region: native.Scalar}
	x.SetSync(t, code)
	return x
}
