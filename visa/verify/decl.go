package verify

import (
	"cmp"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

const (
	maxPredElems = 32
	maxAddrElems = 16
	grfBytes     = 32
	numGRF       = 128
)

// aliasOf is the variable that v aliases, or -1 when it has none or a wrong one.
func aliasOf(k *visa.Kernel, v int32) int32 {
	if a := k.Vars[v].Alias; a >= 0 && int(a) < len(k.Vars) {
		return a
	}
	return -1
}

func checkAliasCycles(c *checker) {
	k := c.k
	for i := range k.Vars {
		v := &k.Vars[i]
		if int(v.Alias) >= len(k.Vars) || v.Alias < -1 {
			c.report(v.Pos, "%s aliases variable %d; the kernel has %d", v.Name, v.Alias, len(k.Vars))
			continue
		}
		if v.Alias == visa.VarNull {
			c.report(v.Pos, "%s aliases %%null, which has no storage: want another variable, or -1 for none", v.Name)
			continue
		}
		steps := 0
		for a := aliasOf(k, int32(i)); a >= 0 && steps <= len(k.Vars); a = aliasOf(k, a) {
			steps++
		}
		if steps > len(k.Vars) {
			c.report(v.Pos, "the alias chain of %s does not end", v.Name)
		}
	}
}

func checkAliasOverruns(c *checker) {
	k := c.k
	for i := range k.Vars {
		v := &k.Vars[i]
		a := aliasOf(k, int32(i))
		if a < 0 {
			continue
		}
		if base := &k.Vars[a]; v.AliasOff < 0 || v.AliasOff+v.Size() > base.Size() {
			c.report(v.Pos, "%s has bytes %d to %d of %s, which has %d bytes", v.Name, v.AliasOff, v.AliasOff+v.Size(), base.Name, base.Size())
		}
	}
}

func checkVarTypes(c *checker) {
	k := c.k
	for i := visa.FirstUserVar; i < len(k.Vars); i++ {
		switch v := &k.Vars[i]; v.Type {
		case visa.BOOL, visa.V, visa.UV, visa.VF:
			c.report(v.Pos, "%s has type %s: want ud d uw w ub b uq q hf bf f or df", v.Name, v.Type)
		default:
			if v.Type >= visa.NumTypes {
				c.report(v.Pos, "%s has type %d, which does not exist", v.Name, v.Type)
			}
		}
	}
}

func checkElements(c *checker) {
	k := c.k
	for i := visa.FirstUserVar; i < len(k.Vars); i++ {
		c.elements(k.Vars[i].Name, k.Vars[i].Elems, 1<<16-1, k.Vars[i].Pos)
	}
	for i := visa.FirstUserPred; i < len(k.Preds); i++ {
		p := &k.Preds[i]
		c.elements(p.Name, p.Elems, maxPredElems, p.Pos)
		if p.Elems&(p.Elems-1) != 0 {
			c.report(p.Pos, "%s has %d elements: want 1, 2, 4, 8, 16 or 32", p.Name, p.Elems)
		}
	}
	for _, d := range k.Addrs {
		c.elements(d.Name, d.Elems, maxAddrElems, d.Pos)
	}
}

func (c *checker) elements(name string, n, limit int, at visa.Pos) {
	if n < 1 || n > limit {
		c.report(at, "%s has %d elements: want 1 to %d", name, n, limit)
	}
}

func checkInputVars(c *checker) {
	k := c.k
	for _, in := range k.Inputs {
		table := map[visa.StateVar]int{visa.NoState: len(k.Vars), visa.SurfaceVar: len(k.Surfaces), visa.SamplerVar: len(k.Samplers)}
		if n, ok := table[in.Kind]; !ok || in.Var < 0 || int(in.Var) >= n {
			c.report(in.Pos, "input names entry %d of table %d", in.Var, in.Kind)
			continue
		}
		if in.Kind != visa.NoState {
			continue
		}
		switch v := &k.Vars[in.Var]; {
		case in.Var < visa.FirstUserVar:
			c.report(in.Pos, "input %s is predefined", v.Name)
		case v.Alias >= 0:
			c.report(in.Pos, "input %s is an alias", v.Name)
		case v.Type < visa.NumTypes && in.Size != v.Size():
			c.report(in.Pos, "input %s has %d bytes, its variable %d", v.Name, in.Size, v.Size())
		}
	}
}

func checkInputRange(c *checker) {
	for _, in := range c.k.Inputs {
		if in.Offset < grfBytes || in.Size < 1 || in.Offset+in.Size > numGRF*grfBytes {
			c.report(in.Pos, "input at byte %d with %d bytes: want %d to %d", in.Offset, in.Size, grfBytes, numGRF*grfBytes)
			continue
		}
		if align := c.inputAlign(&in); in.Offset%align != 0 {
			c.report(in.Pos, "input at byte %d with %d bytes: want a multiple of %d", in.Offset, in.Size, align)
		} else if in.Size < grfBytes && in.Offset%grfBytes+in.Size > grfBytes {
			c.report(in.Pos, "input at byte %d with %d bytes lies in two registers of %d bytes: want one", in.Offset, in.Size, grfBytes)
		}
	}
}

// inputAlign is the alignment in bytes that the offset of an input needs.
func (c *checker) inputAlign(in *visa.Input) int {
	switch {
	case in.Kind != visa.NoState:
		return visa.AlignDword.Bytes()
	case in.Size >= grfBytes:
		return grfBytes
	case in.Var >= 0 && int(in.Var) < len(c.k.Vars) && c.k.Vars[in.Var].Type < visa.NumTypes:
		return max(c.k.Vars[in.Var].Type.Size(), 1)
	}
	return 1
}

func checkInputOverlap(c *checker) {
	list := slices.Clone(c.k.Inputs)
	slices.SortStableFunc(list, func(a, b visa.Input) int { return cmp.Compare(a.Offset, b.Offset) })
	for i := 1; i < len(list); i++ {
		if a, b := &list[i-1], &list[i]; a.Offset+a.Size > b.Offset {
			c.report(b.Pos, "input at byte %d overlaps that at byte %d, which has %d bytes", b.Offset, a.Offset, a.Size)
		}
	}
}

// definitions counts where each label is defined: ops whose text ends in "L:".
func (c *checker) definitions(f func(in *visa.Inst, label int32)) {
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		if !defines(in.Op) {
			continue
		}
		for _, o := range in.Args {
			if o.Kind == visa.Label {
				f(in, o.Var)
			}
		}
	}
}

