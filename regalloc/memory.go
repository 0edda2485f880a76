package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// memory keeps what was spilled where, over all rounds.
type memory struct {
	p      *native.Program
	limits limits
	first  int32 // first HWord of scratch that is free
	end    int32 // behind the last one in use
	most   int   // Options.Cost
	rounds [numFiles]int
	stats  *Stats
	room   *Room

	home  [numFiles]map[int32]int32 // variable -> what keeps it: first HWord of scratch, or the variable
	brief [numFiles]map[int32]bool  // variables that one instruction alone uses
	gone  [numFiles]map[int32]bool  // variables without a use
	piece [numFiles]map[int32]bool  // variables of stints that nothing loads

	kept     map[int32]bool         // GRF variables that what is computed again reads
	template map[int32]*native.Inst // GRF variable -> the instruction that computes it again
	top      []native.Inst          // saves of inputs, and of r0
	r0       native.Operand         // header of messages; no file until there is one
}

// maxHWords is how far scratch messages reach (specs/eu/messages.md: 12 bits of
// HWords).
const maxHWords = 1 << 12

// maxScratch is the most scratch memory that a thread can have: 2 MB.
const maxScratch = 2 << 20

func newMemory(p *native.Program, l limits, o Options, s *Stats) *memory {
	m := &memory{p: p, limits: l, first: int32(o.Scratch / scratchUnit), most: o.Cost, stats: s, room: o.Room}
	if m.room == nil {
		m.room = &Room{}
	}
	m.end, m.template, m.kept = m.first, map[int32]*native.Inst{}, map[int32]bool{}
	for f := range numFiles {
		m.home[f] = map[int32]int32{}
		m.brief[f], m.gone[f], m.piece[f] = map[int32]bool{}, map[int32]bool{}, map[int32]bool{}
	}
	return m
}

// spillable tells the variables that may leave their register: not those of one
// instruction, those that are bound to a place, reached through addresses or written by a
// call, behind which nobody could save them.
func (m *memory) spillable(f file, v int32, x *object) bool {
	if m.brief[f][v] || m.gone[f][v] || x.min > 0 || x.taken || x.link || x.size > maxGranules*m.limits.grf {
		return false
	}
	if x.fixed < 0 {
		return true
	}
	return x.liveIn && x.fixed%m.limits.grf == 0 && x.size%m.limits.grf == 0 && x.fixed > 0
}

// spill keeps picked variables of a file in memory: their stints become
// variables of their own, with loads in front and saves behind.
func (m *memory) spill(s *survey, picked []int32, stints []*stint, drops []int32, loops []around) error {
	if err := m.findHomes(s, picked, loops); err != nil {
		return err
	}
	edits, err := m.around(s, loops)
	if err != nil {
		return err
	}
	for _, i := range drops {
		edits = append(edits, edit{inst: int(i), drop: true})
	}
	for _, p := range stints {
		more, err := m.cut(s, p)
		if err != nil {
			return err
		}
		edits = append(edits, more...)
	}
	slices.SortStableFunc(edits, func(x, y edit) int { return x.inst - y.inst })
	apply(m.p, edits, m.room)
	m.prepend()
	return nil
}

// cut makes the variable of a stint and puts it into its instructions.
func (m *memory) cut(s *survey, p *stint) (edits []edit, err error) {
	v := s.varAt[p.obj]
	again := s.from[p.obj] >= 0
	first := &m.p.Insts[p.insts[0]]
	if again && len(p.insts) == 1 && p.write >= 0 && first.Origin > 0 {
		return []edit{{inst: int(p.write), drop: true}}, nil // it is computed where it is read
	}
	t := m.newPiece(s.f, v, p)
	m.brief[s.f][t] = len(p.insts) == 1
	m.piece[s.f][t] = !p.fill
	for _, i := range p.insts {
		replaceVar(&m.p.Insts[i], s.f, v, t, p.lo*m.limits.grf)
	}
	visa := first.VISA
	switch {
	case p.fill && again:
		edits = append(edits, edit{inst: int(p.insts[0]), before: []native.Inst{m.again(v, t)}})
	case p.fill:
		var loads []native.Inst
		if loads, err = m.moves(s.f, t, p.n, false, visa); err != nil {
			return nil, err
		}
		edits = append(edits, edit{inst: int(p.insts[0]), before: loads})
	}
	if p.save {
		var saves []native.Inst
		saves, err = m.moves(s.f, t, p.n, true, visa)
		edits = append(edits, edit{inst: int(p.write), after: saves})
	}
	return edits, err
}

