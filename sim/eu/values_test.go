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
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
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
	if err := load.MadeFor(k, c.Platform); err != nil {
		return s, err
	}
	r, err := lower.Compile(k, native.SKL, lower.Options{})
	if err != nil {
		return s, err
	}
	m := newCaseMemory()
	m.scratch = r.Stats.Scratch
	for _, a := range r.Relocs {
		r.Program.Insts[a.Inst].SetAddress(a.Part, map[string]uint64{"flat": m.flat.Base}[a.Symbol])
	}
	p, err := eu.Load(c.Pos, native.SKL, r.Code)
	if len(r.Relocs) > 0 {
		p, err = eu.LoadInsts(c.Pos, native.SKL, r.Program.Insts)
	}
	if err != nil {
		return s, err
	}
	return m.run(c, p)
}

// caseMemory is what a case reads and writes.
type caseMemory struct {
	*mem.Memory
	out, surface, flat *mem.Buffer
	scratch            int // bytes of the thread
}

func newCaseMemory() *caseMemory {
	m := mem.New()
	return &caseMemory{Memory: m, out: m.Alloc("out", values.OutBytes), surface: m.Alloc("surface", 256), flat: m.Alloc("flat", 256)}
}

// run runs a program as the one thread of a case.
func (m *caseMemory) run(c *values.Case, p *eu.Program) (s values.State, err error) {
	group := &dispatch.Group{SLM: mem.NewLocal(values.SLMBytes)}
	group.Barrier.Reset(1)
	m.surface.SetBytes(0, c.Memory("surface"))
	m.flat.SetBytes(0, c.Memory("flat"))
	group.SLM.SetBytes(0, c.Memory("slm"))
	m.Bind(values.OutSurface, m.out)
	m.Bind(values.CaseSurface, m.surface)
	if err := c.Bind(m.Memory, m.surface); err != nil {
		return s, err
	}
	w := p.NewWorker(1)
	t := &dispatch.Thread{Group: group, Payload: c.Registers(m.flat.Base), Mask: c.Mask, Mem: m.Memory}
	if m.scratch > 0 {
		t.Scratch = mem.NewBuffer("scratch", 0, m.scratch)
	}
	w.Start(0, t)
	status, err := w.Resume(0, 10000)
	if err == nil && status != dispatch.Done {
		err = fmt.Errorf("status %v", status)
	}
	return values.State{Out: m.out.Bytes(), Surface: m.surface.Bytes(), SLM: group.SLM.Bytes(), Flat: m.flat.Bytes()}, err
}
