package lower_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// refusedValues counts, by page, the cases of testdata/values that the compiler
// says it has no code for.
var refusedValues = map[string]int{
	"ADD3":  11,                                                                           // saturated sums of dwords
	"ADD3O": 17, "DPAS": 34, "GATHER": 19, "SCATTER": 19, "QW_GATHER": 8, "QW_SCATTER": 8, // of targets from XEHP on
	"3D_SAMPLE": 1,                // samplers of threads that may differ
	"ADD":       6 + 2, "GOTO": 1, // predicates combined over lanes; bf
	"MOV": 6, "MUL": 2, "MAD": 2, "CMP": 3, "SEL": 2, // bf, which no target of the compiler has
	"SETP":                   6,
	"SVM_BLOCK_ST_UNALIGNED": 4, // no message writes owords at other addresses than multiples of 16
	// no target of the compiler has the load/store cache
	"LSC_ATOMIC": 133, "LSC_FENCE": 1, "LSC_LOAD": 74, "LSC_LOAD_QUAD": 17, "LSC_STORE": 63, "LSC_STORE_QUAD": 17, "LSC_LOAD_STRIDED": 15, "LSC_STORE_STRIDED": 15,
	"LSC_ATOMIC_TYPED": 19, "LSC_LOAD_QUAD_TYPED": 1, "LSC_STORE_QUAD_TYPED": 1,
	"CALL": 1, "FCVT": 6, // a call by some lanes of the kernel
}

// TestValues compiles every case of testdata/values, with -short every twelfth, one
// in eight for bxt, and runs the code on the EU model: the literals come out, as they do of the
// interpreter.
func TestValues(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "testdata", "values", "*.txt"))
	require.NoError(t, err)
	refused := map[string]int{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		cases, err := values.Parse(filepath.Base(f), string(b))
		require.NoError(t, err)
		for i, c := range cases {
			if testing.Short() && i%20 != 0 {
				continue
			}
			target := native.SKL
			if i%8 == 4 {
				target = native.BXT
			}
			s, err := runCase(&c, target)
			if errors.Is(err, errors.ErrUnsupported) {
				refused[c.Page]++
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
	if testing.Short() {
		return
	}
	assert.True(t, maps.Equal(refusedValues, refused), "refused: %v, want %v", refused, refusedValues)
}

// valuesFor are the other targets, and one in how many cases they run.
var valuesFor = []struct {
	target native.Target
	step   int
}{{native.IVB, 1}, {native.HSW, 1}, {native.BDW, 8}, {native.LKF, 1}, {native.ICL, 8}, {native.TGL, 1}, {native.DG2, 1}, {native.MTL, 1}}

// TestValuesFor is TestValues on other targets, most of which refuse more: what has doubles.
// With -short it runs a twentieth.
func TestValuesFor(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "testdata", "values", "*.txt"))
	require.NoError(t, err)
	for _, v := range valuesFor {
		refused, n := 0, 0
		for _, f := range files {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			cases, err := values.Parse(filepath.Base(f), string(b))
			require.NoError(t, err)
			for i := range cases {
				if n++; n%v.step != 0 || testing.Short() && n%20 != 0 {
					continue
				}
				s, err := runCase(&cases[i], v.target)
				if errors.Is(err, errors.ErrUnsupported) {
					refused++
				} else if assert.NoError(t, err, "%s for %v", cases[i].Pos, v.target) && !bySteps(&cases[i], v.target) && !flushed(&cases[i], v.target) {
					assert.Empty(t, cases[i].Diff(s), "%s for %v: %s", cases[i].Pos, v.target, strings.Join(cases[i].Code, "; "))
				}
			}
		}
		if !testing.Short() {
			floor.Exact(t, fmt.Sprintf("cases of testdata/values that are refused for %v", v.target), refused)
		}
	}
}

// keeps matches what sets the bits of cr0 that keep denormals.
var keeps = regexp.MustCompile(`^or .*%cr0.* 0x4[c-f]0:ud$`)

