package eu

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// laneModel executes one instruction the slow way: element by element, with
// integers of any size, on a copy of the register file. It shares nothing with
// the plans but the instruction.
type laneModel struct {
	in    *native.Inst
	regs  []byte
	flags [2]uint32
	exec  uint32
	a0    [16]uint16
}

// lit is the element of a type at a byte.
func (m *laneModel) lit(at int, ty native.Type) *big.Int {
	var cell [8]byte
	copy(cell[:], m.regs[at:at+ty.Size()])
	v := binary.LittleEndian.Uint64(cell[:])
	x := new(big.Int).SetUint64(v)
	if bits := uint(8 * ty.Size()); ty.IsSigned() && x.Bit(int(bits-1)) != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), bits))
	}
	return x
}

// at is the first byte of element k of a source.
func (m *laneModel) at(o *native.Operand, k int) int {
	w, size := int(o.Region.W), o.Type.Size()
	if o.Indirect && o.Region.V == native.VxH {
		return int(m.a0[int(o.AddrSub)+k/w]) + int(o.AddrImm) + k%w*int(o.Region.H)*size
	}
	start := int(o.Reg)*32 + int(o.Sub)
	if o.Indirect {
		start = int(m.a0[o.AddrSub]) + int(o.AddrImm)
	}
	return start + (k/w*int(o.Region.V)+k%w*int(o.Region.H))*size
}

func (m *laneModel) src(i, k int) *big.Int {
	o := &m.in.Src[i]
	if o.File == native.Imm {
		x := new(big.Int).SetUint64(o.Imm)
		if bits := uint(8 * o.Type.Size()); o.Type.IsSigned() && x.Bit(int(bits-1)) != 0 {
			x.Sub(x, new(big.Int).Lsh(big.NewInt(1), bits))
		}
		return x
	}
	x := m.lit(m.at(o, k), o.Type)
	if m.in.Op.IsLogic() {
		if o.Mod == native.ModNeg {
			x.Not(x)
		}
		return x
	}
	if o.Mod&native.ModAbs != 0 {
		x.Abs(x)
	}
	if o.Mod&native.ModNeg != 0 {
		x.Neg(x)
	}
	return x
}

// widths says whether a shift is one of 64 bits, and the bits of what it shifts.
func (m *laneModel) widths() (quad bool, wide uint) {
	wide = 16
	for i := range m.in.Op.Sources() {
		wide = max(wide, uint(8*m.in.Src[i].Type.Size()))
	}
	if m.in.Src[0].Type.Size() == 8 || m.in.Dst.Type.Size() == 8 {
		return true, 64
	}
	return false, min(wide, 32)
}

func cut(x *big.Int, bits uint) *big.Int {
	return new(big.Int).And(x, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1)))
}

func (m *laneModel) compute(k int) *big.Int {
	a, b, r := m.src(0, k), new(big.Int), new(big.Int)
	if m.in.Op.Sources() > 1 {
		b = m.src(1, k)
	}
	quad, wide := m.widths()
	count := uint(cut(b, 5).Uint64())
	if quad {
		count = uint(cut(b, 6).Uint64())
	}
	switch m.in.Op {
	case native.OpMov:
		return a
	case native.OpNot:
		return r.Not(a)
	case native.OpAnd:
		return r.And(a, b)
	case native.OpOr:
		return r.Or(a, b)
	case native.OpXor:
		return r.Xor(a, b)
	case native.OpAdd:
		return r.Add(a, b)
	case native.OpMul:
		return r.Mul(a, b)
	case native.OpAvg:
		return r.Rsh(r.Add(r.Add(a, b), big.NewInt(1)), 1)
	case native.OpShl:
		return r.Lsh(a, count)
	case native.OpShr:
		return r.Rsh(cut(a, wide), count)
	case native.OpAsr:
		return r.Rsh(a, count)
	}
	if truth(m.in.Cond, a.Cmp(b)) || m.in.Cond == native.CondNone && m.pred(k) {
		return a // sel
	}
	return b
}

func truth(c native.CondMod, cmp int) bool {
	switch c {
	case native.CondEQ:
		return cmp == 0
	case native.CondNE:
		return cmp != 0
	case native.CondGT:
		return cmp > 0
	case native.CondGE:
		return cmp >= 0
	case native.CondLT:
		return cmp < 0
	case native.CondLE:
		return cmp <= 0
	}
	return false
}

func (m *laneModel) flagBit(reg, sub uint8, channel int) bool {
	n := 16*int(sub) + channel
	return n < 32 && m.flags[reg]>>n&1 != 0
}

