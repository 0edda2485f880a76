package preempt_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/preempt"
)

// room is bxt with groups of seven threads, five of which are in flight in each subslice, and
// 4 KB of local memory.
func room(t testing.TB) *preempt.Room {
	m, err := machine.Named("bxt")
	require.NoError(t, err)
	r, err := preempt.NewRoom(m, machine.Demand{Groups: 20, Threads: 7, SLM: 4000})
	require.NoError(t, err)
	return r
}

func filled(n int, with byte) []byte { return bytes.Repeat([]byte{with}, n) }

// stopped is a launch with two groups in execution, the fourth and the eighth that a machine
// has room for.
func stopped() *dispatch.State {
	s := &dispatch.State{
		Geometry: dispatch.Geometry{Groups: [3]uint32{20, 1, 1}, Threads: 7, PayloadSize: 96, SLM: 4000, ScratchSize: 1024, Private: 3},
		Next:     9, DoneGroups: 7, DoneThreads: 49, Instructions: 12345,
		Buffers: []dispatch.BufferState{{Name: "arg0", Base: 1 << 33, Bytes: filled(100, 0xB0)}, {Name: "", Base: 5, Bytes: nil}},
	}
	for i, seat := range []int{3, 7} {
		g := dispatch.GroupState{Group: uint64(3 + 4*i), Worker: seat, Slot: 2, Left: 11, Waiting: 3, Arrived: 4, Count: 5, SLM: filled(4000, byte(0x50+i))}
		for k := range 7 {
			g.Threads = append(g.Threads, dispatch.ThreadState{Notified: k, Came: k == 1, Engine: filled(8192, byte(16*i+k)), Scratch: filled(1024, 0xC0), Private: []byte{1, 2, 3}})
		}
		g.Threads[6] = dispatch.ThreadState{Done: true, Came: true}
		s.Groups = append(s.Groups, g)
	}
	s.Groups[1].Threads[2].Engine = filled(9000, 0x77) // of an engine that needs more than 8 KB
	s.Groups[1].Threads[3].Engine = filled(5, 0x78)
	return s
}

// TestImageOfALaunch: local memory and threads are where the formula has them in memory from
// CSR_Base_Address on, 1000h in the file, and all comes back.
// seed: broxton GPGPU Context Switch, Base Address Calculation
func TestImageOfALaunch(t *testing.T) {
	file, err := room(t).Encode(stopped())
	require.NoError(t, err)
	const base, slm, b, c, d = 0x1000, 2 * 0x10000, 0x48000, 0xC000, 0x2000
	at := func(offset int) byte { return file[offset] }
	assert.Equal(t, "genvisa\n", string(file[:8]))
	assert.EqualValues(t, base, binary.LittleEndian.Uint64(file[16:]))
	assert.EqualValues(t, slm+3*b, binary.LittleEndian.Uint64(file[24:]))
	// The fourth group is the second of subslice 0: threads 7 to 13, of EUs 1 and 2. Its local
	// memory lies behind those of the groups of subslices 0 and 2 that came before.
	assert.Equal(t, []byte{0, 1, 4, 5}, []byte{
		at(base + slm + 1*c + 1*d), at(base + slm + 1*c + 2*d), at(base + slm + 1*c + 5*d), at(base + slm + 2*c),
	})
	assert.Equal(t, []byte{0, 0x50, 0x50, 0}, []byte{at(base + 0x1fff), at(base + 0x2000), at(base + 0x2000 + 3999), at(base + 0x2000 + 4000)})
	// The eighth is the third of subslice 1: threads 14 on, the second local memory of block 1.
	assert.Equal(t, []byte{16, 0x77, 0x77, 0x78, 0}, []byte{
		at(base + slm + b + 2*c + 2*d), at(base + slm + b + 2*c + 4*d), at(base + slm + b + 2*c + 5*d - 1), at(base + slm + b + 2*c + 5*d), at(base + slm + b + 2*c + 5*d + 5),
	})
	assert.Equal(t, byte(0x51), at(base+0x10000+0x2000), "the third of block 1")

	saved, err := preempt.Decode(file)
	require.NoError(t, err)
	want := stopped()
	assert.Equal(t, "bxt", saved.Machine.Name)
	saved.State.Buffers[1].Bytes = want.Buffers[1].Bytes
	assert.Equal(t, want, saved.State)
	assert.NoError(t, room(t).Fits(saved))
	other, err := machine.Named("skl-gt2")
	require.NoError(t, err)
	r, err := preempt.NewRoom(other, machine.Demand{Groups: 20, Threads: 7, SLM: 4000})
	require.NoError(t, err)
	assert.EqualError(t, r.Fits(saved), `the launch was saved on machine "bxt" (1 slices of 3 subslices of 6 EUs of 6 threads, 2 blocks of 65536 bytes of local memory in parts of 1024), `+
		`the run is on "skl-gt2" (1 slices of 3 subslices of 8 EUs of 7 threads, 3 blocks of 65536 bytes of local memory in parts of 1024)`)
}

