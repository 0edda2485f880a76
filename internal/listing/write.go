package listing

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// modText are the modifiers of sources, by native.SrcMod.
var modText = []string{"", "(abs)", "-", "-(abs)"}

// Program writes instructions, with the variables that addresses may be of, and labels.
func Program(p *native.Program) string {
	var b strings.Builder
	for i := range len(p.Insts) + 1 {
		for l, at := range p.Labels {
			if at == i {
				fmt.Fprintf(&b, "_L%d:\n", l)
			}
		}
		if i == len(p.Insts) {
			break
		}
		in := &p.Insts[i]
		b.WriteString(Text(p, in))
		for _, v := range in.Uses {
			fmt.Fprintf(&b, " {Uses=%s}", p.Vars[v].Name)
		}
		for _, l := range []int32{in.Label, in.Label2} {
			if l > 0 {
				fmt.Fprintf(&b, " _L%d", l-1)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Text writes an instruction with virtual registers, close to assembly:
// "(W&~P1) add.sat (16|M16) (lt)P2 V32<1>:d V33.4<8;8,1>:d 0x1:w".
func Text(p *native.Program, in *native.Inst) string {
	var b strings.Builder
	b.WriteString(guard(p, in))
	b.WriteString(in.Op.String())
	if in.Branch {
		b.WriteString(".b")
	}
	if in.Sat {
		b.WriteString(".sat")
	}
	fmt.Fprintf(&b, " (%d|M%d)", in.ExecSize, in.ChanOff)
	if in.Cond != native.CondNone {
		fmt.Fprintf(&b, " (%v)", in.Cond)
		if in.Flag.Virt > 0 {
			b.WriteString(p.Flags[in.Flag.Virt-1].Name)
		}
	}
	if in.Dst.File != native.NoFile {
		fmt.Fprintf(&b, " %s", operand(p, &in.Dst, true))
	}
	for s := range in.Src {
		if in.Src[s].File != native.NoFile {
			fmt.Fprintf(&b, " %s", operand(p, &in.Src[s], false))
		}
	}
	options(&b, in)
	return b.String()
}

// guard is mask and predicate.
func guard(p *native.Program, in *native.Inst) string {
	text := ""
	if in.NoMask {
		text = "W"
	}
	if in.PredCtrl != native.PredNone {
		inv := ""
		if in.PredInv {
			inv = "~"
		}
		text += "&" + inv + p.Flags[in.Flag.Virt-1].Name
	}
	if text == "" {
		return ""
	}
	return "(" + strings.TrimPrefix(text, "&") + ") "
}

// options is what follows the operands.
func options(b *strings.Builder, in *native.Inst) {
	if in.Op == native.OpSend || in.Op == native.OpSends {
		fmt.Fprintf(b, " %d %#x %#x", in.Msg.SFID, in.Msg.ExDesc, in.Msg.Desc)
		if in.Msg.DescReg {
			b.WriteString(" {Desc=a0.0}")
		}
		if in.Msg.ExDescReg {
			fmt.Fprintf(b, " {ExDesc=a0.%d}", in.Msg.ExDescSub)
		}
	}
	if in.Op == native.OpMath && in.MathFC != 0 {
		fmt.Fprintf(b, " {Math=%d}", in.MathFC)
	}
	if in.Align16 && in.Dst.ChanEn != 15 {
		fmt.Fprintf(b, " {ChanEn=%d}", in.Dst.ChanEn)
	}
	for _, flag := range []struct {
		on   bool
		name string
	}{{in.AccWr, "AccWrEn"}, {in.Align16, "Align16"}, {in.Msg.EOT, "EOT"}} {
		if flag.on {
			fmt.Fprintf(b, " {%s}", flag.name)
		}
	}
}

// operand is a register with place, region and type, or an immediate.
func operand(p *native.Program, o *native.Operand, dst bool) string {
	name := ""
	switch o.File {
	case native.Imm:
		if o.AddrOf > 0 {
			name = "&" + p.Vars[o.AddrOf-1].Name + "+"
		}
		return fmt.Sprintf("%s%s%#x:%v", modText[o.Mod], name, o.Imm, o.Type)
	case native.Virt:
		name = p.Vars[o.Reg].Name
	case native.VirtFlag:
		name = p.Flags[o.Reg].Name
	case native.VirtAddr:
		name = p.Addrs[o.Reg].Name
	case native.ARF:
		name = native.RegName(o.File, o.Reg)
	}
	if o.Indirect {
		name = fmt.Sprintf("r[%s.%d,%d]", p.Addrs[o.AddrReg-1].Name, o.AddrSub, o.AddrImm)
	}
	if o.Sub != 0 {
		name += fmt.Sprintf(".%d", o.Sub)
	}
	region := fmt.Sprintf("<%d;%d,%d>", o.Region.V, o.Region.W, o.Region.H)
	switch {
	case dst:
		region = fmt.Sprintf("<%d>", o.Region.H)
	case o.Region.V == native.VxH:
		region = fmt.Sprintf("<%d,%d>", o.Region.W, o.Region.H)
	}
	if o.MME != 0 {
		region += fmt.Sprintf("{mme %d}", o.MME)
	}
	return fmt.Sprintf("%s%s%s:%v", modText[o.Mod], name, region, o.Type)
}
