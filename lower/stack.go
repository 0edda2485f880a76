package lower

import (
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/visa"
)

// A routine that is called again before it has returned has its variables once more. The
// call that may do so keeps, on a stack in the thread's scratch space, what its own routine
// needs behind it: variables of its function that something has written before, and
// something reads behind the call, and the address to return to. Everything is kept whole,
// for lanes on and off, as the interpreter does.
//
//	add    top', top, 6                 the stack is full: the lanes that call
//	(top' > end) fault                  write where no memory is
//	oword_st (4) %scratch top X.0
//	add    top, top, 4
//	...
//	call   routine
//	...
//	add    top, top, -4
//	oword_ld (4) %scratch top X.0

// StackBytes is what the stack has for each thread.
const StackBytes = 64 << 10

// StackFull is the upper half of the addresses that lanes access which call when the stack
// has no room; the lower half is the top in owords.
const StackFull = 0xFFFFFFFE

// Elements of the variable of the stack, in owords.
const (
	stackTop = iota
	stackEnd
	stackNext
)

const owordsPerGRF = grfBytes / owordBytes

// frame is what a call keeps.
type frame struct {
	whole []piece // registers as they lie
	parts []piece // less than a register
	preds []int32
}

// piece is n bytes of a variable from one on.
type piece struct {
	v     int32
	at, n int
}

// padBytes are the registers that small pieces are gathered in.
const padBytes = 4 * grfBytes

// frameOf is what a call of region n at instruction i of the text keeps, nil when it leads
// to no second call of its own region.
func (e *inliner) frameOf(i int32, n int) (*frame, error) {
	m := e.regionAt(i)
	if e.circles[n] != e.circles[m] {
		return nil, nil
	}
	f := &frame{}
	f.add(e.out, e.backOf(m))
	fn := e.k.FunctionOf(int(i))
	if e.k.Insts[i].Op.Info().Hook == visa.HookCall || fn < 0 {
		return f, nil // subroutines have no variables of their own
	}
	live, err := e.liveAt(i, &e.k.Functions[fn])
	if err != nil {
		return nil, err
	}
	for _, v := range live.vars {
		f.add(e.out, v)
	}
	f.preds = live.preds
	return f, nil
}

// add keeps a variable: its whole registers, and the rest.
func (f *frame) add(k *visa.Kernel, v int32) {
	size := k.Vars[v].Size()
	whole := size / grfBytes * grfBytes
	for at := 0; at < whole; {
		n := min(whole-at, 4*grfBytes)
		if n == 3*grfBytes {
			n = 2 * grfBytes // messages have 1, 2 or 4
		}
		f.whole = append(f.whole, piece{v, at, n})
		at += n
	}
	if whole < size {
		f.parts = append(f.parts, piece{v, whole, size - whole})
	}
}

// padded lays small pieces and predicates into registers: the pieces of each pad, with
// where they are there. A predicate has no variable and a number at.
func (f *frame) padded() (pads [][]slot) {
	at := padBytes
	put := func(s slot, n int) {
		n = (n + 3) &^ 3
		if at+n > padBytes {
			pads, at = append(pads, nil), 0
		}
		s.at = at
		last := len(pads) - 1
		pads[last], at = append(pads[last], s), at+n
	}
	for _, p := range f.parts {
		put(slot{piece: p}, p.n)
	}
	for _, p := range f.preds {
		put(slot{pred: p}, 4)
	}
	return pads
}

// slot is a piece, or a predicate, in a pad.
type slot struct {
	piece piece
	pred  int32
	at    int
}

// bytes are those of a pad in use.
func padSize(slots []slot) int {
	last := slots[len(slots)-1]
	return last.at + max(last.piece.n, 4)
}

// wholeOf rounds bytes up to the registers of a message.
func wholeOf(bytes int) int {
	switch n := (bytes + grfBytes - 1) / grfBytes; n {
	case 3:
		return 4
	default:
		return n
	}
}

// owords are those that a frame takes.
func (f *frame) owords() (n int) {
	for _, p := range f.whole {
		n += p.n / owordBytes
	}
	for _, pad := range f.padded() {
		n += wholeOf(padSize(pad)) * owordsPerGRF
	}
	return n
}

