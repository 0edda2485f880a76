package legal

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// HasPairs reports whether Pairs has anything to do.
func HasPairs(e *edit.Editor) bool {
	return !e.Caps.Int64 && slices.ContainsFunc(e.P.Insts, func(in native.Inst) bool { return in.Op.IsALU() && isQuad(&in) })
}

// Pairs makes pairs of dwords of 64-bit integers, where the target has none, and leaves
// every other restriction to Run: so that what looks at copies can be asked in between.
func Pairs(e *edit.Editor) error {
	m := newMender(e)
	m.fixes = []fix{{(*legaliser).dwordPairs, nil}}
	m.early = true
	return e.Rewrite(m.add())
}
