package lower

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// optimise works inside basic blocks, where all instructions run under the same
// lanes: copies are read at their source, and comparisons with zero move into
// the logic instruction that made the value.
func (c *compiler) optimise() error {
	o := &optimiser{compiler: c, dead: make([]bool, len(c.p.Insts)), refs: c.countRefs()}
	o.mentions, o.writes = c.findMentions(o.refs)
	o.flagUse = make([]int, len(c.p.Flags))
	for f := range o.flagUse {
		o.flagUse[f] = -1
	}
	for _, b := range flow.Cut(c.p).Blocks {
		for k := int(b.Start); k < int(b.End); k++ {
			o.forward(k, int(b.End))
			o.foldCompare(int(b.Start), k)
			o.noteFlags(k)
		}
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
	dead     []bool
	refs     []int  // mentions of each variable in the program
	mentions chains // instructions that mentioned a variable before the pass
	writes   chains // those of them that may write it
	flagUse  []int  // last instruction so far that uses a flag
}

// chains are rising lists of instructions, one for each variable.
type chains struct {
	first []int // variable -> its list begins in at
	at    []int
}

// after is the part of a variable's list behind instruction i.
func (c *chains) after(v int32, i int) []int {
	list := c.at[c.first[v]:c.first[v+1]]
	n, _ := slices.BinarySearch(list, i+1)
	return list[n:]
}

// before is the part of a variable's list in front of instruction i.
func (c *chains) before(v int32, i int) []int {
	list := c.at[c.first[v]:c.first[v+1]]
	n, _ := slices.BinarySearch(list, i)
	return list[:n]
}

// findMentions lists the instructions that mention each variable, given how
// many mentions it has.
func (c *compiler) findMentions(refs []int) (mentions, writes chains) {
	mentions.first, writes.first = make([]int, len(refs)+1), make([]int, len(refs)+1)
	size := 0
	for v, n := range refs {
		mentions.first[v] = size
		size += n
	}
	mentions.at = make([]int, size)
	fill := slices.Clone(mentions.first)
	for i := range c.p.Insts {
		eachMention(&c.p.Insts[i], func(v int32, _ bool) {
			mentions.at[fill[v]] = i
			fill[v]++
		})
	}
	mentions.first[len(refs)] = size
	for i := range c.p.Insts {
		eachMention(&c.p.Insts[i], func(v int32, write bool) {
			if write {
				writes.first[v+1]++
			}
		})
	}
	for v := range refs {
		writes.first[v+1] += writes.first[v]
	}
	writes.at = make([]int, writes.first[len(refs)])
	copy(fill, writes.first)
	for i := range c.p.Insts {
		eachMention(&c.p.Insts[i], func(v int32, write bool) {
			if write {
				writes.at[fill[v]] = i
				fill[v]++
			}
		})
	}
	return mentions, writes
}

// countRefs counts the mentions of each variable.
func (c *compiler) countRefs() []int {
	n := make([]int, len(c.p.Vars))
	for i := range c.p.Insts {
		eachMention(&c.p.Insts[i], func(v int32, _ bool) { n[v]++ })
	}
	return n
}

// eachMention calls fn for every place where an instruction names a variable,
// and says whether the variable may be written through it.
func eachMention(in *native.Inst, fn func(v int32, write bool)) {
	for k, o := range operands(in) {
		if isReg(o) {
			fn(o.Reg, k == 0)
		}
		if o.AddrOf > 0 {
			fn(o.AddrOf-1, false)
		}
	}
	for _, v := range in.Uses {
		fn(v, in.Dst.Indirect)
	}
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
	if in.Op.IsSend() {
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
	gone := o.nextWrite(i, end, sv, slo, shi)
	seen := mentionsOf(c, dv)
	last := i
	for _, j := range o.mentions.after(dv, i) {
		if j >= end {
			break
		}
		if j == last || o.dead[j] {
			continue
		}
		last = j
		in := &o.p.Insts[j]
		seen += mentionsOf(in, dv)
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
	if seen == o.refs[dv] {
		o.replace(i, readers)
	}
}

// nextWrite is the first instruction behind i that may write bytes [lo, hi) of a
// variable, or end.
func (o *optimiser) nextWrite(i, end int, v int32, lo, hi int) int {
	for _, j := range o.writes.after(v, i) {
		if j >= end {
			break
		}
		if _, w := touches(&o.p.Insts[j], v, lo, hi); w {
			return j
		}
	}
	return end
}

func mentionsOf(in *native.Inst, v int32) int {
	n := 0
	eachMention(in, func(u int32, _ bool) {
		if u == v {
			n++
		}
	})
	return n
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

// canRead reports whether every mention of copy c's result in an instruction is
// the whole of it, in the lanes that the copy wrote, and could be the source.
func canRead(in, c *native.Inst) bool {
	same := c.Src[0].Type == c.Dst.Type
	if !in.Op.Widens() || in.ExecSize != c.ExecSize || len(in.Uses) > 0 {
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
	if in.Op.IsSend() || in.PredCtrl != native.PredNone && !in.Op.PredicateChooses() {
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
		cmp.PredCtrl != native.PredNone || cmp.Flag.Virt == 0 || !isReg(&cmp.Src[0]) || cmp.Src[0].Mod != native.ModNone ||
		cmp.Src[1].File != native.Imm || cmp.Src[1].Imm != 0 {
		return
	}
	v, lo, hi := bytesOf(cmp, 1)
	writes := o.writes.before(v, i)
	for n := len(writes) - 1; n >= 0 && writes[n] >= max(start, o.flagUse[cmp.Flag.Virt-1]); n-- {
		in := &o.p.Insts[writes[n]]
		if _, w := touches(in, v, lo, hi); !w {
			continue
		}
		if makes(in, cmp) {
			in.Cond, in.Flag = cmp.Cond, cmp.Flag
			o.flagUse[cmp.Flag.Virt-1] = writes[n]
			o.dead[i] = true
			o.refs[v]--
			*cmp = native.Inst{Op: native.OpNop}
		}
		return
	}
}

// noteFlags remembers that instruction i uses its flags.
func (o *optimiser) noteFlags(i int) {
	in := &o.p.Insts[i]
	if in.Flag.Virt > 0 {
		o.flagUse[in.Flag.Virt-1] = i
	}
	for _, x := range operands(in) {
		if x.File == native.VirtFlag {
			o.flagUse[x.Reg] = i
		}
	}
}

// makes reports a logic instruction that writes exactly what cmp compares.
func makes(in, cmp *native.Inst) bool {
	src := &cmp.Src[0]
	n, ok := stride(src.Region, int(cmp.ExecSize))
	return in.Op.IsLogic() && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat && isReg(&in.Dst) &&
		in.Dst.Reg == src.Reg && in.Dst.Sub == src.Sub && in.Dst.Region.H == 1 && in.Dst.Type == src.Type &&
		ok && (n == 1 || cmp.ExecSize == 1) &&
		in.ExecSize == cmp.ExecSize && in.NoMask == cmp.NoMask && in.ChanOff == cmp.ChanOff
}
