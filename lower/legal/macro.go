package legal

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// macroReg names a register of a macro: an operand, a constant or an intermediate.
type macroReg uint8

// Registers of macros. Intermediates have one register each; those that begin as
// the seed or the partial quotient and root are named after it.
const (
	macroA macroReg = iota // dividend, or what the root is of
	macroB                 // divisor
	macroZero
	macroHalf
	macroOne
	macroThreeHalves
	macroY // the seed, and where the result goes
	macroQ
	macroE
	macroR
	macroT
	macroU
	macroV
	numMacroRegs
)

var macroConstants = map[macroReg]float64{macroZero: 0, macroHalf: 0.5, macroOne: 1, macroThreeHalves: 1.5}

// madmStep is dst = s0 + s1*s2, or s0 - s1*s2; mme is the accumulator that extends
// dst, native.NoMME for the last step, which rounds to the type.
type madmStep struct {
	dst    macroReg
	mme    uint8
	s0     macroReg
	minus  bool
	s1, s2 macroReg
}

// macroSteps are the refinements of the seed in Y, as the finalizer makes them
// (gen-execution 6.4, and GenX_IR's code for floats). Only the last step writes Y,
// where channels with an early result have it.
var macroSteps = [...]struct {
	fc    uint8
	t     native.Type
	steps []madmStep
}{
	{native.MathInvm, native.DF, []madmStep{
		{macroQ, 1, macroZero, false, macroA, macroY},
		{macroE, 2, macroOne, true, macroB, macroY},
		{macroR, 3, macroA, true, macroB, macroQ},
		{macroT, 4, macroY, false, macroE, macroY},
		{macroU, 5, macroOne, true, macroB, macroT},
		{macroV, 6, macroY, false, macroE, macroT},
		{macroQ, 7, macroQ, false, macroR, macroT},
		{macroT, 4, macroT, false, macroV, macroU},
		{macroR, 1, macroA, true, macroB, macroQ},
		{macroY, native.NoMME, macroQ, false, macroR, macroT},
	}},
	{native.MathInvm, native.F, []madmStep{
		{macroQ, 1, macroZero, false, macroA, macroY},
		{macroE, 2, macroOne, true, macroB, macroY},
		{macroT, 3, macroY, false, macroE, macroY},
		{macroR, 4, macroA, true, macroB, macroQ},
		{macroQ, 5, macroQ, false, macroR, macroT},
		{macroR, 6, macroA, true, macroB, macroQ},
		{macroY, native.NoMME, macroQ, false, macroR, macroT},
	}},
	{native.MathRsqtm, native.DF, []madmStep{
		{macroT, 1, macroZero, false, macroHalf, macroY},
		{macroQ, 2, macroZero, false, macroA, macroY},
		{macroR, 3, macroHalf, true, macroQ, macroT},
		{macroE, 5, macroOne, false, macroThreeHalves, macroR},
		{macroU, 6, macroZero, false, macroR, macroQ},
		{macroR, 7, macroZero, false, macroR, macroT},
		{macroQ, 2, macroQ, false, macroE, macroU},
		{macroT, 1, macroT, false, macroE, macroR},
		{macroR, 7, macroA, true, macroQ, macroQ},
		{macroY, native.NoMME, macroQ, false, macroR, macroT},
	}},
	{native.MathRsqtm, native.F, []madmStep{
		{macroT, 1, macroZero, false, macroHalf, macroY},
		{macroQ, 2, macroZero, false, macroA, macroY},
		{macroE, 3, macroHalf, true, macroQ, macroT},
		{macroT, 4, macroT, false, macroE, macroT},
		{macroQ, 5, macroQ, false, macroE, macroQ},
		{macroR, 6, macroA, true, macroQ, macroQ},
		{macroY, native.NoMME, macroQ, false, macroT, macroR},
	}},
}

// macro is a correctly rounded division or square root: the seed and its
// refinements in each register full of channels, then a move under the mask.
// Channels with an early result compute too, but keep it.
func (c *mender) macro(in native.Inst, out *edit.Sequence) error {
	t := in.Dst.Type
	m := &macroWriter{legaliser: &legaliser{mender: c, out: out}, t: t, lanes: grfBytes / t.Size()}
	if t != native.DF && t != native.F {
		return edit.Unsupported(&in, "type %s of the result: want f or df", t)
	}
	for i := range macroSteps {
		if row := &macroSteps[i]; row.fc == in.MathFC && row.t == t {
			m.steps = row.steps
		}
	}
	if !c.Caps.MacroAcc {
		if t == native.DF {
			return edit.Unsupported(&in, "a division or root of doubles, which target %v has no macro for", c.T)
		}
		w := &digitWriter{mender: c, in: in, add: out.Add}
		if in.MathFC == native.MathRsqtm {
			w.root()
		} else {
			w.quotient(w.rounded)
		}
		return nil
	}
	size := int(in.ExecSize)
	whole := max(size, m.lanes)
	for s := range edit.NumSrcs(&in) {
		m.at[macroA+macroReg(s)] = m.factor(&in, in.Src[s])
	}
	result := c.NewVar("macro", whole*t.Size(), grfBytes)
	for k := 0; k < whole; k += m.lanes {
		m.group(&in, result, k)
	}
	last := in
	last.Op, last.MathFC = native.OpMov, 0
	last.Src = [3]native.Operand{edit.Virt(result, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)}
	out.Add(last)
	return m.err
}

// macroWriter emits the steps for one instruction.
type macroWriter struct {
	*legaliser
	t     native.Type
	lanes int // channels of a step: a register full
	steps []madmStep
	proto native.Inst                  // size and mask of a step
	at    [numMacroRegs]native.Operand // where each register is, with its accumulator
}

