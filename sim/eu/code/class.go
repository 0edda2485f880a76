package code

import "github.com/genvisa/genvisa/native"

// classReads says whether a class has a representation for elements of a type.
func classReads(c Class, ty native.Type) bool {
	switch c {
	case ClassRaw:
		return !ty.IsFloat() && ty.Size() <= 4 && ty <= native.HF
	case ClassWide:
		return !ty.IsFloat() && ty <= native.HF
	case ClassFloat:
		return ty == native.F || ty == native.HF
	case ClassHalf:
		return ty == native.HF
	}
	return ty == native.DF || ty == native.F
}

// sameForm says that an element of a type is a row element of the class, bit for
// bit.
func sameForm(c Class, ty native.Type) bool {
	switch c {
	case ClassRaw:
		return ty == native.D || ty == native.UD
	case ClassWide:
		return ty == native.Q || ty == native.UQ
	case ClassFloat:
		return ty == native.F
	case ClassHalf:
		return false
	}
	return ty == native.DF
}
