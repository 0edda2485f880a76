package eu_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/mem"
)

// maze makes random structured code whose lanes part: if, else, loops with break and cont,
// forward goto into joins, halt. Messages, math and arithmetic go through few registers.
type maze struct {
	*rand.Rand
	target native.Target
	lines  []mazeLine
	labels int
	left   int      // statements
	loops  []string // their whiles, innermost last
	joins  []string
	held   int // tokens
}

type mazeLine struct{ label, text string }

var mazesMany = flag.Bool("mazes", false, "make 1,500 programs for a target, not 12")

// mazeTokens is how many messages and math functions a maze has, each with a token of its own.
const mazeTokens = 10

func (m *maze) add(format string, args ...any) {
	m.lines = append(m.lines, mazeLine{text: fmt.Sprintf(format, args...)})
}

func (m *maze) label() string {
	m.labels++
	return fmt.Sprintf("L%d", m.labels)
}

// place puts a label before what is added next.
func (m *maze) place(label, format string, args ...any) {
	m.lines = append(m.lines, mazeLine{label, fmt.Sprintf(format, args...)})
}

// wide is a register of a vector of 16 dwords, narrow one of eight.
func (m *maze) wide() int   { return 20 + 2*m.IntN(6) }
func (m *maze) narrow() int { return 20 + m.IntN(12) }

func (m *maze) flag() string { return []string{"(f0.0)", "(f0.1)", "(~f0.0)"}[m.IntN(3)] }

// block adds statements up to end, the label that the thread goes to without lanes.
func (m *maze) block(end string, depth int) {
	for n := 1 + m.IntN(4); n > 0 && m.left > 0; n-- {
		m.left--
		switch k := m.IntN(16); {
		case k < 3 && depth < 4:
			m.choice(end, depth)
		case k < 5 && len(m.loops) < 2 && depth < 4:
			m.loop(depth)
		case k < 6 && depth < 4:
			join := m.label()
			m.joins = append(m.joins, join)
			m.block(join, depth+1)
			m.joins = m.joins[:len(m.joins)-1]
			m.place(join, "join (16|M0) %s", end)
		case k < 8 && len(m.joins) > 0:
			m.add("%s goto (16|M0) %s %s", m.flag(), end, m.joins[m.IntN(len(m.joins))])
		case k < 9 && len(m.loops) > 0:
			at := m.loops[len(m.loops)-1]
			m.add("%s %s (16|M0) %s %s", m.flag(), []string{"break", "cont"}[m.IntN(2)], end, at)
		case k < 10 && m.IntN(3) == 0:
			m.add("(f0.1) halt (16|M0) %s END", end)
		default:
			m.plain()
		}
	}
	m.plain()
}

func (m *maze) choice(end string, depth int) {
	other, last := m.label(), m.label()
	m.compare()
	if m.IntN(3) == 0 {
		m.add("%s if (16|M0) %s %s", m.flag(), last, last)
		m.block(last, depth+1)
	} else {
		turn := m.label()
		m.add("%s if (16|M0) %s %s", m.flag(), other, last)
		m.block(turn, depth+1)
		m.place(turn, "else (16|M0) %s %s", last, last)
		m.place(other, "nop")
		m.block(last, depth+1)
	}
	m.place(last, "endif (16|M0) %s", end)
}

// loop counts down what each lane has of its own.
func (m *maze) loop(depth int) {
	head, last := m.label(), m.label()
	reg, flag := 40+2*len(m.loops), fmt.Sprintf("f1.%d", len(m.loops))
	m.add("and (16|M0) r%d.0<1>:d r%d.0<8;8,1>:d 3:w", reg, m.wide())
	m.place(head, "add (16|M0) r%d.0<1>:d r%d.0<8;8,1>:d -1:w", reg, reg)
	m.add("cmp (16|M0) (gt)%s null<1>:d r%d.0<8;8,1>:d 0:w", flag, reg)
	m.loops = append(m.loops, last)
	m.block(last, depth+1)
	m.loops = m.loops[:len(m.loops)-1]
	m.place(last, "(%s) while (16|M0) %s", flag, head)
}

func (m *maze) compare() {
	m.add("cmp (16|M0) (%s)f0.%d null<1>:d r%d.0<8;8,1>:d r%d.0<8;8,1>:d", []string{"lt", "gt", "ne"}[m.IntN(3)], m.IntN(2), m.wide(), m.wide())
}

