package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestObjects: places and bounds that variables, flags and address variables ask
// for.
func TestObjects(t *testing.T) {
	p := newProg()
	p.Vars = []native.Var{
		{Name: "bytes", Size: 3, Fixed: -1}, {Name: "pair", Size: 8, Align: 64, Fixed: -1}, {Name: "high", Size: 64, MinGRF: 100, Fixed: -1},
		{Name: "at 0", Size: 32, Fixed: 0, LiveIn: true},
	}
	p.Flags = []native.FlagVar{{Name: "P", Bits: 16, Fixed: -1}, {Name: "f0", Bits: 32, Fixed: 0}, {Name: "f1.1", Bits: 16, Fixed: 6}, {Name: "T", Bits: 16, Fixed: -1}}
	p.Addrs = []native.AddrVar{{Name: "A", Words: 5}, {Name: "B", Words: 16}}
	o, err := newObjects(p.Program, testLimits, 3)
	require.NoError(t, err)
	assert.Equal(t, []object{
		{file: fileGRF, name: "bytes", first: 0, size: 3, align: 4, fixed: -1, max: 4096},
		{file: fileGRF, name: "pair", first: 3, size: 8, align: 64, fixed: -1, max: 4096},
		{file: fileGRF, name: "high", first: 11, size: 64, align: 32, fixed: -1, min: 3200, max: 4096},
		{file: fileGRF, name: "at 0", first: 75, size: 32, align: 32, fixed: 0, max: 4096, liveIn: true},
		{file: fileFlag, name: "P", first: 107, size: 16, align: 16, fixed: -1, max: 64},
		{file: fileFlag, name: "f0", first: 123, size: 32, align: 32, fixed: 0, max: 64},
		{file: fileFlag, name: "f1.1", first: 155, size: 16, align: 16, fixed: 48, max: 64},
		{file: fileFlag, name: "T", first: 171, size: 16, align: 16, fixed: -1, max: 64, temp: true},
		{file: fileAddr, name: "A", first: 187, size: 10, align: 16, fixed: -1, max: 32},
		{file: fileAddr, name: "B", first: 197, size: 32, align: 32, fixed: -1, max: 32},
	}, o.list)
	for _, c := range []struct {
		file       file
		loc        int32
		name       string
		unit, size int32
	}{{fileGRF, 70, "GRF@64", 6, 32}, {fileFlag, 40, "flag@32", 8, 16}, {fileAddr, 31, "address@30", 1, 2}, {fileGRF, 4095, "GRF@4064", 31, 32}} {
		obj, unit, err := o.physical(c.file, c.loc)
		require.NoError(t, err)
		assert.Equal(t, []any{c.name, c.unit, c.size}, []any{o.list[obj].name, unit - o.list[obj].first, o.list[obj].size})
		again, _, err := o.physical(c.file, c.loc&^1)
		require.NoError(t, err)
		assert.Equal(t, obj, again, "a granule is one object")
	}
	for loc, file := range map[int32]file{4096: fileGRF, 64: fileFlag, 32: fileAddr, -1: fileGRF} {
		_, _, err := o.physical(file, loc)
		assert.ErrorContains(t, err, "location")
	}
	for want, v := range map[string]native.Var{
		"size 0 bytes: want 1..4096": {Size: 0}, "size 4097 bytes": {Size: 4097}, "alignment -1 bytes": {Size: 4, Align: -1}, "alignment 128 bytes": {Size: 4, Align: 128},
		"alignment 6 bytes": {Size: 4, Align: 6}, "fixed at byte 4093 with 4 bytes: the file ends at 4096": {Size: 4, Fixed: 4093},
	} {
		_, err := varObject(v, send{}, testLimits)
		assert.ErrorContains(t, err, want)
	}
	_, err = varObject(native.Var{Size: 64, Fixed: 126 * 32}, send{response: true}, testLimits)
	assert.EqualError(t, err, "response fixed at byte 4032 with 64 bytes: want none in the last register, from byte 4064 on")
	_, err = varObject(native.Var{Size: 64, Fixed: 126 * 32}, send{payload: true}, testLimits)
	assert.NoError(t, err)
	_, err = varObject(native.Var{Size: 4096, Align: 64}, send{}, testLimits)
	assert.NoError(t, err)
	for want, set := range map[string]func(p *prog){
		"flag 0 (P) has 8 bits: want 16 or 32":                func(p *prog) { p.Flags[0].Bits = 8 },
		"address variable 0 (A) has 17 words: want 1..16":     func(p *prog) { p.Addrs[0].Words = 17 },
		"address variable 0 (A) has 0 words: want 1..16":      func(p *prog) { p.Addrs[0].Words = 0 },
		"variable 0 (v): size -1 bytes: want 1..4096":         func(p *prog) { p.Vars[0].Size = -1 },
		"variable 0 (v): input without a fixed place":         func(p *prog) { p.Vars[0].LiveIn = true },
		"variable 0 (v): alignment 65 bytes: want a power of": func(p *prog) { p.Vars[0].Align = 65 },
	} {
		p := newProg()
		p.newVar("v", 4)
		p.newFlag(16)
		p.Addrs = append(p.Addrs, native.AddrVar{Name: "A", Words: 2})
		set(p)
		_, err := newObjects(p.Program, testLimits, 1)
		assert.ErrorContains(t, err, want)
	}
}

// TestNames: locations of both programs as errors show them.
func TestNames(t *testing.T) {
	l := newLocations(native.SKL, native.GRFs)
	for want, p := range map[string]int32{
		"byte 31 of r127": l.of(fileGRF, 4095), "byte 0 of r2": l.of(fileGRF, 64), "byte 3 of a0": l.of(fileAddr, 3), "byte 0 of a0": l.of(fileAddr, 0),
		"bit 0 of f0": l.of(fileFlag, 0), "bit 31 of f0": l.of(fileFlag, 31), "bit 5 of f1": l.of(fileFlag, 37),
		"byte 0 of scratch": l.of(fileScratch, 0), "byte 70 of scratch": l.of(fileScratch, 70),
	} {
		assert.Equal(t, want, l.name(p))
	}
	p := newProg()
	p.newVar("x", 8)
	p.newFlag(16)
	p.Addrs = append(p.Addrs, native.AddrVar{Name: "A", Words: 2})
	s := newSpace(p.Program, &l)
	for u, want := range map[int32]string{
		0: "byte 0 of x", 7: "byte 7 of x", 8: "bit 0 of P", 23: "bit 15 of P", 24: "byte 0 of A", 27: "byte 3 of A", 28: "byte 0 of GRF file",
		28 + 4096: "bit 0 of flag file", 28 + 4096 + 64: "byte 0 of address file", 28 + 4096 + 64 + 32: "byte 0 of r0 at the start",
	} {
		assert.Equal(t, want, s.unitName(u))
	}
}
