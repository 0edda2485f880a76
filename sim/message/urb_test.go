package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// urbBench is a bench with entries 0x40 and 0x41 of the URB, of 256 bytes: dwords 1000, 1001 ... and 2000, 2001 ...
type urbBench struct {
	*bench
	entries [2]*mem.Buffer
}

func newURB(t *testing.T) *urbBench {
	t.Helper()
	u := &urbBench{bench: newBench(t)}
	for i := range u.entries {
		u.entries[i] = u.mem.Alloc("entry", 256)
		for k := range 64 {
			require.NoError(t, u.entries[i].Store(uint64(4*k), 4, uint64(1000*(i+1)+k)))
		}
		u.mem.BindEntry(uint16(0x40+i), u.entries[i])
	}
	u.mem.SetShared(false)
	return u
}

// send runs a message on the URB; lengths are in the descriptor.
func (u *urbBench) send(target native.Target, em uint32, desc native.Desc) error {
	src := places
	in := native.Message{SFID: native.SFIDURB, Desc: desc | header}
	if err := Resolve(&u.msg, target, &in, &src, false); err != nil {
		return err
	}
	u.port.Attach(u.mem.States(), u.slm, u.scr)
	_, err := u.execute(em)
	return err
}

// changed are the dwords of an entry that are not those of newURB.
func (u *urbBench) changed(entry int) map[int]uint32 {
	out := map[int]uint32{}
	for k := range 64 {
		if v := word32(u.entries[entry], k); v != uint32(1000*(entry+1)+k) {
			out[k] = v
		}
	}
	return out
}

// TestUrbSlots: SIMD8 writes and reads. Register r of the data is dword r of each channel's entry from the offset on, which counts
// OWords, as those of the channels do; masks are in bits 23:16.
func TestUrbSlots(t *testing.T) {
	const write, read = 7, 8
	u := newURB(t)
	u.dwords(20, 0x40, 0xABCD0041, 0x40, 0x41, 9, 9, 9, 9).dwords(21, 10, 11, 12, 13).dwords(22, 20, 21, 22, 23)
	require.NoError(t, u.send(native.SKL, 3, 3<<25|write|2<<4))
	assert.Equal(t, map[int]uint32{8: 10, 9: 20}, u.changed(0), "offset 2 is byte 32")
	assert.Equal(t, map[int]uint32{8: 11, 9: 21}, u.changed(1), "bits 31:16 of a handle do not count")

	u = newURB(t)
	u.dwords(20, 0x40, 0x41, 0x40, 0x41).dwords(21, 0, 1, 2, 3).dwords(22, 2<<16, 1<<16, 3<<16, 0xFF00FFFF).dwords(23, 10, 11, 12, 13).dwords(24, 20, 21, 22, 23)
	require.NoError(t, u.send(native.BDW, 0xF, 5<<25|write|1<<4|1<<15|1<<17))
	assert.Equal(t, map[int]uint32{5: 20, 12: 12, 13: 22}, u.changed(0))
	assert.Equal(t, map[int]uint32{8: 11}, u.changed(1))

	u.dwords(20, 0x40, 0x41, 0x40, 0x41).dwords(21, 0, 1, 2, 3).dwords(10, seq(7, 0, 24)...)
	require.NoError(t, u.send(native.TGL, 0xD, 2<<25|3<<20|read|4<<4|1<<17))
	assert.Equal(t, []uint32{1016, 7, 1024, 2028, 7, 7, 7, 7, 1017, 7, 1025, 2029, 7, 7, 7, 7, 1018, 7, 1026, 2030, 7, 7, 7, 7}, u.got(10, 24))
}

