package native

import "slices"

// typeTable has, for each type of a destination, the types that sources may have: a bit
// per Type.
type typeTable [NumTypes]uint16

// typeRow is what an instruction takes on some targets: as the vendor's tables list
// it, and what compiled code and other sources have beside that.
type typeRow struct {
	targets      uint16 // bit per Target
	listed, also typeTable
}

// types is the row of an instruction on a target; nil where none is at hand.
func (o Op) types(t Target) *typeRow {
	if o >= NumOps {
		return nil
	}
	for i := range opTypes[o] {
		if r := &opTypes[o][i]; r.targets>>t&1 != 0 {
			return r
		}
	}
	return nil
}

// Takes reports whether an instruction makes elements of type dst from sources of type src
// on target t: listed as the vendor's tables have it, also as other sources do. Both are
// true where specs/eu/types.md has no row. Packed vectors count as what they hold elsewhere,
// and are true here.
func (o Op) Takes(t Target, dst, src Type) (listed, also bool) {
	r := o.types(t)
	if r == nil || src == V || src == UV || src == VF {
		return true, true
	}
	return r.listed[dst]>>src&1 != 0, r.also[dst]>>src&1 != 0
}

// ruleOpTypes is about the type of each source by itself. The first step of a macro has types
// of its own.
func ruleOpTypes(c *checked) bool {
	if c.IsMathMacro() {
		return false
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool {
		listed, also := c.Op.Takes(c.t, c.Dst.Type, o.Type)
		return !listed && !also
	})
}
