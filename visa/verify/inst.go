package verify

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/genvisa/genvisa/visa"
)

func checkOperandCount(c *checker, in *visa.Inst) {
	if len(in.Op.Info().Text) == 0 {
		c.report(in.Pos, "op %d is not in the op table", in.Op)
		return
	}
	if info := in.Op.Info(); !info.Takes(len(in.Args)) {
		want := strconv.Itoa(len(info.Slots))
		if info.Repeats() {
			want += fmt.Sprintf(" to %d", len(info.Slots)+visa.MaxRepeats-1)
		}
		c.report(in.Pos, "%s has %d operands: want %s", in.Op, len(in.Args), want)
	}
}

// wellFormed is false when the first shape rule failed and the operands cannot
// be matched to slots.
func wellFormed(in *visa.Inst) bool {
	return in.Op < visa.EndOps && in.Op.Info().Takes(len(in.Args))
}

func checkKinds(c *checker, in *visa.Inst) {
	if !wellFormed(in) {
		return
	}
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		vector := s.Kind == visa.SlotVec || s.Kind == visa.SlotDst
		if s.Hangs() && in.Missing(s) != (o.Kind == visa.None) {
			c.report(in.Pos, "operand %s of %s is %s: %s", s.Name, in.Op, o.Kind, wantsAbsent(in, s))
			continue
		}
		if o.Kind == visa.Predicate && vector || s.Legal().Has(o.Kind) { // operand.type says where predicates stand
			continue
		}
		c.report(in.Pos, "operand %s of %s is %s: want %s", s.Name, in.Op, o.Kind, s.Legal())
	}
}

// wantsAbsent says when an operand is missing, in the words of its page.
func wantsAbsent(in *visa.Inst, s *visa.Slot) string {
	if p := s.Present; p.Slot > 0 {
		of := &in.Op.Info().Slots[p.Slot-1]
		text, _ := of.Enum.Text(p.Bit)
		if in.Missing(s) {
			return "without " + text + " in " + of.Name + " there is none"
		}
		return "want one with " + text + " in " + of.Name
	}
	of := &in.Op.Info().Slots[s.Absent.Slot-1]
	text, _ := of.Enum.Text(s.Absent.Code)
	if in.Missing(s) {
		return "with " + of.Name + " " + text + " there is none"
	}
	return "want one, but with " + of.Name + " " + text
}

// checkStates holds the ops that write state variables to copies from or to
// one, within one table.
func checkStates(c *checker, in *visa.Inst) {
	moves, tables := false, uint8(0) // bit n: table n
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		moves = moves || s.Access == visa.Writes && s.Legal().Has(visa.State)
		if o.Kind == visa.State {
			tables |= 1 << o.StateVar
		}
	}
	if moves && bits.OnesCount8(tables) != 1 {
		c.report(in.Pos, "%s has operands of %d tables of state variables: want one, of surfaces or of samplers", in.Op, bits.OnesCount8(tables))
	}
}

// tableSize is the length of the table that o.Var indexes; -1 when it indexes
// none.
func tableSize(k *visa.Kernel, o *visa.Operand) int {
	switch o.Kind {
	case visa.General, visa.Raw:
		return len(k.Vars)
	case visa.Address, visa.Indirect:
		return len(k.Addrs)
	case visa.Predicate:
		return len(k.Preds)
	case visa.State:
		return len(stateTable(k, o))
	case visa.AddressOf:
		if o.StateVar == visa.NoState {
			return len(k.Vars)
		}
		return len(stateTable(k, o))
	case visa.Surface:
		return len(k.Surfaces)
	case visa.Sampler:
		return len(k.Samplers)
	case visa.Label:
		return len(k.Labels)
	case visa.Name:
		return len(k.Strings)
	case visa.Variable:
		return []int{len(k.Vars), len(k.Addrs), len(k.Preds), 0}[min(o.Imm, 3)]
	}
	return -1
}

// stateTable is the table of the state variable that o names, or nil.
func stateTable(k *visa.Kernel, o *visa.Operand) []visa.Decl {
	switch o.StateVar {
	case visa.SurfaceVar:
		return k.Surfaces
	case visa.SamplerVar:
		return k.Samplers
	}
	return nil
}

func checkIndices(c *checker, in *visa.Inst) {
	if !wellFormed(in) {
		return
	}
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if n := tableSize(c.k, o); n >= 0 && (o.Var < 0 || int(o.Var) >= n) {
			c.report(in.Pos, "operand %s of %s has index %d in a table of %d", s.Name, in.Op, o.Var, n)
		}
		if typed(o) && o.Type >= visa.NumTypes {
			c.report(in.Pos, "operand %s of %s has type %d, which does not exist", s.Name, in.Op, o.Type)
		}
	}
	if in.Pred.Var < 0 || int(in.Pred.Var) >= max(len(c.k.Preds), 1) {
		c.report(in.Pos, "the predicate of %s has index %d in a table of %d", in.Op, in.Pred.Var, len(c.k.Preds))
	}
}

func typed(o *visa.Operand) bool {
	return o.Kind == visa.General || o.Kind == visa.Indirect || o.Kind == visa.Immediate
}

