package interp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// bench is a worker with one thread whose only variable holds random bytes.
type bench struct {
	w *worker
	t *thread
	d *decoder
	v int32 // a ub variable of 512 bytes
}

func newBench() *bench {
	k := visa.NewKernel("bench")
	v := int32(len(k.Vars))
	k.Vars = append(k.Vars, visa.Var{Name: "V32", Type: visa.UB, Align: visa.AlignGRF, Elems: 512, Alias: -1})
	k.Addrs = append(k.Addrs, visa.Decl{Name: "A0", Elems: 16})
	k.Preds = append(k.Preds, visa.Decl{Name: "P1", Elems: 32})
	p := &Program{kernel: k, layout: newLayout(k)}
	w := p.NewWorker(1).(*worker)
	rng := rand.New(rand.NewPCG(1, 2))
	t := &w.threads[0]
	for i := range t.image {
		t.image[i] = byte(rng.Uint32())
	}
	return &bench{w, t, &decoder{k: k, l: &p.layout, in: &visa.Inst{Op: visa.OpAnd}}, v}
}

// at reads the element of type typ at byte off of the variable: the value of
// an integer, the bits of a float.
func (b *bench) at(typ visa.Type, off int) int64 {
	var v uint64
	for i := range typ.Size() {
		v |= uint64(b.t.image[int(b.d.l.off[b.v])+off+i]) << (8 * i)
	}
	shift := 64 - 8*typ.Size()
	if typ.IsSigned() && !typ.IsFloat() {
		return int64(v<<shift) >> shift
	}
	return int64(v)
}

// got is element i of a row of class c as a number or float bits.
func got(r sem.Row, c sem.Class, i int) int64 {
	switch c {
	case sem.UD:
		return int64(r.U()[i])
	case sem.D:
		return int64(r.W()[i])
	case sem.X, sem.Q:
		return r.X()[i]
	case sem.UQ:
		return int64(r.Q()[i])
	case sem.F:
		return int64(math.Float32bits(r.F()[i]))
	}
	return int64(math.Float64bits(r.DF()[i]))
}

var loadCases = []struct {
	typ   visa.Type
	class sem.Class
}{
	{visa.UD, sem.UD}, {visa.UW, sem.UD}, {visa.UB, sem.UD},
	{visa.D, sem.D}, {visa.W, sem.D}, {visa.B, sem.D}, {visa.UW, sem.D}, {visa.UB, sem.D},
	{visa.UD, sem.X}, {visa.D, sem.X}, {visa.W, sem.X}, {visa.UB, sem.X},
	{visa.Q, sem.Q}, {visa.D, sem.Q}, {visa.UD, sem.Q}, {visa.UQ, sem.UQ}, {visa.UD, sem.UQ},
	{visa.F, sem.F}, {visa.DF, sem.DF},
}

// Every region shape, type, execution size and class against the definition:
// element i is at (i/W)*V + (i%W)*H.
func TestLoadRegions(t *testing.T) {
	b := newBench()
	regions := []visa.Region{
		{V: 0, W: 1, H: 0}, {V: 1, W: 1, H: 0}, {V: 2, W: 1, H: 0}, {V: 4, W: 1, H: 0}, {V: 8, W: 8, H: 1},
		{V: 16, W: 8, H: 2}, {V: 4, W: 4, H: 1}, {V: 4, W: 4, H: 0}, {V: 0, W: 4, H: 1}, {V: 8, W: 4, H: 1}, {V: 1, W: 4, H: 2},
	}
	cases := 0
	for _, c := range loadCases {
		for _, n := range []int{1, 2, 4, 8, 16, 32} {
			for _, g := range regions {
				o := visa.Operand{Kind: visa.General, Var: b.v, Type: c.typ, Region: g, Row: 1, Col: 1}
				s, err := b.d.source(&o, 2, c.class, n)
				if err != nil {
					assert.Contains(t, err.Error(), "reaches byte")
					continue
				}
				b.w.frame.N = n
				require.NoError(t, s.load(b.w, b.t, &s))
				for i := range n {
					off := 32 + c.typ.Size()*(1+i/int(g.W)*int(g.V)+i%int(g.W)*int(g.H))
					require.Equal(t, b.at(c.typ, off), got(b.w.frame.Row(2), c.class, i),
						"%s in class %d, size %d, region %v, element %d", c.typ, c.class, n, g, i)
				}
				cases++
			}
		}
	}
	floor.Exact(t, "regions loaded", cases)
}

