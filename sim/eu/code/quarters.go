package code

import "github.com/genvisa/genvisa/native"

// quarters is about channel enables where Caps.FixedHalves holds: the second register of a destination
// has those of the eight channels behind the first's, however many channels the first has,
// and 32 channels have those of 16 twice. Where all channels run that either reading takes, and where
// none does, the result is that of other targets; else the thread stops. With predicates and
// conditions, whose bits no source places, the first is not modelled.
func (l *loader) quarters() error {
	in, o := l.in, l.op
	if !l.prog.Target.Caps().FixedHalves || !in.Op.IsALU() {
		return nil
	}
	if in.OnDoubles() {
		return l.doubleQuarters()
	}
	if in.NoMask {
		return nil
	}
	first := int(o.N)
	if !in.Dst.IsNull() {
		first = firstChannels(&in.Dst, first)
	}
	if o.N <= enableBits {
		if first == int(o.N) || first == quarter {
			return nil
		}
		if o.Pred != native.PredNone || o.Cond != native.CondNone {
			return l.refuse("predicate or condition of a destination of two registers with %d channels in the first on %s", first, l.prog.Target)
		}
	} else if o.Pred != native.PredNone && o.Flags&FlagPredicated == 0 {
		return l.refuse("%s of %d channels by a predicate on %s", in.Op, o.N, l.prog.Target)
	}
	o.Flags |= FlagPredicated | FlagQuarters
	o.Quarters = ones(int(o.N)) << o.Off
	if rest := int(o.N) - first; rest > 0 {
		o.Quarters |= ones(rest) << (o.Off + quarter)
	}
	return nil
}

// doubleQuarters is quarters with df, where the second register has the enables of the four
// channels behind the first's, or of the same ones where df counts in dwords; with a source
// of dwords it is as without df.
func (l *loader) doubleQuarters() error {
	in, o, n := l.in, l.op, int(l.op.N)
	first, behind := l.firstDoubles(), quarter
	switch {
	case !l.hasSource(native.DF):
	case l.prog.Target.Caps().DoublePairs:
		behind = 0
	default:
		behind = quarter / 2
	}
	switch {
	case first >= n || first == behind:
		return nil
	case o.Pred != native.PredNone || in.Cond != native.CondNone:
		return l.refuse("predicate or condition of %d doubles over two registers on %s", n, l.prog.Target)
	case in.NoMask:
		return nil
	}
	o.Flags |= FlagPredicated | FlagQuarters
	o.Quarters = (ones(n) | ones(n-first)<<behind) << o.Off
	return nil
}

// firstDoubles is how many elements of an instruction with df its first register has.
func (l *loader) firstDoubles() int {
	in, d, n := l.in, l.in.Dst, int(l.in.ExecSize)
	switch {
	case d.IsNull() && l.hasSource(native.DF):
		return min(n, quarter/2)
	case in.Align16:
		d.Region.H = 1
	}
	return firstChannels(&d, n)
}

// Channels of a register of dwords, and the most whose enables differ.
const (
	quarter    = 8
	enableBits = 16
)

// firstChannels is how many of n elements of a destination lie in its first register. One
// behind an address counts from the start of a register: only a run knows more.
func firstChannels(d *native.Operand, n int) int {
	step := max(1, int(d.Region.H)) * d.Type.Size()
	at := int(d.Sub)
	if d.Indirect {
		at = 0
	}
	return min(n, (native.GRFBytes-at%native.GRFBytes+step-1)/step)
}
