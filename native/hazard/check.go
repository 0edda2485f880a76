package hazard

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/latency"
)

// Kind is what would go wrong.
type Kind uint8

// Kinds of findings.
const (
	RAW      Kind = iota // a value is read that is not written yet
	WAW                  // the earlier result may arrive last
	WAR                  // a source is overwritten that is not read yet
	Unpaired             // a NoDDClr or NoDDChk without its partner
	Unlike               // partners whose results may come in any order
)

var kindNames = [...]string{"read before it is written", "written again before it is written", "written before it is read", "DepCtrl without a partner", "DepCtrl of unlike partners"}

// String says it in words.
func (k Kind) String() string { return kindNames[k] }

// Finding is a register that an instruction touches too early.
type Finding struct {
	Kind    Kind
	Inst    int // it touches the register
	By      int // of this instruction, which is in flight
	Touch   Touch
	Missing string // what would wait: "@3", "$2.dst", "$2.src", or a sentence when nothing can
}

// String names register, kind, the other instruction by its index, and what is missing.
func (f Finding) String() string {
	return f.Text(func(i int) string { return fmt.Sprint("instruction ", i) })
}

// Text is String with names of instructions.
func (f Finding) Text(name func(i int) string) string {
	at := register(f.Touch.Reg)
	if lo := bits.TrailingZeros64(f.Touch.Bytes); lo > 0 {
		at += fmt.Sprintf(" byte %d", lo)
	}
	if f.By == f.Inst {
		return fmt.Sprintf("%s: %s: wants %s", at, f.Kind, f.Missing)
	}
	return fmt.Sprintf("%s: %s by %s: wants %s", at, f.Kind, name(f.By), f.Missing)
}

// insn is what the checker needs of an instruction.
type insn struct {
	*native.Inst
	reads, writes Touches
	read, wrote   registers // of those
	sync          native.Sync
	pipe          native.Pipe
	apart         bool // other pipes do not wait until it has read: the target has several in order
	inOrder       bool // counted by distances of its pipe
	token         bool // runs out of order
	holds         int8 // its token, or noToken
	same          bool // what it writes is what was there
	window        int  // in order: how many of its pipe later results are there without a wait
}

func newInsn(t native.Target, in *native.Inst, at Place) insn {
	x := insn{Inst: in, pipe: in.Pipe(t), inOrder: in.InOrder(t), token: in.HoldsToken(t), same: rewrites(in)}
	x.touch(at)
	x.code(t, in)
	pipes := t.Pipes()
	x.apart = pipes&(pipes-1) != 0
	x.window, _ = latency.Window(t, x.pipe)
	return x
}

// code takes over what an instruction waits for, and its token.
func (x *insn) code(t native.Target, in *native.Inst) {
	x.sync, x.holds = in.Sync(t), noToken
	if x.sync.Set != 0 {
		x.holds = int8(bits.Len32(x.sync.Set) - 1)
	}
}

// touch finds what the instruction reads and writes.
func (x *insn) touch(at Place) {
	x.reads, x.writes = Footprint(x.Inst, at)
	x.read, x.wrote = regsOf(x.reads), regsOf(x.writes)
}

// Report is what Check says of a program.
type Report struct {
	Findings []Finding
	Unknown  []int // instructions of which it does not know all that they touch: see Check
	Lost     []int // from tgl on: instructions that go to a place that only a register has
}

// Check finds what instructions of target t touch too early on some path. offsets
// are their places in bytes. Registers by an address, and lengths of messages in a
// register, are followed where the same block makes them of constants; of other
// operands by address nothing is checked, of other messages one register, and the report
// lists them. From tgl on paths end at a jump or call to a place that a register has, which it
// lists too. They begin again, with nothing in flight, behind such a call, and at code to which no
// other path leads. The error is a *flow.InstError: flow that is not modelled, a branch to
// where no instruction begins, or a *FullError: then there is a report too, which is right as
// far as it goes.
func Check(t native.Target, insts []native.Inst, offsets []int) (*Report, error) {
	p, err := flow.Placed(t, t.InElements(insts), offsets)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	var xs []insn
	xs, r.Unknown = insns(t, p)
	if !t.Scoreboard() {
		r.Findings = depCtrl(p, xs)
		return r, nil
	}
	g, err := newGraph(p, t)
	if err != nil {
		return nil, err
	}
	s, all := newBoards(perNode(g, xs), g), false
	r.Findings, all = s.findings()
	r.Lost = g.lost
	switch {
	case s.full >= 0:
		err = &flow.InstError{Inst: int(s.of[s.full]), Err: &FullError{"instructions in flight", maxFlights}}
	case !all:
		err = &flow.InstError{Inst: r.Findings[maxFindings-1].Inst, Err: &FullError{"findings", maxFindings}}
	}
	return r, err
}

