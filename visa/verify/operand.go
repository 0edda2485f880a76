package verify

import (
	"math/bits"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// typeOf is the type of an operand that type maps know; ok is false for
// operands of which they say nothing.
func typeOf(o *visa.Operand) (t visa.Type, ok bool) {
	switch o.Kind {
	case visa.General, visa.Indirect, visa.Immediate:
		return o.Type, true
	case visa.Predicate:
		return visa.BOOL, true
	case visa.Address, visa.AddressOf:
		return visa.UW, true
	case visa.State:
		return visa.UD, true
	}
	return 0, false
}

// countsAs are the types under which an operand of type t counts in a type map.
// The elements that a packed immediate expands to are words, which ops on dwords
// take for dwords: addc has :uv beside ud, though neither uw nor :v (GenX_IR
// 1.0.12504.6).
func countsAs(t visa.Type) visa.TypeSet {
	switch as := t.Computes(); {
	case t.Packed() == 0:
		return 1 << t
	case as.IsFloat():
		return 1 << as
	default:
		return 1<<as | longer(as)
	}
}

// longer are the dwords of an integer type's signedness.
func longer(t visa.Type) visa.TypeSet {
	if t.IsSigned() {
		return 1 << visa.D
	}
	return 1 << visa.UD
}

// slotTypes are the types under which o counts in a slot with types of its own:
// an offset is one number, which a packed immediate is not.
func slotTypes(t visa.Type) visa.TypeSet {
	if t.Packed() > 0 {
		return 1 << t.Computes()
	}
	return 1 << t
}

// checkTypes looks for one row of the type maps that covers all operands. The
// null destination has any type.
func checkTypes(c *checker, in *visa.Inst) {
	info := in.Op.Info()
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if o.Kind == visa.Immediate && o.Type < visa.NumTypes && !o.Type.Stands(visa.InImmediates) {
			c.report(in.Pos, "operand %s of %s is an immediate of type %s: want %s", s.Name, in.Op, o.Type, typeList(typesOf(visa.InImmediates)))
		}
		if s.Types == 0 {
			continue
		}
		if t, ok := typeOf(o); ok && slotTypes(t)&s.Types == 0 {
			c.report(in.Pos, "operand %s of %s has type %s: want %s", s.Name, in.Op, t, typeList(s.Types))
		}
	}
	if len(info.Types) == 0 {
		return
	}
	for r := range info.Types {
		if info.Types[r].Platforms.Has(c.on) && covers(c, &info.Types[r], in) {
			return
		}
	}
	var dst, src visa.TypeSet
	for i := range in.Args {
		switch t, ok := typeOf(&in.Args[i]); {
		case !ok || in.Slot(i).Types != 0:
		case in.Slot(i).Access == visa.Reads:
			src |= 1 << t
		case !isNull(c, &in.Args[i]):
			dst |= 1 << t
		}
	}
	c.report(in.Pos, "%s does not take destination %s with sources %s: want %s", in.Op, typeList(dst), typeList(src), c.ruleList(info.Types))
}

func isNull(c *checker, o *visa.Operand) bool { return o.Kind == visa.General && c.isNull(o.Var) }