// pred is the predicate of element k.
func (m *laneModel) pred(k int) bool {
	in, channel := m.in, int(m.in.ChanOff)+k
	bit := func(ch int) bool { return m.flagBit(in.Flag.Reg, in.Flag.Sub, ch) }
	f := bit(channel)
	switch size := int(predSizes[in.PredCtrl]); {
	case in.PredCtrl == native.PredNone:
		return true
	case in.PredCtrl == native.PredAnyV:
		f = m.flagBit(0, in.Flag.Sub, channel) || m.flagBit(1, in.Flag.Sub, channel)
	case in.PredCtrl == native.PredAllV:
		f = m.flagBit(0, in.Flag.Sub, channel) && m.flagBit(1, in.Flag.Sub, channel)
	case size > 0:
		set := 0
		for ch := channel / size * size; ch < channel/size*size+size; ch++ {
			if bit(ch) {
				set++
			}
		}
		f = set > 0
		if allOf[in.PredCtrl] {
			f = set == size
		}
	}
	return f != in.PredInv
}

var predSizes = map[native.PredCtrl]int{
	native.PredAny2H: 2, native.PredAll2H: 2, native.PredAny4H: 4, native.PredAll4H: 4,
	native.PredAny8H: 8, native.PredAll8H: 8, native.PredAny16H: 16, native.PredAll16H: 16,
}

var allOf = map[native.PredCtrl]bool{native.PredAll2H: true, native.PredAll4H: true, native.PredAll8H: true, native.PredAll16H: true}

// step runs the instruction: all sources are read before anything is written.
func (m *laneModel) step() {
	in, d := m.in, &m.in.Dst
	type write struct {
		k   int
		val *big.Int
		on  bool
	}
	var writes []write
	for k := range int(in.ExecSize) {
		if !in.NoMask && m.exec>>(int(in.ChanOff)+k)&1 == 0 || in.Op != native.OpSel && !m.pred(k) {
			continue
		}
		if in.Op == native.OpCmp {
			on := truth(in.Cond, m.src(0, k).Cmp(m.src(1, k)))
			v := big.NewInt(0)
			if on {
				v = big.NewInt(-1)
			}
			writes = append(writes, write{k, v, on})
			continue
		}
		v := m.compute(k)
		if in.Sat {
			lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*d.Type.Size()))
			if d.Type.IsSigned() {
				hi.Rsh(hi, 1)
				lo.Neg(hi)
			}
			hi.Sub(hi, big.NewInt(1))
			if v.Cmp(lo) < 0 {
				v = lo
			} else if v.Cmp(hi) > 0 {
				v = hi
			}
		}
		bits := uint(8 * d.Type.Size())
		v = cut(v, bits)
		seen := new(big.Int).Set(v)
		if d.Type.IsSigned() && v.Bit(int(bits-1)) != 0 {
			seen.Sub(seen, new(big.Int).Lsh(big.NewInt(1), bits))
		}
		writes = append(writes, write{k, v, truth(in.Cond, seen.Sign())})
	}
	for _, w := range writes {
		if !d.IsNull() {
			start := int(d.Reg)*32 + int(d.Sub)
			if d.Indirect {
				start = int(m.a0[d.AddrSub]) + int(d.AddrImm)
			}
			var cell [8]byte
			binary.LittleEndian.PutUint64(cell[:], cut(w.val, 64).Uint64())
			copy(m.regs[start+w.k*int(d.Region.H)*d.Type.Size():], cell[:d.Type.Size()])
		}
		if n := 16*int(in.Flag.Sub) + int(in.ChanOff) + w.k; in.Cond != native.CondNone && in.Op != native.OpSel && n < 32 {
			m.flags[in.Flag.Reg] &^= 1 << n
			if w.on {
				m.flags[in.Flag.Reg] |= 1 << n
			}
		}
	}
}

var (
	laneOps = []native.Op{
		native.OpMov, native.OpNot, native.OpAnd, native.OpOr, native.OpXor, native.OpAdd, native.OpMul, native.OpAvg,
		native.OpShl, native.OpShr, native.OpAsr, native.OpSel, native.OpSel, native.OpCmp,
	}
	laneTypes   = []native.Type{native.UD, native.D, native.UW, native.W, native.UB, native.B, native.UQ, native.Q}
	laneConds   = []native.CondMod{native.CondEQ, native.CondNE, native.CondGT, native.CondGE, native.CondLT, native.CondLE}
	laneRegions = []native.Region{{V: 0, W: 1, H: 0}, {V: 8, W: 8, H: 1}, {V: 4, W: 4, H: 1}, {V: 2, W: 1, H: 0}, {V: 8, W: 4, H: 2}, {V: 1, W: 4, H: 1}, {V: 4, W: 2, H: 0}, {V: 0, W: 4, H: 1}, {V: 16, W: 4, H: 4}}
)

