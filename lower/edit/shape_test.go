package edit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

func reg(v, w, h uint8) native.Region { return native.Region{V: v, W: w, H: h} }

// TestExecSize: the widest source, bytes as words, and floats of two sizes as f.
func TestExecSize(t *testing.T) {
	for _, c := range []struct {
		dst  native.Type
		src  []native.Type
		want int
	}{
		{native.D, []native.Type{native.W, native.B}, 2}, {native.B, []native.Type{native.B}, 2}, {native.UB, []native.Type{native.UB, native.UB}, 2},
		{native.W, []native.Type{native.D, native.W}, 4}, {native.W, []native.Type{native.W, native.UQ}, 8}, {native.W, []native.Type{native.V}, 2}, {native.W, []native.Type{native.UV}, 2},
		{native.D, []native.Type{native.D, native.UV}, 4}, {native.F, []native.Type{native.HF, native.HF}, 4}, {native.HF, []native.Type{native.F, native.HF}, 4},
		{native.HF, []native.Type{native.HF}, 2}, {native.HF, []native.Type{native.VF}, 4}, {native.Q, nil, 8}, {native.B, nil, 1}, {native.DF, []native.Type{native.DF}, 8},
	} {
		in := native.Inst{Dst: native.Operand{File: native.Virt, Type: c.dst}}
		for s, ty := range c.src {
			in.Src[s] = native.Operand{File: native.Virt, Type: ty}
			if ty == native.VF {
				in.Src[s].File = native.Imm
			}
		}
		assert.Equal(t, c.want, ExecSize(&in), "%+v", c)
	}
}

// TestStride: the distance of elements where it is one, and the region that says so.
func TestStride(t *testing.T) {
	for _, c := range []struct {
		r    native.Region
		size int
		n    int
		ok   bool
		fit  native.Region
	}{
		{reg(8, 8, 1), 16, 1, true, reg(8, 8, 1)}, {reg(8, 8, 1), 8, 1, true, reg(8, 8, 1)}, {reg(8, 8, 1), 4, 1, true, reg(4, 4, 1)},
		{reg(0, 2, 1), 8, 0, false, reg(0, 2, 1)}, {reg(0, 1, 0), 16, 0, true, native.Scalar}, {reg(0, 4, 0), 16, 0, true, native.Scalar}, {reg(0, 1, 1), 16, 0, true, native.Scalar},
		{reg(1, 1, 0), 8, 1, true, reg(1, 1, 0)}, {reg(4, 1, 0), 8, 4, true, reg(4, 1, 0)}, {reg(4, 1, 1), 8, 4, true, reg(4, 1, 0)},
		{reg(4, 2, 2), 8, 2, true, reg(4, 2, 2)}, {reg(8, 2, 2), 8, 0, false, reg(8, 2, 2)}, {reg(3, 2, 2), 8, 0, false, reg(3, 2, 2)},
		{reg(0, 4, 1), 8, 0, false, reg(0, 4, 1)}, {reg(0, 8, 1), 8, 1, true, reg(8, 8, 1)}, {reg(0, 8, 2), 4, 2, true, reg(8, 4, 2)}, {reg(1, 8, 0), 8, 0, true, reg(1, 8, 0)},
		{reg(8, 8, 1), 1, 0, true, native.Scalar}, {reg(native.VxH, 1, 0), 8, 0, false, reg(native.VxH, 1, 0)}, {reg(native.VxH, 1, 0), 1, 0, false, reg(native.VxH, 1, 0)},
		{reg(2, 2, 1), 16, 1, true, reg(2, 2, 1)}, {reg(2, 2, 1), 2, 1, true, reg(2, 2, 1)}, {reg(7, 3, 1), 2, 1, true, reg(2, 2, 1)},
	} {
		n, ok := Stride(c.r, c.size)
		assert.Equal(t, c.n, n, "%+v", c)
		assert.Equal(t, c.ok, ok, "%+v", c)
		assert.Equal(t, c.fit, FitRegion(c.r, c.size), "%+v", c)
	}
}

