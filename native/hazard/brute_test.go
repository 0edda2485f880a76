package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// brute is a second checker that shares nothing with the first but the rules of flow
// and what a code says: it follows each producer alone along all its paths, which are those of
// lanes (lanes_brute_test.go), with sets of bytes.
type brute struct {
	*graph
	target native.Target
	insts  []native.Inst
	facts  []facts
	reads  []*byteSet
	write  []*byteSet
	reach  []bool
	less   assumptions
	sees   func(at int) // is told each instruction that a walk comes to; nil for nobody
}

// facts are what an instruction is in the tables of the scoreboard.
type facts struct {
	sync           native.Sync
	pipe           native.Pipe
	inOrder, token bool
}

// renew looks at instruction i again.
func (b *brute) renew(i int) {
	in := &b.insts[i]
	b.facts[i] = facts{in.Sync(b.target), in.Pipe(b.target), in.InOrder(b.target), in.HoldsToken(b.target)}
}

// assumptions are what compiled code is found to rely on and gen-execution 8.3 does not
// say; a field that is set takes one away.
type assumptions struct {
	jumps bool // results in order are there behind a jump
	later bool // a wait for the sources of a later message to one function counts for an earlier one
	turns bool // the answer to a later message of one function may overwrite what an earlier one reads
}

// pair is a consumer that touches too early what a producer does.
type pair struct{ inst, by int }

func newBrute(target native.Target, insts []native.Inst, xs []insn, g *graph) *brute {
	b := &brute{graph: g, target: target, insts: insts, reach: make([]bool, len(g.of)+1), facts: make([]facts, len(insts))}
	for i := range insts {
		b.renew(i)
		r, w := bytesOf(&insts[i])
		if in := &insts[i]; byAddress(in) || in.Msg.DescReg || in.Msg.ExDescReg {
			r, w = setOf(xs[i].reads), setOf(xs[i].writes) // constants of address registers are not followed twice
		}
		b.reads, b.write = append(b.reads, r), append(b.write, w)
	}
	for work := slices.Clone(g.begins); len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if b.reach[i] {
			continue
		}
		b.reach[i] = true
		if int(i) < len(g.of) {
			work = append(work, g.next[i]...)
		}
	}
	return b
}

// bytesOf are the bytes of the register file that an instruction reads and writes.
func bytesOf(in *native.Inst) (reads, writes *byteSet) {
	reads, writes = new(byteSet), new(byteSet)
	put := func(m *byteSet, o *native.Operand, off, n int) {
		if o.File == native.GRF && !o.Indirect {
			for k := range n {
				at := int(o.Reg)*native.GRFBytes + int(o.Sub) + off + k
				m.bits[at/64] |= 1 << (at % 64)
				m.any = true
			}
		}
	}
	switch {
	case in.Op.IsSend():
		rlen, mlen := in.Msg.Desc.Rlen(), in.Msg.Desc.Mlen()
		xlen := in.Msg.Second()
		if in.Msg.DescReg {
			rlen, mlen = 1, 1
		}
		if in.Msg.ExDescReg {
			xlen = 1
		}
		put(writes, &in.Dst, 0, rlen*native.GRFBytes)
		put(reads, &in.Src[0], 0, mlen*native.GRFBytes)
		if in.Src[1].File == native.GRF {
			put(reads, &in.Src[1], 0, xlen*native.GRFBytes)
		}
	case in.Op == native.OpCall:
		put(writes, &in.Dst, 0, 8)
	case in.Op == native.OpRet:
		put(reads, &in.Src[0], 0, 8)
	case in.Op.IsALU():
		for k := range int(in.ExecSize) {
			if in.MathFC == native.MathIdiv && in.Op == native.OpMath {
				put(writes, &in.Dst, native.GRFBytes+k*in.Dst.Type.Size(), in.Dst.Type.Size())
			}
			if !in.Align16 || in.IsMacro() || in.Dst.ChanEn>>(k*in.Dst.Type.Size()/4%4)&1 != 0 {
				step := max(int(in.Dst.Region.H), 1) // Align16 has none
				put(writes, &in.Dst, k*step*in.Dst.Type.Size(), in.Dst.Type.Size())
			}
			for s := range in.Op.Sources() {
				o := &in.Src[s]
				if planeBytes(in, s, k, func(off, n int) { put(reads, o, off, n) }) {
					continue
				}
				put(reads, o, sourceElement(in, o, k)*o.Type.Size(), o.Type.Size())
			}
		}
	}
	return reads, writes
}

