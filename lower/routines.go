package lower

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// What is called stays apart when its copies would make the kernel longer by more than
// this many instructions of the text: a call and its return cost two instructions, and the
// registers of all that lives meanwhile cannot be used in the routine.
var worthCalling = 48

// manyCopies bounds the count of copies, which grows with the depth of calls.
const manyCopies = 1 << 20

// findKept chooses the regions that are called. The others are put in where they are called.
// Targets without goto have no calls: what notes the places of lanes in their code counts on
// one order of all instructions.
func (e *inliner) findKept() {
	e.kept, e.labels = make([]bool, len(e.regions)), make([]int32, len(e.regions))
	if !e.c.T.HasOp(native.OpGoto) {
		return
	}
	sites := e.sites()
	order := callersFirst(sites)
	e.backs, e.circles = make([]int32, len(e.regions)), circlesOf(sites, order)
	copies := make([]int, len(e.regions))
	copies[0] = 1
	for _, n := range order {
		if n > 0 {
			copies[n] = min(copies[n], manyCopies)
			comesBack := slices.ContainsFunc(sites[n], func(to int) bool { return e.circles[to] == e.circles[n] })
			if e.kept[n] = comesBack || (copies[n]-1)*e.lengthOf(n) > worthCalling; e.kept[n] {
				copies[n] = 1
			}
		}
		for _, to := range sites[n] {
			copies[to] += copies[n]
		}
	}
}

// lengthOf is how many instructions of a region a lane may come to.
func (e *inliner) lengthOf(n int) (count int) {
	for i := e.regions[n].First; i < e.regions[n].End; i++ {
		if e.reached[i] {
			count++
		}
	}
	return count
}

// sites lists the regions that each region calls, one for each place of a call.
func (e *inliner) sites() [][]int {
	out := make([][]int, len(e.regions))
	for n, r := range e.regions {
		for i := r.First; i < r.End; i++ {
			if e.reached[i] {
				out[n] = append(out[n], e.calledBy(i)...)
			}
		}
	}
	return out
}

// calledBy lists the regions that an instruction may call.
func (e *inliner) calledBy(i int32) []int {
	in := &e.k.Insts[i]
	n := -1
	switch in.Op.Info().Hook {
	case visa.HookCall:
		n = e.target(in.Arg(visa.ArgLabel).Var)
	case visa.HookFcall:
		n = e.function(in)
	case visa.HookIfcall:
		return e.taken()
	}
	if n < 0 {
		return nil
	}
	return []int{n}
}

// callersFirst orders regions so that callers come before what they call, but for those
// that call each other.
func callersFirst(sites [][]int) (order []int) {
	seen := make([]bool, len(sites))
	var visit func(n int)
	visit = func(n int) {
		seen[n] = true
		for _, to := range sites[n] {
			if !seen[to] {
				visit(to)
			}
		}
		order = append(order, n)
	}
	for n := range sites {
		if !seen[n] {
			visit(n)
		}
	}
	slices.Reverse(order)
	return order
}

// circlesOf numbers regions, which come with callers first: those that calls lead between in
// both directions have the same number.
func circlesOf(sites [][]int, order []int) []int {
	callers := make([][]int, len(sites))
	for n := range sites {
		for _, to := range sites[n] {
			callers[to] = append(callers[to], n)
		}
	}
	circles, seen := make([]int, len(sites)), make([]bool, len(sites))
	for _, first := range order {
		for work := []int{first}; len(work) > 0; {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if !seen[n] {
				seen[n], circles[n] = true, first
				work = append(work, callers[n]...)
			}
		}
	}
	return circles
}

// regionAt is the region of an instruction of the text.
func (e *inliner) regionAt(i int32) int {
	return slices.IndexFunc(e.regions, func(r region) bool { return r.Has(i) })
}

// backOf is the variable with the return address of a routine.
func (e *inliner) backOf(n int) int32 {
	if e.backs[n] == 0 {
		e.backs[n] = e.newVar("back", linkBytes/4, visa.AlignQword)
	}
	return e.backs[n]
}

