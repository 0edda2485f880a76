package hazard

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/flow"
)

var allMutations = flag.Bool("all", false, "mutate every instruction, not one of many")

// file is native code of a target.
type file struct {
	name  string
	insts []native.Inst
	offs  []int
}

// files reads the native code below a folder beside the corpus, or of the subset.
func files(t *testing.T, target native.Target, dirs ...string) []file {
	t.Helper()
	var out []file
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(corpus.Dir(), dir, "*.dat"))
		require.NoError(t, err)
		for _, name := range names {
			code, err := os.ReadFile(name)
			require.NoError(t, err)
			insts, offs, err := native.DecodeAll(target, code)
			require.NoError(t, err, name)
			out = append(out, file{filepath.Join(dir, filepath.Base(name)), insts, offs})
		}
	}
	return out
}

// kernels are those of the containers that the compiler of 2026 made for a target.
func kernels(t *testing.T, target native.Target, dir string) (out []file) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(corpus.Dir(), "releases", "igc-2.40", dir, "*.bin"))
	require.NoError(t, err)
	for _, name := range names {
		image, err := os.ReadFile(name)
		require.NoError(t, err)
		box, err := container.Open(name, image, target)
		require.NoError(t, err, name)
		for _, k := range box.Kernels {
			insts, offs, err := native.DecodeAll(target, k.Code)
			require.NoError(t, err, name)
			out = append(out, file{filepath.Join(dir, filepath.Base(name), k.Name), insts, offs})
		}
	}
	return out
}

// TestScoreboardOfVendor: nothing is missing in code that Intel's compiler made, nor
// in what its drivers ship.
func TestScoreboardOfVendor(t *testing.T) {
	if _, ok := corpus.Full(); !ok {
		t.Skip("no Gen12 code in the subset")
	}
	for _, v := range vendor {
		n, open := 0, 0
		for _, f := range v.files(t) {
			r, err := Check(v.target, f.insts, f.offs)
			require.NoError(t, err, f.name)
			assert.Empty(t, r.Findings, f.name)
			assert.False(t, callsRegister(&f), f.name)
			n, open = n+len(f.insts), open+len(r.Unknown)
		}
		name := "Gen12"
		if v.target != native.TGL {
			name = v.target.String()
		}
		floor.Exact(t, name+" instructions not checked in full in "+corpus.Which(), open)
		floor.Exact(t, name+" instructions without a finding in "+corpus.Which(), n)
	}
}

// callsRegister tells code that calls an address in a register, which is not modelled.
func callsRegister(f *file) bool {
	return slices.ContainsFunc(f.insts, func(in native.Inst) bool { return in.Op.Links() && in.TargetRegister() != nil })
}

// mutation is a weaker scoreboard code of one instruction, as far as the code has it.
type mutation struct {
	kind string
	make func(t native.Target, in *native.Inst, s *native.Sync) bool // false where it does not apply
}

// weaken applies a mutation; false where it does not apply.
func (m *mutation) weaken(t native.Target, in *native.Inst) bool {
	code := *in
	if code.Op == native.OpSync {
		code.SyncFC = native.SyncNop // whose operand says nothing
	}
	s := code.Sync(t)
	return m.make(t, in, &s) && in.SetSync(t, s)
}

var mutations = []mutation{
	{"distance deleted", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		was := s.Dist
		s.Dist, s.Pipes = 0, 0
		return was > 0
	}},
	{"distance + 1", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		s.Dist++
		return s.Dist > 1 && s.Dist <= native.MaxDistance
	}},
	{"distance of another pipe", func(t native.Target, _ *native.Inst, s *native.Sync) bool {
		all := t.Pipes()
		if s.Dist == 0 || all == 1<<native.PipeOnly {
			return false
		}
		next := map[native.Pipes]native.Pipes{all: 1 << native.PipeInt, 1 << native.PipeInt: 1 << native.PipeFloat, 1 << native.PipeFloat: 1 << native.PipeInt, 1 << native.PipeLong: 1 << native.PipeInt}
		s.Pipes = next[s.Pipes]
		return true
	}},
	{"wait for a token deleted", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		was := s.Dst | s.Src
		s.Dst, s.Src = 0, 0
		return was != 0
	}},
	{"$.dst made $.src", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		s.Dst, s.Src = 0, s.Dst
		return s.Src != 0 && s.Dist == 0
	}},
	{"wait for another token", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		if s.Dst|s.Src == 0 || s.Dist > 0 {
			return false
		}
		s.Dst, s.Src = next(s.Dst), next(s.Src)
		return true
	}},
	{"token not set", func(_ native.Target, _ *native.Inst, s *native.Sync) bool {
		was := s.Set
		s.Set = 0
		return was != 0
	}},
	{"token of a sync deleted", func(_ native.Target, in *native.Inst, _ *native.Sync) bool {
		m := &in.Src[0]
		if in.Op != native.OpSync || in.SyncFC != 2 && in.SyncFC != 3 || m.File != native.Imm || m.Imm == 0 {
			return false
		}
		m.Imm &= m.Imm - 1
		return true
	}},
}