// TestNoRoom: what has no place in an image is named.
func TestNoRoom(t *testing.T) {
	s := stopped()
	s.Groups[1].Worker = 15
	_, err := room(t).Encode(s)
	assert.EqualError(t, err, "group 7: it has seat 15 of the groups in flight: machine bxt has room for 15")
	m, err := machine.Parse("m.yaml", []byte("like: bxt\nthreads: 16\n"))
	require.NoError(t, err)
	_, err = preempt.NewRoom(m, machine.Demand{Groups: 1, Threads: 1})
	assert.ErrorContains(t, err, "a context image of 2490368 bytes, for 2 blocks of local memory and 288 threads: legal are up to 2097152")
	m, err = machine.Named("bxt")
	require.NoError(t, err)
	_, err = preempt.NewRoom(m, machine.Demand{Groups: 1, Threads: 37})
	assert.EqualError(t, err, "machine bxt: a group of 37 threads: the largest subslice has 36")
}

// TestDecodeErrors: each names the offset and the field.
func TestDecodeErrors(t *testing.T) {
	good, err := room(t).Encode(stopped())
	require.NoError(t, err)
	const first = 0x1000 + 0xf8000        // of the records
	const member = first + 40             // of the first group
	const stride = 16 + 1024 + 3          // of members
	const second = member + 6*stride + 16 // group
	end := len(good)
	for _, c := range []struct {
		at   int
		v    uint32
		want string
	}{
		{0, 7, `offset 0x0: Page Magic: "\a\x00\x00\x00isa\n": want "genvisa\n"`},
		{8, 1, "offset 0x8: Page Version: 1: want 2 to 2"},
		{16, 0x2000, "offset 0x10: Page Base: 8192: want 4096 to 4096"},
		{24, 1, "offset 0x18: Page Image: 1: want 1015808 to 1015808"},
		{32, 0, "offset 0x20: Page Slices: 0: want 1 to 256"},
		{36, 257, "offset 0x24: Page Subslices: 257: want 1 to 256"},
		{40, 7, "offset 0x18: Page Image: 1015808: want 1163264 to 1163264"},
		{48, 1 << 31, "offset 0x30: Page Blocks: 2147483648: want 1 to 256"},
		{192, 513, "offset 0xc0: Page Stopped: 513: want 0 to 512"},
		{148, 1 << 20, "offset 0x94: Page Local: 1048576: want 0 to 131072, the blocks of local memory"},
		{152, 1 << 30, "offset 0xf9038: Group 0 Member 0 scratch memory: 13532 bytes are left: want 1073741824"},
		{first + 8, 1000, "offset 0xf9008: Group 0 Seat: 1000: want 0 to 512"},
		{first + 16, 1 << 31, "offset 0xf9010: Group 0 Left: 2147483648: want 0 to 2147483647"},
		{first + 36, 0x1ffff, "offset 0xf9024: Group 0 LocalAt: 131071: want 0 to 127072"},
		{second + 36, 0x2001, "offset 0xfa8ce: Group 1 LocalAt: 0x2001: another group has local memory there"},
		{member, 4, "offset 0xf9028: Group 0 Member 0 State: 4: want 0 to 3"},
		{member + 4, 1 << 31, "offset 0xf902c: Group 0 Member 0 Notified: 2147483648: want 0 to 2147483647"},
		{member + 8, 1 << 30, "offset 0xf9038: Group 0 Member 0 Bytes: 13532 bytes are left: want 1073733632"},
		{member + 12, 0x2e001, "offset 0xf9034: Group 0 Member 0 At: 0x2e001: want a multiple of 0x2000 behind 0x20000"},
		{member + 12, 0xf8000, "offset 0xf9034: Group 0 Member 0 At: 1015808: want 131072 to 1007616"},
		{member + stride + 12, 0x2e000, "offset 0xf9447: Group 0 Member 1 At: 0x2e000: another thread is there"},
		{end - 24 + 8, 99, "Buffer 1 contents: 0 bytes are left: want 99"},
		{end - 24 + 16, 1 << 16, "Buffer 1 Name: 65536: want 0 to 4096"},
		{196, 1, "end: 24 bytes too many"},
		{196, 3, "Buffer 2: 0 bytes are left: want 24"},
	} {
		bad := slices.Clone(good)
		binary.LittleEndian.PutUint32(bad[c.at:], c.v)
		_, err := preempt.Decode(bad)
		var e *preempt.Error
		require.ErrorAs(t, err, &e, c.want)
		assert.ErrorContains(t, err, c.want)
	}
	for n := range end {
		if n > 8 && n < end-100 {
			n = 8 + n*7919%(end-8)
		}
		if n%50 != 0 && n < first {
			continue
		}
		_, err := preempt.Decode(good[:n])
		require.ErrorAs(t, err, new(*preempt.Error), n)
	}
}

// FuzzDecode: a file with other words and another length is refused with a place, or its
// state is written again as it is.
func FuzzDecode(f *testing.F) {
	r := room(f)
	good, err := r.Encode(stopped())
	require.NoError(f, err)
	head, size := fixed.SavedPage.Bytes(), len(good)
	records := append(slices.Clone(good[:head]), good[head+0xf8000:]...)
	f.Add(records, 0)
	f.Add(records[:head], 3)
	f.Fuzz(func(t *testing.T, records []byte, fewer int) {
		file := slices.Clone(good)
		n := copy(file[:head], records)
		copy(file[head+0xf8000:], records[n:])
		saved, err := preempt.Decode(file[:max(0, min(size, size-fewer))])
		if err != nil {
			require.ErrorAs(t, err, new(*preempt.Error))
			return
		}
		if again, err := preempt.NewRoom(saved.Machine, machine.Demand{Groups: 1, Threads: 1}); err == nil {
			_, _ = again.Encode(saved.State)
		}
	})
}
