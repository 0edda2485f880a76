package flow

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// maze makes random programs of marks and branches: ifs, elses, loops with ways out and
// back, jumps to the end of what lies around, and some to anywhere. Branches that lead to a
// branch of all lanes lead to where that leads, as compilers have it.
type maze struct {
	*rand.Rand
	p    *native.Program
	ends []int32 // labels of the ends of what lies around
}

const (
	mazeLanes = 16
	mazes     = 1500
)

func newMaze(seed int64) *native.Program {
	m := &maze{rand.New(rand.NewSource(seed)), &native.Program{SIMD: mazeLanes}, nil}
	m.p.Vars = []native.Var{{Name: "a", Size: 64, Align: native.GRFBytes, Fixed: -1}}
	end := m.label()
	m.ends = []int32{end}
	m.block(3)
	m.place(end)
	m.mark()
	m.thread()
	return m.p
}

func (m *maze) label() int32 {
	m.p.Labels = append(m.p.Labels, -1)
	return int32(len(m.p.Labels))
}

func (m *maze) place(label int32) { m.p.Labels[label-1] = len(m.p.Insts) }

// mark is an instruction that leaves a trace, by its immediate.
func (m *maze) mark() {
	in := native.Inst{Op: native.OpAdd, ExecSize: mazeLanes, Dst: edit.Virt(0, 0, native.Dst1, native.D)}
	in.Src[0], in.Src[1] = edit.Virt(0, 0, edit.Row8, native.D), native.ImmOperand(uint64(len(m.p.Insts)), native.D)
	m.p.Insts = append(m.p.Insts, in)
}

// branch is one of some lanes, of all, or by channel 0, where lanes do not part.
func (m *maze) branch(label int32, together bool) {
	in := native.Inst{Op: native.OpGoto, ExecSize: mazeLanes, Label: label}
	if together && m.Intn(2) == 0 {
		in.ExecSize = 1
	}
	if !together || m.Intn(8) == 0 {
		m.p.Flags = append(m.p.Flags, native.FlagVar{Name: "p", Bits: mazeLanes})
		test := native.Inst{Op: native.OpCmp, Cond: native.CondGT, ExecSize: mazeLanes, Dst: native.NullDst(native.D)}
		test.Src[0], test.Src[1] = edit.Virt(0, 0, edit.Row8, native.D), native.ImmOperand(uint64(len(m.p.Insts)), native.D)
		test.Flag.Virt = int32(len(m.p.Flags))
		m.p.Insts = append(m.p.Insts, test)
		in.PredCtrl, in.PredInv, in.Flag = native.PredSeq, m.Intn(2) == 0, test.Flag
	}
	m.p.Insts = append(m.p.Insts, in)
}

func (m *maze) block(depth int) {
	for range 1 + m.Intn(3) {
		if m.Intn(3) > 0 {
			m.mark()
		}
		switch kind := m.Intn(11); {
		case depth == 0:
		case kind < 3:
			m.choice(depth)
		case kind < 5:
			m.loop(depth)
		case kind < 7: // to the end of something around
			m.branch(m.ends[m.Intn(len(m.ends))], m.Intn(4) == 0)
		case kind == 7 && m.Intn(4) == 0: // to anything
			m.branch(1+m.Int31n(int32(len(m.p.Labels))), m.Intn(8) == 0)
		}
	}
}

func (m *maze) choice(depth int) {
	other, end := m.label(), m.label()
	m.branch(other, m.Intn(6) == 0)
	m.ends = append(m.ends, end)
	m.block(depth - 1)
	if m.Intn(3) > 0 {
		m.branch(end, true)
	}
	m.place(other)
	m.block(depth - 1)
	m.ends = m.ends[:len(m.ends)-1]
	m.place(end)
}

func (m *maze) loop(depth int) {
	head, next, end := m.label(), m.label(), m.label()
	m.place(head)
	m.ends = append(m.ends, end, next)
	m.block(depth - 1)
	m.ends = m.ends[:len(m.ends)-2]
	m.place(next)
	if m.Intn(2) == 0 {
		m.branch(end, false)
		if m.Intn(2) == 0 {
			m.mark()
		}
		m.branch(head, true)
	} else {
		m.branch(head, false)
	}
	m.place(end)
	if m.Intn(2) == 0 {
		m.mark()
	}
}