// next is the token behind one, of sixteen.
func next(token uint32) uint32 { return (token<<1 | token>>15) & 0xFFFF }

// vendor are Intel's programs of a target, and the table of docs/hazards.md about changes of them.
var vendor = []struct {
	target        native.Target
	files         func(t *testing.T) []file
	section, name string
	sample        int // one of so many changes is made in every day's test
}{
	{native.TGL, func(t *testing.T) []file { return files(t, native.TGL, "tgllp", "../shipped/tgl") }, "weakened", "weakened scoreboard codes", 1100},
	{native.DG2, func(t *testing.T) []file { return kernels(t, native.DG2, "dg2") }, "weakened-dg2", "weakened scoreboard codes of dg2", 100},
	{native.MTL, func(t *testing.T) []file { return kernels(t, native.MTL, "mtl-h") }, "weakened-mtl", "weakened scoreboard codes of mtl", 250},
}

// TestMutations weakens the code of Intel's compiler, one instruction at a time. What
// the checker says is what the second one says; where both find nothing, the wait
// was for something else, which why names.
func TestMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("checks hundreds of programs twice")
	}
	if _, ok := corpus.Full(); !ok {
		t.Skip("no Gen12 code in the subset")
	}
	for _, v := range vendor {
		t.Run(v.target.String(), func(t *testing.T) {
			step := v.sample
			if *allMutations {
				step = 1
			}
			tally := newTally("change", "found", reasons...)
			at := 0
			for _, f := range v.files(t) {
				mutate(t, v.target, &f, tally, func() bool {
					at++
					return at%step == 0
				})
			}
			tally.hold(t, v.section, v.name)
		})
	}
}

// TestLanesAreSomewhere: the lanes of a message are not gone. On dg2 those that signal a barrier at 0x2068 could else be at the end of
// the kernel, to which only threads without lanes come past the waits for the signal's payload; on mtl those of the load at 0x2128
// wait at 0x22D8, which no thread passes by without them.
func TestLanesAreSomewhere(t *testing.T) {
	if _, ok := corpus.Full(); !ok {
		t.Skip("no code for dg2 and mtl in the subset")
	}
	for _, c := range []struct {
		target native.Target
		dir    string
		at     int // an instruction without its waits
		found  int
	}{{native.DG2, "dg2", 0x2478, 2}, {native.MTL, "mtl-h", 0x2138, 9}} {
		all := kernels(t, c.target, c.dir)
		k := slices.IndexFunc(all, func(f file) bool { return f.name == filepath.Join(c.dir, "wgall.bin", "wg_loop") })
		require.GreaterOrEqual(t, k, 0)
		f := &all[k]
		i := slices.Index(f.offs, c.at)
		p := newMutable(t, c.target, f)
		f.insts[i].SWSB = 0
		p.renew(i, &f.insts[i])
		found := p.find()
		assert.Len(t, found, c.found)
		assert.Equal(t, p.second.find(), found)
	}
}

// wholeWalks: of so many changes of a program one is also checked from the beginning, and walked from all producers.
const wholeWalks = 64

// mutate weakens the instructions of a program for which take says so.
func mutate(t *testing.T, target native.Target, f *file, tally *tally, take func() bool) {
	t.Helper()
	program := sync.OnceValue(func() *mutable { return newMutable(t, target, f) })
	for i := range f.insts {
		for k := range mutations {
			m, was := &mutations[k], f.insts[i]
			weak := was
			if !m.weaken(target, &weak) || !take() || !program().second.reach[i] {
				continue
			}
			f.insts[i] = weak
			tally.add(m.kind, program().judge(t, f, i, m.kind))
			f.insts[i] = was
			program().renew(i, &was)
		}
	}
}

// mutable is a program as it was compiled, for comparisons with changes of it.
type mutable struct {
	target native.Target
	second *again
	base   *boards
	xs     []insn // by node
	judged int
}

