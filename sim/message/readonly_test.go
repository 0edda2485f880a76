package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestConstantCache: its port reads what the data cache's reads, on every target.
func TestConstantCache(t *testing.T) {
	const constants, owords4, legacy, bti = 9, 3 << 8, 1 << 9, 3
	for target := range native.NumTargets {
		for what, c := range map[string]struct {
			m    native.Message
			want []uint32
		}{
			"OWords":    {native.Message{SFID: constants, Desc: 1<<25 | 2<<20 | header | owords4 | bti}, seq(108, 1, 16)},
			"unaligned": {native.Message{SFID: constants, Desc: 1<<25 | 2<<20 | header | 1<<14 | owords4 | bti}, seq(101, 1, 16)},
			"dwords":    {native.Message{SFID: constants, Desc: 2<<25 | 1<<20 | header | 3<<14 | legacy | bti}, []uint32{104, 103, 102, 109}},
		} {
			b, src := newBench(t).dwords(20, 0, 0, map[string]uint32{"OWords": 2, "unaligned": 4, "dwords": 0}[what]).dwords(21, 4, 3, 2, 9), places
			require.NoError(t, Resolve(&b.msg, target, &c.m, &src, false), "%v %s", target, what)
			b.port.Attach(b.mem.States(), b.slm, b.scr)
			_, err := b.execute(15)
			require.NoError(t, err)
			assert.Equal(t, c.want, b.got(10, len(c.want)), "%v %s", target, what)
		}
	}
}

// TestByName: what no engine does is refused by the name of the message or its receiver.
//
// seed: Lakefield vol. 2b, SFID
// seed: Broxton vol. 6 Generic Media
func TestByName(t *testing.T) {
	for why, m := range map[string]native.Message{
		"message VmeSearch: no source at hand defines its arithmetic": {SFID: native.SFIDVME, Desc: 0x0A784000},
		"message CreCheck: no source at hand defines its arithmetic":  {SFID: native.SFIDCRE, Desc: 0x0E782000},
		"message CreRefine: no source at hand defines its arithmetic": {SFID: native.SFIDCRE, Desc: 0x0E786000},
		"message PixelAtSample: the coordinates are of a triangle":    {SFID: native.SFIDPI, Desc: 0x02411010},
		"message PixelAtOffsets: the coordinates are of a triangle":   {SFID: native.SFIDPI, Desc: 0x08413000},
		"message UrbAtomicInc: no source gives its payload":           {SFID: native.SFIDURB, Desc: 0x02180005},

		"unknown to hsw (URB)":                              {SFID: native.SFIDURB, Desc: 0x0A080006},
		"unknown to hsw (video motion estimation)":          {SFID: native.SFIDVME, Desc: 0x0A780000},
		"unknown to hsw (check and refinement engine)":      {SFID: native.SFIDCRE, Desc: 0x0E780000},
		"unknown to hsw (data port, render cache)":          {SFID: native.SFIDDPRC, Desc: 0x02190000},
		"unknown to hsw (no shared function of hsw)":        {SFID: 15},
		"SamplerMediaBlockRead: bits 0x800 have no meaning": {SFID: native.SFIDDPSampler, Desc: 0x02190800},
		"slot group 3": {SFID: dc1, Desc: 0x04100000 | 5<<14 | 3<<12 | x},
	} {
		src := places
		err := Resolve(new(Message), native.HSW, &m, &src, false)
		require.ErrorIs(t, err, errors.ErrUnsupported, why)
		assert.ErrorContains(t, err, why)
	}
}

// TestRenderMedia: Haswell writes media blocks by way of the render cache too, and reads
// none there.
func TestRenderMedia(t *testing.T) {
	m, src := new(Message), places
	require.NoError(t, Resolve(m, native.HSW, &native.Message{SFID: native.SFIDDPRC, Desc: 2<<25 | header | 10<<14 | 3}, &src, false))
	assert.Equal(t, MediaWrite, m.Action)
	require.Error(t, Resolve(m, native.HSW, &native.Message{SFID: native.SFIDDPRC, Desc: 1<<25 | 1<<20 | header | 4<<14 | 3}, &src, false))
	require.Error(t, Resolve(m, native.BDW, &native.Message{SFID: native.SFIDDPRC, Desc: 2<<25 | header | 10<<14 | 3}, &src, false))
}

// TestSlotGroups: Gen7 has one bit for the lanes of a typed message, in the port of the
// render cache.
func TestSlotGroups(t *testing.T) {
	for target, forms := range map[native.Target]map[native.Message]bool{
		native.IVB: {
			{SFID: native.SFIDDPRC, Desc: 0x04100000 | 5<<14 | x}:         false,
			{SFID: native.SFIDDPRC, Desc: 0x04100000 | 5<<14 | 1<<13 | x}: true,
		},
		native.HSW: {
			{SFID: dc1, Desc: 0x04100000 | 5<<14 | 1<<12 | x}: false,
			{SFID: dc1, Desc: 0x04100000 | 5<<14 | 2<<12 | x}: true,
		},
	} {
		for form, high := range forms {
			m, src := new(Message), places
			require.NoError(t, Resolve(m, target, &form, &src, false), target)
			assert.Equal(t, TypedRead, m.Action)
			assert.Equal(t, high, m.Texture.High, "%v %#x", target, form.Desc)
			assert.EqualValues(t, 2, m.Texture.Params)
		}
	}
}
