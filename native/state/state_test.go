package state

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// eachLayout calls f with every structure of every target.
func eachLayout(t *testing.T, f func(t *testing.T, l *Layout)) {
	count := 0
	for target := range native.NumTargets {
		for _, l := range Structs(target) {
			count++
			t.Run(target.String()+"/"+l.Name, func(t *testing.T) { f(t, l) })
		}
	}
	assert.Equal(t, 16+16+15+15+15+5+15+15+15+10+10+10, count, "structures of ivb, hsw, bdw, skl, bxt, cnl, icl, lkf, tgl, dg2, mtl and arl")
}

// oneBit is a bit of a structure, read by itself.
func oneBit(b []byte, at int) uint64 { return uint64(b[at/8]) >> (at % 8) & 1 }

// TestRandomBits: the code of each field is its bits one by one, the bits of no field are kept, and each
// value is the same when it is set to its own text.
func TestRandomBits(t *testing.T) {
	random := rand.New(rand.NewPCG(28, 2))
	eachLayout(t, func(t *testing.T, l *Layout) {
		for range 10 {
			b := randomState(random, l)
			o, err := l.Decode(b)
			require.NoError(t, err)
			require.Equal(t, b, o.Encode())
			for _, v := range o.Fields() {
				at := 0
				for _, p := range v.field.bits {
					for i := range p.width {
						require.Equal(t, oneBit(b, p.lo+i), v.Code>>at&1, "%s bit %d", v.Name(), at)
						at++
					}
				}
				require.NoError(t, o.Set(v.Name(), v.String()))
				require.Equal(t, b, o.Encode(), v.Name())
			}
		}
	})
}

// TestRandomFields: a field that is set to what another state has there has its value, and no bit of
// another field changes.
func TestRandomFields(t *testing.T) {
	random := rand.New(rand.NewPCG(28, 3))
	eachLayout(t, func(t *testing.T, l *Layout) {
		for range 40 {
			o, err := l.Decode(randomState(random, l))
			require.NoError(t, err)
			other, err := l.Decode(randomState(random, l))
			require.NoError(t, err)
			v := o.Fields()[random.IntN(len(o.Fields()))]
			want, err := other.Field(v.Name())
			if err != nil || want.field != v.field {
				continue // it does not count there
			}
			before, theirs := o.Encode(), other.Encode()
			require.NoError(t, o.Set(v.Name(), want.String()))
			after := o.Encode()
			mine := map[int]bool{}
			for _, p := range v.field.bits {
				for i := range p.width {
					mine[p.lo+i] = true
				}
			}
			for i := range len(after) * 8 {
				from := before
				if mine[i] {
					from = theirs
				}
				if oneBit(from, i) != oneBit(after, i) {
					t.Fatalf("%s: bit %d of the structure", v.Name(), i)
				}
			}
		}
	})
}

// randomState is bytes of a structure, of a command those of the command.
func randomState(random *rand.Rand, l *Layout) []byte {
	b := make([]byte, l.Dwords*4)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	for _, r := range l.rows {
		if r.fixed {
			put(b, r.bits, r.code)
		}
		if r.length {
			put(b, r.bits, uint64(l.Dwords-2))
		}
	}
	return b
}

// TestVectors: each structure has words whose values somebody else says.
func TestVectors(t *testing.T) {
	have := map[string]bool{}
	for _, v := range append(append([]vector{}, packed...), byHand...) {
		have[v.name] = true
	}
	for i := range structures {
		assert.True(t, have[structures[i].name], structures[i].name)
	}
	assert.GreaterOrEqual(t, len(byHand), len(packed))
}