// TestUrbVertices: messages on registers and halves of registers. Interleaved data are of two entries; the mask of the header and the
// channels choose dwords.
func TestUrbVertices(t *testing.T) {
	const (
		writeHword, writeOword, readHword, readOword = 0, 1, 2, 3
	)
	type form struct {
		target                  native.Target
		offset, inter, per, one native.Desc
	}
	for _, f := range []form{{native.IVB, 1 << 3, 1 << 14, 1 << 16, 1}, {native.SKL, 1 << 4, 1 << 15, 1 << 17, 1}} {
		head := func(u *urbBench, mask uint32) {
			u.dwords(20, 0x40, 0x41, 0, 1, 2, mask<<8, 0, 0).dwords(21, seq(10, 1, 8)...).dwords(22, seq(30, 1, 8)...)
		}
		u := newURB(t)
		head(u, 0xFF)
		require.NoError(t, u.send(f.target, 0xFF, 3<<25|writeHword|f.offset|f.inter))
		assert.Equal(t, map[int]uint32{8: 10, 9: 11, 10: 12, 11: 13, 12: 30, 13: 31, 14: 32, 15: 33}, u.changed(0), "256 bits a step")
		assert.Equal(t, map[int]uint32{8: 14, 9: 15, 10: 16, 11: 17, 12: 34, 13: 35, 14: 36, 15: 37}, u.changed(1))

		u = newURB(t)
		head(u, 0x81)
		require.NoError(t, u.send(f.target, 0xFE, 3<<25|writeHword|f.offset))
		assert.Equal(t, map[int]uint32{15: 17, 23: 37}, u.changed(0), "whole registers, the channels of the mask that are enabled")
		assert.Empty(t, u.changed(1))

		u = newURB(t)
		head(u, 0xFF)
		require.NoError(t, u.send(f.target, 0x5A, 2<<25|writeOword|2*f.offset|f.inter|f.per))
		assert.Equal(t, map[int]uint32{13: 11, 15: 13}, u.changed(0), "OWords: offsets 2 and 1 are byte 48")
		assert.Equal(t, map[int]uint32{16: 14, 18: 16}, u.changed(1))

		u = newURB(t)
		head(u, 0xFF)
		require.NoError(t, u.send(f.target, 0xFF, 2<<25|writeOword))
		assert.Equal(t, map[int]uint32{0: 10, 1: 11, 2: 12, 3: 13}, u.changed(0), "the lower half")

		u = newURB(t)
		head(u, 0xFF)
		u.dwords(10, seq(7, 0, 16)...)
		require.NoError(t, u.send(f.target, 0xF7, 1<<25|1<<20|readOword|f.inter|f.per))
		assert.Equal(t, []uint32{1004, 1005, 1006, 7, 2008, 2009, 2010, 2011}, u.got(10, 8))
		require.NoError(t, u.send(f.target, 0xFF, 1<<25|2<<20|readHword|f.offset))
		assert.Equal(t, seq(1008, 1, 16), u.got(10, 16))
		require.NoError(t, u.send(f.target, 0xFF, 1<<25|readOword|f.inter), "it frees entries and reads nothing")
	}
	u := newURB(t)
	u.dwords(20, 0x40, 0x41, 0, 0, 0, 0xFF00)
	require.NoError(t, u.send(native.HSW, 0xFF, 2<<25|1<<15), "complete")
}

// TestUrbErrors: handles of no entry, accesses past its end, and what no source says.
func TestUrbErrors(t *testing.T) {
	u := newURB(t)
	u.dwords(20, 0x40, 0x42)
	err := u.send(native.SKL, 2, 2<<25|7)
	require.ErrorIs(t, err, mem.ErrNoEntry)
	assert.ErrorContains(t, err, "handle 0x42: no entry of the URB has it (entries: [0x40 0x41])")
	var at *LaneError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, 1, at.Lane)
	err = u.send(native.SKL, 1, 2<<25|7|16<<4)
	assert.ErrorContains(t, err, "message UrbWrite: bytes 256 to 259 of the entry of the URB with handle 0x40, which has 256")
	require.NoError(t, u.send(native.SKL, 1, 2<<25|7|15<<4))
	for desc, want := range map[native.Desc]string{
		2<<25 | 4:         "message UrbAtomicMov: no source gives its payload",
		2<<25 | 1<<20 | 6: "message UrbAtomicAdd: no source gives its payload",
		3<<25 | 1:         "message UrbOwordWrite of 2 registers: no source says where the second one lies",
	} {
		err := u.send(native.SKL, 1, desc)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, want)
	}
	assert.ErrorContains(t, u.send(native.SKL, 1, 10<<25|7), "UrbWrite of 9 dwords: legal are 0 to 8")
	assert.ErrorContains(t, u.send(native.SKL, 1, 1<<25|7|1<<15|1<<17), "UrbWrite of -2 dwords")
}