// planeBytes are those that channel k reads of source s of a plane, p*u + r or
// p*u + q*v + r: p, q, nothing and r are four floats, u and v of eight channels a register
// each; false for what is none.
func planeBytes(in *native.Inst, s, k int, put func(off, n int)) bool {
	switch {
	case in.Op == native.OpLine && s == 0:
		put(0, 4)
		put(12, 4)
	case in.Op == native.OpPln && s == 0:
		put(0, 8)
		put(12, 4)
	case in.Op == native.OpPln && s == 1:
		put(k/8*64+k%8*4, 4)
		put(k/8*64+k%8*4+32, 4)
	default:
		return false
	}
	return true
}

// sourceElement is the element that channel k reads, counted from the first.
func sourceElement(in *native.Inst, o *native.Operand, k int) int {
	switch {
	case in.IsMacro() && in.Align16:
		return k
	case in.Align16 && o.Region.V == 0 && o.Region.H == 0 && o.Region.W == 1:
		return 0
	case in.Align16:
		perGroup := 16 / max(o.Type.Size(), 4) // elements of 16 bits count as four, too
		group, lane := k/perGroup*perGroup, k%perGroup
		if o.Region.V == 0 {
			group = 0
		}
		return group + int(o.Swizzle>>(8/perGroup*lane)&3)*perGroup/4
	case o.Region.W > 1:
		return k/int(o.Region.W)*int(o.Region.V) + k%int(o.Region.W)*int(o.Region.H)
	}
	return k * int(o.Region.V)
}

// setOf makes a set of bytes.
func setOf(ts Touches) *byteSet { return &byteSet{any: len(ts) > 0, bits: bitsOf(ts)} }

// byteSet is a set of bytes of the register file.
type byteSet struct {
	any  bool
	bits [native.MostGRFs * native.GRFBytes / 64]uint64
}

func overlap(a, b *byteSet) bool {
	if a.any && b.any {
		for k, v := range a.bits {
			if v&b.bits[k] != 0 {
				return true
			}
		}
	}
	return false
}

// find lists all pairs.
func (b *brute) find() map[pair]bool {
	out := map[pair]bool{}
	for n, p := range b.of { // a thread without lanes issues, too
		if b.reach[n] && (b.reads[p].any || b.write[p].any) {
			b.follow(int32(n), out)
		}
	}
	return out
}

// walk is where a search is: the instruction that comes next, how many in order of its
// pipe have been issued since the producer, and what its sources are known by.
type walk struct {
	at    int32
	dist  int
	reads bool
	later uint32
	own   crowd // the producer's lanes; at is not used
}

