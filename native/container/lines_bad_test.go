package container

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// lineProgram is a unit of version 4 with one file, "k.cl", and this program.
func lineProgram(program ...byte) []byte {
	return lineUnitOf(4, "", []byte("\x00k.cl\x00\x00\x00\x00\x00"), program)
}

// lineUnitOf builds a unit: odd overwrites what follows the header's size.
func lineUnitOf(version uint16, odd string, tables, program []byte) []byte {
	head := []byte{1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}
	if version < 4 {
		head = append(head[:1:1], head[2:]...)
	}
	copy(head, odd)
	head = append(head, tables...)
	le := binary.LittleEndian
	rest := le.AppendUint16(nil, version)
	if version >= 5 {
		rest = append(rest, 8, 0)
	}
	rest = append(append(le.AppendUint32(rest, uint32(len(head))), head...), program...)
	return append(le.AppendUint32(nil, uint32(len(rest))), rest...)
}

// address is the opcode that sets the address.
func address(v uint64) []byte { return binary.LittleEndian.AppendUint64([]byte{0, 9, 2}, v) }

// endAt advances to an address from the one before, below 128, and ends.
func endAt(n byte) []byte { return []byte{2, n, 0, 1, 1} }

// linesIn are the lines of the kernel of a zebin with this .debug_line.
func linesIn(t testing.TB, line []byte, more ...part) (*Lines, error) {
	parts := append([]part{sectionOf(".text.k", strings.Repeat("code", 16)), sectionOf(infoName, someInfo), sectionOf(lineName, string(line))}, more...)
	f, err := Open("k.bin", elfOf(1, machineIntelGT, parts...), native.SKL)
	require.NoError(t, err)
	k, err := f.Kernel("k")
	require.NoError(t, err)
	return f.Lines(k)
}

// rows lists lines by offset, 16 bytes apart, with the file of the first.
func rowsOf(l *Lines) (file string, out []int) {
	for off := 0; off < 64; off += 16 {
		line := l.At(off)
		if out = append(out, line.Line); off == 0 {
			file = line.File
		}
	}
	return file, out
}

// TestLinePrograms holds units of each version to the lines that they mean.
func TestLinePrograms(t *testing.T) {
	v5 := func(program ...byte) []byte {
		tables := "\x01\x01\x08\x01/src\x00" + "\x02\x01\x08\x02\x0b\x02" + "other.cl\x00\x00" + "k.cl\x00\x00"
		return lineUnitOf(5, "", []byte(tables), program)
	}
	program := append([]byte{3, 6, 1, 2, 16, 3, 0x7e, 1, 13 + 14*15 + 5 + 1}, endAt(16)...) // 7, 5, and from 31 on 6
	for name, c := range map[string]struct {
		unit []byte
		file string
		want []int
	}{
		"version 2":          {lineUnitOf(2, "", []byte("dir\x00\x00k.cl\x00\x01\x00\x00\x00"), program), "dir/k.cl", []int{7, 5, 6, 0}},
		"version 4":          {lineProgram(program...), "k.cl", []int{7, 5, 6, 0}},
		"version 5":          {v5(program...), "/src/k.cl", []int{7, 5, 6, 0}},
		"first file":         {v5(append([]byte{4, 0, 1}, endAt(16)...)...), "/src/other.cl", []int{1, 0, 0, 0}},
		"no line":            {lineProgram(append([]byte{1, 2, 16, 3, 0x7f, 1}, endAt(16)...)...), "k.cl", []int{1, 0, 0, 0}},
		"last row counts":    {lineProgram(append([]byte{1, 3, 4, 1, 3, 1, 1}, endAt(16)...)...), "k.cl", []int{6, 0, 0, 0}},
		"constant advance":   {lineProgram(append([]byte{1, 8, 3, 1, 1}, endAt(15)...)...), "k.cl", []int{1, 1, 0, 0}},
		"fixed advance":      {lineProgram(append([]byte{1, 9, 32, 0, 3, 1, 1}, endAt(16)...)...), "k.cl", []int{1, 1, 2, 0}},
		"two sequences":      {lineProgram(append(append(append(address(32), 3, 8, 1), endAt(16)...), append([]byte{1}, endAt(16)...)...)...), "k.cl", []int{1, 0, 9, 0}},
		"columns and others": {lineProgram(append([]byte{5, 77, 6, 7, 10, 11, 12, 3, 0, 2, 4, 9, 1}, endAt(16)...)...), "k.cl", []int{1, 0, 0, 0}},
		"a file of its own":  {lineProgram(append([]byte{0, 8, 3, 'm', '.', 'h', 0, 0, 0, 0, 4, 2, 1}, endAt(16)...)...), "m.h", []int{1, 0, 0, 0}},
		"two units":          {append(lineProgram(append([]byte{1}, endAt(16)...)...), lineProgram(append(append(address(16), 3, 2, 1), endAt(16)...)...)...), "k.cl", []int{1, 3, 0, 0}},
	} {
		l, err := linesIn(t, c.unit)
		require.NoError(t, err, name)
		file, got := rowsOf(l)
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.file, file, name)
	}
}

