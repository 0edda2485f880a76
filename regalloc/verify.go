package regalloc

import (
	"fmt"
	"reflect"

	"github.com/genvisa/genvisa/native"
)

// Verify proves that after computes what before does on target t: every byte
// that an instruction of after reads holds the variable byte that the same
// instruction of before reads, for every lane and on every path. Inst.Origin of
// after says which instruction is which; it is a hint that is checked, not
// trusted: flow, operations and operand shapes must agree, instructions without
// a partner must be NoMask moves of flags or registers, messages that save and
// load registers in scratch memory, or computations of what has not changed since
// (verify_again.go), and instructions of before without one must be copies, or
// have a result that nothing reads.
//
// The proof carries demands "register byte p holds unit u" backwards from each
// read, through moves and scratch memory. A demand of one lane travels the
// states (stretch, awake) and (stretch, asleep at T) of that lane; a demand of
// the whole thread travels the thread's stretches. A write of u to p that surely
// happens ends the demand; one that may happen leaves it; a write of only one of
// the two is the error. At the start of the program inputs must be demanded
// where they are; what nothing has defined yet is demanded in vain.
//
// Verify shares nothing with the allocator but the instructions: which bytes an
// operand touches and where lanes go is written here again (verify_span.go,
// verify_graph.go).
func Verify(before, after *native.Program, t native.Target) error {
	v := &verifier{before: before, after: after, t: t, loc: newLocations(t, after.File(t)), place: map[int32]int32{}}
	v.space = newSpace(before, &v.loc)
	for _, step := range []func() error{v.align, v.resolve, v.footprints, v.cut, v.define, v.gather, v.repeats, v.solve} {
		if err := step(); err != nil {
			return fmt.Errorf("regalloc: verify %s: %w", before.Name, err)
		}
	}
	return nil
}

// item is one step of both programs: an instruction of each, or -1.
type item struct{ before, after int32 }

type verifier struct {
	before, after *native.Program
	t             native.Target
	loc           locations
	space         *space
	items         []item
	merged        *native.Program // one instruction per item, labels resolved
	stretches     []stretch
	regions       []region
	taken         map[int32]bool  // variables whose address is taken
	place         map[int32]int32 // byte address of variables that are reached through addresses

	copies  [][]move  // per item: what added or dropped moves copy
	touches [][]touch // per item: what matched instructions touch

	events  events
	defined []bitset // per item: units perhaps defined in front of it
}

// align pairs the instructions by Origin. What is computed again stands behind the
// instruction that it repeats, when nothing that is left lies between the two.
func (v *verifier) align() error {
	next := int32(0)
	for j := range v.after.Insts {
		o := v.after.Insts[j].Origin - 1
		if o < 0 {
			for repeated := -2 - o; next <= repeated && next < v.originBehind(j); next++ {
				v.items = append(v.items, item{next, -1})
			}
			v.items = append(v.items, item{-1, int32(j)})
			continue
		}
		if o < next || int(o) >= len(v.before.Insts) {
			return fmt.Errorf("instruction %d has origin %d: want more than %d, at most %d", j, o+1, next, len(v.before.Insts))
		}
		for ; next < o; next++ {
			v.items = append(v.items, item{next, -1})
		}
		if err := v.sameShape(&v.before.Insts[o], &v.after.Insts[j]); err != nil {
			return fmt.Errorf("instruction %d, now %d: %w", o, j, err)
		}
		v.items = append(v.items, item{o, int32(j)})
		next = o + 1
	}
	for ; int(next) < len(v.before.Insts); next++ {
		v.items = append(v.items, item{next, -1})
	}
	return nil
}

// originBehind is the instruction of before that the next one of after behind j with an
// origin was.
func (v *verifier) originBehind(j int) int32 {
	for ; j < len(v.after.Insts); j++ {
		if o := v.after.Insts[j].Origin - 1; o >= 0 {
			return o
		}
	}
	return int32(len(v.before.Insts))
}

// sameShape checks that two instructions differ in registers only.
func (v *verifier) sameShape(b, a *native.Inst) error {
	r := reader{grf: v.loc.grf}
	x, y := *b, *a
	for _, in := range [...]*native.Inst{&x, &y} {
		in.Uses, in.Placed, in.Origin, in.Label, in.Label2, in.Flag = nil, false, 0, 0, 0, native.Flag{}
	}
	for _, pair := range [...][2]*native.Operand{{&x.Dst, &y.Dst}, {&x.Src[0], &y.Src[0]}, {&x.Src[1], &y.Src[1]}, {&x.Src[2], &y.Src[2]}} {
		b, a := pair[0], pair[1]
		switch {
		case a.File == native.Virt || a.File == native.VirtFlag || a.File == native.VirtAddr || a.AddrReg > 0 || a.AddrOf > 0:
			return fmt.Errorf("operand is still virtual")
		case b.AddrOf > 0:
			b.Imm, a.Imm = 0, 0
		}
		xb, okb := r.base(b)
		xa, oka := r.base(a)
		if okb != oka || okb && xb.file != xa.file {
			return fmt.Errorf("operand changed its register file")
		}
		if okb {
			b.File, b.Reg, b.Sub = 0, 0, 0
			a.File, a.Reg, a.Sub = 0, 0, 0
		}
		b.AddrReg, b.AddrOf, b.AddrSub, a.AddrReg, a.AddrSub = 0, 0, 0, 0, 0
	}
	if !reflect.DeepEqual(x, y) {
		return fmt.Errorf("not the same operation: %v and %v", x.Op, y.Op)
	}
	return nil
}

