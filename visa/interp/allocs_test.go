package interp_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

// grid is a launch of groups of two threads.
type grid struct {
	oneThread
	groups uint32
}

func (g grid) Groups() [3]uint32     { return [3]uint32{g.groups, 1, 1} }
func (g grid) MaxThreads() int       { return 2 }
func (g grid) Threads([3]uint32) int { return 2 }

// A launch allocates the same however many groups it has and however long they
// run.
func TestAllocationsOfALaunch(t *testing.T) {
	run := func(groups uint32, times string) float64 {
		p, err := interp.New(parse(t, loop(times)))
		require.NoError(t, err)
		m := mem.New()
		m.Bind(0, m.Alloc("out", 128))
		l := &dispatch.Launch{Engine: p, Mem: m, Workers: 1, Payloads: grid{oneThread{slm: 64}, groups}}
		return testing.AllocsPerRun(3, func() {
			_, err := dispatch.Run(context.Background(), l)
			require.NoError(t, err)
		})
	}
	few := run(1, "0x2:ud")
	assert.Equal(t, few, run(200, "0x2:ud"), "groups")
	assert.Equal(t, few, run(1, "0x100:ud"), "instructions")
}

// loop repeats loads, stores, atomics, arithmetic and a barrier, some accesses past
// the end of local memory.
func loop(times string) string {
	return lines("mov (M1_NM, 1) TMP(3,0)<1> "+times, "shl (M1_NM, 16) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud") + "again:\n" +
		lines("scatter4_scaled.RG (M1, 16) %slm 0x0:ud TMP.0 IN.0", "gather4_scaled.R (M1, 16) %slm 0x8:ud TMP.0 OUT.0",
			"gather_scaled.2 (M1, 16) %slm 0x1:ud TMP.0 OUT.0", "dword_atomic.inc (M1, 16) %slm TMP.0 %null.0 %null.0 %null.0",
			"mad (M1, 16) OUTF(0,0)<1> INF(0,0)<1;1,0> (-)INF(1,0)<1;1,0> OUTF(0,0)<1;1,0>", "barrier",
			"add (M1_NM, 1) TMP(3,0)<1> TMP(3,0)<0;1,0> 0xffffffff:ud", "cmp.ne (M1_NM, 1) P1 TMP(3,0)<0;1,0> 0x0:ud", "(P1) goto (M1, 1) again")
}

// BenchmarkLaunch is a launch of one group and of 64, each short and long: their
// allocations are the same.
func BenchmarkLaunch(b *testing.B) {
	for _, groups := range []uint32{1, 64} {
		for _, times := range []string{"0x2:ud", "0x20:ud"} {
			p, err := interp.New(parse(b, loop(times)))
			require.NoError(b, err)
			m := mem.New()
			m.Bind(0, m.Alloc("out", 128))
			l := &dispatch.Launch{Engine: p, Mem: m, Workers: 1, Payloads: grid{oneThread{slm: 64}, groups}}
			b.Run(fmt.Sprintf("%d groups, %s times", groups, times), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := dispatch.Run(context.Background(), l)
					require.NoError(b, err)
				}
			})
		}
	}
}
