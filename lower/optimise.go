package lower

import "github.com/genvisa/genvisa/native"

// optimise works inside basic blocks, where all instructions run under the same
// lanes: copies are read at their source, and comparisons with zero move into
// the logic instruction that made the value.
func (c *compiler) optimise() error {
	o := &optimiser{compiler: c, dead: make([]bool, len(c.p.Insts)), refs: c.countRefs(0, len(c.p.Insts))}
	starts := make([]bool, len(c.p.Insts)+1)
	for _, at := range c.p.Labels {
		starts[at] = true
	}
	for i := 0; i < len(c.p.Insts); {
		end := i + 1
		for end < len(c.p.Insts) && !starts[end] && c.p.Insts[end-1].Op != native.OpGoto {
			end++
		}
		for k := i; k < end; k++ {
			o.forward(k, end)
			o.foldCompare(i, k)
		}
		i = end
	}
	i := -1
	return c.rewrite(func(in native.Inst, out *sequence) error {
		if i++; !o.dead[i] {
			out.add(in)
		}
		return nil
	})
}

type optimiser struct {
	*compiler
	dead []bool
	refs []int // mentions of each variable in the program
}

// countRefs counts the mentions of each variable in instructions [from, to).
func (c *compiler) countRefs(from, to int) []int {
	n := make([]int, len(c.p.Vars))
	for i := from; i < to; i++ {
		in := &c.p.Insts[i]
		for _, o := range operands(in) {
			if isReg(o) {
				n[o.Reg]++
			}
			if o.AddrOf > 0 {
				n[o.AddrOf-1]++
			}
		}
		for _, v := range in.Uses {
			n[v]++
		}
	}
	return n
}

func operands(in *native.Inst) [4]*native.Operand {
	return [4]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]}
}

// bytesOf is the byte range of a variable that operand k of an instruction
// touches (0 is the destination); empty when it touches none.
func bytesOf(in *native.Inst, k int) (v int32, lo, hi int) {
	o := operands(in)[k]
	if !isReg(o) {
		return -1, 0, 0
	}
	if in.Op == native.OpSend || in.Op == native.OpSends {
		response, first, second := sendLengths(in)
		n := [4]int{response, first, second, 0}[k]
		return o.Reg, int(o.Sub), int(o.Sub) + n*grfBytes
	}
	lo, hi = extent(o, k == 0, int(in.ExecSize))
	return o.Reg, lo, hi
}

// touches reports whether an instruction reads or writes bytes [lo, hi) of a
// variable.
func touches(in *native.Inst, v int32, lo, hi int) (reads, writes bool) {
	for k := range 4 {
		w, l, h := bytesOf(in, k)
		if w == v && l < hi && lo < h {
			reads, writes = reads || k > 0, writes || k == 0
		}
	}
	for _, u := range in.Uses {
		if u == v {
			reads, writes = true, writes || in.Dst.Indirect
		}
	}
	return reads, writes
}

// isCopy reports a move whose readers could read its source: no modifier, no
// condition, the same type or a wider integer.
func isCopy(in *native.Inst) bool {
	s, d := &in.Src[0], &in.Dst
	return in.Op == native.OpMov && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat &&
		isReg(d) && isReg(s) && d.Region.H == 1 && s.Mod == native.ModNone && len(in.Uses) == 0 &&
		(s.Type == d.Type || !s.Type.IsFloat() && !d.Type.IsFloat() && s.Type.Size() < d.Type.Size())
}

