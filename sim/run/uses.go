package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// followed are the registers through which an address is followed, one word of bits
// for the bytes of each: general ones, and behind them the accumulators.
type followed [native.GRFs + accumulators]uint32

const (
	accumulators = 10      // acc0 to acc9
	maxVisits    = 1 << 24 // of instructions and ways, for all addresses of a program
)

// errVisits says that too much code lies behind the addresses of a program.
var errVisits = errors.New("more than maxVisits")

// uses answers what a program does with an address that a move brings in: it is followed
// on all ways of the lanes, through moves and arithmetic, to the messages that take it.
type uses struct {
	insts  []native.Inst
	next   [][]int32
	enter  []bool            // instructions to which more than the one before leads
	areas  [][2][]followArea // what each reads and writes, for a first look
	visits int
}

// followArea is bytes of a register of followed.
type followArea struct {
	reg   int32
	bytes uint32
}

// newUses takes decoded code with its offsets. The error is a *flow.InstError.
func newUses(t native.Target, insts []native.Inst, offs []int) (*uses, error) {
	p, err := flow.Placed(t, insts, offs)
	if err != nil {
		return nil, err
	}
	n := len(p.Insts)
	u := &uses{insts: p.Insts, next: make([][]int32, n), enter: make([]bool, n), areas: make([][2][]followArea, n)}
	var after []int32 // what stands behind calls
	for i := range n - 1 {
		if p.Insts[i].Op.Links() {
			after, u.enter[i+1] = append(after, int32(i+1)), true
		}
	}
	for i := range p.Insts {
		if u.next[i], err = u.ways(p, t, i, after); err != nil {
			return nil, &flow.InstError{Inst: i, Err: err}
		}
		in := &p.Insts[i]
		if in.Op != native.OpRet {
			for _, to := range u.next[i] {
				u.enter[to] = u.enter[to] || int(to) != i+1
			}
		}
		u.areas[i] = [2][]followArea{areasOf(in, false), areasOf(in, true)}
	}
	return u, nil
}

// ways is where lanes can be behind an instruction: behind a call in what it calls and
// behind that, behind a return behind every call.
func (u *uses) ways(p *native.Program, t native.Target, i int, after []int32) ([]int32, error) {
	var err error
	in := &p.Insts[i]
	to := [2]int32{int32(i + 1), flow.None}
	switch {
	case in.Op == native.OpRet:
		return after, nil // one list for all; leads adds what a predicate does
	case in.Op.Links():
		to[1], err = flow.Target(p, in.Label, flow.None)
	default:
		var s flow.Step
		s, err = flow.StepAt(p, t, i)
		to = s.Lane
	}
	return slices.DeleteFunc(to[:], func(x int32) bool { return x < 0 || int(x) >= len(p.Insts) }), err
}

// leads are the ways behind instruction i.
func (u *uses) leads(i int32) []int32 {
	if in := &u.insts[i]; in.Op == native.OpRet && in.PredCtrl != native.PredNone && int(i)+1 < len(u.insts) {
		return append(slices.Clone(u.next[i]), i+1)
	}
	return u.next[i]
}

// part is bytes of followed that an instruction touches: all of them belong to one of its
// elements, or to every one where each is 0.
type part struct {
	at, n       int
	first, each int // element, and bytes of each
}

// parts calls do with what an instruction reads or writes of followed, which has neither
// flags nor registers by an address; of the answer to a message that has room for more lanes
// than run, the cells of those that run.
func parts(in *native.Inst, write bool, do func(part)) {
	effects.Registers(in, func(e effects.Effect) {
		at, ok := followedAt(&e)
		if !ok || e.Write != write {
			return
		}
		p := part{at, int(e.N), int(e.First), int(e.Each)}
		switch {
		case e.N == effects.Rest:
			p.n = native.GRFBytes
		case e.Space == effects.Accumulator && e.First == effects.Thread:
			p.first, p.each = 0, max(in.Dst.Type.Size(), 4) // beside the operands
		case write && in.Op.IsSend() && in.ExecSize < messageLanes:
			answer(in, p, do)
			return
		}
		do(p)
	})
}

