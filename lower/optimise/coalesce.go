package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// maxMentions is how many mentions of a variable are looked at to prove that
// nobody else reads a part of it: payloads and vectors have tens.
const maxMentions = 512

// coalesceWindow is how many instructions a result may be written earlier than its
// copy was: each is looked at.
const coalesceWindow = 256

// unread reports whether no instruction outside [i, end) reads bytes [lo, hi) of
// a variable.
func (o *optimiser) unread(v int32, lo, hi, i, end int) bool {
	outside := [2][]int32{o.mentions.before(v, i), o.mentions.after(v, max(i, end-1))}
	if len(outside[0])+len(outside[1]) > maxMentions {
		return false
	}
	for _, list := range outside {
		for _, j := range list {
			if reads, _ := touches(&o.P.Insts[j], v, lo, hi); reads {
				return false
			}
		}
	}
	return true
}

// coalesce lets the instruction that makes a value write it where copy i puts it,
// when the copy is all that reads the value. The copy may change the layout and
// drop high bits. The block is [start, end).
func (o *optimiser) coalesce(start, end, i int) {
	c := &o.P.Insts[i]
	if o.dead[i] || !coalescible(c) {
		return
	}
	v, lo, hi := bytesOf(c, 1)
	if v == c.Dst.Reg || o.P.Vars[v].Fixed >= 0 {
		return
	}
	d := o.maker(max(start, i-coalesceWindow), i, v, lo, hi)
	if d < 0 || !canSink(&o.P.Insts[d], c) || !o.untouched(d, i, c) || !o.lastRead(start, d, i, end) {
		return
	}
	in := &o.P.Insts[d]
	t := in.Dst.Type
	in.Dst = c.Dst
	if in.Dst.Type.Size() == t.Size() {
		in.Dst.Type = t
	}
	if !c.NoMask {
		in.NoMask, in.ChanOff = false, c.ChanOff
	}
	o.mentions.add(c.Dst.Reg, d)
	o.writes.add(c.Dst.Reg, d)
	o.kill(i)
	o.lowParts(start, end, d)
}

// lowParts lets instruction d read the low dwords of its 64-bit sources when its
// result has no more bits. Copies that only extended them are then of no use.
func (o *optimiser) lowParts(start, end, d int) {
	in := &o.P.Insts[d]
	if !canNarrow(in) {
		return
	}
	for s := range edit.NumSrcs(in) {
		src := &in.Src[s]
		if src.Type.Size() < 8 {
			continue
		}
		if src.File == native.Imm {
			src.Imm &= 1<<32 - 1
		} else {
			scale(src, 2, int(in.ExecSize))
		}
		if src.Type = native.UD; in.Dst.Type.IsSigned() {
			src.Type = native.D
		}
	}
	for s := range edit.NumSrcs(in) {
		if v, lo, hi := bytesOf(in, s+1); v >= 0 {
			if m := o.maker(max(start, d-coalesceWindow), d, v, lo, hi); m >= 0 {
				o.propagate(m, end)
			}
		}
	}
}

// canNarrow reports an instruction on 64-bit integers whose result needs the low
// dwords of the sources only.
func canNarrow(in *native.Inst) bool {
	if in.Sat || in.Cond != native.CondNone || !in.Op.LowBits() || in.Dst.Type.IsFloat() || in.Dst.Type.Size() > 4 || edit.ExecSize(in) < 8 {
		return false
	}
	if in.Op == native.OpShl && (in.Src[1].File != native.Imm || in.Src[1].Imm > 31) {
		return false
	}
	for s := range edit.NumSrcs(in) {
		src := &in.Src[s]
		n, ok := edit.Stride(src.Region, int(in.ExecSize))
		if src.Type.IsFloat() || src.File != native.Imm && (!edit.IsReg(src) || !ok || n*2 > 32) || src.Mod == native.ModAbs || src.Mod == native.ModNegAbs {
			return false
		}
	}
	return true
}

