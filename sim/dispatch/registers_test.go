package dispatch

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// TestLocate: consecutive numbers fill the slots of a unit, then units, subslices and slices.
func TestLocate(t *testing.T) {
	d := Device{Slices: 2, Subslices: 3, EUs: 8, Threads: 7}
	for id, want := range map[uint32][4]uint8{
		0: {0, 0, 0, 0}, 6: {0, 0, 0, 6}, 7: {0, 0, 1, 0}, 55: {0, 0, 7, 6}, 56: {0, 1, 0, 0}, 167: {0, 2, 7, 6}, 168: {1, 0, 0, 0}, 335: {1, 2, 7, 6}, 336: {0, 0, 0, 0},
	} {
		l := d.Locate(id)
		assert.Equal(t, want, [4]uint8{l.Slice, l.Subslice, l.EU, l.Thread}, "%d", id)
		assert.Equal(t, uint8(id), l.FFTID)
		assert.EqualValues(t, 7, l.FFID)
	}
}

// TestBegin: threads start with what the launch says of their registers, and where it says
// nothing with a place by their number.
func TestBegin(t *testing.T) {
	g := grid{groups: [3]uint32{2, 1, 1}, threads: 9}
	got := map[[2]int]Registers{}
	code := fakeEngine{func(th *Thread) (Status, error) {
		got[[2]int{int(th.Group.ID[0]), th.Index}] = th.Registers
		return Running, nil
	}}
	_, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: mem.New(), Deterministic: true, Control: 4, Begin: func(group [3]uint32, thread int, r *Registers) {
		if group[0] == 1 && thread == 2 {
			r.Exceptions, r.Place.EU = 0x2000, 5
		}
	}})
	require.NoError(t, err)
	require.Len(t, got, 18)
	assert.Equal(t, Registers{Control: 4, Place: Location{EU: 1, FFID: 7, FFTID: 8}}, got[[2]int{0, 8}])
	assert.Equal(t, Registers{Control: 4, Exceptions: 0x2000, Place: Location{EU: 5, Thread: 2, FFID: 7, FFTID: 2}}, got[[2]int{1, 2}])
}

// TestListening: a thread that waits for a notification nobody sends ends its group as a
// deadlock that says so, though it has one of the barrier.
func TestListening(t *testing.T) {
	g := grid{groups: [3]uint32{1, 1, 1}, threads: 2}
	code := fakeEngine{signal, func(th *Thread) (Status, error) {
		if th.Index == 1 {
			return Listening, nil
		}
		return Running, nil
	}}
	_, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: mem.New(), Deterministic: true})
	var dead *DeadlockError
	require.ErrorAs(t, err, &dead)
	assert.Equal(t, []int{1}, dead.Listen)
	assert.Equal(t, []int{1}, dead.Waiting)
	assert.ErrorContains(t, err, "deadlock: threads [1] wait for a notification (n0.1 or n0.2) that nobody sends; threads [1] wait in all, 1 ended")
}

// TestAside: threads of a launch that asks for it keep what r0, r1 and r2 start with; registers that the payload has not are 0.
func TestAside(t *testing.T) {
	for _, asks := range []bool{true, false} {
		var got [2]*[AsideRegisters][8]uint32
		g := words{grid{groups: [3]uint32{1, 1, 1}, threads: 2}}
		code := fakeEngine{func(th *Thread) (Status, error) {
			got[th.Index] = th.Aside
			return Done, nil
		}}
		_, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: mem.New(), Aside: asks, Deterministic: true})
		require.NoError(t, err)
		if !asks {
			assert.Equal(t, [2]*[AsideRegisters][8]uint32{}, got)
			continue
		}
		for i, a := range got {
			require.NotNil(t, a)
			assert.Equal(t, [8]uint32{0, 0, 0, 0, uint32(100 + i)}, [8]uint32{4: a[0][4]})
			assert.Equal(t, uint32(200+i), a[1][2])
			assert.Equal(t, [8]uint32{}, a[2])
		}
	}
}

// words are payloads of two registers: dword 4 of the first is 100 and the thread's number, dword 2 of the second 200 and that.
type words struct{ grid }

func (words) PayloadSize() int { return 64 }

func (words) Fill(dst []byte, _ [3]uint32, thread int) uint32 {
	clear(dst)
	dst[16], dst[32+8] = byte(100+thread), byte(200+thread)
	return 0xFF
}
