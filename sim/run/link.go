package run

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

// Limits of the files beside metadata.
const (
	maxRelocFile = 8 << 20
	maxDataFile  = 256 << 20
)

// readLink reads what stands beside a file with metadata: <stem>.reloc,
// program-scope data in <stem>.data.*.bin, and native code of functions that
// kernels share in <stem>.text.*.bin. It is empty when there is no .reloc.
func readLink(infoPath string) (*abi.Link, string, error) {
	stem := strings.TrimSuffix(infoPath, filepath.Ext(infoPath))
	path := stem + ".reloc"
	src, err := files.ReadUpTo(path, maxRelocFile)
	if errors.Is(err, os.ErrNotExist) {
		return &abi.Link{}, path, nil
	}
	if err != nil {
		return nil, path, err
	}
	relocs, err := abi.ParseReloc(path, src)
	if err != nil {
		return nil, path, err
	}
	l := &abi.Link{Relocs: relocs}
	if l.Sections, err = readSections(stem, ".data.", maxDataFile); err != nil {
		return nil, path, err
	}
	l.Code, err = readSections(stem, ".text.", files.Native.Limit())
	return l, path, err
}

// readSections reads the sections whose names begin with prefix, each of a file
// of at most limit bytes.
func readSections(stem, prefix string, limit int64) (out []abi.Section, err error) {
	found, err := filepath.Glob(files.GlobQuote(stem) + prefix + "*.bin")
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	for _, f := range found {
		data, err := files.ReadUpTo(f, limit)
		if err != nil {
			return nil, err
		}
		out = append(out, abi.Section{Name: strings.TrimSuffix(f[len(stem):], ".bin"), Bytes: data})
	}
	return out, nil
}

// linker is a program whose engine depends on the addresses of program-scope
// data.
type linker struct {
	kernel *visa.Kernel // of the interpreter
	insts  []native.Inst
	offs   []int
	target native.Target
	relocs []native.Reloc // of code compiled here; others come with the metadata
	moved  bool           // the metadata's relocations are of other code, with the same addresses in the same order

	symbols map[string]uint64 // what engine is linked with
	engine  dispatch.Engine
}

// usesSymbols says that a kernel has an instruction that wants an address.
func usesSymbols(k *visa.Kernel) bool {
	return slices.ContainsFunc(k.Insts, func(in visa.Inst) bool { return in.Op.Info().Hook == visa.HookFaddr })
}

// needs says that the program of the launch's kernel has to be linked with data.
func (s *Session) needs(p *Program) bool {
	switch {
	case p == nil || p.link == nil:
		return false
	case p.VISA != nil:
		return usesSymbols(p.VISA)
	}
	return s.link != nil && s.kernel != nil && len(s.link.Of(abi.TextSection(s.kernel.Name))) > 0
}

// pointed says that the kernel is given the addresses of program-scope data: it is
// of a container that has no relocations in code.
func (s *Session) pointed(p *Program) bool {
	return s.link != nil && s.kernel != nil && (p != nil && len(p.bound) > 0 || s.kernel.Takes(abi.DataConst) || s.kernel.Takes(abi.DataGlobal))
}

// data places program-scope data in memory and gives the addresses of its
// symbols, and of its sections to the payload. Symbols of code have instruction
// addresses.
func (s *Session) data(m *mem.Memory, p *Program, out *memory) error {
	if s.link == nil {
		return nil
	}
	if err := s.link.Check(); err != nil {
		return err
	}
	base := map[string]uint64{}
	buffers := make([]*mem.Buffer, len(s.link.Sections))
	for i := range s.link.Sections {
		sec := &s.link.Sections[i]
		buffers[i] = m.Alloc(sec.Name, len(sec.Bytes))
		base[sec.Name] = buffers[i].Base
		if bti, ok := s.dataIndex(p, sec.Name); ok {
			m.Bind(bti, buffers[i])
		}
	}
	code, err := s.layout(p)
	if err != nil {
		return err
	}
	for _, c := range code {
		base[c.Name] = uint64(c.at)
	}
	out.symbols = s.link.Symbols(base)
	for i := range s.link.Sections {
		s.link.Fill(buffers[i].Contents(), &s.link.Sections[i], out.symbols)
	}
	for section, kind := range dataArgs {
		if addr, ok := base[section]; ok {
			out.data[kind] = addr
		}
	}
	return nil
}

// dataArgs are the payload arguments with the addresses of sections of data.
var dataArgs = map[string]abi.ArgType{".data.const": abi.DataConst, ".data.global": abi.DataGlobal}

// dataIndex is the binding table index of a section of data, which the container says
// beside the metadata or the kernel's payload in it.
func (s *Session) dataIndex(p *Program, section string) (int, bool) {
	if bti, ok := p.bound[section]; ok {
		return bti, true
	}
	if s.kernel != nil {
		for _, a := range s.kernel.Payload {
			if a.BTI >= 0 && a.Type == dataArgs[section] {
				return a.BTI, true
			}
		}
	}
	return 0, false
}

// engine is that of a program linked with symbols.
func (s *Session) engine(p *Program, symbols map[string]uint64) (dispatch.Engine, error) {
	if !s.needs(p) {
		return p.Engine, nil
	}
	l := p.link
	p.linking.Lock()
	defer p.linking.Unlock()
	if l.engine != nil && maps.Equal(l.symbols, symbols) {
		return l.engine, nil
	}
	eng, err := s.linked(p, symbols)
	if err != nil {
		return nil, err
	}
	l.engine, l.symbols = eng, symbols
	return eng, nil
}

func (s *Session) linked(p *Program, symbols map[string]uint64) (dispatch.Engine, error) {
	l := p.link
	if l.kernel != nil {
		return interp.NewAt(l.kernel, symbols)
	}
	insts, offs, relocs := slices.Clone(l.insts), l.offs, l.relocs
	if p.VISA == nil {
		var err error
		if insts, offs, relocs, err = s.whole(p); err != nil {
			return nil, err
		}
	}
	for _, r := range relocs {
		addr, ok := symbols[r.Symbol]
		if !ok {
			return nil, s.noSymbol(p, r.Symbol)
		}
		insts[r.Inst].SetAddress(r.Part, addr)
	}
	if p.VISA == nil {
		if open := openAddresses(insts, offs); len(open) > 0 {
			return nil, s.notRelocated(p, open)
		}
	}
	return eu.LoadInsts(p.Path, l.target, insts)
}

// noSymbol is the error for a symbol that no relocation beside the metadata
// names.
func (s *Session) noSymbol(p *Program, name string) error {
	return &UnsupportedError{p.Path, fmt.Sprintf("symbol %s: its address is wanted, and %s has no relocation that says where it is; a program without it is", name, s.reloc)}
}

var addressParts = [...]native.AddrPart{abi.RelocAddr: native.AddrWhole, abi.RelocLow: native.AddrLow, abi.RelocHigh: native.AddrHigh}

// relocations are those of one section, for its instructions at offs; names are
// the sections that there are.
func (s *Session) relocations(of []abi.Reloc, names map[string]bool, insts []native.Inst, offs []int) (list []native.Reloc, err error) {
	for _, r := range of {
		if !names[r.In] {
			return nil, s.link.Missing(&r)
		}
		n := native.Reloc{Part: addressParts[r.Kind], Symbol: r.Symbol}
		if n.Inst, err = native.AddressAt(insts, offs, r.Off, n.Part); err != nil {
			return nil, &abi.LinkError{File: r.File, Line: r.Line, Msg: fmt.Sprintf("byte %d of %s: %v", r.Off, r.Section, err)}
		}
		list = append(list, n)
	}
	return list, nil
}