// flushed tells a case that asks to keep denormals, on a target that cannot.
func flushed(c *values.Case, target native.Target) bool {
	return !target.Caps().Denormals && slices.ContainsFunc(c.Code, keeps.MatchString)
}

// bySteps tells a power on a target that makes it of other functions, whose results
// TestPowers is about.
func bySteps(c *values.Case, target native.Target) bool {
	return !target.HasMath(native.MathPow) && c.Page == "POW"
}

// runCase compiles a case and runs the code, which breaks no restriction.
func runCase(c *values.Case, target native.Target) (s values.State, err error) {
	r, err := compileCase(c, target)
	if err != nil {
		return s, err
	}
	for _, v := range native.Check(target, r.Program.Insts) {
		return s, fmt.Errorf("instruction %d: %s: %s", v.Inst, v.Rule.ID, v.Rule.Text)
	}
	return runCompiled(c, target, r)
}

// caseKernel is the kernel of a case, made for the device that it names.
func caseKernel(c *values.Case) (*visa.Kernel, error) {
	k, err := asm.ParseLinked(c.Pos, []byte(c.Text()), c.Functions()...)
	if err != nil {
		return nil, err
	}
	return k, load.MadeFor(k, c.Platform)
}

func compileCase(c *values.Case, target native.Target) (*lower.Result, error) {
	k, err := caseKernel(c)
	if err != nil {
		return nil, err
	}
	return lower.Compile(k, target, lower.Options{Alloc: regalloc.Options{Verify: true}})
}

// runCompiled runs the code of a case.
func runCompiled(c *values.Case, target native.Target, r *lower.Result) (s values.State, err error) {
	m := newCaseMachine(c)
	for _, a := range r.Relocs {
		r.Program.Insts[a.Inst].SetAddress(a.Part, map[string]uint64{"flat": m.flat.Base}[a.Symbol])
	}
	p, err := code.Load(c.Pos, target, r.Code)
	if len(r.Relocs) > 0 {
		p, err = code.LoadInsts(c.Pos, target, r.Program.Insts)
	}
	if err != nil {
		return s, err
	}
	m.scratch = r.Stats.Scratch
	return m.run(c, eu.New(p).NewWorker(1), r.Begin)
}

// interpret runs a case on the interpreter.
func interpret(c *values.Case) (s values.State, err error) {
	k, err := caseKernel(c)
	if err != nil {
		return s, err
	}
	m := newCaseMachine(c)
	p, err := interp.NewAt(k, map[string]uint64{"flat": m.flat.Base})
	if err != nil {
		return s, err
	}
	return m.run(c, p.NewWorker(1), 0)
}

// caseMachine is the memory of a case.
type caseMachine struct {
	memory             *mem.Memory
	out, surface, flat *mem.Buffer
	scratch            int // bytes
}

func newCaseMachine(c *values.Case) *caseMachine {
	m := &caseMachine{memory: mem.New()}
	m.out, m.surface, m.flat = m.memory.Alloc("out", values.OutBytes), m.memory.Alloc("surface", 256), m.memory.Alloc("flat", 256)
	m.surface.SetBytes(0, c.Memory("surface"))
	m.flat.SetBytes(0, c.Memory("flat"))
	m.memory.Bind(values.OutSurface, m.out)
	m.memory.Bind(values.CaseSurface, m.surface)
	return m
}

// run runs a case as one thread, from byte entry of its code on: behind what loads a payload,
// which is in registers.
func (m *caseMachine) run(c *values.Case, w dispatch.Worker, entry uint32) (s values.State, err error) {
	group := &dispatch.Group{SLM: mem.NewLocal(values.SLMBytes)}
	group.Barrier.Reset(1)
	group.SLM.SetBytes(0, c.Memory("slm"))
	if err := c.Bind(m.memory, m.surface); err != nil {
		return s, err
	}
	payload := c.Registers(m.flat.Base)
	payload[fixed.ThreadThreads.Byte()+fixed.ThreadThreads.Shift()/8] = 1
	t := &dispatch.Thread{Group: group, Payload: payload, Entry: entry, Mask: c.Mask, Mem: m.memory}
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
