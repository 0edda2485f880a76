package code

import (
	"math"
	"slices"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// modifierOf is what is left of the effect of a source modifier on a type: absolute
// values of unsigned ones change nothing.
func modifierOf(e native.ModEffect, ty native.Type) Modifier {
	switch signed := ty.IsSigned(); {
	case e == native.EffectComplement:
		return ModNot
	case e == native.EffectNegative, e == native.EffectNegativeAbsolute && !signed:
		return ModNeg
	case e == native.EffectNegativeAbsolute:
		return ModNegAbs
	case e == native.EffectAbsolute && signed:
		return ModAbs
	}
	return ModNone
}

// sources binds the first n sources of the instruction; the others are zeros.
func (l *loader) sources(n int) error {
	for i := range n {
		if err := l.source(i, &l.op.Src[i]); err != nil {
			return err
		}
	}
	for i := n; i < len(l.op.Src); i++ {
		l.op.Src[i] = Source{Mode: SrcRow, Space: SpaceConsts}
	}
	return nil
}

// source resolves source i for the class of the op.
func (l *loader) source(i int, s *Source) error {
	op, c, n := &l.in.Src[i], l.op.Class, int(l.op.N)
	if !classReads(c, op.Type) && op.File != native.Imm && !op.IsNull() {
		return l.refuse("source %d of type %s in %s arithmetic", i, op.Type, c)
	}
	*s = Source{Type: op.Type, Mod: modifierOf(l.prog.Target.Modifies(l.in.Op, op.Mod), op.Type)}
	size := op.Type.Size()
	switch {
	case op.File == native.Imm:
		return l.immediate(op, s)
	case op.IsNull():
		*s = Source{Mode: SrcRow, Space: SpaceConsts}
		return nil
	case isAcc(op) && !op.Type.IsFloat() && l.in.Op.WideAccumulator() && c != ClassRaw:
		return l.wideAccumulator(op, s)
	case op.Indirect && op.Region.V == native.VxH:
		return l.addressRows(i, op, s)
	}
	offs := l.offsets(op, n)
	s.Reach = uint32(slices.Max(offs)) + uint32(size)
	l.layout(s, offs)
	if op.Indirect {
		s.Indirect, s.Imm, s.Addr = true, op.AddrImm, l.address(op)
		return nil
	}
	return l.direct(op, s)
}

// layout says how elements at the byte offsets offs are read.
func (l *loader) layout(s *Source, offs []uint16) {
	step := 0
	if len(offs) > 1 {
		step = int(offs[1])
	}
	for k, o := range offs {
		if int(o) != k*step {
			s.Mode, s.Offs = SrcGather, int32(len(l.prog.Offs))
			l.prog.Offs = append(l.prog.Offs, offs...)
			return
		}
	}
	s.Mode, s.Step = SrcStrided, int16(step)
	if step == 0 {
		s.Mode = SrcScalar
	}
}

// address is the byte of the a0 sub-register of an indirect operand.
func (l *loader) address(op *native.Operand) uint32 {
	return uint32(l.prog.FileBytes + OffA0 + 2*int(op.AddrSub))
}

// addressRows is an operand with an address for each row (VxH).
func (l *loader) addressRows(i int, op *native.Operand, s *Source) error {
	if i > 0 {
		return l.refuse("an address for each row of source %d: only source 0 has that form", i)
	}
	width := max(1, int(op.Region.W))
	rows := (int(l.op.N) + width - 1) / width
	switch c := l.prog.Target.Caps(); {
	case int(op.AddrSub)+rows > c.AddressWords:
		return l.bad("%d address sub-registers from a0.%d: a0 has %d", rows, op.AddrSub, c.AddressWords)
	case c.AddressGroups && int(op.AddrSub)%rows != 0:
		return l.bad("%d address sub-registers from a0.%d: want a multiple of %d", rows, op.AddrSub, rows)
	}
	s.Mode, s.Width, s.Step = SrcRows, uint8(width), int16(int(op.Region.H)*op.Type.Size())
	s.Imm, s.Addr = op.AddrImm, l.address(op)
	return nil
}

// offsets are the byte offsets of the elements of a source.
func (l *loader) offsets(op *native.Operand, n int) []uint16 {
	size := op.Type.Size()
	switch {
	case l.in.Align16 && op.Region != native.Scalar && l.srcs == 3:
		if op.Swizzle == noSwizzle {
			return offsets(native.Region{V: 1, W: 1}, size, n)
		}
		return swizzled(&native.Operand{Swizzle: op.Swizzle, Type: op.Type, Region: native.Region{V: 4}}, false, n)
	case l.in.Align16 && l.srcs != 3:
		return swizzled(op, l.in.Whole, n)
	}
	return offsets(op.Region, size, n)
}

const noSwizzle = native.IdentitySwizzle

// offsets are the byte offsets of the first n elements of a region.
func offsets(r native.Region, size, n int) []uint16 {
	out := make([]uint16, n)
	w := max(1, int(r.W))
	for k := range out {
		out[k] = uint16((k/w*int(r.V) + k%w*int(r.H)) * size)
	}
	return out
}

// swizzled are the offsets of an Align16 source: groups of four, 64-bit
// elements in groups of two pairs. Without a vertical stride all read the first group, but
// whole doubles (native.Inst.Whole) in each register the first of their own.
func swizzled(op *native.Operand, whole bool, n int) []uint16 {
	out := make([]uint16, n)
	if op.Type.Size() == 8 { // a group is two elements, each named by its two dwords
		for k := range out {
			group := k &^ 1
			switch {
			case op.Region.V == 0 && whole:
				group = k &^ 3
			case op.Region.V == 0:
				group = 0
			}
			out[k] = uint16((group + int(op.Swizzle>>(k%2*4+1)&1)) * 8)
		}
		return out
	}
	for k := range out {
		group := k &^ 3
		if op.Region.V == 0 {
			group = 0
		}
		out[k] = uint16((group + int(op.Swizzle>>(k%4*2)&3)) * op.Type.Size())
	}
	return out
}

// direct finds the registers of a source that names them.
func (l *loader) direct(op *native.Operand, s *Source) error {
	addr, h, err := l.place(op, int(s.Reach))
	if err != nil {
		return err
	}
	switch h {
	case HookMode, HookAddress, HookDependency: // a read is like any other
		h = HookNone
	case HookNotify:
		h = HookReadOnly
	}
	s.Addr, s.Hook = uint32(addr), h
	if h == HookAcc {
		if s.Kind = AccKindOf(op.Type); l.readsAcc(s) {
			s.Hook, h = HookNone, HookNone
		}
	}
	size := op.Type.Size()
	packed := s.Mode == SrcStrided && int(s.Step) == size || l.op.N == 1 && s.Mode != SrcGather // a swizzle has its element anywhere
	raw := h == HookNone && l.op.Class == ClassRaw && s.Mod == ModNone
	switch same := h == HookNone && sameForm(l.op.Class, op.Type) && addr%size == 0; {
	case same && packed && s.Mod == ModNone:
		s.Mode = SrcRow
	case same && packed:
		s.Mode = SrcSigned
	case same && s.Mode == SrcScalar && s.Mod == ModNone && size == 4:
		s.Mode = SrcSpread
	case raw && s.Mode == SrcScalar && op.Type == native.W:
		s.Mode = SrcWord
	case raw && s.Mode == SrcScalar && op.Type == native.UW:
		s.Mode = SrcUnsigned
	case raw && packed && l.op.N > 1 && op.Type == native.W:
		s.Mode = SrcShorts
	case raw && packed && l.op.N > 1 && op.Type == native.UW:
		s.Mode = SrcWords
	}
	return nil
}

// place finds the register bytes of a direct operand whose last element ends
// reach bytes after its first.
func (l *loader) place(op *native.Operand, reach int) (addr int, h Hook, err error) {
	grf := l.prog.FileBytes
	if op.File == native.GRF {
		at := int(op.Reg)*l.prog.RegBytes + int(op.Sub)
		if op.Reg < 0 || at+reach > grf {
			return 0, 0, l.bad("operand r%d.%d reaches byte %d of a register file of %d", op.Reg, op.Sub, at+reach, grf)
		}
		return at, HookNone, nil
	}
	if op.File != native.ARF {
		return 0, 0, l.bad("operand in register file %d", op.File)
	}
	for _, p := range ArchRegisters {
		if p.Reg != op.Reg || isAcc(op) && int(op.Reg-native.ARFAcc0) >= l.prog.accs {
			continue
		}
		if int(op.Sub)+reach > p.Size {
			return 0, 0, l.refuse("%d bytes at offset %d of architecture register %#02x, which has %d", reach, op.Sub, op.Reg, p.Size)
		}
		h = p.Hook
		if p.Reg == native.ARFA0 && l.prog.AddressBits != 0 {
			h = HookAddress
		}
		return grf + p.Off + int(op.Sub), h, nil
	}
	return 0, 0, l.refuse("architecture register %#02x", op.Reg)
}

// isAcc says whether an operand is acc0 or acc1, or one of acc2 to acc7, which place refuses in
// threads without them.
func isAcc(op *native.Operand) bool {
	return op.File == native.ARF && op.Reg >= native.ARFAcc0 && op.Reg < native.ARFAcc0+AccRegs
}

// wideAccumulator is an integer accumulator source of which the instruction sees
// all bits.
func (l *loader) wideAccumulator(op *native.Operand, s *Source) error {
	size := op.Type.Size()
	offs := offsets(op.Region, 1, int(l.op.N))
	addr, _, err := l.place(op, (int(slices.Max(offs))+1)*size)
	switch {
	case err != nil:
		return err
	case int(op.Sub)%size != 0:
		return l.bad("accumulator operand from byte %d: elements have %d bytes", op.Sub, size)
	}
	// Its highest bit is a sign whatever the type is (Ivy Bridge PRM vol. 4 part 3, 3.3.3.5).
	s.Mod = modifierOf(l.prog.Target.Modifies(l.in.Op, op.Mod), native.Q)
	s.Mode, s.Kind, s.Hook, s.Addr = SrcAcc, AccKindOf(op.Type), HookAcc, uint32(addr)
	s.Offs, s.Reach = int32(len(l.prog.Offs)), uint32(len(offs))
	l.prog.Offs = append(l.prog.Offs, offs...)
	return nil
}

// vectorElems are the types of the elements of packed immediates.
var vectorElems = map[native.Type]native.Type{native.V: native.W, native.UV: native.UW, native.VF: native.F}

// scalarType is a type, or that of the elements of a packed immediate.
func scalarType(ty native.Type) native.Type {
	if elem, ok := vectorElems[ty]; ok {
		return elem
	}
	return ty
}

// immediate makes the constant row of an immediate, modifiers applied.
func (l *loader) immediate(op *native.Operand, s *Source) error {
	o, ty, packed := l.op, scalarType(op.Type), op.Type.VectorBytes() != 0
	if !classReads(o.Class, ty) {
		return l.refuse("immediate of type %s in %s arithmetic", op.Type, o.Class)
	}
	step := 0
	if packed {
		step = l.in.DstStep()
	}
	key := constRow{op.Imm, o.Class, op.Type, step, s.Mod, o.N}
	at, ok := l.rows[key]
	if !ok {
		row := make([]uint64, o.N)
		for k := range row {
			v := op.Imm
			if packed {
				v = vectorElem(op.Type, op.Imm, l.in.VectorElement(op.Type, k))
			}
			row[k] = constant(o.Class, ty, v, s.Mod)
		}
		at = l.prog.constants(row, o.Class.Size())
		l.rows[key] = at
	}
	*s = Source{Mode: SrcRow, Space: SpaceConsts, Type: op.Type, Addr: at}
	return nil
}

// vectorElem is element i of a packed immediate, as the bits of its element type.
func vectorElem(ty native.Type, imm uint64, i int) uint64 {
	switch ty {
	case native.V:
		return uint64(num.VElement(uint32(imm), i))
	case native.UV:
		return uint64(num.UVElement(uint32(imm), i))
	}
	return uint64(math.Float32bits(num.VFElement(uint32(imm), i)))
}

// destination resolves the destination.
func (l *loader) destination() error {
	op, d := &l.in.Dst, &l.op.Dst
	size := op.Type.Size()
	*d = Dest{Type: op.Type, Size: uint8(size), Enable: l.enable}
	h := max(1, int(op.Region.H))
	if l.in.Align16 { // no destination stride, but channel enables: two for each element of 64 bits
		h = 1
		enable := uint32(op.ChanEn&15) * 0x11111111
		if size == 8 && !l.in.Whole {
			enable = uint32(op.ChanEn&1|op.ChanEn>>1&2) * 0x55555555
		}
		d.Enable &= enable
	}
	d.Step = int16(h * size)
	if l.in.Paired {
		size, d.Size = 8, 8
	}
	switch {
	case op.File == native.NoFile || op.IsNull():
		return nil
	case op.Indirect:
		d.Mode, d.Imm, d.Addr = DstIndirect, op.AddrImm, l.address(op)
		return nil
	}
	reach := (int(l.op.N)-1)*int(d.Step) + size
	if dropped(op, reach) {
		return nil
	}
	addr, hk, err := l.place(op, reach)
	switch {
	case err != nil:
		return err
	case hk == HookReadOnly && op.Reg == native.ARFSR0:
		hk = HookDispatch
	case hk == HookReadOnly:
		return l.refuse("writing architecture register %#02x", op.Reg)
	}
	d.Mode, d.Addr, d.Hook = DstReg, uint32(addr), hk
	switch {
	case hk == HookAcc && !op.Type.IsFloat() && l.op.Class != ClassRaw:
		d.Mode = DstAcc
		if int(op.Sub)%size != 0 {
			return l.bad("accumulator operand from byte %d: elements have %d bytes", op.Sub, size)
		}
	case hk == HookAcc && !slices.ContainsFunc(l.op.Src[:], func(s Source) bool { return s.Hook == HookAcc }): // else what a source holds is looked at later
		l.writesAcc(d)
	}
	return nil
}

// dropped says that nothing of what is written to an architecture register is kept: it is
// read-only or not populated there (Ivy Bridge PRM vol. 4 part 3, 3.3.3.2). A region does
// not leave its register.
func dropped(op *native.Operand, reach int) bool {
	if op.File != native.ARF || op.Reg == arfExtensions || int(op.Sub)+reach > archBytes || !slices.ContainsFunc(ArchRegisters[:], func(p ArchRegister) bool { return p.Reg == op.Reg }) {
		return false
	}
	for at := int(op.Sub); at < int(op.Sub)+reach; at++ {
		if native.ArchWrites(op.Reg, at) != native.WriteNone {
			return false
		}
	}
	return true
}
