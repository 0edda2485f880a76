package hoist_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// The second opinion: a thread goes along a random path, and each byte holds a number that says how it was made. It knows neither loops
// nor blocks.

// unit is a byte of a register or an address, a bit of a flag.
type unit struct {
	space effects.Space
	of    int32
	at    int32
}

// walker is what a thread has made so far.
type walker struct {
	held   map[unit]uint64
	passed map[int32]uint64 // by variable: what went through addresses into it
}

// mix is a number for some.
func mix(parts ...uint64) (h uint64) {
	for _, p := range parts {
		h = (h ^ p) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

func (u *unit) number() uint64 { return mix(uint64(u.space), uint64(u.of), uint64(u.at)+1) }

func (w *walker) get(u unit) uint64 {
	h, ok := w.held[u]
	if !ok {
		h = u.number()
	}
	return mix(h, w.passed[u.of])
}

// step runs an instruction, and is a number for what it read.
func (w *walker) step(in *native.Inst) uint64 {
	h := mix(uint64(in.Origin))
	type write struct {
		u    unit
		part bool
	}
	var writes []write
	effects.Registers(in, func(e effects.Effect) {
		n := e.N
		if n == effects.Rest {
			n = 512
		}
		for at := e.At; at < e.At+n; at++ {
			u := unit{e.Space, e.Var, at}
			switch {
			case e.Through != nil:
				for _, v := range in.Uses {
					for b := range int32(512) {
						h = mix(h, w.get(unit{effects.Register, v + 1, b}))
					}
				}
			case e.Write:
				writes = append(writes, write{u, !e.Full || e.Lane != effects.Thread})
			default:
				h = mix(h, w.get(u))
			}
			if e.Through != nil {
				break
			}
		}
	})
	if in.Dst.Indirect {
		for _, v := range in.Uses {
			w.passed[v+1] = mix(w.passed[v+1], h)
		}
	}
	for _, x := range writes {
		was := uint64(0)
		if x.part {
			was = w.get(x.u)
		}
		w.held[x.u] = mix(h, x.u.number(), was)
	}
	return h
}

// order is the instructions of a program by number, and its labels as negative ones.
func order(p *native.Program) (out []int32) {
	for i := range len(p.Insts) + 1 {
		for l, at := range p.Labels {
			if at == i {
				out = append(out, int32(-1-l))
			}
		}
		if i < len(p.Insts) {
			out = append(out, p.Insts[i].Origin)
		}
	}
	return out
}

// movedUp are the instructions of a program that stood behind more before: instructions or labels.
func movedUp(before, after *native.Program) map[int32]bool {
	up := map[int32]bool{}
	was := order(before)
	for _, name := range order(after) {
		for len(was) > 0 && up[was[0]] {
			was = was[1:]
		}
		if len(was) > 0 && was[0] == name {
			was = was[1:]
		} else {
			up[name] = true
		}
	}
	return up
}

// most is how many instructions a walk takes.
const most = 300

// walk is what instructions read along a path that the seed chooses, but for some of them.
func walk(p *native.Program, t native.Target, seed uint64, but map[int32]bool) (read []uint64, names []int32) {
	w := &walker{map[unit]uint64{}, map[int32]uint64{}}
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := 0; i >= 0 && i < len(p.Insts) && len(read) < most; {
		in := &p.Insts[i]
		h := w.step(in)
		if !but[in.Origin] {
			read, names = append(read, h), append(names, in.Origin)
		}
		s, err := flow.StepAt(p, t, i)
		if err != nil {
			return read, names
		}
		next := s.Thread[0]
		if s.Thread[1] != flow.None && rng.IntN(2) == 0 {
			next = s.Thread[1]
		}
		if next == flow.None {
			break
		}
		i = int(next)
	}
	return read, names
}

// walks is how many paths are gone.
const walks = 4

// differ says where two programs read different things on one path; "" for nowhere.
func differ(before, after *native.Program, t native.Target, seed uint64) string {
	up := movedUp(before, after)
	for k := range uint64(walks) {
		a, names := walk(before, t, seed+k, up)
		b, others := walk(after, t, seed+k, up)
		if len(a) != len(b) {
			return fmt.Sprintf("%d instructions, then %d", len(a), len(b))
		}
		for i := range a {
			if names[i] != others[i] || a[i] != b[i] {
				return fmt.Sprintf("instruction %d, which was %d, reads something else, %d instructions on the way", others[i], names[i], i)
			}
		}
	}
	return ""
}
