package regalloc

import "github.com/genvisa/genvisa/native"

// victim chooses the flag to keep in a GRF when object x finds no flag
// register: of x and its neighbours the one that is live longest for its
// accesses. It is -1 when none can be spilled.
func (a *analysis) victim(g *graph, x int32) int32 {
	best := int32(-1)
	try := func(y int32) {
		o := &a.list[y]
		if o.temp || o.fixed >= 0 {
			return
		}
		if best < 0 || int64(g.span[y])*int64(g.uses[best]+1) > int64(g.span[best])*int64(g.uses[y]+1) {
			best = y
		}
	}
	try(x)
	for _, nb := range g.adj[x] {
		try(nb.obj)
	}
	return best
}

// spillFlag gives a flag variable a place in a GRF. Each instruction that
// touches it gets a temporary of its own: loaded before, because masked and
// predicated writes keep other channels' bits, and saved after a write. The
// moves are NoMask: they carry the bits of sleeping lanes too.
func (a *analysis) spillFlag(x int32) {
	p := a.p
	flag := int32(-1)
	for f, obj := range a.index[fileFlag] {
		if obj == x {
			flag = int32(f)
		}
	}
	v := p.Flags[flag]
	slot := int32(len(p.Vars))
	p.Vars = append(p.Vars, native.Var{Name: "spill_" + v.Name, Size: v.Bits / 8, Align: v.Bits / 8, Fixed: -1})
	edits := make([]edit, len(p.Insts))
	a.eachDefined(func(i int, defined bitset) {
		load, save := a.touches(i, x, defined)
		if !load && !save && !a.names(i, x) {
			return
		}
		temp := int32(len(p.Flags))
		p.Flags = append(p.Flags, native.FlagVar{Name: v.Name, Bits: v.Bits, Fixed: -1})
		retarget(&p.Insts[i], flag, temp)
		if load {
			edits[i].before = flagMove(flagOperand(temp, v.Bits), slotOperand(slot, v.Bits), &p.Insts[i])
		}
		if save {
			edits[i].after = flagMove(slotOperand(slot, v.Bits), flagOperand(temp, v.Bits), &p.Insts[i])
		}
	})
	apply(p, edits)
}

func (a *analysis) names(i int, x int32) bool {
	for _, r := range a.acc.of(i) {
		if r.obj == x {
			return true
		}
	}
	return false
}

// touches tells whether an instruction needs the old bits of flag x and
// whether it changes them. Bits that nothing defined yet need no load.
func (a *analysis) touches(i int, x int32, defined bitset) (load, save bool) {
	o := &a.list[x]
	covered := int32(0)
	for _, r := range a.acc.of(i) {
		if r.obj != x {
			continue
		}
		if !r.write {
			load = true
			continue
		}
		save = true
		if r.full && r.lane == wholeThread {
			covered += r.n
		}
	}
	if save && covered < o.size {
		load = true
	}
	known := false
	for u := o.first; u < o.first+o.size; u++ {
		known = known || defined.has(u)
	}
	return load && known, save
}

// eachDefined calls f for every instruction with the units perhaps defined in
// front of it.
func (a *analysis) eachDefined(f func(i int, defined bitset)) {
	defined := newBitset(int(a.units))
	for b, x := range a.flow.Blocks {
		copy(defined, a.defIn[b])
		for i := int(x.Start); i < int(x.End); i++ {
			f(i, defined)
			a.define(i, defined)
		}
	}
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

func flagMove(dst, src native.Operand, near *native.Inst) *native.Inst {
	dst.Region = native.Dst1
	return &native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: dst, Src: [3]native.Operand{src}, VISA: near.VISA}
}
