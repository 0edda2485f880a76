package follow

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// followed are the registers through which an address is followed, one word of bits
// for the bytes of each: general ones, and behind them the accumulators.
type followed [native.MostGRFs + accumulators]uint32

const accumulators = 10 // acc0 to acc9

// MaxVisits bounds the work for all values of a program: instructions and ways between them.
const MaxVisits = 1 << 24

// ErrVisits says that too much code lies behind the addresses of a program.
var ErrVisits = errors.New("more than MaxVisits steps")

// Uses answers what a program does with an address that a move brings in: it is followed
// on all ways of the lanes, through moves and arithmetic, to the messages that take it.
type Uses struct {
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

// New takes decoded code with its offsets. The error is a *flow.InstError.
func New(t native.Target, insts []native.Inst, offs []int) (*Uses, error) {
	p, err := flow.Placed(t, insts, offs)
	if err != nil {
		return nil, err
	}
	n := len(p.Insts)
	u := &Uses{insts: p.Insts, next: make([][]int32, n), enter: make([]bool, n), areas: make([][2][]followArea, n)}
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
func (u *Uses) ways(p *native.Program, t native.Target, i int, after []int32) ([]int32, error) {
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
func (u *Uses) leads(i int32) []int32 {
	if in := &u.insts[i]; in.Op == native.OpRet && in.PredCtrl != native.PredNone && int(i)+1 < len(u.insts) {
		return append(slices.Clone(u.next[i]), i+1)
	}
	return u.next[i]
}

// Of is a signature of what instructions write: what is done with it. It has a line for
// every instruction that takes it and neither copies it nor only compares it, in the order
// of the lines; where they stand in the code, and in which registers, does not count.
// messages are those of them whose answers can be followed as well.
func (u *Uses) Of(writers []int) (signature string, messages []int, err error) {
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
			if u.visits++; u.visits > MaxVisits {
				return "", nil, ErrVisits
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
func (u *Uses) step(f *followed, i int, seen map[int]*followed) {
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

// text has a line for each instruction.
func (u *Uses) text(seen map[int]*followed) string {
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
