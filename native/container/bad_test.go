package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// part is a section of an ELF file that a test builds.
type part struct {
	name       string
	kind       uint32
	flags      uint64
	link, info uint32
	data       []byte
}

// elfOf builds an ELF file: header, contents, names, table of sections.
func elfOf(kind, machine uint16, parts ...part) []byte {
	var body, names, table bytes.Buffer
	le := binary.LittleEndian
	parts = append(append([]part{{}}, parts...), part{name: ".shstrtab", kind: 3})
	names.WriteByte(0)
	offsets := make([]uint32, len(parts))
	for i, p := range parts {
		offsets[i] = uint32(names.Len())
		names.WriteString(p.name + "\x00")
	}
	parts[len(parts)-1].data = names.Bytes()
	for i, p := range parts {
		at := uint64(64 + body.Len())
		body.Write(p.data)
		h := le.AppendUint32(nil, offsets[i])
		h = le.AppendUint32(h, p.kind)
		for _, v := range []uint64{p.flags, 0, at, uint64(len(p.data))} {
			h = le.AppendUint64(h, v)
		}
		h = le.AppendUint32(le.AppendUint32(h, p.link), p.info)
		h = le.AppendUint64(h, 0)
		table.Write(le.AppendUint64(h, map[uint32]uint64{2: 24, 9: 16}[p.kind]))
	}
	head := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 9)...)
	head = le.AppendUint32(le.AppendUint16(le.AppendUint16(head, kind), machine), 1)
	for _, v := range []uint64{0, 0, uint64(64 + body.Len())} {
		head = le.AppendUint64(head, v)
	}
	head = le.AppendUint32(head, 0)
	for _, v := range []int{64, 0, 0, 64, len(parts), len(parts) - 1} {
		head = le.AppendUint16(head, uint16(v))
	}
	return append(append(head, body.Bytes()...), table.Bytes()...)
}

const someInfo = "version: '1.20'\nkernels:\n  - {name: k, execution_env: {simd_size: 8}}\n"

func sectionOf(name, text string) part { return part{name: name, kind: 1, data: []byte(text)} }

func note(owner string, kind uint32, value []byte) part {
	b := make([]byte, 0, 32)
	for _, v := range []uint32{uint32(len(owner)), uint32(len(value)), kind} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = append(b, owner...)
	b = append(b, make([]byte, (4-len(owner)%4)%4)...)
	return part{name: compatName, kind: 7, data: append(b, value...)}
}

func symbol(name, info uint32, section uint16, value, size uint64) []byte {
	b := binary.LittleEndian.AppendUint32(nil, name)
	b = append(b, byte(info), 0)
	b = binary.LittleEndian.AppendUint16(b, section)
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, value), size)
}

func rel(offset, info uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, offset), info)
}

// linked is a zebin with one relocation; section 1 is the text, of 64 bytes, and
// 2 data of 16, in which the only symbol "tab" lies at byte 8.
func linked(relocation []byte) []byte {
	return elfOf(1, machineIntelGT,
		sectionOf(".text.k", strings.Repeat("x", 64)), sectionOf(".data.const", strings.Repeat("d", 16)), sectionOf(infoName, someInfo),
		part{name: ".strtab", kind: 3, data: []byte("\x00tab\x00")},
		part{name: ".symtab", kind: 2, link: 4, info: 1, data: append(symbol(0, 0, 0, 0, 0), symbol(1, 0x11, 2, 8, 8)...)},
		part{name: ".rel.text.k", kind: 9, link: 5, info: 1, data: relocation})
}

