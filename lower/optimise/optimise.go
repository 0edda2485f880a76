package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Run works inside basic blocks, where all instructions run under the same
// lanes: copies are read at their source, results are written where a copy puts
// them, and comparisons with zero move into the logic instruction that made the
// value.
func Run(e *edit.Editor, lanes func(in *native.Inst) Lanes) error {
	o := &optimiser{Editor: e, lanes: lanes, dead: make([]bool, len(e.P.Insts)), repeats: repeated(e.P)}
	o.findMentions()
	o.flagUse = make([]int, len(e.P.Flags))
	for f := range o.flagUse {
		o.flagUse[f] = -1
	}
	blocks := flow.Cut(e.P).Blocks
	o.flags(blocks)
	for _, b := range blocks {
		for k := int(b.Start); k < int(b.End); k++ {
			o.fromZero(k, int(b.End))
			o.propagate(k, int(b.End))
			o.dropConstant(k, int(b.End))
			o.fromAccumulator(k, int(b.End))
			o.coalesce(int(b.Start), int(b.End), k)
			o.compute(int(b.Start), int(b.End), k)
			o.foldCompare(int(b.Start), k)
			o.noteFlags(k)
		}
	}
	i := -1
	return e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		if i++; !o.dead[i] {
			out.Keep(in)
		}
		return nil
	})
}

type optimiser struct {
	*edit.Editor
	lanes    func(in *native.Inst) Lanes
	dead     []bool
	repeats  []bool // instructions that may run more than once
	mentions chains // instructions that mention a variable
	writes   chains // those of them that may write it
	flagUse  []int  // last instruction so far that uses a flag
}

// bytesOf is the byte range of a variable that operand k of an instruction touches (0 is the
// destination); empty when it touches none. Messages and what reads beyond its regions are
// not asked about.
func bytesOf(in *native.Inst, k int) (v int32, lo, hi int) {
	o := edit.Operands(in)[k]
	if !edit.IsReg(o) {
		return -1, 0, 0
	}
	lo, hi = edit.Extent(o, k == 0, int(in.ExecSize))
	return o.Reg, lo, hi
}

// touches reports whether an instruction reads or writes bytes [lo, hi) of a
// variable.
func touches(in *native.Inst, v int32, lo, hi int) (reads, writes bool) {
	if in.Op.IsSend() && len(in.Uses) == 0 {
		return sent(in, v, lo, hi)
	}
	if !names(in, v) {
		return false, false
	}
	effects.Registers(in, func(e effects.Effect) {
		switch {
		case e.Space != effects.Register || e.Var != v+1:
		case e.N != effects.Rest && (int(e.At) >= hi || int(e.At+e.N) <= lo):
		case e.Write:
			writes = true
		default:
			reads = true
		}
	})
	return reads, writes
}

// names reports whether an operand, or what is reached through addresses, is of a variable.
func names(in *native.Inst, v int32) bool {
	is := func(o *native.Operand) bool { return o.File == native.Virt && o.Reg == v }
	return is(&in.Dst) || is(&in.Src[0]) || is(&in.Src[1]) || is(&in.Src[2]) || len(in.Uses) > 0
}

// sent is touches of a message, whose payloads and response are whole registers.
func sent(in *native.Inst, v int32, lo, hi int) (reads, writes bool) {
	response, first, second := in.MessageGRFs()
	has := func(o *native.Operand, grfs int) bool {
		return edit.IsReg(o) && o.Reg == v && int(o.Sub) < hi && (grfs < 0 || int(o.Sub)+grfs*native.GRFBytes > lo)
	}
	return has(&in.Src[0], first) || in.InTwo() && has(&in.Src[1], second), has(&in.Dst, response)
}

// isCopy reports a move whose readers could read its source: no modifier, no
// condition, the same type or a wider integer.
func isCopy(in *native.Inst) bool {
	s, d := &in.Src[0], &in.Dst
	return in.Op == native.OpMov && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat &&
		edit.IsReg(d) && edit.IsReg(s) && d.Region.H == 1 && s.Mod == native.ModNone && len(in.Uses) == 0 &&
		(s.Type == d.Type || !s.Type.IsFloat() && !d.Type.IsFloat() && s.Type.Size() <= d.Type.Size())
}