func newMutable(t *testing.T, target native.Target, f *file) *mutable {
	t.Helper()
	p, err := flow.Placed(target, f.insts, f.offs)
	require.NoError(t, err)
	g, err := newGraph(p, target)
	require.NoError(t, err)
	xs, _ := insns(target, p)
	nodes := perNode(g, xs)
	base := newBoards(slices.Clone(nodes), g)
	second := newAgain(newBrute(target, f.insts, xs, walkLanes(target, f.insts, f.offs)))
	return &mutable{target: target, second: second, base: base, xs: nodes}
}

// renew takes the scoreboard code of an instruction from a program.
func (p *mutable) renew(i int, in *native.Inst) {
	p.second.renew(i)
	for n, of := range p.base.of {
		if int(of) == i {
			p.xs[n].code(p.target, in)
		}
	}
}

// find is what Check finds, without a look at what waits do not change.
func (p *mutable) find() map[pair]bool {
	found, _ := newBoards(p.xs, p.base.graph).findings()
	return pairsOf(found)
}

// judge is what both checkers say of a program whose instruction i was changed.
func (p *mutable) judge(t *testing.T, f *file, i int, kind string) string {
	t.Helper()
	p.renew(i, &f.insts[i])
	got, want := p.find(), p.second.changed(i)
	require.Equal(t, want, got, "%s %#x: %s", f.name, f.offs[i], kind)
	if p.judged++; p.judged%wholeWalks == 1 {
		require.Equal(t, findings(t, p.target, f), got, "%s %#x: %s", f.name, f.offs[i], kind)
		require.Equal(t, p.second.find(), want, "%s %#x: %s", f.name, f.offs[i], kind)
	}
	if len(got) > 0 {
		return "found"
	}
	return why(p.base, i, f.insts[i].Sync(p.target))
}

func findings(t *testing.T, target native.Target, f *file) map[pair]bool {
	t.Helper()
	r, err := Check(target, f.insts, f.offs)
	require.NoError(t, err)
	return pairsOf(r.Findings)
}

func pairsOf(found []Finding) map[pair]bool {
	out := map[pair]bool{}
	for _, x := range found {
		out[pair{x.Inst, x.By}] = true
	}
	return out
}

// Reasons why nothing is found.
const (
	nothingFlies = "nothing is in flight then"
	nothingMeets = "nothing of it is touched"
	inTurnAnyway = "in order, or one function"
	callOrRet    = "call or ret"
	otherBytes   = "other bytes"
	byAddresses  = "by address"
	otherLanes   = "other lanes"
)

var reasons = []string{nothingFlies, nothingMeets, inTurnAnyway, callOrRet, otherBytes, byAddresses, otherLanes}

// why says what a wait that no general register needed was for.
func why(s *boards, i int, weak native.Sync) string {
	was, x := s.before(i), &s.xs[i]
	now := s.before(i)
	was.wait(x.sync)
	now.wait(weak)
	out := nothingFlies
	for _, f := range now.Flights {
		if slices.Contains(was.Flights, f) {
			continue
		}
		y := &s.xs[f.Inst]
		switch {
		case x.Op.IsBranch():
			return callOrRet
		case byAddress(x.Inst) || byAddress(y.Inst):
			return byAddresses
		case f.Dist == 0 && f.apart() && (meets(y.writes, x.reads) || meets(y.writes, x.writes)):
			return otherLanes
		case meets(y.writes, x.writes), meets(y.reads, x.writes):
			return inTurnAnyway
		case meets(registersOf(y.writes), registersOf(x.reads)), meets(registersOf(y.writes), registersOf(x.writes)), meets(registersOf(y.reads), registersOf(x.writes)):
			out = otherBytes
		case out != otherBytes:
			out = nothingMeets
		}
	}
	return out
}

func meets(a, b Touches) bool {
	_, ok := a.meet(b)
	return ok
}

// registersOf makes all bytes of the registers.
func registersOf(t Touches) (out Touches) {
	for _, x := range t {
		out = append(out, Touch{x.Reg, whole})
	}
	return out
}

func byAddress(in *native.Inst) bool {
	return in.Dst.Indirect || in.Src[0].Indirect || in.Src[1].Indirect || in.Src[2].Indirect
}

// before is what is in flight when an instruction has not waited yet.
func (s *boards) before(i int) Board {
	lead := i
	for !s.lead[lead] {
		lead--
	}
	b := Board{slices.Clone(s.in[lead].Flights)}
	for k := lead; k < i; k++ {
		b.wait(s.xs[k].sync)
		b.issue(int32(k), s.xs)
		s.move(&b, int32(k), int32(k+1))
	}
	return b
}
