package container

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// rela is a relocation with an addend.
func rela(offset, info, addend uint64) []byte {
	return binary.LittleEndian.AppendUint64(rel(offset, info), addend)
}

// twoSequences is a unit of a sequence for each of two kernels: line 2, and line 4
// of the second. Relocations have to say where: at firstAddr and secondAddr.
func twoSequences() []byte {
	one := append(append(address(0), 3, 1, 1), endAt(16)...)
	return lineProgram(append(one, append(append(address(0), 3, 3, 1), endAt(16)...)...)...)
}

const (
	firstAddr  = 41
	secondAddr = firstAddr + 19
)

// twoKernels is a zebin of kernels "a" and "b" with the lines of twoSequences and a
// table of relocations of them, by symbols 1 (.text.a), 2 (.text.b, said to be in
// the lines), 3 (byte 4 of section 1) and 4 (of no section).
func twoKernels(kind uint32, relocations []byte) []byte {
	code := strings.Repeat("code", 16)
	names := "\x00.text.a\x00.text.b\x00four\x00none\x00"
	symbols := append(symbol(0, 0, 0, 0, 0), symbol(1, 1, 1, 0, 0)...)
	symbols = append(append(append(symbols, symbol(9, 1, 4, 0, 0)...), symbol(17, 1, 1, 4, 0)...), symbol(22, 1, 0xfff2, 0, 0)...)
	return elfOf(1, machineIntelGT,
		sectionOf(".text.a", code), sectionOf(".text.b", code), sectionOf(infoName, strings.ReplaceAll(someInfo, "name: k", "name: a")),
		sectionOf(lineName, string(twoSequences())),
		part{name: ".strtab", kind: 3, data: []byte(names)}, part{name: ".symtab", kind: 2, link: 5, info: 1, data: symbols},
		part{name: ".rela.debug_line", kind: kind, link: 6, info: 4, data: relocations})
}

// linesOfTwo are the lines of both kernels at their first byte.
func linesOfTwo(t *testing.T, kind uint32, relocations []byte) (a, b int, err error) {
	f, err := Open("k.bin", twoKernels(kind, relocations), native.SKL)
	require.NoError(t, err)
	for i, to := range []*int{&a, &b} {
		l, err := f.Lines(&f.Kernels[i])
		if err != nil {
			return 0, 0, err
		}
		line := l.At(0)
		*to = line.Line
	}
	return a, b, nil
}

// TestLinesOfTwoKernels: relocations say which lines are whose, without them nothing
// does.
func TestLinesOfTwoKernels(t *testing.T) {
	for _, c := range []struct {
		name        string
		kind        uint32
		relocations []byte
		a, b        int
	}{
		{"each", 4, append(rela(firstAddr, 1<<32|1, 0), rela(secondAddr, 2<<32|1, 0)...), 2, 4},
		{"the other way", 4, append(rela(firstAddr, 2<<32|1, 0), rela(secondAddr, 1<<32|1, 0)...), 4, 2},
		{"one behind the other", 4, append(rela(firstAddr, 1<<32|1, 0), rela(secondAddr, 1<<32|1, 16)...), 2, 0},
		{"in the middle", 4, append(rela(firstAddr, 3<<32|1, 0), rela(secondAddr, 2<<32|1, 0)...), 0, 4},
		{"without addends", 9, append(rel(firstAddr, 1<<32|1), rel(secondAddr, 2<<32|1)...), 2, 4},
		{"one of them", 4, rela(secondAddr, 2<<32|1, 0), 0, 4},
		{"none", 4, nil, 0, 0},
	} {
		a, b, err := linesOfTwo(t, c.kind, c.relocations)
		require.NoError(t, err, c.name)
		assert.Equal(t, [2]int{c.a, c.b}, [2]int{a, b}, c.name)
	}
}

// TestBadLineRelocations: what patches something else than a number of the table is
// refused.
func TestBadLineRelocations(t *testing.T) {
	for want, relocation := range map[string][]byte{
		"relocation of kind 7: legal are 1 and 2":                                  rela(firstAddr, 1<<32|7, 0),
		"relocation of 8 bytes at 0xffffffffffffffff: .debug_line has 0x":          rela(1<<64-1, 1<<32|1, 0),
		"relocation by symbol 9: there are 1 to 4":                                 rela(firstAddr, 9<<32|1, 0),
		"relocation by symbol 0: there are 1 to 4":                                 rela(firstAddr, 1, 0),
		`relocation by symbol "none", which the file does not define`:              rela(firstAddr, 4<<32|1, 0),
		"two sequences of lines are about the address 0x100000000":                 append(rela(firstAddr, 1<<32|1, 0), rela(secondAddr, 1<<32|1, 0)...),
		"lines up to byte 0x400010 of kernel a: it has 0x40":                       rela(firstAddr, 1<<32|1, 1<<22),
		"k.bin: byte 0x1e5: .rela.debug_line: relocation of kind 4: legal are 1 a": rela(firstAddr, 1<<32|4, 0),
	} {
		_, _, err := linesOfTwo(t, 4, relocation)
		assert.ErrorContains(t, err, want)
	}
}

