package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/latency"
)

// banks are what instructions read at once: of two places that are free an object gets the one whose bank fewer of
// them wait for.
type banks struct {
	*analysis
	reads []atOnce
	of    lists // by object: reads that it is among
}

// atOnce is what an instruction, or a half of it, reads.
type atOnce struct {
	obj    [3]int32 // or nowhere
	byte   latency.Reads
	weight int // by the loops around it
}

// mostReads is of how many instructions the banks of an object are looked at.
const mostReads = 32

// Loops around an instruction weigh deepest times eight at most.
const deepest, perLoop = 6, 3

// newBanks is nil when a target's banks are not known, or nothing reads so much.
func newBanks(a *analysis) *banks {
	if !latency.HasBanks(a.t) {
		return nil
	}
	b := &banks{analysis: a}
	for k := range a.flow.Blocks {
		x := &a.flow.Blocks[k]
		for i := x.Start; i < x.End; i++ {
			b.add(&a.p.Insts[i], 1<<(perLoop*min(int(x.Depth), deepest)))
		}
	}
	if b.reads == nil {
		return nil
	}
	var names [3]int32
	b.of = inverse(max(len(a.list), len(b.reads)), func(r int) []int32 {
		if r >= len(b.reads) {
			return nil
		}
		return b.reads[r].objects(names[:0])
	})
	return b
}

func (b *banks) add(in *native.Inst, weight int) {
	read, halves := latency.ReadAtOnce(in)
	for half := range halves {
		r := atOnce{byte: read[half], weight: weight}
		for s := range r.obj {
			r.obj[s] = b.source(&in.Src[s])
			if r.obj[s] == nowhere && r.byte[s] != latency.None {
				r.byte[s] += in.Src[s].Reg * b.grf
			}
		}
		b.reads = append(b.reads, r)
	}
}

// source is the object of an operand; nowhere of one that has a place, or is no general register.
func (b *banks) source(o *native.Operand) int32 {
	if o.File != native.Virt || o.Indirect {
		return nowhere
	}
	return b.index[fileGRF][o.Reg]
}

// objects adds those of a read, each once.
func (r *atOnce) objects(out []int32) []int32 {
	for s, x := range r.obj {
		if x != nowhere && !slices.Contains(r.obj[:s], x) {
			out = append(out, x)
		}
	}
	return out
}

// lost is what instructions lose when an object lies at a place, beside those that have one.
func (b *banks) lost(x, to int32, at []int32) (clocks int) {
	list := b.of.of(x)
	for _, k := range list[:min(len(list), mostReads)] {
		r := &b.reads[k]
		registers := r.byte
		for s, y := range r.obj {
			place := int32(0)
			switch {
			case y == nowhere:
			case y == x:
				place = to
			default:
				place = at[y]
			}
			switch {
			case place < 0:
				registers[s] = latency.None
			case registers[s] != latency.None:
				registers[s] = (registers[s] + place) / b.grf
			}
		}
		clocks += r.weight * latency.Conflict(b.t, &registers)
	}
	return clocks
}

// better is at, or the next free place, where an object's instructions lose less. Places further off would disturb the
// turn, and with it how long messages have been on their way when their registers are written again.
func (p *placer) better(x, at int32) int32 {
	if p.banks == nil || at == nowhere || len(p.banks.of.of(x)) == 0 {
		return at
	}
	lost := p.banks.lost(x, at, p.at)
	if lost == 0 {
		return at
	}
	if next := p.lowest(&p.list[x], at+1); next != nowhere && p.banks.lost(x, next, p.at) < lost {
		return next
	}
	return at
}
