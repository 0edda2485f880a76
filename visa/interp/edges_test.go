package interp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestOddPlaces: elements at bytes that are no multiple of their size, and a null destination.
func TestOddPlaces(t *testing.T) {
	m := newMachine()
	for i := range m.in {
		m.in[i] = 0x03020100 + 0x04040404*uint32(i)
	}
	text := strings.Replace(decls, ".decl TMP ", ".decl ODD v_type=G type=ud num_elts=16 align=byte alias=<IN, 2>\n.decl ODDQ v_type=G type=uq num_elts=8 align=byte alias=<IN, 2>\n"+
		".decl ODDOUT v_type=G type=ud num_elts=8 align=byte alias=<OUT, 65>\n.decl ODDOUTQ v_type=G type=uq num_elts=4 align=byte alias=<OUT, 98>\n.decl TMP ", 1) +
		lines(fill, "mov (M1, 8) OUT(0,0)<1> ODD(0,0)<1;1,0>", "mov (M1, 4) OUTUQ(1,0)<1> ODDQ(0,0)<1;1,0>", "mov (M1, 4) ODDOUT(0,0)<1> IN(0,0)<1;1,0>", "mov (M1, 2) ODDOUTQ(0,0)<1> INQ(0,0)<1;1,0>",
			"mov (M1, 8) %null(0,0)<1> IN(0,0)<1;1,0>") + finish
	got, err := m.tryText(t, text)
	require.NoError(t, err)
	assert.Equal(t, []uint32{0x05040302, 0x09080706, 0x0D0C0B0A, 0x11100F0E, 0x15141312, 0x19181716, 0x1D1C1B1A, 0x21201F1E,
		0x05040302, 0x09080706, 0x0D0C0B0A, 0x11100F0E, 0x15141312, 0x19181716, 0x1D1C1B1A, 0x21201F1E,
		0x02010063, 0x06050403, 0x0A090807, 0x0E0D0C0B, 0x0000000F, 99, 99, 99, 0x01000063, 0x05040302, 0x09080706, 0x0D0C0B0A, 0x00000F0E, 99, 99, 99}, got)
}