const maxLanes = 32

// checkExec holds masked instructions to the SIMD width; NoMask ones may use
// all 32 lanes, as cross-lane code does.
func checkExec(c *checker, in *visa.Inst) {
	if !in.Op.Info().HasExec {
		return
	}
	e := in.Exec
	if e.Size == 0 || e.Size > maxLanes || e.Size&(e.Size-1) != 0 {
		c.report(in.Pos, "execution size %d: want 1, 2, 4, 8, 16 or 32", e.Size)
		return
	}
	limit := c.simd
	if limit == 0 || e.NoMask {
		limit = maxLanes
	}
	if e.Mask > 7 || e.First()+int(e.Size) > limit {
		c.report(in.Pos, "lanes %d to %d of (M%d, %d): the limit is %d", e.First(), e.First()+int(e.Size)-1, e.Mask+1, e.Size, limit)
	}
}

func checkMask(c *checker, in *visa.Inst) {
	if e := in.Exec; in.Op.Info().HasExec && e.Size > 0 && e.First()%int(e.Size) != 0 {
		c.report(in.Pos, "mask M%d begins at lane %d, which is no multiple of the execution size %d", e.Mask+1, e.First(), e.Size)
	}
}

func checkPredicate(c *checker, in *visa.Inst) {
	info := in.Op.Info()
	switch {
	case in.Pred.Var == 0:
	case !info.HasPred:
		c.report(in.Pos, "%s takes no predicate", in.Op)
	case info.PredResult && (in.Pred.Inv || in.Pred.Combine != visa.PredLanes):
		c.report(in.Pos, "%s writes its predicate, which is inverted or combined over lanes: want neither", in.Op)
	default:
		c.predSize(in, in.Pred.Var, "its predicate", "")
	}
}

// predSize checks that predicate id has an element for each element of in, when it has
// a value at all. It does not count from lane 0: compilers give the upper half of a
// SIMD32 kernel predicates of 16 elements.
func (c *checker) predSize(in *visa.Inst, id int32, what, slot string) {
	d := &c.k.Preds[id]
	if int(in.Exec.Size) <= d.Elems {
		return
	}
	if c.written == nil {
		c.written = c.k.WrittenPreds()
	}
	if c.written[id] {
		c.report(in.Pos, "%s has execution size %d, %s%s %s only %d elements", in.Op, in.Exec.Size, what, slot, d.Name, d.Elems)
	}
}

func checkPredOperands(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if o.Kind == visa.Predicate && in.Op.Info().HasExec {
			c.predSize(in, o.Var, "operand ", s.Name)
		}
	}
}

func checkSat(c *checker, in *visa.Inst) {
	for i := range in.Args {
		if in.Args[i].Mod != visa.Sat {
			continue
		}
		s, o := in.Slot(i), &in.Args[i]
		info := in.Op.Info()
		switch {
		case s.Kind != visa.SlotDst || !info.Sat:
			c.report(in.Pos, "operand %s of %s saturates, which it cannot", s.Name, in.Op)
		case info.SatFloat && !o.Type.IsFloat():
			c.report(in.Pos, "operand %s of %s saturates as %s: want a floating-point type", s.Name, in.Op, o.Type)
		}
	}
}

// legalMods is indexed by visa.SrcMods.
var legalMods = [...][]visa.Modifier{
	visa.ModArithmetic: {visa.Abs, visa.Neg, visa.NegAbs},
	visa.ModLogic:      {visa.Not},
}

func checkModifiers(c *checker, in *visa.Inst) {
	for i := range in.Args {
		if m := in.Args[i].Mod; m == visa.NoMod || m == visa.Sat {
			continue
		}
		s, o := in.Slot(i), &in.Args[i]
		legal := legalMods[in.Op.Info().Mods]
		switch {
		case s.Kind != visa.SlotVec || o.Kind != visa.General && o.Kind != visa.Indirect:
			c.report(in.Pos, "operand %s of %s is %s and takes no modifier; it has %s", s.Name, in.Op, o.Kind, o.Mod)
		case !slices.Contains(legal, o.Mod):
			c.report(in.Pos, "operand %s of %s has modifier %s: want one of %v", s.Name, in.Op, o.Mod, legal)
		}
	}
}

func checkFields(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		if s.Kind == visa.SlotI32 && o.IntImm() != int64(int32(o.Imm)) {
			c.report(in.Pos, "field %s of %s is %d: want a signed number of 32 bits", s.Name, in.Op, o.IntImm())
		}
		if s.Max != 0 && o.Kind == visa.Field && (o.Imm < uint64(s.Min) || o.Imm > uint64(s.Max)) {
			c.report(in.Pos, "field %s of %s is %d: want %d to %d", s.Name, in.Op, o.Imm, s.Min, s.Max)
		}
		if s.Enum == nil {
			continue
		}
		if _, ok := s.Enum.Text(uint32(o.Imm)); !ok || o.Imm > 1<<32-1 {
			c.report(in.Pos, "field %s of %s is %d, which is not in %s", s.Name, in.Op, o.Imm, s.Enum.Name)
		}
	}
}
