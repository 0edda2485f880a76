package asm

import "github.com/genvisa/genvisa/visa"

// ParseLinked is Parse of a kernel and of the functions that it is linked with.
// file stands for all of them in messages.
func ParseLinked(file string, kernel []byte, functions ...[]byte) (*visa.Kernel, error) {
	k, err := Parse(file, kernel)
	if err != nil {
		return nil, err
	}
	var linked []*visa.Kernel
	for _, src := range functions {
		f, err := Parse(file, src)
		if err != nil {
			return nil, err
		}
		linked = append(linked, f)
	}
	return visa.Link(k, linked)
}