// newPiece adds a variable for a piece of v; its home is part of that of v.
func (m *memory) newPiece(f file, v int32, p *stint) int32 {
	if f == fileAddr {
		m.p.Addrs = append(m.p.Addrs, m.p.Addrs[v])
		t := int32(len(m.p.Addrs) - 1)
		m.home[f][t] = m.home[f][v]
		return t
	}
	old := &m.p.Vars[v]
	align := max(old.Align, int(m.limits.grf))
	if p.lo > 0 {
		align = int(m.limits.grf)
	}
	m.p.Vars = append(m.p.Vars, native.Var{Name: old.Name, Size: int(p.n * m.limits.grf), Align: align, Fixed: -1})
	t := int32(len(m.p.Vars) - 1)
	if tmpl := m.template[v]; tmpl != nil {
		m.template[t] = tmpl
	} else {
		m.home[f][t] = m.home[f][v] + p.lo*m.limits.grf/scratchUnit
	}
	return t
}

// replaceVar puts variable to, whose first byte is byte off of from, into the
// operands of an instruction.
func replaceVar(in *native.Inst, f file, from, to, off int32) {
	for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
		switch {
		case f == fileAddr && o.Indirect && o.AddrReg == from+1:
			o.AddrReg = to + 1
		case f == fileAddr && !o.Indirect && o.File == native.VirtAddr && o.Reg == from:
			o.Reg = to
		case f == fileGRF && !o.Indirect && o.File == native.Virt && o.Reg == from:
			o.Reg, o.Sub = to, o.Sub-uint16(off)
		}
	}
}

// prepend puts the saves of inputs in front of the first instruction, where no
// jump reaches them.
func (m *memory) prepend() {
	if len(m.top) == 0 {
		return
	}
	n := len(m.top)
	out := append(append(m.room.instructions(n+len(m.p.Insts)), m.top...), m.p.Insts...)
	m.room.giveBack(m.p.Insts)
	m.p.Insts = out
	labels := slices.Clone(m.p.Labels)
	for l := range labels {
		labels[l] += n
	}
	m.p.Labels, m.top = labels, nil
}

// mark tells the objects that spilling has made.
func (m *memory) mark(o *objects) {
	if m == nil {
		return
	}
	for f := range numFiles {
		for v, is := range m.piece[f] {
			o.list[o.index[f][v]].piece = is
		}
	}
}

// withoutPlace marks the variables that no instruction uses any more.
func (m *memory) withoutPlace(a *analysis, at []int32) {
	for f := range numFiles {
		for v, is := range m.gone[f] {
			if is {
				at[a.index[f][v]] = spilled
			}
		}
	}
}

// roundSlack is how many units stay free for what the sum of sizes does not see:
// pieces in between, alignment. Each round leaves more.
func (m *memory) roundSlack(f file) int32 {
	if f != fileGRF {
		return 0
	}
	k := int32(m.rounds[f])
	return (1 + k*(k+1)/2) * m.limits.grf
}

// maxRounds bounds the rounds of one file. What the last ones leave is not worth
// their time.
const maxRounds = 16

// spillFile chooses objects of a file to leave it, and changes the program. It
// is false when none can.
func (a *analysis) spillFile(f file, m *memory) (bool, error) {
	if m.rounds[f] >= maxRounds {
		return false, nil
	}
	s := newSurvey(a, m, f)
	s.limit = min(a.usable[f], slices.Max(s.taken)-1) - m.roundSlack(f)
	m.rounds[f]++
	crowded := s.crowdedBlocks()
	picked := s.choose()
	if len(picked) == 0 {
		return false, nil
	}
	m.stats.Rounds++
	picked, loops := s.aroundLoops(picked, crowded)
	pieces, drops := s.pieces(picked, s.limit-m.roundSlack(f))
	return true, m.spill(s, picked, pieces, drops, loops)
}
