package lower

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/visa"
)

// noBTI marks an instruction without a surface, and a surface whose index is
// not a constant.
const noBTI = -1

// predefinedBTI is the binding table index of %slm and %scratch (message
// reference, section 2).
var predefinedBTI = [visa.FirstUserSurface]int32{
	visa.SurfaceSLM: fixed.SurfaceLocal, 1: noBTI, 2: noBTI, 3: noBTI, visa.SurfaceBindless: noBTI, visa.SurfaceScratch: fixed.SurfaceStateless,
}

// cfg drops what no lane comes to, and finds basic blocks, the constant index of
// every surface use, and the predicates that live in one block only.
func (c *compiler) cfg() error {
	if c.k.IsFunction {
		return &UnsupportedError{File: c.k.File, What: fmt.Sprintf("compiling function %s on its own: want a kernel", c.k.Name)}
	}
	if n := c.k.SimdSize(); n != 8 && n != 16 && n != 32 {
		return c.errorf(visa.Pos{}, "kernel attribute SimdSize is %d: want 8, 16 or 32", n)
	}
	c.dropUnreached()
	c.findBlocks()
	c.surfaces = c.findStates(visa.SurfaceVar, len(c.k.Surfaces), predefinedBTI[:], visa.ArgSurface)
	c.samplers = c.findStates(visa.SamplerVar, len(c.k.Samplers), nil, visa.ArgSampler)
	c.findVariableStates()
	c.findLocalPreds()
	c.findPointees()
	return nil
}

func (c *compiler) findBlocks() {
	c.blocks = make([]int32, len(c.k.Insts))
	b := int32(0)
	for i := range c.k.Insts {
		r := &rules[c.k.Insts[i].Op]
		if r.label {
			b++
		}
		c.blocks[i] = b
		if r.ends || r.calls {
			b++
		}
	}
}

// findStates follows movs to the state variables of a table in program order and gives
// the index that each instruction's operand name has. A use takes the last movs of its
// own block; without one, the constant that every movs of the kernel gives to the
// variable.
func (c *compiler) findStates(table visa.StateVar, vars int, predefined []int32, name visa.ArgName) []int32 {
	always := c.constantStates(table, vars, predefined)
	now := slices.Clone(always)
	uses := make([]int32, len(c.k.Insts))
	for i := range c.k.Insts {
		if i > 0 && c.blocks[i] != c.blocks[i-1] {
			copy(now, always)
		}
		in := &c.k.Insts[i]
		uses[i] = noBTI
		if v, val, ok := stateMove(in, table); ok {
			now[v] = val
		}
		if o := in.Arg(name); o != nil && (o.Kind == visa.Surface || o.Kind == visa.Sampler) {
			uses[i] = now[o.Var]
		}
	}
	return uses
}

func (c *compiler) constantStates(table visa.StateVar, vars int, predefined []int32) []int32 {
	always := make([]int32, vars)
	seen := make([]bool, vars)
	for v := range always {
		always[v] = noBTI
	}
	copy(always, predefined)
	for i := range c.k.Inputs { // a launch gives the index
		if in := &c.k.Inputs[i]; in.Kind == table {
			seen[in.Var], always[in.Var] = true, noBTI
		}
	}
	for i := range c.k.Insts {
		v, val, ok := stateMove(&c.k.Insts[i], table)
		if !ok {
			continue
		}
		if seen[v] && always[v] != val {
			val = noBTI
		}
		seen[v], always[v] = true, val
	}
	return always
}

// stateMove recognises a movs to a variable of a table and its value, noBTI when
// that is not a constant.
func stateMove(in *visa.Inst, table visa.StateVar) (v, val int32, ok bool) {
	if in.Op != visa.OpMovs {
		return 0, 0, false
	}
	dst, src := visa.AsMovs(in).Dst(), visa.AsMovs(in).Src0()
	if dst.Kind != visa.State || dst.StateVar != table {
		return 0, 0, false
	}
	packed := src.Type == visa.V || src.Type == visa.UV
	if table == visa.SurfaceVar && dst.Var == visa.SurfaceBindless { // a handle, which no descriptor has as it is
		return dst.Var, noBTI, true
	}
	if src.Kind != visa.Immediate || packed || dst.Off != 0 || in.Exec.Size != 1 {
		return dst.Var, noBTI, true
	}
	return dst.Var, int32(src.Imm), true
}

// predUse is what an instruction does to lanes of a predicate variable.
type predUse struct {
	pred   int32
	lanes  uint32
	reads  bool
	writes bool
	whole  bool // not by lane: without mask, or by a scalar branch
}

// findLocalPreds finds predicates of which no lane outside their block can see
// a bit: all uses in one block, every lane written there before it is read,
// nothing done without mask. For these an operation on the whole flag is as
// good as a masked one.
func (c *compiler) findLocalPreds() {
	c.local = make([]bool, len(c.k.Preds))
	home := make([]int32, len(c.k.Preds))
	done := make([]uint32, len(c.k.Preds))
	for p := range home {
		home[p], c.local[p] = -1, true
	}
	for i := range c.k.Insts {
		for _, u := range predUses(&c.k.Insts[i]) {
			p := u.pred
			if home[p] == -1 {
				home[p] = c.blocks[i]
			}
			if u.whole || home[p] != c.blocks[i] || u.reads && u.lanes&^done[p] != 0 {
				c.local[p] = false
			}
			if u.writes {
				done[p] |= u.lanes
			}
		}
	}
}

// predUses lists reads before writes.
func predUses(in *visa.Inst) []predUse {
	lanes := uint32(uint64(1)<<in.Exec.Size-1) << in.Exec.First()
	whole := in.Exec.NoMask || in.Exec.Size == 1
	var uses, writes []predUse
	if in.Pred.Var != 0 {
		uses = append(uses, predUse{pred: in.Pred.Var, lanes: lanes, reads: true, whole: whole})
	}
	for a := range in.Args {
		o := &in.Args[a]
		if o.Kind != visa.Predicate {
			continue
		}
		acc := in.Slot(a).Access
		u := predUse{pred: o.Var, lanes: lanes, reads: acc != visa.Writes, whole: whole}
		if acc == visa.Writes || acc == visa.ReadsWrites {
			u.writes = true
			writes = append(writes, u)
			continue
		}
		uses = append(uses, u)
	}
	return append(uses, writes...)
}

// findPointees collects, for each address variable, the root variables whose
// address it may hold. Copies between address variables join their sets.
func (c *compiler) findPointees() {
	c.pointees = make([][]int32, len(c.k.Addrs))
	for changed := true; changed; {
		changed = false
		for i := range c.k.Insts {
			changed = c.addPointees(&c.k.Insts[i]) || changed
		}
	}
}

func (c *compiler) addPointees(in *visa.Inst) (changed bool) {
	if len(in.Args) == 0 || in.Args[0].Kind != visa.Address {
		return false
	}
	dst := in.Args[0].Var
	add := func(root int32) {
		for _, have := range c.pointees[dst] {
			if have == root {
				return
			}
		}
		c.pointees[dst] = append(c.pointees[dst], root)
		changed = true
	}
	for a := 1; a < len(in.Args); a++ {
		switch o := &in.Args[a]; o.Kind {
		case visa.AddressOf:
			if o.StateVar == visa.NoState {
				root, _ := c.k.Root(o.Var)
				add(root)
			}
		case visa.Address:
			for _, root := range c.pointees[o.Var] {
				add(root)
			}
		}
	}
	return changed
}
