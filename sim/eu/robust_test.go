package eu

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestDamagedCode flips bits of real code: every program that still decodes must
// load or be refused, run or stop with an error, and leave the register arena
// around the thread alone.
func TestDamagedCode(t *testing.T) {
	code, err := os.ReadFile("testdata/early_return.dat")
	require.NoError(t, err)
	rnd := rand.New(rand.NewPCG(1, 2))
	ran, times := 0, 1500
	if testing.Short() {
		times = 500
	}
	for range times {
		bad := append([]byte(nil), code...)
		for range 1 + rnd.IntN(4) {
			bad[rnd.IntN(len(bad))] ^= 1 << rnd.IntN(8)
		}
		p, err := Load("damaged", native.SKL, bad)
		if err != nil {
			continue
		}
		ran++
		env := &dispatch.Thread{
			Group: &dispatch.Group{SLM: mem.NewLocal(1024)}, Mask: 0xFFFF, Mem: mem.New(),
			Scratch: mem.NewBuffer("scratch", 1024, 1024),
		}
		env.Group.Barrier.Reset(1)
		for i := range 2 {
			env.Mem.Bind(i, env.Mem.Alloc("buffer", 256))
		}
		w := p.Worker(3)
		w.Start(1, env)
		_, _ = w.Resume(1, 500)
		for i, v := range w.arena {
			if i < w.stride/8 || i >= 2*w.stride/8 {
				require.Zero(t, v, "word %d of the arena", i)
			}
		}
	}
	floor.Exact(t, fmt.Sprintf("of %d damaged programs that load", times), ran)
}