// tokensWith is an OpenCL file of patch tokens of a kernel "k" with debug data.
func tokensWith(debug []byte) []byte {
	return elfOf(typeExecutable, 0, part{name: "d", kind: sectionDebug, data: debug},
		part{name: "b", kind: sectionDevice, data: tokensOf(nil, environmentOf())})
}

// debugOf is debug data of so many kernels, each behind its header.
func debugOf(kernels uint32, list ...[]byte) []byte {
	out := dwords(0x494E5443, tokenVersion, 0, 12, 9, 0, kernels)
	for _, b := range list {
		out = append(append(out, dwords(4, uint32(len(b)), 0)...), "k\x00\x00\x00"...)
		out = append(out, b...)
	}
	return out
}

// TestDebugOfTokens: the kernel opens whatever its debug data are.
func TestDebugOfTokens(t *testing.T) {
	line := sectionOf(lineName, string(lineProgram(append([]byte{3, 6, 1}, endAt(8)...)...)))
	good := elfOf(2, 182, sectionOf(elfText, "0123456789ab"), line)
	for _, c := range []struct {
		debug []byte
		line  int
		err   string
	}{
		{debugOf(1, good), 7, ""},
		{debugOf(0), 0, ""},
		{debugOf(1, []byte("none")), 0, ""},
		{debugOf(1, elfOf(2, 182, sectionOf(elfText, "0123456789ab"))), 0, ""},
		{debugOf(2, good), 0, "header of a kernel's debug data of 12 bytes: 0 are left"},
		{debugOf(1 << 31), 0, "debug data of 2147483648 kernels: legal are up to 4096"},
		{[]byte("CTNI"), 0, "header of debug data of 28 bytes: 4 are left"},
		{append(debugOf(1), dwords(1<<31, 0, 0)...), 0, "kernel name of debug data of 2147483648 bytes: 0 are left"},
		{append(debugOf(1), dwords(0, 1<<31, 0)...), 0, "debug data of a kernel of 2147483648 bytes: 0 are left"},
		{append(debugOf(1), dwords(0, 0, 1<<31)...), 0, "more debug data of a kernel of 2147483648 bytes: 0 are left"},
		{debugOf(1, []byte(elfMagic)), 0, "ELF file of debug data: "},
	} {
		f, err := Open("k.bin", tokensWith(c.debug), native.SKL)
		require.NoError(t, err, c.err)
		l, err := f.Lines(&f.Kernels[0])
		if c.err != "" {
			assert.ErrorContains(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		got := l.At(0)
		assert.Equal(t, c.line, got.Line)
	}
}

// FuzzLines reads any table of lines of two kernels, and any relocations of it: what
// it says lies in the code.
func FuzzLines(f *testing.F) {
	f.Add(twoSequences(), append(rela(firstAddr, 1<<32|1, 0), rela(secondAddr, 2<<32|1, 0)...), "name")
	f.Add(lineUnitOf(5, "", []byte("\x01\x01\x1f\x01\x00\x00\x00\x00\x01\x01\x08\x01k.cl\x00"), append([]byte{3, 6, 1}, endAt(16)...)), []byte{}, "folder\x00")
	f.Fuzz(func(t *testing.T, line, relocations []byte, strs string) {
		data := elfOf(1, machineIntelGT, sectionOf(".text.k", strings.Repeat("code", 16)), sectionOf(".text.l", "more"), sectionOf(infoName, someInfo),
			sectionOf(lineName, string(line)), sectionOf(lineStrName, strs),
			part{name: ".strtab", kind: 3, data: []byte("\x00.text.k\x00.text.l\x00")},
			part{name: ".symtab", kind: 2, link: 6, info: 1, data: append(append(symbol(0, 0, 0, 0, 0), symbol(1, 1, 1, 0, 0)...), symbol(9, 1, 2, 0, 0)...)},
			part{name: ".rela.debug_line", kind: 4, link: 7, info: 4, data: relocations})
		file, err := Open("f", data, native.SKL)
		require.NoError(t, err)
		for i := range file.Kernels {
			k := &file.Kernels[i]
			l, err := file.Lines(k)
			if err != nil && l != nil {
				t.Error("lines beside an error")
			}
			for off := -1; off < 70; off++ {
				if at := l.At(off); at.Known() && (off >= len(k.Code) || off < 0 || at.Line < 1 || at.File == "") {
					t.Errorf("%+v at %d of %d bytes", at, off, len(k.Code))
				}
			}
		}
	})
}