// keep puts what a frame has on the stack, in front of the call at instruction i, or goes to
// label over when that has no room.
func (e *inliner) keep(i int32, f *frame, over visa.Operand) {
	e.startStack()
	room := visa.Operand{Kind: visa.Label, Var: e.newLabel("room")}
	e.scalar(i, visa.OpAdd, e.stackDst(stackNext), e.stackSrc(stackTop), immediate(uint64(f.owords())))
	e.compare(i, "gt", e.stackSrc(stackNext), e.stackSrc(stackEnd))
	e.gotoChoice(i, true, room)
	e.fault(i, e.stackSrc(stackTop), StackFull)
	e.add(i, visa.Inst{Op: visa.OpGoto, Exec: visa.Exec{Size: 1}, Pos: e.k.Insts[i].Pos, Args: []visa.Operand{over}})
	e.add(i, visa.Inst{Op: visa.OpLabel, Pos: e.k.Insts[i].Pos, Args: []visa.Operand{room}})
	for _, p := range f.whole {
		e.push(i, p)
	}
	for _, pad := range f.padded() {
		for _, s := range pad {
			e.gather(i, s)
		}
		e.push(i, piece{e.pad, 0, wholeOf(padSize(pad)) * grfBytes})
	}
}

// restore takes it back, behind the call.
func (e *inliner) restore(i int32, f *frame) {
	for _, pad := range slices.Backward(f.padded()) {
		e.pop(i, piece{e.pad, 0, wholeOf(padSize(pad)) * grfBytes})
		for _, s := range pad {
			e.scatter(i, s)
		}
	}
	for _, p := range slices.Backward(f.whole) {
		e.pop(i, p)
	}
}

func (e *inliner) push(i int32, p piece) {
	e.block(i, visa.OpOwordSt, visa.ArgSrc, p)
	e.scalar(i, visa.OpAdd, e.stackDst(stackTop), e.stackSrc(stackTop), immediate(uint64(p.n/owordBytes)))
}

func (e *inliner) pop(i int32, p piece) {
	down := immediate(uint64(uint32(-p.n / owordBytes)))
	e.scalar(i, visa.OpAdd, e.stackDst(stackTop), e.stackSrc(stackTop), down)
	e.block(i, visa.OpOwordLd, visa.ArgDst, p)
}

// block is a message of whole registers at the top of the stack.
func (e *inliner) block(i int32, op visa.Op, data visa.ArgName, p piece) {
	in := visa.Inst{Op: op, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: e.k.Insts[i].Pos, Args: make([]visa.Operand, len(op.Info().Slots))}
	for a := range in.Args {
		in.Args[a].Kind = visa.Field
	}
	log2 := map[int]uint64{1: 1, 2: 2, 4: 3} // of owords, by registers
	*in.Arg(visa.ArgSize) = visa.Operand{Kind: visa.Field, Imm: log2[p.n/grfBytes]}
	*in.Arg(visa.ArgSurface) = visa.Operand{Kind: visa.Surface, Var: visa.SurfaceScratch}
	*in.Arg(visa.ArgOffset) = e.stackSrc(stackTop)
	*in.Arg(data) = visa.Operand{Kind: visa.Raw, Type: visa.UD, Var: p.v, Off: int32(p.at)}
	e.add(i, in)
}

// gather copies a slot into the pad, scatter back.
func (e *inliner) gather(i int32, s slot) {
	if s.pred > 0 {
		from := visa.Operand{Kind: visa.Predicate, Type: visa.BOOL, Var: s.pred}
		e.scalar(i, visa.OpMov, e.at(e.pad, visa.UD, s.at, true), from)
		return
	}
	e.eachPart(s, func(t visa.Type, v, pad int) {
		e.scalar(i, visa.OpMov, e.at(e.pad, t, pad, true), e.at(s.piece.v, t, v, false))
	})
}

