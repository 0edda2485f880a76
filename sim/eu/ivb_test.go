package eu

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// manualCase is one example, row or rule of the Ivy Bridge PRM, volume 4 part 3,
// in the format of testdata/ivb/README.md.
type manualCase struct {
	pos, cite string
	targets   []native.Target
	mask, cr0 uint32
	set, want []cells
	code      strings.Builder
	routine   strings.Builder    // the system routine; empty without one
	begin     dispatch.Registers // what the dispatcher says
	stop, bad string             // part of the error, when the code does not run
	lint      string             // restrictions that the code breaks
}

// manualCases are the cases of a folder of testdata.
func manualCases(t *testing.T, folder string) (all []*manualCase) {
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		cases, err := parseManual(filepath.Base(f), string(b))
		require.NoError(t, err)
		all = append(all, cases...)
	}
	return all
}

// TestManual assembles every case of testdata/ivb, runs it on the targets that it
// names, with -short on the first, and compares with the literals of the manual.
func TestManual(t *testing.T) { checkCases(t, "ivb") }

// TestReferences does the same with the cases of testdata/ref, which other documents
// than the manual decide.
func TestReferences(t *testing.T) { checkCases(t, "ref") }

func checkCases(t *testing.T, folder string) {
	for _, c := range manualCases(t, folder) {
		targets := c.targets
		if testing.Short() {
			targets = targets[:1]
		}
		for _, target := range targets {
			if err := c.check(target); err != nil {
				t.Errorf("%s: %s: %s\n%s%v", c.pos, target, c.cite, c.code.String(), err)
			}
		}
	}
}

// TestManualSections: each section of the manual has cases or a reason why there is
// nothing to run, and no case cites another.
func TestManualSections(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "ivb", "SECTIONS"))
	require.NoError(t, err)
	cited := map[string]int{}
	for _, c := range manualCases(t, "ivb") {
		section, _, _ := strings.Cut(c.cite, " ")
		cited[section]++
	}
	for _, tab := range readTables(t) {
		cited[tab.section] += len(tab.cells)
	}
	total := 0
	for line := range strings.Lines(string(b)) {
		section, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		_, reason, without := strings.Cut(rest, ": ")
		n := cited[section]
		t.Logf("%-8s %3d %s", section, n, reason)
		assert.Equal(t, n == 0, without, "%s: %d cases; a section without any has a reason, others have none", section, n)
		total += n
		delete(cited, section)
	}
	assert.Empty(t, cited, "sections that the manual does not have")
	t.Log(total, "cases")
}

// load assembles the case and ends the thread behind it. The restrictions that its
// code breaks are those that the case names.
func (c *manualCase) load(target native.Target) (*Program, error) {
	code, err := asm.Assemble(c.pos, target, strings.NewReader(c.code.String()))
	if err != nil {
		return nil, err
	}
	insts, _, err := native.DecodeAll(target, code)
	if err != nil {
		return nil, err
	}
	var broken []string
	for _, f := range native.Check(target, insts) {
		if !slices.Contains(broken, f.Rule.ID) {
			broken = append(broken, f.Rule.ID)
		}
	}
	if got := strings.Join(broken, " "); got != c.lint {
		return nil, fmt.Errorf("the code breaks the restrictions %q: want %q", got, c.lint)
	}
	p, err := loadInsts("case", target, append(insts, eot()))
	if err != nil || c.routine.Len() == 0 {
		return p, err
	}
	if code, err = asm.Assemble(c.pos, target, strings.NewReader(c.routine.String())); err != nil {
		return nil, err
	}
	if insts, _, err = native.DecodeAll(target, code); err != nil {
		return nil, err
	}
	return engine(p.Routine(insts))
}

// check runs the case and says what is not as the manual has it.
func (c *manualCase) check(target native.Target) error {
	p, err := c.load(target)
	if err == nil {
		var r *rig
		if r, err = c.start(p); err == nil {
			err = r.finish()
		}
		if err == nil && c.stop+c.bad == "" {
			return c.compare(r)
		}
	}
	switch want := c.stop + c.bad; {
	case want == "":
		return err
	case err == nil:
		return fmt.Errorf("runs: want the error %q", want)
	case !strings.Contains(err.Error(), want) || errors.Is(err, errors.ErrUnsupported) != (c.stop != ""):
		return fmt.Errorf("error %q: want %q", err, want)
	}
	return nil
}

// start is a thread of p with the registers of the case.
func (c *manualCase) start(p *Program) (*rig, error) {
	env := &dispatch.Thread{Group: &dispatch.Group{}, Mask: c.mask, Mem: mem.New(), Payload: make([]byte, 32), Registers: c.begin}
	env.Group.Barrier.Reset(1)
	w := p.NewWorker(1)
	w.Start(0, env)
	r := &rig{thread: &w.(*Worker).threads[0], w: w, env: env}
	if c.cr0 != 0 {
		*r.u32(r.grf + code.OffCR0) = c.cr0
		r.setMode(&p.Ops[0])
	}
	if r.err != nil {
		return nil, r.err
	}
	for _, s := range c.set {
		file, at, err := s.place(r.thread)
		if err != nil {
			return nil, err
		}
		copy(file[at:], s.bytes())
	}
	return r, nil
}

// finish runs the thread to its end.
func (r *rig) finish() error {
	status, err := r.w.Resume(0, 10000)
	if err == nil && status != dispatch.Done {
		err = fmt.Errorf("the thread does not end")
	}
	return err
}

func (c *manualCase) compare(r *rig) error {
	var out []string
	for _, w := range c.want {
		file, at, err := w.place(r.thread)
		if err != nil {
			return err
		}
		size := w.ty.Size()
		for i, want := range w.values {
			got := make([]byte, 8)
			copy(got, file[at+i*size:][:size])
			if !want.is(got, w.ty) {
				out = append(out, fmt.Sprintf("%s element %d: %#x, want %s", w.name, i, le(got), want.text))
			}
		}
	}
	if len(out) > 0 {
		return errors.New(strings.Join(out, "\n"))
	}
	return nil
}
