package asm

import (
	"bytes"
	"errors"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// parser reads instructions, one at a time, into in.
type parser struct {
	scanner
	*words
	target native.Target
	codec  *native.Codec
	syntax Syntax
	forms  [native.NumOps]native.Form

	in     native.Inst
	patch  native.Patch
	refs   [2]labelRef // JIP and UIP, where they are labels
	cols   [5]int      // bytes of the line where destination, sources and mnemonic begin
	pred   []byte      // what follows the flag of the predicate
	predAt int
	sized  bool // the execution size is given
	second int  // registers of a second payload, behind it in the text; -1 for none
	lenAt  int
	said   kinds
	waits  [2][]byte // distance and token of a scoreboard in a dialect

	symbols     map[string]gen4Symbol // that pragmas declare
	defaultSize uint8                 // execution size where the text has none, 0 for none
	defaultType native.Type           // of registers without one
	nested      int                   // parentheses of an expression around what is read
}

// labelRef is a label that a branch names.
type labelRef struct {
	name []byte
	at   int
}

// Index of the mnemonic in parser.cols.
const atOp = 4

func newParser(t native.Target) *parser {
	p := &parser{words: wordsOf(), target: t, codec: native.NewCodec(t), defaultType: native.F}
	for op := range native.NumOps {
		p.forms[op] = native.FormOf(t, op)
	}
	return p
}

// begin starts an instruction, of any syntax, and tells whether a predicate is in
// front.
func (p *parser) begin() bool {
	p.in, p.patch, p.refs, p.pred, p.sized, p.said, p.waits = native.Inst{}, native.Patch{}, [2]labelRef{}, nil, false, 0, [2][]byte{}
	p.second = -1
	return p.take('(')
}

// once takes note that the text says something of a kind, which nothing else of the
// instruction may say.
func (p *parser) once(k kinds, at int, what string) {
	if p.said&k != 0 {
		p.fail(at, "%q: want no second %s in an instruction", p.line[at:p.at], what)
	}
	p.said |= k
}

// inst reads one instruction, from its predicate to its options.
func (p *parser) inst() {
	if p.begin() {
		p.predicate()
	}
	p.mnemonic()
	if p.err != nil {
		return
	}
	in := &p.in
	p.in.ExecSize = 1
	p.execution()
	p.modifiers()
	p.operands()
	p.braces()
	if in.Op.IsEmpty() {
		in.ExecSize = 0
	} else if !p.sized && !p.unsized() {
		p.fail(p.cols[atOp], "%v without execution size: want (8|M0) behind it", in.Op)
	}
	p.finish()
}

// unsized tells the instructions whose text has no execution size.
func (p *parser) unsized() bool {
	return p.in.Op == native.OpJmpi || p.in.Op == native.OpWait || p.in.Op == native.OpSync
}

// predicate reads (W), (f0.0), (~f0.1.any2h), (W&f0.0) behind the parenthesis.
func (p *parser) predicate() {
	for {
		p.skip()
		at := p.at
		inv := p.take('~')
		if w := p.word(); len(w) == 1 && w[0] == 'W' && !inv {
			p.once(saysMask, at, "W")
			p.in.NoMask = true
		} else {
			p.at = at + len("~")*btoi(inv)
			p.flag("a predicate: W, f0.0 or ~f0.0")
			p.in.PredCtrl, p.in.PredInv = native.PredSeq, inv
			if from := p.at; p.take('.') {
				p.word()
				p.pred, p.predAt = p.line[from:p.at], from
			}
			p.once(saysPredicate, at, "predicate")
		}
		p.skip()
		if !p.take('&') {
			break
		}
	}
	p.expect(')', "a predicate")
	p.skip()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// flag reads f0.1 into the instruction, which has one flag register for
// predicate and condition.
func (p *parser) flag(what string) {
	at := p.at
	w := p.word()
	if len(w) != 2 || w[0] != 'f' || !isDigit(w[1]) || !p.take('.') {
		p.at = at
		p.fail(at, "%s: want %s", p.token(), what)
		return
	}
	p.setFlag(at, native.Flag{Reg: w[1] - '0', Sub: uint8(p.decimal("a flag's sub-register", byteCodes-1))})
}

// setFlag takes a flag register. That of a condition must be the predicate's, but that
// intel-gen4asm takes it for both.
func (p *parser) setFlag(at int, f native.Flag) {
	if old := p.in.Flag; !p.syntax.isGen4asm() && p.in.PredCtrl != native.PredNone && old != f {
		p.fail(at, "flag f%d.%d: want f%d.%d, the predicate's: an instruction has one", f.Reg, f.Sub, old.Reg, old.Sub)
	}
	p.in.Flag = f
}

// op reads the name of an instruction of the target.
func (p *parser) op() native.Op {
	p.cols[atOp] = p.at
	w := p.word()
	if p.syntax.isGen4asm() {
		w = lower(w)
	}
	op, ok := p.ops.find(w)
	if !ok || !p.target.HasOp(op) {
		p.at = p.cols[atOp]
		p.fail(p.cols[atOp], "%s: want a label or an instruction of %v: %s", p.token(), p.target, p.nearOps(w))
	}
	p.in.Op = op
	return op
}

// mnemonic reads the op and what belongs to it: math.inv, sync.nop, send.dc0,
// goto.b.
func (p *parser) mnemonic() {
	op := p.op()
	var sub []byte
	switch dot := p.take('.'); {
	case op.IsSystolic() && p.err == nil:
		p.systolicSize()
		return
	case dot && op == native.OpBfn:
		p.boolean()
		return
	case dot:
		sub = p.word()
	}
	at := p.at - len(sub)
	switch {
	case op.IsMath():
		p.in.MathFC = lookup(p, p.maths, sub, at, "a math function")
	case op == native.OpSync:
		p.in.SyncFC = lookup(p, p.syncs, sub, at, "a kind of sync")
	case op.IsSend() && p.unified():
		p.in.Msg.SFID = lookup(p, p.sfids[p.target], sub, at, "a shared function")
	case op.IsBranch() && string(sub) == "b":
		p.in.Branch = true
	case op == native.OpBfn:
		p.boolean()
	case sub != nil:
		p.fail(at, "%q: want nothing after %v and a point", sub, op)
	}
}

// unified tells the send of a target that has both parts of a payload and its
// shared function in the mnemonic.
func (p *parser) unified() bool {
	return !p.in.Op.IsSplit() && p.forms[p.in.Op].Operands[2]
}

func lookup[V any](p *parser, t *table[V], w []byte, at int, what string) V {
	v, ok := t.find(w)
	if !ok {
		p.at = at
		p.fail(at, "%s: want %s: %s", p.token(), what, want(t.all, nil))
	}
	return v
}

// nearOps are the ops of the target that begin like w, or all.
func (p *parser) nearOps(w []byte) string {
	for n := min(len(w), 2); ; n-- {
		near := want(p.ops.all, func(o native.Op) bool {
			return p.target.HasOp(o) && strings.HasPrefix(o.String(), string(w[:n]))
		})
		if near != "" || n == 0 {
			return near
		}
	}
}

// execution reads (8|M0).
func (p *parser) execution() {
	p.skip()
	from := p.at
	if !p.take('(') {
		return
	}
	if !isDigit(p.peek()) {
		p.at = from
		return
	}
	p.in.ExecSize = uint8(p.decimal("an execution size", mostChannels))
	p.sized = true
	p.skip()
	if p.take('|') {
		p.skip()
		if !p.take('M') {
			p.fail(p.at, "%s: want M0, M4 to M28", p.token())
		}
		p.in.ChanOff = uint8(p.decimal("a first channel", mostChannels-1))
	}
	p.expect(')', "an execution size")
}

// modifiers reads (eq)f0.0, (eo)f0.0 and (sat).
func (p *parser) modifiers() {
	for {
		p.skip()
		from := p.at
		if !p.take('(') {
			return
		}
		p.skip()
		at := p.at
		if !isLetter(p.peek()) { // the tokens of a sync
			p.at = from
			return
		}
		switch w := p.word(); string(w) {
		case "sat":
			p.once(saysSat, at, "sat")
			p.in.Sat = true
			p.expect(')', "sat")
		case "abs":
			p.at = from
			return
		case "eo":
			p.once(saysCondition|saysMacro, at, "condition")
			p.expect(')', "a condition")
			p.flag("a flag, such as f0.0")
		default:
			p.once(saysCondition, at, "condition")
			p.in.Cond = lookup(p, p.conds, w, at, "a condition, sat or eo")
			p.expect(')', "a condition")
			p.skip()
			p.flag("a flag, such as f0.0")
		}
	}
}

// braces reads the options.
func (p *parser) braces() {
	p.skip()
	if !p.take('{') {
		return
	}
	for {
		p.skip()
		at := p.at
		if p.atScoreboard() {
			p.scoreboard()
		} else if p.peek() != '}' {
			if o := lookup(p, p.options, p.word(), at, "an option, @1 or $0"); o != nil {
				p.once(o.kind, at, o.kind.String())
				o.set(&p.in)
			}
		}
		p.skip()
		if !p.take(',') {
			break
		}
	}
	p.expect('}', "options")
}

// atScoreboard says that a distance, with a pipe or without, or a token comes.
func (p *parser) atScoreboard() bool {
	c := p.peek()
	return c == '@' || c == '$' || isLetter(c) && p.at+1 < len(p.line) && p.line[p.at+1] == '@'
}

// scoreboard reads @1, A@1, $0, $0.dst, $0.src, and a distance and a token together.
func (p *parser) scoreboard() {
	from := p.at
	part := func() {
		if isLetter(p.peek()) {
			p.at++
		}
		p.at++
		p.word()
		if p.take('.') {
			p.word()
		}
	}
	part()
	if to := p.at; p.line[from] != '$' && p.take(',') {
		if p.skip(); p.peek() == '$' {
			part()
		} else {
			p.at = to
		}
	}
	p.once(saysScoreboard, from, "scoreboard")
	text := p.line[from:p.at]
	p.board(from, bytes.ReplaceAll(text, []byte(" "), nil))
}

// board sets the scoreboard code of a text.
func (p *parser) board(at int, text []byte) {
	t := p.target
	if !t.Scoreboard() {
		p.fail(at, "scoreboard %q: %v has none, its hardware watches registers", text, t)
		return
	}
	pipe := p.in.Pipe(t)
	code, ok := p.boards[t][pipe].find(text)
	if !ok {
		code, ok = p.boards[t][spelledPipe(t, &p.in)].find(text)
	}
	if !ok {
		p.fail(at, "scoreboard %q of %v: want, on %v, %s, with distances 1 to %d and tokens 0 to %d", text, p.in.Op, t, strings.Join(t.ScoreboardForms(pipe), " "), native.MaxDistance, native.Tokens-1)
	}
	p.in.SWSB = code
}

// finish fills in what the operands only together say.
func (p *parser) finish() {
	in := &p.in
	p.channelsOfPredicate()
	p.secondLength()
	if p.said&saysMacro != 0 && !in.IsMathMacro() {
		p.fail(p.cols[atOp], "(eo) of %v: want a macro, math.invm or math.rsqtm", in.Op)
	}
	if in.Op == native.OpJmpi {
		in.NoMask = true // the hardware has it no other way, the vendor's assembler writes so
	}
}

// channelsOfPredicate takes what follows the predicate's flag, whose meaning is that of
// the access mode.
func (p *parser) channelsOfPredicate() {
	if p.pred != nil {
		p.in.PredCtrl = lookup(p, p.preds[btoi(p.in.Align16)], p.pred, p.predAt, "what follows a flag")
	}
}

// fieldFault turns the encoder's error into a fault at the operand that it is
// about.
func (p *parser) fieldFault(err error) fault {
	f := fault{at: p.cols[atOp], msg: err.Error(), err: err}
	var e *native.EncodeError
	if errors.As(err, &e) {
		for i, name := range [...]string{"Dst", "Src0", "Src1", "Src2"} {
			if strings.HasPrefix(e.Field, name) && p.cols[i] > 0 {
				f.at = p.cols[i]
			}
		}
	}
	return f
}