// callRoutine puts a call of all lanes in the place of instruction i, as instance t.
func (e *inliner) callRoutine(i int32, n int, t *instance) error {
	f, err := e.frameOf(i, n)
	if err != nil {
		return err
	}
	if f != nil {
		e.keep(i, f, e.exit(t))
	}
	e.callTo(i, n)
	if f != nil {
		e.restore(i, f)
	}
	return nil
}

func (e *inliner) callTo(i int32, n int) {
	if e.labels[n] == 0 {
		e.labels[n] = e.newLabel("routine") + 1
		e.wanted = append(e.wanted, n)
	}
	e.add(i, visa.Inst{Op: visa.OpCall, Exec: visa.Exec{Size: 1}, Pos: e.k.Insts[i].Pos, Args: []visa.Operand{{Kind: visa.Label, Var: e.labels[n] - 1}}})
}

// addRoutines puts what is called behind the kernel's own instructions. All lanes come to
// its end, where it returns.
func (e *inliner) addRoutines() error {
	for k := 0; k < len(e.wanted); k++ {
		n := e.wanted[k]
		t := &instance{region: e.regions[n], labels: map[int32]int32{}, exit: -1}
		first, last := t.First, t.End-1
		e.add(first, visa.Inst{Op: visa.OpSubroutine, Pos: e.k.Insts[first].Pos, Args: []visa.Operand{{Kind: visa.Label, Var: e.labels[n] - 1}}})
		if err := e.region(t.region, t); err != nil {
			return err
		}
		pos := e.k.Insts[last].Pos
		if t.exit >= 0 {
			e.add(last, visa.Inst{Op: visa.OpLabel, Pos: pos, Args: []visa.Operand{{Kind: visa.Label, Var: t.exit}}})
		}
		e.add(last, visa.Inst{Op: visa.OpRet, Exec: visa.Exec{Size: 1}, Pos: pos})
	}
	return nil
}

// entries are the labels of routines.
func (e *inliner) entries() map[int32]*routine {
	out := map[int32]*routine{}
	for _, n := range e.wanted {
		out[e.labels[n]-1] = &routine{back: e.backOf(n)}
	}
	return out
}

// routine is where a routine has the address to return to and the mask of its channels:
// native variable link plus one from the call to its first instruction, which copies it to
// variable back, since nothing could save link in memory behind the call.
type routine struct{ link, back int32 }

// linkBytes are those of an address and a mask.
const linkBytes = 8

// linkOf is a routine by its label, nil when it is none's.
func (s *selector) linkOf(label int32) *routine {
	r := s.entries[label]
	if r != nil && r.link == 0 {
		r.link = s.NewVar("link", linkBytes, linkBytes) + 1
	}
	return r
}

// emitCall calls a routine with all lanes.
func emitCall(s *selector) {
	label := s.arg(visa.ArgLabel).Var
	r := s.linkOf(label)
	if r == nil {
		s.unsupported(notLinked)
		return
	}
	s.emit(native.Inst{Op: native.OpCall, ExecSize: uint8(s.P.SIMD), Label: label + 1, Dst: edit.Virt(r.link-1, 0, native.Dst1, native.D)})
}

// enter begins a routine.
func (s *selector) enter(r *routine) {
	s.routine = r
	m := native.Inst{Op: native.OpMov, ExecSize: linkBytes / 4, NoMask: true, Dst: s.backReg(r, native.Dst1, native.UD)}
	m.Src[0] = edit.Virt(r.link-1, 0, native.Region{V: 2, W: 2, H: 1}, native.UD)
	s.emit(m)
}

// leave returns from the routine with all lanes.
func (s *selector) leave() {
	in := native.Inst{Op: native.OpRet, ExecSize: uint8(s.P.SIMD), Dst: native.NullDst(native.D)}
	region := native.Region{V: 2, W: 2, H: 1}
	if s.T.Scoreboard() {
		region = native.Scalar // branches of these targets have none
	}
	in.Src[0] = s.backReg(s.routine, region, native.D)
	s.emit(in)
}

// backReg is the variable back of a routine.
func (s *selector) backReg(r *routine, region native.Region, t native.Type) native.Operand {
	v, off, err := s.varFor(r.back)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return edit.Virt(v, off, region, t)
}