// TestConditions: which fields count follows from others, and the bits stay where they are.
func TestConditions(t *testing.T) {
	l, err := Struct(native.SKL, "RENDER_SURFACE_STATE")
	require.NoError(t, err)
	o, err := l.Decode(dwords(t, "231c0000 00000000 000100ff 00400000 "+strings.Repeat("00000000 ", 12)))
	require.NoError(t, err)
	width, err := o.Field("Width")
	require.NoError(t, err)
	assert.Equal(t, uint64(256), width.Uint())
	require.NoError(t, o.Set("SurfaceType", "SURFTYPE_BUFFER"))
	_, err = o.Field("Width")
	assert.ErrorContains(t, err, `no field of this RENDER_SURFACE_STATE is "Width": want CubeFaceEnablePositiveZ,`)
	entries, err := o.Field("NumberOfEntries")
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7f+1<<7+2<<21+1), entries.Uint(), "seven bits of width, then height and depth")
	require.Len(t, o.Findings(), 1, "the rest of the width has no row in a buffer")
	assert.Equal(t, "RENDER_SURFACE_STATE of skl: reserved 2.7 is 0x1: want 0", o.Findings()[0].Error())
	require.NoError(t, o.Set("SurfaceType", "SURFTYPE_2D"))
	width, err = o.Field("Width")
	require.NoError(t, err)
	assert.Equal(t, uint64(256), width.Uint())
}

// TestValues: numbers as Go has them.
func TestValues(t *testing.T) {
	field := func(structure, words, name string) Value {
		l, err := Struct(native.SKL, structure)
		require.NoError(t, err)
		o, err := l.Decode(dwords(t, words))
		require.NoError(t, err)
		v, err := o.Field(name)
		require.NoError(t, err)
		return v
	}
	const sampler, vfe = "00027d00 08074004 00000240 00180454", "70000007 00012435 00000001 00a70280 00000001 00020040 c0000007 87fff00f 00000000"
	bias := field("SAMPLER_STATE", sampler, "TextureLODBias")
	assert.Equal(t, -1.5, bias.Float())
	assert.Equal(t, int64(-384), bias.Int())
	assert.Equal(t, uint64(0x1e80), bias.Code)
	assert.Equal(t, 7.25, field("SAMPLER_STATE", sampler, "MaxLOD").Float())
	assert.Equal(t, uint64(0x240), field("SAMPLER_STATE", sampler, "BorderColorPointer").Uint())
	name, named := field("SAMPLER_STATE", sampler, "ShadowFunction").Enum()
	assert.Equal(t, "LESS", name)
	assert.True(t, named)
	_, named = field("SAMPLER_STATE", "0000c000 00000000 00000000 00000000", "MinModeFilter").Enum()
	assert.False(t, named)
	assert.Equal(t, int64(-8), field("MEDIA_VFE_STATE", vfe, "Scoreboard3DeltaY").Int())
	assert.Equal(t, -8.0, field("MEDIA_VFE_STATE", vfe, "Scoreboard3DeltaY").Float())
	assert.Equal(t, int64(168), field("MEDIA_VFE_STATE", vfe, "MaximumNumberOfThreads").Int())
	assert.Equal(t, 168.0, field("MEDIA_VFE_STATE", vfe, "MaximumNumberOfThreads").Float())
	red := field("SAMPLER_BORDER_COLOR_STATE", "7fc00001 00000000 00000000 00000000", "BorderColorFloatRed")
	assert.Equal(t, "0x7fc00001", red.String(), "a NaN is its bits")
	assert.Equal(t, 0.5, field("SAMPLER_BORDER_COLOR_STATE", "3f000000 00000000 00000000 00000000", "BorderColorFloatRed").Float())
}

