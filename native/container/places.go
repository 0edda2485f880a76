package container

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// Place is a byte of a kernel's code that the container refers to: a relocation patches
// what is there, or a symbol begins or ends there.
type Place struct {
	Off   int
	Reloc bool
	Part  native.AddrPart // of a relocation: what it patches
	Name  string          // of the symbol
}

// Places are those of a kernel but for its begin and end, in the order of the code.
func (f *File) Places(k *Kernel) (out []Place) {
	section := abi.TextSection(k.Name)
	for i := range f.Relocs {
		if r := &f.Relocs[i]; r.Section == section {
			out = append(out, Place{r.Off, true, addressParts[r.Kind], r.Symbol})
		}
	}
	at := map[uint64]string{}
	named := slices.Concat(f.labels, f.Symbols)
	for i := range named {
		s := &named[i]
		if s.Section != section {
			continue
		}
		at[s.Offset] = s.Name // rather than that another ends there
		if end := s.Offset + s.Size; at[end] == "" {
			at[end] = "end of " + s.Name
		}
	}
	for off, name := range at {
		if off > 0 && off < uint64(len(k.Code)) {
			out = append(out, Place{Off: int(off), Name: name})
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Off, b.Off), cmp.Compare(a.Name, b.Name)) })
	return out
}

// addressParts are the parts of an address that kinds of relocations store.
var addressParts = [...]native.AddrPart{abi.RelocAddr: native.AddrWhole, abi.RelocLow: native.AddrLow, abi.RelocHigh: native.AddrHigh}

// Edit is new code for a kernel of a container.
type Edit struct {
	Kernel string
	Code   []byte
	Moves  []Move
}

// Move says which instruction of new code is in the place of an old one.
type Move struct {
	Was   int // offset of a Place
	Reloc bool
	At    int // byte of the new code at which the instruction begins
}

// moved is an edit of a kernel whose code it changes.
type moved struct {
	*Edit
	old   *Kernel
	moves map[Move]int // by all but At
	insts []native.Inst
	offs  []int
	same  bool // instructions begin where they did
}

// newMoved decodes both codes.
func newMoved(file string, t native.Target, e *Edit, old *Kernel) (*moved, error) {
	m := &moved{Edit: e, old: old, moves: map[Move]int{}}
	var err error
	if m.insts, m.offs, err = native.DecodeAll(t, e.Code); err != nil {
		return nil, fmt.Errorf("%s: kernel %s: new code: %w", file, e.Kernel, err)
	}
	_, offs, err := native.DecodeAll(t, old.Code)
	m.same = err == nil && slices.Equal(offs, m.offs) && len(e.Code) == len(old.Code)
	for _, mv := range e.Moves {
		m.moves[Move{Was: mv.Was, Reloc: mv.Reloc}] = mv.At
	}
	return m, nil
}

// to is where a place of the old code is in the new one.
func (m *moved) to(file string, p Place) (int, error) {
	switch {
	case !p.Reloc && p.Off == 0:
		return 0, nil
	case !p.Reloc && p.Off == len(m.old.Code):
		return len(m.Code), nil
	}
	at, ok := m.moves[Move{Was: p.Off, Reloc: p.Reloc}]
	what, mark := "symbol", "//!symbol"
	if p.Reloc {
		what, mark = "relocation of symbol", "//!reloc"
	}
	if !ok {
		return 0, &Error{File: file, Msg: fmt.Sprintf("kernel %s: the instruction of the %s %s at byte %#x is gone: want one with the mark %s %#x", m.Kernel, what, p.Name, p.Off, mark, p.Off)}
	}
	if !p.Reloc {
		if _, ok := slices.BinarySearch(m.offs, at); !ok && at != len(m.Code) {
			return 0, &Error{File: file, Msg: fmt.Sprintf("kernel %s: symbol %s: no instruction begins at byte %#x of the new code", m.Kernel, p.Name, at)}
		}
		return at, nil
	}
	at += native.AddressByte(p.Part)
	if _, err := native.AddressAt(m.insts, m.offs, at, p.Part); err != nil {
		return 0, &Error{File: file, Msg: fmt.Sprintf("kernel %s: relocation of symbol %s (%s %#x), at byte %#x of the new code: %v", m.Kernel, p.Name, mark, p.Off, at, err)}
	}
	return at, nil
}
