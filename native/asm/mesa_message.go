package asm

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/genvisa/genvisa/native"
)

// mesaSend reads a message: response, payload or, of split messages and those of Gen12,
// two, the descriptor, of these two also the extended one, and what Mesa says of it.
func (p *parser) mesaSend() func() {
	in := &p.in
	two := in.Op.IsSplit() || p.unified()
	var shapes [3]shape
	operands := []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]}
	if !two {
		operands = operands[:2]
	}
	for i, o := range operands {
		p.skip()
		p.cols[i] = p.at
		shapes[i] = p.dialectRegister(o)
	}
	p.mesaDescriptors(two)
	p.mesaMessage()
	return func() {
		for i, o := range operands {
			p.dialectPlace(o, &shapes[i], i == 0, false)
			if !two {
				continue
			}
			o.Type, o.Region = native.UD, native.Scalar // there are no such fields
			if i == 0 {
				o.Region = native.Dst1
			}
		}
		if !two && p.err == nil {
			p.payloadRegion()
		}
	}
}

// mesaDescriptors reads the descriptor, behind its register the number of its field as
// well, or both descriptors.
func (p *parser) mesaDescriptors(two bool) {
	m := &p.in.Msg
	p.skip()
	if !p.isNumber() {
		if p.addressRegister("a descriptor, 32 bits or a0.0<0,1,0>UD", &m.DescReg, &m.DescSub); !two {
			p.mesaIndirect()
		}
	} else {
		d := p.mesaBits("descriptor")
		if !p.unified() && d >= lastBit {
			m.EOT = true
			d -= lastBit
		}
		m.Desc = native.Desc(d)
	}
	if !two {
		return
	}
	if p.skip(); p.isNumber() {
		m.ExDesc = native.ExDesc(p.mesaBits("extended descriptor"))
	} else {
		p.addressRegister("an extended descriptor, 32 bits or a0.1<0>UD", &m.ExDescReg, &m.ExDescSub)
	}
}

// mesaBits reads a number of 32 bits.
func (p *parser) mesaBits(what string) uint32 {
	at := p.at
	l := p.dialectNumber()
	if l.neg || l.float || l.v > math.MaxUint32 {
		p.fail(at, "%s %q: want 32 bits", what, l.text)
	}
	return uint32(l.v)
}

// mesaIndirect reads the number that Mesa shows behind a descriptor's register: its
// field in the instruction, a0 and the sub-register, with the end of the thread.
func (p *parser) mesaIndirect() {
	const a0 = 0x200
	p.skip()
	at := p.at
	if !p.isNumber() {
		return
	}
	m := &p.in.Msg
	l := p.dialectNumber()
	if l.neg || l.float || l.v&^lastBit != a0+uint64(m.DescSub) {
		p.fail(at, "number %q: want %#x, of a0.%d, and 0x80000000 more for the end of the thread", l.text, a0+int(m.DescSub), m.DescSub/4)
	}
	m.EOT = m.EOT || l.v >= lastBit
}

// mesaMessage reads what Mesa says of a message, up to its options: the shared
// function, a description that follows from the descriptor, and the lengths.
func (p *parser) mesaMessage() {
	p.skip()
	from := p.at
	for p.peek() != '{' && p.peek() != 0 {
		p.at++
	}
	text := string(p.line[from:p.at])
	words := bytes.Fields(p.line[from:p.at])
	end := 0
	for end < len(words) && string(words[end]) != "MsgDesc:" {
		end++
	}
	sfid, ok := mesaFunctions[string(bytes.Join(words[:end], []byte(" ")))]
	if !ok {
		p.fail(from, "message %.40q: want a shared function and MsgDesc: %s", text, want(mesaFunctions, nil))
		return
	}
	m := &p.in.Msg
	m.SFID = sfid
	for i := end; i+1 < len(words); i++ {
		have, known := -1, false
		switch string(words[i]) {
		case "mlen":
			have, known = m.Desc.Mlen(), !m.DescReg
		case "rlen":
			have, known = m.Desc.Rlen(), !m.DescReg
		case "ex_mlen":
			have, known = m.ExDesc.Mlen(), !m.ExDescReg
		}
		if !known {
			continue
		}
		if n, err := strconv.Atoi(string(words[i+1])); err != nil || n != have {
			p.fail(from, "%s %s: want %d, as the descriptor says", words[i], words[i+1], have)
			return
		}
	}
}

// depends reads @1, F@1, $3, $3.dst or $3.src of the options, which together are the
// scoreboard of an instruction, and tells whether one was there.
func (p *parser) depends() bool {
	at := p.at
	c := p.peek()
	if !p.atScoreboard() {
		return false
	}
	if isLetter(c) {
		p.at++
	}
	p.at++
	p.word()
	kind, i := saysScoreboard, 0
	if c == '$' {
		kind, i = saysToken, 1
		if p.take('.') {
			p.word()
		}
	}
	p.waits[i] = p.line[at:p.at]
	p.once(kind, at, kind.String())
	return true
}

// mesaScoreboard is what the options said together.
func (p *parser) mesaScoreboard() {
	parts := slices.DeleteFunc([][]byte{p.waits[0], p.waits[1]}, func(b []byte) bool { return b == nil })
	if len(parts) == 0 || p.err != nil {
		return
	}
	text := bytes.Join(parts, []byte{','})
	p.board(p.cols[atOp], text)
}
