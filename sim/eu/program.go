package eu

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// op is one instruction ready to run. Straight-line instructions have fn, those
// that can change the flow of the thread or stop it have ctl.
type op struct {
	fn  func(t *thread, o *op)
	ctl func(t *thread, o *op) step

	full      uint32 // one bit per element
	predInv   uint32 // all ones when the predicate is inverted
	flagShift uint8  // flag bit of element 0
	flagSub   uint8  // flag bit of channel 0: 0 or 16
	flagReg   uint8
	off       uint8 // channel of element 0
	n         uint8 // elements
	pred      native.PredCtrl
	cond      native.CondMod
	noMask    bool
	align16   bool

	ip   uint32
	flow flowRule
}

// step says how the run loop goes on after a control instruction.
type step uint8

// Steps.
const (
	goOn  step = iota // t.pc is set
	stall             // wait: the same instruction again later
	end               // end of thread or error
)

// Program is native code of one kernel, decoded for the EU model. It does not
// change after Load and serves any number of workers.
type Program struct {
	Name   string
	Target native.Target
	Insts  []native.Inst // as decoded, one per executed index

	caps   *caps
	ops    []op
	stop   []int32 // per index: the next control instruction or branch target at or after it
	ips    []uint32
	length uint32 // bytes
}

var _ dispatch.Engine = (*Program)(nil)

// Load decodes and checks the code of one kernel, whose entry is its first byte.
// What cannot be run is an *UnmodelledError; bytes after the last instruction
// that any path reaches must still decode.
func Load(name string, t native.Target, code []byte) (*Program, error) {
	insts, _, err := native.DecodeAll(t, code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return LoadInsts(name, t, insts)
}

// LoadInsts is Load for instructions that are already decoded. Their places
// follow from their Compact fields: 8 or 16 bytes.
func LoadInsts(name string, t native.Target, insts []native.Inst) (*Program, error) {
	p := &Program{Name: name, Target: t, caps: targets[t], Insts: insts}
	if p.caps == nil {
		return nil, fmt.Errorf("%s: %w", name, &UnmodelledError{What: "target " + t.String()})
	}
	ip := uint32(0)
	for i := range insts {
		p.ips = append(p.ips, ip)
		ip += 16
		if insts[i].Compact {
			ip -= 8
		}
	}
	p.length = ip
	p.ops = make([]op, len(insts))
	leaders := make([]bool, len(insts)+1)
	for i := range insts {
		l := loader{prog: p, in: &insts[i], index: i, op: &p.ops[i], enable: ^uint32(0), leaders: leaders}
		if err := l.load(); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, insts[i].Op, err)
		}
	}
	p.blocks(leaders)
	return p, nil
}

// blocks fills stop: straight-line runs end at control instructions and at branch
// targets, where waiting channels join.
func (p *Program) blocks(leaders []bool) {
	p.stop = make([]int32, len(p.ops))
	next := int32(len(p.ops))
	for i := len(p.ops) - 1; i >= 0; i-- {
		if p.ops[i].ctl != nil {
			next = int32(i)
		}
		p.stop[i] = next
		if leaders[i] {
			next = int32(i)
		}
	}
}

// index finds the instruction at a byte offset.
func (p *Program) index(ip uint32) (int, bool) {
	lo, hi := 0, len(p.ips)
	for lo < hi {
		if mid := (lo + hi) / 2; p.ips[mid] < ip {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(p.ips) && p.ips[lo] == ip
}

// loader turns one decoded instruction into an op.
type loader struct {
	prog    *Program
	in      *native.Inst
	index   int
	op      *op
	row     *opRow
	enable  uint32 // elements that the destination may change
	leaders []bool
}

func (l *loader) ip() uint32 { return l.prog.ips[l.index] }

// refuse is an UnmodelledError at this instruction.
func (l *loader) refuse(format string, args ...any) error {
	return &UnmodelledError{What: fmt.Sprintf(format, args...), IP: l.ip()}
}

// bad is an error in the code itself.
func (l *loader) bad(format string, args ...any) error {
	return fmt.Errorf("ip %#05x: %s", l.ip(), fmt.Sprintf(format, args...))
}

func (l *loader) load() error {
	in, o := l.in, l.op
	if in.Op == native.OpNop || in.Op == native.OpIllegal {
		o.ip = l.ip()
		return opTable[in.Op].load(l) // nothing else in them has a meaning
	}
	if in.ExecSize == 0 || int(in.ExecSize)+int(in.ChanOff) > maxLanes {
		return l.bad("%d channels from channel %d: a thread has %d", in.ExecSize, in.ChanOff, maxLanes)
	}
	o.ip, o.n, o.off, o.noMask = l.ip(), in.ExecSize, in.ChanOff, in.NoMask
	o.full = ones(int(in.ExecSize))
	o.pred, o.cond = in.PredCtrl, in.Cond
	if in.PredInv {
		o.predInv = ^uint32(0)
	}
	if o.pred != native.PredNone || o.cond != native.CondNone {
		if in.Flag.Reg > 1 || in.Flag.Sub > 1 {
			return l.bad("flag f%d.%d: legal are f0.0 to f1.1", in.Flag.Reg, in.Flag.Sub)
		}
	}
	o.flagReg, o.flagSub = in.Flag.Reg&1, 16*(in.Flag.Sub&1)
	o.flagShift = o.flagSub + o.off
	o.align16 = in.Align16
	if in.Align16 && o.pred > predChanW {
		return l.refuse("predicate control %d of Align16", o.pred)
	}
	l.row = &opTable[in.Op]
	if l.row.load == nil {
		return l.refuse("instruction %s", in.Op)
	}
	return l.row.load(l)
}

// ones is the mask of n elements, 1 to 32.
func ones(n int) uint32 { return ^uint32(0) >> (32 - n) }
