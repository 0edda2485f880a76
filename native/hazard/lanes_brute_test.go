package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// crowd is where all lanes of a thread are: those at its instruction, and the places at
// which others wait, any number at each.
type crowd struct {
	at      int
	here    bool   // lanes are at its instruction
	waiting string // places, rising, four bytes each
	returns string // of the calls that it is in, innermost last
}

// How many places have lanes at a time: there are more where code is nested, but with two the
// thread takes the same ways through all code (TestPlacesOfLanes). Code of many branches, such
// as divisions of doubles one behind the other, has too many sets of three.
const (
	maxPlaces    = 3
	fewPlaces    = 2
	manyBranches = 400
)

// placesIn is how many places a walk through code takes.
func placesIn(insts []native.Inst) int {
	branches := 0
	for i := range insts {
		if insts[i].Op.IsBranch() {
			branches++
		}
	}
	if branches > manyBranches {
		return fewPlaces
	}
	return maxPlaces
}

// lanes runs a program with lanes that choose freely at each predicate, by the rules of
// gen-execution 2.3 alone.
type lanes struct {
	target native.Target
	insts  []native.Inst
	offs   []int
	index  map[int]int // offset -> instruction
	most   int         // places that have lanes at a time
	all    uint32      // channels of branches
	seen   map[crowd]bool
	work   []crowd
	edges  map[[2]spot]bool
	begins map[spot]bool
	went   []parting // by instruction: where its lanes go
}

// spot is an instruction, with lanes that run it or without.
type spot struct {
	at   int
	here bool
}

// walked are the graphs of files.
var walked = map[string]*graph{}

// ways is the graph of all ways that the thread takes through a file. Waits do not change it.
func (f *file) ways() *graph {
	if walked[f.name] == nil {
		walked[f.name] = walkLanes(native.TGL, f.insts, f.offs)
	}
	return walked[f.name]
}

// walkLanes is the graph of all ways that the thread can take, with two nodes at most for an
// instruction.
func walkLanes(target native.Target, insts []native.Inst, offs []int) *graph {
	return walkPlaces(target, insts, offs, placesIn(insts))
}

// walkPlaces is walkLanes with so many places that have lanes at a time.
func walkPlaces(target native.Target, insts []native.Inst, offs []int, most int) *graph {
	l := &lanes{target: target, most: most, insts: insts, offs: offs, index: map[int]int{}, seen: map[crowd]bool{}, edges: map[[2]spot]bool{}, begins: map[spot]bool{}}
	for i, off := range offs {
		l.index[off] = i
		if in := &insts[i]; in.Op.IsBranch() && !in.NoMask {
			l.all |= channelsBrute(in)
		}
	}
	for i := range insts {
		l.went = append(l.went, l.where(i))
	}
	lost := false
	for i := 0; i < len(insts); i++ {
		if i > 0 && (!lost || l.ran(i)) {
			continue
		}
		l.begins[spot{i, true}] = true
		l.push(crowd{at: i, here: true})
		for len(l.work) > 0 {
			c := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			lost = l.step(c) || lost
		}
	}
	return l.graph()
}

// ran tells an instruction to which a path has come.
func (l *lanes) ran(i int) bool {
	for c := range l.seen {
		if c.at == i {
			return true
		}
	}
	return false
}

// push is a crowd to go on from.
func (l *lanes) push(c crowd) {
	if !l.seen[c] && c.at < len(l.insts) {
		l.seen[c] = true
		l.work = append(l.work, c)
	}
}

// to sends the thread on to a place: who waits there joins it.
func (l *lanes) to(c crowd, at int, waiting []int, returns string) {
	n := crowd{at: at, returns: returns}
	slices.Sort(waiting)
	waiting = slices.Compact(waiting)
	if len(waiting) > l.most {
		return
	}
	for _, w := range waiting {
		if w == at {
			n.here = true
		} else {
			n.waiting += placeText(w)
		}
	}
	l.edges[[2]spot{{c.at, c.here}, {at, n.here}}] = true
	l.push(n)
}

// placesOf and placeText are lists of places as text, which a map can have for a key.
func placesOf(s string) (out []int) {
	for ; s != ""; s = s[4:] {
		out = append(out, int(s[0])<<24|int(s[1])<<16|int(s[2])<<8|int(s[3]))
	}
	return out
}

func placeText(i int) string {
	return string([]byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)})
}

// step runs the instruction of a crowd; lost tells one that leads to where a register says.
func (l *lanes) step(c crowd) (lost bool) {
	in, next := &l.insts[c.at], c.at+1
	waiting := placesOf(c.waiting)
	with := func(more ...int) []int { return append(slices.Clone(waiting), more...) }
	some := func(at int) []int { // the lanes here go there
		if c.here {
			return with(at)
		}
		return with()
	}
	rule := l.target.Flow(in.Op, in.Branch)
	ip := in.Op.IsALU() && in.Dst.File == native.ARF && in.Dst.Reg == native.ARFIP
	predicated := in.PredCtrl != native.PredNone
	switch {
	case in.Op == native.OpRet:
		l.ret(c, waiting)
	case in.TargetRegister() != nil || ip:
		if predicated || in.Op.Links() && !c.here {
			l.to(c, next, some(next), c.returns)
		}
		if in.Op.Links() && next < len(l.insts) { // somebody may come back
			for _, here := range []bool{true, false} {
				l.begins[spot{next, here}] = true
				l.push(crowd{next, here, "", c.returns})
			}
		}
		return true
	case in.Op.Links():
		to := l.jump(c.at, in.JIP)
		l.to(c, to, some(to), c.returns+placeText(next))
		if predicated || !c.here { // nothing says that a call without lanes is one
			l.to(c, next, some(next), c.returns)
			if c.here {
				l.to(c, to, with(to, next), c.returns+placeText(next))
			}
		}
	case in.Op.IsSend() && in.Msg.EOT:
	case !in.Op.IsBranch():
		l.to(c, next, some(next), c.returns)
	case rule.When == native.FlowUniform || rule.When == native.FlowAlike:
		l.to(c, l.jump(c.at, in.JIP), some(l.jump(c.at, in.JIP)), c.returns)
		if predicated {
			l.to(c, next, some(next), c.returns)
		}
	default:
		l.part(c, rule, waiting)
	}
	return false
}

