package eu

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestSaveStateRegisters: a thread that is stopped anywhere, in its system routine too, and
// goes on elsewhere has the same state; only TmEvent tells (Ivy Bridge PRM vol. 4 part 3,
// 3.3.3.12: always restored to 1).
//
// seed: Ivy Bridge EU 1.4
func TestSaveStateRegisters(t *testing.T) {
	cases, err := parseManual("saved", `# 3.3.3.8 and 3.3.3.12
cr1 0x2000
n 1 5
tdr 0x8001 2 0 0 0 0 0 0
halt 7
place 0 1 2 3 4 5 6 1
run (W) mov (1|M0) sr0.2<1>:ud 0xFF:ud {Switch}
run wait n0.2
run (W) or (1|M0) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {Switch}
run (W) mov (2|M0) r20.0<1>:ud n0.1<2;2,1>:ud
run mov (8|M0) r22.0<1>:ud 3:ud
run (W) mov (2|M0) r21.0<1>:ud tm0.0<2;2,1>:ud
run (W) mov (1|M0) r21.2<1>:ud tm0.2<0;1,0>:ud
sys (W) add (1|M0) r10.0<1>:ud r10.0<0;1,0>:ud 1:ud
sys (W) mov (1|M0) cr0.1<1>:ud 0x2000:ud {Switch}
sys (W) mov (1|M0) cr0.0<1>:ud 0x0:ud {Switch}
want r10:ud 2
`)
	require.NoError(t, err)
	c := cases[0]
	start := func() *rig {
		p, err := c.load(c.targets[0])
		require.NoError(t, err)
		r, err := c.start(p)
		require.NoError(t, err)
		return r
	}
	want := start()
	require.NoError(t, want.finish())
	require.NoError(t, c.compare(want))
	assert.Equal(t, []uint32{1, 4}, get[uint32](want, 20, 2))
	assert.Equal(t, []uint32{11, 0, 0}, get[uint32](want, 21, 3), "three of the routine twice, and five before")
	for n := range 14 {
		r := start()
		_, err := r.w.Resume(0, n)
		require.NoError(t, err)
		other := start()
		require.NoError(t, other.w.Load(0, other.env, r.w.Save(0, nil)), "after %d", n)
		require.NoError(t, other.finish())
		event := uint32(0)
		if n == 12 { // behind the read of the clock, which clears the event of earlier switches
			event = 1
		}
		assert.Equal(t, event, get[uint32](other, 21, 3)[2], "after %d", n)
		set(other, 21, get[uint32](other, 21, 2)[0], uint32(0), uint32(0))
		require.Equal(t, want.file(), other.file(), "after %d", n)
		require.Equal(t, *want.four(code.OffCR0), *other.four(code.OffCR0), "after %d", n)
		require.Equal(t, *want.words(code.OffTDR0), *other.words(code.OffTDR0))
		require.Equal(t, want.ticks, other.ticks)
	}
}

// TestTimeEvent: the first read behind a context switch sees the event, the next does not.
//
// seed: Ivy Bridge EU 3.3.3.12
func TestTimeEvent(t *testing.T) {
	cases, err := parseManual("event", `# 3.3.3.12 TmEvent
run nop
run (W) mov (1|M0) r10.0<1>:ud tm0.2<0;1,0>:ud
run (W) mov (1|M0) r10.1<1>:ud tm0.2<0;1,0>:ud
want r10:ud 1 0
`)
	require.NoError(t, err)
	p, err := cases[0].load(cases[0].targets[0])
	require.NoError(t, err)
	r, err := cases[0].start(p)
	require.NoError(t, err)
	_, err = r.w.Resume(0, 1)
	require.NoError(t, err)
	require.NoError(t, r.w.Load(0, r.env, r.w.Save(0, nil)))
	require.NoError(t, r.finish())
	require.NoError(t, cases[0].compare(r))
}

// TestLoadRefusesSystem: a thread in a system routine that the program does not have.
func TestLoadRefusesSystem(t *testing.T) {
	r := load(t, 0xEF, savedKernel()...)
	state := r.w.Save(0, nil)
	at := fixed.SavedThreadCR.At()
	binary.LittleEndian.PutUint32(state[at:], binary.LittleEndian.Uint32(state[at:])|1<<31)
	err := r.w.Load(0, r.env, state)
	require.ErrorIs(t, err, ErrState)
	assert.ErrorContains(t, err, "the system routine (bit 31) where there is one")
}