// thread lets branches pass what only leads on.
func (m *maze) thread() {
	for i := range m.p.Insts {
		in := &m.p.Insts[i]
		for n := 0; in.Op == native.OpGoto && n < 4; n++ {
			to := m.p.Labels[in.Label-1]
			if to == len(m.p.Insts) || m.p.Insts[to].Op != native.OpGoto || m.p.Insts[to].PredCtrl != native.PredNone || m.p.Insts[to].Label == in.Label {
				break
			}
			in.Label = m.p.Insts[to].Label
		}
	}
}

// TestNestRandom runs random programs lane by lane, as they are and as Gen7 has them: the
// same marks and tests for each lane. What is made of them in all is held, too: a branch that
// need not be a step is none.
func TestNestRandom(t *testing.T) {
	count := map[string]int{}
	for seed := range int64(mazes) {
		p := newMaze(seed)
		together := byChannel0(p)
		want, ok := pathsOf(p, together)
		if !ok { // a loop without a way out
			count["endless"]++
			continue
		}
		require.NoError(t, nest(edit.New(p, native.IVB)))
		got, err := runNested(p, together)
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, want, got, "seed %d", seed)
		for i := range p.Insts {
			if op := p.Insts[i].Op; op.IsBranch() || op == native.OpMov {
				count[op.String()]++
			}
		}
		if slices.ContainsFunc(p.Vars, func(v native.Var) bool { return v.Name == "place" }) {
			count["with places"]++
		}
	}
	assert.Equal(t, map[string]int{"if": 7977, "else": 1223, "endif": 7977, "while": 2197, "break": 1248, "jmpi": 1837, "mov": 5734, "with places": 610, "endless": 6}, count)
}

// TestManyPlaces: a word numbers 65,536 segments.
func TestManyPlaces(t *testing.T) {
	crossing := func(segments int) error { // each branch leads behind the next but one
		p := &native.Program{SIMD: mazeLanes, Flags: []native.FlagVar{{Name: "p", Bits: mazeLanes}}}
		for i := range segments - 1 {
			in := native.Inst{Op: native.OpGoto, ExecSize: mazeLanes, PredCtrl: native.PredSeq, Label: int32(i + 1), VISA: int32(i + 1)}
			in.Flag.Virt = 1
			p.Insts, p.Labels = append(p.Insts, in), append(p.Labels, min(i+3, segments-1))
		}
		p.Insts = append(p.Insts, native.Inst{Op: native.OpNop, ExecSize: 1})
		return nest(edit.New(p, native.IVB))
	}
	require.NoError(t, crossing(1<<16))
	var unsupported *edit.UnsupportedError
	require.ErrorAs(t, crossing(1<<16+1), &unsupported)
	assert.Equal(t, edit.UnsupportedError{VISA: 1, What: "a program of 65537 segments: want at most 65536"}, *unsupported)
}

// TestPlaces: a word for each lane, and a jump back while any of them lies behind.
func TestPlaces(t *testing.T) {
	for simd, any := range map[int]native.PredCtrl{8: native.PredAny8H, 16: native.PredAny16H, 32: native.PredAny32H} {
		p := &native.Program{SIMD: simd, Flags: []native.FlagVar{{Name: "p", Bits: simd}}}
		for _, label := range []int32{1, 2} { // into the loop, and back
			in := native.Inst{Op: native.OpGoto, ExecSize: uint8(simd), PredCtrl: native.PredSeq, Label: label}
			in.Flag.Virt = 1
			p.Insts = append(p.Insts, in, native.Inst{Op: native.OpNop, ExecSize: 1})
		}
		p.Labels = []int{2, 1}
		require.NoError(t, nest(edit.New(p, native.IVB)))
		assert.Equal(t, []native.Var{{Name: "place", Size: 2 * simd, Align: native.GRFBytes, Fixed: -1}}, p.Vars)
		at := slices.IndexFunc(p.Insts, func(in native.Inst) bool { return in.Op == native.OpJmpi })
		require.Positive(t, at)
		assert.Equal(t, any, p.Insts[at].PredCtrl)
	}
}