// TestErrors: what is refused, with the place, the value and what was legal.
func TestErrors(t *testing.T) {
	decode := func(name, words string) error {
		l, err := Struct(native.SKL, name)
		require.NoError(t, err)
		_, err = l.Decode(dwords(t, words))
		return err
	}
	for _, c := range []struct{ name, words, want string }{
		{"SAMPLER_STATE", "0 0 0", "SAMPLER_STATE of skl: 12 bytes: want 16"},
		{"SAMPLER_STATE", "0 0 0 0 0", "SAMPLER_STATE of skl: 20 bytes: want 16"},
		{"MEDIA_STATE_FLUSH", "70030000 0", "MEDIA_STATE_FLUSH of skl: 0.23:16 SubOpcode is 3: want 4"},
		{"MEDIA_STATE_FLUSH", "70040001 0", "MEDIA_STATE_FLUSH of skl: 0.15:0 DWordLength is 1: want 0 for 2 dwords"},
		{"MEDIA_OBJECT", "71000003 0 0 0 0", "MEDIA_OBJECT of skl: 20 bytes: want 24 or more, whole dwords"},
		{"MEDIA_OBJECT", "71000004 0 0 0 0 0 0", "MEDIA_OBJECT of skl: 0.15:0 DWordLength is 4: want 5 for 7 dwords"},
		{"MEDIA_OBJECT", "7100ffff 0 0 0 0 0 0", "MEDIA_OBJECT of skl: 0.15:0 DWordLength is 65535: want 5 for 7 dwords"},
	} {
		err := decode(c.name, c.words)
		assert.EqualError(t, err, c.want)
		var e *Error
		assert.ErrorAs(t, err, &e)
		assert.NotErrorIs(t, err, errors.ErrUnsupported)
	}
	l, err := Struct(native.SKL, "MEDIA_OBJECT")
	require.NoError(t, err)
	_, err = l.Decode(make([]byte, 25))
	assert.EqualError(t, err, "MEDIA_OBJECT of skl: 25 bytes: want 24 or more, whole dwords")
	_, err = Struct(native.SKL, "SAMPLER")
	assert.ErrorContains(t, err, `no structure of skl is "SAMPLER": want RENDER_SURFACE_STATE, SAMPLER_STATE,`)
	_, err = Struct(native.IVB, "MEDIA_OBJECT_GRPID")
	assert.ErrorContains(t, err, `no structure of ivb is "MEDIA_OBJECT_GRPID": want`)
	for name, class := range map[string]string{"GPGPU_WALKER": "commands", "L3CNTLREG": "registers"} {
		_, err = Struct(native.CNL, name)
		assert.EqualError(t, err, class+" of cnl are not described in specs/eu/state.md")
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}
	_, err = Struct(native.CNL, "SAMPLER")
	assert.EqualError(t, err, `no structure of cnl is "SAMPLER": want RENDER_SURFACE_STATE, SAMPLER_STATE, SAMPLER_BORDER_COLOR_STATE, BINDING_TABLE_STATE, INTERFACE_DESCRIPTOR_DATA`)
}

// TestSetErrors: values that a field does not hold.
func TestSetErrors(t *testing.T) {
	for _, c := range []struct{ structure, name, value, want string }{
		{"SAMPLER_STATE", "MaxLOD", "16", `1.19:8 MaxLOD is "16": want 0 to 15.99609375 in steps of 0.00390625`},
		{"SAMPLER_STATE", "MaxLOD", "0.001", `MaxLOD is "0.001": want`},
		{"SAMPLER_STATE", "MaxLOD", "-1", `MaxLOD is "-1": want`},
		{"SAMPLER_STATE", "MaxLOD", "x", `MaxLOD is "x": want`},
		{"SAMPLER_STATE", "MaxLOD", "NaN", `MaxLOD is "NaN": want`},
		{"SAMPLER_STATE", "MaxLOD", "Inf", `MaxLOD is "Inf": want`},
		{"SAMPLER_STATE", "TextureLODBias", "16", `0.13:1 TextureLODBias is "16": want -16 to 15.99609375 in steps of 0.00390625`},
		{"SAMPLER_STATE", "ShadowFunction", "MORE", `1.3:1 ShadowFunction is "MORE": want a number of 3 bits, or one of ALWAYS, NEVER, LESS, EQUAL, LEQUAL, GREATER, NOTEQUAL, GEQUAL`},
		{"SAMPLER_STATE", "ShadowFunction", "8", `ShadowFunction is "8": want`},
		{"SAMPLER_STATE", "SamplerDisable", "maybe", `0.31 SamplerDisable is "maybe": want yes or no`},
		{"SAMPLER_STATE", "BorderColorPointer", "0x20", `2.23:6 BorderColorPointer is "0x20": want 0x0 to 0xffffc0 in steps of 64`},
		{"SAMPLER_STATE", "BorderColorPointer", "0x1000000", `BorderColorPointer is "0x1000000": want`},
		{"RENDER_SURFACE_STATE", "Width", "0", `2.13:0 Width is "0": want 1 to 16384`},
		{"RENDER_SURFACE_STATE", "Width", "16385", `Width is "16385": want`},
		{"RENDER_SURFACE_STATE", "SurfaceQPitch", "6", `1.14:0 SurfaceQPitch is "6": want 0 to 131068 in steps of 4`},
		{"RENDER_SURFACE_STATE", "SurfaceBaseAddress", "18446744073709551616", `8.63:0 SurfaceBaseAddress is "18446744073709551616": want 0x0 to 0xffffffffffffffff`},
		{"SAMPLER_BORDER_COLOR_STATE", "BorderColorFloatRed", "NaN", `0.31:0 BorderColorFloatRed is "NaN": want a float of 32 bits`},
		{"MEDIA_VFE_STATE", "Scoreboard0DeltaX", "8", `7.3:0 Scoreboard0DeltaX is "8": want -8 to 7`},
		{"MEDIA_VFE_STATE", "Scoreboard0DeltaX", "-9", `Scoreboard0DeltaX is "-9": want`},
		{"MEDIA_VFE_STATE", "SubOpcode", "1", `0.23:16 SubOpcode is 1: want 0`},
		{"MEDIA_VFE_STATE", "DWordLength", "8", `0.15:0 DWordLength is 8: want 7 for 9 dwords`},
		{"MEDIA_VFE_STATE", "Nothing", "8", `no field of this MEDIA_VFE_STATE is "Nothing": want DWordLength,`},
	} {
		l, err := Struct(native.SKL, c.structure)
		require.NoError(t, err)
		o := l.New()
		before := o.Encode()
		assert.ErrorContains(t, o.Set(c.name, c.value), c.want)
		assert.Equal(t, before, o.Encode(), "%s is as it was", c.name)
	}
}

