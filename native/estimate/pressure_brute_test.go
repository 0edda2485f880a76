package estimate

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// follows walks from each register that is read back to what writes it, and from each that is written
// forward, one instruction at a time.
type follows struct {
	g           *flow.Graph
	reads, full []map[int32]uint32 // by instruction: registers, and their bytes
	writes      []map[int32]uint32
	after       [][]int // by instruction: those that a lane can run next
	next        [][]int // and the thread
	before      [][]int // and those that a lane can have run
	wanted, had []map[int32]uint32
}

func newFollows(insts []native.Inst, g *flow.Graph) *follows {
	sets := func() []map[int32]uint32 {
		out := make([]map[int32]uint32, len(insts))
		for i := range out {
			out[i] = map[int32]uint32{}
		}
		return out
	}
	n := len(insts)
	f := &follows{g: g, reads: sets(), full: sets(), writes: sets(), wanted: sets(), had: sets(), after: make([][]int, n), next: make([][]int, n), before: make([][]int, n)}
	for i := range insts {
		effects.Registers(&insts[i], func(e effects.Effect) {
			if e.Space != effects.Register || e.Through != nil {
				return
			}
			for at := e.At; at < e.At+e.N || e.N == effects.Rest && at < e.At+native.GRFBytes; at++ {
				reg, bit := at/native.GRFBytes, uint32(1)<<(at%native.GRFBytes)
				switch {
				case reg >= native.MostGRFs:
				case !e.Write:
					f.reads[i][reg] |= bit
				default:
					f.writes[i][reg] |= bit
					if e.Full {
						f.full[i][reg] |= bit
					}
				}
			}
		})
	}
	for b := range g.Blocks {
		x := &g.Blocks[b]
		for i := int(x.Start); i < int(x.End)-1; i++ {
			f.after[i], f.next[i] = []int{i + 1}, []int{i + 1}
		}
		for _, to := range x.Lane {
			f.after[x.End-1] = append(f.after[x.End-1], int(g.Blocks[to].Start))
		}
		for _, to := range append(append([]int32{}, x.Lane...), x.Thread...) {
			f.next[x.End-1] = append(f.next[x.End-1], int(g.Blocks[to].Start))
		}
	}
	for i, list := range f.after {
		for _, to := range list {
			f.before[to] = append(f.before[to], i)
		}
	}
	return f
}

// reach is bytes of a register in front of an instruction.
type reach struct {
	at  int
	reg int32
	set uint32
}

// want follows all reads back. What is wanted where lanes wait is so in all blocks that run meanwhile.
func (f *follows) want() {
	waits := map[int][]int{} // instruction -> blocks while which lanes wait in front of it
	for b := range f.g.Blocks {
		for _, w := range f.g.Blocks[b].Waiting {
			at := int(f.g.Blocks[w].Start)
			waits[at] = append(waits[at], b)
		}
	}
	var work []reach
	for i := range f.reads {
		for reg, set := range f.reads[i] {
			work = append(work, reach{i, reg, set})
		}
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		r.set &^= f.wanted[r.at][r.reg]
		if r.set == 0 {
			continue
		}
		f.wanted[r.at][r.reg] |= r.set
		for _, p := range f.before[r.at] {
			work = append(work, reach{p, r.reg, r.set &^ f.full[p][r.reg]})
		}
		for _, b := range waits[r.at] {
			for i := f.g.Blocks[b].Start; i < f.g.Blocks[b].End; i++ {
				work = append(work, reach{int(i), r.reg, r.set})
			}
		}
	}
}

// have follows all writes, and what threads start with, forward.
func (f *follows) have(payload int) {
	var work []reach
	for reg := range int32(payload) {
		work = append(work, reach{0, reg, ^uint32(0)})
	}
	for i := range f.writes {
		for reg, set := range f.writes[i] {
			for _, to := range f.next[i] {
				work = append(work, reach{to, reg, set})
			}
		}
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if r.set &^= f.had[r.at][r.reg]; r.set == 0 {
			continue
		}
		f.had[r.at][r.reg] |= r.set
		for _, to := range f.next[r.at] {
			work = append(work, reach{to, r.reg, r.set})
		}
	}
}

// alive counts, in front of each instruction and with what it writes, what was written before and is read later.
func (f *follows) alive() []int {
	out := make([]int, len(f.reads))
	for i := range out {
		behind := map[int32]uint32{}
		add := func(set map[int32]uint32) {
			for reg, bytes := range set {
				behind[reg] |= bytes
			}
		}
		for _, to := range f.after[i] {
			add(f.wanted[to])
		}
		for _, w := range f.g.Blocks[f.g.Of[i]].Waiting {
			add(f.wanted[f.g.Blocks[w].Start])
		}
		n, m := 0, 0
		for reg := range int32(native.MostGRFs) {
			if f.wanted[i][reg]&f.had[i][reg] != 0 {
				n++
			}
			if written := f.writes[i][reg]; written != 0 || behind[reg]&f.had[i][reg] != 0 {
				m++
			}
		}
		out[i] = max(n, m)
	}
	return out
}

// TestPressureFollowed: registers that hold values in Intel's code for the kernels of the corpus are those that
// are found from each read and each write alone.
func TestPressureFollowed(t *testing.T) {
	const payload = 16
	kernels := 0
	for device, target := range map[string]native.Target{"skl": native.SKL, "bdw": native.BDW, "lkf": native.LKF, "tgllp": native.TGL} {
		if _, full := corpus.Full(); !full && target != native.SKL {
			continue // the repository has kernels of skl alone
		}
		for _, c := range corpus.Cases(t, corpus.Dir(), device) {
			code, err := os.ReadFile(c.Stem + ".dat")
			if os.IsNotExist(err) {
				continue
			}
			require.NoError(t, err)
			insts, offs, err := native.DecodeAll(target, code)
			require.NoError(t, err)
			p, err := flow.Placed(target, insts, offs)
			require.NoError(t, err)
			g, err := flow.New(p, target)
			require.NoError(t, err)
			f := newFollows(target.InElements(p.Insts), g)
			f.want()
			f.have(payload)
			assert.Equal(t, f.alive(), Of(p, target, offs, len(code), payload).Pressure.Alive, "%s %s", device, c.Name)
			kernels++
		}
	}
	floor.Exact(t, "kernels whose registers are followed in "+corpus.Which(), kernels)
}
