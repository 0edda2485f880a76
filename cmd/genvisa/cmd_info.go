package main

import (
	"fmt"
	"path/filepath"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/visa/isa"
)

type infoCmd struct {
	File   string `arg:"" help:"A .visaasm, .zeinfo, .isa or .dat file."`
	Target string `help:"Device of a .dat file: ${targets}." default:"skl"`
}

func (c *infoCmd) Help() string {
	return `Examples:
  genvisa info examples/saxpy/saxpy.zeinfo
  genvisa info examples/saxpy/saxpy.visaasm`
}

func (c *infoCmd) Run(s streams) error {
	show, ok := map[string]func(streams) error{
		".visaasm": c.visaText, ".zeinfo": c.zeinfo, ".isa": c.isa, ".dat": c.native,
	}[filepath.Ext(c.File)]
	if !ok {
		return &codedError{exitUsage, fmt.Errorf("%s: unknown kind of file %q: legal are .visaasm, .zeinfo, .isa, .dat", c.File, filepath.Ext(c.File))}
	}
	return show(s)
}

func (c *infoCmd) visaText(s streams) error {
	k, err := readVISA(s, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: vISA text, CISA %d.%d\nkernel %s, SIMD%d: %d instructions, %d variables, %d predicates, %d labels\n",
		c.File, k.Major, k.Minor, k.Name, k.SimdSize(), len(k.Insts), len(k.Vars), len(k.Preds)-1, len(k.Labels))
	for _, in := range k.Inputs {
		v := &k.Vars[in.Var]
		fmt.Fprintf(s.out, "  input %-8s %3d bytes at payload byte %-4d (%d x %s)\n", v.Name, in.Size, in.Offset, v.Elems, v.Type)
	}
	return nil
}

func (c *infoCmd) zeinfo(s streams) error {
	src, err := readInput(s, c.File)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	info, err := abi.ParseZeInfo(c.File, src)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	fmt.Fprintf(s.out, "%s: kernel metadata, version %s\n", c.File, info.Version)
	for _, k := range info.Kernels {
		fmt.Fprintf(s.out, "kernel %s: SIMD%d, %d GRFs, %d bytes of local memory, %d bytes of scratch\n", k.Name, k.SIMD, k.GRFCount, k.SLMSize, k.ScratchSize())
		for i := range k.ArgCount() {
			fmt.Fprintf(s.out, "  %s\n", argComment(k, i))
		}
		for _, p := range k.Payload {
			fmt.Fprintf(s.out, "  payload +%-4d %-20s %3d bytes", p.Offset, p.Type, p.Size)
			if p.Index >= 0 {
				fmt.Fprintf(s.out, "  argument %d", p.Index)
			}
			fmt.Fprintln(s.out)
		}
		for _, b := range k.BTIs {
			fmt.Fprintf(s.out, "  BTI %d is argument %d\n", b.BTI, b.Arg)
		}
	}
	return nil
}

func (c *infoCmd) isa(s streams) error {
	src, err := readInput(s, c.File)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	h, err := isa.ReadHeader(src)
	if err != nil {
		return &codedError{exitUsage, fmt.Errorf("%s: %w", c.File, err)}
	}
	fmt.Fprintf(s.out, "%s: CISA binary, version %d.%d\n", c.File, h.Major, h.Minor)
	for _, k := range h.Kernels {
		fmt.Fprintf(s.out, "kernel %s: %d bytes at %d\n", k.Name, k.Routine.Size, k.Routine.Offset)
		for _, b := range k.Binaries {
			fmt.Fprintf(s.out, "  native binary for platform %d: %d bytes at %d\n", b.Platform, b.Size, b.Offset)
		}
	}
	return nil
}

func (c *infoCmd) native(s streams) error {
	target, err := native.ParseTarget(c.Target)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	code, err := readInput(s, c.File)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	insts, _, err := native.DecodeAll(target, code)
	if err != nil {
		return &codedError{exitUsage, fmt.Errorf("%s: %w", c.File, err)}
	}
	compact := 0
	for i := range insts {
		if insts[i].Compact {
			compact++
		}
	}
	fmt.Fprintf(s.out, "%s: native code for %s, %d bytes\n%d instructions, %d of them compacted\n", c.File, target, len(code), len(insts), compact)
	return nil
}