// plain adds something that touches registers.
func (m *maze) plain() {
	half := []string{"(8|M0)", "(8|M8)", "(W) (8|M0)"}[m.IntN(3)]
	pred, size, _ := strings.Cut(half, " ")
	if size == "" {
		pred, size = "", half
	}
	switch k := m.IntN(8); {
	case k < 2 && m.held < mazeTokens:
		m.held++
		m.add("%s math.inv %s r%d.0<1>:f r%d.0<8;8,1>:f", pred, size, m.narrow(), m.narrow())
	case k < 5 && m.held < mazeTokens:
		m.held++
		switch write := m.IntN(3) == 0; {
		case m.target.Scoreboard() && write:
			m.add("%s send.dc1 %s null r%d r%d 0x40 0x02026EFE", pred, size, m.narrow(), m.narrow())
		case m.target.Scoreboard():
			m.add("%s send.dc1 %s r%d r%d null 0x0 0x02106EFE", pred, size, m.narrow(), m.narrow())
		default:
			m.add("%s send %s r%d r%d 0xC 0x02106EFE", pred, size, m.narrow(), m.narrow())
		}
	case k < 6:
		m.compare()
	case k < 7 && !m.target.Scoreboard():
		reg := m.narrow()
		m.add("(W) add (1|M0) r%d.0<1>:d r%d.0<0;1,0>:d 1:w {NoDDClr}", reg, 34)
		m.add("(W) add (1|M0) r%d.1<1>:d r%d.0<0;1,0>:d 2:w {NoDDChk}", reg, 34)
	default:
		m.add("%s add (16|M0) r%d.0<1>:d r%d.0<8;8,1>:d r%d.0<8;8,1>:d", []string{"", "", m.flag()}[m.IntN(3)], m.wide(), m.wide(), m.wide())
	}
}

// code assembles the lines.
func (m *maze) code(t *testing.T) []native.Inst {
	t.Helper()
	var b strings.Builder
	for _, l := range m.lines {
		if l.label != "" {
			fmt.Fprintf(&b, "%s: ", l.label)
		}
		fmt.Fprintln(&b, l.text)
	}
	code, err := asm.Assemble("maze.asm", m.target, strings.NewReader(b.String()))
	require.NoError(t, err, b.String())
	insts, _, err := native.DecodeAll(m.target, code)
	require.NoError(t, err)
	return insts
}

// newMaze makes code that nothing in it touches too early: what touches a register of
// a message waits for that message, on whatever path it comes, and for all before it in
// order.
func newMaze(t *testing.T, target native.Target, seed uint64) []native.Inst {
	t.Helper()
	m := &maze{Rand: rand.New(rand.NewPCG(seed, uint64(target))), target: target, left: 14}
	m.block("END", 0)
	m.place("END", "halt (16|M0) LAST LAST")
	m.place("LAST", "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud")
	if !target.Scoreboard() {
		m.add("(W) send (8|M0) null r127 0x27 0x02000010 {EOT}")
		return m.code(t)
	}
	m.add("(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}")
	insts := m.code(t)
	require.Len(t, insts, len(m.lines))
	reads, writes, tokens := make([]hazard.Touches, len(insts)), make([]hazard.Touches, len(insts)), map[int]int{}
	for i := range insts {
		in := &insts[i]
		reads[i], writes[i] = hazard.Footprint(in, hazard.Unplaced)
		if in.HoldsToken(target) && !in.Msg.EOT {
			tokens[i] = len(tokens)
		}
	}
	var lines []mazeLine
	for i, l := range m.lines {
		for j := range insts {
			k, holds := tokens[j]
			wait := ""
			switch {
			case !holds:
			case share(writes[j], reads[i]) || share(writes[j], writes[i]) && i != j:
				wait = "dst"
			case share(reads[j], writes[i]) && i != j:
				wait = "src"
			}
			if wait != "" {
				lines = append(lines, mazeLine{l.label, fmt.Sprintf("sync.nop null {$%d.%s}", k, wait)})
				l.label = ""
			}
		}
		switch k, holds := tokens[i]; {
		case holds:
			l.text += fmt.Sprintf(" {@1,$%d}", k)
		case insts[i].Msg.EOT:
			l.text = strings.Replace(l.text, "{EOT}", "{EOT,@1}", 1)
		case len(reads[i])+len(writes[i]) > 0:
			l.text += " {@1}"
		}
		lines = append(lines, l)
	}
	m.lines = lines
	return m.code(t)
}

func share(a, b hazard.Touches) bool {
	for _, x := range a {
		if slices.ContainsFunc(b, func(y hazard.Touch) bool { return x.Reg == y.Reg && x.Bytes&y.Bytes != 0 }) {
			return true
		}
	}
	return false
}

