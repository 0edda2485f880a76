package abi

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// startKernel has 60 bytes of data that threads share and local ids of SIMD8.
func startKernel() *Kernel {
	return &Kernel{
		Name: "k", SIMD: 8, InlineData: 32, SkipIDs: 192,
		PerThread: []PayloadArg{{Type: LocalID, Size: 96}},
		Payload: []PayloadArg{
			{Type: GlobalOffset, Size: 12, Index: -1}, {Type: LocalSize, Offset: 24, Size: 12, Index: -1}, {Type: EnqueuedLocal, Offset: 36, Size: 12, Index: -1},
			{Type: LocalSize, Offset: 48, Size: 12, Index: -1},
		},
	}
}

// TestStarts: what is in registers and what in memory when a thread starts (Xe-HPG 3.1): r0 with the
// address, inline data in r1 or behind the local ids; in memory the rest of the data that
// threads share, in whole registers, then the local ids of each thread.
func TestStarts(t *testing.T) {
	launch := Launch{Dims: 2, Global: [3]uint32{20, 4, 1}, Local: [3]uint32{16, 2, 1}, Offset: [3]uint32{7, 8, 0}}
	for _, c := range []struct {
		start Start
		size  int
		entry uint32
	}{{StartFromMemory, 64, 0}, {StartBehindIDs, 160, 192}, {StartByGroup, 160, 192}} {
		launch.Start = c.start
		b, err := startKernel().NewBuilder(&launch)
		require.NoError(t, err)
		assert.Equal(t, []int{c.size, 32 + 4*96, int(c.entry)}, []int{b.PayloadSize(), b.IndirectSize(), int(b.Entry())})
		payload, data := make([]byte, c.size), make([]byte, b.IndirectSize())
		for i := range payload {
			payload[i] = 0xEE
		}
		for _, g := range []struct {
			group  [3]uint32
			thread int
			size   [3]uint32
			mask   uint32
			x, y   uint16 // of the third lane
		}{{[3]uint32{0, 1, 0}, 3, [3]uint32{16, 2, 1}, 0xFF, 10, 1}, {[3]uint32{1, 0, 0}, 0, [3]uint32{4, 2, 1}, 0xFF, 2, 0}} {
			assert.Equal(t, g.mask, b.Fill(payload, g.group, g.thread))
			b.FillIndirect(data, g.group)
			threads := uint32(4)
			if g.group[0] == 1 {
				threads = 1
			}
			assert.Equal(t, []uint32{0x80000000, g.group[0], threads<<24 | uint32(g.thread)}, []uint32{dword(payload, 0), dword(payload, 1), dword(payload, 2)})
			inline := payload[32:]
			if c.start != StartFromMemory {
				assert.Equal(t, []uint16{g.x, g.y}, []uint16{word(payload[32:], 2), word(payload[64:], 2)})
				inline = payload[128:]
			}
			assert.Equal(t, []uint32{7, 8, 0, 0, 0, 0, g.size[0], g.size[1]},
				[]uint32{dword(inline, 0), dword(inline, 1), dword(inline, 2), dword(inline, 3), dword(inline, 4), dword(inline, 5), dword(inline, 6), dword(inline, 7)})
			assert.Equal(t, []uint32{1, 16, 2, 1, g.size[0], g.size[1], 1, 0},
				[]uint32{dword(data, 0), dword(data, 1), dword(data, 2), dword(data, 3), dword(data, 4), dword(data, 5), dword(data, 6), dword(data, 7)})
			ids := data[32+96*g.thread:]
			assert.Equal(t, []uint16{g.x, g.y, 0}, []uint16{word(ids, 2), word(ids[32:], 2), word(ids[64:], 2)})
		}
	}
	launch.Start = StartInRegisters
	b, err := startKernel().NewBuilder(&launch)
	require.NoError(t, err)
	assert.Equal(t, []int{32 + 96 + 64, 0, 0}, []int{b.PayloadSize(), b.IndirectSize(), int(b.Entry())})
}

