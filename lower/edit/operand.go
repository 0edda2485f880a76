package edit

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// EachMention calls fn for every place where an instruction names a variable,
// and says whether the variable may be written through it.
func EachMention(in *native.Inst, fn func(v int32, write bool)) {
	for k, o := range Operands(in) {
		if IsReg(o) {
			fn(o.Reg, k == 0)
		}
		if o.AddrOf > 0 {
			fn(o.AddrOf-1, false)
		}
	}
	for _, v := range in.Uses {
		fn(v, in.Dst.Indirect)
	}
}

// Negated is the modifier of the negative.
func Negated(m native.SrcMod) native.SrcMod { return m ^ native.ModNeg }

// Lanes8 is the lane count of the smallest scattered message: smaller execution
// sizes use it with the other lanes off.
const Lanes8 = 8

// Row8 is the region of a register of dwords.
var Row8 = native.Region{V: 8, W: 8, H: 1}

// AccLanes is how many dword channels one accumulator holds.
const AccLanes = 8

// ValueType is the type of the register that holds an immediate's value.
func ValueType(o *native.Operand) native.Type {
	switch o.Type {
	case native.V:
		return native.W
	case native.UV:
		return native.UW
	case native.VF:
		return native.F
	}
	return o.Type
}

// NumSrcs counts the sources of an instruction.
func NumSrcs(in *native.Inst) int {
	n := 0
	for n < len(in.Src) && in.Src[n].File != native.NoFile {
		n++
	}
	return n
}

// MaskFree reports whether an instruction whose destination is a temporary may
// run in all channels: it writes nothing else and reads no lane's address.
func MaskFree(in *native.Inst) bool {
	if in.Cond != native.CondNone && in.Op != native.OpSel || in.AccWr {
		return false
	}
	for i := range in.Src {
		if in.Src[i].Indirect {
			return false
		}
	}
	return true
}

// IsVectorImm tells an immediate of several values.
func IsVectorImm(o *native.Operand) bool {
	return o.File == native.Imm && (o.Type == native.V || o.Type == native.UV || o.Type == native.VF)
}

// Unmasked makes an instruction run in all its channels and drops its predicate.
func Unmasked(in native.Inst) native.Inst {
	in.NoMask, in.ChanOff, in.PredCtrl, in.PredInv, in.Flag = true, 0, native.PredNone, false, native.Flag{}
	return in
}

// ShrinkQuad is an immediate of 64 bits as one of 32 where that gives the same value:
// instructions other than mov take no wider one.
func ShrinkQuad(v uint64, t native.Type) native.Operand {
	if n := int64(v); t == native.Q && n >= math.MinInt32 && n <= math.MaxInt32 {
		return native.ImmOperand(uint64(uint32(n)), native.D)
	}
	if t == native.UQ && v <= math.MaxUint32 {
		return native.ImmOperand(v, native.UD)
	}
	return native.ImmOperand(v, t)
}

// Operands are the destination and the sources of an instruction, those that it lacks too.
func Operands(in *native.Inst) [4]*native.Operand {
	return [4]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]}
}

// DwordOf is the dword with the sign of a type.
func DwordOf(t native.Type) native.Type {
	if t.IsSigned() {
		return native.D
	}
	return native.UD
}

// BitsOf is the unsigned integer type of the size of a type.
func BitsOf(t native.Type) native.Type {
	switch t.Size() {
	case 1:
		return native.UB
	case 2:
		return native.UW
	case 4:
		return native.UD
	}
	return native.UQ
}