func TestLoadModifiers(t *testing.T) {
	b := newBench()
	apply := func(m visa.Modifier, v int64) int64 {
		switch {
		case m == visa.Neg, m == visa.Abs && v < 0, m == visa.NegAbs && v > 0:
			return -v
		}
		return v
	}
	for _, typ := range []visa.Type{visa.UD, visa.D, visa.UW, visa.W, visa.UB, visa.B} {
		for _, m := range []visa.Modifier{visa.Neg, visa.Abs, visa.NegAbs, visa.Not} {
			o := visa.Operand{Kind: visa.General, Var: b.v, Type: typ, Region: visa.Region{V: 1, W: 1}, Mod: m}
			s, err := b.d.source(&o, 0, sem.X, 32)
			require.NoError(t, err)
			b.w.frame.N = 32
			require.NoError(t, s.load(b.w, b.t, &s))
			for i := range 32 {
				v := b.at(typ, i*typ.Size())
				want := apply(m, v)
				if m == visa.Not {
					want = ^v
				}
				assert.Equal(t, want, b.w.frame.Row(0).X()[i], "%s modifier %d of %d", typ, m, v)
			}
		}
	}
}

func TestLoadFloatModifiersTouchOnlyTheSign(t *testing.T) {
	b := newBench()
	for m, want := range map[visa.Modifier]func(uint32) uint32{
		visa.Neg:    func(v uint32) uint32 { return v ^ 1<<31 },
		visa.Abs:    func(v uint32) uint32 { return v &^ (1 << 31) },
		visa.NegAbs: func(v uint32) uint32 { return v | 1<<31 },
	} {
		o := visa.Operand{Kind: visa.General, Var: b.v, Type: visa.F, Region: visa.Region{V: 1, W: 1}, Mod: m}
		s, err := b.d.source(&o, 0, sem.F, 32)
		require.NoError(t, err)
		b.w.frame.N = 32
		require.NoError(t, s.load(b.w, b.t, &s))
		for i := range 32 {
			assert.Equal(t, want(uint32(b.at(visa.F, 4*i))), math.Float32bits(b.w.frame.Row(0).F()[i]))
		}
	}
}

func TestLoadImmediates(t *testing.T) {
	b := newBench()
	for _, c := range []struct {
		typ   visa.Type
		imm   uint64
		class sem.Class
		want  []int64 // repeated
	}{
		{visa.V, 0x76543210, sem.D, []int64{0, 1, 2, 3, 4, 5, 6, 7}},
		{visa.V, 0xFEDCBA98, sem.D, []int64{-8, -7, -6, -5, -4, -3, -2, -1}},
		{visa.UV, 0xFEDCBA98, sem.UD, []int64{8, 9, 10, 11, 12, 13, 14, 15}},
		{visa.VF, 0xB0_30_C8_00, sem.F, []int64{0, 0xC0400000, 0x3F800000, 0xBF800000}},
		{visa.W, 0xFFFFFFFFFFFFFFFF, sem.D, []int64{-1}},
		{visa.UW, 0xFFFF, sem.D, []int64{65535}},
		{visa.D, 0xFFFFFFFF80000000, sem.X, []int64{math.MinInt32}},
		{visa.UD, 0xFFFFFFFF, sem.X, []int64{math.MaxUint32}},
		{visa.Q, 1 << 40, sem.Q, []int64{1 << 40}},
		{visa.F, 0x7FC12345, sem.F, []int64{0x7FC12345}},
		{visa.HF, 0x3C00, sem.F, []int64{0x3F800000}},
	} {
		o := visa.Operand{Kind: visa.Immediate, Type: c.typ, Imm: c.imm}
		s, err := b.d.source(&o, 1, c.class, 16)
		require.NoError(t, err)
		b.w = (&Program{kernel: b.d.k, layout: *b.d.l, fixed: b.d.fixed}).NewWorker(1).(*worker)
		b.w.frame.N = 16
		require.NoError(t, s.load(b.w, b.t, &s))
		for i := range 16 {
			assert.Equal(t, c.want[i%len(c.want)], got(b.w.frame.Row(1), c.class, i), "%s %#x element %d", c.typ, c.imm, i)
		}
	}
}

