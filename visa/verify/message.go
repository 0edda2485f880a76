package verify

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// elementSize is the bytes of an element of variable v.
func (c *checker) elementSize(v int32) int { return max(c.k.Vars[v].Type.Size(), 1) }

// checkPayload holds messages to the variables of their operands, which say what is allocated.
// Of a source they may send the rest of its last register, which has no value: compilers
// store an oword with a frame pointer of 8 bytes.
func checkPayload(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if s.Bytes == nil || o.Kind != visa.Raw || c.isNull(o.Var) {
			continue
		}
		v := &c.k.Vars[o.Var]
		limit := v.Size()
		if s.Access == visa.Reads {
			limit = (limit + grfBytes - 1) / grfBytes * grfBytes
		}
		if end := int(o.Off) + s.Bytes(in, c.elementSize(o.Var)); end > limit && int(o.Off) < v.Size() { // else operand.bounds
			c.report(in.Pos, "operand %s of %s uses bytes %d to %d of %s, which has %d bytes", s.Name, in.Op, o.Off, end, v.Name, v.Size())
		}
	}
}

// checkMessageSize is about the data of a message, whatever holds it.
func checkMessageSize(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if s.AtMost == 0 || o.Kind != visa.Raw {
			continue
		}
		if n := s.Bytes(in, c.elementSize(o.Var)); n > s.AtMost {
			c.report(in.Pos, "operand %s of %s has %d bytes: want at most %d", s.Name, in.Op, n, s.AtMost)
		}
	}
}

// checkRawTypes is about the types that the page of a message names for a variable.
func checkRawTypes(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if s.Types == 0 || o.Kind != visa.Raw || c.isNull(o.Var) {
			continue
		}
		if v := &c.k.Vars[o.Var]; !s.Types.Has(v.Type) {
			c.report(in.Pos, "operand %s of %s is %s of type %s: want %s", s.Name, in.Op, v.Name, v.Type, typeList(s.Types))
		}
	}
}

func checkRequirements(c *checker, in *visa.Inst) {
	list := in.Op.Info().Requires
	for i := range list {
		if q := &list[i]; !q.Holds(c.k, in) {
			c.report(in.Pos, "%s has %s: want that %s", in.Op, c.values(in, q.Of), q.Words)
		}
	}
}

// values says what stands in the slots: "op add, src1 V33".
func (c *checker) values(in *visa.Inst, slots []uint8) string {
	var list []string
	for _, n := range slots {
		s, o := in.Slot(int(n)), &in.Args[n]
		text := strconv.FormatUint(o.Imm, 10)
		switch {
		case o.Kind == visa.Raw:
			text = c.k.Vars[o.Var].Name
		case s.Enum != nil:
			if t, ok := s.Enum.Text(uint32(o.Imm)); ok {
				text = t
			}
		}
		list = append(list, strings.TrimSpace(s.Name+" "+text))
	}
	return strings.Join(list, ", ")
}

// checkSpan is about operands that the finalizer does not split: their elements lie in so
// many registers, one behind the other.
func checkSpan(c *checker, in *visa.Inst) {
	limit := int(in.Op.Info().Registers)
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if limit == 0 || o.Kind != visa.General || c.storage[o.Var].depth < 0 {
			continue
		}
		first := o.ByteOffset(grfBytes) + c.storage[o.Var].off
		last := first + (lastElement(o.Region, s.Kind == visa.SlotDst, max(int(in.Exec.Size), 1))+1)*max(o.Type.Size(), 1) - 1
		if n := last/grfBytes - first/grfBytes + 1; n > limit {
			c.report(in.Pos, "operand %s of %s lies in %d registers: want at most %d", s.Name, in.Op, n, limit)
		}
	}
}
