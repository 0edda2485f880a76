package verify

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// Limits of tables. The page has 65,536 variables and 4,096 addresses and predicates (vISA object format,
// variables); Intel's compiler writes more: 161,282 and 5,159 of a kernel of conversions. So the fields
// of the binary form decide, and for variables a bound of ours.
const (
	maxVars     = 1 << 20
	maxAddrs    = 1<<16 - 1
	maxPreds    = 1<<16 - 1
	maxSamplers = 32
	maxSurfaces = 1 << 8
	maxInputs   = 1 << 8
)

func checkCounts(c *checker) {
	k := c.k
	for _, t := range []struct {
		what       string
		n, at, max int
		pos        func(i int) visa.Pos
	}{
		{"general variables", len(k.Vars), 0, maxVars, func(i int) visa.Pos { return k.Vars[i].Pos }},
		{"address variables", len(k.Addrs), 0, maxAddrs, func(i int) visa.Pos { return k.Addrs[i].Pos }},
		{"predicates", len(k.Preds), 0, maxPreds, func(i int) visa.Pos { return k.Preds[i].Pos }},
		{"samplers", len(k.Samplers), 0, maxSamplers, func(i int) visa.Pos { return k.Samplers[i].Pos }},
		{"surfaces", len(k.Surfaces), 0, maxSurfaces, func(i int) visa.Pos { return k.Surfaces[i].Pos }},
		{"inputs", len(k.Inputs), 0, maxInputs, func(i int) visa.Pos { return k.Inputs[i].Pos }},
	} {
		if t.n > t.max {
			c.report(t.pos(t.max), "%d %s: want at most %d", t.n, t.what, t.max)
		}
	}
}

func checkAliasOffsets(c *checker) {
	for i := range c.k.Vars {
		v := &c.k.Vars[i]
		size := max(v.Type.Size(), 1)
		switch {
		case v.Alias < 0 && v.AliasOff != 0:
			c.report(v.Pos, "%s is no alias and has offset %d: want 0", v.Name, v.AliasOff)
		case aliasOf(c.k, int32(i)) >= 0 && v.AliasOff%size != 0:
			c.report(v.Pos, "%s begins at byte %d of %s: want a multiple of %d, the bytes of its type %s", v.Name, v.AliasOff, c.k.Vars[v.Alias].Name, size, v.Type)
		}
	}
}

func checkAttributes(c *checker) {
	seen := map[string]bool{}
	for _, a := range c.k.Attrs {
		if seen[a.Name] {
			c.report(visa.Pos{}, "kernel attribute %s stands more than once", a.Name)
		}
		seen[a.Name] = true
	}
}

func checkInputOrder(c *checker) {
	implicit := false
	for i := range c.k.Inputs {
		in := &c.k.Inputs[i]
		if implicit && in.Implicit == visa.NoImplicit {
			c.report(in.Pos, "input %d of the user stands behind an implicit one", i)
		}
		implicit = implicit || in.Implicit != visa.NoImplicit
	}
}

func checkPlatform(c *checker, in *visa.Inst) {
	if s := in.Op.Info().Platforms; !s.Has(c.on) {
		c.report(in.Pos, "%s does not exist on %s: want one of %s", in.Op, c.on, s)
	}
}

// checkExecSizes leaves a size that is none to inst.exec.
func checkExecSizes(c *checker, in *visa.Inst) {
	legal, n := in.Op.Info().Execs, in.Exec.Size
	for i := range in.Op.Info().Slots {
		if s := in.Slot(i); s.One != 0 && in.Args[i].Imm == uint64(s.One) && n != 1 {
			text, _ := s.Enum.Text(s.One)
			c.report(in.Pos, "%s has execution size %d: want 1 with %s %q", in.Op, n, s.Name, text)
		}
	}
	if legal == 0 || n == 0 || n > maxLanes || n&(n-1) != 0 || legal>>bits.TrailingZeros8(n)&1 != 0 {
		return
	}
	var list []string
	for b := range 6 {
		if legal>>b&1 != 0 {
			list = append(list, strconv.Itoa(1<<b))
		}
	}
	c.report(in.Pos, "%s has execution size %d: want %s", in.Op, n, strings.Join(list, ", "))
}

