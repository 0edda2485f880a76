package scoreboard

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// codeOf is what the code of an instruction says that waits, and holds a token or none, and
// the tokens, of destinations and of sources, that are for syncs in front of it: a distance
// stands with the token that it sets, or with the destination of one that it waits for; the
// sources of one alone.
func codeOf(w waits, token int) (code native.Sync, dst, src uint32) {
	code.Dist = w.dist
	switch {
	case token != none:
		code.Set = 1 << token
	case w.dst != 0:
		code.Dst = lowest(w.dst)
	case w.src != 0 && code.Dist == 0:
		code.Src = lowest(w.src)
	}
	return code, w.dst &^ code.Dst, w.src &^ code.Src
}

// place puts an instruction at the end of its place, and its syncs in front of it.
func place(to []native.Inst, in *native.Inst, w waits, token int) {
	code, dst, src := codeOf(w, token)
	last := &to[len(to)-1]
	if last != in {
		*last = *in
	}
	last.SetSync(code)
	if dst != 0 {
		to[0] = sync(last.VISA, native.SyncAllwr, dst, native.Sync{Dst: dst})
	}
	if src != 0 {
		to[len(to)-2] = sync(last.VISA, native.SyncAllrd, src, native.Sync{Src: src})
	}
}

func lowest(mask uint32) uint32 { return mask & -mask }

// sync waits for tokens in front of an instruction of the text: for one by its own code, for
// several by its operand.
func sync(visa int32, all uint8, mask uint32, code native.Sync) native.Inst {
	x := native.Inst{Op: native.OpSync, ExecSize: 1, NoMask: true, VISA: visa}
	if bits.OnesCount32(mask) == 1 {
		x.SyncFC = native.SyncNop
		x.Src[0] = native.Operand{File: native.ARF, Type: native.UB, Region: native.Scalar}
		x.SetSync(code)
	} else {
		x.SyncFC = all
		x.Src[0] = native.ImmOperand(uint64(mask), native.UD)
	}
	return x
}
