package hazard

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// words are the 16-bit words of the address register that are known at a place: those
// that the same block has written with constants. A write counts as if its channels
// ran: a block runs with the same channels from its start to its end.
type words struct {
	known uint32 // bit k: word k
	value [native.GRFBytes / 2]uint16
}

// dword is the value at a byte of the register.
func (w *words) dword(at uint8) (uint32, bool) {
	k := int(at / 2)
	if k+1 >= len(w.value) || w.known>>k&3 != 3 {
		return 0, false
	}
	return uint32(w.value[k]) | uint32(w.value[k+1])<<16, true
}

// step applies what an instruction writes there.
func (w *words) step(in *native.Inst) {
	d := &in.Dst
	if !in.Op.IsALU() || d.Indirect || d.File != native.ARF || d.Reg != native.ARFA0 {
		return
	}
	was := *w
	constant := in.PredCtrl == native.PredNone && !in.Sat && !d.Type.IsFloat()
	for _, x := range in.Touches(-1) {
		value, ok := was.result(in, x.Lane)
		for b := 0; b < x.Bytes; b += 2 {
			k := (x.At + b) / 2
			if k >= len(w.value) {
				break
			}
			w.known &^= 1 << k
			if ok && constant && x.Bytes > 1 && b < 4 {
				w.known |= 1 << k
				w.value[k] = uint16(value >> (8 * b))
			}
		}
	}
}

// result is what a lane of a mov or add computes of constants.
func (w *words) result(in *native.Inst, lane int) (value uint32, ok bool) {
	switch in.Op {
	case native.OpMov, native.OpAdd:
	default:
		return 0, false
	}
	for s := range in.Op.Sources() {
		v, ok := w.source(in, s, lane)
		if !ok {
			return 0, false
		}
		value += v
	}
	return value, true
}

// source is what a lane reads of source s: an immediate or a known word.
func (w *words) source(in *native.Inst, s, lane int) (uint32, bool) {
	o := &in.Src[s]
	switch {
	case o.Type.IsFloat() || o.Mod != native.ModNone:
		return 0, false
	case o.File == native.Imm && o.Type == native.UV:
		return uint32(o.Imm>>(4*(in.VectorElement(o.Type, lane)&7))) & 15, true
	case o.File == native.Imm && o.Type == native.V:
		return uint32(int32(o.Imm>>(4*(in.VectorElement(o.Type, lane)&7))<<28) >> 28), true
	case o.File == native.Imm && o.Type.Size() == 2 && o.Type.IsSigned():
		return uint32(int16(o.Imm)), true
	case o.File == native.Imm && o.Type.Size() == 2:
		return uint32(uint16(o.Imm)), true
	case o.File == native.Imm:
		return uint32(o.Imm), o.Type.Size() == 4
	case o.File != native.ARF || o.Reg != native.ARFA0 || o.Indirect || o.Type != native.UW && o.Type != native.UD:
		return 0, false
	}
	at := in.Touches(s)[lane].At
	if o.Type == native.UD {
		return w.dword(uint8(at))
	}
	k := at / 2
	return uint32(w.value[k%len(w.value)]), k < len(w.value) && w.known>>k&1 != 0
}

// place finds operands by address, and remembers whether one was not found.
type place struct {
	words
	missed bool
}

func (p *place) at(o *native.Operand, _, row int) (int, bool) {
	k := int(o.AddrSub) + row
	if k >= len(p.value) || p.known>>k&1 == 0 {
		p.missed = true
		return 0, false
	}
	return int(int16(p.value[k])), true
}

// resolved is an instruction with the descriptors of its message that are known.
func (p *place) resolved(in native.Inst) native.Inst {
	m := &in.Msg
	desc, haveDesc := p.dword(m.DescSub)
	ex, haveEx := p.dword(m.ExDescSub)
	descReg, exReg := m.DescReg && !haveDesc, m.ExDescReg && !haveEx
	part := *m
	part.DescReg, part.ExDescReg = m.DescReg && haveDesc, m.ExDescReg && haveEx
	*m = part.Resolved(native.Desc(desc), native.ExDesc(ex))
	m.DescReg, m.ExDescReg = descReg, exReg
	response, first, second := in.MessageGRFs()
	for k, n := range [...]int{response, first, second} {
		if o := [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]}[k]; n < 0 && o.File == native.GRF {
			p.missed = true
		}
	}
	return in
}

// insns is what the checker needs of the instructions of a program, and those of which
// some footprint is not known: registers by an address, or a length, that the same
// block does not make of constants.
func insns(t native.Target, p *native.Program) (xs []insn, unknown []int) {
	xs = make([]insn, len(p.Insts))
	for _, b := range flow.Cut(p).Blocks {
		var at place
		for i := b.Start; i < b.End; i++ {
			in := p.Insts[i]
			at.missed = false
			if in.Op.IsSend() {
				in = at.resolved(in)
			}
			xs[i] = newInsn(t, &in, at.at)
			xs[i].Inst = &p.Insts[i]
			if at.missed {
				unknown = append(unknown, int(i))
			}
			at.step(&in)
		}
	}
	return xs, unknown
}