func defines(op visa.Op) bool {
	return op < visa.NumOps && slices.ContainsFunc(op.Info().Text, func(t visa.TextPart) bool { return t.Kind == visa.TextLabel })
}

func (c *checker) labelName(id int32) string {
	if id < 0 || int(id) >= len(c.k.Labels) {
		return "?"
	}
	return c.k.Labels[id].Name
}

func checkLabelsDefined(c *checker) {
	defined := map[int32]bool{}
	c.definitions(func(_ *visa.Inst, l int32) { defined[l] = true })
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		for _, o := range in.Args {
			if o.Kind == visa.Label && !defined[o.Var] {
				c.report(in.Pos, "label %s is not defined", c.labelName(o.Var))
			}
		}
	}
}

func checkLabelsOnce(c *checker) {
	defined := map[int32]bool{}
	c.definitions(func(in *visa.Inst, l int32) {
		if defined[l] {
			c.report(in.Pos, "label %s is defined twice", c.labelName(l))
		}
		defined[l] = true
	})
}

// deadLabel says that an instruction is a label which nothing jumps to.
func (c *checker) deadLabel(in *visa.Inst) bool {
	isLabel := func(o visa.Operand) bool { return o.Kind == visa.Label }
	at := slices.IndexFunc(in.Args, isLabel)
	if !defines(in.Op) || at < 0 {
		return false
	}
	return !slices.ContainsFunc(c.k.Insts, func(other visa.Inst) bool {
		return !defines(other.Op) && slices.ContainsFunc(other.Args, func(o visa.Operand) bool {
			return isLabel(o) && o.Var == in.Args[at].Var
		})
	})
}

// leaves are the hooks of ops after which a lane is elsewhere.
var leaves = []string{"ret", "goto", "jmp"}

// checkEnd: what lies behind the last instruction is not defined, so nothing may
// get there. Compilers leave labels of blocks that they deleted at the end.
func checkEnd(c *checker) {
	k := c.k
	end := len(k.Insts)
	for end > 0 && c.deadLabel(&k.Insts[end-1]) {
		end--
	}
	if end == 0 {
		c.report(visa.Pos{}, "kernel %s has no instructions: want at least ret", k.Name)
		return
	}
	last := &k.Insts[end-1]
	if last.Op >= visa.NumOps {
		return // inst.operands says it
	}
	size := int(last.Exec.Size)
	all := size == 1 || size >= k.SimdSize() && last.Exec.First() == 0
	if !slices.Contains(leaves, last.Op.Info().Hook) || last.Pred.Var != 0 || !all {
		c.report(last.Pos, "lanes may pass %s at the end of the kernel: want ret, goto or jmp of all lanes without predicate", last.Op)
	}
}
