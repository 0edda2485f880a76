package history

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// span is n units from at: bytes of registers or of an address, bits of a flag, kinds of memory, or what holds
// those apart that nothing passes.
type span struct {
	file
	at, n int32
}

// file holds units of a block.
type file struct {
	block    int
	space    effects.Space
	variable int32
}

// Spaces beside those of effects.
const (
	memory = effects.Memory
	apart  = effects.Memory + 1
)

// story is a digest of the writes of a unit in their order, each with those that read what it left, in any order.
type story struct {
	past, readers uint64
}

func (s *story) read(name uint64) { s.readers += mix(name) }

func (s *story) write(name uint64) { *s = story{past: mix(mix(s.past^s.readers) + name)} }

// mix spreads the bits of a number (the finalizer of splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// names numbers instructions by what they are: equal ones are the same.
type names struct {
	of map[sketch][]*native.Inst
	n  map[*native.Inst]uint64
}

// sketch is what few instructions have in common.
type sketch struct {
	op           native.Op
	dst, src     native.Operand
	visa, origin int32
}

func (n *names) number(in *native.Inst) uint64 {
	k := sketch{op: in.Op, dst: in.Dst, src: in.Src[0], visa: in.VISA, origin: in.Origin}
	for _, other := range n.of[k] {
		if reflect.DeepEqual(in, other) {
			return n.n[other]
		}
	}
	n.of[k] = append(n.of[k], in)
	n.n[in] = uint64(len(n.n))
	return n.n[in]
}

// histories are those of all units of a program, block by block.
type histories map[file][]story

func (h histories) of(u span) []story {
	list := h[u.file]
	if n := int(u.at + u.n); n > len(list) {
		list = append(list, make([]story, n-len(list))...)
		h[u.file] = list
	}
	return list[u.at : u.at+u.n]
}

func (n *names) histories(p *native.Program, t native.Target, allocated bool) histories {
	all := histories{}
	border := map[int]bool{}
	for _, at := range p.Labels {
		border[at] = true
	}
	block := 0
	seen := map[uint64]uint64{}
	waits := fences{}
	for i := range p.Insts {
		in := &p.Insts[i]
		if border[i] || i > 0 && p.Insts[i-1].Op.IsBranch() {
			block++
			clear(seen)
		}
		name := n.number(in)
		seen[name]++
		name += seen[name] << 32
		reads, writes := spans(in, t, allocated)
		anchored := anchor(in, t)
		fence := in.Op.IsSend() && anchored
		for _, u := range reads {
			anchored = waits.met(u) || anchored
		}
		for _, u := range writes {
			waits.met(u)
			if fence && u.space != memory {
				waits = append(waits, u)
			}
		}
		if anchored {
			writes = append(writes, span{file{space: apart}, 0, 1})
		} else {
			reads = append(reads, span{file{space: apart}, 0, 1})
		}
		for _, u := range reads {
			u.block = block
			list := all.of(u)
			for k := range list {
				list[k].read(name)
			}
		}
		for _, u := range writes {
			u.block = block
			list := all.of(u)
			for k := range list {
				list[k].write(name)
			}
		}
	}
	return all
}

// fences are answers of messages that nothing passes. Nothing passes who waits for one either: the first
// that reads it.
type fences []span

// met takes away what an instruction reads or writes a unit of, and says whether there was any.
func (f *fences) met(u span) bool {
	n := len(*f)
	*f = slices.DeleteFunc(*f, func(x span) bool { return x.file == u.file && x.at < u.at+u.n && u.at < x.at+x.n })
	return len(*f) < n
}

// spans are those that an instruction reads and writes.
func spans(in *native.Inst, t native.Target, allocated bool) (reads, writes []span) {
	add := func(write bool, u span) {
		if write {
			writes = append(writes, u)
		} else {
			reads = append(reads, u)
		}
	}
	effects.Each(t, in, func(e effects.Effect) {
		if e.Space == effects.Memory {
			for _, m := range memories(in, t, &e, allocated) {
				add(e.Write, span{file{space: memory}, m, 1})
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
		add(e.Write, span{file{space: e.Space, variable: e.Var}, e.At, n})
	})
	if in.IsMacro() {
		add(true, span{file{space: effects.Accumulator}, 0, 512})
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

// Differ says where a block of the second program reads what another instruction wrote than in the first, or
// has writes in another order; "" when it is nowhere. In an allocated program each register of scratch memory
// that the allocator uses is a memory of its own.
func Differ(before, after *native.Program, t native.Target, allocated bool) string {
	if len(before.Insts) != len(after.Insts) || !slices.Equal(before.Labels, after.Labels) {
		return "other instructions or labels"
	}
	n := names{of: map[sketch][]*native.Inst{}, n: map[*native.Inst]uint64{}}
	a, b := n.histories(before, t, allocated), n.histories(after, t, allocated)
	if len(a) != len(b) {
		return "other files"
	}
	for f, x := range a {
		y := b[f]
		if len(x) != len(y) {
			return fmt.Sprintf("block %d, space %d, variable %d: %d units, now %d", f.block, f.space, f.variable, len(x), len(y))
		}
		for at := range x {
			if x[at] != y[at] {
				return fmt.Sprintf("block %d, space %d, variable %d: other writes or readers of unit %d", f.block, f.space, f.variable, at)
			}
		}
	}
	return ""
}
