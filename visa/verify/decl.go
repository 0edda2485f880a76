package verify

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/genvisa/genvisa/visa"
)

const (
	maxPredElems = 32
	maxAddrElems = 16
	grfBytes     = visa.GRFBytes
	numGRF       = visa.GRFs
)

// maxAliasDepth bounds a chain of aliases, which everything that asks for the
// root of a variable follows. Compilers write chains of one or two.
const maxAliasDepth = 255

// aliasOf is the variable that v aliases, or -1 when it has none or a wrong one.
func aliasOf(k *visa.Kernel, v int32) int32 {
	if a := k.Vars[v].Alias; a >= 0 && int(a) < len(k.Vars) {
		return a
	}
	return -1
}

// storage is where a variable lies: how many aliases lead to the variable that
// owns it, which that is, and the byte offset there. Depth is -1 when they do not
// end.
type storage struct {
	depth, off int
	root       int32
}

// isNull is Kernel.IsNull for kernels whose aliases may be wrong.
func (c *checker) isNull(v int32) bool {
	return c.storage[v].depth >= 0 && c.storage[v].root == visa.VarNull
}

// findStorage follows every alias once. A chain that does not end leaves all
// that lead into it without an end.
func findStorage(k *visa.Kernel) []storage {
	const unknown, walking = -3, -2
	out := make([]storage, len(k.Vars))
	for i := range out {
		out[i].depth = unknown
	}
	var path []int32
	for i := range k.Vars {
		path = path[:0]
		v := int32(i)
		for v >= 0 && out[v].depth == unknown {
			out[v].depth = walking
			path = append(path, v)
			v = aliasOf(k, v)
		}
		end := storage{depth: -1}
		if v >= 0 {
			end = out[v]
		}
		endless := v >= 0 && end.depth < 0
		for n := len(path) - 1; n >= 0; n-- {
			if endless {
				end = storage{depth: -1}
			} else if a := aliasOf(k, path[n]); a >= 0 {
				end = storage{end.depth + 1, end.off + k.Vars[path[n]].AliasOff, end.root}
			} else {
				end = storage{root: path[n]}
			}
			out[path[n]] = end
		}
	}
	return out
}

func checkAliasCycles(c *checker) {
	k := c.k
	for i := range k.Vars {
		v := &k.Vars[i]
		switch depth := c.storage[i].depth; {
		case int(v.Alias) >= len(k.Vars) || v.Alias < -1:
			c.report(v.Pos, "%s aliases variable %d; the kernel has %d", v.Name, v.Alias, len(k.Vars))
		case depth < 0:
			c.report(v.Pos, "the alias chain of %s does not end", v.Name)
		case depth == maxAliasDepth+1: // those that lead to it are longer still
			c.report(v.Pos, "the alias chain of %s has %d variables: want at most %d", v.Name, depth, maxAliasDepth)
		}
	}
}

func checkAliasOverruns(c *checker) {
	k := c.k
	for i := range k.Vars {
		v := &k.Vars[i]
		a := aliasOf(k, int32(i))
		if a < 0 || c.isNull(a) {
			continue
		}
		if base := &k.Vars[a]; v.AliasOff < 0 || v.AliasOff+v.Size() > base.Size() {
			c.report(v.Pos, "%s has bytes %d to %d of %s, which has %d bytes", v.Name, v.AliasOff, v.AliasOff+v.Size(), base.Name, base.Size())
		}
	}
}

// typesOf are the types that may stand in a place.
func typesOf(in visa.TypePlace) (set visa.TypeSet) {
	for t := range visa.NumTypes {
		if t.Stands(in) {
			set |= 1 << t
		}
	}
	return set
}

