package hoist_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/hoist"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestRun: what moves out of loops, and what does not.
func TestRun(t *testing.T) {
	listing.Check(t, "hoist.txt", []native.Target{native.SKL, native.TGL}, func(p *native.Program, target native.Target) error {
		hoist.Run(edit.New(p, target))
		return nil
	})
}

// numbered gives each instruction a number, and keeps a copy of the program.
func numbered(p *native.Program) *native.Program {
	for i := range p.Insts {
		p.Insts[i].Origin = int32(i + 1)
	}
	c := *p
	c.Insts, c.Labels = slices.Clone(p.Insts), slices.Clone(p.Labels)
	return &c
}

// random is a program of few variables and many branches.
func random(rng *rand.Rand) string {
	var text strings.Builder
	const vars, labels = 6, 5
	for v := range vars {
		fmt.Fprintf(&text, "var v%d 64\n", v)
	}
	text.WriteString("flag p 16\n")
	v := func() int { return rng.IntN(vars) }
	for l := range labels {
		fmt.Fprintf(&text, "_L%d:\n", l)
		for range 1 + rng.IntN(4) {
			switch rng.IntN(8) {
			case 0:
				fmt.Fprintf(&text, "add (16|M0) v%d<1>:d v%d<8;8,1>:d v%d<0;1,0>:d\n", v(), v(), v())
			case 1:
				fmt.Fprintf(&text, "send (16|M0) null<1>:ud v%d<8;8,1>:ud 12 0x0 0x4026e03\n", v())
			case 2:
				fmt.Fprintf(&text, "(p) mov (8|M0) v%d.32<1>:d v%d<8;8,1>:d\n", v(), v())
			default:
				fmt.Fprintf(&text, "(W) add (1|M0) v%d.%d<1>:d v%d.%d<0;1,0>:d v%d.%d<0;1,0>:d\n", v(), 4*rng.IntN(2), v(), 4*rng.IntN(2), v(), 4*rng.IntN(2))
			}
		}
		if rng.IntN(4) > 0 {
			fmt.Fprintf(&text, "(W&p) jmpi (1|M0) _L%d\n", rng.IntN(labels))
		}
	}
	text.WriteString("mov (8|M0) v0<1>:d v1<8;8,1>:d\n")
	return text.String()
}

// TestRandom: random programs, walked along random paths, read and write what they did before.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	moved := 0
	for range 3000 {
		target := []native.Target{native.BDW, native.SKL, native.TGL}[rng.IntN(3)]
		text := random(rng)
		p, err := listing.Read(text)
		require.NoError(t, err, text)
		before := numbered(p)
		if hoist.Run(edit.New(p, target)) {
			moved++
		}
		require.Empty(t, differ(before, p, target, rng.Uint64()), text)
	}
	assert.Equal(t, 118, moved, "programs of which something moved")
}

// TestMoved: an instruction that anyhow goes in front of some loop is mostly wrong there, and the walks say so.
func TestMoved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	wrong := 0
	for range 300 {
		p, err := listing.Read(random(rng))
		require.NoError(t, err)
		before := numbered(p)
		last := rng.IntN(len(p.Insts))
		if p.Insts[last].Op != native.OpAdd || last == 0 {
			continue
		}
		first := rng.IntN(last)
		in := p.Insts[last]
		copy(p.Insts[first+1:last+1], p.Insts[first:last])
		p.Insts[first] = in
		for k, at := range p.Labels {
			if at >= first && at <= last {
				p.Labels[k]++
			}
		}
		if differ(before, p, native.SKL, rng.Uint64()) != "" {
			wrong++
		}
	}
	assert.Equal(t, 119, wrong, "moves that are found")
}

// every is which kernels TestCorpus takes.
const every = 3

// TestCorpus: kernels of the corpus, as they come to the pass. Something moves in some of the full corpus.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	moved := 0
	for _, target := range []native.Target{native.BDW, native.SKL, native.TGL, native.DG2} {
		for n, file := range files {
			if n%every != 0 {
				continue
			}
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			kernel, err := asm.Parse(file, src)
			require.NoError(t, err)
			var before *native.Program
			_, err = lower.Compile(kernel, target, lower.Options{Dump: func(pass string, p *native.Program) {
				if pass == "hoist" {
					require.Empty(t, differ(before, p, target, 1), "%s for %v", file, target)
					if len(movedUp(before, p)) > 0 {
						moved++
					}
				}
				if pass == "addresses" {
					before = numbered(p)
				}
			}})
			if !errors.Is(err, errors.ErrUnsupported) {
				require.NoError(t, err, "%s for %v", file, target)
			}
		}
	}
	want := 0 // of the subset
	if _, full := corpus.Full(); full {
		want = 8
	}
	assert.Equal(t, want, moved, "programs of which something moved")
}
