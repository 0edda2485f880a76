package verify

import "github.com/genvisa/genvisa/visa"

// touch is a predicate or an address variable that an instruction reads or writes:
// predicates by their number, addresses behind them.
type touch struct {
	id     int32
	writes bool
}

// touches are those of one instruction, reads first.
func touches(k *visa.Kernel, in *visa.Inst, buf []touch) []touch {
	buf = buf[:0]
	addr := int32(len(k.Preds))
	p, set := in.Pred.Var, in.Op.Info().PredResult
	predicated := p > 0 && int(p) < len(k.Preds)
	if predicated && !set {
		buf = append(buf, touch{id: p})
	}
	if !wellFormed(in) {
		return buf
	}
	for pass := range 2 {
		for i := range in.Args {
			o := &in.Args[i]
			if o.Kind != visa.Predicate && o.Kind != visa.Address && o.Kind != visa.Indirect {
				continue
			}
			writes := in.Slot(i).Access >= visa.Writes && o.Kind != visa.Indirect
			if writes != (pass == 1) {
				continue
			}
			switch {
			case o.Kind == visa.Predicate && o.Var > 0 && int(o.Var) < len(k.Preds):
				buf = append(buf, touch{o.Var, writes})
			case (o.Kind == visa.Address || o.Kind == visa.Indirect) && o.Var >= 0 && int(o.Var) < len(k.Addrs):
				buf = append(buf, touch{addr + o.Var, writes})
			}
		}
	}
	if predicated && set {
		buf = append(buf, touch{p, true})
	}
	return buf
}

// chunk is how many variables one walk over the paths follows.
const chunk = 64

// maxWalks bounds the search: what is read in stretches that do not write it first,
// beyond chunk*maxWalks variables, is not followed. A walk comes to a stretch once for
// each of its variables at most.
const maxWalks = 16

// unset reports the first read of each predicate and address variable that a path
// reaches on which nothing has written it. What is read behind a write of its own stretch is set; only
// the others are followed over the paths, 64 at a time.
func (c *checker) unset() {
	k := c.k
	paths := stretches(k)
	open := c.openReads(paths)
	for n := 0; n < len(open) && n < chunk*maxWalks; n += chunk {
		c.walk(paths, open[n:min(n+chunk, len(open))])
	}
}

// openReads lists the variables that some stretch reads before it writes them.
func (c *checker) openReads(paths []stretch) (open []int32) {
	k := c.k
	n := len(k.Preds) + len(k.Addrs)
	written, listed := make([]int, n), make([]bool, n)
	var buf []touch
	for s, p := range paths {
		for i := p.first; i < p.end; i++ {
			buf = touches(k, &k.Insts[i], buf)
			for _, t := range buf {
				switch {
				case t.writes:
					written[t.id] = s + 1
				case written[t.id] != s+1 && !listed[t.id]:
					listed[t.id] = true
					open = append(open, t.id)
				}
			}
		}
	}
	return open
}

// walk follows up to 64 variables: bit n of a set is ids[n].
func (c *checker) walk(paths []stretch, ids []int32) {
	k := c.k
	bit := make([]uint64, len(k.Preds)+len(k.Addrs))
	for n, id := range ids {
		bit[id] = 1 << n
	}
	sets := make([]uint64, len(paths))
	var buf []touch
	for s, p := range paths {
		for i := p.first; i < p.end; i++ {
			buf = touches(k, &k.Insts[i], buf)
			for _, t := range buf {
				if t.writes {
					sets[s] |= bit[t.id]
				}
			}
		}
	}
	for s, missing := range missingAt(paths, sets) {
		for i := paths[s].first; i < paths[s].end && missing != 0; i++ {
			c.at = i
			buf = touches(k, &k.Insts[i], buf)
			for _, t := range buf {
				switch {
				case t.writes:
					missing &^= bit[t.id]
				case missing&bit[t.id] != 0:
					c.report(k.Insts[i].Pos, "%s reads %s, which nothing has written on some path to here", k.Insts[i].Op, c.flagName(t.id))
					bit[t.id] = 0
				}
			}
		}
	}
}

// missingAt says of each stretch which variables come there unset on some path, where
// sets says what it writes itself.
func missingAt(paths []stretch, sets []uint64) []uint64 {
	missing := make([]uint64, len(paths))
	if len(paths) == 0 {
		return missing
	}
	missing[0] = ^uint64(0)
	work := []int{0}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		out := missing[s] &^ sets[s]
		for _, to := range paths[s].next {
			if out&^missing[to] != 0 {
				missing[to] |= out
				work = append(work, to)
			}
		}
	}
	return missing
}

func (c *checker) flagName(id int32) string {
	if n := int32(len(c.k.Preds)); id >= n {
		return c.k.Addrs[id-n].Name
	}
	return c.k.Preds[id].Name
}