func checkVarTypes(c *checker) {
	k := c.k
	for i := visa.FirstUserVar; i < len(k.Vars); i++ {
		switch v := &k.Vars[i]; {
		case v.Type >= visa.NumTypes:
			c.report(v.Pos, "%s has type %d, which does not exist", v.Name, v.Type)
		case !v.Type.Stands(visa.InVariables):
			c.report(v.Pos, "%s has type %s: want %s", v.Name, v.Type, typeList(typesOf(visa.InVariables)))
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
	for i := range k.Inputs {
		in := &k.Inputs[i]
		n := -1
		switch in.Kind {
		case visa.NoState:
			n = len(k.Vars)
		case visa.SurfaceVar:
			n = len(k.Surfaces)
		case visa.SamplerVar:
			n = len(k.Samplers)
		}
		if in.Var < 0 || int(in.Var) >= n {
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
	for i := range c.k.Inputs {
		in := &c.k.Inputs[i]
		if in.Offset < grfBytes || in.Size < 1 || in.Offset+in.Size > numGRF*grfBytes {
			c.report(in.Pos, "input at byte %d with %d bytes: want %d to %d", in.Offset, in.Size, grfBytes, numGRF*grfBytes)
			continue
		}
		if align := c.inputAlign(in); in.Offset%align != 0 {
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

// eachLabel calls f for the label operands of all instructions; def says that
// the instruction defines it.
func (c *checker) eachLabel(f func(in *visa.Inst, label int32, def bool)) {
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		for n := range in.Args {
			if in.Args[n].Kind == visa.Label {
				f(in, in.Args[n].Var, defines(in.Op))
			}
		}
	}
}

func (c *checker) labelName(id int32) string {
	if id < 0 || int(id) >= len(c.k.Labels) {
		return "?"
	}
	return c.k.Labels[id].Name
}

// labels is a set of labels; those outside of the kernel's table, which rule
// operand.index reports, are in every set.
type labels []bool

func (l labels) has(id int32) bool { return id < 0 || int(id) >= len(l) || l[id] }

func (l labels) add(id int32) {
	if id >= 0 && int(id) < len(l) {
		l[id] = true
	}
}

func checkLabelsDefined(c *checker) {
	defined := make(labels, len(c.k.Labels))
	c.eachLabel(func(_ *visa.Inst, l int32, def bool) {
		if def {
			defined.add(l)
		}
	})
	c.eachLabel(func(in *visa.Inst, l int32, _ bool) {
		if !defined.has(l) {
			c.report(in.Pos, "label %s is not defined", c.labelName(l))
		}
	})
}

func checkLabelsOnce(c *checker) {
	defined := make(labels, len(c.k.Labels))
	c.eachLabel(func(in *visa.Inst, l int32, def bool) {
		if !def || int(l) >= len(defined) || l < 0 {
			return
		}
		if defined.has(l) {
			c.report(in.Pos, "label %s is defined twice", c.labelName(l))
		}
		defined.add(l)
	})
}

// lastInst is the index of the last instruction that is not a label which
// nothing jumps to; -1 when there is none.
func (c *checker) lastInst() int {
	i := len(c.k.Insts) - 1
	if i < 0 || !defines(c.k.Insts[i].Op) {
		return i
	}
	used := make(labels, len(c.k.Labels))
	c.eachLabel(func(_ *visa.Inst, l int32, def bool) {
		if !def {
			used.add(l)
		}
	})
	dead := func(in *visa.Inst) bool {
		at := slices.IndexFunc(in.Args, func(o visa.Operand) bool { return o.Kind == visa.Label })
		return defines(in.Op) && at >= 0 && !used.has(in.Args[at].Var)
	}
	for i >= 0 && dead(&c.k.Insts[i]) {
		i--
	}
	return i
}

// leaves are the hooks of ops after which a lane is elsewhere.
var leaves = []visa.Hook{visa.HookRet, visa.HookGoto, visa.HookJmp, visa.HookSwitchjmp, visa.HookFret}

// checkEnd: what lies behind the last instruction is not defined, so nothing may
// get there. Compilers leave labels of blocks that they deleted at the end.
func checkEnd(c *checker) {
	k := c.k
	end := c.lastInst()
	if end < 0 {
		c.report(visa.Pos{}, "kernel %s has no instructions: want at least ret", k.Name)
		return
	}
	last := &k.Insts[end]
	if last.Op >= visa.NumOps {
		return // inst.operands says it, or nobody knows where the lanes of an op without a page go
	}
	size := int(last.Exec.Size)
	all := size == 1 || size >= c.simd && last.Exec.First() == 0
	if !slices.Contains(leaves, last.Op.Info().Hook) || last.Pred.Var != 0 || !all {
		c.report(last.Pos, "lanes may pass %s at the end of the kernel: want ret, goto or jmp of all lanes without predicate", last.Op)
	}
}

// checkSimd: the width decides which lanes exist, so nothing can run a kernel
// without it. A function has that of its caller.
func checkSimd(c *checker) {
	a := c.k.Attr("SimdSize")
	switch {
	case a == nil && c.k.IsFunction:
	case a == nil:
		c.report(visa.Pos{}, "kernel %s has no SimdSize: want .kernel_attr SimdSize=8, 16 or 32", c.k.Name)
	case a.Kind != visa.AttrInt || a.Int != 8 && a.Int != 16 && a.Int != 32:
		c.report(visa.Pos{}, "kernel attribute SimdSize is %s: want 8, 16 or 32", attrValue(a))
	}
}

func attrValue(a *visa.Attr) string {
	switch a.Kind {
	case visa.AttrInt:
		return strconv.FormatInt(a.Int, 10)
	case visa.AttrString:
		return strconv.Quote(a.Str)
	}
	return "true"
}
