package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// placeFlags finds flag registers for all flags but those that it chooses to
// keep in GRFs. It fails when one that cannot be spilled finds no place.
func (a *analysis) placeFlags(g *graph, at []int32) (spill []int32, ok bool) {
	if _, fail := a.colourBest(g, fileFlag, at); fail < 0 {
		return nil, true
	}
	p := &placer{analysis: a, g: g, at: at}
	_, fail := p.colour(fileFlag, g.byStart, func(x int32) bool {
		v := a.victim(g, x, at)
		if v >= 0 {
			at[v] = spilled
			spill = append(spill, v)
		}
		return v >= 0
	})
	return spill, fail < 0
}

// victim chooses the flag to keep in a GRF when object x finds no flag
// register: of x and its neighbours the one that is live longest for its
// accesses. It is -1 when none can be spilled.
func (a *analysis) victim(g *graph, x int32, at []int32) int32 {
	best := int32(-1)
	try := func(y int32) {
		o := &a.list[y]
		if o.temp || o.fixed >= 0 || at[y] == spilled {
			return
		}
		if best < 0 || int64(g.span[y])*int64(g.uses[best]+1) > int64(g.span[best])*int64(g.uses[y]+1) {
			best = y
		}
	}
	try(x)
	for _, nb := range g.neighbours(x) {
		try(nb.obj())
	}
	return best
}

// spillFlags gives flag variables places in GRFs. Each instruction that touches
// one gets a temporary of its own: loaded before, because masked and predicated
// writes keep other channels' bits, and saved after a write. The moves are
// NoMask: they carry the bits of sleeping lanes too.
func (a *analysis) spillFlags(objs []int32) {
	s := &flagSpiller{walker: newWalker(a), slots: map[int32]int32{}, flags: map[int32]int32{}}
	s.enter, s.leave = func(int32) {}, func(int32, int32, int32) {}
	for f, obj := range a.index[fileFlag] {
		if slices.Contains(objs, obj) {
			v := a.p.Flags[f]
			s.flags[obj], s.slots[obj] = int32(f), int32(len(a.p.Vars))
			a.p.Vars = append(a.p.Vars, native.Var{Name: "spill_" + v.Name, Size: v.Bits / 8, Align: v.Bits / 8, Fixed: -1})
		}
	}
	s.walk(s.touch)
	slices.SortStableFunc(s.edits, func(x, y edit) int { return x.inst - y.inst })
	apply(a.p, s.edits, a.room)
}

type flagSpiller struct {
	*walker
	flags map[int32]int32 // object -> Program.Flags
	slots map[int32]int32 // object -> variable that keeps it
	edits []edit
}

// touch makes the temporaries of instruction i.
func (s *flagSpiller) touch(i int32) {
	refs := s.acc.of(i)
	for k := range refs {
		x := refs[k].obj
		flag, ok := s.flags[x]
		if !ok || slices.ContainsFunc(refs[:k], func(r ref) bool { return r.obj == x }) {
			continue
		}
		v := s.p.Flags[flag]
		in := &s.p.Insts[i]
		load, save := s.needs(i, x)
		temp := int32(len(s.p.Flags))
		s.p.Flags = append(s.p.Flags, native.FlagVar{Name: v.Name, Bits: v.Bits, Fixed: -1})
		retarget(in, flag, temp)
		e := edit{inst: int(i)}
		if load {
			e.before = oneMove(flagOperand(temp, v.Bits), slotOperand(s.slots[x], v.Bits), in)
		}
		if save {
			e.after = oneMove(slotOperand(s.slots[x], v.Bits), flagOperand(temp, v.Bits), in)
		}
		s.edits = append(s.edits, e)
	}
}

// needs tells whether an instruction needs the old bits of flag x and whether
// it changes them. Bits that nothing defined yet, or that nothing behind the
// instruction reads, need no load.
func (s *flagSpiller) needs(i, x int32) (load, save bool) {
	covered := int32(0)
	for k, refs := 0, s.acc.of(i); k < len(refs); k++ {
		r := &refs[k]
		switch {
		case r.obj != x:
		case !r.write:
			load = true
		default:
			save = true
			if r.full && r.lane == wholeThread {
				covered += r.n
			}
		}
	}
	if !load && (!save || covered == s.start[x+1]-s.start[x]) {
		return false, save
	}
	for at := s.start[x]; at < s.start[x+1]; at++ {
		if s.defined(at, i) {
			return true, save
		}
	}
	return false, save
}

func retarget(in *native.Inst, from, to int32) {
	if in.Flag.Virt == from+1 {
		in.Flag.Virt = to + 1
	}
	for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
		if o.File == native.VirtFlag && o.Reg == from {
			o.Reg = to
		}
	}
}

func flagType(bits int) native.Type {
	if bits == 32 {
		return native.UD
	}
	return native.UW
}

func flagOperand(flag int32, bits int) native.Operand {
	return native.Operand{File: native.VirtFlag, Reg: flag, Type: flagType(bits), Region: native.Scalar}
}

func slotOperand(v int32, bits int) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Type: flagType(bits), Region: native.Scalar}
}

func oneMove(dst, src native.Operand, near *native.Inst) []native.Inst {
	dst.Region = native.Dst1
	return []native.Inst{{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: dst, Src: [3]native.Operand{src}, VISA: near.VISA}}
}
