package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Bounds of a table of lines: what it says about code of at most some megabytes.
const (
	maxLineRows  = 1 << 20
	maxLineNames = 1 << 14 // of files and folders
	maxLineName  = 4096    // bytes of a name
)

// Versions of the format that are read (DWARF 5, section 6.2).
const (
	firstLineVersion = 2
	lastLineVersion  = 5
)

// Standard opcodes of a line program, and the extended ones behind a 0.
const (
	opCopy = 1 + iota
	opAdvancePC
	opAdvanceLine
	opSetFile
	opSetColumn
	opNegateStmt
	opBasicBlock
	opConstAddPC
	opFixedAdvancePC
	opPrologueEnd
	opEpilogueBegin
	opSetISA
	opStandardEnd

	extEnd        = 1
	extSetAddress = 2
	extDefineFile = 3
)

// lineOperands are the numbers of operands of the standard opcodes.
var lineOperands = [opStandardEnd]uint8{opAdvancePC: 1, opAdvanceLine: 1, opSetFile: 1, opSetColumn: 1, opFixedAdvancePC: 1, opSetISA: 1}

// lineTable reads the contents of .debug_line. Package debug/dwarf does not bound
// what it allocates for a table that says wrong sizes.
type lineTable struct {
	order   binary.ByteOrder
	data    []byte            // of the unit that is read
	pos     int               // in data
	start   int               // of data in the section
	strings map[string][]byte // contents of other sections, by name
	err     error             // the first one; nothing is read after it

	all         [][]lineRow // sequences
	rows, names int
}

// at is the byte of the section that is read next.
func (t *lineTable) at() int { return t.start + t.pos }

func (t *lineTable) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// sequences reads all units. Each sequence ascends and ends.
func (t *lineTable) sequences() ([][]lineRow, error) {
	for rest := t.data; len(rest) > 0 && t.err == nil; {
		t.data, t.pos = rest, 0
		n, wide := t.length()
		if n > uint64(len(rest)-t.pos) {
			t.fail("a unit of %d bytes: %d are left", n, len(rest)-t.pos)
		}
		if t.err != nil {
			break
		}
		end := t.pos + int(n)
		t.data, rest = rest[:end:end], rest[end:]
		if u := t.header(wide); t.err == nil {
			u.run()
		}
		if t.err == nil {
			t.start += end
		}
	}
	return t.all, t.err
}

// take is the next n bytes, or nil at an error.
func (t *lineTable) take(n uint64) []byte {
	if t.err == nil && n > uint64(len(t.data)-t.pos) {
		t.fail("%d bytes are wanted, %d are left", n, len(t.data)-t.pos)
	}
	if t.err != nil {
		return nil
	}
	t.pos += int(n)
	return t.data[t.pos-int(n) : t.pos]
}

// number is an integer of 1, 2, 4 or 8 bytes.
func (t *lineTable) number(size uint64) uint64 {
	b := t.take(size)
	switch {
	case b == nil:
		return 0
	case size == 1:
		return uint64(b[0])
	case size == 2:
		return uint64(t.order.Uint16(b))
	case size == 4:
		return uint64(t.order.Uint32(b))
	}
	return t.order.Uint64(b)
}

// length is a size in bytes, and whether sizes and offsets have 8 bytes.
func (t *lineTable) length() (n uint64, wide bool) {
	if n = t.number(4); n == math.MaxUint32 {
		return t.number(8), true
	}
	return n, false
}

// offset is a size or an offset of a unit.
func (t *lineTable) offset(wide bool) uint64 {
	if wide {
		return t.number(8)
	}
	return t.number(4)
}

// unsigned is a LEB128 number without sign.
func (t *lineTable) unsigned() (v uint64) {
	for shift := 0; ; shift += 7 {
		b := t.number(1)
		if t.err != nil {
			return 0
		}
		if shift > 63 || shift == 63 && b&0x7f > 1 {
			t.fail("a number of more than 64 bits")
			return 0
		}
		if v |= b & 0x7f << shift; b&0x80 == 0 {
			return v
		}
	}
}

// signed is a LEB128 number with sign.
func (t *lineTable) signed() (v int64) {
	for shift := 0; ; shift += 7 {
		b := t.number(1)
		if t.err != nil {
			return 0
		}
		if shift > 63 {
			t.fail("a number of more than 64 bits")
			return 0
		}
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
}

// text is a string up to its zero byte.
func (t *lineTable) text() string {
	s, err := textAt(t.data[t.pos:], 0)
	if err != nil {
		t.fail("%v", err)
	}
	if t.err != nil {
		return ""
	}
	t.pos += len(s) + 1
	return s
}

// name counts a name: false when there are too many.
func (t *lineTable) name() bool {
	if t.names++; t.names > maxLineNames {
		t.fail("more than %d names of files and folders", maxLineNames)
	}
	return t.err == nil
}

// textAt is the string at an offset of a section.
func textAt(b []byte, off uint64) (string, error) {
	if off > uint64(len(b)) {
		return "", fmt.Errorf("a name at %#x of %#x bytes", off, len(b))
	}
	b = b[off:]
	for i, c := range b[:min(len(b), maxLineName+1)] {
		if c == 0 {
			return string(b[:i]), nil
		}
	}
	if len(b) > maxLineName {
		return "", fmt.Errorf("a name of more than %d bytes", maxLineName)
	}
	return "", errors.New("a name without an end")
}