// TestLinear: the widest rows that stay in a register.
func TestLinear(t *testing.T) {
	for _, c := range []struct {
		n, size, elem, at int
		known             bool
		want              native.Region
	}{
		{0, 8, 4, 0, true, native.Scalar}, {1, 1, 4, 0, true, native.Scalar}, {1, 8, 4, 0, true, reg(8, 8, 1)}, {1, 16, 4, 0, true, reg(8, 8, 1)}, {1, 16, 2, 0, true, reg(16, 16, 1)},
		{1, 32, 1, 0, true, reg(16, 16, 1)}, {1, 4, 4, 0, true, reg(4, 4, 1)}, {1, 8, 4, 16, true, reg(4, 4, 1)}, {1, 8, 4, 4, true, reg(1, 1, 0)}, {1, 8, 4, 8, true, reg(2, 2, 1)},
		{1, 8, 4, 4, false, reg(8, 8, 1)}, {1, 16, 4, 0, false, reg(8, 8, 1)}, {2, 16, 1, 0, false, reg(32, 16, 2)}, {1, 4, 4, 12, true, reg(4, 4, 1)}, {2, 8, 4, 0, true, reg(8, 4, 2)}, {2, 16, 2, 0, true, reg(16, 8, 2)}, {4, 8, 4, 0, true, reg(8, 2, 4)}, {4, 8, 1, 0, true, reg(32, 8, 4)}, {4, 16, 1, 0, true, reg(32, 8, 4)},
		{8, 4, 4, 0, true, reg(8, 1, 0)}, {8, 4, 1, 0, true, reg(8, 1, 0)}, {1, 8, 8, 0, true, reg(4, 4, 1)}, {1, 2, 4, 28, true, reg(1, 1, 0)}, {1, 2, 4, 24, true, reg(2, 2, 1)},
		{2, 2, 2, 26, true, reg(4, 2, 2)}, {2, 2, 2, 28, true, reg(2, 1, 0)}, {1, 4, 1, 29, true, reg(1, 1, 0)}, {1, 4, 1, 28, true, reg(4, 4, 1)},
	} {
		assert.Equal(t, c.want, Linear(c.n, c.size, c.elem, c.at, c.known), "%+v", c)
	}
}

// TestExtents: bytes and registers of operands, and whether two share some.
func TestExtents(t *testing.T) {
	k := New(&native.Program{}, native.SKL)
	v, small := k.NewVar("v", 256, grfBytes), k.NewVar("small", 8, 4)
	fixed := k.NewVar("fixed", 64, 4)
	k.P.Vars[fixed].Fixed = 40
	for _, c := range []struct {
		o      native.Operand
		dst    bool
		size   int
		lo, hi int
		grfs   int
		align  int
	}{
		{Virt(v, 0, reg(8, 8, 1), native.D), false, 8, 0, 32, 1, 32}, {Virt(v, 32, native.Scalar, native.UB), false, 8, 32, 33, 1, 32}, {Virt(v, 4, reg(8, 8, 1), native.D), false, 8, 4, 36, 2, 4}, {Virt(v, 32, reg(8, 8, 1), native.D), false, 16, 32, 96, 2, 32},
		{Virt(v, 28, native.Scalar, native.D), false, 16, 28, 32, 1, 4}, {Virt(v, 2, reg(0, 0, 4), native.W), true, 8, 2, 60, 2, 2}, {Virt(v, 1, reg(0, 0, 1), native.B), true, 16, 1, 17, 1, 1},
		{Virt(v, 0, reg(4, 2, 1), native.D), false, 8, 0, 56, 2, 32}, {Virt(v, 8, reg(1, 4, 2), native.W), false, 8, 8, 24, 1, 8}, {Virt(small, 4, reg(1, 1, 0), native.W), false, 2, 4, 8, 1, 4}, {Virt(small, 0, native.Scalar, native.Q), false, 1, 0, 8, 1, 8},
		{Virt(fixed, 0, reg(8, 8, 1), native.D), false, 8, 0, 32, 2, 8}, {Virt(fixed, 24, reg(8, 8, 1), native.D), false, 8, 24, 56, 1, 32}, {Virt(fixed, 16, reg(8, 8, 1), native.D), false, 4, 16, 32, 2, 8},
	} {
		lo, hi := Extent(&c.o, c.dst, c.size)
		assert.Equal(t, [2]int{c.lo, c.hi}, [2]int{lo, hi}, "%+v", c)
		assert.Equal(t, c.grfs, k.GRFs(&c.o, c.dst, c.size), "%+v", c)
		assert.Equal(t, c.align, k.Alignment(&c.o), "%+v", c)
	}
	a := Virt(v, 32, reg(8, 8, 1), native.D)
	for _, c := range []struct {
		o    native.Operand
		want bool
	}{
		{a, true}, {Virt(v, 0, reg(8, 8, 1), native.D), false}, {Virt(v, 64, reg(8, 8, 1), native.D), false}, {Virt(v, 63, native.Scalar, native.UB), true}, {Virt(v, 64, native.Scalar, native.UB), false},
		{Virt(v, 31, native.Scalar, native.UB), false}, {Virt(v, 4, reg(8, 8, 1), native.D), true}, {Virt(small, 32, reg(8, 8, 1), native.D), false}, {native.ImmOperand(0, native.D), false}, {native.NullDst(native.D), false}, {native.Operand{}, false},
	} {
		assert.Equal(t, c.want, Overlap(&a, false, 8, &c.o, false, 8), "%+v", c.o)
		assert.Equal(t, c.want, Overlap(&c.o, false, 8, &a, false, 8), "%+v", c.o)
	}
	null, imm := native.NullDst(native.D), native.ImmOperand(1, native.D)
	assert.False(t, Overlap(&null, true, 8, &null, true, 8))
	assert.False(t, Overlap(&imm, false, 8, &imm, false, 8))
	first := Virt(v, 0, reg(8, 8, 1), native.D)
	assert.False(t, Overlap(&first, false, 8, &first, false, 0), "nothing has no bytes")
	assert.Equal(t, 1, k.GRFs(&imm, false, 8))
}

