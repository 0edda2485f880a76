package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// classNames are the numbers of each class, for messages.
var classNames = [sem.NumClasses]string{
	sem.UD: "unsigned integers", sem.D: "integers", sem.X: "integers of more than 32 bits", sem.UQ: "uq", sem.Q: "64-bit integers",
	sem.HF: "hf", sem.F: "f", sem.DF: "df", sem.P: "predicates",
}

// operandSet is what the choice of an execution class looks at.
type operandSet struct {
	has32u   bool // a source of 32 unsigned bits that do not fit int32
	signed   bool // a source that can be negative
	wide     bool // a 64-bit integer source
	unsigned bool // a 64-bit source that does not fit int64
	exact    bool // a modifier whose result may leave 32 bits
	hf, f    bool
	df       bool
	floats   visa.TypeSet // the float types of the sources
	pred     bool         // a predicate source
	modified bool         // a source modifier
	copied   bool         // halves go through a row as they are
}

func (o *operandSet) add(a *visa.Operand) {
	o.modified = o.modified || a.Mod != visa.NoMod
	if t := a.Type; t.IsFloat() && a.Kind != visa.Predicate {
		o.floats |= 1 << t
	}
	switch t := a.Type; {
	case a.Kind == visa.Predicate:
		o.pred = true
	case a.Kind == visa.Address, a.Kind == visa.AddressOf, a.Kind == visa.State:
		// unsigned and small
	case t == visa.HF:
		o.hf = true
	case t == visa.DF:
		o.df = true
	case t.IsFloat():
		o.f = true
	case a.Kind == visa.Immediate && t.Packed() == 0:
		o.addImmediate(a)
	default:
		o.addInteger(a)
	}
}

// narrow reports whether the elements of all sources are floats of type t that rows hold in
// another form: as they are they may go through a row into a destination of that type.
func (o *operandSet) narrow(t visa.Type) bool {
	return o.floats == 1<<t && (t == visa.HF || t.IsFormat())
}

// formats reports whether a source has a format of another float type.
func (o *operandSet) formats() bool {
	for t := range visa.NumTypes {
		if o.floats.Has(t) && t.IsFormat() {
			return true
		}
	}
	return false
}

// addImmediate counts an integer immediate by its value: a small positive
// number mixes with either signedness.
func (o *operandSet) addImmediate(a *visa.Operand) {
	bits := immBits(a)
	o.wide = o.wide || a.Type.Size() == 8
	switch {
	case a.Type.IsSigned() && bits>>(8*a.Type.Size()-1) != 0:
		o.signed = true
	case a.Type.Size() == 4 && bits > 1<<31-1:
		o.has32u = true
	case a.Type.Size() == 8 && bits > 1<<63-1:
		o.unsigned = true
	}
	o.exact = o.exact || a.Mod != visa.NoMod && a.Mod != visa.Not
}

func (o *operandSet) addInteger(a *visa.Operand) {
	switch t := a.Type; {
	case t.IsSigned():
		o.signed = true
		o.wide = o.wide || t.Size() == 8
	case t.Size() == 8:
		o.wide, o.unsigned = true, true
	case t.Size() == 4 && t.Packed() == 0:
		o.has32u = true
	}
	if a.Mod == visa.Neg || a.Mod == visa.Abs || a.Mod == visa.NegAbs {
		o.signed = true
		o.exact = o.exact || a.Type.Size() >= 4
	}
}

// class picks the execution class of a row instruction (sem.Class; execution
// types of gen-execution 4.2). Integers run in 32 bits when every source fits
// and the result is cut to 32 bits anyway, in exact 64-bit rows otherwise.
func (o *operandSet) class(dst visa.Type, sat bool) sem.Class {
	switch {
	case o.pred:
		return sem.P
	case o.df:
		return sem.DF
	case o.f, o.hf && dst == visa.F:
		return sem.F
	case o.hf:
		return sem.HF
	case o.wide && o.unsigned && !o.signed:
		return sem.UQ
	case o.wide:
		return sem.Q
	case o.exact, sat, dst.Size() == 8 && !dst.IsFloat(), o.has32u && o.signed:
		return sem.X
	case o.signed, dst.IsSigned() && !o.has32u && !dst.IsFloat():
		return sem.D // a signed destination may make the op sign-extend
	}
	return sem.UD
}
