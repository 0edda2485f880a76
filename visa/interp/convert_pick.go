package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// widening brings elements of a float source to the bits of its class, all of
// it exact. Integer sources never have a float class.
func (d *decoder) widening(t visa.Type, c sem.Class) []pass {
	switch {
	case d.set.copied:
		return nil
	case t == visa.HF && c == sem.DF:
		return []pass{widenHalf, fToD}
	case t == visa.HF:
		return []pass{widenHalf}
	case t == visa.F && c == sem.DF:
		return []pass{fToD}
	case t.IsFormat() && c == sem.DF:
		return []pass{formats[t].widen, fToD}
	case t.IsFormat():
		return []pass{formats[t].widen}
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
// once. Once would give the same: what f does not hold is beyond hf.
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
	case t.IsFormat():
		return append(conv, toF, formats[t].narrow), true
	}
	return nil, false
}

// floatTo goes from df to hf by way of f, too: the value is rounded twice.
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
	case t.IsFormat():
		return append(conv, formats[t].narrow), true
	}
	return nil, false
}

// conversion is what happens to a row of class c before it is stored to o.
func (d *decoder) conversion(o *visa.Operand, c sem.Class) ([]pass, error) {
	info, sat := d.in.Op.Info(), o.Mod == visa.Sat
	switch {
	case info.Truth && o.Type.Size() == 4 && !wide[c]:
		return nil, nil // the row is right as it is
	case info.Truth:
		return []pass{allOnes}, nil
	case d.set.copied:
		return nil, nil
	}
	conv, ok := conversionTo(o.Type, c, sat)
	if !ok {
		what := "conversion"
		if sat {
			what = "saturation"
		}
		return nil, d.unsupported("%s of %s to %s", what, classNames[c], o.Type)
	}
	if info.Converts {
		conv = append(d.converts(o, c), conv...)
	}
	return conv, nil
}

// converts is what an op that is about conversion does to a float before it: one
// with modifier or saturation is arithmetic and flushes denormals where the type
// stays the same; another type's keeps them whatever the mode (Ivy Bridge PRM vol. 4
// part 3, 2.3.1.2). A half or a format of f that becomes f has the canonical NaN.
func (d *decoder) converts(o *visa.Operand, c sem.Class) (first []pass) {
	halves, formats := d.set.hf && !d.set.f && !d.set.df, d.set.formats()
	if d.set.modified || o.Mod == visa.Sat {
		switch {
		case halves && o.Type == visa.HF:
			first = append(first, flushH)
		case !halves && !formats && c == sem.F && o.Type == visa.F:
			first = append(first, flushF)
		case c == sem.DF && o.Type == visa.DF && d.set.df:
			first = append(first, flushD)
		}
	}
	if (halves || formats) && o.Type == visa.F {
		first = append(first, canonF)
	}
	return first
}
