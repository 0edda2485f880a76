package state

import "github.com/genvisa/genvisa/native"

// Ones is what a field of a structure means when all bits of the structure are set: the bits that an address or pointer can
// have, the largest of numbers. It is 0 where the target has no such structure, or nothing of the name counts then.
func Ones(t native.Target, structure, field string) uint64 {
	l, err := Struct(t, structure)
	if err != nil {
		return 0
	}
	all := make([]byte, 4*l.Dwords)
	for i := range all {
		all[i] = 0xff
	}
	o, err := l.Decode(all)
	if err != nil {
		return 0
	}
	v, err := o.Field(field)
	if err != nil {
		return 0
	}
	return v.Uint()
}
