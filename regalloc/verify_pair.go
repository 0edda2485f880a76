package regalloc

import "fmt"

// touch is one unit touched by both programs: unit u of before, location p of
// after.
type touch struct {
	u, p        int32
	lane        int8
	write, full bool
}

// footprints pairs what the matched instructions of both programs touch, and
// reads the moves that only one program has.
func (v *verifier) footprints() error {
	v.touches, v.copies = make([][]touch, len(v.items)), make([][]move, len(v.items))
	for k, it := range v.items {
		var err error
		switch {
		case v.isAgain(int32(k)):
			v.touches[k], err = v.again(it.after)
		case it.before < 0:
			v.copies[k], err = v.added(it.after)
		case it.after < 0 && v.unread(it.before):
			v.touches[k], err = v.droppedWrites(it.before)
		case it.after < 0:
			v.copies[k], err = v.dropped(it.before)
		default:
			v.touches[k], err = v.pairs(it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pairs zips the spans of a matched instruction. What is reached through
// addresses exists in before only and is placed by v.place.
func (v *verifier) pairs(it item) ([]touch, error) {
	wrong := func(err error) error { return fmt.Errorf("instruction %d, now %d: %w", it.before, it.after, err) }
	in := &v.before.Insts[it.before]
	b := reader{grf: v.loc.grf, size: func(x span) int32 { return v.space.things[v.space.vars[x.file][x.v]].size }}
	virt, err := b.spans(in)
	if err != nil {
		return nil, wrong(err)
	}
	a := reader{grf: v.loc.grf, lengths: b.lengths}
	phys, err := a.spans(&v.after.Insts[it.after])
	if err != nil {
		return nil, wrong(err)
	}
	if len(virt) != len(phys) {
		return nil, wrong(fmt.Errorf("operands touch different bytes"))
	}
	var out []touch
	for s := range virt {
		x, y := &virt[s], &phys[s]
		if x.file != y.file || x.n != y.n || x.lane != y.lane || x.write != y.write || x.full != y.full || y.v != nowhere {
			return nil, wrong(fmt.Errorf("operands touch different bytes"))
		}
		if !v.loc.has(y.file, y.unit, y.n) {
			return nil, wrong(fmt.Errorf("operand outside of its register file"))
		}
		for k := range x.n {
			u, ok := v.space.unit(x, k)
			if !ok {
				return nil, wrong(fmt.Errorf("operand outside of its variable"))
			}
			out = append(out, touch{u, v.loc.of(y.file, y.unit+k), x.lane, x.write, x.full})
		}
	}
	for _, x := range in.Uses {
		t := &v.space.things[v.space.vars[fileGRF][x]]
		for k := range t.size {
			r := touch{u: t.first + k, p: v.loc.of(fileGRF, v.place[x]+k), lane: wholeThread}
			out = append(out, r)
			if in.Dst.Indirect {
				r.write = true
				out = append(out, r)
			}
		}
	}
	return out, nil
}
