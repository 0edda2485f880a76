package isa

import (
	"math"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// nullAlias is the attribute of a variable that is an alias of %null; its value is the
// offset of the alias. It is our own. The field of an alias cannot say it: 0, the number of
// %null, says there that the variable is none (vISA specification, 4 General Variables),
// and Intel's finalizer loses the alias when it makes a file of such a text. It reads a
// file with the attribute, says that it does not know it, and gives the variable registers
// of its own, which nothing reads.
const nullAlias = "AliasOfNull"

// attributed are the attributes of a variable in the file.
func (e *encoder) attributed(v *visa.Var) []visa.Attr {
	e.pos = v.Pos
	if slices.ContainsFunc(v.Attrs, isNullAlias) {
		e.lacks("attribute %s of %s, by which a file says that a variable is an alias of %%null", nullAlias, v.Name)
	}
	if v.Alias != visa.VarNull {
		return v.Attrs
	}
	if v.AliasOff < 0 || v.AliasOff > math.MaxUint16 {
		e.lacks("an alias at byte %d of %%null: want 0 to %d", v.AliasOff, math.MaxUint16)
	}
	return append(slices.Clone(v.Attrs), visa.Attr{Name: nullAlias, Kind: visa.AttrInt, Int: int64(v.AliasOff)})
}

// nullAlias makes an alias of %null of a variable whose last attribute says so. The
// attributes begin at byte at.
func (d *decoder) nullAlias(at int, v *visa.Var) {
	i := slices.IndexFunc(v.Attrs, isNullAlias)
	if i < 0 || d.err != nil {
		return
	}
	a := v.Attrs[i]
	switch last := len(v.Attrs) - 1; {
	case i != last:
		d.fail(at, ErrField, "attribute %s of %s is number %d of %d: want it last", nullAlias, v.Name, i, last+1)
	case v.Alias >= 0:
		d.fail(at, ErrField, "%s is an alias of variable %d and, by attribute %s, of %%null", v.Name, v.Alias, nullAlias)
	case a.Kind != visa.AttrInt || a.Int < 0 || a.Int > math.MaxUint16:
		d.fail(at, ErrField, "attribute %s of %s: want the offset, 0 to %d", nullAlias, v.Name, math.MaxUint16)
	}
	v.Alias, v.AliasOff = visa.VarNull, int(a.Int)
	if v.Attrs = v.Attrs[:i]; i == 0 {
		v.Attrs = nil
	}
}

func isNullAlias(a visa.Attr) bool { return a.Name == nullAlias }
