package eu_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestValues runs what the compiler makes of the cases of testdata/values, with
// -short of every third: the literals come out. Cases that it refuses are counted
// by its own tests.
func TestValues(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "testdata", "values", "*.txt"))
	require.NoError(t, err)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		cases, err := values.Parse(filepath.Base(f), string(b))
		require.NoError(t, err)
		for i, c := range cases {
			if testing.Short() && i%3 != 0 {
				continue
			}
			s, err := runCase(&c)
			if errors.Is(err, errors.ErrUnsupported) {
				continue
			}
			if !assert.NoError(t, err, c.Pos) {
				continue
			}
			if d := c.Diff(s); len(d) > 0 {
				t.Errorf("%s\n\t%s", strings.Join(c.Code, "; "), strings.Join(d, "\n\t"))
			}
		}
	}
}

// runCase compiles a case and runs it as one thread.
func runCase(c *values.Case) (s values.State, err error) {
	k, err := asm.ParseLinked(c.Pos, []byte(c.Text()), c.Functions()...)
	if err != nil {
		return s, err
	}
	if err := run.MadeFor(k, c.Platform); err != nil {
		return s, err
	}
	r, err := lower.Compile(k, native.SKL, lower.Options{})
	if err != nil {
		return s, err
	}
	memory := mem.New()
	out, surface, flat := memory.Alloc("out", values.OutBytes), memory.Alloc("surface", 256), memory.Alloc("flat", 256)
	for _, a := range r.Relocs {
		r.Program.Insts[a.Inst].SetAddress(a.Part, map[string]uint64{"flat": flat.Base}[a.Symbol])
	}
	p, err := eu.Load(c.Pos, native.SKL, r.Code)
	if len(r.Relocs) > 0 {
		p, err = eu.LoadInsts(c.Pos, native.SKL, r.Program.Insts)
	}
	if err != nil {
		return s, err
	}
	group := &dispatch.Group{SLM: mem.NewLocal(values.SLMBytes)}
	group.Barrier.Reset(1)
	surface.SetBytes(0, c.Memory("surface"))
	flat.SetBytes(0, c.Memory("flat"))
	group.SLM.SetBytes(0, c.Memory("slm"))
	memory.Bind(values.OutSurface, out)
	memory.Bind(values.CaseSurface, surface)
	if err := c.Bind(memory, surface); err != nil {
		return s, err
	}
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Group: group, Payload: c.Registers(flat.Base), Mask: c.Mask, Mem: memory})
	status, err := w.Resume(0, 10000)
	if err == nil && status != dispatch.Done {
		err = fmt.Errorf("status %v", status)
	}
	return values.State{Out: out.Bytes(), Surface: surface.Bytes(), SLM: group.SLM.Bytes(), Flat: flat.Bytes()}, err
}
