package container

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// Replace gives kernels of the container that is in data new code for target t, in an
// archive those of the member for it. All else of the file stays, but what goes by the
// size of the code and by where its instructions are: symbols and relocations follow
// their instructions as the edits' moves say, and tables for debuggers of code whose
// instructions moved become empty; dropped names those. Without a change the bytes are
// those of data. Errors are of type *Error, or native.DecodeAll's.
func Replace(name string, data []byte, t native.Target, edits []Edit) (out []byte, dropped []string, err error) {
	r := &replacer{name: name, target: t, edits: edits}
	if !IsArchive(data) {
		out, err = r.file(data)
		return out, r.dropped, err
	}
	members, err := Members(name, data)
	if err != nil {
		return nil, nil, err
	}
	m := memberFor(members, t)
	if m == nil {
		_, err := Open(name, data, t)
		return nil, nil, err
	}
	r.name += ":" + m.Name
	whole, err := r.file(m.Data)
	if err != nil {
		return nil, nil, err
	}
	return spliceMember(data, m, whole), r.dropped, nil
}

// replacer changes one container.
type replacer struct {
	name    string
	target  native.Target
	edits   []Edit
	dropped []string
}

func (r *replacer) errorf(format string, args ...any) *Error {
	return &Error{File: r.name, Msg: fmt.Sprintf(format, args...)}
}

// file changes a container that is no archive.
func (r *replacer) file(data []byte) ([]byte, error) {
	f, err := open(r.name, data, 0)
	if err != nil {
		return nil, err
	}
	if !f.For(r.target) {
		return nil, r.errorf("code for %s: the target is %s", f.Device, r.target)
	}
	edits, err := r.changes(f)
	if err != nil || len(edits) == 0 {
		return slices.Clone(data), err
	}
	if bytes.HasPrefix(data, []byte(tokenMagic)) {
		return r.tokens(data, edits)
	}
	x, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	e := &elfFile{x, r.name, data, 0}
	parts := map[int][]byte{} // new contents of sections
	if f.Format == Zebin {
		return r.zebin(e, edits, parts)
	}
	i := slices.IndexFunc(x.Sections, func(s *elf.Section) bool { return s.Type == sectionDevice })
	if parts[i], err = r.tokens(e.bytes(x.Sections[i]), edits); err != nil {
		return nil, err
	}
	return e.splice(parts)
}

// changes are the edits that change code, by kernel.
func (r *replacer) changes(f *File) (map[string]*moved, error) {
	out, seen := map[string]*moved{}, map[string]bool{}
	for i := range r.edits {
		e := &r.edits[i]
		if !slices.ContainsFunc(f.Kernels, func(k Kernel) bool { return k.Name == e.Kernel }) {
			_, err := f.Kernel(e.Kernel)
			return nil, err
		}
		if seen[e.Kernel] {
			return nil, r.errorf("kernel %s: new code for it is there twice", e.Kernel)
		}
		seen[e.Kernel] = true
		k, _ := f.Kernel(e.Kernel)
		if bytes.Equal(e.Code, k.Code) && r.stays(f, k, e) {
			continue
		}
		m, err := newMoved(r.name, r.target, e, k)
		if err != nil {
			return nil, err
		}
		out[e.Kernel] = m
	}
	return out, nil
}

// stays says that no move of an edit leads elsewhere: the code may have the same bytes
// although two instructions have changed places.
func (r *replacer) stays(f *File, k *Kernel, e *Edit) bool {
	for _, p := range f.Places(k) {
		at := p.Off
		if p.Reloc {
			at -= native.AddressByte(p.Part)
		}
		if slices.ContainsFunc(e.Moves, func(m Move) bool { return m.Was == p.Off && m.Reloc == p.Reloc && m.At != at }) {
			return false
		}
	}
	return true
}