func some[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// laneOperand is a register near r8, so that operands overlap.
func laneOperand(r *rand.Rand, region native.Region) native.Operand {
	ty := some(r, laneTypes)
	o := native.GRFOperand(8+r.IntN(3), r.IntN(32/ty.Size())*ty.Size(), region, ty)
	if r.IntN(8) == 0 {
		o.Indirect, o.AddrSub, o.AddrImm = true, uint8(r.IntN(8)), int16(r.IntN(128)-64)
		if r.IntN(2) == 0 && region.H != 0 && region.W > 1 {
			o.Region.V = native.VxH
		}
	}
	return o
}

func laneInst(r *rand.Rand) native.Inst {
	in := native.Inst{Op: some(r, laneOps), ExecSize: some(r, []uint8{1, 2, 4, 8, 8, 16, 16}), NoMask: r.IntN(3) == 0}
	for i := range in.Op.Sources() {
		in.Src[i] = laneOperand(r, some(r, laneRegions))
		if i == 1 && r.IntN(4) == 0 {
			ty := some(r, []native.Type{native.D, native.UD, native.W, native.UW})
			in.Src[i] = native.ImmOperand(r.Uint64()&(1<<(8*ty.Size())-1), ty)
		} else if r.IntN(3) == 0 {
			switch {
			case in.Op.IsLogic():
				in.Src[i].Mod = native.ModNeg
			case in.Src[i].Type.Size() < 8: // the absolute value of 64 bits may have 65
				in.Src[i].Mod = some(r, []native.SrcMod{native.ModNeg, native.ModAbs, native.ModNegAbs})
			}
		}
	}
	in.Dst = laneOperand(r, native.Region{H: some(r, []uint8{1, 1, 1, 2, 4})})
	if r.IntN(8) == 0 && !in.Dst.Indirect {
		in.Dst = native.NullDst(in.Dst.Type)
	}
	in.Flag = native.Flag{Reg: uint8(r.IntN(2)), Sub: uint8(r.IntN(2))}
	if in.ExecSize <= 16 && in.Flag.Sub == 0 {
		in.ChanOff = uint8(r.IntN(32/max(4, int(in.ExecSize)))) * max(4, in.ExecSize)
	}
	if in.Op == native.OpCmp || r.IntN(3) == 0 {
		in.Cond = some(r, laneConds)
	} else if in.Op == native.OpSel || r.IntN(3) == 0 {
		in.PredCtrl, in.PredInv = native.PredCtrl(1+r.IntN(int(native.PredAll16H))), r.IntN(2) == 0
	}
	in.Sat = in.Op != native.OpCmp && !in.Op.IsLogic() && r.IntN(6) == 0
	return in
}

// TestLanes runs random integer instructions on overlapping registers and
// compares all registers and flags with laneModel.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	ran := 0
	tried := 30_000
	if testing.Short() {
		tried /= 5
	}
	for range tried {
		in := laneInst(r)
		p, err := loadInsts("lanes", native.SKL, []native.Inst{in, eot()})
		if err != nil {
			continue
		}
		rig := rigOf(p, r.Uint32()|r.Uint32())
		m := laneModel{in: &in, exec: rig.live, flags: [2]uint32{r.Uint32(), r.Uint32()}}
		file := rig.work.arena
		for i := range file[:64] {
			file[i] = some(r, []uint64{r.Uint64(), r.Uint64(), 0, ^uint64(0), 1 << 63, 0x80000000_7FFFFFFF})
		}
		*rig.flagWord(0), *rig.flagWord(1) = m.flags[0], m.flags[1]
		for i := range m.a0 {
			m.a0[i] = uint16(8*32 + 8*r.IntN(12))
			as[uint16](unsafe.Add(rig.base, rig.grf+code.OffA0))[i] = m.a0[i]
		}
		m.regs = append([]byte(nil), rig.file()...)
		m.step()
		rig.run(t)
		ran++
		if !bytes.Equal(m.regs, rig.file()) {
			require.Equal(t, m.regs[6*32:20*32], rig.file()[6*32:20*32], "%+v flags %x exec %x a0 %v", in, m.flags, m.exec, m.a0)
		}
		require.Equal(t, m.flags, [2]uint32{*rig.flagWord(0), *rig.flagWord(1)}, "%+v", in)
	}
	floor.Exact(t, fmt.Sprintf("of %d random instructions run", tried), ran)
}
