package verify

import "github.com/genvisa/genvisa/visa"

// Unwritten notes the first read of each variable that no instruction writes and no input fills: what it
// holds is what its registers happened to hold. A compiler leaves such a read where the source has no
// value, and two runs of it need not agree.
func Unwritten(k *visa.Kernel) []Finding {
	c := &checker{k: k, storage: findStorage(k), rule: &rule{Rule: Rule{ID: unwritten}}}
	c.unwritten()
	return c.sourced()
}

func (c *checker) unwritten() {
	filled := c.filled()
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		if !wellFormed(in) || withItself(in) {
			continue
		}
		c.at = i
		for a := range in.Args {
			o := &in.Args[a]
			if o.Kind != visa.General && o.Kind != visa.Raw || in.Slot(a).Access != visa.Reads {
				continue
			}
			if root := c.root(o.Var); root >= visa.FirstUserVar && !filled[root] {
				filled[root] = true // once
				c.report(in.Pos, "%s reads %s, which nothing writes", in.Op, c.k.Vars[o.Var].Name)
			}
		}
	}
}

// withItself tells a comparison of an integer with itself, by which compilers ask which channels run: it
// is the same whatever the variable holds.
func withItself(in *visa.Inst) bool {
	if in.Op != visa.OpCmp {
		return false
	}
	a, b := in.Arg(visa.ArgSrc0), in.Arg(visa.ArgSrc1)
	return a != nil && b != nil && *a == *b && !a.Type.IsFloat()
}

// filled are the variables that something may give a value, by what they are aliases of.
func (c *checker) filled() []bool {
	k := c.k
	out := make([]bool, len(k.Vars))
	fill := func(v int32) {
		if root := c.root(v); root >= 0 {
			out[root] = true
		}
	}
	for i := range k.Inputs {
		if k.Inputs[i].Kind == visa.NoState {
			fill(k.Inputs[i].Var)
		}
	}
	for i := range k.Insts {
		in := &k.Insts[i]
		opaque := in.Op.Opaque() || !wellFormed(in)
		for a := range in.Args {
			switch o := &in.Args[a]; {
			case o.Kind == visa.AddressOf && o.StateVar == visa.NoState: // behind an address anything may write
				fill(o.Var)
			case (o.Kind == visa.General || o.Kind == visa.Raw) && (opaque || in.Slot(a).Access >= visa.Writes):
				fill(o.Var)
			}
		}
	}
	return out
}

// root is the variable that v lies in; -1 when there is none.
func (c *checker) root(v int32) int32 {
	if v < 0 || int(v) >= len(c.storage) || c.storage[v].depth < 0 {
		return -1
	}
	return c.storage[v].root
}
