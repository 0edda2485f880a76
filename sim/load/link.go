package load

import (
	"fmt"
	"maps"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

// linker is a program whose engine depends on the addresses of program-scope
// data.
type linker struct {
	kernel *visa.Kernel // of the interpreter
	insts  []native.Inst
	offs   []int
	target native.Target
	grfs   int            // of a thread that the engine of native code has
	relocs []native.Reloc // of code compiled here; others come with the metadata
	moved  bool           // the metadata's relocations are of other code, with the same addresses in the same order

	symbols map[string]uint64 // what engine is linked with
	engine  dispatch.Engine

	engineGRFs int // of a thread of engine
}

// usesSymbols says that a kernel has an instruction that wants an address.
func usesSymbols(k *visa.Kernel) bool {
	return slices.ContainsFunc(k.Insts, func(in visa.Inst) bool { return in.Op.Info().Hook == visa.HookFaddr })
}

// Linkage is what a program is linked with: program-scope data of its metadata's program, and who points to it.
type Linkage struct {
	Link   *abi.Link   // nil without a file of metadata
	Kernel *abi.Kernel // the kernel that runs; nil without metadata
	From   string      // where the relocations are or would be
}

// Read takes the files beside metadata in a file, unless there is a link already; from is the container that the metadata
// are in, or nil.
func (s *Linkage) Read(info string, from *container.File) (err error) {
	s.From = info
	switch {
	case s.Link != nil:
	case from != nil:
		s.Link = from.Link()
	default:
		s.Link, s.From, err = readLink(info)
	}
	return err
}

// Own takes the relocations of raw code that has a file of its own for those beside the metadata.
func (s *Linkage) Own(p *Program) {
	if p.Relocs != nil && s.Link != nil {
		s.Link, s.From = &abi.Link{Sections: s.Link.Sections, Code: s.Link.Code, Relocs: p.Relocs}, RelocPath(p.Path)
	}
}

// needs says that the program of the launch's kernel has to be linked with data.
func (s *Linkage) needs(p *Program) bool {
	switch {
	case p == nil || p.link == nil:
		return false
	case p.VISA != nil:
		return usesSymbols(p.VISA)
	}
	return s.Link != nil && s.Kernel != nil && len(s.Link.Of(abi.TextSection(s.Kernel.Name))) > 0
}

// pointed says that the kernel is given the addresses of program-scope data: it is
// of a container that has no relocations in code.
func (s *Linkage) pointed(p *Program) bool {
	return s.Link != nil && s.Kernel != nil && (p != nil && len(p.bound) > 0 || s.Kernel.Takes(abi.DataConst) || s.Kernel.Takes(abi.DataGlobal))
}

// Data places program-scope data in memory, when the program refers to any, and gives the addresses of its
// symbols, and of its sections to the payload. Symbols of code have instruction
// addresses.
func (s *Linkage) Data(m *mem.Memory, p *Program) (symbols map[string]uint64, args map[abi.ArgType]uint64, err error) {
	args = map[abi.ArgType]uint64{}
	if s.Link == nil || !s.needs(p) && !s.pointed(p) {
		return nil, args, nil
	}
	if err := s.Link.Check(); err != nil {
		return nil, nil, err
	}
	base := map[string]uint64{}
	buffers := make([]*mem.Buffer, len(s.Link.Sections))
	for i := range s.Link.Sections {
		sec := &s.Link.Sections[i]
		buffers[i] = m.Alloc(sec.Name, len(sec.Bytes))
		base[sec.Name] = buffers[i].Base
		if bti, ok := s.dataIndex(p, sec.Name); ok {
			m.Bind(bti, buffers[i])
		}
	}
	code, err := s.layout(p)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range code {
		base[c.Name] = uint64(c.at)
	}
	symbols = s.Link.Symbols(base)
	for i := range s.Link.Sections {
		s.Link.Fill(buffers[i].Contents(), &s.Link.Sections[i], symbols)
	}
	for section, kind := range dataArgs {
		if addr, ok := base[section]; ok {
			args[kind] = addr
		}
	}
	return symbols, args, nil
}

// dataIndex is the binding table index of a section of data, which the container says
// beside the metadata or the kernel's payload in it.
func (s *Linkage) dataIndex(p *Program, section string) (int, bool) {
	if bti, ok := p.bound[section]; ok {
		return bti, true
	}
	if s.Kernel != nil {
		for _, a := range s.Kernel.Payload {
			if a.BTI >= 0 && a.Type == dataArgs[section] {
				return a.BTI, true
			}
		}
	}
	return 0, false
}

// Engine is that of a program linked with the symbols of Data.
func (s *Linkage) Engine(p *Program, symbols map[string]uint64) (dispatch.Engine, error) {
	if !s.needs(p) && !s.resizes(p) {
		return p.Engine, nil
	}
	l := p.link
	p.linking.Lock()
	defer p.linking.Unlock()
	grfs := s.registers(p)
	if l.engine != nil && l.engineGRFs == grfs && maps.Equal(l.symbols, symbols) {
		return l.engine, nil
	}
	eng, err := s.linked(p, symbols)
	if err != nil {
		return nil, err
	}
	l.engine, l.symbols, l.engineGRFs = eng, symbols, grfs
	return eng, nil
}

func (s *Linkage) linked(p *Program, symbols map[string]uint64) (dispatch.Engine, error) {
	l := p.link
	if l.kernel != nil {
		return interp.NewAt(l.kernel, symbols)
	}
	insts, offs, relocs := slices.Clone(l.insts), l.offs, l.relocs
	if p.VISA == nil && s.needs(p) {
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
	return engine(code.LoadFile(p.Path, l.target, s.registers(p), insts))
}

// registers is how many a thread of native code has: what the metadata say of the kernel, or what
// the program was loaded for. Code compiled here has those that it was compiled for.
func (s *Linkage) registers(p *Program) int {
	switch {
	case p.VISA != nil:
		return p.link.grfs
	case s.Kernel != nil:
		return s.Kernel.Registers()
	}
	return p.link.grfs
}

// Large says that threads of a program have the larger register file of their device.
func (s *Linkage) Large(p *Program) bool {
	return p.link != nil && s.registers(p) > native.GRFs
}

// resizes says that the metadata want another register file for native code than its engine has.
func (s *Linkage) resizes(p *Program) bool {
	return p != nil && p.link != nil && p.VISA == nil && s.registers(p) != p.link.grfs
}

// Registers refuses native code that does not fit the registers that the metadata give its threads.
func (s *Linkage) Registers(p *Program) error {
	if p.VISA != nil || p.link == nil {
		return nil
	}
	t, n := p.link.target, s.registers(p)
	if !t.HasFile(n) {
		return fmt.Errorf("%s: kernel %s: the metadata say %d registers a thread: legal on %s are %v", p.Path, s.Kernel.Name, n, t, t.Files())
	}
	if named := t.GRFsOf(p.link.insts); named > n {
		return fmt.Errorf("%s: an operand behind r%d: the metadata of kernel %s say %d registers a thread", p.Path, n-1, s.Kernel.Name, n)
	}
	return nil
}

// noSymbol is the error for a symbol that no relocation beside the metadata
// names.
func (s *Linkage) noSymbol(p *Program, name string) error {
	return &UnsupportedError{p.Path, fmt.Sprintf("symbol %s: its address is wanted, and %s has no relocation that says where it is; a program without it is", name, s.From)}
}

var addressParts = [...]native.AddrPart{abi.RelocAddr: native.AddrWhole, abi.RelocLow: native.AddrLow, abi.RelocHigh: native.AddrHigh}

// relocations are those of one section, for its instructions at offs; names are
// the sections that there are.
func (s *Linkage) relocations(of []abi.Reloc, names map[string]bool, insts []native.Inst, offs []int) (list []native.Reloc, err error) {
	for _, r := range of {
		if !names[r.In] {
			return nil, s.Link.Missing(&r)
		}
		n := native.Reloc{Part: addressParts[r.Kind], Symbol: r.Symbol}
		if n.Inst, err = native.AddressAt(insts, offs, r.Off, n.Part); err != nil {
			return nil, &abi.LinkError{File: r.File, Line: r.Line, Msg: fmt.Sprintf("byte %d of %s: %v", r.Off, r.Section, err)}
		}
		list = append(list, n)
	}
	return list, nil
}