func (e *inliner) scatter(i int32, s slot) {
	if s.pred > 0 {
		n := e.k.Preds[s.pred].Elems
		in := visa.Inst{Op: visa.OpSetp, Exec: visa.Exec{Size: uint8(n), NoMask: true}, Pos: e.k.Insts[i].Pos, Args: make([]visa.Operand, len(visa.OpSetp.Info().Slots))}
		*in.Arg(visa.ArgDst) = visa.Operand{Kind: visa.Predicate, Type: visa.BOOL, Var: s.pred}
		*in.Arg(visa.ArgSrc0) = e.at(e.pad, visa.UD, s.at, false)
		e.add(i, in)
		return
	}
	e.eachPart(s, func(t visa.Type, v, pad int) {
		e.scalar(i, visa.OpMov, e.at(s.piece.v, t, v, true), e.at(e.pad, t, pad, false))
	})
}

// eachPart calls fn for each dword of a slot, word or byte where the variable's place is
// for no more.
func (e *inliner) eachPart(s slot, fn func(t visa.Type, v, pad int)) {
	align := e.out.Vars[s.piece.v].Align.Bytes()
	for at := 0; at < s.piece.n; {
		t := visa.UB
		switch left := s.piece.n - at; {
		case left >= 4 && align >= 4:
			t = visa.UD
		case left >= 2 && align >= 2:
			t = visa.UW
		}
		fn(t, s.piece.at+at, s.at+at)
		at += t.Size()
	}
}

// at is an element of a variable, as what a scalar instruction writes or reads.
func (e *inliner) at(v int32, t visa.Type, b int, write bool) visa.Operand {
	row, col := b/grfBytes, b%grfBytes/t.Size()
	o := visa.Operand{Kind: visa.General, Type: t, Var: v, Row: uint8(row), Col: uint8(col), Region: visa.Region{W: 1}}
	if write {
		o.Region = visa.Region{H: 1}
	}
	return o
}

func (e *inliner) stackSrc(element int) visa.Operand { return e.at(e.stack, visa.UD, 4*element, false) }
func (e *inliner) stackDst(element int) visa.Operand { return e.at(e.stack, visa.UD, 4*element, true) }

func immediate(n uint64) visa.Operand {
	return visa.Operand{Kind: visa.Immediate, Type: visa.UD, Imm: n}
}

// scalar adds an instruction of the whole thread.
func (e *inliner) scalar(i int32, op visa.Op, args ...visa.Operand) {
	e.add(i, visa.Inst{Op: op, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: e.k.Insts[i].Pos, Args: args})
}

// startStack declares what a stack takes, once.
func (e *inliner) startStack() {
	if e.stack == 0 {
		e.stack, e.pad = e.newVar("stack", grfBytes/4, visa.AlignGRF), e.newVar("pad", padBytes/4, visa.AlignGRF)
	}
}

// newVar declares a variable of dwords.
func (e *inliner) newVar(name string, elems int, align visa.Align) int32 {
	e.out.Vars = append(e.out.Vars, visa.Var{Name: name, Type: visa.UD, Align: align, Elems: elems, Alias: -1})
	return int32(len(e.out.Vars) - 1)
}

// beginStack puts in front of all else what makes the stack empty: behind the kernel's own
// part of scratch space.
func (e *inliner) beginStack() {
	if e.stack == 0 {
		return
	}
	base := 0
	if a := e.k.Attr("SpillMemOffset"); a != nil {
		base = int(min(a.Int, 1<<20)+grfBytes-1) &^ (grfBytes - 1)
	}
	insts, from := e.out.Insts, e.from
	e.out.Insts, e.from = nil, nil
	e.scalar(0, visa.OpAnd, e.stackDst(stackTop), e.at(visa.VarR0, visa.UD, fixed.ThreadScratch.Byte(), false), immediate(uint64(fixed.ThreadScratch.Mask())))
	e.scalar(0, visa.OpShr, e.stackDst(stackTop), e.stackSrc(stackTop), immediate(4))
	if base > 0 {
		e.scalar(0, visa.OpAdd, e.stackDst(stackTop), e.stackSrc(stackTop), immediate(uint64(base/owordBytes)))
	}
	e.scalar(0, visa.OpAdd, e.stackDst(stackEnd), e.stackSrc(stackTop), immediate(StackBytes/owordBytes))
	e.c.main += len(e.out.Insts)
	e.out.Insts, e.from = append(e.out.Insts, insts...), append(e.from, from...)
	e.c.stack = base + StackBytes
}