// checkColumns: a row of an operand is a register, whatever the type.
func checkColumns(c *checker, in *visa.Inst) {
	for i := range in.Args {
		o := &in.Args[i]
		if o.Kind == visa.General && int(o.Col)*max(o.Type.Size(), 1) >= grfBytes {
			c.report(in.Pos, "operand %s of %s has column %d, which is byte %d of a row of %d", in.Slot(i).Name, in.Op, o.Col, int(o.Col)*o.Type.Size(), grfBytes)
		}
	}
}

// checkAlignment takes scalars anywhere: they are repeated into a register first. What
// a variable of less than a register is aligned to, its declaration says.
func checkAlignment(c *checker, in *visa.Inst) {
	align := int(in.Op.Info().Align)
	if align == 0 || in.Exec.Size < 2 {
		return
	}
	for i := range in.Args {
		o := &in.Args[i]
		if o.Kind != visa.General || c.storage[o.Var].depth < 0 || in.Slot(i).Kind == visa.SlotVec && o.Region.IsScalar() {
			continue
		}
		off := o.ByteOffset(grfBytes) + c.storage[o.Var].off
		root := &c.k.Vars[c.storage[o.Var].root]
		switch {
		case off%align != 0:
			c.report(in.Pos, "operand %s of %s begins at byte %d of %s: want a multiple of %d", in.Slot(i).Name, in.Op, off, root.Name, align)
		case root.Size() < grfBytes && root.Align.Bytes() < align && !c.isNull(o.Var):
			c.report(in.Pos, "operand %s of %s is in %s, which is aligned to %d bytes: want %d", in.Slot(i).Name, in.Op, root.Name, root.Align.Bytes(), align)
		}
	}
}

func checkRequired(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s, o := in.Slot(i), &in.Args[i]
		switch {
		case o.Kind != visa.Raw || o.Var != visa.VarNull:
		case s.Required:
			c.report(in.Pos, "operand %s of %s is %%null, which has no value", s.Name, in.Op)
		case o.Off != 0:
			c.report(in.Pos, "operand %s of %s is %%null at byte %d: want 0", s.Name, in.Op, o.Off)
		}
	}
}

// checkSelector: without a predicate nothing says which source such an op takes, or where
// it leaves what it says of each element.
func checkSelector(c *checker, in *visa.Inst) {
	switch info := in.Op.Info(); {
	case !info.PredData || in.Pred.Var != 0:
	case info.PredResult:
		c.report(in.Pos, "%s has no predicate, which it writes", in.Op)
	default:
		c.report(in.Pos, "%s has no predicate, which is what it selects by", in.Op)
	}
}

// readOnly are the predefined variables that have R alone in the table of the object
// format. %tsc has a pause counter that is written.
var readOnly = []int32{visa.VarThreadX, visa.VarThreadY, visa.VarGroupIDX, visa.VarGroupIDY, visa.VarGroupIDZ, visa.VarHWID, visa.VarCE0, visa.VarColor}

func checkReadOnly(c *checker, in *visa.Inst) {
	for i := range in.Args {
		o := &in.Args[i]
		if o.Var >= visa.FirstUserVar || o.Kind != visa.General && o.Kind != visa.Raw {
			continue
		}
		s := in.Slot(i)
		if s.Access >= visa.Writes && slices.Contains(readOnly, o.Var) {
			c.report(in.Pos, "operand %s of %s is %s, which is read-only", s.Name, in.Op, c.k.Vars[o.Var].Name)
		}
	}
}

