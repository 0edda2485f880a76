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
		m.mark()
		switch kind := m.Intn(10); {
		case depth == 0:
		case kind < 3:
			m.choice(depth)
		case kind < 5:
			m.loop(depth)
		case kind < 7: // to the end of something around
			m.branch(m.ends[m.Intn(len(m.ends))], m.Intn(4) == 0)
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
		m.mark()
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
		require.True(t, ok, "seed %d: a loop without a way out", seed)
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
	assert.Equal(t, map[string]int{"if": 9247, "else": 1788, "endif": 9247, "while": 2660, "break": 1517, "jmpi": 1680, "mov": 6294, "with places": 646}, count)
}
