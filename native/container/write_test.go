package container

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// TestEncode: what is written is read as it was, for zebins of the compiler and
// for what a test makes up.
func TestEncode(t *testing.T) {
	files := []*File{}
	f, err := Open("z", sample(t, "saxpy.zebin"), native.SKL)
	require.NoError(t, err)
	files = append(files, f)
	f, err = Open("z", linked(rel(16, 1<<32|1)), native.SKL)
	require.NoError(t, err)
	f.Data[0].Writable = true
	second := f.Relocs[0] // of another symbol
	second.Off, second.Symbol, second.At = 24, "other", 4
	f.Relocs = append(f.Relocs, second)
	files = append(files, f)
	if dir, ok := corpus.Full(); ok {
		for _, name := range []string{"consttable.zebin", "fnglobal.zebin", "func.zebin"} {
			files = append(files, read(t, filepath.Join(dir, "skl", "containers", name)))
		}
	}
	for _, f := range files {
		for i := range f.Kernels {
			f.Kernels[i].VISA = []byte("text " + f.Kernels[i].Name)
			f.Kernels[i].Functions = [][]byte{[]byte("called by " + f.Kernels[i].Name), []byte("called, too")}
		}
		b, err := Encode(f, native.BXT)
		require.NoError(t, err)
		g, err := Open(f.Name, b, native.BXT)
		require.NoError(t, err, f.Name)
		assert.Equal(t, []native.Target{native.BXT}, g.Targets)
		assert.Equal(t, f.Kernels, g.Kernels, f.Name)
		assert.Equal(t, f.Data, g.Data)
		assert.Equal(t, f.Relocs, g.Relocs)
		assert.Equal(t, f.ZeInfo, g.ZeInfo)
	}
	_, err = Encode(files[0], native.CNL)
	assert.EqualError(t, err, "z: a zebin for cnl, whose product number is not known here")
	files[1].Data = nil
	_, err = Encode(files[1], native.SKL)
	assert.EqualError(t, err, "z: relocation at .text.k+16 of symbol tab = .data.const+8: a section of it is not written")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestEncodeTargets: the header of a zebin is the same for every target, and its only note
// names the product.
func TestEncodeTargets(t *testing.T) {
	for target, family := range map[native.Target]byte{
		native.IVB: 0x0D, native.HSW: 0x0E, native.BDW: 0x10, native.SKL: 0x12, native.BXT: 0x16, native.ICL: 0x1A, native.LKF: 0x1B, native.TGL: 0x1D,
	} {
		f, err := Open("z", sample(t, "saxpy.zebin"), native.SKL)
		require.NoError(t, err)
		b, err := Encode(f, target)
		require.NoError(t, err)
		const head = "\x7fELF\x02\x01\x01\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" + // 64 bits, little endian
			"\x01\x00\xcd\x00\x01\x00\x00\x00" + // relocatable, for Intel graphics, version 1
			"\x00\x00\x00\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" // no entry, no program headers
		assert.Equal(t, head, string(b[:40]), target)
		const rest = "\x00\x00\x00\x00" + "\x40\x00\x00\x00\x00\x00\x40\x00" // no flags; sizes of this header and of entries
		assert.Equal(t, rest, string(b[48:60]), target)
		x, err := elf.NewFile(bytes.NewReader(b))
		require.NoError(t, err)
		note, err := x.Section(".note.intelgt.compat").Data()
		require.NoError(t, err)
		assert.Equal(t, "\x08\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00IntelGT\x00"+string(rune(family))+"\x00\x00\x00", string(note), target)
		assert.Equal(t, elf.SHT_NOTE, x.Section(".note.intelgt.compat").Type)
		g, err := Open("z", b, target)
		require.NoError(t, err)
		assert.Equal(t, []native.Target{target}, g.Targets)
	}
}

// TestEncodeProducts: the note names the product of the file that runs the target's code,
// also where the file is for several devices; a container of one stays one of it.
func TestEncodeProducts(t *testing.T) {
	for _, c := range []struct {
		products string
		target   native.Target
		family   byte
	}{
		{"", native.SKL, 0x12}, {"kbl", native.SKL, 0x13}, {"cfl whl cml", native.SKL, 0x14}, {"kbl", native.BXT, 0x16}, {"skl glk bxt", native.BXT, 0x17},
		{"byt", native.IVB, 0x0F}, {"vlv", native.IVB, 0x0F}, {"byt", native.HSW, 0x0E}, {"dg2", native.TGL, 0x1D}, {"rkl", native.TGL, 0x1E}, {"icl", native.ICL, 0x1A},
	} {
		f, err := Open("z", sample(t, "saxpy.zebin"), native.SKL)
		require.NoError(t, err)
		f.Products = strings.Fields(c.products)
		b, err := Encode(f, c.target)
		require.NoError(t, err)
		assert.Contains(t, string(b), "IntelGT\x00"+string(rune(c.family))+"\x00\x00\x00", c)
		g, err := Open("z", b, c.target)
		require.NoError(t, err)
		again, err := Encode(g, c.target)
		require.NoError(t, err)
		assert.Equal(t, b, again, c)
	}
}

// TestNoMember: an archive has nothing for a device that has no version there.
func TestNoMember(t *testing.T) {
	_, err := Open("fat", []byte(arMagic+member("64.9.4.0", sample(t, "saxpy.ocloc.bin"))), native.IVB)
	assert.EqualError(t, err, "fat: no member for ivb (of no known version); it has 64.9.4.0")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// manySymbols is a file with relocations by so many symbols.
func manySymbols(n int) *File {
	f := &File{Name: "z", Data: []Data{{Name: ".data.const", Bytes: make([]byte, 8)}}}
	for i := range n {
		f.Relocs = append(f.Relocs, abi.Reloc{Section: ".data.const", Kind: abi.RelocAddr, Symbol: fmt.Sprint(100000 + i), In: ".data.const"})
	}
	return f
}

// BenchmarkEncodeManySymbols: "x/30" is the time for 60,000 symbols divided by thirty times
// that for 2,000, the least of the rounds of each: 1 to 4, and 30 where every symbol is
// compared with every other.
func BenchmarkEncodeManySymbols(b *testing.B) {
	few, many := manySymbols(2000), manySymbols(60000)
	took := func(best time.Duration, f *File) time.Duration {
		start := time.Now()
		_, err := Encode(f, native.SKL)
		require.NoError(b, err)
		return min(best, time.Since(start))
	}
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		least[0], least[1] = took(least[0], few), took(least[1], many)
	}
	b.ReportMetric(float64(least[1])/float64(30*least[0]), "x/30")
}

// TestEncodeSymbolTwice: a name stands for one place.
func TestEncodeSymbolTwice(t *testing.T) {
	f := manySymbols(1)
	f.Relocs = append(f.Relocs, f.Relocs[0])
	_, err := Encode(f, native.SKL)
	require.NoError(t, err, "twice the same")
	f.Relocs[1].At = 4
	_, err = Encode(f, native.SKL)
	assert.EqualError(t, err, "z: relocation at .data.const+0 of symbol 100000 = .data.const+4: the symbol is .data.const+0, too")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}
