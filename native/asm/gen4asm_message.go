package asm

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
)

var gen4Messages = tableOf(native.NamedMessages())

// gen4URB are the words behind the offset of urb: which argument they are, and its value.
var gen4URB = tableOf(map[string][2]int{"interleave": {1, 1}, "transpose": {1, 2}, "allocate": {2, 1}, "used": {3, 1}, "complete": {4, 1}})

// gen4asmNamed reads a message by name: the register that the payload begins in, the
// response, a payload that Gen7 has no field for, the message, and the lengths.
func (p *parser) gen4asmNamed() func() {
	in := &p.in
	p.cols[1] = p.at
	in.Src[0] = native.Operand{File: native.GRF, Type: native.D, Region: native.Scalar, Reg: int32(p.integer("a register of the payload", p.target.MostGRFs()-1))}
	p.skip()
	p.cols[0] = p.at
	dst := p.dialectRegister(&in.Dst)
	p.skip()
	var ignored native.Operand
	p.dialectSource(&ignored)
	p.skip()
	at := p.at
	m := lookup(p, gen4Messages, lower(p.word()), at, "a message")
	if p.err == nil {
		in.Msg = m.Message(p.gen4asmArgs(&m, string(lower(p.line[at:p.at])) == "urb"))
	}
	d := in.Msg.Desc
	d, _ = d.WithMlen(p.gen4asmLength("mlen", 15))
	in.Msg.Desc, _ = d.WithRlen(p.gen4asmLength("rlen", 31))
	return func() {
		p.dialectPlace(&in.Dst, &dst, true, false)
		if in.Align16 {
			in.Src[0].Region, in.Src[0].Swizzle = native.Region{}, channelsXYZW
		}
		if p.err == nil {
			p.likePlain(native.ImmOperand(0, native.D))
		}
	}
}

// gen4asmArgs reads the arguments of a message in parentheses; those of urb are words
// behind its offset.
func (p *parser) gen4asmArgs(m *native.NamedMessage, urb bool) (args []int) {
	p.skip()
	if urb {
		return p.gen4asmURB(m)
	}
	if m.Args() == 0 {
		return nil
	}
	p.expect('(', "the name of the message")
	for i := range m.Args() {
		if p.skip(); i > 0 {
			if p.peek() == ')' && i >= m.Least {
				break
			}
			p.expect(',', "an argument of the message")
			p.skip()
		}
		if isLetter(p.peek()) && m.Ignores(i) { // the type that sampler has
			p.dialectTypeName()
			args = append(args, 0)
			continue
		}
		args = append(args, p.gen4asmArg(m, i))
	}
	p.skip()
	p.expect(')', "the arguments of the message")
	if p.err != nil {
		return nil
	}
	return args
}

func (p *parser) gen4asmArg(m *native.NamedMessage, i int) int {
	at := p.at
	v := int(p.factor())
	if p.err == nil && !m.Takes(i, v) {
		p.fail(at, "argument %q of the message: want %s", p.line[at:p.at], legalArg(m, i))
	}
	return v
}

// legalArg are the values of an argument, as ranges.
func legalArg(m *native.NamedMessage, i int) string {
	var out []string
	for from := 0; from < byteCodes; from++ {
		to := from
		for m.Takes(i, to) && to < byteCodes {
			to++
		}
		if to > from {
			out = append(out, fmt.Sprintf("%d..%d", from, to-1))
			from = to
		}
	}
	return strings.Join(out, ", ")
}

// gen4asmURB reads the offset and the words of urb.
func (p *parser) gen4asmURB(m *native.NamedMessage) []int {
	args := make([]int, m.Args())
	args[0] = p.gen4asmArg(m, 0)
	for {
		p.skip()
		from := p.at
		w, ok := gen4URB.find(lower(p.word()))
		if !ok {
			p.at = from
			return args
		}
		args[w[0]] = w[1]
	}
}

// gen4asmLength reads mlen 4.
func (p *parser) gen4asmLength(name string, most int) int {
	p.skip()
	at := p.at
	if w := lower(p.word()); string(w) != name {
		p.at = at
		p.fail(at, "%s: want %s and a number of registers", p.token(), name)
	}
	p.skip()
	return p.integer("a number of registers", most)
}
