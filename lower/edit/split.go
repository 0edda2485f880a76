package edit

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// Part is the instruction for channels [k, k+size) of in.
func Part(in native.Inst, k, size int) native.Inst {
	out := in
	out.ExecSize = uint8(size)
	if !in.NoMask || in.PredCtrl != native.PredNone || in.Cond != native.CondNone {
		out.ChanOff += uint8(k)
	}
	Advance(&out.Dst, true, k)
	for s := range out.Src {
		o := &out.Src[s]
		switch {
		case s == in.Op.MaskSource():
			o.Imm >>= k // bits of the instruction's own channels
		case o.File == native.Imm:
			rotate(o, k)
		case o.File != native.NoFile:
			Advance(o, false, k)
			o.Region = FitRegion(o.Region, size)
		}
	}
	return out
}

// Advance moves an operand to element k.
func Advance(o *native.Operand, dst bool, k int) {
	if o.File == native.NoFile || o.IsNull() {
		return
	}
	if !dst && o.Region.V == native.VxH {
		o.AddrSub += uint8(k / max(int(o.Region.W), 1))
		return
	}
	if o.Indirect {
		o.AddrImm += int16(ElementOffset(o, dst, k))
		return
	}
	o.Sub += uint16(ElementOffset(o, dst, k))
}

// rotate makes a vector immediate start at the value of element k.
func rotate(o *native.Operand, k int) {
	switch o.Type {
	case native.V, native.UV:
		o.Imm = uint64(bits.RotateLeft32(uint32(o.Imm), -4*k))
	case native.VF:
		o.Imm = uint64(bits.RotateLeft32(uint32(o.Imm), -8*k))
	}
}

// Splittable reports whether two halves can be encoded: channel offsets are
// multiples of four where they mean something.
func Splittable(in *native.Inst) bool {
	return in.ExecSize > 4 || in.ExecSize > 1 && in.NoMask && in.PredCtrl == native.PredNone && in.Cond == native.CondNone
}

// Clobbers reports whether parts of size channels of in, run one after the other,
// would overwrite what a later one reads.
func Clobbers(in *native.Inst, size int) bool {
	for rest := *in; int(rest.ExecSize) > size; {
		first, behind := Part(rest, 0, size), Part(rest, size, int(rest.ExecSize)-size)
		if clobbers(&first, &behind) {
			return true
		}
		rest = behind
	}
	return false
}

// clobbers reports whether the first part writes what the second one reads.
func clobbers(first, second *native.Inst) bool {
	for s := range second.Src {
		o := &second.Src[s]
		if o.Indirect && usesVar(first, &first.Dst) || first.Dst.Indirect && (o.Indirect || usesVar(first, o)) {
			return true
		}
		if Overlap(&first.Dst, true, int(first.ExecSize), o, false, int(second.ExecSize)) {
			return true
		}
	}
	return false
}

func usesVar(in *native.Inst, o *native.Operand) bool {
	if o.File != native.Virt {
		return false
	}
	for _, v := range in.Uses {
		if v == o.Reg {
			return true
		}
	}
	return false
}