// boards is what is in flight before each node to which paths lead, on any of
// them; what is before the others follows from the instruction before.
type boards struct {
	*graph
	xs   []insn  // by node
	lead []bool  // paths lead to it
	in   []Board // of those, and at the end
	seen []bool
	full int32 // the first node at which more was in flight than is followed, or -1

	walks int // how often something was walked until no board grew
}

// maxFlights bounds what is in flight at one place: code of compilers has some dozens,
// and what waits for nothing would fill memory.
const maxFlights = 1024

// maxFindings bounds the findings: of code that waits for nothing nearly all pairs are one.
const maxFindings = 100_000

// FullError says that there is more than is followed, or listed.
type FullError struct {
	What string
	Most int // of that
}

// Error has the bound.
func (e *FullError) Error() string {
	return fmt.Sprintf("more than %d %s: the others are left out", e.Most, e.What)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *FullError) Is(target error) bool { return target == errors.ErrUnsupported }

func newBoards(xs []insn, g *graph) *boards {
	n := len(xs)
	s := &boards{graph: g, xs: xs, lead: make([]bool, n+1), in: make([]Board, n+1), seen: make([]bool, n+1), full: -1}
	for _, n := range g.begins {
		s.lead[n] = true
	}
	for i := range xs {
		g.inTurn(int32(i))
		for _, to := range g.next[i] {
			s.lead[to] = s.lead[to] || to != int32(i+1) || !g.inOrder(int32(i), to) || len(g.next[i]) > 1
		}
	}
	s.spread()
	return s
}

// spread follows all paths until no board grows.
func (s *boards) spread() {
	work := newQueue(s.of)
	for _, n := range s.begins {
		s.seen[n] = true
		work.put(n)
	}
	j := &joiner{first: make([]int32, len(s.xs))}
	var b, there Board
	for ; work.Len() > 0; s.walks++ {
		last := s.walk(work.take(), &b, func(int32, *Board) {})
		if last < 0 {
			continue
		}
		for _, n := range s.next[last] {
			if !s.inOrder(last, n) {
				b.jump()
			}
			there.Flights = append(there.Flights[:0], b.Flights...)
			s.move(&there, last, n)
			grew, full := j.join(&s.in[n], &there)
			if full {
				s.tooMany(last)
			}
			if grew || !s.seen[n] {
				s.seen[n] = true
				work.put(n)
			}
		}
	}
}

// tooMany notes that something in flight at a node is left out.
func (s *boards) tooMany(n int32) {
	if s.full < 0 || s.of[n] < s.of[s.full] {
		s.full = n
	}
}

// walk goes from instruction i, to which paths lead, to the last before others do, and
// gives that, -1 for none. visit sees each with what is in flight when it has waited. When
// that is too much the oldest is left out.
func (s *boards) walk(i int32, b *Board, visit func(i int32, b *Board)) int32 {
	b.Flights = append(b.Flights[:0], s.in[i].Flights...)
	last := int32(-1)
	for ; int(i) < len(s.xs); i++ {
		b.wait(s.xs[i].sync)
		last = i
		visit(i, b)
		b.issue(i, s.xs)
		if n := len(b.Flights); n > maxFlights {
			b.Flights = slices.Delete(b.Flights, 0, n-maxFlights)
			s.tooMany(i)
		}
		if next := s.next[i]; len(next) != 1 || next[0] != i+1 || s.lead[i+1] {
			break
		}
		s.move(b, i, i+1)
	}
	return last
}

// move takes a board from a node to another. The lanes of an instruction are somewhere until the thread ends: a way
// on which those of one out of order are nowhere is none for it.
func (s *boards) move(b *Board, from, to int32) {
	at, lanes := int32(len(s.waits)-1), false
	if int(to) < len(s.of) {
		at = s.of[to]
		lanes = s.goals[to].lanes()
	}
	p := &s.parts[s.of[from]]
	b.move(p, at, lanes)
	if int(to) < len(s.of) && (len(p.places) > 0 || !lanes) {
		b.Flights = slices.DeleteFunc(b.Flights, func(f Flight) bool {
			return f.Dist == 0 && s.goals[f.Inst].lanes() && f.owners == owners{}
		})
	}
}

