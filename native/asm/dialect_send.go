package asm

import (
	"bytes"
	"math"
	"strconv"

	"github.com/genvisa/genvisa/native"
)

// lastBit is the bit of a message's 32 that is no part of the descriptor: end of
// thread.
const lastBit = 1 << 31

// dialectSend reads a message, and gives what finishes it.
func (p *parser) dialectSend() func() {
	in := &p.in
	if p.unified() || in.Op.IsSplit() {
		p.lacks(p.cols[atOp], "%v of %v in the syntax %v is not supported", in.Op, p.target, p.syntax)
		return nil
	}
	p.skip()
	p.cols[0] = p.at
	if p.isNumber() {
		p.lacks(p.at, "a message by name is not supported: want destination, payload, shared function and descriptor, such as g40<1>UD g112 12 0x02106E01UD")
		return nil
	}
	dst := p.dialectRegister(&in.Dst)
	p.skip()
	p.cols[1] = p.at
	src := p.dialectRegister(&in.Src[0])
	kind := native.UD
	if p.syntax == Gen4asm {
		in.Src[0].Type = native.UB
		p.dialectFunction()
	}
	p.skip()
	at := p.at
	if p.isNumber() {
		l := p.dialectNumber()
		if l.neg || l.float || l.v > math.MaxUint32 {
			p.fail(at, "descriptor %q: want 32 bits", l.text)
		}
		in.Msg.Desc = native.Desc(l.v % lastBit)
		if p.syntax == Gen4asm {
			kind = native.D
			if p.take(':') || isLetter(p.peek()) {
				kind = p.dialectTypeName()
			}
		} else if l.v >= lastBit {
			in.Msg.EOT = true
		}
	} else {
		p.dialectDescriptor()
	}
	if p.syntax == Mesa {
		p.mesaMessage()
	}
	return func() {
		p.dialectPlace(&in.Dst, &dst, true, false)
		p.dialectPlace(&in.Src[0], &src, false, false)
		if p.syntax == Gen4asm && !in.Msg.DescReg && p.err == nil {
			p.likePlain(native.ImmOperand(0, kind))
		}
	}
}

// dialectDescriptor reads a0.0<0,1,0>UD.
func (p *parser) dialectDescriptor() {
	at := p.at
	var o native.Operand
	s := p.dialectRegister(&o)
	if p.err == nil && (o.File != native.ARF || o.Reg != native.ARFA0) {
		p.at = at
		p.fail(at, "%s: want a descriptor, 32 bits or a0.0<0,1,0>UD", p.token())
	}
	p.in.Msg.DescReg = true
	p.in.Msg.DescSub = uint8(s.sub)
	if p.syntax != Gen4asm {
		p.in.Msg.DescSub = uint8(s.sub * o.Type.Size())
		p.mesaIndirect()
	}
}

// mesaIndirect reads the number that Mesa shows behind a descriptor's register: its
// field in the instruction, a0 and the sub-register.
func (p *parser) mesaIndirect() {
	const a0 = 0x200
	p.skip()
	at := p.at
	if !p.isNumber() {
		return
	}
	if l := p.dialectNumber(); l.neg || l.float || l.v != a0+uint64(p.in.Msg.DescSub) {
		p.fail(at, "number %q: want %#x, of a0.%d", l.text, a0+int(p.in.Msg.DescSub), p.in.Msg.DescSub/4)
	}
}

// dialectFunction reads the number of the shared function, with end of thread.
func (p *parser) dialectFunction() {
	p.skip()
	at := p.at
	if !p.isNumber() {
		p.fail(at, "%s: want the number of a shared function", p.token())
		return
	}
	l := p.dialectNumber()
	m := native.Message{ExDescReg: true}.Resolved(0, native.ExDesc(l.v))
	if l.neg || l.float || l.v > math.MaxUint32 || m.ExDesc != 0 {
		p.fail(at, "number %q: want that of a shared function, 0 to 15, and 0x20 for the end of the thread", l.text)
	}
	p.in.Msg.SFID, p.in.Msg.EOT = m.SFID, m.EOT
}

// mesaMessage reads what Mesa says of a message, up to its options: the shared
// function, a description that follows from the descriptor, and the lengths.
func (p *parser) mesaMessage() {
	p.skip()
	from := p.at
	for p.peek() != '{' && p.peek() != 0 {
		p.at++
	}
	words := bytes.Fields(p.line[from:p.at])
	text := string(p.line[from:p.at])
	end := 0
	for end < len(words) && string(words[end]) != "MsgDesc:" {
		end++
	}
	sfid, ok := mesaFunctions[string(bytes.Join(words[:end], []byte(" ")))]
	if !ok || end == len(words) {
		p.fail(from, "message %.40q: want a shared function and MsgDesc: %s", text, want(mesaFunctions, nil))
		return
	}
	p.in.Msg.SFID = sfid
	for i := end; i+1 < len(words) && !p.in.Msg.DescReg; i++ {
		have := -1
		switch string(words[i]) {
		case "mlen":
			have = p.in.Msg.Desc.Mlen()
		case "rlen":
			have = p.in.Msg.Desc.Rlen()
		default:
			continue
		}
		if n, err := strconv.Atoi(string(words[i+1])); err != nil || n != have {
			p.fail(from, "%s %s: want %d, as the descriptor says", words[i], words[i+1], have)
			return
		}
	}
}
