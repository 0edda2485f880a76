package code

import (
	"strings"

	"github.com/genvisa/genvisa/native"
)

// doublesAtOnce is how many doubles the two registers of an operand hold.
const doublesAtOnce = 8

// doubles refuses what nothing decides of df up to Gen7.5. What runs there is what Mesa's
// compiler sends to such devices (brw_fs_generator.cpp, brw_vec4.cpp) and the regions that
// the Ivy Bridge PRM, section 1.3, allows in the same way; where both differ nothing runs.
func (l *loader) doubles() error {
	in, t := l.in, l.prog.Target
	c := t.Caps()
	if !c.DoubleEnables || !in.OnDoubles() {
		return nil
	}
	written := &l.prog.Insts[l.index]
	switch _, counted := t.Elements(written); {
	case !l.row.double:
		return l.refuse("%s of type df on %s", in.Op, t)
	case l.mixedDoubles():
		return l.refuse("%s to %s from %s on %s", in.Op, in.Dst.Type, l.sourceTypes(), t)
	case !counted:
		return l.refuse("%s of df on %s whose dwords do not lie in pairs", in.Op, t)
	case in.ExecSize > doublesAtOnce:
		return l.refuse("%s of %d doubles on %s", in.Op, in.ExecSize, t)
	case c.DoublePairs && (in.AccWr || in.Op.ReadsAccumulator()):
		return l.refuse("%s of df with an accumulator that it does not name on %s", in.Op, t)
	}
	if in.Align16 {
		if err := l.swizzledDoubles(); err != nil {
			return err
		}
	}
	if err := l.pairedRegisters(); err != nil {
		return err
	}
	l.narrowing(c)
	return nil
}

// mixedDoubles tells operands of types that Mesa does not have beside df, or not there.
func (l *loader) mixedDoubles() bool {
	in, convert := l.in, l.in.Op == native.OpMov
	for i := range l.srcs {
		if src := &in.Src[i]; src.Type != native.DF && !(convert && l.besideDouble(src.Type)) {
			return true
		}
	}
	d := &in.Dst
	switch step := max(1, int(d.Region.H)) * d.Type.Size(); {
	case d.Type == native.DF || d.IsNull() && in.Op.Compares():
		return false
	case !convert || !l.besideDouble(d.Type) || in.Align16:
		return true
	case in.Paired || d.IsNull():
		return false
	default: // from the start of each eight bytes on
		return !d.Indirect && d.Sub%8 != 0 || in.ExecSize > 1 && step%8 != 0
	}
}

// sourceTypes lists the types of the sources.
func (l *loader) sourceTypes() string {
	var list []string
	for i := range l.srcs {
		list = append(list, l.in.Src[i].Type.String())
	}
	return strings.Join(list, " and ")
}

// besideDouble tells the types that doubles are converted to and from.
func (l *loader) besideDouble(ty native.Type) bool {
	switch ty {
	case native.F, native.D, native.UD:
		return true
	}
	return (ty == native.W || ty == native.UW) && !l.prog.Target.Caps().DoublePairs
}

// swizzledDoubles refuses Align16 beyond what Mesa has: a channel enable is that of a
// double, but xy and zw are of halves (scalarize_df); swizzles name both halves of a double.
func (l *loader) swizzledDoubles() error {
	in, t := l.in, l.prog.Target
	three := l.srcs == 3
	for i := range l.srcs {
		src := &in.Src[i]
		switch {
		case src.File == native.Imm:
		case src.Type != native.DF:
			return l.refuse("%s from %s to df in Align16 on %s", in.Op, src.Type, t)
		case three && (src.Swizzle != noSwizzle || src.Region == native.Scalar):
			return l.refuse("%s of df with a swizzle or replicated element on %s", in.Op, t)
		case !pairSwizzle(src.Swizzle):
			return l.refuse("a swizzle that takes doubles apart on %s", t)
		}
	}
	switch e := in.Dst.ChanEn & 15; {
	case e == 3 || e == 12 || three && e != 15:
		return l.refuse("channel enables %#x of doubles on %s", e, t)
	case in.ExecSize > 4 && (three || t.Caps().DoublePairs):
		return l.refuse("%s of %d doubles in Align16 on %s", in.Op, in.ExecSize, t)
	case in.ExecSize > 4 && in.Op.PredicateChooses() && in.PredCtrl != native.PredNone:
		return l.refuse("%s of two registers of df by a predicate in Align16 on %s, which reads it wrongly", in.Op, t)
	}
	return nil
}

// pairSwizzle says that a swizzle names dwords in pairs, as they are in a double.
func pairSwizzle(s uint8) bool {
	for k := 0; k < 8; k += 4 {
		if first, second := s>>k&3, s>>(k+2)&3; first&1 != 0 || second != first+1 {
			return false
		}
	}
	return true
}

// pairedRegisters refuses instructions over two registers of which nothing says what the
// second half reads, or only that it goes wrong: it reads the next register of all sources
// but scalars, whatever their vertical stride (Mesa, get_fpu_lowered_simd_width). What
// channels it has is asked in quarters.
func (l *loader) pairedRegisters() error {
	in, t, d := l.in, l.prog.Target, &l.in.Dst
	n, step := int(in.ExecSize), max(1, int(d.Region.H))*d.Type.Size()
	if in.Align16 {
		step = d.Type.Size()
	}
	first := l.firstDoubles()
	switch at := int(d.Sub) % native.GRFBytes; {
	case d.Indirect && n*step > native.GRFBytes:
		return l.refuse("%s of %d doubles to an address on %s", in.Op, n, t)
	case d.File == native.GRF && !d.Indirect && at+(n-1)*step >= 2*native.GRFBytes:
		return l.refuse("%s of %d doubles over more than two registers on %s", in.Op, n, t)
	case first >= n:
		return nil
	case 2*first != n:
		return l.refuse("%s of %d doubles, %d in the first register, on %s", in.Op, n, first, t)
	case in.Align16:
		return nil
	}
	pairs := t.Caps().DoublePairs
	for i := range l.srcs {
		src := &in.Src[i]
		if src.File != native.GRF || src.Region == native.Scalar && !(pairs && src.Type == native.DF) || src.Region.V == native.VxH {
			continue
		}
		offs := offsets(src.Region, src.Type.Size(), n)
		if from := int(src.Sub) % native.GRFBytes; src.Indirect || from+int(offs[first-1]) >= native.GRFBytes || from+int(offs[first]) < native.GRFBytes {
			return l.refuse("%s of %d doubles over two registers on %s from source %d, whose halves are not in two", in.Op, n, t, i)
		}
	}
	return nil
}

// narrowing says how df becomes f.
func (l *loader) narrowing(c *native.Caps) {
	o := l.op
	if l.in.Paired {
		o.Flags |= FlagPaired
	}
	if l.in.Dst.Type != native.F || l.in.Op.Compares() || l.in.Src[0].Type != native.DF {
		return
	}
	switch {
	case c.NarrowToZero:
		o.Flags |= FlagToZero
	case !c.Knows(native.FactNarrowToZero):
		o.Flags |= FlagRoundOpen
	}
}
