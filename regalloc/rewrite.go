package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// edit changes a program at one instruction.
type edit struct {
	inst          int
	before, after []native.Inst
	drop          bool
}

// apply makes the edits, which are in the order of their instructions, and moves
// the labels: a label follows what is put in front of its instruction, so that a
// jump passes it.
func apply(p *native.Program, edits []edit, room *Room) {
	n := len(p.Insts)
	out := room.instructions(n + added(edits))
	entry, exact := room.numbers.empty(n + 1)[:n+1], room.numbers.empty(n + 1)[:n+1]
	for i := 0; i < n; {
		if next := nextEdit(edits, n); i < next {
			for k := i; k < next; k++ {
				entry[k], exact[k] = int32(len(out)+k-i), int32(len(out)+k-i)
			}
			out = append(out, p.Insts[i:next]...)
			i = next
			continue
		}
		here := edits
		for len(edits) > 0 && edits[0].inst == i {
			edits = edits[1:]
		}
		here = here[:len(here)-len(edits)]
		out = replaced(out, &p.Insts[i], here, &entry[i], &exact[i])
		i++
	}
	entry[n], exact[n] = int32(len(out)), int32(len(out))
	labels := slices.Clone(p.Labels)
	for l := range p.Labels {
		labels[l] = int(entry[p.Labels[l]])
	}
	// A broken lane waits behind the very while that UIP names.
	for i := range out {
		in := &out[i]
		if in.Op != native.OpBreak || in.Label2 == 0 {
			continue
		}
		if old := p.Labels[in.Label2-1]; entry[old] != exact[old] {
			labels = append(labels, int(exact[old]))
			in.Label2 = int32(len(labels))
		}
	}
	room.giveBack(p.Insts)
	p.Insts, p.Labels = out, labels
}

// nextEdit is the instruction of the first edit, or the end of n instructions.
func nextEdit(edits []edit, n int) int {
	if len(edits) == 0 {
		return n
	}
	return edits[0].inst
}

// added is the instructions that edits add.
func added(edits []edit) (n int) {
	for k := range edits {
		n += len(edits[k].before) + len(edits[k].after)
	}
	return n
}

// drop makes edits that only drop instructions: in place, and breaks keep their labels.
func drop(p *native.Program, edits []edit) {
	if len(edits) == 0 {
		return
	}
	n := edits[0].inst
	entry := make([]int, len(p.Insts)+1)
	for i := range entry {
		switch {
		case i < n:
			entry[i] = i
			continue
		case len(edits) > 0 && edits[0].inst == i:
			entry[i], edits = n, edits[1:]
			continue
		}
		if entry[i] = n; i < len(p.Insts) {
			p.Insts[n] = p.Insts[i]
			n++
		}
	}
	p.Labels = slices.Clone(p.Labels)
	for l, at := range p.Labels {
		p.Labels[l] = entry[at]
	}
	clear(p.Insts[n:])
	p.Insts = p.Insts[:n]
}

// replaced appends an instruction with its edits, and says where their first
// instruction and the instruction itself begin.
func replaced(out []native.Inst, in *native.Inst, edits []edit, entry, exact *int32) []native.Inst {
	*entry = int32(len(out))
	drop := false
	for k := range edits {
		drop = drop || edits[k].drop
		out = append(out, edits[k].before...)
	}
	*exact = int32(len(out))
	if !drop {
		out = append(out, *in)
	}
	for k := range edits {
		out = append(out, edits[k].after...)
	}
	return out
}

// rewrite puts locations into every operand.
func (a *analysis) rewrite(at []int32) {
	for i := range a.p.Insts {
		in := &a.p.Insts[i]
		a.rewriteOperand(&in.Dst, at)
		for s := range in.Src {
			a.rewriteOperand(&in.Src[s], at)
		}
		if in.Flag.Virt > 0 {
			loc := at[a.index[fileFlag][in.Flag.Virt-1]]
			in.Flag = native.Flag{Reg: uint8(loc / flagRegBits), Sub: uint8(loc / 16 % 2)}
		}
		in.Uses, in.Placed = a.places(in.Uses, at), true
	}
}

// places are the first byte, and the bytes, of variables.
func (a *analysis) places(vars, at []int32) (out []int32) {
	for _, v := range vars {
		obj := a.index[fileGRF][v]
		out = append(out, at[obj], a.list[obj].size)
	}
	return out
}

func (a *analysis) rewriteOperand(o *native.Operand, at []int32) {
	if o.AddrOf > 0 {
		o.Imm = (o.Imm + uint64(at[a.index[fileGRF][o.AddrOf-1]])) & 0xFFFF // a0 has 16 bits
		o.AddrOf = 0
	}
	if o.Indirect {
		if o.AddrReg > 0 {
			o.AddrSub += uint8(at[a.index[fileAddr][o.AddrReg-1]] / 2)
		}
		o.AddrReg = 0
		return
	}
	switch o.File {
	case native.Virt:
		loc := at[a.index[fileGRF][o.Reg]] + int32(o.Sub)
		o.File, o.Reg, o.Sub = native.GRF, loc/a.grf, uint16(loc%a.grf)
	case native.VirtFlag:
		loc := at[a.index[fileFlag][o.Reg]]
		o.File, o.Reg, o.Sub = native.ARF, native.ARFF0+loc/flagRegBits, o.Sub+uint16(loc%flagRegBits/8)
	case native.VirtAddr:
		loc := at[a.index[fileAddr][o.Reg]]
		o.File, o.Reg, o.Sub = native.ARF, native.ARFA0, o.Sub+uint16(loc)
	}
}

// dropVoidMoves removes copies of a register to itself and counts them.
func dropVoidMoves(p *native.Program) int {
	var edits []edit
	for i := range p.Insts {
		in := &p.Insts[i]
		d, s := &in.Dst, &in.Src[0]
		if isCopy(in) && d.File == native.GRF && s.File == native.GRF && d.Reg == s.Reg && d.Sub == s.Sub &&
			in.Thread == 0 && in.DepCtrl == 0 && !besideAdded(p, i) {
			edits = append(edits, edit{inst: i, drop: true})
		}
	}
	drop(p, edits)
	return len(edits)
}

// besideAdded reports a flag move next to instruction i. Without i nothing would
// tell on which side of it the flag move, and a label, were.
func besideAdded(p *native.Program, i int) bool {
	return i > 0 && p.Insts[i-1].Origin <= 0 || i+1 < len(p.Insts) && p.Insts[i+1].Origin <= 0
}
