package regalloc_test

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

// virtual are programs before allocation: kernels of the corpus and of testdata, by name.
func virtual(t *testing.T, names ...string) map[string]*native.Program {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus.Subset(), "skl", "*.visaasm"))
	require.NoError(t, err)
	own, err := filepath.Glob(filepath.Join("testdata", "*.visaasm"))
	require.NoError(t, err)
	out := map[string]*native.Program{}
	for _, f := range append(files, own...) {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".visaasm"), "_simd")
		if _, kernel, ok := strings.Cut(name, "__"); ok {
			name = kernel
		}
		if !slices.Contains(names, name) {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		k, err := asm.Parse(filepath.Base(f), src)
		require.NoError(t, err)
		_, err = lower.Compile(k, native.SKL, lower.Options{Dump: func(pass string, p *native.Program) {
			if pass == "flow" {
				out[name] = regalloc.Snapshot(p)
			}
		}})
		require.NoError(t, err)
	}
	require.Len(t, out, len(names))
	return out
}

var allocated = []string{
	"addresses", "bit_small", "bytes", "call_gcd", "dot_slm", "hist256", "ieee_double", "image_gray", "image_invert", "mandelbrot", "matmul_tiled",
	"sg_reduce", "sg_shuffle", "transpose_bytes", "transpose_slm",
}

// TestPlaces compares what kernels need, and where their variables are, with the lines
// of testdata/places.txt, for all registers and for fewer; -update writes them. That
// the places are right is what Verify says.
func TestPlaces(t *testing.T) {
	var is strings.Builder
	programs := virtual(t, allocated...)
	for _, name := range allocated {
		for _, grfs := range []int{0, 24, 15, 11} {
			p := regalloc.Snapshot(programs[name])
			s, err := regalloc.Allocate(p, native.SKL, regalloc.Options{GRFs: grfs, Scratch: 64, Verify: floor.Updating() || !testing.Short() && grfs == 11})
			if err != nil {
				fmt.Fprintf(&is, "%s, %d: %v\n", name, grfs, err)
				continue
			}
			at := s.Vars
			s.Vars = nil
			fmt.Fprintf(&is, "%s, %d: %+v, %d instructions, variables at %d\n", name, grfs, *s, len(p.Insts), at)
		}
	}
	file := filepath.Join("testdata", "places.txt")
	if floor.Updating() {
		require.NoError(t, os.WriteFile(file, []byte(is.String()), 0o644))
		return
	}
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	want, got := strings.Split(string(was), "\n"), strings.Split(is.String(), "\n")
	require.Len(t, got, len(want))
	for n := range want {
		assert.Equal(t, want[n], got[n], "-update writes what the allocator does now")
	}
}

// forgeries change one thing of an allocated instruction. The first ones leave the
// operation as it is, so that only what values lie where tells.
var forgeries = []struct {
	name string
	do   func(r *rand.Rand, in *native.Inst)
}{
	{"register of the destination", func(r *rand.Rand, in *native.Inst) { in.Dst.Reg += int32(1 - 2*r.Intn(2)) }},
	{"register of source 0", func(r *rand.Rand, in *native.Inst) { in.Src[0].Reg += int32(1 - 2*r.Intn(2)) }},
	{"register of source 1", func(_ *rand.Rand, in *native.Inst) { in.Src[1].Reg++ }},
	{"place of the destination", func(_ *rand.Rand, in *native.Inst) { in.Dst.Sub += uint16(in.Dst.Type.Size()) }},
	{"place of source 0", func(_ *rand.Rand, in *native.Inst) { in.Src[0].Sub += uint16(in.Src[0].Type.Size()) }},
	{"flag", func(_ *rand.Rand, in *native.Inst) { in.Flag.Reg ^= 1 }},
	{"part of the flag", func(_ *rand.Rand, in *native.Inst) { in.Flag.Sub ^= 1 }},
	{"address", func(_ *rand.Rand, in *native.Inst) { in.Src[0].AddrSub++ }},
	{"jump", func(_ *rand.Rand, in *native.Inst) { in.Label = max(1, in.Label-1) }},
	{"stride", func(_ *rand.Rand, in *native.Inst) { in.Dst.Region.H = 3 - in.Dst.Region.H }},
	{"region", func(_ *rand.Rand, in *native.Inst) { in.Src[0].Region = native.Scalar }},
	{"type", func(_ *rand.Rand, in *native.Inst) { in.Src[0].Type ^= 1 }},
	{"mask", func(_ *rand.Rand, in *native.Inst) { in.NoMask = !in.NoMask }},
	{"size", func(_ *rand.Rand, in *native.Inst) { in.ExecSize /= 2 }},
	{"channels", func(_ *rand.Rand, in *native.Inst) { in.ChanOff ^= 16 }},
	{"predicate", func(_ *rand.Rand, in *native.Inst) { in.PredInv = !in.PredInv }},
	{"immediate", func(_ *rand.Rand, in *native.Inst) { in.Src[1].Imm ^= 4 }},
	{"offset", func(_ *rand.Rand, in *native.Inst) { in.Src[0].AddrImm += 4 }},
	{"descriptor", func(r *rand.Rand, in *native.Inst) { in.Msg.Desc ^= 1 << r.Intn(25) }},
	{"origin", func(_ *rand.Rand, in *native.Inst) { in.Origin++ }},
}