// TestSetWords: what a flag and an enumeration take beside how they print, and which names a target has.
func TestSetWords(t *testing.T) {
	l, err := Struct(native.TGL, "SAMPLER_STATE")
	require.NoError(t, err)
	o := l.New()
	for _, c := range []struct {
		name, text string
		code       uint64
	}{{"SamplerDisable", "1", 1}, {"SamplerDisable", "no", 0}, {"SamplerDisable", " yes ", 1}, {"SamplerDisable", "0", 0}, {"MinModeFilter", "5", 5}, {"MaxLOD", "7.5", 0x780}, {"BorderColorPointer", "64", 1}} {
		require.NoError(t, o.Set(c.name, c.text))
		v, err := o.Field(c.name)
		require.NoError(t, err)
		assert.Equal(t, c.code, v.Code, "%s=%s", c.name, c.text)
	}
	surface, err := Struct(native.TGL, "RENDER_SURFACE_STATE")
	require.NoError(t, err)
	o = surface.New()
	assert.EqualError(t, o.Set("TileMode", "WMAJOR"), `RENDER_SURFACE_STATE of tgl: 0.13:12 TileMode is "WMAJOR": want a number of 2 bits, or one of LINEAR, XMAJOR, YMAJOR`)
	require.NoError(t, o.Set("SurfaceType", "SURFTYPE_BUFFER"))
	entries, err := o.Field("NumberOfEntries")
	require.NoError(t, err)
	assert.Equal(t, "2.6:0+2.29:16+3.31:21", entries.Bits())
	_, err = surface.Decode(make([]byte, 60))
	var size *Error
	require.ErrorAs(t, err, &size)
	assert.Equal(t, Error{"RENDER_SURFACE_STATE", native.TGL, 512, 0, "", "60 bytes", "64"}, *size)
}

// TestText: what prints of a command with data behind it.
func TestText(t *testing.T) {
	l, err := Struct(native.SKL, "MEDIA_OBJECT")
	require.NoError(t, err)
	words := "71000006 00000003 80200040 00001000 00050009 00020003 deadbeef 01234567"
	o, err := l.Decode(dwords(t, words))
	require.NoError(t, err)
	assert.Equal(t, dwords(t, "deadbeef 01234567"), o.Data())
	assert.Equal(t, dwords(t, words), o.Encode())
	assert.Empty(t, o.Findings(), "data are no reserved bits")
	assert.Equal(t, `DWordLength: 6
SubOpcode: 0
MediaCommandOpcode: 1
Pipeline: 2
CommandType: 3
InterfaceDescriptorOffset: 3
IndirectDataLength: 64
UseScoreboard: yes
ThreadSynchronization: NONE
ChildrenPresent: yes
IndirectDataStartAddress: 0x1000
ScoreboardX: 9
ScoreboardY: 5
ScoreboardMask: 3
ScoreboardColor: 2
SliceDestinationSelect: SLICE_0
SubSliceDestinationSelect: SUBSLICE_0
ForceDestination: 0
SliceDestinationSelectMSBs: 0
Data: deadbeef 01234567
`, o.String())
}

