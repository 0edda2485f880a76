package main

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
)

// registers is how many general registers threads of a kernel get: what --grf says, or else its
// metadata, where threads of the target can have them; 0 where nothing says.
func (c *compileCmd) registers(k *visa.Kernel, t native.Target) (int, error) {
	if c.GRFs > 0 {
		if n := int(min(c.GRFs, native.MostGRFs+1)); t.HasFile(n) {
			return n, nil
		}
		return 0, fmt.Errorf("--grf %d: threads of %s have %v registers", c.GRFs, t, t.Files())
	}
	n := 0
	var err error
	switch {
	case len(t.Files()) == 1: // nothing that metadata could say
	case c.opened != nil:
		if kernel, err := c.opened.Kernel(c.Kernel); err == nil {
			n = c.opened.GRFs(kernel)
		}
	default:
		n, err = c.registersBeside(k.Name)
	}
	return fits(t, n), err
}

// fits is a number of registers that threads of the target can have, or 0.
func fits(t native.Target, grfs int) int {
	if t.HasFile(grfs) {
		return grfs
	}
	return 0
}

// registersBeside are those that metadata beside a text say of a kernel; 0 without any that can be read, unless --info names them.
func (c *compileCmd) registersBeside(kernel string) (int, error) {
	in := c.In
	if in == "-" {
		in = ""
	}
	path, err := (&initCmd{Info: c.Info}).infoOf(in, kindAt(in))
	if err != nil {
		return 0, nil
	}
	var k *abi.Kernel
	info, err := load.ReadMetadata(path, load.Options{})
	if err == nil {
		k, err = info.Kernel(kernel)
	}
	switch {
	case err == nil:
		return k.Registers(), nil
	case c.Info != "":
		return 0, err
	}
	return 0, nil
}
