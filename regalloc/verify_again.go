package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// An instruction of after with a negative origin computes once more what an
// instruction of before has computed. That proves nothing new about any place
// but its destination, and it is right as long as nothing it reads has changed:
// the instruction, and each that writes what it reads, runs at most once, alone
// writes its variable, and the latter never run behind the former.

// isAgain tells such items.
func (v *verifier) isAgain(k int32) bool {
	it := v.items[k]
	return it.before < 0 && v.after.Insts[it.after].Origin < 0
}

// again pairs a computation with the one that it repeats.
func (v *verifier) again(j int32) ([]touch, error) {
	in := &v.after.Insts[j]
	d := -in.Origin - 1
	if d < 0 || int(d) >= len(v.before.Insts) {
		return nil, fmt.Errorf("instruction %d repeats instruction %d of %d", j, d, len(v.before.Insts))
	}
	err := v.sameShape(&v.before.Insts[d], in)
	if err == nil {
		err = v.pure(&v.before.Insts[d])
	}
	if err != nil {
		return nil, fmt.Errorf("instruction %d, which repeats instruction %d: %w", j, d, err)
	}
	return v.pairs(item{d, j})
}

// pure tells an instruction that computes integers of variables and immediates,
// and does nothing else.
func (v *verifier) pure(in *native.Inst) error {
	plain := in.Op.IsALU() && !in.Op.IsMath() && in.PredCtrl == native.PredNone && in.Op.MaskSource() < 0 && in.Cond == native.CondNone &&
		!in.Op.ReadsAccumulator() && !in.Op.WritesAccumulator() && !in.AccWr && len(in.Uses) == 0
	for s, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
		constant := s > 0 && (o.File == native.NoFile || o.File == native.Imm && o.AddrOf == 0)
		plain = plain && (constant || o.File == native.Virt && !o.Indirect) && !o.Type.IsFloat()
	}
	if !plain {
		return fmt.Errorf("%v may not be repeated: want plain arithmetic on integers of variables", in.Op)
	}
	return nil
}

// repeats checks, once the program is cut, that what is computed again has not
// changed meanwhile.
func (v *verifier) repeats() error {
	itemOf := make([]int32, len(v.before.Insts))
	for k, it := range v.items {
		if it.before >= 0 {
			itemOf[it.before] = int32(k)
		}
	}
	for k := range v.items {
		if !v.isAgain(int32(k)) {
			continue
		}
		d := -v.after.Insts[v.items[k].after].Origin - 1
		if err := v.unchanged(&v.before.Insts[d], itemOf[d]); err != nil {
			return fmt.Errorf("instruction %d, which repeats instruction %d: %w", v.items[k].after, d, err)
		}
	}
	return nil
}

// unchanged checks the variables of instruction in, item d.
func (v *verifier) unchanged(in *native.Inst, d int32) error {
	if w, many := v.writer(in, -1); many || w != d {
		return fmt.Errorf("other instructions write its result, too")
	}
	if v.canFollow(d, d) {
		return fmt.Errorf("it can run more than once")
	}
	for s := range in.Src {
		if in.Src[s].File != native.Virt {
			continue
		}
		w, many := v.writer(in, s)
		x := &v.space.things[v.space.vars[fileGRF][in.Src[s].Reg]]
		if many || (w >= 0) == (x.at != nowhere) || w >= 0 && (v.canFollow(d, w) || v.canFollow(w, w)) {
			return fmt.Errorf("%s, which it reads, can change", x.name)
		}
	}
	return nil
}

// writer is the item of the only instruction of before that writes any byte which source i
// of an instruction, or its destination when i is negative, reaches in its variable.
func (v *verifier) writer(in *native.Inst, i int) (k int32, many bool) {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	t := &v.space.things[v.space.vars[fileGRF][o.Reg]]
	from, to := in.Extent(i)
	k = nowhere
	for u := t.first + int32(from); u < t.first+min(int32(to), t.size); u++ {
		for _, e := range v.events.byUnit[u] {
			if v.isAgain(e.item) {
				continue
			}
			if k >= 0 && k != e.item {
				return k, true
			}
			k = e.item
		}
	}
	return k, false
}

// canFollow tells that the thread can come from behind item from to item to.
func (v *verifier) canFollow(from, to int32) bool {
	at := v.stretchOf(from)
	if at == v.stretchOf(to) && from < to {
		return true
	}
	type place struct {
		at int32
		in bool // in a call that began on the way, which the place behind it is reached without
	}
	seen := map[place]bool{}
	work := []place{{at, false}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		x := &v.stretches[p.at].turn
		next := []place{{x.first, p.in || x.call}, {x.other, p.in}}
		if x.ret && !p.in {
			for _, b := range v.behind(p.at, viewThread) {
				next = append(next, place{b, false})
			}
		}
		for _, t := range next {
			if t.at == nowhere || seen[t] {
				continue
			}
			if t.at == v.stretchOf(to) {
				return true
			}
			seen[t] = true
			work = append(work, t)
		}
	}
	return false
}

func (v *verifier) stretchOf(k int32) int32 {
	lo, hi := int32(0), int32(len(v.stretches))
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; v.stretches[mid].start <= k {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