// factor is an operand as packed registers, all of them full.
func (m *macroWriter) factor(in *native.Inst, o native.Operand) native.Operand {
	size := int(in.ExecSize)
	n, ok := edit.Stride(o.Region, size)
	if ok && n == 1 && size >= m.lanes && edit.IsReg(&o) && o.Type == m.t && o.Mod == native.ModNone && m.EnsureAlign(&o, grfBytes) {
		return o
	}
	v := m.NewVar("factor", max(size, m.lanes)*m.t.Size(), grfBytes)
	mov := native.Inst{Op: native.OpMov, ExecSize: in.ExecSize, NoMask: in.NoMask, ChanOff: in.ChanOff, Dst: edit.Virt(v, 0, native.Dst1, m.t), Uses: in.Uses}
	if size < m.lanes {
		o = m.load(in, o, m.t)
		n, _ = edit.Stride(o.Region, size)
		o.Region = edit.FitRegion(native.Region{W: uint8(size), H: uint8(n)}, m.lanes) // the same channels again
		mov.ExecSize, mov.NoMask, mov.ChanOff, mov.Uses = uint8(m.lanes), true, 0, nil
	}
	mov.Src[0] = o
	m.run(mov)
	return edit.Virt(v, 0, native.Region{V: 1, W: 1}, m.t)
}

// group makes the channels from k on, one register full.
func (m *macroWriter) group(in *native.Inst, result int32, k int) {
	shift := k * m.t.Size()
	m.proto = native.Inst{ExecSize: uint8(m.lanes), NoMask: in.NoMask, ChanOff: in.ChanOff + uint8(k)}
	if int(in.ExecSize) < m.lanes || in.NoMask {
		m.proto.NoMask, m.proto.ChanOff = true, 0
	}
	flag := m.NewFlag("early", int(m.proto.ChanOff)+m.lanes)
	first := native.Inst{Op: native.OpMath, MathFC: in.MathFC, Flag: native.Flag{Virt: flag + 1}}
	first.Dst = m.register(edit.Virt(result, shift, native.Dst1, m.t), 0, 0)
	m.at[macroY] = first.Dst
	for s := range edit.NumSrcs(in) {
		first.Src[s] = m.register(m.at[s], shift, native.NoMME)
	}
	m.step(first)
	for _, st := range m.steps {
		x := native.Inst{Op: native.OpMadm, Src: [3]native.Operand{m.source(st.s0, shift), m.source(st.s1, shift), m.source(st.s2, shift)}}
		if st.minus {
			x.Src[1].Mod = native.ModNeg
		}
		x.Dst = m.at[st.dst]
		if x.Dst.File == native.NoFile {
			x.Dst = m.register(edit.Virt(m.NewTemp(grfBytes), 0, native.Dst1, m.t), 0, st.mme)
		}
		x.Dst.MME = st.mme
		m.at[st.dst] = x.Dst
		if st.dst == macroY {
			x.PredCtrl, x.PredInv, x.Flag = native.PredSeq, true, first.Flag
		}
		m.step(x)
	}
	clear(m.at[macroY:])
}

// register is the operand of a step in bytes shift of a place; mme extends it.
func (m *macroWriter) register(o native.Operand, shift int, mme uint8) native.Operand {
	o.Sub += uint16(shift)
	o.Region = native.Region{V: 4, W: 4, H: 1}
	if m.t == native.DF {
		o.Region = native.Region{V: 2, W: 2, H: 1}
	}
	o.MME, o.Swizzle, o.ChanEn = mme, native.IdentitySwizzle, native.AllChannels
	return o
}

// source is a register of the macro as a source.
func (m *macroWriter) source(r macroReg, shift int) native.Operand {
	o := m.at[r]
	switch v, constant := macroConstants[r]; {
	case constant && o.File == native.NoFile:
		o = m.constant(v)
		m.at[r] = o
		return o
	case constant || r >= macroY:
		o.Region.H = 1
		return o
	}
	return m.register(o, shift, native.NoMME)
}

// constant is a register full of v.
func (m *macroWriter) constant(v float64) native.Operand {
	imm := native.ImmOperand(math.Float64bits(v), native.DF)
	if m.t == native.F {
		imm = native.ImmOperand(uint64(math.Float32bits(float32(v))), native.F)
	}
	dst := edit.Virt(m.NewTemp(grfBytes), 0, native.Dst1, m.t)
	m.run(native.Inst{Op: native.OpMov, ExecSize: uint8(m.lanes), NoMask: true, Dst: dst, Src: [3]native.Operand{imm}})
	return m.register(dst, 0, native.NoMME)
}

// step emits a step in the channels of a register: in Align16, or with the regions of packed
// registers where instructions with three sources are not.
func (m *macroWriter) step(in native.Inst) {
	in.ExecSize, in.NoMask, in.ChanOff, in.Align16 = m.proto.ExecSize, m.proto.NoMask, m.proto.ChanOff, !m.Caps.TernaryAlign1
	if !in.Align16 {
		in.Dst.Region, in.Dst.Swizzle, in.Dst.ChanEn = native.Dst1, 0, 0
		for i := range edit.NumSrcs(&in) {
			o := &in.Src[i]
			o.Region, o.Swizzle, o.ChanEn = native.Region{V: 1, W: 1}, 0, 0
			if in.Op == native.OpMadm && i < 2 {
				o.Region = native.RowRegion(4, 1)
			}
		}
	}
	m.out.Add(in)
}