// answer is an answer with room for more lanes than run: the cells of those that run, or all
// of it where no table says whose a cell is.
func answer(in *native.Inst, p part, do func(part)) {
	_, cell := in.Msg.LaneCells()
	if cell == 0 {
		do(p)
		return
	}
	for b := p.at; b < p.at+p.n; b += cell * messageLanes {
		do(part{b, cell * int(in.ExecSize), effects.Thread, 0})
	}
}

// followedAt is where the bytes of an effect begin in followed.
func followedAt(e *effects.Effect) (at int, ok bool) {
	switch {
	case e.Through != nil:
		return 0, false
	case e.Space == effects.Register:
		return int(e.At), true
	}
	return native.GRFs*native.GRFBytes + int(e.At), e.Space == effects.Accumulator
}

// messageLanes are those that the smallest message of lanes has room for.
const messageLanes = 8

func areasOf(in *native.Inst, write bool) (list []followArea) {
	var all followed
	lo, hi := len(all), -1
	parts(in, write, func(p part) {
		all.set(p.at, p.n, true)
		lo, hi = min(lo, p.at/native.GRFBytes), max(hi, (p.at+p.n-1)/native.GRFBytes)
	})
	for r := max(lo, 0); r <= min(hi, len(all)-1); r++ {
		if all[r] != 0 {
			list = append(list, followArea{int32(r), all[r]})
		}
	}
	return list
}

// set marks or clears bytes.
func (f *followed) set(at, n int, on bool) {
	for b := max(at, 0); b < at+n && b < len(f)*native.GRFBytes; b++ {
		f[b/native.GRFBytes] &^= 1 << (b % native.GRFBytes)
		if on {
			f[b/native.GRFBytes] |= 1 << (b % native.GRFBytes)
		}
	}
}

// any says that one of the bytes is marked.
func (f *followed) any(at, n int) bool {
	for b := max(at, 0); b < at+n && b < len(f)*native.GRFBytes; b++ {
		if f[b/native.GRFBytes]>>(b%native.GRFBytes)&1 != 0 {
			return true
		}
	}
	return false
}

func (f *followed) meets(list []followArea) bool {
	return slices.ContainsFunc(list, func(a followArea) bool { return f[a.reg]&a.bytes != 0 })
}

// join adds what o has, and says whether that was more.
func (f *followed) join(o *followed) (more bool) {
	for i, bits := range o {
		more = more || bits&^f[i] != 0
		f[i] |= bits
	}
	return more
}

// of is a signature of what instructions write: what is done with it. It has a line for
// every instruction that takes it and neither copies it nor only compares it, in the order
// of the lines; where they stand in the code, and in which registers, does not count.
// messages are those of them whose answers can be followed as well.
func (u *uses) of(writers []int) (signature string, messages []int, err error) {
	seen := map[int]*followed{} // instructions that take it; of a message, which bytes of the payload
	in := map[int32]*followed{}
	var work []int32
	reach := func(from int32, f *followed) {
		next := u.leads(from)
		u.visits += len(next)
		for _, to := range next {
			x, ok := in[to]
			if !ok {
				x = new(followed)
				u.visits += len(x) // which is memory
				in[to] = x
			}
			if x.join(f) || !ok {
				work = append(work, to)
			}
		}
	}
	for _, w := range writers {
		var f followed
		for _, a := range u.areas[w][1] {
			f[a.reg] = a.bytes
		}
		reach(int32(w), &f)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		f := *in[i]
		for {
			if u.visits++; u.visits > maxVisits {
				return "", nil, errVisits
			}
			if u.step(&f, int(i), seen); f == (followed{}) {
				break
			}
			if n := u.leads(i); len(n) != 1 || n[0] != i+1 || u.enter[i+1] {
				reach(i, &f)
				break
			}
			i++
		}
	}
	for i := range seen {
		if u.insts[i].Op.IsSend() {
			messages = append(messages, i)
		}
	}
	slices.Sort(messages)
	return u.text(seen), messages, nil
}