// TestParts: channels from k on, of each kind of operand.
func TestParts(t *testing.T) {
	in := native.Inst{Op: native.OpAdd, ExecSize: 16, ChanOff: 16, Dst: Virt(1, 4, native.Dst1, native.D), Src: [3]native.Operand{Virt(2, 8, reg(16, 8, 2), native.W), Virt(3, 12, native.Scalar, native.D)}}
	out := Part(in, 8, 8)
	assert.Equal(t, native.Inst{Op: native.OpAdd, ExecSize: 8, ChanOff: 24, Dst: Virt(1, 36, native.Dst1, native.D), Src: [3]native.Operand{Virt(2, 40, reg(16, 8, 2), native.W), Virt(3, 12, native.Scalar, native.D)}}, out)
	in.NoMask = true
	assert.EqualValues(t, 16, Part(in, 8, 8).ChanOff)
	in.Cond = native.CondEQ
	assert.EqualValues(t, 24, Part(in, 8, 8).ChanOff)
	in.Cond, in.PredCtrl = native.CondNone, native.PredSeq
	assert.EqualValues(t, 24, Part(in, 8, 8).ChanOff)
	assert.EqualValues(t, reg(8, 4, 2), Part(in, 0, 4).Src[0].Region)
	far := native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, AddrImm: 4, Type: native.W, Region: reg(8, 8, 1)}
	vxh := native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, AddrSub: 2, AddrImm: 4, Type: native.W, Region: reg(native.VxH, 2, 1)}
	in.Dst, in.Src = far, [3]native.Operand{vxh, native.ImmOperand(0x76543210, native.V)}
	in.Dst.Region = reg(0, 0, 2)
	out = Part(in, 4, 4)
	assert.EqualValues(t, 20, out.Dst.AddrImm)
	assert.Equal(t, vxh.AddrImm, out.Src[0].AddrImm)
	assert.EqualValues(t, 4, out.Src[0].AddrSub)
	assert.EqualValues(t, 0x32107654, out.Src[1].Imm)
	in.Src[0], in.Src[1] = far, native.ImmOperand(0x44332211, native.VF)
	in.Dst = native.NullDst(native.D)
	out = Part(in, 1, 1)
	assert.Equal(t, in.Dst, out.Dst)
	assert.EqualValues(t, 6, out.Src[0].AddrImm)
	assert.EqualValues(t, 0x11443322, out.Src[1].Imm)
	in.Src[1] = native.ImmOperand(0x12345678, native.UD)
	assert.EqualValues(t, 0x12345678, Part(in, 1, 1).Src[1].Imm)
	vxh.Region.W, vxh.AddrSub = 1, 0
	in.Src[2] = vxh
	assert.EqualValues(t, 4, Part(in, 4, 4).Src[2].AddrSub, "an address for each channel")
	in.Src[2] = native.Operand{}
	in.Src[1] = native.ImmOperand(0x12345678, native.UV)
	assert.EqualValues(t, 0x81234567, Part(in, 1, 1).Src[1].Imm)
	in.Op, in.Src[1] = native.OpSmov, native.ImmOperand(0xA5C3, native.UW)
	assert.EqualValues(t, 0xA5, Part(in, 8, 8).Src[1].Imm, "the lanes of a mask")
}