// How often each kind is tried for each kernel: those that leave the operation alone,
// which are the first ones, and the others.
const (
	inPlace   = 9
	triesHere = 12
	triesElse = 2
)

// rename moves a register of an allocated program to another, from some instruction on.
func rename(r *rand.Rand, p *native.Program) {
	from, to := int32(1+r.Intn(14)), int32(1+r.Intn(18))
	for i := r.Intn(len(p.Insts)); i < len(p.Insts); i++ {
		in := &p.Insts[i]
		for _, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
			if o.File == native.GRF && !o.Indirect && o.Reg == from {
				o.Reg = to
			}
		}
	}
}

// TestVerifyForgeries changes one thing of allocated kernels at a time, or exchanges or
// leaves out instructions: how many of each kind Verify refuses.
func TestVerifyForgeries(t *testing.T) {
	kernels := []string{"addresses", "bytes", "call_gcd", "image_gray", "mandelbrot", "transpose_bytes"}
	if testing.Short() {
		kernels = kernels[:2]
	}
	tried := map[string]int{}
	refused := map[string]int{}
	for name, before := range virtual(t, kernels...) {
		after := regalloc.Snapshot(before)
		_, err := regalloc.Allocate(after, native.SKL, regalloc.Options{GRFs: map[string]int{"addresses": 24, "bytes": 12}[name]})
		require.NoError(t, err)
		refuse := func(kind string, q *native.Program) {
			tried[kind]++
			if regalloc.Verify(before, q, native.SKL) != nil {
				refused[kind]++
			}
		}
		for f := range forgeries {
			r, tries := rand.New(rand.NewSource(int64(f))), triesHere
			if f >= inPlace {
				tries = triesElse
			}
			for range tries {
				q := regalloc.Snapshot(after)
				forgeries[f].do(r, &q.Insts[r.Intn(len(q.Insts))])
				refuse(forgeries[f].name, q)
			}
		}
		r := rand.New(rand.NewSource(99))
		for range triesHere {
			q, i := regalloc.Snapshot(after), r.Intn(len(after.Insts)-1)
			q.Insts[i], q.Insts[i+1] = q.Insts[i+1], q.Insts[i]
			refuse("exchanged", q)
			q = regalloc.Snapshot(after)
			q.Insts = slices.Delete(q.Insts, i, i+1)
			refuse("left out", q)
			q = regalloc.Snapshot(after)
			q.Insts = slices.Insert(q.Insts, i, q.Insts[i+1])
			refuse("twice", q)
			q = regalloc.Snapshot(after)
			if n := len(q.Labels); n > 0 {
				q.Labels[r.Intn(n)]++
			}
			refuse("label", q)
			q = regalloc.Snapshot(after)
			rename(r, q)
			refuse("renamed", q)
		}
	}
	for kind, n := range tried {
		floor.Exact(t, fmt.Sprintf("forged allocations of kernels that Verify refuses, %s, of %d", kind, n), refused[kind])
	}
}