// follow walks from a producer's node until its effects are waited for.
func (b *brute) follow(n int32, out map[pair]bool) {
	p := int(b.of[n])
	x := &b.insts[p]
	ooo, own := b.facts[p].token, b.facts[p].sync.Set
	pipe := b.facts[p].pipe
	window := 10
	if pipe == native.PipeLong {
		window = 14
	}
	several := pipe != native.PipeOnly
	if !ooo && (!b.facts[p].inOrder || !b.write[p].any && !several || !several && x.Op == native.OpCsel && x.Src[0].Reg == x.Dst.Reg && x.Src[1].Reg == x.Dst.Reg) {
		return
	}
	seen := map[walk]crowd{} // where the producer's lanes may be, on any path
	lanes := ooo && int(n) < len(b.insts)
	var work []walk
	push := func(w walk) {
		if !lanes || w.own != (crowd{}) || int(w.at) >= len(b.of) { // lanes are somewhere until the thread ends
			work = append(work, w)
		}
	}
	for _, to := range b.next[n] {
		if ooo || b.inOrder(n, to) || b.less.jumps {
			push(walk{to, 1, ooo, 0, b.moved(ooo, crowd{here: true}, n, to)})
		}
	}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if int(w.at) >= len(b.of) {
			continue
		}
		key := w
		key.own = crowd{}
		was, before := seen[key]
		if w.own = w.own.and(was); before && w.own == was {
			continue
		}
		seen[key] = w.own
		at := int(b.of[w.at])
		if b.sees != nil {
			b.sees(at)
		}
		c := &b.insts[at]
		known := &b.facts[at]
		s := &known.sync
		if ooo && own&(s.Dst|s.Set) != 0 || !ooo && s.Dist != 0 && w.dist >= s.Dist && s.Pipes>>pipe&1 != 0 {
			continue
		}
		if (own|w.later)&s.Src != 0 || w.later&(s.Dst|s.Set) != 0 {
			w.reads = false
		}
		if b.early(p, at, w.reads, ooo && !w.own.here) {
			out[pair{at, p}] = true
		}
		if at == p {
			continue // it has begun anew
		}
		if !ooo {
			if known.inOrder && known.pipe == pipe {
				w.dist++
			}
			if w.dist > window {
				continue
			}
		}
		w.later &^= s.Dst | s.Set
		if ooo && !b.less.later && (x.Op.IsSend() && c.Op.IsSend() && c.Msg.SFID == x.Msg.SFID || pipe == native.PipeMath && known.pipe == native.PipeMath) {
			w.later |= s.Set
		}
		for _, n := range b.next[w.at] {
			if !ooo && !b.inOrder(w.at, n) && !b.less.jumps {
				continue // it jumps, which takes longer
			}
			push(walk{n, w.dist, w.reads, w.later, b.moved(ooo, w.own, w.at, n)})
		}
	}
}

// anywhere is where lanes are of which nobody knows.
const anywhere = "anywhere"

// moved is where the lanes of a producer out of order are; of another it does not matter.
func (b *brute) moved(ooo bool, own crowd, from, to int32) crowd {
	if !ooo {
		return own
	}
	return b.went(own, from, to)
}

// went is where the lanes of a producer are when the thread goes from a node to another.
func (b *brute) went(own crowd, from, to int32) crowd {
	p := &b.parts[b.of[from]]
	switch {
	case p.astray || own.waiting == anywhere:
		return crowd{here: true, waiting: anywhere}
	case p.places == nil && own.waiting == "":
		return crowd{here: own.here && int(to) < len(b.insts)}
	}
	at := len(b.insts)
	if int(to) < len(b.of) {
		at = int(b.of[to])
	}
	places := placesOf(own.waiting)
	switch {
	case own.here && p.places == nil:
		places = append(places, at)
	case own.here:
		for _, x := range p.places {
			places = append(places, int(x))
		}
	}
	if first := int(p.first); p.places != nil && first >= 0 && first != at { // had lanes been there, the thread would be
		places = slices.DeleteFunc(places, func(x int) bool { return x == first })
	}
	slices.Sort(places)
	out := crowd{here: slices.Contains(places, at) && (int(to) >= len(b.of) || int(to) < len(b.insts))} // behind those are nodes without lanes
	for _, x := range slices.Compact(places) {
		if x != at {
			out.waiting += placeText(x)
		}
	}
	return out
}

// and is where lanes of both may be.
func (c crowd) and(o crowd) crowd {
	out := crowd{here: c.here || o.here, waiting: anywhere}
	if c.waiting == anywhere || o.waiting == anywhere {
		return out
	}
	places := append(placesOf(c.waiting), placesOf(o.waiting)...)
	slices.Sort(places)
	out.waiting = ""
	for _, x := range slices.Compact(places) {
		out.waiting += placeText(x)
	}
	return out
}