// TestInputs: variables get their bytes of the payload, surfaces and samplers their numbers.
func TestInputs(t *testing.T) {
	text := strings.Replace(decls, ".input IN offset=32 size=128\n", ".decl S1 v_type=S num_elts=1\n.input IN offset=36 size=6\n.input T6 offset=44 size=4\n.input S1 offset=48 size=4\n", 1)
	k, err := asm.Parse("k.visaasm", []byte(text+lines("mov (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0>", "movs (M1_NM, 1) OUT(0,4)<1> T6(0)", "movs (M1_NM, 1) OUT(0,5)<1> S1(0)")+finish))
	require.NoError(t, err)
	p, err := interp.New(k)
	require.NoError(t, err)
	assert.Equal(t, 52, p.PayloadSize())
	memory := mem.New()
	out := memory.Alloc("out", 128)
	memory.Bind(0, out)
	w := p.NewWorker(1)
	payload := make([]byte, 52)
	for i := range payload {
		payload[i] = byte(i)
	}
	w.Start(0, &dispatch.Thread{Payload: payload, Mask: 0xFF, Mem: memory})
	_, err = w.Resume(0, 99)
	require.NoError(t, err)
	assert.Equal(t, []byte{36, 37, 38, 39, 40, 41, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 44, 45, 46, 47, 48, 49, 50, 51, 0}, out.Bytes()[:25])

	input := func(change func(*visa.Input)) error {
		k, err := asm.Parse("k.visaasm", []byte(text+finish))
		require.NoError(t, err)
		change(&k.Inputs[0])
		_, err = interp.New(k)
		return err
	}
	for want, change := range map[string]func(*visa.Input){
		".input: variable index -1: there are 54":        func(in *visa.Input) { in.Var = -1 },
		".input: variable index 54: there are 54":        func(in *visa.Input) { in.Var = 54 },
		".input: variable index 7: there are 7":          func(in *visa.Input) { in.Kind, in.Var = visa.SurfaceVar, 7 },
		".input: variable index 1: there are 1":          func(in *visa.Input) { in.Kind, in.Var = visa.SamplerVar, 1 },
		".input: offset -1 size 6":                       func(in *visa.Input) { in.Offset = -1 },
		".input: offset 36 size -1":                      func(in *visa.Input) { in.Size = -1 },
		".input: variable %null has no storage":          func(in *visa.Input) { in.Var = visa.VarNull },
		".input: 129 bytes into IN: it has room for 128": func(in *visa.Input) { in.Size = 129 },
		"the predefined variables, surfaces and pred":    nil,
		"": func(in *visa.Input) { in.Size = 128 },
		".input: 4096 bytes into OUTD: it has room for 128": func(in *visa.Input) { in.Var, in.Size = visa.FirstUserVar+12, 4096 },
	} {
		if change == nil {
			_, err := interp.New(&visa.Kernel{})
			assert.ErrorContains(t, err, want)
			continue
		}
		err := input(change)
		if want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
}

// TestDeclarationsThatCannotBe: tables of kernels that were not read from text.
func TestDeclarationsThatCannotBe(t *testing.T) {
	const x = visa.FirstUserVar
	for _, c := range []struct {
		change func(k *visa.Kernel)
		want   string
	}{
		{func(k *visa.Kernel) { k.Vars[x].Elems = -1 }, "IN has -1 elements of type ud, alignment"},
		{func(k *visa.Kernel) { k.Vars[x].Align = visa.NumAligns }, "IN has 32 elements of type ud, alignment"},
		{func(k *visa.Kernel) { k.Vars[x].Elems = 1<<18 + 1 }, "IN has 262145 elements"},
		{func(k *visa.Kernel) { k.Vars[x+1].Alias = 999 }, "IND is an alias of variable 999 at byte 0"},
		{func(k *visa.Kernel) { k.Vars[x+1].Alias = x + 1 }, "IND is an alias of variable 33 at byte 0"},
		{func(k *visa.Kernel) { k.Vars[x+1].AliasOff = -1 }, "IND is an alias of variable 32 at byte -1"},
		{func(k *visa.Kernel) { k.Vars[x+1].AliasOff = 1<<20 + 1 }, "IND is an alias of variable 32 at byte 1048577"},
		{func(k *visa.Kernel) { k.Vars[x+1].Alias = x + 2 }, "IND is an alias of INW, a later alias"},
		{func(k *visa.Kernel) { k.Addrs[0].Elems = -1 }, "A0 has -1 elements"},
		{func(k *visa.Kernel) { k.Addrs[0].Elems = 1 << 17 }, "A0 has 131072 elements: all address, surface and sampler variables together have at most 65536"},
		{func(k *visa.Kernel) { k.Surfaces = k.Surfaces[:5] }, "the predefined variables, surfaces and predicate are missing"},
		{func(k *visa.Kernel) { k.Preds = nil }, "the predefined variables, surfaces and predicate are missing"},
		{func(k *visa.Kernel) { k.Vars = k.Vars[:x-1] }, "the predefined variables, surfaces and predicate are missing"},
		{func(k *visa.Kernel) { k.Insts = k.Insts[:1] }, "k: the kernel has no instructions"},
	} {
		k := parse(t, "")
		c.change(k)
		_, err := interp.New(k)
		var invalid *interp.InvalidError
		require.ErrorAs(t, err, &invalid, c.want)
		assert.ErrorContains(t, err, c.want)
	}
	k := parse(t, "")
	k.Addrs[0].Elems = 1<<16 - 7 // and the seven surfaces
	_, err := interp.New(k)
	assert.NoError(t, err)
	k.Addrs[0].Elems++
	_, err = interp.New(k)
	assert.Error(t, err)
	k = parse(t, lines("addr_add (M1_NM, 1) A0(0)<1> &IN 0x0:uw"))
	k.Vars[visa.FirstUserVar].Elems = 1<<14 + 1
	_, err = interp.New(k)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "65568 bytes of variables whose address is taken: an address reaches 65536")
	k.Vars[visa.FirstUserVar].Elems = 1 << 14
	_, err = interp.New(k)
	assert.NoError(t, err)
}

// imaged runs a body with image 3, 4 by 2 texels of which each is its number and 16 more, and no sampler 2.
func imaged(t *testing.T, format, body string) ([]uint32, *mem.Buffer, error) {
	t.Helper()
	k, err := asm.Parse("k.visaasm", []byte(imageDecls+lines("movs (M1_NM, 1) T6(0) 0x3:ud", "movs (M1_NM, 1) S1(0) 0x2:ud")+body+finish))
	require.NoError(t, err)
	p, err := interp.New(k)
	require.NoError(t, err)
	s, err := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat(format), Extent: [3]int{4, 2, 1}}.Complete()
	require.NoError(t, err)
	memory := mem.New()
	out, store := memory.Alloc("out", 256), memory.Alloc("image", int(s.Bytes()))
	for i := range store.Len() {
		store.SetBytes(i, []byte{byte(i/s.Format.Size() + 16*(i%s.Format.Size()))})
	}
	memory.Bind(0, out)
	memory.BindImage(3, mem.NewImage(s, store))
	memory.BindImage(4, mem.NewImage(s, store))
	memory.BindSampler(5, &mem.Sampler{})
	w := p.NewWorker(1)
	m := newMachine()
	m.mask = 0xFFFF
	w.Start(0, m.thread(memory))
	_, err = w.Resume(0, 99)
	return bytesOf(out.Bytes()[:128]), store, err
}

