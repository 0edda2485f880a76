package asm

import (
	"errors"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// comment writes what names the message of a send with its fields and lengths, behind
// "//", and what a scoreboard says whose text says something else; nothing for all other instructions.
func (p *printer) comment(in *native.Inst) {
	const mark = " // "
	if board := in.Scoreboard(p.target); board != p.target.ScoreboardText(spelledPipe(p.target, in), in.SWSB) {
		p.str(mark + "means " + board)
	}
	if !in.Op.IsSend() {
		return
	}
	at := len(p.out)
	p.str(mark)
	info, err := native.DecodeMessage(p.target, &in.Msg)
	var wrong *native.MessageError
	switch {
	case err == nil:
		p.str(info.Kind.String())
		for _, f := range p.fieldsOf(info.Kind) {
			p.str(f.name)
			if v := info.Field[f.field]; v < len(f.codes) && f.codes[v] != "" {
				p.str(f.codes[v])
			} else {
				p.num(v)
			}
		}
		p.lengths(in, "; ")
		p.parts(in, &info)
	case errors.As(err, &wrong):
		p.str(info.Kind.String() + ", but " + wrong.Why)
	default:
		p.lengths(in, "")
	}
	if len(p.out) == at+len(mark) {
		p.out = p.out[:at]
	}
}

// parts writes which registers of the payload have what, where the descriptors tell it.
func (p *printer) parts(in *native.Inst, info *native.MessageInfo) {
	_, first, _ := in.MessageGRFs()
	at, mark := 0, "; "
	for _, part := range native.SurePayload(p.target, *info) {
		if part.Count == 0 {
			continue
		}
		src, reg := &in.Src[0], at
		if at >= first {
			src, reg = &in.Src[1], at-first
		}
		if src.File != native.GRF {
			return
		}
		p.str(mark)
		p.char('r')
		p.num(int(src.Reg) + reg)
		p.char(' ')
		p.str(strings.ToLower(part.Part.String()))
		mark, at = ", ", at+part.Count
	}
}

// namedField is a field of a message as its comment has it.
type namedField struct {
	name  string // ", bti "
	field native.DescField
	codes []string // names of values; nil for numbers
}

// fieldsOf are the fields of a kind of message.
func (p *printer) fieldsOf(k native.MessageKind) []namedField {
	named, ok := p.fields[k]
	if !ok {
		for _, f := range k.Fields(p.target) {
			named = append(named, namedField{", " + strings.ToLower(f.String()) + " ", f, k.CodeNames(f)})
		}
		if p.fields == nil {
			p.fields = map[native.MessageKind][]namedField{}
		}
		p.fields[k] = named
	}
	return named
}

// lengths writes the registers of payload and response, where a descriptor says them.
func (p *printer) lengths(in *native.Inst, before string) {
	response, first, second := in.MessageGRFs()
	if isUnified(in) && (!in.Msg.ExDescReg || in.Msg.ExBSO) {
		second = in.Msg.Second()
	}
	if response < 0 || second < 0 {
		return
	}
	p.str(before)
	p.str("sends ")
	p.num(first)
	p.char('+')
	p.num(second)
	p.str(", receives ")
	p.num(response)
}