// TestZebinParts reads what no container of the repository has: data, a
// relocation, texts of vISA and functions.
func TestZebinParts(t *testing.T) {
	f, err := Open("z", linked(rel(16, 1<<32|1)), native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Data{{Name: ".data.const", Bytes: []byte(strings.Repeat("d", 16))}}, f.Data)
	assert.Equal(t, []abi.Reloc{{Section: ".text.k", Off: 16, Kind: abi.RelocAddr, Symbol: "tab", In: ".data.const", At: 8, File: "z"}}, f.Relocs)
	assert.Empty(t, f.Targets, "no note")
	assert.True(t, f.For(native.LKF))

	f, err = Open("z", linked(rel(56, 1<<32|1)), native.SKL)
	require.NoError(t, err, "the last eight bytes")
	assert.Equal(t, 56, f.Relocs[0].Off)

	debug := func(of uint32) []byte { // 24 bytes an entry, of no kind that code has
		return elfOf(1, machineIntelGT, sectionOf(".text.k", "code"), sectionOf(".debug_info", "dwarf"), sectionOf(infoName, someInfo),
			part{name: ".rela.of", kind: 4, info: of, data: make([]byte, 24)}, part{name: ".rel.debug_info", kind: 9, info: 2, data: make([]byte, 16)})
	}
	f, err = Open("z", debug(2), native.SKL)
	require.NoError(t, err)
	assert.Empty(t, f.Relocs)
	_, err = Open("z", debug(1), native.SKL)
	assert.EqualError(t, err, `z: byte 0x8f: section ".rela.of": relocations with addends`)
	assert.ErrorIs(t, err, errors.ErrUnsupported)

	two := strings.Replace(someInfo, "kernels:", "kernels:\n  - {name: j, execution_env: {simd_size: 8}}", 1)
	f, err = Open("z", elfOf(1, machineIntelGT, sectionOf(".text.j", "jj"), sectionOf(".text.k", "kk"), sectionOf(infoName, two), note("IntelGT\x00", 1, []byte{0x16, 0, 0, 0}),
		sectionOf(visaName, "of j"), sectionOf(visaName+".f", "called by j"), sectionOf(visaName, "of k")), native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []native.Target{native.BXT}, f.Targets)
	assert.Equal(t, []Kernel{
		{Name: "j", Code: []byte("jj"), VISA: []byte("of j"), Functions: [][]byte{[]byte("called by j")}}, {Name: "k", Code: []byte("kk"), VISA: []byte("of k")},
	}, f.Kernels)
}

// TestForeign: a file for a device that is no target here is read, and holds code of
// none.
func TestForeign(t *testing.T) {
	z := elfOf(1, machineIntelGT, sectionOf(".text.k", "code"), sectionOf(infoName, someInfo), note("IntelGT\x00", 1, []byte{0x77, 0, 0, 0}))
	tokens := tokensOf(nil, environmentOf())
	binary.LittleEndian.PutUint32(tokens[4*headDevice:], 99)
	for _, c := range []struct {
		data   []byte
		device string
	}{{z, "product family 0x77"}, {tokens, "device 99"}} {
		f, err := Open("z", c.data, native.SKL)
		require.NoError(t, err)
		assert.True(t, f.Foreign)
		assert.Equal(t, c.device, f.Device)
		assert.Len(t, f.Kernels, 1)
		for target := range native.NumTargets {
			assert.False(t, f.For(target), "%s", target)
		}
	}
}