func bytesOf(b []byte) (out []uint32) {
	for i := 0; i < len(b); i += 4 {
		out = append(out, uint32(b[i])|uint32(b[i+1])<<8|uint32(b[i+2])<<16|uint32(b[i+3])<<24)
	}
	return out
}

// TestImageMessages: components, offsets, halves, masks and what lies outside.
func TestImageMessages(t *testing.T) {
	zero := "mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud"
	for _, c := range []struct {
		format, body string
		want         []uint32
	}{
		{"rgba8ui", lines(fill, "load_lz.GA (M1, 8) 0x0:uw T6 OUT.32 IN.0"), append(append(repeat(99, 8), 0x10, 0x11, 0x12, 0x13, 0, 0, 0, 0), 0x30, 0x31, 0x32, 0x33, 0, 0, 0, 0)},
		{"rgba8ui", lines(fill, "load_lz.R (M1, 8) 0xf10:uw T6 OUT.0 IN.0"), []uint32{0, 4, 5, 6, 7, 0, 0, 0, 99}},
		{"rgba8ui", lines(fill, "load_lz.R (M1, 8) INUW(0,2)<0;1,0> T6 OUT.0 IN.0"), []uint32{0, 1, 2, 3, 0, 0, 0, 0, 99}},
		{"rgba8ui", lines(fill, "setp (M1_NM, 32) P1 0x6:ud", "(P1) load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0"), []uint32{99, 1, 2, 99, 99}},
		{"rgba8ui", lines(fill, zero, "gather4_typed.RB (M5, 16) T6 IN.0 TMP.0 %null.0 %null.0 OUT.0"), repeat(99, 32)},
		{"rgba8ui", lines(fill, zero, "gather4_typed.RB (M3, 8) T6 IN.0 TMP.0 %null.0 %null.0 OUT.0"), append([]uint32{0, 1, 2, 3, 0, 0, 0, 0, 0x20, 0x21, 0x22, 0x23, 0, 0, 0, 0}, repeat(99, 16)...)},
		{"rgba8ui", lines(fill, "load_lz.RG (M1, 16) 0x0:uw T6 OUTHF.0 IN.0"), []uint32{1 << 16, 3<<16 | 2, 0, 0, 0, 0, 0, 0, 0x110010, 0x130012, 0, 0, 0, 0, 0, 0, 99}},
		{"rg8", lines(fill, "load_lz.RA (M1, 4) 0x0:uw T6 OUTHF.0 IN.0"), []uint32{0x1C04 << 16, 0x2206<<16 | 0x2004, 99, 99, 99, 99, 99, 99, 0x3C003C00, 0x3C003C00, 99}},
		{"rgba8ui", lines("resinfo.RG (M1, 8) T6 IN.0 OUT.0"), append([]uint32{4, 0, 0, 0, 0, 0, 0, 0}, 2, 0)},
		{"rgba8ui", lines("sampleinfo.R (M1, 8) T6 OUT.0"), repeat(1, 8)},
		{"r32ui", lines(fill, zero, "typed_atomic.add (M1, 8) T6 IN.0 TMP.0 %null.0 %null.0 IN.32 %null.0 OUT.0", "load_lz.R (M1, 8) 0x0:uw T6 OUT.32 IN.0"),
			[]uint32{0x30201000, 0x31211101, 0x32221202, 0x33231303, 0, 0, 0, 0, 0x30201008, 0x3121110A, 0x3222120C, 0x3323130E, 0, 0, 0, 0, 99}},
		{"rgba8ui", lines("media_ld.nomod (8,2) T6 0 0x4:ud 0x0:ud OUT.0"), []uint32{0x31211101, 0x32221202, 0x35251505, 0x36261606}},
		{"rgba8ui", lines("media_ld.nomod (4,1) T6 1 IN(0,4)<0;1,0> IN(0,1)<0;1,0> OUT.0"), []uint32{0x35251505}},
		{"rgba8ui", lines("media_ld.top (4,1) T6 0 0x0:ud 0x0:ud OUT.0", "media_ld.bottom (4,1) T6 0 0x0:ud 0x0:ud OUT.32"), append([]uint32{0x30201000, 0, 0, 0, 0, 0, 0, 0}, 0x34241404)},
		{"rgba8ui", lines("media_ld.top_mod (4,1) T6 0 0x0:ud 0x0:ud OUT.0", "media_ld.bottom_mod (4,1) T6 0 0x0:ud 0x0:ud OUT.32"), append([]uint32{0x30201000, 0, 0, 0, 0, 0, 0, 0}, 0x34241404)},
		{"rgba8ui", lines("media_ld.modified (8,2) T6 0 0x4:ud 0x0:ud OUT.0"), []uint32{0x31211101, 0x32221202, 0x35251505, 0x36261606}},
	} {
		got, _, err := imaged(t, c.format, c.body)
		if assert.NoError(t, err, c.body) {
			assert.Equal(t, c.want, got[:len(c.want)], c.body)
		}
	}
}