// TestFindings: reserved bits by runs, and codes without a name but zero.
func TestFindings(t *testing.T) {
	l, err := Struct(native.TGL, "SAMPLER_STATE")
	require.NoError(t, err)
	o, err := l.Decode(dwords(t, "0000c000 00000000 f1000010 02000000"))
	require.NoError(t, err)
	var got []string
	for _, f := range o.Findings() {
		got = append(got, f.Error())
	}
	assert.Equal(t, []string{
		"SAMPLER_STATE of tgl: reserved 2.4 is 0x1: want 0",
		"SAMPLER_STATE of tgl: reserved 2.24 is 0x1: want 0",
		"SAMPLER_STATE of tgl: reserved 2.31:28 is 0xf: want 0",
		"SAMPLER_STATE of tgl: reserved 3.25 is 0x1: want 0",
		"SAMPLER_STATE of tgl: 0.16:14 MinModeFilter is 3: want one of NEAREST, LINEAR, ANISOTROPIC, MONO",
	}, got)
	l, err = Struct(native.SKL, "BINDING_TABLE_STATE")
	require.NoError(t, err)
	low, err := l.Decode(dwords(t, "00000043"))
	require.NoError(t, err)
	require.Len(t, low.Findings(), 1)
	assert.Equal(t, "BINDING_TABLE_STATE of skl: reserved 0.1:0 is 0x3: want 0", low.Findings()[0].Error())
	assert.Equal(t, uint32(0xf1000010), binary.LittleEndian.Uint32(o.Encode()[8:]), "they are kept")
}

// TestFindingsGen10: what Gen11 has anew is reserved on Gen10.
func TestFindingsGen10(t *testing.T) {
	for _, c := range []struct {
		name, words string
		want        []string
	}{
		{"SAMPLER_STATE", "00000000 00000000 0000001e 01000000", []string{"2.4:1 is 0xf", "3.24 is 0x1"}},
		{"RENDER_SURFACE_STATE", "231c0000 80078000 80000000 000c0000 00000000 00000000 00008000 00000000 00000000 00000000 00000c00 00000000 00000020 00000000 00000000 00000000",
			[]string{"1.18:15 is 0xf", "1.31 is 0x1", "2.31 is 0x1", "3.19:18 is 0x3", "6.15 is 0x1", "10.11 is 0x1", "12.5 is 0x1"}},
	} {
		l, err := Struct(native.CNL, c.name)
		require.NoError(t, err)
		o, err := l.Decode(dwords(t, c.words))
		require.NoError(t, err)
		var got []string
		for _, f := range o.Findings() {
			got = append(got, f.Error())
		}
		for i := range c.want {
			c.want[i] = c.name + " of cnl: reserved " + c.want[i] + ": want 0"
		}
		assert.Equal(t, c.want, got)
	}
}

// FuzzState: no bytes crash a structure, and what decodes encodes to the same bytes and to the
// same text.
func FuzzState(f *testing.F) {
	for _, list := range [][]vector{packed, byHand} {
		for i, v := range list {
			f.Add(uint8(i), uint8(i), dwords(f, v.words))
		}
	}
	f.Fuzz(func(t *testing.T, target, structure uint8, b []byte) {
		all := Structs(native.Target(target) % native.NumTargets)
		if len(all) == 0 || len(b) > 1<<18 {
			return
		}
		l := all[int(structure)%len(all)]
		o, err := l.Decode(b)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.NotContains(t, err.Error(), "BUG")
			return
		}
		assert.Equal(t, b, o.Encode())
		again, err := l.Decode(o.Encode())
		require.NoError(t, err)
		assert.Equal(t, o.String(), again.String())
		for _, found := range o.Findings() {
			assert.NotEmpty(t, found.Error())
		}
		for _, v := range o.Fields() {
			require.NoError(t, o.Set(v.Name(), v.String()), "%s", v.Name())
		}
		assert.Equal(t, b, o.Encode())
	})
}
