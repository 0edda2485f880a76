package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// compute puts an instruction in the place of the copies of its parts: where all that
// reads a result of 16 or 32 channels are copies of 8 or 16 of them, as those into
// payloads are, each copy becomes the part of the instruction that it copied. What the
// instruction reads has to be there still. The block is [start, end), i one of the copies.
func (o *optimiser) compute(start, end, i int) {
	c := &o.P.Insts[i]
	if o.dead[i] || !coalescible(c) || c.ExecSize < edit.Lanes8 {
		return
	}
	v, lo, hi := bytesOf(c, 1)
	if v == c.Dst.Reg || o.P.Vars[v].Fixed >= 0 {
		return
	}
	d := o.maker(max(start, i-coalesceWindow), i, v, lo, hi)
	if d < 0 || !divisible(&o.P.Insts[d]) {
		return
	}
	copies, ok := o.copiesOf(start, d, end)
	if !ok {
		return
	}
	whole := o.P.Insts[d]
	o.kill(d)
	for _, j := range copies {
		c := &o.P.Insts[j]
		k, _ := copiedPart(&whole, c)
		origin := c.VISA
		*c = o.partFor(&whole, c, k)
		c.VISA = origin
		for s := range edit.NumSrcs(c) {
			if edit.IsReg(&c.Src[s]) {
				o.mentions.add(c.Src[s].Reg, j)
			}
		}
	}
}

// divisible reports an instruction that can be done in parts elsewhere: it makes one
// value of values, and a part of it reads what its region says.
func divisible(in *native.Inst) bool {
	if !in.Op.IsALU() || in.BeyondRegions() || in.Align16 || in.IsMacro() || in.AccWr || in.Op.WritesAccumulator() || in.Op.ReadsAccumulator() || len(in.Uses) > 0 ||
		in.PredCtrl != native.PredNone || in.Op.MaskSource() >= 0 || in.Cond != native.CondNone && in.Op.WritesFlag() || !edit.IsReg(&in.Dst) || in.ExecSize <= edit.Lanes8 {
		return false
	}
	for s := range edit.NumSrcs(in) {
		if src := &in.Src[s]; src.File != native.Imm && !edit.IsReg(src) || edit.IsVectorImm(src) {
			return false
		}
	}
	return true
}

// copiesOf are the copies of parts of what instruction d makes; ok is false when anything
// else may see it, or a part cannot be made where its copy stands.
func (o *optimiser) copiesOf(start, d, end int) (copies []int, ok bool) {
	in := &o.P.Insts[d]
	v, lo, hi := bytesOf(in, 0)
	for _, at := range o.mentions.after(v, d) {
		j := int(at)
		if j >= end {
			break
		}
		c := &o.P.Insts[j]
		switch reads, writes := touches(c, v, lo, hi); {
		case reads:
			k, ok := copiedPart(in, c)
			if !ok || j > d+coalesceWindow || !o.ready(d, j, k) {
				return nil, false
			}
			copies = append(copies, j)
		case writes && !covers(c, in):
			return nil, false // what is read behind it may be of both
		case writes:
			return copies, true
		}
	}
	return copies, o.firstSeen(start, d) && o.unread(v, lo, hi, start, end)
}

// firstSeen reports whether nothing in its block up to d, which may count rounds, reads what
// d has written in an earlier round of a loop.
func (o *optimiser) firstSeen(start, d int) bool {
	if !o.repeats[d] {
		return true
	}
	in := &o.P.Insts[d]
	v, lo, hi := bytesOf(in, 0)
	filled := uint64(0)
	for _, j := range o.mentions.after(v, start-1) {
		if int(j) > d {
			break
		}
		if reads, _ := touches(&o.P.Insts[j], v, lo, hi); reads {
			return false
		}
		if filled |= fills(&o.P.Insts[j], in); filled == allOf(in) {
			return true
		}
	}
	return true
}

