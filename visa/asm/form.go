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
	for i, t := range info.Text {
		glued := t.Kind == visa.TextSat || t.Kind == visa.TextMod
		if i > 0 && !glued {
			b.WriteByte(' ')
		}
		switch t.Kind {
		case visa.TextPred:
			b.WriteString("[(<pred>)]")
		case visa.TextName:
			b.WriteString(t.Lit)
		case visa.TextSat:
			b.WriteString("[.sat]")
		case visa.TextMod:
			b.WriteString(".<" + info.Slots[t.Slot].Name + ">")
		case visa.TextExec:
			b.WriteString("(<exec>)")
		case visa.TextParen:
			b.WriteString("(<" + info.Slots[t.Slot].Name + ">)")
		case visa.TextOpen:
			b.WriteString("(<" + info.Slots[t.Slot].Name + ">,")
		case visa.TextClose:
			b.WriteString("<" + info.Slots[t.Slot].Name + ">)")
		case visa.TextSlot:
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
	return b.String()
}