// findings are those of all nodes, the first maxFindings; all is false when there are more.
func (s *boards) findings() (out []Finding, all bool) {
	var b Board
	for i := range s.xs {
		if s.lead[i] && s.seen[i] && len(out) <= maxFindings {
			s.walk(int32(i), &b, func(k int32, b *Board) {
				if first := len(out); first <= maxFindings {
					out = b.check(out, int(k), &s.xs[k], s.xs)
					out = out[:first+len(byInst(out[first:]))]
				}
			})
		}
	}
	for i := range out {
		out[i].Inst, out[i].By = int(s.of[out[i].Inst]), int(s.of[out[i].By])
	}
	out = byInst(out)
	return out[:min(len(out), maxFindings)], len(out) <= maxFindings
}

// byInst sorts findings by their instructions, and leaves the first of each pair of those.
func byInst(out []Finding) []Finding {
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Or(a.Inst-b.Inst, a.By-b.By) })
	return slices.CompactFunc(out, func(a, b Finding) bool { return a.Inst == b.Inst && a.By == b.By })
}

// check compares an instruction with what is in flight.
func (b *Board) check(out []Finding, i int, x *insn, xs []insn) []Finding {
	for _, f := range b.Flights {
		y := &xs[f.Inst]
		if !y.wrote.meets(&x.read) && !y.wrote.meets(&x.wrote) && !y.read.meets(&x.wrote) {
			continue
		}
		others := f.Dist == 0 && f.apart() // results in order are waited for in compiled code all the same
		if t, ok := y.writes.meet(x.reads); ok && !(others && spares(y, x, true)) {
			out = append(out, Finding{RAW, i, int(f.Inst), t, f.missing("dst")})
			continue
		}
		if t, ok := y.writes.meet(x.writes); ok && !(y.inOrder && x.inOrder && y.pipe == x.pipe) && !(others && spares(y, x, false)) {
			out = append(out, Finding{WAW, i, int(f.Inst), t, f.missing("dst")})
			continue
		}
		if t, ok := y.reads.meet(x.writes); ok && (f.Reads && !y.readsFirst(x) || f.Dist > 0 && y.apart && y.pipe != x.pipe) {
			out = append(out, Finding{WAR, i, int(f.Inst), t, f.missing("src")})
		}
	}
	return out
}

// missing is the wait for a flight.
func (f *Flight) missing(what string) string {
	switch {
	case f.Dist > 0:
		return fmt.Sprintf("%s@%d", f.Pipe.Letter(), min(f.Dist, native.MaxDistance))
	case f.Token == noToken:
		return "a token that the message does not set"
	}
	return fmt.Sprintf("$%d.%s", f.Token, what)
}

// rewrites tells an instruction that chooses between its destination and its
// destination: the compiler puts such a csel behind others on purpose.
func rewrites(in *native.Inst) bool {
	same := func(o *native.Operand) bool {
		return o.File == native.GRF && !o.Indirect && o.Mod == native.ModNone && o.Reg == in.Dst.Reg && o.Sub == in.Dst.Sub && o.Type == in.Dst.Type
	}
	return in.Op == native.OpCsel && in.Dst.File == native.GRF && !in.Sat && same(&in.Src[0]) && same(&in.Src[1])
}

// oneUnit tells what reads its sources in the order of the code: messages to one
// shared function, and what is in the math pipe.
func oneUnit(x, y *insn) bool {
	return x.Op.IsSend() && y.Op.IsSend() && x.Msg.SFID == y.Msg.SFID || x.pipe == native.PipeMath && y.pipe == native.PipeMath
}

// readsFirst tells instructions of one unit for the same lanes: the first has read
// its sources before the second answers. Lanes are the same by the flag of the
// predicate, whatever is made of it, as IGC has them (hasSamePredicator).
func (x *insn) readsFirst(y *insn) bool {
	predicated := x.PredCtrl != native.PredNone
	same := predicated == (y.PredCtrl != native.PredNone) && (!predicated || x.Flag == y.Flag)
	return oneUnit(x, y) && same && x.ExecSize == y.ExecSize && x.ChanOff == y.ChanOff
}