// jump is where a branch leads, behind all when nothing is there.
func (l *lanes) jump(i int, rel int32) int {
	at := l.offs[i] + int(rel)
	if l.insts[i].Op.IsAbsolute() {
		at = int(rel)
	}
	if to, ok := l.index[at]; ok {
		return to
	}
	return len(l.insts)
}

// where is where the lanes of an instruction may go, nowhere when together.
func (l *lanes) where(i int) (p parting) {
	in := &l.insts[i]
	rule := l.target.Flow(in.Op, in.Branch)
	ip := in.Op.IsALU() && in.Dst.File == native.ARF && in.Dst.Reg == native.ARFIP
	switch {
	case in.Op == native.OpRet, in.Op.Links(), ip, in.TargetRegister() != nil:
		p.astray = true
	case in.Op.IsBranch() && rule.When != native.FlowUniform && rule.When != native.FlowAlike:
		at := l.places(i)
		if p.first = -1; rule.When == native.FlowThere {
			p.first = int32(at[rule.First])
		}
		p.places = append(p.places, int32(at[rule.True]))
		if in.PredCtrl != native.PredNone {
			p.places = append(p.places, int32(at[rule.False]))
		}
		if channelsBrute(in)&l.all != l.all {
			p.places = append(p.places, int32(i+1))
		}
	}
	return p
}

// places are those that the rules of a branch name.
func (l *lanes) places(i int) [4]int {
	in := &l.insts[i]
	jip := l.jump(i, in.JIP)
	uip := jip
	if l.target.Offsets(in.Op) > 1 {
		uip = l.jump(i, in.UIP)
	}
	return [...]int{native.PlaceNext: i + 1, native.PlaceJIP: jip, native.PlaceUIP: uip, native.PlacePastUIP: uip + 1}
}

// channelsBrute are the channels that an instruction is about.
func channelsBrute(in *native.Inst) uint32 {
	return uint32((uint64(1)<<in.ExecSize - 1) << in.ChanOff)
}

// part lets the lanes at a branch choose: some for whom the predicate is true, some for
// whom it is false, some that the branch is not about.
func (l *lanes) part(c crowd, rule native.FlowRule, waiting []int) {
	in := &l.insts[c.at]
	at := l.places(c.at)
	whole := channelsBrute(in)&l.all == l.all
	for who := range 8 {
		yes, no, stay := who&1 != 0, who&2 != 0, who&4 != 0
		if c.here != (who != 0) || stay && whole || no && in.PredCtrl == native.PredNone {
			continue
		}
		now := slices.Clone(waiting)
		if yes {
			now = append(now, at[rule.True])
		}
		if no {
			now = append(now, at[rule.False])
		}
		if stay {
			now = append(now, c.at+1)
		}
		first := false
		switch rule.When {
		case native.FlowThere:
			first = slices.Contains(now, at[rule.First])
		case native.FlowActive:
			first = c.here
		case native.FlowTrue:
			first = yes
		}
		if first {
			l.to(c, at[rule.First], now, c.returns)
		} else {
			l.to(c, at[rule.Other], now, c.returns)
		}
	}
}

// ret brings lanes back behind their call, all of them, or some when it has a predicate.
func (l *lanes) ret(c crowd, waiting []int) {
	if c.returns == "" {
		return
	}
	outer := len(c.returns) - 4
	back := placesOf(c.returns[outer:])[0]
	now := slices.Clone(waiting)
	if c.here {
		now = append(now, back)
	}
	l.to(c, back, now, c.returns[:outer])
	if l.insts[c.at].PredCtrl != native.PredNone {
		if c.here {
			l.to(c, c.at+1, append(slices.Clone(waiting), c.at+1), c.returns)
			now = append(now, c.at+1)
		}
		l.to(c, c.at+1, now, c.returns)
	}
}

// graph numbers the places.
func (l *lanes) graph() *graph {
	g, idle := &graph{parts: l.went}, map[int]int32{}
	for i := range l.insts {
		g.of = append(g.of, int32(i))
	}
	number := func(p spot) int32 {
		switch {
		case p.at >= len(l.insts):
			return -1
		case p.here:
			return int32(p.at)
		}
		n, ok := idle[p.at]
		if !ok {
			n = int32(len(g.of))
			idle[p.at], g.of = n, append(g.of, int32(p.at))
		}
		return n
	}
	next := map[int32][]int32{}
	for e := range l.edges {
		from := number(e[0])
		next[from] = append(next[from], number(e[1]))
	}
	for p := range l.begins {
		g.begins = append(g.begins, number(p))
	}
	g.next = make([][]int32, len(g.of))
	for from, list := range next {
		for _, to := range list {
			if to < 0 {
				to = int32(len(g.of))
			}
			g.next[from] = append(g.next[from], to)
		}
	}
	return g
}
