package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Addresses drops moves of a descriptor to the address register that has it already: messages on one surface, one
// after the other, each come with theirs. An address that the allocator will place ends that, for it may need all
// of the register.
func Addresses(c *edit.Editor) error {
	var held held
	blocks := flow.Cut(c.P)
	i, block := int32(-1), int32(-1)
	return c.Rewrite(func(in native.Inst, out *edit.Sequence) error {
		if i++; blocks.Of[i] != block {
			block = blocks.Of[i]
			held = held[:0]
		}
		if held.has(&in) {
			return nil
		}
		held = held.behind(&in)
		out.Add(in)
		return nil
	})
}

// held are the moves to address registers whose results are there.
type held []native.Inst

// toAddress tells a move of a value of the thread to an address register.
func toAddress(in *native.Inst) bool {
	return in.Op == native.OpMov && in.NoMask && in.ExecSize == 1 && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat &&
		in.Dst.File == native.ARF && in.Dst.Reg == native.ARFA0 && !in.Dst.Indirect &&
		(in.Src[0].File == native.Virt || in.Src[0].File == native.Imm) && !in.Src[0].Indirect && in.Symbol == 0 && in.Src[0].AddrOf == 0
}

func (h held) has(in *native.Inst) bool {
	if !toAddress(in) {
		return false
	}
	for k := range h {
		if h[k].Dst == in.Dst && h[k].Src[0] == in.Src[0] {
			return true
		}
	}
	return false
}

// behind are those that still are there behind an instruction.
func (h held) behind(in *native.Inst) held {
	addresses := false
	var writes []effects.Effect
	effects.Registers(in, func(e effects.Effect) {
		addresses = addresses || e.Space == effects.Address && e.Var != 0
		if e.Write {
			writes = append(writes, e)
		}
	})
	if addresses {
		return h[:0]
	}
	left := h[:0]
	for k := range h {
		if !spoilt(writes, &h[k]) {
			left = append(left, h[k])
		}
	}
	if toAddress(in) {
		left = append(left, *in)
	}
	return left
}

// spoilt says that one of the writes is of what a move reads or writes.
func spoilt(writes []effects.Effect, in *native.Inst) bool {
	found := false
	effects.Registers(in, func(e effects.Effect) {
		for k := range writes {
			w := &writes[k]
			same := w.Space == e.Space && w.Var == e.Var
			found = found || same && (w.N == effects.Rest || w.At < e.At+e.N && e.At < w.At+w.N)
		}
	})
	return found
}