// lastRead reports whether nobody but copy i sees the value that instruction d
// makes: it is overwritten in the block, or read nowhere else, not even by the
// next round of a loop.
func (o *optimiser) lastRead(start, d, i, end int) bool {
	c := &o.P.Insts[i]
	v, lo, hi := bytesOf(c, 1)
	value := *c
	value.Dst, value.Dst.Region = c.Src[0], o.P.Insts[d].Dst.Region
	value.NoMask = o.P.Insts[d].NoMask // d may have written for lanes that the copy leaves
	for _, j := range o.mentions.after(v, i) {
		if int(j) >= end {
			break
		}
		in := &o.P.Insts[j]
		switch reads, writes := touches(in, v, lo, hi); {
		case reads:
			return false
		case writes && covers(in, &value):
			return true
		}
	}
	for _, j := range o.mentions.after(v, start-1) {
		if int(j) > d {
			break
		}
		in := &o.P.Insts[j]
		reads, writes := touches(in, v, lo, hi)
		if reads {
			return false
		}
		if writes && covers(in, &value) {
			break
		}
	}
	return o.unread(v, lo, hi, start, end)
}

// coalescible reports a move of registers that keeps bits.
func coalescible(c *native.Inst) bool {
	s, d := &c.Src[0], &c.Dst
	if c.Op != native.OpMov || c.PredCtrl != native.PredNone || c.Cond != native.CondNone || c.Sat || len(c.Uses) > 0 {
		return false
	}
	return edit.IsReg(d) && edit.IsReg(s) && s.Mod == native.ModNone &&
		(s.Type == d.Type || !s.Type.IsFloat() && !d.Type.IsFloat() && s.Type.Size() >= d.Type.Size())
}

// maker is the instruction in [start, i) that wrote bytes [lo, hi) of v last, or
// -1 when something else reads them behind it.
func (o *optimiser) maker(start, i int, v int32, lo, hi int) int {
	list := o.mentions.before(v, i)
	for n := len(list) - 1; n >= 0 && int(list[n]) >= start; n-- {
		reads, writes := touches(&o.P.Insts[list[n]], v, lo, hi)
		switch {
		case writes:
			return int(list[n])
		case reads:
			return -1
		}
	}
	return -1
}

// canSink reports whether an instruction can write the destination of copy c
// instead of the operand that c reads, in the same lanes.
func canSink(in, c *native.Inst) bool {
	if in.Align16 || in.IsMacro() {
		return false // a step of a macro, whose operands are whole registers
	}
	d, s := &in.Dst, &c.Src[0]
	if !in.Op.IsALU() || in.Op.WritesAccumulator() || in.AccWr || in.Cond != native.CondNone && in.Op.WritesFlag() ||
		effects.Partial(in) || !edit.IsReg(d) || d.Sub != s.Sub || in.ExecSize != c.ExecSize {
		return false
	}
	if !in.NoMask && (c.NoMask || in.ChanOff != c.ChanOff) || in.NoMask && in.PredCtrl != native.PredNone && in.ChanOff != c.ChanOff {
		return false
	}
	n, ok := edit.Stride(s.Region, int(c.ExecSize))
	if !ok || n != int(d.Region.H) && c.ExecSize > 1 || d.Type.Size() != s.Type.Size() {
		return false
	}
	return c.Dst.Type.Size() == s.Type.Size() || canTruncate(in)
}

// canTruncate reports an instruction on integers whose result is the same but
// for the bits that a narrower destination has no room for. Moves to narrower
// elements read the low part of wider ones, which the accumulator has not.
func canTruncate(in *native.Inst) bool {
	if in.Sat || in.Dst.Type.IsFloat() || !in.Op.Truncates() || edit.ExecSize(in) < in.Dst.Type.Size() && !(in.Op.LowBits() && in.Op.Widens()) {
		return false
	}
	for s := range edit.NumSrcs(in) {
		if in.Src[s].Type.IsFloat() || in.Src[s].File == native.ARF {
			return false
		}
	}
	return true
}

// untouched reports whether the destination of copy i can be written at d
// already: nothing between reads or writes it.
func (o *optimiser) untouched(d, i int, c *native.Inst) bool {
	v, lo, hi := bytesOf(c, 0)
	for _, j := range o.mentions.after(v, d) {
		if int(j) >= i {
			break
		}
		if reads, writes := touches(&o.P.Insts[j], v, lo, hi); reads || writes {
			return false
		}
	}
	return true
}
