package schedule

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// Stage says what the registers of a program are.
type Stage uint8

// Stages.
const (
	Virtual   Stage = iota // variables, and no order may have too many alive
	Allocated              // registers of the file
)

// Options say what a schedule has to keep to.
type Options struct {
	Stage Stage
	GRFs  int   // registers that there will be; 0 means all
	Full  int   // with virtual registers: how many eighths of them an order may fill; 0 means five
	Room  *Room // memory of an earlier run, or nil
}

// What is left of the registers is for what the allocator cannot place side by side, and for lanes that sleep.
const usual, eighths = 5, 8

// Run reorders the instructions of a program for target t inside the regions of its blocks, in place, and says whether any
// moved. Branches and labels are where they were. Instructions count their operands in elements (native.Target.InElements).
func Run(p *native.Program, t native.Target, o Options) (moved bool) {
	if o.GRFs == 0 {
		o.GRFs = p.File(t)
	}
	if o.Full == 0 {
		o.Full = usual
	}
	return newScheduler(p, t, o).blocks(p)
}

// blocks goes through the regions of a program.
func (s *scheduler) blocks(p *native.Program) (moved bool) {
	for _, b := range flow.Cut(p).Blocks {
		for lo := b.Start; lo < b.End; {
			hi := lo + 1
			for hi < b.End && !s.insns[hi-1].pinned {
				hi++
			}
			moved = s.region(p.Insts, lo, hi) || moved
			lo = hi
		}
	}
	return moved
}

// scheduler is the state of one run.
type scheduler struct {
	insns    []insn
	clock    clock
	pressure *pressure // nil when registers are allocated
	watch    bool
	orderer  *orderer
	was      []due // of the cells of the region, before it
	spare    []native.Inst
	text     []int32
}

// Room is the memory of a run, for the next one. The zero value has none.
type Room struct {
	cells    cells
	accesses []access
	last     scheduler
	pressure pressure
	touches  []int32 // of the pressure
	orderer  orderer
}

// cleared is a list of n zeros, in place of another when that is long enough.
func cleared[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

func newScheduler(p *native.Program, t native.Target, o Options) *scheduler {
	r := o.Room
	if r == nil {
		r = &Room{}
	}
	r.cells.number(p)
	s := &r.last
	*s = scheduler{insns: cleared(s.insns, len(p.Insts)), watch: !t.Scoreboard(), clock: s.clock, orderer: &r.orderer, was: s.was, spare: s.spare, text: s.text}
	c := collector{target: t, cells: &r.cells, stage: o.Stage, all: slices.Grow(r.accesses[:0], perInsn*len(p.Insts))}
	c.visit = c.effect
	for i := range p.Insts {
		s.insns[i] = c.insn(&p.Insts[i])
	}
	r.accesses = c.all
	s.clock = clock{due: cleared(s.clock.due, int(r.cells.n)), watch: s.watch}
	if o.Stage == Virtual {
		s.pressure = r.newPressure(p, t, o.GRFs*o.Full/eighths, s.insns)
	}
	s.orderer.reset(s, int(r.cells.n))
	return s
}

// region schedules instructions [lo, hi), when that makes them shorter.
func (s *scheduler) region(insts []native.Inst, lo, hi int32) (moved bool) {
	s.text = s.text[:0]
	for k := range hi - lo {
		s.text = append(s.text, k)
	}
	if hi-lo < 3 { // at least two beside the last
		s.run(lo, hi, s.text)
		return false
	}
	begun := s.save(lo, hi)
	before, mostBefore := s.run(lo, hi, s.text)
	s.restore(begun, lo, hi)
	s.begin(lo, hi)
	order := s.orderer.find(lo, hi)
	after, most := s.length(lo, hi)
	if after < before && !s.tooMuch(&most, &mostBefore) {
		s.move(insts, lo, order)
		return true
	}
	s.restore(begun, lo, hi)
	s.run(lo, hi, s.text)
	return false
}

func (s *scheduler) begin(lo, hi int32) {
	if s.pressure != nil {
		s.pressure.begin(lo, hi)
	}
}

// run issues a region in an order.
func (s *scheduler) run(lo, hi int32, order []int32) (length int, most amount) {
	s.begin(lo, hi)
	for _, k := range order {
		s.orderer.step(lo + k)
	}
	return s.length(lo, hi)
}

// length is a measure of how long a region took: when the next one can begin, and when all results are there.
func (s *scheduler) length(lo, hi int32) (length int, most amount) {
	last := s.clock.now
	for i := lo; i < hi; i++ {
		x := &s.insns[i]
		for k := range x.at {
			if x.at[k].how != reads {
				last = max(last, s.clock.due[x.at[k].cell].at)
			}
		}
	}
	if s.pressure != nil {
		most = s.pressure.most
	}
	return s.clock.now + last, most
}

// tooMuch says that an order has more alive than fits, and than the text has.
func (s *scheduler) tooMuch(most, before *amount) bool {
	if s.pressure == nil {
		return false
	}
	limit := s.pressure.bound
	for f := range limit {
		limit[f] = max(limit[f], before[f])
	}
	return most.above(&limit)
}

// save keeps the clock for restore.
func (s *scheduler) save(lo, hi int32) (now int) {
	n := 0
	for i := lo; i < hi; i++ {
		n += len(s.insns[i].at)
	}
	s.was = slices.Grow(s.was[:0], n)
	for i := lo; i < hi; i++ {
		for k := range s.insns[i].at {
			s.was = append(s.was, s.clock.due[s.insns[i].at[k].cell])
		}
	}
	return s.clock.now
}

func (s *scheduler) restore(now int, lo, hi int32) {
	s.clock.now = now
	n := 0
	for i := lo; i < hi; i++ {
		for k := range s.insns[i].at {
			s.clock.due[s.insns[i].at[k].cell] = s.was[n]
			n++
		}
	}
}

// move puts instructions from lo on into an order.
func (s *scheduler) move(insts []native.Inst, lo int32, order []int32) {
	s.spare = append(s.spare[:0], insts[lo:int(lo)+len(order)]...)
	for at, k := range order {
		insts[int(lo)+at] = s.spare[k]
	}
}