// forward lets the readers of copy i read its source, and drops the copy when
// nothing else can see its result: it is overwritten in the block, or nowhere
// else mentioned.
func (o *optimiser) forward(i, end int) {
	c := &o.p.Insts[i]
	if o.dead[i] || !isCopy(c) {
		return
	}
	dv, dlo, dhi := bytesOf(c, 0)
	sv, slo, shi := bytesOf(c, 1)
	if dv == sv {
		return
	}
	var readers []int
	sourceGone := false
	for j := i + 1; j < end; j++ {
		in := &o.p.Insts[j]
		if o.dead[j] {
			continue
		}
		reads, writes := touches(in, dv, dlo, dhi)
		if reads {
			if sourceGone || !canRead(in, c) {
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
		if _, w := touches(in, sv, slo, shi); w {
			sourceGone = true
		}
	}
	if seen := o.countRefs(i, end)[dv]; seen == o.refs[dv] {
		o.replace(i, readers)
	}
}

// replace rewrites the readers of copy i and drops it.
func (o *optimiser) replace(i int, readers []int) {
	c := &o.p.Insts[i]
	for _, j := range readers {
		in := &o.p.Insts[j]
		for s := range in.Src {
			if src := &in.Src[s]; isReg(src) && src.Reg == c.Dst.Reg && overlap(src, false, int(in.ExecSize), &c.Dst, true, int(c.ExecSize)) {
				mod := src.Mod
				*src = c.Src[0]
				src.Mod = mod
				o.refs[c.Dst.Reg]--
				o.refs[src.Reg]++
			}
		}
	}
	o.dead[i] = true
	o.refs[c.Dst.Reg]--
	o.refs[c.Src[0].Reg]--
	*c = native.Inst{Op: native.OpNop}
}

// forwardable are the instructions whose sources may be narrower than the
// execution type without changing the result.
var forwardable = [native.NumOps]bool{
	native.OpAdd: true, native.OpMul: true, native.OpAnd: true, native.OpOr: true, native.OpXor: true, native.OpCmp: true,
}

// canRead reports whether every mention of copy c's result in an instruction is
// the whole of it, in the lanes that the copy wrote, and could be the source.
func canRead(in, c *native.Inst) bool {
	same := c.Src[0].Type == c.Dst.Type
	if !forwardable[in.Op] || in.ExecSize != c.ExecSize || len(in.Uses) > 0 {
		return false
	}
	if !c.NoMask && (in.NoMask || in.ChanOff != c.ChanOff) {
		return false
	}
	wide := same
	for s := range in.Src {
		src := &in.Src[s]
		if src.File == native.NoFile {
			continue
		}
		if !isReg(src) || src.Reg != c.Dst.Reg || !overlap(src, false, int(in.ExecSize), &c.Dst, true, int(c.ExecSize)) {
			wide = wide || src.Type.Size() >= c.Dst.Type.Size() && !isVectorImm(src)
			continue
		}
		n, ok := stride(src.Region, int(in.ExecSize))
		if src.Sub != c.Dst.Sub || src.Type != c.Dst.Type || !ok || n != 1 && in.ExecSize > 1 || !same && src.Mod != native.ModNone {
			return false
		}
	}
	return wide
}

// covers reports whether an instruction overwrites all that copy c wrote.
func covers(in, c *native.Inst) bool {
	if in.Op == native.OpSend || in.Op == native.OpSends || in.PredCtrl != native.PredNone && in.Op != native.OpSel {
		return false
	}
	return isReg(&in.Dst) && in.Dst.Sub == c.Dst.Sub && in.Dst.Region.H == 1 && in.Dst.Type.Size() == c.Dst.Type.Size() &&
		in.ExecSize == c.ExecSize && (in.NoMask || !c.NoMask && in.ChanOff == c.ChanOff)
}

// foldCompare lets the logic instruction that makes a value set the flag of
// comparison i of that value with zero.
func (o *optimiser) foldCompare(start, i int) {
	cmp := &o.p.Insts[i]
	if cmp.Op != native.OpCmp || !cmp.Dst.IsNull() || cmp.Cond != native.CondEQ && cmp.Cond != native.CondNE ||
		cmp.PredCtrl != native.PredNone || !isReg(&cmp.Src[0]) || cmp.Src[0].Mod != native.ModNone ||
		cmp.Src[1].File != native.Imm || cmp.Src[1].Imm != 0 {
		return
	}
	v, lo, hi := bytesOf(cmp, 1)
	for j := i - 1; j >= start; j-- {
		in := &o.p.Insts[j]
		if o.dead[j] {
			continue
		}
		if _, writes := touches(in, v, lo, hi); writes {
			if makes(in, cmp) {
				in.Cond, in.Flag = cmp.Cond, cmp.Flag
				o.dead[i] = true
				o.refs[v]--
				*cmp = native.Inst{Op: native.OpNop}
			}
			return
		}
		if usesFlag(in, cmp.Flag.Virt) {
			return
		}
	}
}

// makes reports a logic instruction that writes exactly what cmp compares.
func makes(in, cmp *native.Inst) bool {
	src := &cmp.Src[0]
	n, ok := stride(src.Region, int(cmp.ExecSize))
	return isLogic(in.Op) && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat && isReg(&in.Dst) &&
		in.Dst.Reg == src.Reg && in.Dst.Sub == src.Sub && in.Dst.Region.H == 1 && in.Dst.Type == src.Type &&
		ok && (n == 1 || cmp.ExecSize == 1) &&
		in.ExecSize == cmp.ExecSize && in.NoMask == cmp.NoMask && in.ChanOff == cmp.ChanOff
}

func usesFlag(in *native.Inst, flag int32) bool {
	if in.Flag.Virt == flag {
		return true
	}
	for _, o := range operands(in) {
		if o.File == native.VirtFlag && o.Reg == flag-1 {
			return true
		}
	}
	return false
}