// TestBadLines: what is broken has no lines and says so; the container opens.
func TestBadLines(t *testing.T) {
	huge := binary.AppendUvarint(nil, math.MaxUint64)
	for want, line := range map[string][]byte{
		"a unit of 4294967280 bytes: 4 are left":                            {0xf0, 0xff, 0xff, 0xff, 4, 0, 0, 0},
		"4 bytes are wanted, 3 are left":                                    {1, 2, 3},
		"version 9: want 2 to 5":                                            lineUnitOf(9, "", nil, nil),
		"a header of 4294967295 bytes: ":                                    {8, 0, 0, 0, 4, 0, 0xff, 0xff, 0xff, 0xff, 0, 0},
		"line range 0, opcode base 13":                                      lineUnitOf(4, "\x01\x01\x01\xfb\x00", []byte("\x00\x00"), nil),
		"2 operations in an instruction: want 1":                            lineUnitOf(4, "\x01\x02", []byte("\x00\x00"), nil),
		"opcode 2 with 7 operands: want 1":                                  lineUnitOf(4, "\x01\x01\x01\xfb\x0e\x0d\x00\x07", []byte("\x00\x00"), nil),
		`file "k.cl" in folder 4 of 1`:                                      lineUnitOf(4, "", []byte("\x00k.cl\x00\x04\x00\x00\x00"), nil),
		`file name "k\x1b[2J": want printable text`:                         lineUnitOf(4, "", []byte("\x00k\x1b[2J\x00\x00\x00\x00\x00"), nil),
		"a name of more than 4096 bytes":                                    lineUnitOf(4, "", append([]byte(strings.Repeat("x", 5000)), 0, 0, 0), nil),
		"a name without an end":                                             lineUnitOf(4, "", []byte("abc"), nil),
		"more than 16384 names":                                             lineUnitOf(4, "", []byte(strings.Repeat("d\x00", 20000)+"\x00\x00"), nil),
		"18446744073709551615 entries without contents":                     lineUnitOf(5, "", append([]byte{0}, huge...), nil),
		"bytes are wanted, 0 are left":                                      lineUnitOf(5, "", append([]byte{1, 1, 0x0b}, huge...), nil),
		"an entry of form 0x99, which is not read":                          lineUnitOf(5, "", []byte{1, 1, 0x99, 1, 1}, nil),
		".debug_line_str: a name at 0x7 of 0x0 bytes":                       lineUnitOf(5, "", []byte{1, 1, 0x1f, 1, 7, 0, 0, 0}, nil),
		"line 1 of file 5: there are 1":                                     lineProgram(4, 5, 1),
		"line -4: want 0 to 2147483647":                                     lineProgram(3, 0x7b, 1),
		"a sequence of lines without an end":                                lineProgram(1),
		"lines of the address 0x4 behind those of 0x10":                     lineProgram(append(append([]byte{2, 16, 1}, address(4)...), 1)...),
		"an opcode of 99 bytes: 1 are left":                                 lineProgram(0, 99, 1),
		"an address of 3 bytes: want 4 or 8":                                lineProgram(0, 4, 2, 1, 2, 3),
		"an opcode of 2 bytes, which ends behind that":                      lineProgram(0, 2, 3, 'm', 0, 0, 0, 0),
		"a number of more than 64 bits":                                     lineProgram(2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1),
		"lines up to byte 0x41 of kernel k: it has 0x40":                    lineProgram(append([]byte{1}, endAt(65)...)...),
		"two sequences of lines are about the address 0x8":                  lineProgram(append(append([]byte{1}, endAt(16)...), append(append(address(8), 1), endAt(16)...)...)...),
		"more than 1048576 lines":                                           lineProgram([]byte(strings.Repeat(string([]byte{33}), maxLineRows+1))...),
		"k.bin: byte 0xef: .debug_line: an address of 0 bytes: want 4 or 8": lineProgram(0, 1, 2),
	} {
		l, err := linesIn(t, line)
		assert.Nil(t, l, want)
		if assert.ErrorContains(t, err, want) {
			assert.ErrorContains(t, err, "k.bin: byte 0x")
		}
	}
}