// TestBadZebin: what is wrong is said with its place.
func TestBadZebin(t *testing.T) {
	text, info := sectionOf(".text.k", "code"), sectionOf(infoName, someInfo)
	for _, c := range []struct {
		want        string
		data        []byte
		unsupported bool
	}{
		{`z: begins with "zebi"; legal are "\x7fELF", "CTNI", and "!<arch>\n" around them`, []byte("zebin"), false},
		{`z: ELF type 0x7: legal are 1 and 0xff11 to 0xff13 for a zebin, 0xff04 for OpenCL`, elfOf(7, machineIntelGT), false},
		{`z: ELF type 0xff02, OpenCL without native code: want 0xff04, an executable`, elfOf(0xff02, 0), true},
		{`z: ELF machine 62: want 205, Intel graphics`, elfOf(1, 62, text, info), false},
		{`z: no section .ze_info, which describes the kernels`, elfOf(1, machineIntelGT, text), false},
		{`z: no section .text.k of a kernel that .ze_info describes`, elfOf(1, machineIntelGT, info), false},
		{`z: no section of type 0xff000005, the device binary`, elfOf(typeExecutable, 0, text), false},
		{`z:.ze_info:1:1: error: want a mapping with the keys version and kernels`, elfOf(1, machineIntelGT, text, sectionOf(infoName, "words")), false},
		{`z: byte 0x8a: note of 4294967295 and 4 bytes: 12 are left in .note.intelgt.compat`, elfOf(1, machineIntelGT, text, info, part{name: compatName, kind: 7, data: append([]byte{255, 255, 255, 255, 4, 0, 0, 0, 1, 0, 0, 0}, make([]byte, 12)...)}), false},
		{`z: byte 0x44: section 2 ".ze_info" is compressed`, elfOf(1, machineIntelGT, text, part{name: infoName, kind: 1, flags: 0x800, data: make([]byte, 24)}), true},
		{`z: section ".data.bss" has no contents in the file`, elfOf(1, machineIntelGT, text, info, part{name: ".data.bss", kind: 8, data: []byte{0}}), true},
		{`z: byte 0x44: section 2 is a second ".text.k": want one`, elfOf(1, machineIntelGT, text, sectionOf(".text.k", "other"), info), false},
		{`z: byte 0x48: section 3 is a second ".data.const": want one`, elfOf(1, machineIntelGT, text, sectionOf(".data.const", "good"), sectionOf(".data.const", "evil"), info), false},
		{`z: byte 0x8a: section 3 is a second ".ze_info": want one`, elfOf(1, machineIntelGT, text, info, info), false},
		{`z: ELF file: it ends before its header or tables do`, []byte("\x7fELF\x02\x01\x01"), false},
		{`z: byte 0x10b: relocation of 8 bytes at 0x39 of .text.k: it has 64`, linked(rel(57, 1<<32|1)), false},
		{`z: byte 0x10b: relocation of 4 bytes at 0x7fffffff of .text.k: it has 64`, linked(rel(1<<64-1, 1<<32|2)), false},
		{`z: byte 0x10b: relocation of kind 4: legal are 1 to 3`, linked(rel(0, 1<<32|4)), false},
		{`z: byte 0x113: relocation by symbol 2: there are 1 to 1`, linked(rel(0, 2<<32|1)), false},
		{`z: byte 0x113: relocation by symbol 0: there are 1 to 1`, linked(rel(0, 1)), false},
		{`z: byte 0x113: relocation by symbol "tab", which the file does not define`,
			bytes.Replace(linked(rel(0, 1<<32|1)), symbol(1, 0x11, 2, 8, 8), symbol(1, 0x11, 0xfff1, 8, 8), 1), false},
	} {
		_, err := Open("z", c.data, native.SKL)
		if assert.Error(t, err, c.want) {
			assert.Equal(t, c.want, err.Error())
			assert.Equal(t, c.unsupported, errors.Is(err, errors.ErrUnsupported), c.want)
		}
	}
	whole := sample(t, "saxpy.zebin")
	for n := 0; n < len(whole); n += 97 {
		_, err := Open("z", whole[:n], native.SKL)
		assert.Error(t, err, "the first %d bytes", n)
	}
}

// member is a file of an archive.
func member(name string, data []byte) string {
	return fmt.Sprintf("%-16s%-32s%-10d`\n%s", name+"/", "0", len(data), data)
}