// propagate lets the readers of copy i read its source, and drops the copy when
// nothing else can see its result: it is overwritten in the block, or nowhere
// else mentioned.
func (o *optimiser) propagate(i, end int) {
	c := &o.P.Insts[i]
	if o.dead[i] || !isCopy(c) {
		return
	}
	dv, dlo, dhi := bytesOf(c, 0)
	sv, slo, shi := bytesOf(c, 1)
	if dv == sv {
		return
	}
	var readers []int
	gone := o.nextWrite(i, end, sv, slo, shi)
	for _, at := range o.mentions.after(dv, i) {
		j := int(at)
		if j >= end {
			break
		}
		in := &o.P.Insts[j]
		reads, writes := touches(in, dv, dlo, dhi)
		if reads {
			if j > gone || !canRead(in, c) {
				return
			}
			readers = append(readers, j)
		}
		if writes {
			if !covers(in, c) {
				return
			}
			o.replace(i, readers)
			return
		}
	}
	if o.unread(dv, dlo, dhi, i, end) {
		o.replace(i, readers)
	}
}

// dropConstant drops a move of a constant that nobody reads: half of a number whose other
// half was wanted.
func (o *optimiser) dropConstant(i, end int) {
	c := &o.P.Insts[i]
	if o.dead[i] || c.Op != native.OpMov || c.Src[0].File != native.Imm || c.Cond != native.CondNone || !edit.IsReg(&c.Dst) || c.Dst.Region.H != 1 || len(c.Uses) > 0 {
		return
	}
	v, lo, hi := bytesOf(c, 0)
	if o.P.Vars[v].Fixed >= 0 {
		return
	}
	for _, j := range o.mentions.after(v, i) {
		if int(j) >= end {
			break
		}
		in := &o.P.Insts[j]
		switch reads, writes := touches(in, v, lo, hi); {
		case reads:
			return
		case writes && covers(in, c):
			o.kill(i)
			return
		}
	}
	if o.unread(v, lo, hi, i, end) {
		o.kill(i)
	}
}

// nextWrite is the first instruction behind i that may write bytes [lo, hi) of a
// variable, or end.
func (o *optimiser) nextWrite(i, end int, v int32, lo, hi int) int {
	for _, j := range o.writes.after(v, i) {
		if int(j) >= end {
			break
		}
		if _, w := touches(&o.P.Insts[j], v, lo, hi); w {
			return int(j)
		}
	}
	return end
}

// replace rewrites the readers of copy i and drops it.
func (o *optimiser) replace(i int, readers []int) {
	c := &o.P.Insts[i]
	for _, j := range readers {
		in := &o.P.Insts[j]
		for s := range in.Src {
			if src := &in.Src[s]; readsOf(in, src, c) {
				*src, _ = instead(in, src, c)
				o.mentions.add(src.Reg, j)
			}
		}
	}
	o.kill(i)
}

// kill leaves nothing of an instruction, which drops out at the end.
func (o *optimiser) kill(i int) {
	o.dead[i] = true
	o.P.Insts[i] = native.Inst{Op: native.OpNop}
}

// readsOf reports whether a source of an instruction reads what copy c wrote.
func readsOf(in *native.Inst, src *native.Operand, c *native.Inst) bool {
	return edit.IsReg(src) && src.Reg == c.Dst.Reg && edit.Overlap(src, false, int(in.ExecSize), &c.Dst, true, int(c.ExecSize))
}

// canRead reports whether every mention of copy c's result in an instruction
// reads it in the lanes that the copy wrote, and could read the source instead.
func canRead(in, c *native.Inst) bool {
	if !in.Op.IsALU() || in.BeyondRegions() || in.Align16 || in.IsMacro() || len(in.Uses) > 0 || !c.NoMask && (in.NoMask || in.ChanOff != c.ChanOff) {
		return false
	}
	if n, ok := edit.Stride(c.Src[0].Region, int(c.ExecSize)); edit.NumSrcs(in) > 2 && (!ok || n > 1) {
		return false
	}
	narrower, wide := false, false
	for s := range edit.NumSrcs(in) {
		src := &in.Src[s]
		if !readsOf(in, src, c) {
			wide = wide || src.Type.Size() >= c.Dst.Type.Size() && !edit.IsVectorImm(src)
			continue
		}
		from, ok := instead(in, src, c)
		if !ok {
			return false
		}
		if from.Type.Size() < src.Type.Size() {
			narrower = true
			if src.Mod != native.ModNone || !in.Op.Widens() && !quadShift(in, c, s) {
				return false
			}
			wide = wide || quadShift(in, c, s)
		}
	}
	return !narrower || wide || wordFactors(in, c)
}

