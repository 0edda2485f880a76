package asm

import (
	"math"
	"strconv"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/visa"
)

// line writes the text form of an instruction.
func (p *printer) line(in *visa.Inst) {
	info := in.Op.Info()
	if len(info.Text) == 0 {
		p.fail("op %d is not in the op table", in.Op)
		return
	}
	if !info.Takes(len(in.Args)) {
		p.fail("%s has %d operands, not %d", in.Op, len(in.Args), len(info.Slots))
		return
	}
	first, last, skip := true, uint8(0), false
	for _, t := range info.Text {
		if t.Group != last {
			last, skip = t.Group, t.Group > 0 && leftOut(in, info, t.Group)
		}
		if skip {
			continue
		}
		if t.Kind == visa.TextPred && in.Pred.Var == 0 || t.Kind == visa.TextSat || t.Kind == visa.TextOption && in.Args[t.Slot].Kind == visa.None {
			continue
		}
		if p.unwritten(in, info, &t) {
			continue
		}
		if !first && !t.Glue && t.Kind != visa.TextMod && t.Kind != visa.TextFlags && t.Kind != visa.TextClose {
			p.s(" ")
		}
		if t.Wide {
			p.s(" ")
		}
		first = false
		switch t.Kind {
		case visa.TextPred:
			p.predicate(in.Pred)
		case visa.TextName:
			p.s(t.Lit)
			if in.Sat() {
				p.s(".sat")
			}
		case visa.TextMod, visa.TextFlags:
			p.s(".")
			p.field(&info.Slots[t.Slot], &in.Args[t.Slot])
		case visa.TextExec:
			p.exec(in.Exec)
		case visa.TextParen:
			p.s("(")
			p.field(&info.Slots[t.Slot], &in.Args[t.Slot])
			p.s(")")
		case visa.TextOpen:
			p.s("(")
			p.field(&info.Slots[t.Slot], &in.Args[t.Slot])
			p.s(",")
		case visa.TextClose:
			p.field(&info.Slots[t.Slot], &in.Args[t.Slot])
			p.s(")")
		case visa.TextSlot, visa.TextOption:
			p.operands(in, int(t.Slot), " ")
		case visa.TextLit:
			p.s(t.Lit)
		case visa.TextWord:
			p.field(&info.Slots[t.Slot], &in.Args[t.Slot])
		case visa.TextSigned:
			p.signed(&in.Args[t.Slot])
		case visa.TextQuoted:
			p.s(p.quoted(p.raw(in, int(t.Slot))))
		case visa.TextList:
			p.s("(")
			p.operands(in, int(t.Slot), ", ")
			p.s(")")
		case visa.TextLabel:
			p.s(p.word(p.argLabel(in)) + ":")
		case visa.TextOpaque:
			p.opaque(in)
		}
	}
}

// operands writes the operand of slot n, or all of a slot that repeats.
func (p *printer) operands(in *visa.Inst, n int, between string) {
	s := in.Slot(n)
	p.operand(s, &in.Args[n])
	for i := n + 1; s.Repeat && i < len(in.Args); i++ {
		p.s(between)
		p.operand(s, &in.Args[i])
	}
}

func (p *printer) exec(e visa.Exec) {
	noMask := ""
	if e.NoMask {
		noMask = "_NM"
	}
	p.f("(M%d%s, %d)", e.Mask+1, noMask, e.Size)
}

func (p *printer) predicate(pr visa.Pred) {
	not := ""
	if pr.Inv {
		not = "!"
	}
	p.f("(%s%s%s)", not, p.declName(p.k.Preds, pr.Var), [...]string{"", ".any", ".all", ""}[pr.Combine&3])
}

func (p *printer) field(s *visa.Slot, o *visa.Operand) {
	if s.Hex != "" {
		p.s(s.Hex + strconv.FormatUint(o.Imm, 16))
		return
	}
	if s.Enum == nil {
		p.s(strconv.FormatUint(o.Imm, 10))
		return
	}
	text, ok := s.Enum.Text(uint32(o.Imm))
	if !ok {
		p.fail("field %s has value %d, which has no text in %s", s.Name, o.Imm, s.Enum.Name)
		return
	}
	p.s(text)
}

