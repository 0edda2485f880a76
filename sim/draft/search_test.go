package draft

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// subject is a kernel of the corpus that travels with the repository.
type subject struct {
	kernel *abi.Kernel
	names  Names
	p      *load.Program
}

func subjectOf(t *testing.T, device, stem, ext string) subject {
	t.Helper()
	c := corpus.CaseOf(corpus.Subset(), device, filepath.Join(corpus.Subset(), device, stem+".visaasm"))
	src, err := os.ReadFile(c.Info)
	require.NoError(t, err)
	info, err := abi.ParseZeInfo(c.Info, src)
	require.NoError(t, err)
	k, err := info.Kernel(c.Kernel)
	require.NoError(t, err)
	p, err := load.FromFile(c.Stem+ext, c.Kernel, load.Options{})
	require.NoError(t, err)
	return subject{k, Names{Program: c.Stem + ext, Info: c.Info}, p}
}

func (s subject) search() *Search {
	return &Search{File: "launch.yaml", Options: run.Options{Program: s.p}, ctx: context.Background()}
}

// TestFacts: how many dimensions a kernel has ids of, and which of its values are floats,
// native code says as the text does.
func TestFacts(t *testing.T) {
	for _, ext := range []string{".visaasm", ".dat"} {
		for stem, dims := range map[string]int{"saxpy__saxpy_simd32": 1, "matmul__matmul_tiled_simd16": 2, "mandelbrot__mandel_fixed_simd8": 2, "subgroup__sg_block_simd16": 1} {
			s := subjectOf(t, "skl", stem, ext)
			assert.Equal(t, dims, factsOf(s.kernel, s.p).dims, "%s%s", stem, ext)
		}
		s := subjectOf(t, "skl", "saxpy__saxpy_simd32", ext)
		f := factsOf(s.kernel, s.p)
		assert.Equal(t, []field{{size: 4, float: true}}, f.reads[2], ext)
		require.Len(t, f.reads[3], 1, ext)
		assert.False(t, f.reads[3][0].float, ext)
		for i := range s.kernel.Args { // without types
			s.kernel.Args[i].TypeName = ""
		}
		l := New(s.kernel, s.names, s.p)
		assert.Equal(t, "{f32: 1.5}", l.args[2].text(2), ext)
	}
	assert.Equal(t, facts{}, factsOf(nil, nil))
}

// TestSettle: buffers grow to where the kernel reaches, by surface exactly and by address
// from fault to fault.
func TestSettle(t *testing.T) {
	for device, most := range map[string]int{"skl": 16384, "skl-stateless": 65536} {
		s := subjectOf(t, device, "saxpy__saxpy_simd32", ".visaasm")
		l := New(s.kernel, s.names, s.p)
		l.global, l.local = [3]uint32{4000, 1, 1}, [3]uint32{32, 1, 1}
		l.args[3].fields[0].whole = 4000
		l.args[0].bytes, l.args[1].bytes = 4096, 4096
		first := s.search().try(l)
		assert.NotEqual(t, clean, first.score.trouble)
		got := s.search().settle(l)
		assert.Equal(t, score{}, got.score)
		for i := range 2 {
			assert.GreaterOrEqual(t, got.launch.args[i].bytes, 16000)
			assert.LessOrEqual(t, got.launch.args[i].bytes, most)
		}
	}
}

// TestClimb: numbers that let a kernel compute nothing are changed.
func TestClimb(t *testing.T) {
	s := subjectOf(t, "skl", "saxpy__saxpy_simd32", ".dat")
	l := New(s.kernel, s.names, s.p)
	l.args[3].fields[0].whole = 0
	out := s.search().Run(context.Background(), l)
	assert.Empty(t, out.Unchanged)
	assert.True(t, out.Clean)
	assert.Greater(t, out.Tries, 1)
	assert.Contains(t, string(out.Launch.Text()), "# Ran: 128 work items, no access past an end; outputs changed: y\n")
	assert.NotContains(t, string(out.Launch.Text()), "{i32: 0}")
}

