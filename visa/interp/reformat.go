package interp

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// The formats that fcvt knows beside those of element types (FCVT.md): 8 bits with 5 of exponent
// stand as ub or b, and tf32 as ud, in the upper bits.
var (
	bf8  = num.Format{Exp: 5, Man: 2}
	tf32 = num.Format{Exp: 8, Man: 10}
)

const (
	tf32Low   = 13 // bits of a float below those of tf32
	exponentF = 0xFF << 23
	signF     = 1 << 31
)

// reformats convert the bits of an element, by the float type of source or destination and whether the
// destination has it.
var reformats = map[visa.Type][2]func(uint32) uint32{
	visa.HF: {
		func(v uint32) uint32 {
			return uint32(bf8.Round(num.IEEE, num.HalfToF(uint16(v))))
		},
		func(v uint32) uint32 {
			return uint32(num.FToHalf(num.IEEE, num.CanonF(math.Float32frombits(bf8.Widen(v)))))
		},
	},
	visa.F: {
		func(v uint32) uint32 {
			if v&exponentF == 0 { // a denormal is zero
				v &= signF
			}
			return tf32.Round(num.IEEE, math.Float32frombits(v)) << tf32Low
		},
		func(v uint32) uint32 { return v },
	},
}

// reformat makes fcvt a move of integers with a kernel of its own.
func (d *decoder) reformat(c *inst) error {
	move := visa.Inst{Op: visa.OpMov, Exec: d.in.Exec, Pos: d.in.Pos, Args: []visa.Operand{*d.in.Arg(visa.ArgDst), *d.in.Arg(visa.ArgSrc0)}}
	to, float := 0, move.Args[1].Type
	if move.Args[0].Type.IsFloat() {
		to, float = 1, move.Args[0].Type
	}
	convert := reformats[float][to]
	if convert == nil {
		return d.unsupported("fcvt from %s to %s", move.Args[1].Type, move.Args[0].Type)
	}
	for i := range move.Args {
		move.Args[i].Type = bitsOf[move.Args[i].Type.Size()]
	}
	d.in, c.step = &move, stepRow
	d.moves[c.index] = &move
	if err := d.row(c); err != nil {
		return err
	}
	dst, src := int(c.dsts[0].slot), int(c.srcs[0].slot)
	c.run = func(f *sem.Frame) error {
		from, into := f.Row(src).U(), f.Row(dst).U()
		for i := range f.N {
			into[i] = convert(from[i])
		}
		return nil
	}
	return nil
}

// bitsOf are the unsigned types by their bytes.
var bitsOf = [...]visa.Type{1: visa.UB, 2: visa.UW, 4: visa.UD, 8: visa.UQ}
