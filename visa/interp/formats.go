package interp

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
)

// formats are the passes between the floats of a row and the bits of each type that is a
// format of f.
var formats = func() (out [visa.NumTypes]struct{ widen, narrow pass }) {
	for t := range visa.NumTypes {
		if !t.IsFormat() {
			continue
		}
		f := num.Format{}
		f.Exp, f.Man = t.Float()
		out[t].widen = func(_ num.Mode, r []uint64) {
			for i, v := range r {
				r[i] = uint64(f.Widen(uint32(v)))
			}
		}
		out[t].narrow = func(m num.Mode, r []uint64) {
			for i, v := range r {
				r[i] = uint64(f.Round(m, float(v)))
			}
		}
	}
	return out
}()