// TestSplittable: two halves need channel offsets that are multiples of four.
func TestSplittable(t *testing.T) {
	for _, c := range []struct {
		in   native.Inst
		want bool
	}{
		{native.Inst{ExecSize: 8}, true}, {native.Inst{ExecSize: 4}, false}, {native.Inst{ExecSize: 4, NoMask: true}, true}, {native.Inst{ExecSize: 2, NoMask: true}, true}, {native.Inst{ExecSize: 1, NoMask: true}, false},
		{native.Inst{ExecSize: 4, NoMask: true, PredCtrl: native.PredSeq}, false}, {native.Inst{ExecSize: 4, NoMask: true, Cond: native.CondEQ}, false}, {native.Inst{ExecSize: 8, Cond: native.CondEQ, PredCtrl: native.PredSeq}, true},
	} {
		assert.Equal(t, c.want, Splittable(&c.in), "%+v", c.in)
	}
}

// TestClobbers: the first half must not write what the second one reads.
func TestClobbers(t *testing.T) {
	in := func(dst native.Operand, uses []int32, src ...native.Operand) *native.Inst {
		out := native.Inst{Op: native.OpAdd, ExecSize: 16, Dst: dst, Uses: uses}
		copy(out.Src[:], src)
		return &out
	}
	far := native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, Type: native.D, Region: reg(8, 8, 1)}
	d, s := Virt(1, 0, native.Dst1, native.D), Virt(1, 0, reg(8, 8, 1), native.D)
	next, other := Virt(1, 4, reg(8, 8, 1), native.D), Virt(2, 0, reg(8, 8, 1), native.D)
	before := Virt(1, 32, native.Dst1, native.D)
	for n, c := range []struct {
		in   *native.Inst
		want bool
	}{
		{in(d, nil, s), false}, {in(d, nil, next), false}, {in(before, nil, s), true}, {in(before, nil, other, s), true}, {in(Virt(1, 64, native.Dst1, native.D), nil, s), false}, {in(Virt(1, 28, native.Dst1, native.D), nil, s), true}, {in(Virt(1, 44, native.Dst1, native.D), nil, Virt(1, 0, reg(1, 1, 0), native.D)), true}, {in(d, nil, Virt(1, 0, native.Scalar, native.D)), true}, {in(d, nil, Virt(1, 32, native.Scalar, native.D)), false},
		{in(d, []int32{1}, far), true}, {in(d, []int32{2}, far), false}, {in(d, nil, far), false}, {in(far, []int32{1}, s), true}, {in(far, []int32{2}, s), false}, {in(far, nil, far), true}, {in(far, []int32{1}, other, s), true}, {in(native.NullDst(native.D), []int32{0}, far), false},
	} {
		assert.Equal(t, c.want, Clobbers(c.in, 8), "case %d", n)
	}
	assert.True(t, Clobbers(in(before, nil, s), 4), "a quarter")

	// One dword of the destination, which channel 9 of 16 writes: its quarter overwrites what those behind it read.
	for at, want := range map[int]bool{0: true, 3: true, 4: true, 7: true, 8: true, 9: true, 11: true, 12: false, 15: false} {
		assert.Equal(t, want, Clobbers(in(d, nil, Virt(1, 4*at, native.Scalar, native.D)), 4), "quarters, element %d", at)
	}
}

// TestGRFsBehindAddress: as many as rows behind one address reach over at least; with an
// address for each row they are not counted.
func TestGRFsBehindAddress(t *testing.T) {
	e := New(&native.Program{SIMD: 16}, native.SKL)
	at := native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, Type: native.D}
	for region, want := range map[native.Region]int{{V: 8, W: 8, H: 1}: 1, {V: 16, W: 8, H: 2}: 2, {V: 8, W: 1}: 8, {V: 16, W: 1}: 15, {V: native.VxH, W: 1}: 1} {
		at.Region = region
		assert.Equal(t, want, e.GRFs(&at, false, 8), "%v", region)
	}
	at.Region = native.Region{H: 4}
	assert.Equal(t, 4, e.GRFs(&at, true, 8))
}

// TestExtentOfRows compares with a look at every element.
func TestExtentOfRows(t *testing.T) {
	for _, v := range []uint8{0, 1, 2, 4, 8, 16, 32} {
		for _, w := range []uint8{1, 2, 4, 8, 16} {
			for _, h := range []uint8{0, 1, 2, 4} {
				for size := range 33 {
					o := native.Operand{File: native.Virt, Sub: 6, Type: native.W, Region: native.Region{V: v, W: w, H: h}}
					for _, dst := range []bool{false, true} {
						want := 0
						for k := range size {
							want = max(want, 6+ElementOffset(&o, dst, k)+2)
						}
						lo, hi := Extent(&o, dst, size)
						assert.Equal(t, [2]int{6, want}, [2]int{lo, hi}, "%v %v of %d", o.Region, dst, size)
					}
				}
			}
		}
	}
}