// zebin changes sections of code and what refers to them.
func (r *replacer) zebin(e *elfFile, edits map[string]*moved, parts map[int][]byte) ([]byte, error) {
	var syms []elf.Symbol
	if e.SectionByType(elf.SHT_SYMTAB) != nil {
		syms, _ = e.Symbols() // open has read them
	}
	text, moves := map[int]*moved{}, false
	for i, s := range e.Sections {
		m := edits[strings.TrimPrefix(s.Name, textPrefix)]
		if m == nil || s.Type != elf.SHT_PROGBITS || !strings.HasPrefix(s.Name, textPrefix) {
			continue
		}
		text[i], moves = m, moves || !m.same
		parts[i] = m.Code
		if len(e.code(i, syms)) < len(e.bytes(s)) { // a symbol says where the padding begins
			parts[i] = padded(m.Code)
		}
	}
	for i, s := range e.Sections {
		var err error
		switch {
		case s.Type == elf.SHT_SYMTAB:
			parts[i], err = r.symbols(e, s, text)
		case s.Type == elf.SHT_REL && text[int(s.Info)] != nil:
			parts[i], err = r.relocs(e, s, text[int(s.Info)])
		case moves && (strings.Contains(s.Name, ".debug_") || strings.HasPrefix(s.Name, ".gtpin_info")) && s.FileSize > 0:
			parts[i], r.dropped = []byte{}, append(r.dropped, s.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	return e.splice(parts)
}

// symbols is a table of symbols with the new places of those in code.
func (r *replacer) symbols(e *elfFile, s *elf.Section, text map[int]*moved) ([]byte, error) {
	le, b := binary.LittleEndian, slices.Clone(e.bytes(s))
	for at := 0; len(b)-at >= symbolSize; at += symbolSize {
		const info, section, value, size = 4, 6, 8, 16
		m := text[int(le.Uint16(b[at+section:]))]
		if m == nil || elf.ST_TYPE(b[at+info]) == elf.STT_SECTION {
			continue
		}
		from, n := le.Uint64(b[at+value:]), le.Uint64(b[at+size:])
		if all := uint64(len(m.old.Code)); from > all || n > all-from {
			return nil, e.errorf(s.Offset+uint64(at), "a symbol of %d bytes at byte %#x of kernel %s, which has %d", n, from, m.Kernel, all)
		}
		name := fmt.Sprint(at / symbolSize)
		for i := range e.Sections {
			if e.Sections[i].Type == elf.SHT_STRTAB && i == int(s.Link) {
				name = cString(e.bytes(e.Sections[i]), le.Uint32(b[at:]))
			}
		}
		begin, err := m.to(r.name, Place{Off: int(from), Name: name})
		if err != nil {
			return nil, err
		}
		end := begin
		if n > 0 {
			if end, err = m.to(r.name, Place{Off: int(from + n), Name: "end of " + name}); err != nil {
				return nil, err
			}
		}
		if end < begin {
			return nil, r.errorf("kernel %s: symbol %s would end before it begins: want its instructions in their order", m.Kernel, name)
		}
		le.PutUint64(b[at+value:], uint64(begin))
		le.PutUint64(b[at+size:], uint64(end-begin))
	}
	return b, nil
}

// cString is the text at a place of a table of strings.
func cString(table []byte, at uint32) string {
	if uint64(at) >= uint64(len(table)) {
		return ""
	}
	text, _, _ := bytes.Cut(table[at:], []byte{0})
	return string(text)
}

// relocs is a table of relocations of a kernel's code with their new places.
func (r *replacer) relocs(e *elfFile, s *elf.Section, m *moved) ([]byte, error) {
	le, b := binary.LittleEndian, slices.Clone(e.bytes(s))
	syms, err := e.Symbols()
	if err != nil {
		return nil, err
	}
	for at := 0; len(b)-at >= relSize; at += relSize {
		off, info := le.Uint64(b[at:]), le.Uint64(b[at+8:])
		to, err := m.to(r.name, Place{int(off), true, addressParts[abi.RelocKind(info)], syms[info>>32-1].Name})
		if err != nil {
			return nil, err
		}
		le.PutUint64(b[at:], uint64(to))
	}
	return b, nil
}
