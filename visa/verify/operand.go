package verify

import (
	"math/bits"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// effectiveType is the type under which an operand counts in a type map.
// Addresses are words, state indices dwords, packed immediates the elements
// that they expand to.
func effectiveType(o *visa.Operand) (visa.Type, bool) {
	switch o.Kind {
	case visa.General, visa.Indirect:
		return o.Type, true
	case visa.Immediate:
		switch o.Type {
		case visa.V:
			return visa.W, true
		case visa.UV:
			return visa.UW, true
		case visa.VF:
			return visa.F, true
		}
		return o.Type, true
	case visa.Predicate:
		return visa.BOOL, true
	case visa.Address:
		return visa.UW, true
	case visa.State:
		return visa.UD, true
	case visa.AddressOf:
		return visa.UW, true
	}
	return 0, false
}

// checkTypes looks for one row of the type maps that covers all operands. The
// null destination has any type.
func checkTypes(c *checker, in *visa.Inst) {
	info := in.Op.Info()
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		if t, ok := effectiveType(o); ok && s.Types != 0 && !s.Types.Has(t) {
			c.report(in.Pos, "operand %s of %s has type %s: want %s", s.Name, in.Op, t, typeList(s.Types))
		}
	})
	if len(info.Types) == 0 {
		return
	}
	var dst, src visa.TypeSet
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		t, ok := effectiveType(o)
		switch {
		case !ok:
		case s.Access == visa.Reads:
			src |= 1 << t
		case o.Kind != visa.General || o.Var != visa.VarNull:
			dst |= 1 << t
		}
	})
	for _, r := range info.Types {
		if dst&^r.Dst == 0 && src&^r.Src == 0 {
			return
		}
	}
	c.report(in.Pos, "%s does not take destination %s with sources %s: want %s", in.Op, typeList(dst), typeList(src), ruleList(info.Types))
}

func typeList(s visa.TypeSet) string {
	var names []string
	for t := range visa.NumTypes {
		if s.Has(t) {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, " ")
}

func ruleList(rules []visa.TypeRule) string {
	var rows []string
	for _, r := range rules {
		rows = append(rows, typeList(r.Dst)+" from "+typeList(r.Src))
	}
	return strings.Join(rows, ", or ")
}

// Limits of regions (vISA operands chapter, region restrictions).
const (
	maxVertStride  = 32
	maxHorzStride  = 4
	maxRegionWidth = 16
)

func legalStride(v, limit uint8) bool { return v <= limit && bits.OnesCount8(v) <= 1 }

func checkRegions(c *checker, in *visa.Inst) {
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		if o.Kind != visa.General && o.Kind != visa.Indirect {
			return
		}
		r := o.Region
		if s.Kind == visa.SlotDst {
			if r.H == 0 || !legalStride(r.H, maxHorzStride) || r.NoV {
				c.report(in.Pos, "operand %s of %s has stride %d: want 1, 2 or 4", s.Name, in.Op, r.H)
			}
			return
		}
		if !legalStride(r.V, maxVertStride) || !legalStride(r.H, maxHorzStride) || !legalStride(r.W, maxRegionWidth) || r.W == 0 {
			c.report(in.Pos, "operand %s of %s has region <%d;%d,%d>: want V of 0 to 32, W of 1 to 16, H of 0 to 4, powers of two", s.Name, in.Op, r.V, r.W, r.H)
		} else if r.W > max(in.Exec.Size, 1) {
			c.report(in.Pos, "operand %s of %s has width %d with execution size %d", s.Name, in.Op, r.W, in.Exec.Size)
		}
	})
}

// lastElement is the distance of the last element of a region from its origin,
// in elements.
func lastElement(r visa.Region, dst bool, n int) int {
	if dst {
		return (n - 1) * int(r.H)
	}
	w := max(min(int(r.W), n), 1)
	return (n/w-1)*int(r.V) + (w-1)*int(r.H)
}

func checkBounds(c *checker, in *visa.Inst) {
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		if o.Kind != visa.General && o.Kind != visa.Raw {
			return
		}
		if o.Var == visa.VarNull {
			if o.Kind == visa.General && s.Kind == visa.SlotVec {
				c.report(in.Pos, "operand %s of %s reads %%null, which has no value", s.Name, in.Op)
			}
			return
		}
		v := &c.k.Vars[o.Var]
		first := o.ByteOffset(grfBytes)
		end := first + 1
		if o.Kind == visa.General {
			n := max(int(in.Exec.Size), 1)
			end = first + (lastElement(o.Region, s.Kind == visa.SlotDst, n)+1)*max(o.Type.Size(), 1)
		}
		if first < 0 || end > v.Size() {
			c.report(in.Pos, "operand %s of %s reaches bytes %d to %d of %s, which has %d bytes", s.Name, in.Op, first, end, v.Name, v.Size())
		}
	})
}

// checkRawAlign counts the offsets of aliases too: messages carry whole
// registers.
func checkRawAlign(c *checker, in *visa.Inst) {
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		if o.Kind != visa.Raw || o.Var == visa.VarNull {
			return
		}
		off := int(o.Off)
		for v, steps := o.Var, 0; v >= 0 && steps <= len(c.k.Vars); v, steps = aliasOf(c.k, v), steps+1 {
			if aliasOf(c.k, v) >= 0 {
				off += c.k.Vars[v].AliasOff
			}
		}
		if off%grfBytes != 0 {
			c.report(in.Pos, "operand %s of %s begins at byte %d of its variable: want a multiple of %d", s.Name, in.Op, off, grfBytes)
		}
	})
}

// checkAddresses counts the elements of an operand: the width of an address,
// one for each row of a multi-address region, one for each lane of a state
// variable, else one.
func checkAddresses(c *checker, in *visa.Inst) {
	onArgs(in, func(s *visa.Slot, o *visa.Operand) {
		n, table := 1, c.k.Addrs
		switch {
		case o.Kind == visa.Address:
			n = max(int(o.Width), 1)
		case o.Kind == visa.State:
			n, table = max(int(in.Exec.Size), 1), stateTable(c.k, o)
		case o.Kind != visa.Indirect:
			return
		case o.Region.NoV && o.Region.W > 0:
			n = max(int(in.Exec.Size)/int(o.Region.W), 1)
		}
		if d := &table[o.Var]; o.Off < 0 || int(o.Off)+n > d.Elems {
			c.report(in.Pos, "operand %s of %s uses elements %d to %d of %s, which has %d", s.Name, in.Op, o.Off, int(o.Off)+n-1, d.Name, d.Elems)
		}
	})
}