// quadShift reports a left shift to 64 bits by a constant whose shifted value,
// source s, is the result of copy c: the destination makes it as wide.
func quadShift(in, c *native.Inst, s int) bool {
	return in.Op == native.OpShl && s == 0 && in.Src[1].File == native.Imm && in.Dst.Type.Size() == 8 && c.Dst.Type.Size() == 8 && c.Src[0].Type.Size() == 4
}

// instead is the operand that gives source src of an instruction the value that
// it reads from copy c at the copy's own source: all of each element, or its low
// part.
func instead(in *native.Inst, src *native.Operand, c *native.Inst) (from native.Operand, ok bool) {
	from = c.Src[0]
	from.Mod = src.Mod
	have, want := from.Type.Size(), src.Type.Size()
	n, even := edit.Stride(src.Region, int(in.ExecSize))
	if at := int(src.Sub) - int(c.Dst.Sub); even && n == 0 && isRow(c) && want == have && at >= 0 && at%want == 0 {
		from.Sub += src.Sub - c.Dst.Sub
		from.Region, from.Type = native.Scalar, src.Type
		return from, true
	}
	if src.Sub != c.Dst.Sub || !even {
		return from, false
	}
	switch one := c.ExecSize == 1 && c.NoMask && n == 0; {
	case !one && in.ExecSize != c.ExecSize, in.ExecSize > 1 && !one && n*want != c.Dst.Type.Size():
		return from, false
	case one:
		from.Region = native.Scalar
	}
	if want == c.Dst.Type.Size() && (src.Type == c.Dst.Type || have == want) {
		if have == want {
			from.Type = src.Type
		}
		return from, true
	}
	if want > have || src.Type.IsFloat() || from.Type.IsFloat() {
		return from, false
	}
	from.Type = src.Type
	return from, scale(&from, have/want, int(in.ExecSize))
}

// isRow says that a copy moves elements that lie side by side, in all lanes, as they are.
func isRow(c *native.Inst) bool {
	n, ok := edit.Stride(c.Src[0].Region, int(c.ExecSize))
	return c.NoMask && c.ExecSize > 1 && ok && n == 1 && c.Dst.Region.H == 1 && c.Src[0].Type.Size() == c.Dst.Type.Size()
}

// scale makes an operand read the low parts of its elements, each of which has
// ratio parts of the operand's type.
func scale(o *native.Operand, ratio, size int) bool {
	n, ok := edit.Stride(o.Region, size)
	if !ok || n*ratio > 32 {
		return false
	}
	o.Region = edit.FitRegion(native.Region{V: uint8(n * ratio), W: 1}, size)
	return true
}

// wordFactors reports a multiplication of dwords one of which is the result of
// copy c and both of which fit words: the product of words is exact.
func wordFactors(in, c *native.Inst) bool {
	if in.Op != native.OpMul || in.Sat || in.Cond != native.CondNone || in.Dst.Type.IsFloat() || in.Dst.Type.Size() > 4 || c.Src[0].Type.Size() > 2 {
		return false
	}
	for s := range 2 {
		src := &in.Src[s]
		if src.Mod != native.ModNone || src.Type.IsFloat() || edit.IsVectorImm(src) || src.Type.Size() > 2 && (src.Reg != c.Dst.Reg || !edit.IsReg(src)) {
			return false
		}
	}
	return true
}

// covers reports whether an instruction overwrites all that copy c wrote, elements side by side.
func covers(in, c *native.Inst) bool {
	if in.Op.IsSend() || effects.Partial(in) {
		return false
	}
	return edit.IsReg(&in.Dst) && in.Dst.Sub == c.Dst.Sub && in.Dst.Region.H == 1 && c.Dst.Region.H == 1 && in.Dst.Type.Size() == c.Dst.Type.Size() &&
		in.ExecSize == c.ExecSize && (in.NoMask || !c.NoMask && in.ChanOff == c.ChanOff)
}
