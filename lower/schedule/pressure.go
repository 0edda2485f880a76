package schedule

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// Files of virtual registers.
const (
	general  = iota // bytes
	flagBits        // bits
	address         // bytes
	numFiles
)

// amount is how much of each file.
type amount [numFiles]int32

func (a *amount) add(f uint8, n int32) { a[f] += n }

// above says that some file has more than another amount.
func (a *amount) above(b *amount) bool {
	for f := range a {
		if a[f] > b[f] {
			return true
		}
	}
	return false
}

// object is a variable, a flag or a group of addresses.
type object struct {
	file        uint8
	size        int32
	first, last int32 // instructions of the text between which it lives; first is -1 for inputs
	left        int32 // instructions of the region that touch it and are not issued yet
	live        bool
	carried     bool // what first touches it may leave some of it
}

// pressure counts what is live.
type pressure struct {
	objects []object
	of      []int32 // cell -> 1 + its object, or 0
	touches [][]int32
	before  []amount // what lives across the place in front of an instruction
	bound   amount   // what a region may use
	now     amount
	most    amount
	end     int32 // behind the region
}

// newPressure bounds an order to so many registers, and finds where each object lives: from its first to its last mention, and through every loop that it
// enters or leaves. Which lanes sleep meanwhile only the allocator knows.
func (r *Room) newPressure(p *native.Program, t native.Target, grfs int, insns []insn) *pressure {
	c, s := &r.cells, &r.pressure
	*s = pressure{objects: s.objects[:0], of: cleared(s.of, int(c.n)), touches: cleared(s.touches, len(insns)), before: cleared(s.before, len(insns)+2)}
	add := func(first, last int32, file uint8, size int32, liveIn bool) {
		o := object{file: file, size: size, first: int32(len(insns)), last: -1}
		if liveIn {
			o.first = -1
		}
		s.objects = append(s.objects, o)
		for at := first; at < last; at++ {
			s.of[at] = int32(len(s.objects))
		}
	}
	span := func(space effects.Space, v int) (int32, int32) {
		return c.span(&effects.Effect{Space: space, Var: int32(v) + 1})
	}
	for v := range p.Vars {
		first, last := span(effects.Register, v)
		size := p.Vars[v].Size
		if size >= native.GRFBytes {
			size = (size + native.GRFBytes - 1) / native.GRFBytes * native.GRFBytes
		}
		add(first, last, general, int32(size), p.Vars[v].LiveIn)
	}
	for v := range p.Flags {
		first, last := span(effects.Flag, v)
		add(first, last, flagBits, int32(p.Flags[v].Bits), false)
	}
	for v := range p.Addrs {
		first, last := span(effects.Address, v)
		add(first, last, address, int32(addressBytes*p.Addrs[v].Words), false)
	}
	r.touches = s.mention(insns, r.touches[:0])
	s.loops(p)
	s.sums()
	s.bound = amount{
		int32(grfs) * native.GRFBytes,
		2 * cellUnits,
		int32(t.Caps().AddressWords) * addressBytes,
	}
	return s
}

// mention notes who touches each object, in a list that may have been another's.
func (s *pressure) mention(insns []insn, all []int32) []int32 {
	for i := range insns {
		from := len(all)
		for k := range insns[i].at {
			x := s.of[insns[i].at[k].cell] - 1
			if x < 0 || has(all[from:], x) {
				continue
			}
			all = append(all, x)
			o := &s.objects[x]
			if o.first > int32(i) {
				o.first, o.carried = int32(i), insns[i].at[k].how == reads || insns[i].partial
			}
			o.last = int32(i)
		}
		s.touches[i] = all[from:len(all):len(all)]
	}
	return all
}

func has(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// loops lets objects live through the loops that they are brought into, out of, or round: the inner loops first.
func (s *pressure) loops(p *native.Program) {
	for b := range p.Insts {
		in := &p.Insts[b]
		for _, l := range [...]int32{in.Label, in.Label2} {
			if l == 0 || p.Labels[l-1] > b {
				continue
			}
			a, b := int32(p.Labels[l-1]), int32(b)
			for i := a; i <= b; i++ {
				for _, x := range s.touches[i] {
					o := &s.objects[x]
					switch {
					case o.first < a:
						o.last = max(o.last, b)
					case o.carried:
						o.first, o.last = a, max(o.last, b)
					}
				}
			}
		}
	}
}

// sums adds up what lives in front of each instruction.
func (s *pressure) sums() {
	for x := range s.objects {
		o := &s.objects[x]
		if o.last < 0 || o.first >= o.last {
			continue
		}
		s.before[o.first+1].add(o.file, o.size)
		s.before[o.last+1].add(o.file, -o.size)
	}
	for i := 1; i < len(s.before); i++ {
		for f := range s.before[i] {
			s.before[i][f] += s.before[i-1][f]
		}
	}
}

// begin is the place in front of instructions [lo, hi).
func (s *pressure) begin(lo, hi int32) {
	s.now = s.before[lo]
	s.most = s.now
	for i := lo; i < hi; i++ {
		for _, x := range s.touches[i] {
			s.objects[x].left = 0
		}
	}
	for i := lo; i < hi; i++ {
		for _, x := range s.touches[i] {
			o := &s.objects[x]
			o.left++
			o.live = o.first < lo && o.last >= lo
		}
	}
	s.end = hi
}

// grows is what more is live behind an instruction than in front of it.
func (s *pressure) grows(i int32) (more amount) {
	for _, x := range s.touches[i] {
		o := &s.objects[x]
		dies := o.left == 1 && o.last < s.end
		switch {
		case !o.live && !dies:
			more.add(o.file, o.size)
		case o.live && dies:
			more.add(o.file, -o.size)
		}
	}
	return more
}

// fits says that what is live behind an instruction stays in its bounds, or does not grow.
func (s *pressure) fits(i int32) bool {
	more := s.grows(i)
	for f := range more {
		if more[f] > 0 && s.now[f]+more[f] > s.bound[f] {
			return false
		}
	}
	return true
}

// issue issues an instruction.
func (s *pressure) issue(i int32) {
	more := s.grows(i)
	for f := range more {
		s.now[f] += more[f]
		s.most[f] = max(s.most[f], s.now[f])
	}
	for _, x := range s.touches[i] {
		o := &s.objects[x]
		o.left--
		o.live = o.left > 0 || o.last >= s.end
	}
}

// more says that an instruction leaves more live than was.
func (s *pressure) more(i int32) bool {
	more := s.grows(i)
	return more.above(&amount{})
}
