package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// nopOf is an instruction of a target that does nothing.
func nopOf(tb testing.TB, t native.Target) []byte {
	b, err := native.Encode(t, &native.Inst{Op: native.OpNop})
	require.NoError(tb, err)
	return b
}

// behind is an edit that puts so many instructions before those of a kernel, all of
// which keep their order.
func behind(tb testing.TB, f *File, k *Kernel, t native.Target, n int) Edit {
	more := bytes.Repeat(nopOf(tb, t), n)
	e := Edit{Kernel: k.Name, Code: append(more, k.Code...)}
	for _, p := range f.Places(k) {
		at := p.Off + len(more)
		if p.Reloc {
			at -= native.AddressByte(p.Part)
		}
		e.Moves = append(e.Moves, Move{p.Off, p.Reloc, at})
	}
	return e
}

// calls is a zebin whose kernels share a function and have addresses in their code.
func calls(tb testing.TB) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", "calls.bin"))
	require.NoError(tb, err)
	return b
}

// TestReplaceGrows: code, symbols and relocations of every kernel move, and nothing
// else changes: neither what is read of the file nor where its sections are aligned.
func TestReplaceGrows(t *testing.T) {
	archive := []byte(arMagic + member("64.9.3.0", sample(t, "saxpy.ocloc.bin")) + member("64.9.0.9", calls(t)) + member("notes", []byte("odd")))
	for name, data := range map[string][]byte{"zebin": sample(t, "saxpy.zebin"), "tokens": sample(t, "saxpy.ocloc.bin"), "calls": calls(t), "archive": archive} {
		for _, n := range []int{1, 3, 100} {
			f, err := Open(name, data, native.SKL)
			require.NoError(t, err)
			var edits []Edit
			for i := range f.Kernels {
				edits = append(edits, behind(t, f, &f.Kernels[i], native.SKL, n))
			}
			out, dropped, err := Replace(name, data, native.SKL, edits)
			require.NoError(t, err, name)
			assert.Empty(t, dropped)
			g, err := Open(name, out, native.SKL)
			require.NoError(t, err, name)
			for i := range edits {
				assert.Equal(t, edits[i].Code, g.Kernels[i].Code, "%s %s", name, edits[i].Kernel)
				g.Kernels[i].Code = f.Kernels[i].Code
			}
			assert.Equal(t, f.Kernels, g.Kernels)
			assert.Equal(t, f.ZeInfo, g.ZeInfo)
			assert.Equal(t, f.Data, g.Data)
			shift := func(section string, at int) int {
				if strings.HasPrefix(section, textPrefix) {
					return at + 16*n
				}
				return at
			}
			for i, r := range f.Relocs {
				r.Off = shift(r.Section, r.Off)
				r.At = shift(r.In, r.At)
				assert.Equal(t, r, g.Relocs[i])
			}
			for i, s := range f.Symbols {
				if s.Offset == 0 {
					s.Size = uint64(shift(s.Section, int(s.Size)))
				} else {
					s.Offset = uint64(shift(s.Section, int(s.Offset)))
				}
				assert.Equal(t, s, g.Symbols[i], name)
			}
			for i, s := range f.Sections {
				assert.Equal(t, s.Offset%codeAlign, g.Sections[i].Offset%codeAlign, "%s %s", name, s.Name)
				if strings.HasPrefix(s.Name, textPrefix) {
					assert.Len(t, padded(edits[0].Code), (len(edits[0].Code)+63)/64*64+128)
				}
			}
			back := make([]Edit, len(edits))
			for i := range edits {
				back[i] = Edit{Kernel: edits[i].Kernel, Code: f.Kernels[i].Code}
				for _, m := range edits[i].Moves {
					at := m.At
					if m.Reloc {
						at += native.AddressByte(native.AddrWhole)
					}
					back[i].Moves = append(back[i].Moves, Move{at, m.Reloc, m.At - 16*n})
				}
			}
			again, _, err := Replace(name, out, native.SKL, back)
			require.NoError(t, err)
			h, err := Open(name, again, native.SKL)
			require.NoError(t, err)
			h.Sections, f.Sections = nil, nil // gaps between them may stay
			assert.Equal(t, f, h, "the way back")
		}
	}
}