// step changes f as an instruction does, and notes one that takes what is followed.
func (u *uses) step(f *followed, i int, seen map[int]*followed) {
	takes := f.meets(u.areas[i][0])
	if !takes && !f.meets(u.areas[i][1]) {
		return
	}
	in := &u.insts[i]
	if in.Op.IsSend() {
		if bytes := payload(f, in); takes && bytes != (followed{}) {
			note(seen, i).join(&bytes)
		}
		f.write(in, nil)
		return
	}
	if _, ok := firstByte(&in.Dst); ok && takes && !in.Op.IsCopy() {
		note(seen, i)
	}
	f.write(in, f.lanes(in))
}

func note(seen map[int]*followed, i int) *followed {
	if seen[i] == nil {
		seen[i] = new(followed)
	}
	return seen[i]
}

// lanes are those that read what is followed.
func (f *followed) lanes(in *native.Inst) map[int]bool {
	out := map[int]bool{}
	parts(in, false, func(p part) {
		switch {
		case p.each > 0:
			for k := 0; k < p.n; k += p.each {
				out[p.first+k/p.each] = out[p.first+k/p.each] || f.any(p.at+k, p.each)
			}
		case !f.any(p.at, p.n):
		case p.first == effects.Thread:
			out[effects.Thread] = true
		default:
			for lane := range int(in.ExecSize) {
				out[lane] = true
			}
		}
	})
	return out
}

// write marks what the lanes write that took it, and clears the rest of what is written:
// under a predicate too, and all of the accumulators beside the operands. What other lanes
// keep there is nearly always dead, and following it would lead through whatever else the
// register is used for.
func (f *followed) write(in *native.Inst, took map[int]bool) {
	parts(in, true, func(p part) {
		if p.each == 0 {
			f.set(p.at, p.n, took[p.first])
			return
		}
		for k := 0; k < p.n; k += p.each {
			f.set(p.at+k, p.each, took[p.first+k/p.each])
		}
	})
}

// firstByte is where the register of an operand begins in followed; ok is false for what is
// not followed: flags, and registers by an address.
func firstByte(o *native.Operand) (at int, ok bool) {
	switch {
	case o.Indirect:
		return 0, false
	case o.File == native.GRF:
		return 0, true
	}
	return native.GRFs * native.GRFBytes, o.File == native.ARF && o.Reg >= native.ARFAcc0 && o.Reg <= native.ARFAcc9
}

// payload is what a message takes of f, by the bytes of its payload. Of addresses of
// lanes it is those that run.
func payload(f *followed, in *native.Inst) (out followed) {
	cell, _ := in.Msg.LaneCells()
	lanes := max(int(in.ExecSize), messageLanes) // that the payload has room for
	at := 0
	for s := range 2 {
		base, ok := firstByte(&in.Src[s])
		if !ok {
			continue
		}
		for _, x := range in.Touches(s) {
			for b := range x.Bytes {
				idle := s == 0 && cell > 0 && !in.Msg.Headed() && b >= cell*int(in.ExecSize) && b < cell*lanes
				if !idle && f.any(base+x.At+b, 1) {
					out.set(at+b, 1, true)
				}
			}
			at += x.Bytes
		}
	}
	return out
}

// text has a line for each instruction.
func (u *uses) text(seen map[int]*followed) string {
	lines := make([]string, 0, len(seen))
	for i, bytes := range seen {
		in := &u.insts[i]
		var b strings.Builder
		fmt.Fprintf(&b, "%v (%d|M%d) %v %d %v", in.Op, in.ExecSize, in.ChanOff, in.NoMask, in.Cond, in.Dst.Type)
		if in.Op.IsSend() {
			m := &in.Msg
			fmt.Fprintf(&b, " to %d %#x %#x %v %v, bytes", m.SFID, m.Desc, m.ExDesc, m.DescReg, m.ExDescReg)
			for r, bits := range bytes {
				if bits != 0 {
					fmt.Fprintf(&b, " %d:%08x", r, bits)
				}
			}
		}
		for s := range in.Src {
			if o := &in.Src[s]; o.File == native.Imm {
				fmt.Fprintf(&b, " %#x:%v", o.Imm, o.Type)
			}
		}
		lines = append(lines, b.String())
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
