package scoreboard

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/latency"
)

// touch is bytes of a register: bit k is byte k.
type touch struct {
	reg   int32
	bytes uint32
}

// Behind the general registers, the flags, which math may leave something in, and accumulators, which another pipe
// may write.
const (
	flags        = native.MostGRFs
	accumulators = flags + 1
	numRegs      = accumulators + 1
)

// everything is what an operand behind an address may touch.
var everything = func() (list []touch) {
	for r := range int32(native.MostGRFs) {
		list = append(list, touch{r, ^uint32(0)})
	}
	return list
}()

// insn is what the pass needs of an instruction.
type insn struct {
	*native.Inst
	reads, writes []touch
	pipe          native.Pipe
	apart         bool         // other pipes do not wait until it has read: the target has several in order
	inOrder       bool         // counted by distances of its pipe
	window        int          // of them, after which a result has landed
	guard         int          // distance that it waits for whatever it needs, in all pipes; or 0
	all           native.Pipes // in order of the target
	holds         bool         // a token
	token         int
	split         split // its waits, at the end
}

// perInst is about how many registers an instruction touches.
const perInst = 6

// collector finds what instructions touch, with all lists in one.
type collector struct {
	target        native.Target
	reads, writes []touch // of the instruction at hand
	all           []touch
}

// insn finds what an instruction touches.
func (c *collector) insn(in *native.Inst) insn {
	c.reads, c.writes = c.reads[:0], c.writes[:0]
	effects.Registers(in, func(e effects.Effect) {
		list := &c.reads
		if e.Write {
			list = &c.writes
		}
		switch {
		case e.Through != nil && in.Placed && in.Uses != nil: // among the other effects
		case e.Through != nil:
			*list = append((*list)[:0], everything...)
		case e.Space == effects.Register:
			*list = bytesOf(*list, int(e.At), int(e.N))
		case e.Space == effects.Flag:
			*list = append(*list, touch{flags, 1 << (e.At / 32 & 31)})
		case e.Space == effects.Accumulator && e.N > 0:
			*list = append(*list, touch{accumulators, spread(int(e.At)/native.GRFBytes, int(e.At+e.N-1)/native.GRFBytes)})
		}
	})
	x := insn{
		Inst: in, reads: c.keep(c.reads), writes: c.keep(c.writes), all: c.target.Pipes(), guard: in.Guard(c.target),
		pipe: in.Pipe(c.target), inOrder: in.InOrder(c.target), holds: in.HoldsToken(c.target) && !in.Msg.EOT, token: none,
	}
	x.apart = x.all&(x.all-1) != 0
	x.window, _ = latency.Window(c.target, x.pipe)
	return x
}

// spread has the bits from first to last, of a word.
func spread(first, last int) uint32 {
	return uint32(1<<(min(last, 31)+1) - 1<<min(first, 31))
}

func (c *collector) keep(list []touch) []touch {
	n := len(c.all)
	c.all = append(c.all, list...)
	return c.all[n:len(c.all):len(c.all)]
}

// bytesOf adds n bytes of the register file, as far as it has them; all behind them where n
// is effects.Rest.
func bytesOf(list []touch, at, n int) []touch {
	left := native.MostGRFs*native.GRFBytes - at
	if n == effects.Rest || n > left {
		n = left
	}
	for n > 0 {
		off := at % native.GRFBytes
		k := min(n, native.GRFBytes-off)
		list = append(list, touch{int32(at / native.GRFBytes), uint32((1<<k - 1) << off)})
		at, n = at+k, n-k
	}
	return list
}

// none is no token.
const none = -1

// table finds what an instruction shares with others.
type table [numRegs]uint32

// of fills the table with bytes; it must be empty before and cleared after.
func (t *table) of(list []touch) {
	for _, x := range list {
		t[x.reg] |= x.bytes
	}
}

func (t *table) clear(list []touch) {
	for _, x := range list {
		t[x.reg] = 0
	}
}

// meets says that the list has a byte of the table.
func (t *table) meets(list []touch) bool {
	for _, x := range list {
		if t[x.reg]&x.bytes != 0 {
			return true
		}
	}
	return false
}

// general is meets of general registers alone.
func (t *table) general(list []touch) bool {
	for _, x := range list {
		if x.reg < native.MostGRFs && t[x.reg]&x.bytes != 0 {
			return true
		}
	}
	return false
}

// accumulators is meets of accumulators alone.
func (t *table) accumulators(list []touch) bool {
	for _, x := range list {
		if x.reg == accumulators && t[x.reg]&x.bytes != 0 {
			return true
		}
	}
	return false
}

// oneUnit tells what reads its sources in the order of the code: messages to one shared
// function, and what is in the math pipe.
func oneUnit(y, x *insn) bool {
	return y.Op.IsSend() && x.Op.IsSend() && y.Msg.SFID == x.Msg.SFID || y.pipe == native.PipeMath && x.pipe == native.PipeMath
}

// readsFirst says that y, issued before x, has read its sources when x answers: they are
// of one unit, for the same channels (IGC, WARDepRequired).
func readsFirst(y, x *insn) bool {
	predicated := y.PredCtrl != native.PredNone
	same := predicated == (x.PredCtrl != native.PredNone) && (!predicated || x.Flag == y.Flag)
	return oneUnit(y, x) && same && x.ExecSize == y.ExecSize && x.ChanOff == y.ChanOff
}