func repeat(v uint32, n int) (out []uint32) {
	for range n {
		out = append(out, v)
	}
	return out
}

func TestImageWrites(t *testing.T) {
	zero := lines("mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud")
	_, store, err := imaged(t, "rg8ui", zero+lines("scatter4_typed.RG (M1, 8) T6 IN.0 TMP.0 %null.0 %null.0 IN.32"))
	require.NoError(t, err)
	assert.Equal(t, []byte{8, 16, 9, 17, 10, 18, 11, 19, 4}, store.Bytes()[:9])
	assert.Equal(t, uint64(4), store.OutOfBounds.Load())
	_, store, err = imaged(t, "rg8ui", zero+lines("scatter4_typed.G (M1, 4) T6 IN.0 TMP.0 %null.0 %null.0 IN.32"))
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 8, 1, 9, 2, 10, 3, 11, 4, 0x14}, store.Bytes()[:10])
	_, store, err = imaged(t, "rg8ui", lines("media_st.nomod (2,2) T6 0 0x6:ud 0x0:ud IN.4", "media_st.nomod (1,1) T6 0 0x8:ud 0x0:ud IN.0"))
	require.NoError(t, err)
	assert.Equal(t, []byte{2, 0x12, 1, 0, 4, 0x14}, store.Bytes()[4:10])
	assert.Equal(t, []byte{2, 0}, store.Bytes()[14:])
	assert.Equal(t, uint64(1), store.OutOfBounds.Load())

	for body, want := range map[string]string{
		"sample_lz.R (M1, 8) 0x0:uw S1 T6 OUT.0 IN.0":                                  "sampler index 2: no sampler is bound (samplers: [5])",
		"movs (M1_NM, 1) S1(0) 0x5:ud\n  sample_lz.R (M1, 8) 0x10:uw S1 T6 OUT.0 IN.0": "texel offsets [0 1 0] and a sampler of coordinates that are not normalized",
		"load_lz.R (M1, 16) 0x0:uw T6 H.0 IN.0":                                        "16-bit results of image image of format r32ui",
		"media_ld.nomod (4,1) T6 2 0x0:ud 0x0:ud OUT.0":                                "binding table index 5: no image is bound (images: [3 4])",
	} {
		_, _, err := imaged(t, "r32ui", lines(body))
		assert.ErrorContains(t, err, want)
	}
	_, _, err = imaged(t, "r32f", zero+lines("typed_atomic.add (M1, 8) T6 IN.0 TMP.0 %null.0 %null.0 IN.32 %null.0 OUT.0"))
	assert.ErrorContains(t, err, "typed_atomic (M1, 8): atomic on image image of format r32f: want r32i or r32ui")
}

// TestSourcesUnderResponses: what a message carries was read before its response is written, also
// where the two share registers.
func TestSourcesUnderResponses(t *testing.T) {
	m := newMachine()
	for i := range 8 {
		m.group.SLM.SetBytes(4*i, []byte{byte(100 + i)})
	}
	got := m.run(t, lines("shl (M1_NM, 32) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "mov (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0>",
		"dword_atomic.add (M1, 8) %slm TMP.0 OUT.0 %null.0 OUT.4"))
	assert.Equal(t, []uint32{0, 100, 101, 102, 103, 104, 105, 106, 107, 9}, got[:10])
	assert.Equal(t, []uint32{100, 102, 104, 106, 108, 110, 112, 114, 0}, bytesOf(m.group.SLM.Bytes()[:36]))
	got = m.run(t, lines("shl (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "gather4_scaled.RG (M1, 8) %slm 0x0:ud OUT.0 OUT.4"))
	assert.Equal(t, []uint32{0, 100, 102, 104, 106, 108, 110, 112, 114}, got[:9])
}
