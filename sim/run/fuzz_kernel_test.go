package run

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
	"github.com/genvisa/genvisa/visa/verify"
)

// Bounds of one fuzz case: what a text of a few hundred lines may cost.
const (
	caseTime  = 20 * time.Second // the machine may be busy
	caseBytes = 512 << 20
)

// bounded runs f and fails when it takes too long or allocates too much.
func bounded(t *testing.T, f func()) {
	t.Helper()
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	start, before := time.Now(), s[0].Value.Uint64()
	f()
	if d := time.Since(start); d > caseTime {
		t.Errorf("took %v", d)
	}
	metrics.Read(s)
	if n := s[0].Value.Uint64() - before; n > caseBytes {
		t.Errorf("allocated %d MB", n>>20)
	}
}

// FuzzKernelText drives a text through the whole toolchain: parser, verifier,
// interpreter, compiler, disassembler and EU model. seed mutates it by tokens.
func FuzzKernelText(f *testing.F) {
	for i, src := range append(subsetFiles(f, "skl/*.visaasm", "lkf/*.visaasm"), oddKernels()...) {
		f.Add(src, uint64(0))
		f.Add(src, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if len(src) > 1<<15 {
			return
		}
		text := mutateText(src, seed)
		defer logText(t, text)
		bounded(t, func() {
			if err := tryText(text, seed); err != nil {
				t.Error(err)
			}
		})
	})
}

// logText shows a text that fails, which the seed alone does not.
func logText(t *testing.T, text []byte) {
	p := recover()
	if t.Failed() || p != nil {
		t.Logf("text:\n%s", text)
	}
	if p != nil {
		panic(p)
	}
}

func subsetFiles(tb testing.TB, patterns ...string) (out [][]byte) {
	for _, p := range patterns {
		paths, err := filepath.Glob(filepath.Join(corpus.Subset(), filepath.FromSlash(p)))
		if err != nil || len(paths) == 0 {
			tb.Fatalf("no files %s: %v", p, err)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			out = append(out, src)
		}
	}
	return out
}

// tryText says what is wrong with how the toolchain takes a text; a text that
// it refuses in the right way is fine.
func tryText(src []byte, seed uint64) error {
	k, err := asm.Parse("f", src)
	if err != nil {
		return parseError(k, err)
	}
	valid := len(verify.Kernel(k)) == 0
	p, err := interp.New(k)
	switch {
	case err == nil:
		err = runAnything(k, p, seed)
	case is[*interp.InvalidError](err), is[*interp.UnsupportedError](err):
		err = nil
	}
	if err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	res, err := lower.Compile(k, native.SKL, lower.Options{})
	if err != nil {
		known := is[*lower.Error](err) || is[*lower.UnsupportedError](err) || is[*regalloc.PressureError](err)
		if valid && !known {
			return fmt.Errorf("compiler: %T %w", err, err)
		}
		return nil
	}
	return tryCode(k, res.Code, valid, seed)
}

// tryCode disassembles and runs code that we made.
func tryCode(k *visa.Kernel, bytes []byte, valid bool, seed uint64) error {
	err := nasm.Print(io.Discard, native.SKL, bytes)
	if err != nil && valid {
		return fmt.Errorf("disassembly of our own code: %w", err)
	}
	p, err := code.Load("f", native.SKL, bytes)
	if err == nil {
		return runAnything(k, eu.New(p), seed)
	}
	if valid && !is[*code.UnmodelledError](err) {
		return fmt.Errorf("the EU model refuses our own code: %w", err)
	}
	return nil
}

func parseError(k *visa.Kernel, err error) error {
	var list asm.ErrorList
	if k != nil || !errors.As(err, &list) || len(list) == 0 {
		return fmt.Errorf("kernel %v with error %w", k, err)
	}
	for _, e := range list {
		if e.Line < 1 || e.Col < 1 || e.Msg == "" {
			return fmt.Errorf("error without a position: %w", e)
		}
	}
	return nil
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// runAnything runs a program on a payload of random bits for a few thousand
// instructions: it must end with a result or an error of a known kind.
func runAnything(k *visa.Kernel, e dispatch.Engine, seed uint64) error {
	_, _, err := runAnyway(k, e, seed)
	return err
}

// runAnyway is runAnything; it gives the memory that the run leaves and the error of a
// known kind that ended it.
func runAnyway(k *visa.Kernel, e dispatch.Engine, seed uint64) (memory []byte, end, err error) {
	simd, size := []int{16, 8, 32}[seed%3], 1024
	if k != nil {
		for _, in := range k.Inputs {
			size = max(size, in.Offset+in.Size)
		}
		if n := k.SimdSize(); n != 0 {
			simd = n
		}
	}
	m := mem.New()
	first, second := m.Alloc("a", 256), m.Alloc("b", 4096)
	m.Bind(0, first)
	shape, err := (&mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat("r8ui"), Extent: [3]int{64, 48, 1}, Row: 80}).Complete()
	if err != nil {
		return nil, nil, err
	}
	for bti := 1; bti < 48; bti++ { // kernels of drivers have theirs at 24 and 34
		m.Bind(bti, second)
		m.BindImage(bti, mem.NewImage(shape, second))
	}
	m.BindSampler(0, &mem.Sampler{})
	p := &inputPayload{simd: simd, threads: 2, slm: 1024, scratch: 2048}
	for n := range p.threads {
		p.images = append(p.images, randomPayload(seed+uint64(n), size, first.Base))
	}
	_, end = dispatch.Run(context.Background(), &dispatch.Launch{
		Engine: e, Payloads: p, Mem: m, Deterministic: true, Limit: 3000,
	})
	if end == nil || is[*dispatch.ThreadError](end) || is[*dispatch.DeadlockError](end) || is[*dispatch.LimitError](end) {
		return slices.Concat(first.Contents(), second.Contents()), end, nil
	}
	return nil, nil, fmt.Errorf("run: %T %w", end, end)
}

// randomPayload mixes small numbers, any bits and addresses that exist.
func randomPayload(seed uint64, size int, base uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 3))
	b := make([]byte, (size+abi.GRFSize-1)/abi.GRFSize*abi.GRFSize)
	for i := 0; i < len(b); i += 8 {
		v := r.Uint64()
		switch r.IntN(4) {
		case 0:
			v &= 0x0000003F_0000003F
		case 1:
			v = base + v&0xFF
		}
		binary.LittleEndian.PutUint64(b[i:], v)
	}
	return b
}