// r[A0(2),-4]<4;4,1> has one address; r[A0(2),8]<1,0> one per element, and
// <4,1> one per row of four.
func TestLoadIndirect(t *testing.T) {
	b := newBench()
	base := int(b.d.l.off[b.v])
	for i := range b.t.addrs {
		b.t.addrs[i] = uint16(base + 4*(37*i%64))
	}
	for _, c := range []struct {
		region visa.Region
		imm    int64
		addr   func(i int) int // byte offset of element i in the variable
	}{
		{visa.Region{V: 4, W: 4, H: 1}, -4, func(i int) int { return 4*(37*2%64) - 4 + 4*i }},
		{visa.Region{V: 0, W: 1, H: 0}, 4, func(int) int { return 4*(37*2%64) + 4 }},
		{visa.Region{W: 1, H: 0, NoV: true}, 8, func(i int) int { return 4*(37*(2+i)%64) + 8 }},
		{visa.Region{W: 4, H: 1, NoV: true}, 0, func(i int) int { return 4*(37*(2+i/4)%64) + 4*(i%4) }},
	} {
		o := visa.Operand{Kind: visa.Indirect, Type: visa.D, Region: c.region, Off: 2, Imm: uint64(c.imm)}
		s, err := b.d.source(&o, 0, sem.D, 8)
		require.NoError(t, err)
		b.w.frame.N, b.w.frame.ChEn = 8, 0xFF
		require.NoError(t, s.load(b.w, b.t, &s))
		for i := range 8 {
			assert.Equal(t, b.at(visa.D, c.addr(i)), int64(b.w.frame.Row(0).W()[i]), "region %v element %d", c.region, i)
		}
	}
}

// A lane outside the storage faults when it is enabled and reads 0 otherwise.
func TestLoadIndirectOutside(t *testing.T) {
	b := newBench()
	b.t.addrs[1], b.t.exec = 0xFFF0, 3
	o := visa.Operand{Kind: visa.Indirect, Type: visa.D, Region: visa.Region{W: 1, NoV: true}}
	s, err := b.d.source(&o, 0, sem.D, 2)
	require.NoError(t, err)
	f := &b.w.frame
	f.N, f.ChEn = 2, 1
	require.NoError(t, s.load(b.w, b.t, &s))
	assert.Zero(t, f.Row(0).W()[1])
	f.ChEn = 2
	var fault *RegionFault
	require.ErrorAs(t, s.load(b.w, b.t, &s), &fault)
	assert.Equal(t, RegionFault{Addr: 0xFFF0, Size: 4, Len: len(b.t.image), Lane: 1}, *fault)
}

func TestLoadPredicateAtLaneOffset(t *testing.T) {
	b := newBench()
	b.t.preds[1] = 0x12345678
	b.d.in.Exec.Mask = 4 // M5
	s, err := b.d.source(&visa.Operand{Kind: visa.Predicate, Var: 1}, 0, sem.UD, 8)
	require.NoError(t, err)
	b.w.frame.N = 8
	require.NoError(t, s.load(b.w, b.t, &s))
	assert.Equal(t, uint32(0x34), b.w.frame.Bits[0])
}

