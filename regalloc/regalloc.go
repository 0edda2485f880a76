package regalloc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Options changes what Allocate does; the zero value is the normal case.
type Options struct {
	GRFs    int  // registers that may be used, r0 up; 0 means those that threads of the program have
	Scratch int  // first byte of the thread's scratch memory that spilling may use: a multiple of 32
	Verify  bool // run Verify on the result

	Room *Room // memory of an earlier allocation, or nil

	Cost int // when not 0: give up with ErrCost when a round leaves a program that costs as much
}

// ErrCost tells that what spilling has added costs as much as Options.Cost says, or more.
var ErrCost = errors.New("regalloc: spills cost more than is allowed")

// Stats describes an allocation.
type Stats struct {
	GRFs         int     // most GRFs that hold values at once, inputs counted, EOT payloads not
	FlagsSpilled int     // flag variables that live in a GRF
	FlagRounds   int     // how often flags were chosen to live there
	FlagMoves    int     // instructions that load and save them
	VoidMoves    int     // copies that fell onto their own source and are gone
	MaxLiveBytes int     // most bytes of GRF variables live at once
	MaxLiveInst  int     // index of that instruction in the program given to Allocate, or -1 for a flag move
	Vars         []int32 // byte address of every Program.Vars entry in the GRF file, also those added by spilling; -1 without a place

	SpillBytes int // bytes of scratch memory for spilled GRF variables, from Options.Scratch on
	Spilled    int // GRF and address variables that live in memory, or an address variable in a GRF
	Fills      int // messages that load them
	Saves      int // messages that save them
	Again      int // instructions that compute them once more instead
	AddrMoves  int // instructions that load and save address variables
	Rounds     int // how often GRF or address variables were chosen to leave
}

// Cost is what an allocation adds to a program: messages count as much as moves take instead of one.
func (s *Stats) Cost() int {
	return messageCost*(s.Fills+s.Saves) + s.Again + s.AddrMoves + s.FlagMoves
}

const messageCost = 16

// PressureError tells that more registers are live at once than a file has.
type PressureError struct {
	File string   // "GRF", "flag" or "address"
	Need int      // most that is live at once, in GRFs, 16-bit flags or address words
	Have int      // what there is, in the same unit
	Inst int      // index of the instruction where it is
	Live []string // names of what is live there, the first 32
	More int      // how many others are
	Most int      // when not 0: with scratch memory, how many are possible of What, which Need counts then
	What string   // pieces of 32 bytes, one at least for a variable
}

// Error lists the live variables.
func (e *PressureError) Error() string {
	why := ""
	if e.Need <= e.Have {
		why = " (they would fit if free registers were in one piece)"
	}
	live := strings.Join(e.Live, " ")
	if e.More > 0 {
		live += fmt.Sprintf(" and %d more", e.More)
	}
	if e.Most > 0 {
		return fmt.Sprintf("%s pressure: need %d %s, registers and scratch memory have room for %d, at instruction %d; live: %s", e.File, e.Need, e.What, e.Most, e.Inst, live)
	}
	return fmt.Sprintf("%s pressure: need %d, have %d%s at instruction %d; live: %s", e.File, e.Need, e.Have, why, e.Inst, live)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *PressureError) Is(target error) bool { return target == errors.ErrUnsupported }

// InstError is what is wrong with one instruction: mostly an operand outside its
// variable or register file.
type InstError struct {
	Inst int // index of the instruction
	Err  error
}

// Error begins with the index of the instruction.
func (e *InstError) Error() string { return fmt.Sprintf("instruction %d: %v", e.Inst, e.Err) }

// Unwrap is what is wrong.
func (e *InstError) Unwrap() error { return e.Err }

// UnsupportedError names a construct whose flow or operands the allocator does
// not model.
type UnsupportedError struct{ What string }

// Error names it.
func (e *UnsupportedError) Error() string { return e.What + ": not supported by register allocation" }

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// limits is what a target, or the caller, offers.
type limits struct {
	t      native.Target
	grf    int32           // bytes of a GRF
	whole  [numFiles]int32 // units of each file
	usable [numFiles]int32 // units that may be used
	mem    *memory         // what was spilled so far; nil: nothing
}