// covers says that the operands of in that the type maps are about have types of the row.
func covers(c *checker, row *visa.TypeRule, in *visa.Inst) bool {
	for i := range in.Args {
		o, legal := &in.Args[i], row.Dst
		if in.Slot(i).Types != 0 {
			continue // it has types of its own
		}
		if in.Slot(i).Access == visa.Reads {
			legal = row.Src
		} else if isNull(c, o) {
			continue
		}
		if t, ok := typeOf(o); ok && countsAs(t)&legal == 0 {
			return false
		}
	}
	return true
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

func (c *checker) ruleList(rules []visa.TypeRule) string {
	var rows []string
	for _, r := range rules {
		if !r.Platforms.Has(c.on) {
			continue
		}
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
	for i := range in.Args {
		o := &in.Args[i]
		if o.Kind != visa.General && o.Kind != visa.Indirect {
			continue
		}
		s, r := in.Slot(i), o.Region
		if s.Kind == visa.SlotDst {
			if r.H == 0 || !legalStride(r.H, maxHorzStride) || r.NoV {
				c.report(in.Pos, "operand %s of %s has stride %d: want 1, 2 or 4", s.Name, in.Op, r.H)
			}
			continue
		}
		if !legalStride(r.V, maxVertStride) || !legalStride(r.H, maxHorzStride) || !legalStride(r.W, maxRegionWidth) || r.W == 0 {
			c.report(in.Pos, "operand %s of %s has region <%d;%d,%d>: want V of 0 to 32, W of 1 to 16, H of 0 to 4, powers of two", s.Name, in.Op, r.V, r.W, r.H)
		} else if r.W > max(in.Exec.Size, 1) {
			c.report(in.Pos, "operand %s of %s has width %d with execution size %d", s.Name, in.Op, r.W, in.Exec.Size)
		}
	}
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

// lastOf is the distance of the last element of operand i from its first.
func lastOf(in *visa.Inst, i int) int {
	s, n := in.Slot(i), max(int(in.Exec.Size), 1)
	if s.Elements != nil {
		n = max(s.Elements(in), 1)
	}
	if s.Side {
		return n - 1
	}
	return lastElement(in.Args[i].Region, s.Kind == visa.SlotDst, n)
}

// checkNull takes %null wherever nothing is read from it, and its aliases as
// destinations of single values only: messages name it by its own name.
func checkNull(c *checker, in *visa.Inst, i int) {
	s, o := in.Slot(i), &in.Args[i]
	switch {
	case o.Kind == visa.General && s.Kind == visa.SlotVec:
		c.report(in.Pos, "operand %s of %s reads %s, which has no value", s.Name, in.Op, c.nullName(o.Var))
	case o.Kind == visa.Raw && o.Var != visa.VarNull:
		c.report(in.Pos, "operand %s of %s is %s, which has no storage", s.Name, in.Op, c.nullName(o.Var))
	}
}

// nullName says of an alias what it is.
func (c *checker) nullName(v int32) string {
	if v == visa.VarNull {
		return "%null"
	}
	return c.k.Vars[v].Name + ", an alias of %null"
}

func checkBounds(c *checker, in *visa.Inst) {
	for i := range in.Args {
		o := &in.Args[i]
		if o.Kind != visa.General && o.Kind != visa.Raw {
			continue
		}
		if c.isNull(o.Var) {
			checkNull(c, in, i)
			continue
		}
		s, v := in.Slot(i), &c.k.Vars[o.Var]
		first := o.ByteOffset(grfBytes)
		end := first + 1
		if o.Kind == visa.General {
			end = first + (lastOf(in, i)+1)*max(o.Type.Size(), 1)
			if s.Pair {
				end += in.PairBytes()
			}
		}
		if first < 0 || end > v.Size() {
			c.report(in.Pos, "operand %s of %s reaches bytes %d to %d of %s, which has %d bytes", s.Name, in.Op, first, end, v.Name, v.Size())
		}
	}
}

// checkRawAlign counts the offsets of aliases too: messages carry whole
// registers.
func checkRawAlign(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if o.Kind != visa.Raw || o.Var == visa.VarNull {
			continue
		}
		off := int(o.Off) + c.storage[o.Var].off
		if off%grfBytes != 0 {
			c.report(in.Pos, "operand %s of %s begins at byte %d of its variable: want a multiple of %d", s.Name, in.Op, off, grfBytes)
		}
	}
}

// checkAddresses counts the elements of an operand: the width of an address,
// one for each row of a multi-address region, one for each lane of a state
// variable, else one.
func checkAddresses(c *checker, in *visa.Inst) {
	for i := range in.Args {
		o := &in.Args[i]
		n, table := 1, c.k.Addrs
		switch {
		case o.Kind == visa.Address:
			n = max(int(o.Width), 1)
		case o.Kind == visa.State:
			n, table = max(int(in.Exec.Size), 1), stateTable(c.k, o)
		case o.Kind != visa.Indirect:
			continue
		case o.Region.NoV && o.Region.W > 0:
			n = max(int(in.Exec.Size)/int(o.Region.W), 1)
		}
		if d := &table[o.Var]; o.Off < 0 || int(o.Off)+n > d.Elems {
			c.report(in.Pos, "operand %s of %s uses elements %d to %d of %s, which has %d", in.Slot(i).Name, in.Op, o.Off, int(o.Off)+n-1, d.Name, d.Elems)
		}
	}
}
