package run_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// lscMutations are of the operands of LSC messages in the text of containers for dg2.
var lscMutations = []mutation{
	{"cache of a load", true, swap(".ca.ca ", ".uc.ca ")},
	{"cache of a load, streamed", true, swap(".ca.ca ", ".st.ca ")},
	{"cache of a store in a load", false, swap(".ca.ca ", ".wb.wb ")},
	{"cache of a store", true, swap(".wb.wb ", ".uc.wb ")},
	{"cache of a load in a store", false, swap(".wb.wb ", ".ri.ca ")},
	{"size of the data", false, swap(":d32 ", ":d16 ")},
	{"data of quads", false, swap(":d32 ", ":d64 ")},
	{"data spread", false, swap(":d8u32 ", ":d16u32")},
	{"fewer elements", false, swap(":d32x16t", ":d32x8t ")},
	{"no number of elements", false, swap(":d32x16t", ":d32x17t")},
	{"not transposed", false, swap(":d64x8t", ":d64x8 ")},
	{"address of quads", false, swap("]:a32 ", "]:a64 ")},
	{"address of dwords", false, swap("]:a64 ", "]:a32 ")},
	{"surface by its index", false, swap(" bss(", " bti(")},
	{"another memory", false, swap("_load.slm.", "_load.ugm.")},
	{"typed memory", false, swap("_store.ugm.", "_store.tgm.")},
	{"another atomic", false, swap("_iadd.", "_isub.")},
	{"an atomic of fewer sources", false, swap("_iadd.", "_iinc.")},
	{"a float atomic", false, swap("_iadd.", "_fadd.")},
	{"scope of a fence", false, swap("fence.slm.none.group ", "fence.slm.none.local ")},
	{"memory of a fence", true, swap("fence.slm.none.group ", "fence.ugm.none.group ")},
	{"no scope", false, swap("fence.slm.none.group ", "fence.slm.none.gruop ")},
	{"channels", false, swap(" (M5, ", " (M1, ")},
}

// TestLSCMutations: with one such change the expected bytes come, or there is a refusal or
// a difference that is shown; what only hints gives the expected bytes.
func TestLSCMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(240, 2))
	kernels := map[string][]string{"histogram": {"hist256", "minmax_global", "slm_atomics"}, "subgroup": {"sg_block", "sg_reduce", "sg_shuffle"}}
	done, told := 0, map[string]int{}
	for done < 200 {
		m := lscMutations[r.IntN(len(lscMutations))]
		file := []string{"histogram", "subgroup"}[r.IntN(2)]
		data, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", "dg2", file+".bin"))
		require.NoError(t, err)
		if !m.edit(r, data) {
			continue
		}
		done++
		program := filepath.Join(t.TempDir(), "m.bin")
		require.NoError(t, os.WriteFile(program, data, 0o600))
		for _, kernel := range kernels[file] {
			l, err := launch.Read(filepath.Join(corpus.Subset(), "run", file+"__"+kernel, "launch.yaml"))
			require.NoError(t, err)
			rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: load.InterpCode, Limit: 5_000_000, Workers: 1})
			if err != nil {
				assert.False(t, m.plain, "%s in %s: %v", m.what, kernel, err)
				told["refused"]++
				continue
			}
			if m.plain {
				assert.True(t, rep.OK(), "%s in %s: %s", m.what, kernel, describe(rep))
			}
			told[map[bool]string{true: "as expected", false: "shown to differ"}[rep.OK()]]++
		}
	}
	for what, n := range told {
		floor.Exact(t, "mutations of LSC messages, "+what, n)
	}
}