// limitsOf are those of threads with so many registers.
func limitsOf(t native.Target, file int, o Options) (limits, error) {
	c := t.Caps()
	l := limits{t: t, grf: int32(c.GRFBytes)}
	l.whole = [numFiles]int32{fileGRF: int32(file) * l.grf, fileFlag: 2 * flagRegBits, fileAddr: int32(c.AddressWords) * 2}
	l.usable = l.whole
	if o.Scratch < 0 || o.Scratch%scratchUnit != 0 || o.Scratch > maxScratch { // what messages do not reach is refused where it is used
		return l, fmt.Errorf("regalloc: scratch memory from byte %d: want a multiple of %d up to %d", o.Scratch, scratchUnit, maxScratch)
	}
	if o.GRFs < 0 || o.GRFs > file {
		return l, fmt.Errorf("regalloc: %d GRFs: want 1..%d, or 0 for all", o.GRFs, file)
	}
	if o.GRFs > 0 {
		l.usable[fileGRF] = int32(o.GRFs) * l.grf
	}
	return l, nil
}

// granule is the piece in which registers that the program names directly are
// tracked.
func (l *limits) granule(f file) int32 {
	return [numFiles]int32{fileGRF: l.grf, fileFlag: flagRegBits / 2, fileAddr: 2}[f]
}

// Snapshot copies a program so that Verify can compare it with the result of
// Allocate, which works in place.
func Snapshot(p *native.Program) *native.Program { return snapshot(p, slices.Clone(p.Insts)) }

// snapshot copies a program but for its instructions.
func snapshot(p *native.Program, insts []native.Inst) *native.Program {
	c := *p
	c.Insts, c.Labels = insts, slices.Clone(p.Labels)
	c.Vars, c.Flags, c.Addrs = slices.Clone(p.Vars), slices.Clone(p.Flags), slices.Clone(p.Addrs)
	return &c
}