// TestStartByGroup: a dispatcher makes local ids where at most one size is no power of two; a kernel
// without them starts at its first instruction with what there is.
func TestStartByGroup(t *testing.T) {
	for local, want := range map[[3]uint32]uint32{{40, 1, 1}: 192, {8, 4, 2}: 192, {8, 3, 4}: 192, {3, 5, 1}: 0, {6, 2, 10}: 0, {1, 1, 1}: 192} {
		b, err := startKernel().NewBuilder(&Launch{Dims: 3, Global: local, Local: local, Start: StartByGroup})
		require.NoError(t, err)
		assert.Equal(t, want, b.Entry(), "%v", local)
	}
	for _, k := range []*Kernel{{Name: "k", SIMD: 16, InlineData: 32}, {Name: "k", SIMD: 16, InlineData: 32, SkipIDs: 192}} {
		b, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{1, 1, 1}, Local: [3]uint32{1, 1, 1}, Start: StartByGroup})
		require.NoError(t, err)
		assert.Equal(t, []int{64, 0, 0}, []int{b.PayloadSize(), b.IndirectSize(), int(b.Entry())})
		_, err = k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{1, 1, 1}, Local: [3]uint32{1, 1, 1}, Start: StartBehindIDs})
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
	none := startKernel()
	none.InlineData = 0 // all from memory
	b, err := none.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{8, 1, 1}, Local: [3]uint32{8, 1, 1}, Start: StartFromMemory})
	require.NoError(t, err)
	data := make([]byte, b.IndirectSize())
	b.FillIndirect(data, [3]uint32{})
	assert.Equal(t, []int{32, 64 + 96}, []int{b.PayloadSize(), len(data)})
	assert.Equal(t, []uint32{8, 1}, []uint32{dword(data, 6), dword(data, 7)})
	assert.Equal(t, uint16(7), word(data[64:], 7))
}

// TestFillNoData: the register of inline data of a kernel without any is zeros, whatever the thread before left there.
func TestFillNoData(t *testing.T) {
	k := startKernel()
	k.Payload = nil
	for start, size := range map[Start]int{StartBehindIDs: 32 + 96 + 32, StartFromMemory: 32 + 32, StartInRegisters: 32 + 96} {
		b, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{8, 1, 1}, Local: [3]uint32{8, 1, 1}, Start: start})
		require.NoError(t, err)
		want, payload := make([]byte, size), bytes.Repeat([]byte{0xEE}, size)
		require.Equal(t, size, b.PayloadSize())
		b.Fill(want, [3]uint32{}, 0)
		b.Fill(payload, [3]uint32{}, 0)
		assert.Equal(t, want, payload, "%d", start)
	}
}

// TestSkipErrors: the offset of the second entry is checked when metadata are read.
func TestSkipErrors(t *testing.T) {
	for value, want := range map[string]string{
		"-8":    "offset_to_skip_per_thread_data_load -8; legal are multiples of 8 from 0 to 65536",
		"12":    "offset_to_skip_per_thread_data_load 12; legal are multiples of 8",
		"65544": "offset_to_skip_per_thread_data_load 65544; legal are",
	} {
		_, err := ParseZeInfo("m", []byte(strings.Replace(miniInfo, "simd_size: 8", "simd_size: 8\n      offset_to_skip_per_thread_data_load: "+value, 1)))
		require.ErrorContains(t, err, want)
	}
	info, err := ParseZeInfo("m", []byte(strings.Replace(miniInfo, "simd_size: 8", "simd_size: 8\n      offset_to_skip_per_thread_data_load: 192", 1)))
	require.NoError(t, err)
	assert.Equal(t, 192, info.Kernels[0].SkipIDs)
}

// TestUnsetOffset: what a driver may put in front of the data is nothing here; other symbols of no section
// are refused as before.
func TestUnsetOffset(t *testing.T) {
	relocs := []Reloc{{Section: ".text.k", Off: 0x4C, Kind: RelocLow, Symbol: "__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0"}, {Section: ".text.k", Off: 8, Kind: RelocLow, Symbol: "other"}}
	assert.Equal(t, relocs[1:], (&Link{Relocs: relocs}).Of(".text.k"))
}
