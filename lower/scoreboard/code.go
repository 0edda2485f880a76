package scoreboard

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// code adds an instruction that waits, and holds a token or none, behind the syncs for
// what its code cannot say: a distance with the token that it sets, or with the destination
// of one that it waits for; the sources of one alone.
func code(out []native.Inst, in *native.Inst, w waits, token int) []native.Inst {
	sync := native.Sync{Dist: w.dist}
	switch {
	case token != none:
		sync.Set = 1 << token
	case w.dst != 0:
		sync.Dst = lowest(w.dst)
	case w.src != 0 && sync.Dist == 0:
		sync.Src = lowest(w.src)
	}
	out = syncs(out, in, native.SyncAllwr, w.dst&^sync.Dst, func(one uint32) native.Sync { return native.Sync{Dst: one} })
	out = syncs(out, in, native.SyncAllrd, w.src&^sync.Src, func(one uint32) native.Sync { return native.Sync{Src: one} })
	out = append(out, *in)
	out[len(out)-1].SetSync(sync)
	return out
}

func lowest(mask uint32) uint32 { return mask & -mask }

// syncs waits for tokens in front of an instruction: for one by the code of a sync, for
// several by its operand.
func syncs(out []native.Inst, of *native.Inst, all uint8, mask uint32, code func(one uint32) native.Sync) []native.Inst {
	if mask == 0 {
		return out
	}
	x := native.Inst{Op: native.OpSync, ExecSize: 1, NoMask: true, VISA: of.VISA}
	if bits.OnesCount32(mask) == 1 {
		x.SyncFC = native.SyncNop
		x.Src[0] = native.Operand{File: native.ARF, Type: native.UB, Region: native.Scalar}
		x.SetSync(code(mask))
	} else {
		x.SyncFC = all
		x.Src[0] = native.ImmOperand(uint64(mask), native.UD)
	}
	return append(out, x)
}
