package schedule_test

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// The second opinion: what happens to each byte of a block, one after the other. It knows neither cells
// nor edges nor regions of the scheduler.

// unit is a byte of a register or an address, a bit of a flag, a kind of memory, or what holds those apart that
// nothing passes.
type unit struct {
	block    int
	space    effects.Space
	variable int32
	at       int32
}

// Spaces beside those of effects.
const (
	memory = effects.Memory
	apart  = effects.Memory + 1
)

// epoch is a write of a unit, and who reads it until the next. Instructions are numbered by what they are: names.
type epoch struct {
	writer  int
	readers []int
}

// names numbers instructions by what they are: equal ones are the same.
type names map[string]int

func (n names) number(in *native.Inst) int {
	text := fmt.Sprintf("%v", *in)
	k, ok := n[text]
	if !ok {
		k = len(n)
		n[text] = k
	}
	return k
}

// histories are those of all units of a program, block by block.
func (n names) histories(p *native.Program, t native.Target, allocated bool) map[unit][]epoch {
	all := map[unit][]epoch{}
	border := map[int]bool{}
	for _, at := range p.Labels {
		border[at] = true
	}
	block := 0
	seen := map[int]int{}
	fences := map[unit]bool{}
	for i := range p.Insts {
		in := &p.Insts[i]
		if border[i] || i > 0 && p.Insts[i-1].Op.IsBranch() {
			block++
			clear(seen)
		}
		name := n.number(in)
		seen[name]++
		name += seen[name] << 32
		reads, writes := units(in, t, allocated)
		anchored := anchor(in, t)
		for _, u := range reads {
			anchored = anchored || fences[u]
		}
		for _, u := range writes {
			if fence := in.Op.IsSend() && anchored && u.space != memory; fence || fences[u] {
				fences[u] = fence
			}
		}
		if anchored {
			writes = append(writes, unit{space: apart})
		} else {
			reads = append(reads, unit{space: apart})
		}
		for _, u := range reads {
			u.block = block
			list := all[u]
			if len(list) == 0 {
				list = append(list, epoch{})
			}
			last := &list[len(list)-1]
			last.readers = append(last.readers, name)
			all[u] = list
		}
		for _, u := range writes {
			u.block = block
			if len(all[u]) == 0 {
				all[u] = append(all[u], epoch{})
			}
			all[u] = append(all[u], epoch{writer: name})
		}
	}
	return all
}

// units are those that an instruction reads and writes.
func units(in *native.Inst, t native.Target, allocated bool) (reads, writes []unit) {
	add := func(write bool, u unit) {
		if write {
			writes = append(writes, u)
		} else {
			reads = append(reads, u)
		}
	}
	effects.Each(t, in, func(e effects.Effect) {
		if e.Space == effects.Memory {
			for _, m := range memories(in, t, &e, allocated) {
				add(e.Write, unit{space: memory, at: m})
			}
			return
		}
		if e.Through != nil {
			return // of the variables or places among the uses
		}
		n := e.N
		if n == effects.Rest {
			n = 4096
		}
		for k := range n {
			add(e.Write, unit{space: e.Space, variable: e.Var, at: e.At + k})
		}
	})
	if in.IsMacro() {
		for k := range int32(512) {
			add(true, unit{space: effects.Accumulator, at: k})
		}
	}
	return reads, writes
}

// Kinds of memory that are never the same bytes.
const (
	everywhere = iota
	shared
	spilled // and those behind it: registers of scratch memory
)

func memories(in *native.Inst, t native.Target, e *effects.Effect, allocated bool) (list []int32) {
	if allocated && in.Origin == 0 && e.Memory == native.MemoryScratch {
		info, _ := native.DecodeMessage(t, &in.Msg)
		for k := range info.Field[native.DescGrfs] {
			list = append(list, int32(spilled+info.Field[native.DescHword]+k))
		}
		return list
	}
	switch {
	case e.Memory == native.MemoryNone:
		return []int32{everywhere, shared}
	case in.Msg.SFID == native.SFIDSLM, e.Memory == native.MemorySurface && e.At == 254 && !in.Msg.DescReg:
		return []int32{shared}
	case in.Msg.DescReg && e.Memory == native.MemorySurface:
		return []int32{everywhere, shared}
	}
	return []int32{everywhere}
}

// anchor tells instructions that nothing may pass.
func anchor(in *native.Inst, t native.Target) bool {
	name := in.Op.String()
	switch {
	case in.Op.IsBranch(), slices.Contains([]string{"nop", "wait", "sync", "illegal"}, name), in.Msg.EOT, in.DepCtrl|in.Thread != 0:
		return true
	}
	if in.Op.IsSend() {
		info, err := native.DecodeMessage(t, &in.Msg)
		if err != nil || info.Kind.Memory() == native.MemoryNone {
			return true
		}
	}
	for _, o := range []native.Operand{in.Dst, in.Src[0], in.Src[1], in.Src[2]} {
		if o.Indirect && len(in.Uses) == 0 {
			return true
		}
		if o.File == native.ARF && !o.IsNull() {
			if reg := o.Reg >> 4; reg != 1 && reg != 2 && reg != 3 { // a0, acc, f
				return true
			}
		}
	}
	return false
}

// differ says where a block of the second program reads what another instruction wrote than in the first, or
// has writes in another order; "" when it is nowhere.
func differ(before, after *native.Program, t native.Target, allocated bool) string {
	n := names{}
	a, b := n.histories(before, t, allocated), n.histories(after, t, allocated)
	if len(a) != len(b) || len(before.Insts) != len(after.Insts) || !slices.Equal(before.Labels, after.Labels) {
		return "other units, instructions or labels"
	}
	for u, x := range a {
		y := b[u]
		same := len(x) == len(y)
		for k := 0; same && k < len(x); k++ {
			slices.Sort(x[k].readers)
			slices.Sort(y[k].readers)
			same = x[k].writer == y[k].writer && slices.Equal(x[k].readers, y[k].readers)
		}
		if !same {
			return fmt.Sprintf("unit %v: %x, now %x", u, x, y)
		}
	}
	return ""
}