// otherLanes says that each byte that both instructions touch is of one channel in both.
func (b *brute) otherLanes(p, c int, reads bool) bool {
	x, y := &b.insts[p], &b.insts[c]
	if x.NoMask || y.NoMask || byAddress(y) || x.Dst.Indirect {
		return false
	}
	wrote := channelBytes(x, &x.Dst, -1)
	touched := channelBytes(y, &y.Dst, -1)
	if reads {
		touched = nil
		for s := range y.Src {
			touched = append(touched, channelBytes(y, &y.Src[s], s)...)
		}
	}
	for _, w := range wrote {
		for _, r := range touched {
			if w[0] == r[0] && (w[1] != r[1] || w[1] < 0) {
				return false
			}
		}
	}
	return true
}

// channelBytes are the bytes of a destination, or of source s, each with its channel; -1 is that
// of all.
func channelBytes(in *native.Inst, o *native.Operand, s int) (out [][2]int) {
	if o.File != native.GRF || in.Op.IsALU() && s >= in.Op.Sources() {
		return nil
	}
	at, size := int(o.Reg)*native.GRFBytes+int(o.Sub), o.Type.Size()
	if !in.Op.IsALU() || in.IsMacro() {
		address, data := in.Msg.LaneCells()
		first := 0 // bytes of addresses
		n := map[int]int{-1: in.Msg.Desc.Rlen(), 0: in.Msg.Desc.Mlen(), 1: in.Msg.Second()}[s] * native.GRFBytes
		off := 0
		if s >= 0 {
			first = int(in.ExecSize) * address
		}
		if s == 1 {
			off = in.Msg.Desc.Mlen() * native.GRFBytes
		}
		for k := range n {
			lane := -1
			if data > 0 && in.Op.IsSend() && (s < 0 || in.Msg.Desc.Header() == 0) {
				if lane = (off + k - first) / data % int(in.ExecSize); off+k < first {
					lane = (off + k) / address
				}
				lane += int(in.ChanOff)
			}
			out = append(out, [2]int{at&^31 + k, lane})
		}
		return out
	}
	for k := range int(in.ExecSize) {
		e := k * max(int(o.Region.H), 1)
		if s >= 0 {
			e = sourceElement(in, o, k)
		}
		for i := range size {
			out = append(out, [2]int{at + e*size + i, k + int(in.ChanOff)})
			if s < 0 && in.Op == native.OpMath && in.MathFC == native.MathIdiv {
				out = append(out, [2]int{at + native.GRFBytes + e*size + i, k + int(in.ChanOff)})
			}
		}
	}
	return out
}

// early tells whether consumer c touches what producer p has not done; apart says that the lanes
// of p do not run c.
func (b *brute) early(p, c int, reads, apart bool) bool {
	x, y := &b.insts[p], &b.insts[c]
	f, g := &b.facts[p], &b.facts[c]
	switch {
	case overlap(b.write[p], b.reads[c]) && !(apart && b.otherLanes(p, c, true)):
		return true
	case overlap(b.write[p], b.write[c]) && !(apart && b.otherLanes(p, c, false)):
		return f.token || g.token || f.pipe != g.pipe
	case !overlap(b.reads[p], b.write[c]):
		return false
	case !reads:
		return f.inOrder && f.pipe != native.PipeOnly && f.pipe != g.pipe
	}
	same := x.Op.IsSend() && y.Op.IsSend() && x.Msg.SFID == y.Msg.SFID || f.pipe == native.PipeMath && g.pipe == native.PipeMath
	pred := x.PredCtrl == native.PredNone && y.PredCtrl == native.PredNone || x.PredCtrl != native.PredNone && y.PredCtrl != native.PredNone && x.Flag == y.Flag
	return b.less.turns || !(same && pred && x.ExecSize == y.ExecSize && x.ChanOff == y.ChanOff)
}