// TestReplaceNothing: the same code gives the same file, and code of one instruction
// that changed differs there alone.
func TestReplaceNothing(t *testing.T) {
	for name, data := range map[string][]byte{"zebin": sample(t, "saxpy.zebin"), "tokens": sample(t, "saxpy.ocloc.bin"), "calls": calls(t)} {
		f, err := Open(name, data, native.SKL)
		require.NoError(t, err)
		k := &f.Kernels[0]
		out, _, err := Replace(name, data, native.SKL, []Edit{{Kernel: k.Name, Code: slices.Clone(k.Code)}})
		require.NoError(t, err)
		assert.True(t, bytes.Equal(data, out), name)
		e := behind(t, f, k, native.SKL, 0)
		e.Code = slices.Clone(k.Code)
		e.Code[5] ^= 0x20 // a register of the first instruction
		require.NotEqual(t, k.Code, e.Code)
		out, _, err = Replace(name, data, native.SKL, []Edit{e})
		require.NoError(t, err)
		require.Len(t, out, len(data))
		n := 0
		for i := range out {
			if out[i] != data[i] {
				n++
			}
		}
		assert.LessOrEqual(t, n, map[string]int{"zebin": 1, "calls": 1, "tokens": 5}[name], "%s: patch tokens have a checksum too", name)
	}
}

// TestChecksums: those of the compiler are what is computed here.
func TestChecksums(t *testing.T) {
	paths := []string{filepath.Join(corpus.Subset(), "skl", "containers", "saxpy.ocloc.bin")}
	if full, ok := corpus.Full(); ok {
		more, err := filepath.Glob(filepath.Join(full, "*", "containers", "*.ocloc.bin"))
		require.NoError(t, err)
		paths = append(paths, more...)
	}
	n := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		at := bytes.Index(data, []byte(tokenMagic))
		_, kernels, err := readTokens(path, data[at:], 0)
		require.NoError(t, err)
		for _, k := range kernels {
			b := data[at:][k.at:k.end]
			assert.Equal(t, binary.LittleEndian.Uint32(b), checksum(b[4*kernelDwords:]), "%s %s", path, k.name)
			n++
		}
	}
	require.Positive(t, n)
	assert.Equal(t, uint32(0xb077517d), checksum([]byte("abcdefg")), "a rest of three bytes, of which no kernel has one")
}

// TestReplaceRefuses: what would leave the container wrong.
func TestReplaceRefuses(t *testing.T) {
	data := calls(t)
	f, err := Open("c", data, native.SKL)
	require.NoError(t, err)
	first, second, shared := &f.Kernels[0], &f.Kernels[1], &f.Kernels[2]
	require.Equal(t, []Place{{0x80, true, native.AddrWhole, "count"}, {0x90, true, native.AddrWhole, ".str"}}, f.Places(second))
	require.Equal(t, Place{Off: 0x38, Name: "count"}, f.Places(shared)[0])
	change := func(k *Kernel, edit func(e *Edit)) Edit {
		e := behind(t, f, k, native.SKL, 1)
		edit(&e)
		return e
	}
	for want, edits := range map[string][]Edit{
		`c: no kernel "third"; it has first, second`:      {{Kernel: "third"}},
		"c: kernel first: new code for it is there twice": {{Kernel: "first", Code: first.Code}, {Kernel: "first"}},
		"c: kernel second: the instruction of the relocation of symbol .str at byte 0x90 is gone: want one with the mark //!reloc 0x90":         {change(second, func(e *Edit) { e.Moves = e.Moves[:1] })},
		"c: kernel second: relocation of symbol .str (//!reloc 0x90), at byte 0x68 of the new code: no immediate of 8 bytes begins there":       {change(second, func(e *Edit) { e.Moves[1].At = 0x60 })},
		"c: kernel Intel_Symbol_Table_Void_Program: the instruction of the symbol count at byte 0x38 is gone: want one with the mark //!symbol": {change(shared, func(e *Edit) { e.Moves = e.Moves[1:] })},
		"c: kernel Intel_Symbol_Table_Void_Program: symbol count: no instruction begins at byte 0x44 of the new code":                           {change(shared, func(e *Edit) { e.Moves[0].At = 0x44 })},
		"c: kernel first: new code: ": {{Kernel: "first", Code: first.Code[:4]}},
	} {
		_, _, err := Replace("c", data, native.SKL, edits)
		require.ErrorContains(t, err, want)
	}
	_, _, err = Replace("c", data, native.LKF, nil)
	assert.EqualError(t, err, "c: code for product family 0x12: the target is lkf")
	_, _, err = Replace("a", []byte(arMagic+member("64.9.3.0", data)), native.SKL, nil)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	swapped := behind(t, f, second, native.SKL, 0)
	swapped.Moves[0].At, swapped.Moves[1].At = swapped.Moves[1].At, swapped.Moves[0].At
	out, _, err := Replace("c", data, native.SKL, []Edit{swapped})
	require.NoError(t, err)
	g, err := Open("c", out, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Place{{0x80, true, native.AddrWhole, ".str"}, {0x90, true, native.AddrWhole, "count"}}, g.Places(&g.Kernels[1]), "the same bytes, changed places")
}