// TestEmptyKernel: what cannot be changed ends the search, and is said.
func TestEmptyKernel(t *testing.T) {
	s := subjectOf(t, "skl", "saxpy__empty_simd32", ".visaasm")
	out := s.search().Run(context.Background(), New(s.kernel, s.names, s.p))
	assert.Equal(t, []int{0}, out.Unchanged)
	assert.LessOrEqual(t, out.Tries, maxTries)
	assert.Contains(t, string(out.Launch.Text()), "# Ran: 128 work items, no access past an end; unchanged: p\n")
}

// TestInterrupted: a context that ended ends the search.
func TestInterrupted(t *testing.T) {
	s := subjectOf(t, "skl", "saxpy__empty_simd32", ".visaasm")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	out := s.search().Run(ctx, New(s.kernel, s.names, s.p))
	assert.LessOrEqual(t, out.Tries, 1)
	assert.ErrorIs(t, out.Err, context.Canceled)
}

// TestNotes: what a launch lacks stands in its comment.
func TestNotes(t *testing.T) {
	k := kernelOf(t, "", fmt.Sprintf(pointer, "readwrite"), typed(0, "x", "int*;8"))
	for want, made := range map[string]*tried{
		"Ran: not ended after 4194304 instructions":                                       {score: score{trouble: endless}},
		"Ran, and ended early: a":                                                         {score: score{trouble: fault}, err: errors.New("a\nb")},
		"Ran: 32 work items, accesses past an end of x, local memory; outputs changed: x": {score: score{trouble: left, outside: 2}, past: map[int]uint64{0: 1 << 40}, local: 4, changed: []int{0}},
		"Ran, and ended early: not modelled":                                              {score: score{trouble: refused}, began: true, err: errors.New("not modelled")},
	} {
		l := New(k, Names{}, nil)
		made.launch = l
		l.note(made)
		assert.Equal(t, []string{want}, l.Notes)
	}
	l := New(k, Names{}, nil)
	l.note(&tried{launch: l, score: score{trouble: refused}})
	assert.Empty(t, l.Notes)
}

// TestScore: the worst counts first.
func TestScore(t *testing.T) {
	order := []score{
		{}, {constant: 2}, {unchanged: 1}, {unchanged: 1, constant: 1}, {trouble: left, outside: 1}, {trouble: left, outside: 2},
		{trouble: endless}, {trouble: fault}, {trouble: refused},
	}
	for i := range order {
		for j := range order {
			assert.Equal(t, i < j, order[i].less(order[j]), "%d %d", i, j)
		}
	}
}

// TestMoves: a move that says that it changed a launch did, and leaves the one that was
// tried alone.
func TestMoves(t *testing.T) {
	for _, stem := range []string{"saxpy__saxpy_simd32", "image_rw__image_invert_simd32", "matmul__matmul_tiled_simd16", "matmul__matmul_naive_int_simd8"} {
		s := subjectOf(t, "skl", stem, ".visaasm")
		l := New(s.kernel, s.names, s.p)
		before := string(l.Text())
		changed := 0
		for _, m := range moves(&tried{launch: l}) {
			next := l.clone()
			did := m(next)
			assert.Equal(t, before, string(l.Text()))
			if did && string(next.Text()) != before {
				changed++
			}
			if !did {
				assert.Equal(t, before, string(next.Text()))
			}
		}
		assert.Greater(t, changed, 10, stem)
	}
}

// TestLocals: local memory doubles up to what a group can have.
func TestLocals(t *testing.T) {
	k := kernelOf(t, ", slm_size: 16384", strings.ReplaceAll(pointer, "addrmode: stateful", "addrmode: slm"), "")
	l := &Launch{kernel: k, args: []arg{{kind: abi.Local, bytes: 12 << 10}}}
	assert.True(t, l.growLocal())
	assert.True(t, l.growLocal())
	assert.Equal(t, 48<<10, l.args[0].bytes)
	assert.False(t, l.growLocal())
}
