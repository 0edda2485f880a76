package lower

import (
	"fmt"
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// selector lowers one vISA instruction: the instruction, what it becomes, and
// the first reason why it cannot be lowered.
type selector struct {
	*compiler
	in  *visa.Inst
	r   *rule
	idx int
	out *[]native.Inst
	err error
}

// inst is a native instruction with size, mask and predicate of the vISA one.
func (s *selector) inst(op native.Op) native.Inst {
	in := native.Inst{
		Op: op, ExecSize: s.in.Exec.Size, ChanOff: uint8(s.in.Exec.First()), NoMask: s.in.Exec.NoMask,
		Sat: s.in.Sat(),
	}
	if s.in.Pred.Var != 0 {
		in.PredCtrl, in.PredInv = native.PredSeq, s.in.Pred.Inv
		in.Flag.Virt = s.flagFor(s.in.Pred.Var) + 1
		s.checkLanes(s.in.Pred.Var)
		if s.in.Pred.Combine != visa.PredLanes {
			s.unsupported("predicate combined over lanes (.any, .all)")
		}
	}
	return in
}

// scalar is an instruction of one channel without mask and predicate.
func (s *selector) scalar(op native.Op, dst native.Operand, srcs ...native.Operand) native.Inst {
	in := native.Inst{Op: op, ExecSize: 1, NoMask: true, Dst: dst, Uses: s.uses()}
	copy(in.Src[:], srcs)
	return in
}

// step is an instruction for a temporary: without predicate and saturation. It keeps the
// mask: read for all channels, what lanes write would live on around loops.
func (s *selector) step(op native.Op) native.Inst {
	in := s.inst(op)
	in.Sat, in.Uses = false, s.uses()
	in.PredCtrl, in.PredInv, in.Flag = native.PredNone, false, native.Flag{}
	return in
}

func (s *selector) emit(in native.Inst) {
	in.VISA = s.origin(s.idx) + 1
	*s.out = append(*s.out, in)
}

// arg finds an operand that the op table promises.
func (s *selector) arg(name visa.ArgName) *visa.Operand {
	if o := s.in.Arg(name); o != nil {
		return o
	}
	panic(fmt.Sprintf("BUG: %s has no operand %d", s.in.Op, name))
}

// field is the value of a field slot.
func (s *selector) field(name visa.ArgName) uint32 { return uint32(s.arg(name).Imm) }

func (s *selector) typ(t visa.Type) native.Type {
	n := nativeTypes[t]
	if n == native.NumTypes {
		s.unsupported("type %s", t)
		return native.UD
	}
	has := func(t native.Target) bool { return t.HasType(n) && (n != native.DF || t.Caps().Float64) }
	if (n == native.DF || n == native.HF) && !has(s.T) {
		s.unsupported("type %s, which target %v has not: want one of %v", t, s.T, targetsThat(has))
	}
	return n
}

// dst converts a written vector operand.
func (s *selector) dst(o *visa.Operand) native.Operand {
	h := max(o.Region.H, 1)
	switch o.Kind {
	case visa.General:
		d := s.general(o)
		d.Region = native.Region{H: h}
		return d
	case visa.Address:
		return s.address(o, native.Region{H: h})
	case visa.Indirect:
		d := s.indirect(o)
		d.Region = native.Region{H: h}
		return d
	case visa.Predicate:
		return edit.FlagReg(s.flagFor(o.Var), 0, native.Dst1, native.UW)
	}
	s.unsupported("destination operand of kind %d", o.Kind)
	return native.NullDst(native.UD)
}

// src converts a read vector operand.
func (s *selector) src(o *visa.Operand) native.Operand {
	switch o.Kind {
	case visa.General:
		d := s.general(o)
		d.Region, d.Mod = s.region(o), srcMods[o.Mod]
		return d
	case visa.Immediate:
		return s.immediate(o)
	case visa.Indirect:
		d := s.indirect(o)
		d.Mod = srcMods[o.Mod]
		d.Region = s.region(o)
		if o.Region.NoV {
			d.Region = native.Region{V: native.VxH, W: o.Region.W, H: o.Region.H}
		}
		return d
	case visa.Address:
		return s.address(o, s.regionOf(visa.Region{V: 1, W: 1}))
	case visa.Predicate:
		f := s.flagFor(o.Var)
		t := native.UW
		if s.P.Flags[f].Bits == 32 {
			t = native.UD
		}
		return edit.FlagReg(f, 0, native.Scalar, t)
	}
	s.unsupported("source operand of kind %d", o.Kind)
	return native.ImmOperand(0, native.UD)
}

var srcMods = [...]native.SrcMod{
	visa.NoMod: native.ModNone, visa.Abs: native.ModAbs, visa.Neg: native.ModNeg,
	visa.NegAbs: native.ModNegAbs, visa.Sat: native.ModNone, visa.Not: native.ModNeg,
}

func (s *selector) general(o *visa.Operand) native.Operand {
	t := s.typ(o.Type)
	root, off := s.k.Root(o.Var)
	off += o.ByteOffset(grfBytes)
	if root == visa.VarNull {
		return native.NullDst(t)
	}
	if root < visa.FirstUserVar && archVars[root].ok {
		return native.Operand{File: native.ARF, Reg: archVars[root].reg, Sub: uint16(off), Type: t}
	}
	reg, _, err := s.varFor(o.Var)
	if err != nil {
		s.unsupported("%v", err)
		return native.NullDst(t)
	}
	if root < visa.FirstUserVar {
		off += r0Vars[root].off
	}
	return edit.Virt(reg, off, native.Region{}, t)
}

func (s *selector) address(o *visa.Operand, r native.Region) native.Operand {
	return native.Operand{
		File: native.VirtAddr, Reg: s.addrFor(o.Var), Sub: uint16(2 * o.Off), Type: native.UW, Region: r,
	}
}

func (s *selector) indirect(o *visa.Operand) native.Operand {
	a := s.addrFor(o.Var)
	return native.Operand{
		File: native.GRF, Type: s.typ(o.Type), Indirect: true,
		AddrReg: a + 1, AddrSub: uint8(o.Off), AddrImm: int16(int64(o.Imm)),
	}
}

// uses lists the virtual registers that indirect operands of the instruction
// may touch.
func (s *selector) uses() []int32 {
	var out []int32
	for i := range s.in.Args {
		if s.in.Args[i].Kind != visa.Indirect {
			continue
		}
		for _, root := range s.pointees[s.in.Args[i].Var] {
			if v, _, err := s.varFor(root); err == nil {
				out = append(out, v)
			}
		}
	}
	return out
}

func (s *selector) region(o *visa.Operand) native.Region { return s.regionOf(o.Region) }

// regionOf is the native form of a vISA region for the execution size: rows no
// wider than it, a vertical stride that a single row does not need filled in.
func (s *selector) regionOf(r visa.Region) native.Region {
	return edit.FitRegion(native.Region{V: r.V, W: r.W, H: r.H}, int(s.in.Exec.Size))
}

// immediate converts an immediate. Bytes become words; 64-bit integers become
// the narrowest type that gives the same value.
func (s *selector) immediate(o *visa.Operand) native.Operand {
	t, v := s.typ(o.Type), o.Imm
	if o.Mod != visa.NoMod {
		s.unsupported("modifier on an immediate")
	}
	switch t {
	case native.B:
		return native.ImmOperand(uint64(uint16(int8(v))), native.W)
	case native.UB:
		return native.ImmOperand(uint64(uint8(v)), native.UW)
	case native.Q, native.UQ:
		if !s.r.width {
			return edit.ShrinkQuad(v, t)
		}
	}
	return native.ImmOperand(v&(math.MaxUint64>>(64-8*t.Size())), t)
}
