package asm

import (
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// form is the text form of an op for messages: "[(<pred>)] add[.sat]
// (<exec>) <dst> <src0> <src1>".
func form(op visa.Op) string {
	info := op.Info()
	var b strings.Builder
	group := uint8(0)
	for i, t := range info.Text {
		if group > 0 && t.Group != group {
			b.WriteByte(']')
		}
		if i > 0 && !t.Glue {
			b.WriteByte(' ')
		}
		if t.Group > 0 && t.Group != group {
			b.WriteByte('[')
		}
		group = t.Group
		switch t.Kind {
		case visa.TextPred:
			b.WriteString("[(<pred>)]")
		case visa.TextName:
			b.WriteString(t.Lit)
		case visa.TextSat:
			b.WriteString("[.sat]")
		case visa.TextMod:
			b.WriteString(".<" + info.Slots[t.Slot].Name + ">")
		case visa.TextFlags:
			b.WriteString("[.<" + info.Slots[t.Slot].Name + ">]")
		case visa.TextExec:
			b.WriteString("(<exec>)")
		case visa.TextParen:
			b.WriteString("(<" + info.Slots[t.Slot].Name + ">)")
		case visa.TextOpen:
			b.WriteString("(<" + info.Slots[t.Slot].Name + ">,")
		case visa.TextClose:
			b.WriteString("<" + info.Slots[t.Slot].Name + ">)")
		case visa.TextLit:
			b.WriteString(t.Lit)
		case visa.TextSigned:
			b.WriteString("+<" + info.Slots[t.Slot].Name + ">")
		case visa.TextSlot, visa.TextWord:
			b.WriteString("<" + info.Slots[t.Slot].Name + ">")
			if info.Slots[t.Slot].Repeat {
				b.WriteString(" ...")
			}
		case visa.TextOption:
			b.WriteString("[<" + info.Slots[t.Slot].Name + ">]")
		case visa.TextQuoted:
			b.WriteString("\"<" + info.Slots[t.Slot].Name + ">\"")
		case visa.TextList:
			b.WriteString("(<" + info.Slots[t.Slot].Name + ">, ...)")
		case visa.TextLabel:
			b.WriteString("<" + info.Slots[t.Slot].Name + ">:")
		}
	}
	if group > 0 {
		b.WriteByte(']')
	}
	return b.String()
}
