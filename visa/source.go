package visa

import "github.com/genvisa/genvisa/internal/source"

// SourceLines says of which source line each instruction is, by FILE and LOC before
// it in its text; nil when the text names no line. FILE and LOC themselves are of
// none. A function begins without.
func (k *Kernel) SourceLines() []source.Line {
	var out []source.Line
	var at source.Line
	for i := range k.Insts {
		in := &k.Insts[i]
		for _, f := range k.Functions {
			if f.Insts.First == int32(i) {
				at = source.Line{}
			}
		}
		switch {
		case in.Op == OpFile:
			at = source.Line{File: k.Strings[AsFile(in).Path().Var]}
		case in.Op == OpLoc:
			at.Line = int(AsLoc(in).Line().Imm)
		case at.Known():
			if out == nil {
				out = make([]source.Line, len(k.Insts))
			}
			out[i] = at
		}
	}
	return out
}