func (p *printer) operand(s *visa.Slot, o *visa.Operand) {
	if o.Mod != visa.Sat { // that stands behind the mnemonic
		p.s(o.Mod.String())
	}
	if s.Short {
		p.short(s, o)
		return
	}
	k := p.k
	switch o.Kind {
	case visa.General:
		p.f("%s(%d,%d)", p.varName(o.Var), o.Row, o.Col)
		p.region(s, o)
	case visa.Address:
		p.f("%s(%d)<%d>", p.declName(k.Addrs, o.Var), o.Off, o.Width)
	case visa.Predicate:
		p.s(p.declName(k.Preds, o.Var))
	case visa.Indirect:
		p.f("r[%s(%d)", p.declName(k.Addrs, o.Var), o.Off)
		p.f(",%d]", o.IntImm())
		p.region(s, o)
		p.s(":" + o.Type.String())
	case visa.Immediate:
		p.f("0x%x:%s", immediateBits(o), o.Type)
	case visa.State:
		p.f("%s(%d)", p.stateName(o), o.Off)
	case visa.AddressOf:
		p.s("&" + p.stateName(o))
		if o.Off != 0 {
			p.f("[%d]", o.Off)
		}
	case visa.Raw:
		if s.Origin {
			p.f("%s(%d,%d)", p.varName(o.Var), o.Off/grf.Bytes, o.Off%grf.Bytes/int32(max(1, o.Type.Size())))
			return
		}
		p.f("%s.%d", p.varName(o.Var), o.Off)
	case visa.Surface:
		p.s(p.declName(k.Surfaces, o.Var))
	case visa.Sampler:
		p.s(p.declName(k.Samplers, o.Var))
	default:
		p.symbolic(s, o)
	}
}

// symbolic writes operands that are names or numbers.
func (p *printer) symbolic(s *visa.Slot, o *visa.Operand) {
	k := p.k
	switch {
	case o.Kind == visa.Variable && o.Imm == uint64(symVar):
		p.s(p.varName(o.Var))
	case o.Kind == visa.Variable && o.Imm == uint64(symAddr):
		p.s(p.declName(k.Addrs, o.Var))
	case o.Kind == visa.Variable && o.Imm == uint64(symPred):
		p.s(p.declName(k.Preds, o.Var))
	case o.Kind == visa.Field:
		p.field(s, o)
	case o.Kind == visa.Label && o.Var >= 0 && int(o.Var) < len(k.Labels):
		p.s(p.word(k.Labels[o.Var].Name))
	case o.Kind == visa.Name && o.Var >= 0 && int(o.Var) < len(k.Strings):
		p.s(p.word(k.Strings[o.Var]))
	default:
		p.fail("operand %s of kind %d has no text", s.Name, o.Kind)
	}
}

// stateName is the variable of a State or AddressOf operand.
func (p *printer) stateName(o *visa.Operand) string {
	switch o.StateVar {
	case visa.SurfaceVar:
		return p.declName(p.k.Surfaces, o.Var)
	case visa.SamplerVar:
		return p.declName(p.k.Samplers, o.Var)
	}
	return p.varName(o.Var)
}

func (p *printer) region(s *visa.Slot, o *visa.Operand) {
	switch r := o.Region; {
	case s.Kind == visa.SlotDst:
		p.f("<%d>", r.H)
	case r.NoV:
		p.f("<%d,%d>", r.W, r.H)
	default:
		p.f("<%d;%d,%d>", r.V, r.W, r.H)
	}
}

// immediateBits is the pattern that the text shows: 64 bits for 64-bit types,
// else 32, with signed words and bytes extended to them.
func immediateBits(o *visa.Operand) uint64 {
	if o.Type.Size() == 8 {
		return o.Imm
	}
	return o.Imm & math.MaxUint32
}