func TestOperandOutsideItsVariable(t *testing.T) {
	b := newBench()
	o := visa.Operand{Kind: visa.General, Var: b.v, Type: visa.UD, Region: visa.Region{V: 1, W: 1}, Row: 15, Col: 1}
	_, err := b.d.source(&o, 0, sem.UD, 8)
	var invalid *InvalidError
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, "operand reaches byte 516 of V32, which has 512", invalid.What)
}

func TestUnmodelledVariables(t *testing.T) {
	b := newBench()
	for _, v := range []int32{visa.VarNull, visa.VarThreadX, visa.VarCE0} {
		o := visa.Operand{Kind: visa.General, Var: v, Type: visa.UD, Region: visa.Scalar}
		_, err := b.d.source(&o, 0, sem.UD, 1)
		var unsupported *UnsupportedError
		require.ErrorAs(t, err, &unsupported)
		assert.Equal(t, fmt.Sprintf("predefined variable %s", b.d.k.Vars[v].Name), unsupported.What)
	}
}

// TestHeaderVariables: group numbers are dwords of r0, the number of the thread is
// the low bits of r0.5.
func TestHeaderVariables(t *testing.T) {
	k := visa.NewKernel("k")
	l := newLayout(k)
	assert.Equal(t, []int32{l.off[visa.VarR0] + 4, l.off[visa.VarR0] + 24, l.off[visa.VarR0] + 28},
		[]int32{l.off[visa.VarGroupIDX], l.off[visa.VarGroupIDY], l.off[visa.VarGroupIDZ]})
	p := &Program{kernel: k, layout: l, payload: grf}
	th := &thread{image: make([]byte, l.size)}
	payload := make([]byte, grf)
	copy(payload[20:], []byte{0x34, 0xFF, 0x12, 0x80})
	require.NoError(t, p.loadPayload(th, payload))
	assert.Equal(t, []byte{0x34, 1, 0, 0}, th.image[l.off[visa.VarHWID]:][:4])
}

// Broken tables give errors, not panics.
func TestBrokenTables(t *testing.T) {
	for what, spoil := range map[string]func(k *visa.Kernel){
		"missing":              func(k *visa.Kernel) { k.Surfaces = nil },
		"alias of variable 99": func(k *visa.Kernel) { k.Vars[32].Alias = 99 },
		"alias of variable 32": func(k *visa.Kernel) { k.Vars[32].Alias = 32 },
		"at byte -4":           func(k *visa.Kernel) { k.Vars[32].Alias, k.Vars[32].AliasOff = 7, -4 },
		"-1 elements":          func(k *visa.Kernel) { k.Vars[32].Elems = -1 },
		"no instructions":      func(k *visa.Kernel) { k.Insts = nil },
		"op number":            func(k *visa.Kernel) { k.Insts[0].Op = visa.EndOps },
		"not defined":          func(k *visa.Kernel) { k.Insts[0].Args[0].Var = 5 },
		"predicate index 7":    func(k *visa.Kernel) { k.Insts[0].Pred.Var = 7 },
		"0 operands":           func(k *visa.Kernel) { k.Insts[0].Args = nil },
		"room for 512":         func(k *visa.Kernel) { k.Inputs[0].Size = 513 },
		"variable index 70":    func(k *visa.Kernel) { k.Inputs[0].Var = 70 },
	} {
		k := newBench().d.k
		k.Inputs = []visa.Input{{Var: 32, Offset: 32, Size: 4}}
		k.Insts = []visa.Inst{{Op: visa.OpGoto, Exec: visa.Exec{Size: 1}, Args: []visa.Operand{{Kind: visa.Label}}}}
		spoil(k)
		_, err := New(k)
		var invalid *InvalidError
		require.ErrorAs(t, err, &invalid, what)
		assert.Contains(t, invalid.What, what)
	}
}
