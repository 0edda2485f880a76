package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// widening brings elements of a float source to the bits of its class, all of
// it exact. Integer sources never have a float class.
func widening(t visa.Type, c sem.Class) []pass {
	switch {
	case t == visa.HF && c == sem.DF:
		return []pass{widenHalf, fToD}
	case t == visa.HF:
		return []pass{widenHalf}
	case t == visa.F && c == sem.DF:
		return []pass{fToD}
	}
	return nil
}

// conversionTo is how elements of a class, as dest.take gives them, become bits
// of the destination's type, without passes when their low bits are stored as
// they are. ok is false for combinations that no op has.
func conversionTo(t visa.Type, c sem.Class, sat bool) (conv []pass, ok bool) {
	float := c == sem.HF || c == sem.F || c == sem.DF
	switch {
	case t.IsFloat() && float:
		return floatTo(t, c, sat)
	case t.IsFloat():
		return intToFloat(t, c, sat)
	case c == sem.DF:
		return []pass{toInt[t].convert}, true
	case float:
		return []pass{fToD, toInt[t].convert}, true
	case !sat:
		return nil, true
	}
	return []pass{toInt[t].clamp}, c != sem.UQ && toInt[t].clamp != nil
}

// toInt are the passes from doubles and from longer integers, by the type of
// the result. What is clamped to UQ needs more than the 64 bits of a row.
var toInt = [visa.NumTypes]struct{ convert, clamp pass }{
	visa.UB: {dToInt[uint8], satInt[uint8]},
	visa.B:  {dToInt[int8], satInt[int8]},
	visa.UW: {dToInt[uint16], satInt[uint16]},
	visa.W:  {dToInt[int16], satInt[int16]},
	visa.UD: {dToInt[uint32], satInt[uint32]},
	visa.D:  {dToInt[int32], satInt[int32]},
	visa.UQ: {dToInt[uint64], nil},
	visa.Q:  {dToInt[int64], satInt[int64]},
}

// intToFloat goes from 64 bits to hf by way of f, as no EU converts them at
// once: the value is rounded twice.
func intToFloat(t visa.Type, c sem.Class, sat bool) (conv []pass, ok bool) {
	switch {
	case sat && c == sem.UQ:
		return nil, false
	case sat:
		conv = []pass{satOne}
	}
	toF, toD := pass(intToF), pass(intToD)
	if c == sem.UQ {
		toF, toD = uintToF, uintToD
	}
	switch {
	case t == visa.F:
		return append(conv, toF), true
	case t == visa.DF:
		return append(conv, toD), true
	case t == visa.HF && (c == sem.Q || c == sem.UQ):
		return append(conv, toF, fToHalf), true
	case t == visa.HF:
		return append(conv, intToHalf), true
	}
	return nil, false
}

// floatTo goes from df to hf by way of f, too.
func floatTo(t visa.Type, c sem.Class, sat bool) (conv []pass, ok bool) {
	if c == sem.DF && t != visa.DF {
		c, conv = sem.F, []pass{dToF}
	}
	switch {
	case sat && c == sem.DF:
		conv = append(conv, satD)
	case sat:
		conv = append(conv, satF)
	}
	switch {
	case t == visa.F, t == visa.DF && c == sem.DF:
		return conv, true
	case t == visa.DF:
		return append(conv, fToD), true
	case t == visa.HF && c == sem.HF && !sat:
		return append(conv, narrowHalf), true
	case t == visa.HF:
		return append(conv, fToHalf), true
	}
	return nil, false
}

// moved puts before the conversion of a float mov what mov itself does to the
// value: one with modifier or saturation is arithmetic and flushes denormals; a
// NaN that changes its type becomes the canonical one.
func (d *decoder) moved(conv []pass, o *visa.Operand, c sem.Class) []pass {
	if d.in.Op != visa.OpMov {
		return conv
	}
	src := &d.in.Args[1]
	var first []pass
	if src.Mod != visa.NoMod || o.Mod == visa.Sat {
		switch {
		case c == sem.HF, c == sem.F && src.Type == visa.HF:
			first = append(first, flushH)
		case c == sem.F:
			first = append(first, flushF)
		case c == sem.DF:
			first = append(first, flushD)
		}
	}
	if c == sem.HF && o.Type == visa.F || c == sem.F && src.Type == visa.HF {
		first = append(first, canonF)
	}
	return append(first, conv...)
}
