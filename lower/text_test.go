package lower_test

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Spellings of the expectation files.
var (
	condText = map[native.CondMod]string{
		native.CondEQ: "eq", native.CondNE: "ne", native.CondGT: "gt",
		native.CondGE: "ge", native.CondLT: "lt", native.CondLE: "le",
	}
	modText = []string{"", "(abs)", "-", "-(abs)"}
	arfText = map[int32]string{
		native.ARFNull: "null", native.ARFAcc0: "acc0", native.ARFCR0: "cr0", native.ARFN0: "n0", native.ARFIP: "ip", native.ARFA0: "a0",
	}
)

// text writes an instruction with virtual registers, close to assembly:
// "(W&~P1) add.sat (16|M16) (lt)P2 V32<1>:d V33.4<8;8,1>:d 0x1:w".
func text(p *native.Program, in *native.Inst) string {
	var b strings.Builder
	guard := ""
	if in.NoMask {
		guard = "W"
	}
	if in.PredCtrl != native.PredNone {
		inv := ""
		if in.PredInv {
			inv = "~"
		}
		guard += "&" + inv + p.Flags[in.Flag.Virt-1].Name
	}
	if guard != "" {
		fmt.Fprintf(&b, "(%s) ", strings.TrimPrefix(guard, "&"))
	}
	b.WriteString(in.Op.String())
	if in.Branch {
		b.WriteString(".b")
	}
	if in.Sat {
		b.WriteString(".sat")
	}
	fmt.Fprintf(&b, " (%d|M%d)", in.ExecSize, in.ChanOff)
	if in.Cond != native.CondNone {
		fmt.Fprintf(&b, " (%s)", condText[in.Cond])
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
	if in.Op == native.OpSend || in.Op == native.OpSends {
		fmt.Fprintf(&b, " %d %#x %#x", in.Msg.SFID, in.Msg.ExDesc, in.Msg.Desc)
		if in.Msg.DescReg {
			b.WriteString(" {Desc=a0.0}")
		}
		if in.Msg.ExDescReg {
			fmt.Fprintf(&b, " {ExDesc=a0.%d}", in.Msg.ExDescSub)
		}
	}
	if in.Op == native.OpMath && in.MathFC != 0 {
		fmt.Fprintf(&b, " {Math=%d}", in.MathFC)
	}
	if in.Align16 && in.Dst.ChanEn != 15 {
		fmt.Fprintf(&b, " {ChanEn=%d}", in.Dst.ChanEn)
	}
	for _, flag := range []struct {
		on   bool
		name string
	}{{in.AccWr, "AccWrEn"}, {in.Align16, "Align16"}, {in.Msg.EOT, "EOT"}} {
		if flag.on {
			fmt.Fprintf(&b, " {%s}", flag.name)
		}
	}
	return b.String()
}

func operand(p *native.Program, o *native.Operand, dst bool) string {
	name := ""
	switch o.File {
	case native.Imm:
		if o.AddrOf > 0 {
			return fmt.Sprintf("&%s+%#x:%v", p.Vars[o.AddrOf-1].Name, o.Imm, o.Type)
		}
		return fmt.Sprintf("%#x:%v", o.Imm, o.Type)
	case native.Virt:
		name = p.Vars[o.Reg].Name
	case native.VirtFlag:
		name = p.Flags[o.Reg].Name
	case native.VirtAddr:
		name = p.Addrs[o.Reg].Name
	case native.ARF:
		name = arfText[o.Reg]
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
