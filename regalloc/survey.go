package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Points are where registers are counted: point 2i is in front of instruction i,
// point 2i+1 behind it.

// stay is a run of points, lo to hi-1, at which an object is live.
type stay struct{ lo, hi int32 }

// use is one instruction that touches an object that may be spilled, and which
// of its granules.
type use struct {
	obj, inst     int32
	lo, n         int32
	weight        int32  // rises with the depth of loops
	writes        bool   //
	moved         bool   // a load or save of an earlier round
	front, behind uint64 // granules that are live and perhaps defined
}

// maxGranules bounds the objects that can be spilled, by the bits of use.front.
const maxGranules = 64

// survey is what spilling needs to know about one file.
type survey struct {
	*walker
	mem   *memory
	f     file
	limit int32
	units []int32  // atom -> its first unit
	sum   int32    // units that are live
	taken []int32  // by point, units that are live or written
	stays [][]stay // by object
	uses  [][]use  // by object, in program order
	now   []int32  // objects with a use in the instruction in hand
	cands []int32  // objects that may be spilled
	can   []bool   // by object

	writer []int32 // by object, the instruction that writes it, noInst or severalInsts
	shared []bool  // by object, some read is not by the lane that owns what it reads
	varAt  []int32 // by object, its variable
	from   []int32 // by object, the instruction that is repeated when it is spilled, or noInst
}

func newSurvey(a *analysis, mem *memory, f file) *survey {
	s := &survey{
		walker: newWalker(a), mem: mem, f: f, units: a.firstUnits(a.room), taken: a.room.numbers.take(2 * len(a.p.Insts)),
		stays: a.room.ofStays.take(len(a.list)), uses: a.room.ofUses.take(len(a.list)), can: a.room.bools.take(len(a.list)),
	}
	s.writer, s.shared, s.from = a.room.numbers.empty(len(a.list))[:len(a.list)], a.room.bools.take(len(a.list)), a.room.numbers.empty(len(a.list))[:len(a.list)]
	for x := range s.writer {
		s.writer[x], s.from[x] = noInst, noInst
	}
	s.varAt = a.room.numbers.take(len(a.list))
	for v, x := range a.index[f] {
		s.varAt[x] = int32(v)
		if mem.spillable(f, int32(v), &a.list[x]) {
			s.can[x] = true
			s.cands = append(s.cands, x)
		}
	}
	s.enter = func(x int32) {
		if s.list[x].file == f {
			s.sum += s.list[x].size
		}
	}
	s.leave = s.ended
	s.front = s.inFront
	s.walk(s.behind)
	for _, x := range s.cands {
		ascend(s.uses[x])
		s.from[x] = s.source(x)
		if mem.template[s.varAt[x]] != nil && f == fileGRF {
			s.from[x] = s.uses[x][0].inst
		}
	}
	return s
}

// ascend puts uses, which rise from block to block and fall inside each, in program order.
func ascend(list []use) {
	for from, k := 0, 1; k <= len(list); k++ {
		if k == len(list) || list[k].inst > list[k-1].inst {
			slices.Reverse(list[from:k])
			from = k
		}
	}
}

// ended adds a stay: x was live behind instructions from to to-1. What is live
// at the start of its block still has live atoms then.
func (s *survey) ended(x, from, to int32) {
	if s.list[x].file != s.f {
		return
	}
	s.sum -= s.list[x].size
	r := stay{2*from + 1, 2*to + 1}
	if s.atoms[x] > 0 {
		r.lo = 2 * from
	}
	if to == s.flow.Blocks[s.flow.Of[from]].End {
		r.hi = 2 * to
	}
	if r.lo >= r.hi {
		return
	}
	if n := len(s.stays[x]); n > 0 && s.stays[x][n-1].hi == r.lo { // from one block to the next
		s.stays[x][n-1].hi = r.hi
		return
	}
	s.stays[x] = append(s.room.stays.longer(s.stays[x], 1), r)
}

// behind counts what is live behind instruction i or written by it, and notes
// its uses.
func (s *survey) behind(i int32) {
	s.taken[2*i+1] = s.sum
	s.now = s.now[:0]
	refs := s.acc.of(i)
	for k := range refs {
		r := &refs[k]
		if s.list[r.obj].file != s.f {
			continue
		}
		x := r.obj
		s.noteOwner(r, i)
		if !slices.Contains(s.now, x) {
			s.now = append(s.now, x)
			s.beginUse(x, i)
		}
		if r.write && !s.isLive(x) && !s.wroteDead(x, i) {
			s.taken[2*i+1] += s.list[x].size
			if s.can[x] {
				s.stays[x] = append(s.room.stays.longer(s.stays[x], 1), stay{2*i + 1, 2*i + 2})
			}
		}
		if s.can[x] {
			s.widen(r)
		}
	}
}