// fills are the channels of an instruction in whose place another one has written all that the
// instruction writes there: an instruction of these lanes, or a message with an element for each.
func fills(by, in *native.Inst) (channels uint64) {
	size, n := in.Dst.Type.Size(), int(by.ExecSize)
	at := int(by.Dst.Sub) - int(in.Dst.Sub)
	first := at / size
	if !edit.IsReg(&by.Dst) || by.Dst.Reg != in.Dst.Reg || by.Dst.Region.H != 1 || in.Dst.Region.H != 1 || at < 0 || at%size != 0 {
		return 0
	}
	if by.Op.IsSend() {
		_, data := by.Msg.LaneCells()
		if response, _, _ := by.MessageGRFs(); by.PredCtrl != native.PredNone || data != size || response*native.GRFBytes < size*n {
			return 0
		}
	} else if effects.Partial(by) || by.Dst.Type.Size() != size {
		return 0
	}
	if !by.NoMask && (in.NoMask || int(by.ChanOff) != int(in.ChanOff)+first) {
		return 0
	}
	return (1<<n - 1) << first & allOf(in)
}

// allOf are all channels of an instruction.
func allOf(in *native.Inst) uint64 { return 1<<in.ExecSize - 1 }

// repeated marks the instructions that may run more than once: those from a label to a
// branch back to it, and routines, which stand behind all others.
func repeated(p *native.Program) []bool {
	open := make([]int, len(p.Insts)+1)
	for i := range p.Insts {
		if p.Insts[i].Op.Links() {
			open[p.Labels[p.Insts[i].Label-1]]++
		}
		if l := p.Insts[i].Label; l > 0 && p.Labels[l-1] <= i {
			open[p.Labels[l-1]]++
			open[i+1]--
		}
	}
	marks, loops := make([]bool, len(p.Insts)), 0
	for i := range marks {
		loops += open[i]
		marks[i] = loops > 0
	}
	return marks
}

// copiedPart is the first channel of an instruction whose results a move copies, in the
// lanes that made them.
func copiedPart(in, c *native.Inst) (k int, ok bool) {
	if !coalescible(c) || c.Src[0].Type.Size() != in.Dst.Type.Size() || c.Dst.Type.Size() != in.Dst.Type.Size() || c.ExecSize < edit.Lanes8 ||
		c.ExecSize >= in.ExecSize || c.Src[0].Reg == c.Dst.Reg {
		return 0, false
	}
	n, ok := edit.Stride(c.Src[0].Region, int(c.ExecSize))
	step := int(in.Dst.Region.H) * in.Dst.Type.Size()
	at := int(c.Src[0].Sub) - int(in.Dst.Sub)
	if !ok || n != int(in.Dst.Region.H) || at < 0 || at%(step*int(c.ExecSize)) != 0 {
		return 0, false
	}
	k = at / step
	return k, k+int(c.ExecSize) <= int(in.ExecSize) && (in.NoMask || !c.NoMask && int(c.ChanOff) == int(in.ChanOff)+k)
}

// partFor is the part of an instruction from channel k on that takes the place of copy c.
func (o *optimiser) partFor(in, c *native.Inst, k int) native.Inst {
	p := edit.Part(*in, k, int(c.ExecSize))
	p.NoMask, p.ChanOff = c.NoMask, c.ChanOff
	t := p.Dst.Type
	p.Dst = c.Dst
	p.Dst.Type = t
	return p
}

// ready reports whether what instruction d reads in the channels of copy j, from channel k
// on, and the control register, are at j what they were at d.
func (o *optimiser) ready(d, j, k int) bool {
	p := o.partFor(&o.P.Insts[d], &o.P.Insts[j], k)
	for s := range edit.NumSrcs(&p) {
		v, lo, hi := bytesOf(&p, s+1)
		if v >= 0 && o.nextWrite(d, j, v, lo, hi) < j {
			return false
		}
	}
	for i := d + 1; i < j; i++ {
		if x := &o.P.Insts[i].Dst; x.File == native.ARF && !x.IsNull() {
			return false
		}
	}
	return true
}
