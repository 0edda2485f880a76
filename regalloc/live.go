package regalloc

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// analysis is liveness of one program. Two problems run over the same atoms
// (doc.go says why): lane liveness over lane paths for atoms with one owner,
// and thread liveness over thread paths for all else.
type analysis struct {
	*objects
	*atoms
	acc  *accesses
	flow *flow.Graph
	in   atBlocks  // what is live or defined at block starts
	ends [][]atEnd // by block; nil of one that no walk has come to

	touched []bitset // by routine, the atoms that it touches
}

// Where an atom is live, and whether something may have defined it.
const (
	liveLane   = 1 << iota // in a lane that is awake
	liveThread             // for the thread
	liveSleep              // in lanes that wait while the block runs
	defined
	liveBits = iota // how many there are
	live     = liveLane | liveThread | liveSleep
)

func analyse(p *native.Program, caps limits, temps int) (*analysis, error) {
	o, err := newObjects(p, caps, temps)
	if err != nil {
		return nil, err
	}
	caps.mem.mark(o)
	a := &analysis{objects: o}
	if a.acc, err = collect(o); err != nil {
		return nil, err
	}
	if a.flow, err = flow.New(p, caps.t); err != nil {
		return nil, fmt.Errorf("regalloc: %s: %w", p.Name, err)
	}
	a.atoms = cutAtoms(o, a.acc)
	a.touched = a.touchedBy()
	a.in = solve(a)
	a.ends = o.room.ofEnds.take(len(a.flow.Blocks))
	return a, nil
}

// What a block does to an atom, beside reading it after its own writes.
const (
	laneReads   = 1 << iota // a lane reads what was there before the block
	threadReads             // the thread does
	laneKills               // its lanes write it
	threadKills             // the thread writes it
	writes                  // something writes at least part
)

// effect is what one block does to one atom.
type effect struct {
	block int32
	what  uint8
}

// blockEffects lists, atom by atom, the effects of blocks on those atoms that live
// across a block border: those of atom x are list[first[x]:first[x+1]], blocks
// rising.
type blockEffects struct {
	first []int32
	list  []effect
}

// blockEffect is an effect on an atom.
type blockEffect struct {
	atom int32
	effect
}

func (a *analysis) effects() blockEffects {
	n := len(a.obj)
	all := slices.Grow(a.room.touches[:0], len(a.acc.refs))
	last := a.room.numbers.take(n) // atom -> its newest entry in all, plus one
	exposed := a.room.bools.take(n)
	for b := range a.flow.Blocks {
		x := &a.flow.Blocks[b]
		for i := x.Start; i < x.End; i++ {
			refs := a.acc.of(i)
			for _, write := range [...]bool{false, true} {
				for k := range refs {
					r := &refs[k]
					if r.write != write {
						continue
					}
					for at := r.unit; at < r.unit+r.n; at++ {
						if last[at] == 0 || all[last[at]-1].block != int32(b) {
							all = append(doubled(all), blockEffect{at, effect{block: int32(b)}})
							last[at] = int32(len(all))
						}
						what := &all[last[at]-1].what
						*what |= a.effectOf(r, at, *what)
						// The temporary of a spilled flag that is saved whole holds nothing
						// of another block in the lanes that sleep.
						exposed[at] = exposed[at] || *what&(laneReads|threadReads) != 0 && !a.list[a.obj[at]].temp
					}
				}
			}
		}
	}
	a.room.touches = all
	e := blockEffects{first: a.room.numbers.take(n + 1)}
	for k := range all {
		if exposed[all[k].atom] {
			e.first[all[k].atom+1]++
		}
	}
	for at := range n {
		e.first[at+1] += e.first[at]
		last[at] = e.first[at]
	}
	e.list = a.room.effects.empty(int(e.first[n]))[:e.first[n]]
	for k := range all {
		if at := all[k].atom; exposed[at] {
			e.list[last[at]] = all[k].effect
			last[at]++
		}
	}
	return e
}

// effectOf is what a ref adds to the effects that the block had so far.
func (a *analysis) effectOf(r *ref, at int32, before uint8) uint8 {
	switch {
	case !r.write && r.lane != wholeThread && a.owned[at]:
		if before&laneKills == 0 {
			return laneReads
		}
		return 0
	case !r.write:
		if before&threadKills == 0 {
			return threadReads
		}
		return 0
	case !r.full:
		return writes
	case r.lane != wholeThread:
		return writes | laneKills
	}
	return writes | laneKills | threadKills
}

// atBlocks lists the atoms that are live at block starts, with their bits, packed
// by pack: those of block b are list[first[b]:first[b+1]], atoms rising.
type atBlocks struct {
	first []int32
	list  []uint32
}

func pack(atom int32, what uint8) uint32 { return uint32(atom)<<liveBits | uint32(what) }

func unpack(p uint32) (atom int32, what uint8) {
	return int32(p >> liveBits), uint8(p & (1<<liveBits - 1))
}

func (in *atBlocks) of(b int32) []uint32 { return in.list[in.first[b]:in.first[b+1]] }