// noteOwner keeps who writes an object, and whether lanes read only their own.
func (s *survey) noteOwner(r *ref, i int32) {
	x := r.obj
	if !r.write {
		for at := r.unit; at < r.unit+r.n; at++ {
			s.shared[x] = s.shared[x] || r.lane == wholeThread || !s.owned[at]
		}
		return
	}
	if s.writer[x] == noInst {
		s.writer[x] = i
	} else if s.writer[x] != i {
		s.writer[x] = severalInsts
	}
}

// wroteDead tells that a write of instruction i to a dead object was counted.
func (s *survey) wroteDead(x, i int32) bool {
	if !s.can[x] {
		return false // counted once too often when written in pieces: it errs on the safe side
	}
	list := s.stays[x]
	return len(list) > 0 && list[len(list)-1] == stay{2*i + 1, 2*i + 2}
}

// beginUse starts the use of an object by instruction i.
func (s *survey) beginUse(x, i int32) {
	if !s.can[x] {
		return
	}
	weight := int32(1) << (3 * min(s.flow.Blocks[s.flow.Of[i]].Depth, 4))
	in := &s.p.Insts[i]
	s.uses[x] = append(s.room.uses.longer(s.uses[x], 1), use{
		obj: x, inst: i, lo: maxGranules, weight: weight, behind: s.live(x), moved: s.mem.isMove(s.f, in),
	})
}

// widen adds the granules of a ref to the newest use of its object.
func (s *survey) widen(r *ref) {
	list := s.uses[r.obj]
	u := &list[len(list)-1]
	x := &s.list[r.obj]
	g := s.granules(r.obj)
	lo, hi := (s.units[r.unit]-x.first)/g, (s.units[r.unit+r.n]-x.first+g-1)/g
	end := max(u.lo+u.n, hi)
	if u.n == 0 {
		end = hi
	}
	u.lo = min(u.lo, lo)
	u.n = end - u.lo
	u.writes = u.writes || r.write
}

// granules is the size of the pieces in which an object is spilled: address
// variables whole, others by register.
func (s *survey) granules(x int32) int32 {
	if s.f == fileAddr {
		return s.list[x].size
	}
	return s.grf
}

// inFront counts what is live in front of instruction i.
func (s *survey) inFront(i int32) {
	s.taken[2*i] = s.sum
	for _, x := range s.now {
		if s.can[x] {
			s.uses[x][len(s.uses[x])-1].front = s.live(x)
		}
	}
}

// live is the granules of an object that are live and perhaps defined.
func (s *survey) live(x int32) uint64 {
	set := uint64(0)
	if !s.isLive(x) {
		return 0
	}
	g, first := s.granules(x), s.list[x].first
	for at := s.start[x]; at < s.start[x+1]; at++ {
		if now := s.state[at]; now&live == 0 || now&defined == 0 {
			continue
		}
		lo, hi := (s.units[at]-first)/g, (s.units[at+1]-first+g-1)/g
		set |= granuleMask(lo, hi-lo)
	}
	return set
}

// granuleMask has the bits of n granules from lo.
func granuleMask(lo, n int32) uint64 { return (1<<n - 1) << lo }

// temp is the units that a place for the granules of a use takes. What is
// computed again is computed whole.
func (s *survey) temp(u *use) int32 {
	if s.from[u.obj] >= 0 {
		return s.list[u.obj].size
	}
	return u.n * s.granules(u.obj)
}

// holds are the points at which a place for one use alone is taken.
func (u *use) holds() (front, behind bool) {
	return u.front&granuleMask(u.lo, u.n) != 0, u.writes
}

// weightOf is what an object costs when it is spilled: its loads and saves.
func (s *survey) weightOf(x int32) int64 {
	cost := int64(1)
	for k := range s.uses[x] {
		u := &s.uses[x][k]
		load, save := u.holds()
		if load {
			cost += int64(u.weight)
		}
		if save && s.from[x] < 0 {
			cost += int64(u.weight)
		}
	}
	if s.from[x] >= 0 {
		return (cost + 3) / 4
	}
	return cost
}

// isMove tells the loads and saves that spilling has added for variables of a
// file.
func (m *memory) isMove(f file, in *native.Inst) bool {
	if in.Origin != 0 {
		return in.Origin < 0
	}
	if f == fileGRF {
		return in.Op.IsSend()
	}
	return in.Op == native.OpMov
}
