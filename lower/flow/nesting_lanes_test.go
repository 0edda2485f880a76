package flow

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// visits says which lanes a test lets go, by how often they came to it: not for ever. All
// lanes of a branch by channel 0 do the same.
type visits map[[2]int]int

func (v visits) goes(test uint64, lane int, together bool) bool {
	if together {
		return test%3 == 0
	}
	v[[2]int{int(test), lane}]++
	n := v[[2]int{int(test), lane}]
	return (uint64(lane)*2654435761+test*40503+uint64(n)*9176)>>3%5 < 2 != (n > 5 && n%2 == 0)
}

// byChannel0 are the tests that branches by channel 0 read, which are true for all lanes or
// for none.
func byChannel0(p *native.Program) map[uint64]bool {
	tests := map[uint64]bool{}
	for i := range p.Insts {
		if in := &p.Insts[i]; in.Op == native.OpGoto && in.ExecSize == 1 && in.PredCtrl != native.PredNone {
			tests[p.Insts[i-1].Src[1].Imm] = true
		}
	}
	return tests
}

// mazeSteps is what no lane should need.
const mazeSteps = 4000

// pathsOf are the marks and tests that each lane comes to, one lane after the other.
func pathsOf(p *native.Program, together map[uint64]bool) (paths [mazeLanes][]uint64, ok bool) {
	seen := visits{}
	for lane := range paths {
		flags := make([]bool, len(p.Flags)+1)
		at := 0
		for step := 0; at < len(p.Insts); step++ {
			if step == mazeSteps {
				return paths, false
			}
			in := &p.Insts[at]
			at++
			switch in.Op {
			case native.OpAdd:
				paths[lane] = append(paths[lane], in.Src[1].Imm)
			case native.OpCmp:
				paths[lane] = append(paths[lane], in.Src[1].Imm)
				flags[in.Flag.Virt] = seen.goes(in.Src[1].Imm, lane, together[in.Src[1].Imm])
			case native.OpGoto:
				if in.PredCtrl == native.PredNone || flags[in.Flag.Virt] != in.PredInv {
					at = p.Labels[in.Label-1]
				}
			}
		}
	}
	return paths, true
}

// thread7 is a thread of Gen7 as gen-execution 2.3 has it: each lane has an address, and
// runs what is at the thread's.
type thread7 struct {
	p        *native.Program
	together map[uint64]bool
	seen     visits
	lanes    [mazeLanes]int
	at       int
	flags    [][mazeLanes]bool
	place    [mazeLanes]uint64
	bits     map[int32]uint64 // variables of one dword
	paths    [mazeLanes][]uint64
}

func runNested(p *native.Program, together map[uint64]bool) (paths [mazeLanes][]uint64, err error) {
	m := &thread7{p: p, together: together, seen: visits{}, flags: make([][mazeLanes]bool, len(p.Flags)+1), bits: map[int32]uint64{}}
	for step := 0; m.at < len(p.Insts); step++ {
		if step == mazeLanes*mazeSteps {
			return m.paths, fmt.Errorf("does not end")
		}
		in := &p.Insts[m.at]
		if in.Op.IsBranch() {
			m.branch(in)
			continue
		}
		if (in.Op == native.OpAdd || in.Cond == native.CondGT) && !slices.Contains(m.lanes[:], m.at) {
			return m.paths, fmt.Errorf("the thread comes to %d without lanes", m.at)
		}
		for lane := range m.lanes {
			if awake := m.lanes[lane] == m.at; in.ExecSize == 1 && lane == 0 || in.ExecSize > 1 && (awake || in.NoMask) {
				m.run(in, lane)
			}
		}
		for lane := range m.lanes {
			if m.lanes[lane] == m.at {
				m.lanes[lane]++
			}
		}
		m.at++
	}
	for lane, at := range m.lanes {
		if at != len(p.Insts) {
			return m.paths, fmt.Errorf("lane %d is left at %d", lane, at)
		}
	}
	return m.paths, nil
}

// run does an instruction in a lane; of those of one channel the flags are whole.
func (m *thread7) run(in *native.Inst, lane int) {
	set := in.PredCtrl == native.PredNone || m.flags[in.Flag.Virt][lane] != in.PredInv
	switch {
	case in.Op == native.OpAdd:
		m.paths[lane] = append(m.paths[lane], in.Src[1].Imm)
	case in.Op == native.OpCmp && in.Cond == native.CondGT:
		m.paths[lane] = append(m.paths[lane], in.Src[1].Imm)
		goes := m.seen.goes(in.Src[1].Imm, lane, m.together[in.Src[1].Imm])
		for k := range mazeLanes {
			if k == lane || m.together[in.Src[1].Imm] {
				m.flags[in.Flag.Virt][k] = goes
			}
		}
	case in.Op == native.OpCmp:
		m.flags[in.Flag.Virt][lane] = m.place[lane] <= in.Src[1].Imm
	case in.Op == native.OpAnd:
		m.bits[in.Dst.Reg] = 0
		if m.flags[in.Src[0].Reg+1][0] {
			m.bits[in.Dst.Reg] = in.Src[1].Imm
		}
	case in.ExecSize > 1 && set:
		m.place[lane] = in.Src[0].Imm
	case in.ExecSize > 1:
	case in.Dst.File == native.VirtFlag:
		bits := in.Src[0].Imm
		if in.Src[0].File == native.Virt {
			bits = m.bits[in.Src[0].Reg]
		}
		for k := range mazeLanes {
			m.flags[in.Dst.Reg+1][k] = bits>>k&1 != 0
		}
	default:
		m.bits[in.Dst.Reg] = -m.bits[in.Src[0].Reg]
	}
}

// branch sends lanes and thread where the rule of the op says.
func (m *thread7) branch(in *native.Inst) {
	r := native.IVB.Flow(in.Op, in.Branch)
	to := [4]int{native.PlaceNext: m.at + 1}
	to[native.PlaceJIP] = m.p.Labels[in.Label-1]
	to[native.PlaceUIP] = to[native.PlaceJIP]
	if in.Label2 > 0 {
		to[native.PlaceUIP] = m.p.Labels[in.Label2-1]
	}
	to[native.PlacePastUIP] = to[native.PlaceUIP] + 1
	active, taken := false, false
	whole := m.predicate(in, 0)
	for lane := range m.lanes {
		if m.lanes[lane] != m.at {
			continue
		}
		active = true
		goes := whole
		if r.When != native.FlowUniform {
			goes = m.predicate(in, lane)
		}
		taken = taken || goes
		m.lanes[lane] = to[r.False]
		if goes {
			m.lanes[lane] = to[r.True]
		}
	}
	first := false
	switch r.When {
	case native.FlowThere:
		for _, at := range m.lanes {
			first = first || at == to[r.First]
		}
	case native.FlowActive:
		first = active
	case native.FlowTrue:
		first = taken
	case native.FlowUniform:
		first = whole
	}
	m.at = to[r.Other]
	if first {
		m.at = to[r.First]
	}
}

func (m *thread7) predicate(in *native.Inst, lane int) bool {
	f := m.flags[in.Flag.Virt]
	switch in.PredCtrl {
	case native.PredNone:
		return true
	case native.PredSeq:
		return f[lane] != in.PredInv
	}
	for _, b := range f { // any of so many
		if b {
			return true
		}
	}
	return false
}
