package container

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// splice is the ELF file with new contents of some sections, by number. All else moves
// by multiples of codeAlign, so that what was aligned stays it.
func (e *elfFile) splice(parts map[int][]byte) ([]byte, error) {
	h := headOf(e)
	if n := e.number(h.phnum, 2); n > 0 {
		return nil, &Error{File: e.name, Unsupported: true, Msg: fmt.Sprintf("%d program headers: a file with them is not rewritten", n)}
	}
	order := slices.SortedFunc(maps.Keys(parts), func(a, b int) int {
		return cmp.Or(cmp.Compare(e.Sections[a].Offset, e.Sections[b].Offset), cmp.Compare(e.Sections[a].FileSize, e.Sections[b].FileSize))
	})
	table := span{e.number(h.shoff, h.word), uint64(len(e.Sections)) * e.number(h.shentsize, 2)}
	if err := e.apart(order, table); err != nil {
		return nil, err
	}
	var out []byte
	at := uint64(0) // of the old file
	move := func(old uint64) uint64 { return old }
	for _, i := range order {
		s, part, before := e.Sections[i], parts[i], move
		grown := uint64(gap(len(part), int(s.FileSize)))
		out = append(append(out, e.data[at:s.Offset]...), part...)
		out = append(out, make([]byte, grown)...)
		at = s.Offset + s.FileSize
		grown += uint64(len(part)) - s.FileSize
		move = func(old uint64) uint64 {
			if old < s.Offset+s.FileSize {
				return before(old)
			}
			return before(old) + grown
		}
	}
	out = append(out, e.data[at:]...)
	shoff := move(table.at)
	put(out, h.shoff, h.word, shoff)
	for i, s := range e.Sections {
		head := int(shoff) + i*int(e.number(h.shentsize, 2))
		put(out, head+h.offset, h.word, move(s.Offset))
		if part, ok := parts[i]; ok {
			put(out, head+h.size, h.word, uint64(len(part)))
		}
	}
	return out, nil
}

// gap is how many bytes behind a part of n bytes make the difference from what it
// replaces a multiple of codeAlign.
func gap(n, old int) int { return ((old-n)%codeAlign + codeAlign) % codeAlign }

// span is a part of a file.
type span struct{ at, size uint64 }

func (s span) meets(o span) bool {
	return s.size > 0 && o.size > 0 && s.at < o.at+o.size && o.at < s.at+s.size
}

// apart refuses a file in which a section that is replaced shares bytes with another one,
// or with a header: nothing says whose they are.
func (e *elfFile) apart(replaced []int, table span) error {
	head := span{0, headOf(e).end}
	for _, i := range replaced {
		s := e.Sections[i]
		if s.FileSize == 0 {
			return e.errorf(s.Offset, "section %d %q is empty: it has no place for code", i, s.Name)
		}
		own := span{s.Offset, s.FileSize}
		if own.meets(head) || own.meets(table) {
			return e.errorf(s.Offset, "section %d %q shares bytes with a header", i, s.Name)
		}
		for k, o := range e.Sections {
			if k != i && o.Type != elf.SHT_NULL && o.Type != elf.SHT_NOBITS && own.meets(span{o.Offset, o.FileSize}) {
				return e.errorf(s.Offset, "sections %d %q and %d %q share bytes", i, s.Name, k, o.Name)
			}
		}
	}
	return nil
}

// elfHead is where fields of the header of an ELF file lie, and in an entry of the table
// of sections.
type elfHead struct {
	end                                         uint64 // of the header
	word, shoff, phnum, shentsize, offset, size int
}

func headOf(e *elfFile) elfHead {
	if e.Class == elf.ELFCLASS32 {
		return elfHead{end: 52, word: 4, shoff: 32, phnum: 44, shentsize: 46, offset: 16, size: 20}
	}
	return elfHead{end: elfHeader, word: 8, shoff: 40, phnum: 56, shentsize: 58, offset: 24, size: 32}
}

// number is a field of the header, of 2, 4 or 8 bytes.
func (e *elfFile) number(at, size int) uint64 {
	var b [8]byte
	copy(b[:], e.data[at:at+size])
	return binary.LittleEndian.Uint64(b[:])
}

// put stores the low bytes of a number.
func put(b []byte, at, size int, v uint64) {
	var full [8]byte
	binary.LittleEndian.PutUint64(full[:], v)
	copy(b[at:at+size], full[:])
}

// spliceMember is an archive with other contents of a member.
func spliceMember(data []byte, m *Member, contents []byte) []byte {
	end := m.Offset + len(m.Data)
	out := append(slices.Clone(data[:m.Offset]), contents...)
	out = append(out, make([]byte, gap(len(contents), len(m.Data)))...) // an ELF file ends where its headers say
	size := fmt.Sprintf("%-*d", arSizeLen, len(out)-m.Offset)
	copy(out[m.Offset-arHeader+arSizeAt:], size)
	return append(out, data[end:]...)
}