func checkAddressOf(c *checker, in *visa.Inst) {
	for i := range in.Args {
		o := &in.Args[i]
		if o.Kind != visa.AddressOf {
			continue
		}
		switch {
		case o.StateVar == visa.NoState && o.Var < visa.FirstUserVar && o.Var != visa.VarArg && o.Var != visa.VarRetVal:
			c.report(in.Pos, "operand %s of %s is the address of %s, which is predefined: want a user's variable, %%arg or %%retval", in.Slot(i).Name, in.Op, c.k.Vars[o.Var].Name)
		case o.StateVar == visa.SurfaceVar && o.Var < visa.FirstUserSurface:
			c.report(in.Pos, "operand %s of %s is the address of %s, which is predefined: want a user's surface", in.Slot(i).Name, in.Op, c.k.Surfaces[o.Var].Name)
		}
	}
}

// Offsets behind an address have ten bits.
const (
	minIndirect = -512
	maxIndirect = 511
)

func checkIndirectOffset(c *checker, in *visa.Inst) {
	for i := range in.Args {
		if o := &in.Args[i]; o.Kind == visa.Indirect && (o.IntImm() < minIndirect || o.IntImm() > maxIndirect) {
			c.report(in.Pos, "operand %s of %s is %d bytes behind its address: want %d to %d", in.Slot(i).Name, in.Op, o.IntImm(), minIndirect, maxIndirect)
		}
	}
}

func checkSurfaces(c *checker, in *visa.Inst) {
	for i := range in.Args {
		if s, o := in.Slot(i), &in.Args[i]; o.Kind == visa.Surface && o.Var == visa.SurfaceSLM && s.NotSLM.Covers(c.on) {
			c.report(in.Pos, "operand %s of %s is %%slm, the shared local memory, which the op does not reach", s.Name, in.Op)
		}
	}
}

// checkPredicateLogic: an op on predicates has one as destination and as source.
func checkPredicateLogic(c *checker, in *visa.Inst) {
	if in.Pred.Var == 0 {
		return
	}
	reads, writes := false, false
	for i := range in.Args {
		if in.Args[i].Kind == visa.Predicate {
			reads = reads || in.Slot(i).Access == visa.Reads
			writes = writes || in.Slot(i).Access >= visa.Writes
		}
	}
	if reads && writes {
		c.report(in.Pos, "%s of predicates has a predicate of its own", in.Op)
	}
}

// checkFlagMove is about ops that read all elements of a predicate as one number.
func checkFlagMove(c *checker, in *visa.Inst) {
	src := in.Arg(visa.ArgSrc0)
	if src != nil && src.Kind == visa.Predicate && wholePredicate(in) && in.Exec.Size != 1 {
		c.report(in.Pos, "%s of a predicate has execution size %d: want 1", in.Op, in.Exec.Size)
	}
}

func wholePredicate(in *visa.Inst) bool {
	for i := range in.Args {
		if in.Slot(i).Whole {
			return true
		}
	}
	return false
}

// checkPairs is about fields of which each value goes with some of another field.
func checkPairs(c *checker, in *visa.Inst) {
	for i := range in.Args {
		s := in.Slot(i)
		if s.Beside == nil {
			continue
		}
		of := in.Slot(s.Beside.Slot)
		got := [2]uint32{uint32(in.Args[s.Beside.Slot].Imm), uint32(in.Args[i].Imm)}
		if slices.Contains(s.Beside.Legal, got) {
			continue
		}
		name := func(s *visa.Slot, code uint32) string { text, _ := s.Enum.Text(code); return text }
		var legal []string
		for _, p := range s.Beside.Legal {
			legal = append(legal, name(of, p[0])+"."+name(s, p[1]))
		}
		c.report(in.Pos, "fields %s and %s of %s are %s.%s: want one of %s", of.Name, s.Name, in.Op, name(of, got[0]), name(s, got[1]), strings.Join(legal, ", "))
	}
}
