package asm

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// dialectInst reads one instruction in the syntax of Mesa or intel-gen4asm. Its
// options come last, and only they tell the access mode that operands are read in.
func (p *parser) dialectInst() {
	if p.begin() {
		p.dialectPredicate()
	}
	p.dialectMnemonic()
	if p.err != nil {
		return
	}
	in := &p.in
	in.ExecSize = 1
	p.dialectSize()
	var finish func()
	switch {
	case in.Op.IsEmpty():
		finish = func() { in.ExecSize = 0 }
	case in.Op.IsBranch():
		finish = p.dialectBranch()
	case in.Op.IsSend():
		if p.syntax == Mesa {
			finish = p.mesaSend()
		} else {
			finish = p.gen4asmSend()
		}
	case in.Op == native.OpSync && p.syntax == Mesa:
		finish = p.mesaSync()
	case in.Op == native.OpWait:
		finish = p.dialectWait()
	case in.Op.IsALU():
		finish = p.dialectArithmetic()
	default:
		p.lacks(p.cols[atOp], "%v in the syntax %v is not supported", in.Op, p.syntax)
	}
	p.dialectBraces()
	p.mesaScoreboard()
	if p.err != nil {
		return
	}
	p.channelsOfPredicate()
	finish()
}

// lacks is fail for what the syntax has and this reader has not.
func (p *parser) lacks(at int, format string, args ...any) {
	p.stop(fault{at: at, msg: fmt.Sprintf(format, args...), err: errors.ErrUnsupported})
}

// dialectPredicate reads (+f0.0), (-f0.1.any4h), (f0) behind the parenthesis.
func (p *parser) dialectPredicate() {
	p.skip()
	if p.in.PredInv = p.take('-'); !p.in.PredInv {
		p.take('+')
	}
	p.in.Flag = p.dialectFlag(p.at, p.word())
	p.in.PredCtrl = native.PredSeq
	if from := p.at; p.take('.') {
		p.word()
		p.pred, p.predAt = p.line[from:p.at], from
	}
	p.expect(')', "a predicate")
	p.skip()
}

// dialectFlag is the flag with this name, with its sub-register, 0 unless said,
// behind it.
func (p *parser) dialectFlag(at int, w []byte) native.Flag {
	if len(w) != 2 || w[0] != 'f' || !isDigit(w[1]) {
		p.fail(at, "%q: want a flag such as f0.1", w)
		return native.Flag{}
	}
	f := native.Flag{Reg: w[1] - '0'}
	if p.peek() == '.' && p.at+1 < len(p.line) && isDigit(p.line[p.at+1]) {
		p.at++
		f.Sub = uint8(p.decimal("a flag's sub-register", byteCodes-1))
	}
	return f
}

// dialectMnemonic reads an op and what is joined to it: .sat, .ge, .f0.1; in Mesa's
// syntax the function of math follows.
func (p *parser) dialectMnemonic() {
	op := p.op()
	for p.take('.') {
		p.dialectSuffix()
	}
	if p.syntax != Mesa {
		return
	}
	p.skip()
	switch at := p.at; {
	case op.IsMath():
		p.in.MathFC = lookup(p, dialectMaths, p.word(), at, "a math function")
	case op == native.OpSync:
		p.in.SyncFC = lookup(p, p.syncs, p.word(), at, "a kind of sync")
	}
}

func (p *parser) dialectSuffix() {
	at := p.at
	w := p.word()
	cond, isCond := dialectConds.find(w)
	switch {
	case string(w) == "sat":
		p.once(saysSat, at, "sat")
		p.in.Sat = true
	case isCond:
		p.once(saysCondition, at, "condition")
		p.in.Cond = cond
	case len(w) > 0 && w[0] != 'f':
		p.at = at
		p.fail(at, "%s: want sat, a flag such as f0.1, or a condition: %s", p.token(), want(dialectConds.all, nil))
	default:
		p.setFlag(at, p.dialectFlag(at, w))
		p.once(saysFlag, at, "flag")
	}
}

// dialectSize reads (8).
func (p *parser) dialectSize() {
	if p.skip(); p.peek() != '(' {
		if p.defaultSize > 0 {
			p.in.ExecSize = p.defaultSize
			return
		}
		if !p.in.Op.IsEmpty() && !p.unsized() && p.syntax != Mesa { // without one it means one channel
			p.fail(p.at, "%s: want an execution size such as (8) behind %v", p.token(), p.in.Op)
		}
		return
	}
	p.at++
	p.skip()
	p.in.ExecSize = uint8(p.integer("an execution size", mostChannels))
	p.expect(')', "an execution size")
}

// dialectBraces reads the options.
func (p *parser) dialectBraces() {
	if p.skip(); !p.take('{') {
		return
	}
	for {
		for p.skip(); p.take(','); p.skip() {
		}
		if c := p.peek(); c == '}' || c == 0 {
			break
		}
		at := p.at
		if p.syntax == Mesa && p.depends() {
			continue
		}
		if w := bytes.ToLower(p.word()); !p.dialectGroup(at, w) {
			if o := lookup(p, dialectOptions, w, at, "an option, or channels such as 1Q"); o.set != nil {
				p.once(o.kind, at, o.kind.String())
				o.set(&p.in)
			}
		}
	}
	p.expect('}', "options")
}

// dialectGroup takes 2Q, the second eight channels, 2H, the second sixteen, 3N, the
// third four.
func (p *parser) dialectGroup(at int, w []byte) bool {
	if len(w) != 2 || !isDigit(w[0]) || groupChannels[w[1]] == 0 {
		return false
	}
	first := (int(w[0]-'0') - 1) * groupChannels[w[1]]
	if first < 0 || first >= mostChannels {
		p.fail(at, "%q: want 1Q to 4Q, 1H, 2H or 1N to 8N", w)
	}
	p.once(saysChannels, at, saysChannels.String())
	p.in.ChanOff = uint8(first)
	return true
}
