//go:build oracle

package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// arfNames are the register names by the high four bits of the number.
var arfNames = [16]string{"null", "a", "acc", "f", "ce", "msg", "sp", "sr", "cr", "n", "ip", "tdr", "tm", "fc", "", "dbg"}

// register compares a direct register; unit is the bytes of one sub-register.
func (d *diffs) register(what string, o *native.Operand, iga *igaReg, unit int) {
	name, n := "r", int(o.Reg)
	if o.File == native.ARF {
		name, n = arfNames[o.Reg>>4], int(o.Reg&15)
	}
	if iga == nil {
		d.check(what, name, "no register")
		return
	}
	theirs := *iga
	if iga.RN == "mme" { // acc2..acc9
		theirs.RN, theirs.R = "acc", iga.R+2
	}
	d.check(what, fmt.Sprintf("%s%d.%d", name, n, int(o.Sub)/unit), fmt.Sprintf("%s%d.%d", theirs.RN, theirs.R, theirs.SR))
}

func (d *diffs) operand(what string, in *native.Inst, o *native.Operand, iga *igaOperand, dst bool) {
	if iga.Type != nil {
		d.check(what+" type", o.Type, *iga.Type)
	}
	mods := map[native.SrcMod]string{native.ModNone: "", native.ModNeg: "n", native.ModAbs: "a", native.ModNegAbs: "na"}
	d.check(what+" modifier", mods[o.Mod], iga.Mods)
	switch iga.Kind {
	case "IM":
		d.check(what+" file", o.File, native.Imm)
		d.check(what+" immediate", fmt.Sprintf("%#x", o.Imm), fmt.Sprintf("%#x", immediate(iga.Value, o.Type)))
		return
	case "RI":
		d.check(what+" indirect", o.Indirect, true)
		d.check(what+" address", fmt.Sprintf("a0.%d,%d", o.AddrSub, o.AddrImm), fmt.Sprintf("%s%d.%d,%d", iga.AReg.RN, iga.AReg.R, iga.AReg.SR, iga.AOff))
	case "RM":
		mme := "nomme"
		if o.MME < 8 {
			mme = fmt.Sprintf("mme%d", o.MME)
		}
		d.check(what+" macro register", fmt.Sprintf("r%d.%s", o.Reg, mme), fmt.Sprintf("%s%d.%s", iga.Reg.RN, iga.Reg.R, iga.MME))
	default:
		d.check(what+" indirect", o.Indirect, false)
		reg := *o
		if lane, ok := in.ScalarLane(); dst && ok {
			reg.Sub += uint16(lane * o.Type.Size())
		}
		d.register(what, &reg, iga.Reg, unit(o))
	}
	d.region(what, o, iga, dst, in.Align16)
}

// unit is how many bytes a printed sub-register counts; iga64 has bytes for
// those of ce, msg and fc.
func unit(o *native.Operand) int {
	if class := o.Reg >> 4; o.File == native.ARF && (class == native.ARFCE0>>4 || arfNames[class] == "msg" || arfNames[class] == "fc") {
		return 1
	}
	return o.Type.Size()
}

func (d *diffs) region(what string, o *native.Operand, iga *igaOperand, dst, align16 bool) {
	if iga.Rgn == nil {
		return
	}
	if align16 {
		// iga64 shows <2;2,1> or (source 2) <1;1,0> for packed, <0;...> for replicated.
		if !dst {
			d.check(what+" replicated", o.Region == native.Scalar, number(iga.Rgn.Vt) == "0")
		}
		return
	}
	d.check(what+" stride", o.Region.H, number(iga.Rgn.Hz))
	if !dst {
		d.check(what+" width", o.Region.W, number(iga.Rgn.Wi))
		d.check(what+" vertical stride", o.Region.V, number(iga.Rgn.Vt))
	}
}

// number prints what iga64 gives, which leaves out what a region lacks.
func number(n *int) string {
	if n == nil {
		return strconv.Itoa(native.VxH)
	}
	return strconv.Itoa(*n)
}

// immediate reads a printed value as the bits of type t; floats are printed in
// hexadecimal.
func immediate(s string, t native.Type) uint64 {
	if h, ok := strings.CutPrefix(s, "0x"); ok {
		v, _ := strconv.ParseUint(h, 16, 64)
		return v
	}
	mask := uint64(1)<<(8*t.Size()) - 1
	if t.Size() == 8 {
		mask = ^uint64(0)
	}
	v, _ := strconv.ParseInt(s, 10, 64)
	return uint64(v) & mask
}