// Allocate replaces every virtual register of p by a physical one, in place.
// Inst.Origin of the result tells which instruction each one was. Errors are
// *PressureError, *UnsupportedError, or say which operand of which instruction
// is wrong; p is then as before, or, after a flag was spilled, still virtual
// and equivalent, or with ErrCost without instructions. Where the instructions of p were, others may be.
func Allocate(p *native.Program, t native.Target, o Options) (*Stats, error) {
	caps, err := limitsOf(t, p.File(t), o)
	if err != nil {
		return nil, err
	}
	var before *native.Program
	if o.Verify {
		before = Snapshot(p)
	}
	splitVars(p, caps.grf)
	for i := range p.Insts {
		p.Insts[i].Origin = int32(i + 1)
	}
	s := &Stats{}
	m := newMemory(p, caps, o, s)
	a, g, at, err := colourAll(p, caps, m)
	if errors.Is(err, ErrCost) {
		m.room.giveBack(p.Insts)
		p.Insts = nil
	}
	if err != nil {
		return nil, err
	}
	s.MaxLiveBytes = int(g.pressure[fileGRF].units)
	if len(p.Insts) > 0 {
		s.MaxLiveInst = max(nowhere, int(p.Insts[g.pressure[fileGRF].inst].Origin)-1)
	}
	s.count(p, t)
	for _, obj := range a.index[fileGRF] {
		s.Vars = append(s.Vars, max(at[obj], nowhere))
	}
	a.rewrite(at)
	s.VoidMoves = dropVoidMoves(p)
	if o.Verify {
		if err := Verify(before, p, t); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// dear is ErrCost when what spilling has added to the program costs as much as is allowed. A later
// round takes some of it away only to add more.
func (m *memory) dear() error {
	if m.most == 0 {
		return nil
	}
	now := *m.stats
	now.count(m.p, m.limits.t)
	if now.Cost() >= m.most {
		return ErrCost
	}
	return nil
}

// count counts what spilling has added: some of what a round adds goes with a
// later one.
func (s *Stats) count(p *native.Program, t native.Target) {
	for i := range p.Insts {
		in := &p.Insts[i]
		switch {
		case in.Origin < 0:
			s.Again++
		case in.Origin > 0:
		case in.Op.IsSend() && isSave(t, in):
			s.Saves++
		case in.Op.IsSend():
			s.Fills++
		case in.Dst.File == native.VirtAddr || in.Src[0].File == native.VirtAddr:
			s.AddrMoves++
		}
	}
}

// isSave tells those of the messages that spilling has added which write scratch memory.
func isSave(t native.Target, in *native.Inst) bool {
	info, err := native.DecodeMessage(t, &in.Msg)
	return err == nil && info.Kind == native.MsgScratchWrite
}

// colourAll finds locations for all objects. Objects of a file that find none are
// spilled, as many in one round as it takes; another follows when the temporaries
// of the first leave no room.
func colourAll(p *native.Program, caps limits, m *memory) (*analysis, *graph, []int32, error) {
	caps.mem = m
	for own := len(p.Flags); ; {
		a, err := analyse(p, caps, own)
		if err != nil {
			return nil, nil, nil, err
		}
		g := a.measure()
		if again, err := a.bounded(g, m); again || err != nil {
			if err != nil {
				return nil, nil, nil, err
			}
			continue
		}
		if err := a.fixedApart(&g.few); err != nil {
			return nil, nil, nil, err
		}
		at := a.room.numbers.take(len(a.list))
		m.withoutPlace(a, at)
		again, err := a.colourFiles(g, at, m)
		if err != nil {
			return nil, nil, nil, err
		}
		if !again {
			m.stats.GRFs = max(m.stats.GRFs, a.fixedEnd())
			return a, g, at, nil
		}
	}
}

// colourFiles colours one file after another; again tells that something was
// spilled, and that the program is another.
func (a *analysis) colourFiles(g *graph, at []int32, m *memory) (again bool, err error) {
	spill, ok := a.placeFlags(g, at)
	if !ok {
		return false, a.pressureError(g, fileFlag, a.limits)
	}
	if len(spill) > 0 {
		n := len(a.p.Insts)
		a.spillFlags(spill)
		m.stats.FlagRounds++
		m.stats.FlagsSpilled += len(spill)
		m.stats.FlagMoves += len(a.p.Insts) - n
		return true, m.dear()
	}
	for _, f := range [...]file{fileAddr, fileGRF} {
		placed, err := a.colourFile(g, f, at)
		if err != nil {
			return false, err
		}
		if !placed {
			done, err := a.spillFile(f, m)
			switch {
			case err == nil && !done:
				err = a.pressureError(g, f, a.limits)
			case err == nil:
				err = m.dear()
			}
			return done, err
		}
		if f == fileGRF {
			a.spread(g, f, at)
		}
	}
	m.stats.GRFs = int((g.least[fileGRF] + a.grf - 1) / a.grf)
	return false, nil
}

// colourFile places the objects of a file; ok tells that all have found a place.
func (a *analysis) colourFile(g *graph, f file, at []int32) (ok bool, err error) {
	if g.tooMany(f, a.usable) {
		return false, nil
	}
	if f == fileGRF {
		a.connect(g)
		if err := a.fixedApart(&g.grf); err != nil || a.colourInTurn(g, f, at) {
			return err == nil, err
		}
	}
	_, fail := a.colourBest(g, f, at)
	return fail < 0, nil
}

// fixedEnd is the end of the highest GRF that an object is fixed to.
func (a *analysis) fixedEnd() int {
	end := int32(0)
	for _, x := range a.list {
		if x.file == fileGRF && x.fixed >= 0 {
			end = max(end, (x.fixed+x.size+a.grf-1)/a.grf)
		}
	}
	return int(end)
}

// fixedApart refuses two fixed objects that overlap while both are live.
func (a *analysis) fixedApart(near *adjacency) error {
	for x := range a.list {
		for _, nb := range near.of(int32(x)) {
			p, q := &a.list[x], &a.list[nb.obj()]
			if p.fixed >= 0 && q.fixed >= 0 && p.fixed < q.fixed+q.size && q.fixed < p.fixed+p.size {
				return fmt.Errorf("regalloc: %s: %s and %s are fixed to the same registers and live at once", a.p.Name, p.name, q.name)
			}
		}
	}
	return nil
}

func (a *analysis) pressureError(g *graph, f file, caps limits) error {
	worst := g.pressure[f]
	e := &PressureError{File: fileName[f], Inst: int(worst.inst)}
	unit := caps.granule(f)
	e.Need, e.Have = int((worst.units+unit-1)/unit), int(caps.usable[f]/unit)
	w := newWalker(a)
	w.enter, w.leave = func(int32) {}, func(int32, int32, int32) {}
	w.walk(func(i int32) {
		if i != worst.inst {
			return
		}
		names := slices.Sorted(slices.Values(w.alive[f]))
		e.More = max(0, len(names)-shownLive)
		for _, x := range names[:len(names)-e.More] {
			e.Live = append(e.Live, a.list[x].name)
		}
	})
	return fmt.Errorf("regalloc: %s: %w", a.p.Name, e)
}