// TestArchive: the member of the target is read, in archives as compilers write
// them.
func TestArchive(t *testing.T) {
	tokens := sample(t, "saxpy.ocloc.bin")
	ar := arMagic + member("pad_0", make([]byte, 8)) + member("64.99.1.9", []byte("kbl!")) + member("64.9.3.0", tokens) + member("64.9.0.9", tokens) + member("notes", []byte("x\n"))
	for target, name := range map[native.Target]string{native.SKL: "64.9.0.9", native.BXT: "64.9.3.0"} {
		f, err := Open("fat", []byte(ar), target)
		require.NoError(t, err)
		assert.Equal(t, "fat:"+name, f.Name)
		assert.Equal(t, []native.Target{target}, f.Targets, "the name says which of both")
	}
	members, err := Members("fat", []byte(ar))
	require.NoError(t, err)
	require.Len(t, members, 4)
	assert.False(t, members[0].Known())
	assert.True(t, members[1].Known())
	assert.Equal(t, native.BXT, members[1].Target())
	for _, c := range []struct{ ar, want string }{
		{ar, "fat: no member for lkf (version 11.1); it has 64.99.1.9, 64.9.3.0, 64.9.0.9, notes"},
		{arMagic, "fat: byte 0x8: an archive without members"},
		{arMagic + "short", "fat: byte 0x8: 5 bytes of a member's header: want 60"},
		{arMagic + strings.Replace(member("a", nil), "`\n", "``", 1), "fat: byte 0x42: member's header ends with \"``\": want \"`\\n\""},
		{arMagic + strings.Replace(member("a", nil), "0         `", "9         `", 1), `fat: byte 0x38: member of "9" bytes: 0 are left`},
	} {
		_, err := Open("fat", []byte(c.ar), native.LKF)
		assert.EqualError(t, err, c.want)
	}
	_, err = Open("fat", []byte(arMagic+member("64.11.1.0", []byte("CTNI"))), native.LKF)
	assert.EqualError(t, err, "fat:64.11.1.0: byte 0x44: header of the device binary of 28 bytes: 4 are left")
}

// TestUndefinedSymbol: a symbol of another program is kept for whoever uses it, and written again.
func TestUndefinedSymbol(t *testing.T) {
	f, err := Open("z", bytes.Replace(linked(rel(16, 1<<32|1)), symbol(1, 0x11, 2, 8, 8), symbol(1, 0x11, 0, 0, 8), 1), native.SKL)
	require.NoError(t, err)
	want := []abi.Reloc{{Section: ".text.k", Off: 16, Kind: abi.RelocAddr, Symbol: "tab", File: "z"}}
	assert.Equal(t, want, f.Relocs)
	out, err := Encode(f, native.SKL)
	require.NoError(t, err)
	f, err = Open("z", out, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, want, f.Relocs)
}

// TestNoKernels: programs of functions only are valid, and empty.
func TestNoKernels(t *testing.T) {
	for name, data := range map[string][]byte{
		"no metadata":  elfOf(1, machineIntelGT),
		"no kernel":    elfOf(1, machineIntelGT, sectionOf(infoName, "version: '1.49'\nkernels: []\n")),
		"patch tokens": dwords(0x494E5443, maxTokenVersion, 11, 8, 0, 0, 0),
	} {
		f, err := Open("z", data, native.SKL)
		require.NoError(t, err, name)
		assert.Empty(t, f.Kernels, name)
		assert.Empty(t, f.Info.Kernels, name)
		_, err = f.Kernel("k")
		assert.EqualError(t, err, `z: no kernel "k"; it has none`)
		out, err := Encode(f, native.SKL)
		require.NoError(t, err, name)
		f, err = Open("z", out, native.SKL)
		require.NoError(t, err, name)
		assert.Empty(t, f.Info.Kernels, name)
	}
}

// TestArchiveOfProducts: another device's code serves a target, where its own is not there.
func TestArchiveOfProducts(t *testing.T) {
	tokens := sample(t, "saxpy.ocloc.bin")
	for _, c := range []struct{ members, want string }{
		{member("64.9.1.9", tokens) + member("64.9.4.0", tokens), "fat:64.9.1.9"},
		{member("64.9.1.9", tokens) + member("64.9.0.9", tokens), "fat:64.9.0.9"},
	} {
		f, err := Open("fat", []byte(arMagic+c.members), native.SKL)
		require.NoError(t, err)
		assert.Equal(t, c.want, f.Name)
		assert.Equal(t, []native.Target{native.SKL}, f.Targets)
	}
	f, err := Open("fat", []byte(arMagic+member("64.9.4.0", tokens)), native.BXT)
	require.NoError(t, err)
	assert.Equal(t, []string{"glk"}, f.Products)
}