// resolve builds the merged program, whose labels are item numbers, and finds
// the addresses of variables from the immediates that name them.
func (v *verifier) resolve() error {
	itemOf := [2][]int{make([]int, len(v.before.Insts)+1), make([]int, len(v.after.Insts)+1)}
	v.merged = &native.Program{Name: v.before.Name, SIMD: v.before.SIMD}
	for k, it := range v.items {
		if it.before >= 0 {
			itemOf[0][it.before] = k
			v.merged.Insts = append(v.merged.Insts, v.before.Insts[it.before])
		} else {
			v.merged.Insts = append(v.merged.Insts, v.after.Insts[it.after])
		}
		if it.after >= 0 {
			itemOf[1][it.after] = k
		}
	}
	itemOf[0][len(v.before.Insts)], itemOf[1][len(v.after.Insts)] = len(v.items), len(v.items)
	for k, it := range v.items {
		if it.before < 0 || it.after < 0 {
			continue
		}
		b, a, m := &v.before.Insts[it.before], &v.after.Insts[it.after], &v.merged.Insts[k]
		var err error
		if m.Label, err = v.target(itemOf, b.Label, a.Label); err == nil {
			m.Label2, err = v.target(itemOf, b.Label2, a.Label2)
		}
		if err == nil {
			err = v.addresses(b, a)
		}
		if err != nil {
			return fmt.Errorf("instruction %d, now %d: %w", it.before, it.after, err)
		}
	}
	return nil
}

// target makes the merged label of a branch. The two programs may differ by
// added instructions in front of the target, and by dropped ones.
func (v *verifier) target(itemOf [2][]int, b, a int32) (int32, error) {
	if (b == 0) != (a == 0) {
		return 0, fmt.Errorf("label appeared or vanished")
	}
	if b == 0 {
		return 0, nil
	}
	for _, x := range [...]struct {
		p *native.Program
		l int32
	}{{v.before, b}, {v.after, a}} {
		if x.l < 0 || int(x.l) > len(x.p.Labels) || x.p.Labels[x.l-1] < 0 || x.p.Labels[x.l-1] > len(x.p.Insts) {
			return 0, fmt.Errorf("label %d is not placed", x.l)
		}
	}
	tb, ta := v.before.Labels[b-1], v.after.Labels[a-1]
	kb, ka := itemOf[0][tb], itemOf[1][ta]
	for k := ka; k < kb; k++ {
		if v.items[k].before >= 0 {
			return 0, fmt.Errorf("branch target moved from %d to %d", tb, ta)
		}
	}
	for k := kb; k < ka; k++ {
		if v.items[k].after >= 0 {
			return 0, fmt.Errorf("branch target moved from %d to %d", tb, ta)
		}
	}
	v.merged.Labels = append(v.merged.Labels, min(ka, kb))
	return int32(len(v.merged.Labels)), nil
}

// addresses learns where address-taken variables are.
func (v *verifier) addresses(b, a *native.Inst) error {
	for s := range b.Src {
		if b.Src[s].AddrOf == 0 {
			continue
		}
		x, at := b.Src[s].AddrOf-1, int32(uint16(a.Src[s].Imm-b.Src[s].Imm))
		if old, ok := v.place[x]; ok && old != at {
			return fmt.Errorf("variable %d is at byte %d and at byte %d", x, old, at)
		}
		v.place[x] = at
	}
	for _, x := range b.Uses {
		if _, ok := v.place[x]; ok {
			continue
		}
		if int(x) < len(v.before.Vars) && v.before.Vars[x].Fixed >= 0 {
			v.place[x] = int32(v.before.Vars[x].Fixed)
			continue
		}
		if v.taken == nil {
			v.taken = addressesTaken(v.before)
		}
		if !v.taken[x] {
			return fmt.Errorf("variable %d is used through addresses but its address is never taken", x)
		}
	}
	return nil
}

// addressesTaken is the variables whose address some immediate is.
func addressesTaken(p *native.Program) map[int32]bool {
	taken := map[int32]bool{}
	for i := range p.Insts {
		for s := range p.Insts[i].Src {
			if x := p.Insts[i].Src[s].AddrOf; x > 0 {
				taken[x-1] = true
			}
		}
	}
	return taken
}
