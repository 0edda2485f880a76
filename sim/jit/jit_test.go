package jit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/eu/code"
)

// masks are those that threads start with.
func maskOf(rnd *rand.Rand) uint32 { return pick(rnd, ^uint32(0), 0xFFFF, 0xFF, 1, rnd.Uint32()|1) }

// TestTemplates: an op of each kernel, with sources of every kind, leaves the bytes that the EU model leaves.
func TestTemplates(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, k := range kernels() {
		for _, n := range []uint8{1, 2, 4, 8, 16, 24, 32} {
			for range 10 {
				o := opOf(rnd, k, n)
				p := program(t, []code.Op{o})
				c := compile(p)
				require.Len(t, c.sequences, 1, "%+v", o)
				require.Equal(t, sequence{from: 1, to: 2}, sequence{from: c.sequences[0].from, to: c.sequences[0].to}, "%+v", o)
				some := compileSome(p, c.sequences)
				require.Len(t, some.sequences, 1)
				require.NotZero(t, some.sequences[0].at, "%+v", o)
				require.Empty(t, differs(t, p, onPages(t, p, c, some), maskOf(rnd), rnd.Uint64()), "%+v", o)
			}
		}
	}
}

// TestSequences: so do ops that follow each other, which read and write what others did.
func TestSequences(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	all := kernels()
	for range 800 {
		ops := make([]code.Op, 2+rnd.IntN(24))
		for i := range ops {
			ops[i] = opOf(rnd, all[rnd.IntN(len(all))], lanesOf(rnd))
		}
		mask, seed := maskOf(rnd), rnd.Uint64()
		if diff := sequenceDiffers(t, ops, mask, seed); diff != "" {
			require.Empty(t, diff, shrunk(t, ops, mask, seed))
		}
	}
}

// sequenceDiffers says where ops that are one sequence differ.
func sequenceDiffers(t *testing.T, ops []code.Op, mask uint32, seed uint64) string {
	t.Helper()
	p := program(t, ops)
	c := compile(p)
	require.Len(t, c.sequences, 1)
	return differs(t, p, onPages(t, p, c, compileSome(p, c.sequences)), mask, seed)
}

// shrunk is the text of the fewest ops that still differ.
func shrunk(t *testing.T, ops []code.Op, mask uint32, seed uint64) (text string) {
	for i := 0; i < len(ops); {
		fewer := slices.Delete(slices.Clone(ops), i, i+1)
		if len(fewer) > 0 && sequenceDiffers(t, fewer, mask, seed) != "" {
			ops = fewer
		} else {
			i++
		}
	}
	for i := range ops {
		text += fmt.Sprintf("%+v\n", ops[i])
	}
	return sequenceDiffers(t, ops, mask, seed) + "\n" + text
}
