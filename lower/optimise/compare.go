package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// foldCompare lets the logic instruction that makes a value set the flag of
// comparison i of that value with zero.
func (o *optimiser) foldCompare(start, i int) {
	cmp := &o.P.Insts[i]
	if cmp.Op != native.OpCmp || !cmp.Dst.IsNull() || cmp.Cond != native.CondEQ && cmp.Cond != native.CondNE ||
		cmp.PredCtrl != native.PredNone || cmp.Flag.Virt == 0 || !edit.IsReg(&cmp.Src[0]) || cmp.Src[0].Mod != native.ModNone ||
		cmp.Src[1].File != native.Imm || cmp.Src[1].Imm != 0 {
		return
	}
	v, lo, hi := bytesOf(cmp, 1)
	writes := o.writes.before(v, i)
	for n := len(writes) - 1; n >= 0 && int(writes[n]) >= max(start, o.flagUse[cmp.Flag.Virt-1]); n-- {
		in := &o.P.Insts[writes[n]]
		if _, w := touches(in, v, lo, hi); !w {
			continue
		}
		if madeBy(in, cmp) {
			in.Cond, in.Flag = cmp.Cond, cmp.Flag
			o.flagUse[cmp.Flag.Virt-1] = int(writes[n])
			o.kill(i)
		}
		return
	}
}

// noteFlags remembers that instruction i uses its flags.
func (o *optimiser) noteFlags(i int) {
	in := &o.P.Insts[i]
	if in.Flag.Virt > 0 {
		o.flagUse[in.Flag.Virt-1] = i
	}
	for _, x := range edit.Operands(in) {
		if x.File == native.VirtFlag {
			o.flagUse[x.Reg] = i
		}
	}
}

// madeBy reports a logic instruction that writes exactly what cmp compares.
func madeBy(in, cmp *native.Inst) bool {
	src := &cmp.Src[0]
	n, ok := edit.Stride(src.Region, int(cmp.ExecSize))
	return in.Op.IsLogic() && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat && edit.IsReg(&in.Dst) &&
		in.Dst.Reg == src.Reg && in.Dst.Sub == src.Sub && in.Dst.Region.H == 1 && in.Dst.Type == src.Type &&
		ok && (n == 1 || cmp.ExecSize == 1) &&
		in.ExecSize == cmp.ExecSize && in.NoMask == cmp.NoMask && in.ChanOff == cmp.ChanOff
}
