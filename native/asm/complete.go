package asm

import "github.com/genvisa/genvisa/native"

// saying is what is known of the text of a shape.
type saying uint8

const (
	unread   saying = iota
	partial         // each text has to be read back
	complete        // the text of an instruction says all that it is, so far as faithful
)

// lacks is the patch of what the text of d.in, n bytes at pc, does not say. A text is
// read back to see, but where one of the same shape said all and the numbers in which
// the instructions of a shape differ are read as they are printed: then only bits of no
// field are left.
func (d *disassembler) lacks(shape int, text []byte, pc, n int) (native.Patch, bool) {
	bytes := d.code[pc : pc+n]
	for len(d.says) <= shape {
		d.says = append(d.says, make([]saying, max(1024, len(d.says)))...)
	}
	says := &d.says[shape]
	if shape != 0 && *says == complete && d.faithful(&d.in) {
		return d.check.codec.Rest(&d.in, bytes)
	}
	patch, ok := d.check.missing(text, pc, bytes)
	if shape != 0 && *says == unread {
		*says = partial
		if ok && d.regular(&d.in) && patch.Mask == d.in.Rest {
			*says = complete
		}
	}
	return patch, ok
}

// regular tells instructions all of whose operands are printed one by one, each from
// its own fields: no Align16 and no macro, whose scalars and accumulators are printed
// from several, and no wait, whose source is printed for its destination, too.
func (d *disassembler) regular(in *native.Inst) bool {
	return !in.Align16 && !isMacro(in, d.align16) && in.Op != native.OpWait && in.Op != native.OpSync
}

// faithful tells that the numbers of a regular instruction in which those of a shape
// may differ are printed, and are in the ranges where reading undoes printing.
func (d *disassembler) faithful(in *native.Inst) bool {
	for i := range 4 {
		o := &in.Dst
		if i > 0 {
			o = &in.Src[i-1]
		}
		if o.File != native.NoFile && !d.faithfulOperand(o, in.Op) {
			return false
		}
	}
	const dword = 4 // a descriptor's register is printed in these
	return in.Msg.DescSub%dword == 0 && in.Msg.ExDescSub%dword == 0
}

func (d *disassembler) faithfulOperand(o *native.Operand, op native.Op) bool {
	switch {
	case op.IsBranch() || op == native.OpRet: // not all operands are printed
		return o.Imm|uint64(o.Reg)|uint64(o.Sub)|uint64(o.AddrSub)|uint64(o.AddrImm) == 0
	case o.File == native.GRF: // a field has bits for more
		return int(o.Reg) < d.target.MostGRFs()
	case o.File == native.ARF: // several numbers have the same name, or none that is read
		return d.regs.all[d.arfs[uint8(o.Reg)]] == o.Reg
	}
	return true
}
