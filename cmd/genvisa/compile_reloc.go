package main

import (
	"fmt"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
)

// relocs is the file beside raw code that says where in it a loader stores which
// address, and what is in data; none for code without addresses.
func (c *compileCmd) relocs(k *visa.Kernel, t native.Target, res *lower.Result) ([]output, error) {
	if c.Out == "" || len(res.Relocs) == 0 {
		return nil, nil
	}
	if c.Out == "-" {
		return nil, fmt.Errorf("-o -: the code has the address of symbol %s, and where it stands is said in a file beside it (.reloc): want a file name", res.Relocs[0].Symbol)
	}
	link, from, err := c.symbols()
	if err != nil {
		return nil, fmt.Errorf("the code has the address of symbol %s, and relocations beside the metadata say where that is: %w", res.Relocs[0].Symbol, err)
	}
	list, err := load.CodeRelocs(k.Name, t, res, link, from)
	if err != nil {
		return nil, err
	}
	path := load.RelocPath(c.Out)
	if err := checkOutputs([]string{c.In, from}, path, c.Out, c.Asm); err != nil {
		return nil, err
	}
	return []output{{path, abi.FormatReloc(append(dataRelocs(link), list...))}}, nil
}

// symbols is where the program's symbols are: in the container, or beside the
// metadata.
func (c *compileCmd) symbols() (*abi.Link, string, error) {
	if c.opened != nil {
		return c.opened.Link(), c.In, nil
	}
	in := c.In
	if in == "-" {
		in = ""
	}
	path, err := (&initCmd{Info: c.Info}).infoOf(in, kindAt(in))
	if err != nil {
		return nil, "", err
	}
	return load.LinkBesideInfo(path)
}
