package abi_test

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/abi"
)

// TestLinkFill: addresses in data are added to what is there, everything else is
// as it was.
func TestLinkFill(t *testing.T) {
	relocs, err := abi.ParseReloc("k.reloc", []byte("\n.data.const+8 type 1 symbol tab = .data.global+4\r\n.text.k+48 type 2 symbol f.x = .data.const+16\n"))
	require.NoError(t, err)
	require.Len(t, relocs, 2)
	assert.Equal(t, abi.Reloc{Section: ".text.k", Off: 48, Kind: abi.RelocLow, Symbol: "f.x", In: ".data.const", At: 16, File: "k.reloc", Line: 3}, relocs[1])
	data := make([]byte, 24)
	data[0], data[8], data[23] = 7, 0x10, 9
	l := &abi.Link{Sections: []abi.Section{{Name: ".data.const", Bytes: data}, {Name: ".data.global", Bytes: make([]byte, 4)}}, Relocs: relocs}
	require.NoError(t, l.Check())
	symbols := l.Symbols(map[string]uint64{".data.const": 0x1000, ".data.global": 0x2000})
	assert.Equal(t, map[string]uint64{"tab": 0x2004, "f.x": 0x1010}, symbols)
	got := make([]byte, 24)
	l.Fill(got, &l.Sections[0], symbols)
	assert.Equal(t, uint64(0x2014), binary.LittleEndian.Uint64(got[8:]))
	assert.Equal(t, []byte{7, 9}, []byte{got[0], got[23]})
	assert.Len(t, l.Of(".text.k"), 1)
}

// TestReached: code is reached through code and data, in the order of the sections;
// what nothing points to is not.
func TestReached(t *testing.T) {
	l := &abi.Link{Code: []abi.Section{{Name: ".text.f"}, {Name: ".text.k"}, {Name: ".text.other"}, {Name: ".text.a"}}, Relocs: []abi.Reloc{
		{Section: ".text.k", In: ".data.const"}, {Section: ".data.const", In: ".text.a"}, {Section: ".text.a", In: ".text.f"},
		{Section: ".text.a", In: ".text.k"}, {Section: ".text.other", In: ".text.k"},
	}}
	var names []string
	for _, s := range l.Reached(".text.k") {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{".text.f", ".text.a"}, names)
	assert.Empty(t, l.Reached(".text.none"))
}

// FuzzReloc: any text is a list or an error with its line, and what Check takes
// can be filled in.
func FuzzReloc(f *testing.F) {
	f.Add([]byte(".text.k+48 type 1 symbol a = .data.const+0\n.data.const+8 type 1 symbol a = .data.const+0\n"))
	f.Add([]byte(".text.k+8 type 1 symbol f = .text.f+32\n.data.const+0 type 1 symbol f = .text.f+32\n"))
	f.Add([]byte(".data.const+18446744073709551615 type 1 symbol a = .data.const+0"))
	f.Fuzz(func(t *testing.T, src []byte) {
		relocs, err := abi.ParseReloc("k.reloc", src)
		var at *abi.LinkError
		if err != nil {
			require.True(t, errors.As(err, &at) && at.Line > 0, "%v", err)
			return
		}
		l := &abi.Link{Sections: []abi.Section{{Name: ".data.const", Bytes: make([]byte, 16)}}, Code: []abi.Section{{Name: ".text.f", Bytes: make([]byte, 32)}}, Relocs: relocs}
		again, err := abi.ParseReloc("k.reloc", abi.FormatReloc(relocs))
		require.NoError(t, err)
		require.Len(t, again, len(relocs))
		if l.Check() != nil {
			return
		}
		l.Fill(make([]byte, 16), &l.Sections[0], l.Symbols(map[string]uint64{".data.const": 1 << 32, ".text.f": 64}))
		require.LessOrEqual(t, len(l.Reached(".text.k")), 1)
	})
}