// TestReplaceTokens: symbols in code are refused where they would move, and kept where not.
func TestReplaceTokens(t *testing.T) {
	data := sample(t, "saxpy.ocloc.bin")
	at := bytes.Index(data, []byte(tokenMagic))
	tokens := data[at:]
	f, kernels, err := readTokens("t", tokens, 0)
	require.NoError(t, err)
	k := kernels[0]
	more := slices.Clone(tokens[:k.end])
	binary.LittleEndian.PutUint32(more[k.at+4*kernelPatches:], binary.LittleEndian.Uint32(more[k.at+4*kernelPatches:])+12)
	more = append(append(more, tok(tokenRelocs, 0)...), tokens[k.end:]...)
	e := behind(t, f, &f.Kernels[0], native.SKL, 1)
	_, _, err = Replace("t", more, native.SKL, []Edit{e})
	assert.EqualError(t, err, "t: kernel saxpy has patch token 54, of symbols and relocations in its code: moving its instructions")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	e.Code = slices.Clone(f.Kernels[0].Code)
	e.Code[5] ^= 0x20
	_, _, err = Replace("t", more, native.SKL, []Edit{e})
	assert.NoError(t, err)
}

// debugged is a zebin of a kernel of two instructions with a table for debuggers.
func debugged(tb testing.TB, parts ...part) []byte {
	code := bytes.Repeat(nopOf(tb, native.SKL), 2)
	list := []part{{name: ".text.k", kind: 1, data: code}, {name: infoName, kind: sectionInfo, data: []byte(someInfo)}, {name: ".debug_line", kind: 1, data: []byte("lines")}}
	return elfOf(1, machineIntelGT, append(list, parts...)...)
}

// TestReplaceDebug: tables for debuggers become empty when instructions move, and only then.
func TestReplaceDebug(t *testing.T) {
	data, nop := debugged(t), nopOf(t, native.SKL)
	for n, want := range map[int][]string{2: nil, 3: {".debug_line"}, 1: {".debug_line"}} {
		code := bytes.Repeat(nop, n)
		code[3] |= 0x40
		out, dropped, err := Replace("d", data, native.SKL, []Edit{{Kernel: "k", Code: code}})
		require.NoError(t, err)
		assert.Equal(t, want, dropped)
		f, err := Open("d", out, native.SKL)
		require.NoError(t, err)
		assert.Equal(t, code, f.Kernels[0].Code, "without a symbol, without padding")
		assert.Equal(t, len(want) == 0, f.Sections[2].Size == 5)
	}
}

// TestReplaceOdd: files whose parts share bytes, or that have what is not rewritten.
func TestReplaceOdd(t *testing.T) {
	nop := nopOf(t, native.SKL)
	edit := []Edit{{Kernel: "k", Code: bytes.Repeat(nop, 3)}}
	data := debugged(t)
	table := int(binary.LittleEndian.Uint64(data[40:]))
	with := func(at, size int, v uint64) []byte {
		b := slices.Clone(data)
		put(b, at, size, v)
		return b
	}
	segments := with(32, 8, 64) // a program header, wherever that is
	put(segments, 54, 2, 56)
	put(segments, 56, 2, 1)
	for want, bad := range map[string][]byte{
		"d: 1 program headers: a file with them is not rewritten":                        segments,
		`d: byte 0x40: sections 1 ".text.k" and 2 ".ze_info" share bytes`:                with(table+1*64+32, 8, 48),
		`d: byte 0x40: section 1 ".text.k" is empty: it has no place for code`:           with(table+1*64+32, 8, 0),
		`d: byte 0x20: section 1 ".text.k" shares bytes with a header`:                   with(table+1*64+24, 8, 32),
		`d: byte 0xc6: a symbol of 16 bytes at byte 0x28 of kernel k, which has 32`:      debugged(t, part{name: ".strtab", kind: 3, data: []byte("\x00f\x00")}, part{name: ".symtab", kind: 2, link: 4, info: 1, data: append(symbol(0, 0, 0, 0, 0), symbol(1, 0, 1, 40, 16)...)}),
		`d: kernel k: the instruction of the symbol f at byte 0x10 is gone: want one wi`: debugged(t, part{name: ".strtab", kind: 3, data: []byte("\x00f\x00")}, part{name: ".symtab", kind: 2, link: 4, info: 1, data: append(symbol(0, 0, 0, 0, 0), symbol(1, 0, 1, 16, 16)...)}),
	} {
		_, _, err := Replace("d", bad, native.SKL, edit)
		if assert.Error(t, err, want) {
			assert.Contains(t, err.Error(), want)
		}
	}
}
