package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/visa"
)

// zebin compiles all kernels of a container, or a text with its metadata, into a
// zebin.
func (c *compileCmd) zebin(ctx context.Context, s streams, t native.Target) error {
	if c.Out != "" || c.Asm != "" || len(c.Dump) > 0 || c.Stats || c.Compare != "" || c.JSON {
		return errors.New("--zebin: goes without -o, --asm, --dump, --stats, --compare and --json, which are about one kernel")
	}
	if err := errors.Join(keepSource(c.Zebin, c.Force), checkOutputs([]string{c.In, c.Info}, c.Zebin)); err != nil {
		return err
	}
	src, kind, err := readCompiled(ctx, s, c.In, c.Target, c.Options, files.VISA, files.Container, files.ISA)
	if err != nil {
		return err
	}
	var f *container.File
	needs := map[string]abi.Needs{}
	if kind == files.Container {
		f, err = c.recompiled(src, t, needs)
	} else {
		f, err = c.wrapped(src, kind, t, needs)
	}
	if err != nil {
		return err
	}
	if len(needs) > 0 {
		if f.ZeInfo, err = abi.WithNeeds(cmp.Or(c.Info, c.In), f.ZeInfo, needs); err != nil {
			return err
		}
	}
	f.Products = []string{c.Target} // where it is the name of one
	out, err := container.Encode(f, t)
	if err != nil {
		return err
	}
	return writeOutput(s, c.Zebin, out)
}

// recompiled is a container with our code for the kernels whose text it has. What
// that takes of scratch space is in needs afterwards.
func (c *compileCmd) recompiled(src []byte, t native.Target, needs map[string]abi.Needs) (*container.File, error) {
	f, _, err := load.OpenContainer(c.In, src, load.Options{Target: load.Prefer(t)})
	if err != nil {
		return nil, err
	}
	link := f.Link()
	relocs := dataRelocs(link)
	for i := range f.Kernels {
		k := &f.Kernels[i]
		if k.Name == abi.SymbolTable {
			continue // no code of its own
		}
		text, err := c.made(load.ContainedVISA(f, k))
		if err != nil {
			return nil, err
		}
		var own []abi.Reloc
		if k.Code, own, needs[k.Name], err = c.compiled(text, t, f.GRFs(k), link, f.Name); err != nil {
			return nil, err
		}
		relocs = append(relocs, own...)
		if !load.KeepsLoads(text, t) {
			k.VISA, k.Functions = nil, nil // the container says that it is for t
		}
	}
	f.Relocs = relocs
	return f, nil
}

// single is the kernel of a text or a .isa file, and its text.
func (c *compileCmd) single(src []byte, kind files.Kind) (*visa.Kernel, []byte, error) {
	if kind == files.ISA {
		k, text, err := load.ISAVISA(c.In, src, c.Kernel)
		k, err = c.made(k, err)
		return k, text, err
	}
	k, err := load.ParseVISA(c.In, src)
	if err != nil {
		return nil, nil, err
	}
	k, err = c.made(load.LinkBeside(c.In, k))
	return k, src, err
}

// wrapped is a container of one text, with needs as recompiled has them.
func (c *compileCmd) wrapped(src []byte, kind files.Kind, t native.Target, needs map[string]abi.Needs) (*container.File, error) {
	var all []load.Text
	if kind == files.ISA {
		var err error
		if all, err = load.ISATexts(c.In, src, "", ""); err != nil {
			return nil, err
		}
	}
	k, src, err := c.single(src, kind)
	if err != nil {
		return nil, err
	}
	path, err := (&initCmd{Info: c.Info}).infoOf(c.In, kind)
	if err != nil {
		return nil, err
	}
	zeinfo, _, err := files.Read(path, files.Metadata)
	if err != nil {
		return nil, err
	}
	info, err := abi.ParseZeInfo(path, zeinfo)
	if err != nil {
		return nil, err
	}
	if len(info.Kernels) != 1 || info.Kernels[0].Name != k.Name {
		return nil, fmt.Errorf("%s: want metadata of kernel %s alone, which is all that the zebin will have", path, k.Name)
	}
	link, from, err := load.LinkBesideInfo(path)
	if err != nil {
		return nil, err
	}
	code, relocs, need, err := c.compiled(k, t, info.Kernels[0].Registers(), link, from)
	if err != nil {
		return nil, err
	}
	needs[k.Name] = need
	if !load.KeepsLoads(k, t) {
		src = nil // as recompiled does
	}
	var functions [][]byte
	for i := range k.Functions {
		text, err := functionText(k.Functions[i].File, all)
		if err != nil {
			return nil, err
		}
		functions = append(functions, text)
	}
	f := &container.File{Name: c.In, Kernels: []container.Kernel{{Name: k.Name, Code: code, VISA: src, Functions: functions}}, ZeInfo: zeinfo}
	if len(relocs) > 0 {
		f.Relocs = append(dataRelocs(link), relocs...)
		for _, sec := range link.Sections {
			f.Data = append(f.Data, container.Data{Name: sec.Name, Bytes: sec.Bytes, Writable: sec.Name == ".data.global"})
		}
	}
	return f, nil
}

// functionText is the text of a linked function: one of those of the same file, or a file
// of its own.
func functionText(file string, all []load.Text) ([]byte, error) {
	for i := range all {
		if all[i].Name == file {
			return all[i].Source, nil
		}
	}
	text, _, err := files.Read(file, files.VISA)
	return text, err
}

// dataRelocs are the addresses in a program's data.
func dataRelocs(l *abi.Link) []abi.Reloc {
	return slices.DeleteFunc(slices.Clone(l.Relocs), func(r abi.Reloc) bool { return strings.HasPrefix(r.Section, abi.TextSection("")) })
}

// compiled is the code of a kernel, the addresses in it, of symbols in link, and
// what it takes of scratch space. Its metadata say how many registers its threads have.
func (c *compileCmd) compiled(k *visa.Kernel, t native.Target, grfs int, link *abi.Link, from string) ([]byte, []abi.Reloc, abi.Needs, error) {
	grfs = fits(t, grfs)
	if c.GRFs > 0 {
		var err error
		if grfs, err = c.registers(k, t); err != nil {
			return nil, nil, abi.Needs{}, err
		}
	}
	res, err := lower.Compile(k, t, lower.Options{GRFs: grfs})
	if err != nil {
		return nil, nil, abi.Needs{}, origin.WithSource(k, err)
	}
	relocs, err := load.CodeRelocs(k.Name, t, res, link, from)
	needs := abi.Needs{Scratch: res.Stats.Scratch, Spilled: res.Stats.SpillBytes, GRFs: res.Program.File(t)}
	if caps := t.Caps(); caps.PayloadMemory {
		needs.Inline, _ = caps.InlineData()
		needs.Skip, _ = caps.SecondEntry()
	}
	return res.Code, relocs, needs, err
}