// weaker are the codes that make an instruction wait for less, or pair DepCtrl in another way.
func weaker(target native.Target, was native.Inst) (out []native.Inst) {
	with := func(f func(in *native.Inst)) {
		in := was
		f(&in)
		out = append(out, in)
	}
	if !target.Scoreboard() {
		if was.Op.IsALU() {
			with(func(in *native.Inst) { in.DepCtrl ^= 1 })
			with(func(in *native.Inst) { in.DepCtrl ^= 2 })
		}
		return out
	}
	switch c := was.SWSB; {
	case c >= 0x80:
		with(func(in *native.Inst) { in.SWSB = 0x40 | c&15 })
		with(func(in *native.Inst) { in.SWSB = c >> 4 & 7 })
		with(func(in *native.Inst) { in.SWSB += 0x10 })
	case c >= 0x20 && c < 0x30:
		with(func(in *native.Inst) { in.SWSB = 0 })
		with(func(in *native.Inst) { in.SWSB += 0x10 })
	case c > 0:
		with(func(in *native.Inst) { in.SWSB = 0 })
		if c < 7 {
			with(func(in *native.Inst) { in.SWSB++ })
		}
	}
	return out
}

// mazeGrid is one thread with random registers and lanes.
type mazeGrid struct {
	seed uint64
	mask uint32
}

func (g mazeGrid) Groups() [3]uint32     { return [3]uint32{1, 1, 1} }
func (g mazeGrid) MaxThreads() int       { return 1 }
func (g mazeGrid) Threads([3]uint32) int { return 1 }
func (g mazeGrid) PayloadSize() int      { return 36 * native.GRFBytes }
func (g mazeGrid) SLMSize() int          { return 1024 }
func (g mazeGrid) ScratchSize() int      { return 0 }
func (g mazeGrid) Fill(p []byte, _ [3]uint32, _ int) uint32 {
	r := rand.New(rand.NewPCG(g.seed, 2))
	for i := range p {
		p[i] = byte(r.IntN(256))
	}
	return g.mask
}

// stops runs code, and gives the hazard that stops it.
func stops(t *testing.T, target native.Target, insts []native.Inst, g mazeGrid) *eu.HazardError {
	t.Helper()
	p, err := eu.LoadInsts("maze", target, insts)
	require.NoError(t, err)
	_, err = dispatch.Run(context.Background(), &dispatch.Launch{Engine: p.Hazards(), Payloads: g, Mem: mem.New(), Deterministic: true})
	var h *eu.HazardError
	if errors.As(err, &h) {
		return h
	}
	require.NoError(t, err)
	return nil
}

// TestHazardsOfMazes: neither the check of all paths nor a run finds anything in code that
// waits for everything. With one wait weaker, what stops a run is what the check says: the
// lanes take no path that the check does not.
func TestHazardsOfMazes(t *testing.T) {
	mazes := uint64(12)
	if *mazesMany {
		mazes = 1500
	}
	for _, target := range []native.Target{native.TGL, native.SKL} {
		made, found, stopped := 0, 0, 0
		for seed := range mazes {
			insts := newMaze(t, target, seed)
			offs := make([]int, len(insts))
			for i := range offs {
				require.False(t, insts[i].Compact)
				offs[i] = 16 * i
			}
			r, err := hazard.Check(target, insts, offs)
			require.NoError(t, err)
			require.Empty(t, r.Findings, "seed %d", seed)
			var runs []mazeGrid
			for k := range uint64(3) {
				runs = append(runs, mazeGrid{seed<<8 | k, uint32(0xFFFF >> (5 * k))})
				require.Nil(t, stops(t, target, insts, runs[k]), "seed %d", seed)
			}
			for i := range insts {
				was := insts[i]
				for _, in := range weaker(target, was) {
					insts[i] = in
					made++
					r, err := hazard.Check(target, insts, offs)
					require.NoError(t, err)
					if len(r.Findings) > 0 {
						found++
					}
					early := false
					for _, g := range runs {
						h := stops(t, target, insts, g)
						if h == nil {
							continue
						}
						early = true
						assert.True(t, slices.ContainsFunc(r.Findings, func(f hazard.Finding) bool {
							return f.Inst == h.Finding.Inst && (f.By == h.Finding.By || !target.Scoreboard())
						}), "seed %d %v, instruction %d changed: %v; on all paths: %v", seed, target, i, h, r.Findings)
					}
					if early {
						stopped++
					}
				}
				insts[i] = was
			}
		}
		t.Logf("%v: %d changes, %d found on a path, %d stop a run", target, made, found, stopped)
		if !*mazesMany {
			floor.Exact(t, fmt.Sprintf("changes of mazes for %v", target), made)
			floor.Exact(t, fmt.Sprintf("changes of mazes for %v that the static check finds", target), found)
			floor.Exact(t, fmt.Sprintf("changes of mazes for %v that stop a run", target), stopped)
		}
	}
}
