package visa

import "github.com/genvisa/genvisa/internal/source"

// SourceLines says of which source line each instruction is, by FILE and LOC before
// it in its text; nil when the text names no line. FILE and LOC themselves are of
// none. A function begins without.
func (k *Kernel) SourceLines() []source.Line {
	var out []source.Line
	var at source.Line
	starts := map[int]bool{}
	for _, f := range k.Functions {
		starts[int(f.Insts.First)] = true
	}
	for i := range k.Insts {
		if starts[i] {
			at = source.Line{}
		}
		if k.directive(&k.Insts[i], &at) || !at.Known() {
			continue
		}
		if out == nil {
			out = make([]source.Line, len(k.Insts))
		}
		out[i] = at
	}
	return out
}

// SourceLine is the source line of an instruction that would follow the last one.
func (k *Kernel) SourceLine() (at source.Line) {
	first := len(k.Insts)
	for first > 0 && k.Insts[first-1].Op != OpFile {
		first--
	}
	for i := max(first-1, 0); i < len(k.Insts); i++ {
		k.directive(&k.Insts[i], &at)
	}
	return at
}

// directive is true for FILE and LOC, and does to a line what they say. One without
// its operand, of a kernel that was built by hand, says nothing.
func (k *Kernel) directive(in *Inst, at *source.Line) bool {
	switch {
	case in.Op != OpFile && in.Op != OpLoc:
		return false
	case len(in.Args) == 0:
	case in.Op == OpLoc:
		at.Line = int(AsLoc(in).Line().Imm)
	default:
		*at = source.Line{}
		if name := AsFile(in).Path().Var; name >= 0 && int(name) < len(k.Strings) {
			at.File = k.Strings[name]
		}
	}
	return true
}
