package eu

import (
	"math"
	"math/bits"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// Registers of the forms of docs/native-ops.md: sources, and what is written.
const (
	formSrc0, formSrc1, formSrc2 = 2, 10, 18
	formDst                      = 40
	formLanes                    = 8
)

// formValues are the sources of a form, exact in all types.
type formValues [3][formLanes]float64

var (
	formInts = formValues{{1, 2, 3, 4, 5, 6, 7, 8}, {1, 3, 2, 1, 2, 3, 1, 2}, {5, 0, 4, 0, 8, 3, 0, 6}}
	formReal = formValues{{1.5, 2.25, -3.5, 4.75, 0.5, -6.25, 7, 8}, {1, 2, 0.5, 4, 1, 2, 0.5, 2}, {5, 0, 4, -2, 8, 3, -7, 6}}
)

// opForm is what an instruction gives, beside its types: the value of element k, of any
// type. With flags it is whether the condition holds; elements that are no number keep
// what the register had.
type opForm struct {
	name   string // beside the op's
	op     native.Op
	srcs   int
	want   func(v *formValues, k int) float64
	flags  bool
	types  func(dst, src native.Type) bool // nil: all that the tables list
	values *formValues
	build  func(in *native.Inst)
	before func(in *native.Inst) []native.Inst
	bits   bool // types of words of which one is the bits of a half
}

func formInt(f func(a, b, c int64) int64) func(*formValues, int) float64 {
	return func(v *formValues, k int) float64 { return float64(f(int64(v[0][k]), int64(v[1][k]), int64(v[2][k]))) }
}

func formFloat(f func(a, b, c float64) float64) func(*formValues, int) float64 {
	return func(v *formValues, k int) float64 { return f(v[0][k], v[1][k], v[2][k]) }
}

func formUnary(f func(float64) float64) func(*formValues, int) float64 {
	return func(v *formValues, k int) float64 { return f(v[0][k]) }
}

// formDot sums products in each group of four; the last of dph counts 1.
func formDot(n int, one bool) func(*formValues, int) float64 {
	return func(v *formValues, k int) float64 {
		sum := 0.0
		for i := k &^ 3; i < k&^3+n; i++ {
			if one && i&3 == 3 {
				sum += v[1][i]
			} else {
				sum += v[0][i] * v[1][i]
			}
		}
		return sum
	}
}

func formSad(v *formValues, k int) float64 {
	if k%2 == 1 {
		return math.NaN()
	}
	return math.Abs(v[0][k]-v[1][k]) + math.Abs(v[0][k+1]-v[1][k+1]) + v[2][k]
}

// formAccumulate puts source 2 in the accumulator first.
func formAccumulate(in *native.Inst) []native.Inst {
	ty := in.Dst.Type
	if in.Src[0].Type.Size() > ty.Size() {
		ty = in.Src[0].Type
	}
	third := native.GRFOperand(formSrc2, 0, native.Region{V: 8, W: 8, H: 1}, in.Src[0].Type)
	return []native.Inst{ins(native.OpMov, formLanes, accDst(ty), third)}
}

// formSystolic makes a product of one row and one dword of each column, added to zeros; the elements
// of a row follow each other.
func formSystolic(in *native.Inst) {
	if in.Src[1].Region.H == 1 {
		in.Systolic = native.Systolic{Depth: 1, Repeat: 1}
	}
	in.Src[0] = native.NullDst(in.Dst.Type)
	in.Src[1].Region, in.Src[2].Region = native.Region{}, native.Region{}
}

func ofBits(d, s native.Type) bool { return d.Size() == 4 && s.Size() == 1 }

// formDpas sums n products: of dword k of the one source and dword 0 of the other.
func formDpas(n int) func(*formValues, int) float64 {
	return func(v *formValues, k int) (sum float64) {
		for i := range n {
			if n*k+i < formLanes {
				sum += v[1][n*k+i] * v[2][i]
			}
		}
		return sum
	}
}

func formMath(fc uint8) func(*native.Inst) { return func(in *native.Inst) { in.MathFC = fc } }

func formCond(c native.CondMod) func(*native.Inst) { return func(in *native.Inst) { in.Cond = c } }

func allInts(d, s native.Type) bool   { return !d.IsFloat() && !s.IsFloat() }
func allFloats(d, s native.Type) bool { return d.IsFloat() && s.IsFloat() }

func ofSize(sizes ...int) func(d, s native.Type) bool {
	return func(d, s native.Type) bool {
		for _, size := range sizes {
			if d.Size() == size && s.Size() == size {
				return true
			}
		}
		return false
	}
}

var formPowers = &formValues{{1, 2, 4, 0.25, 16, 64, 0.0625, 1}, {1, 2, 0.5, 4, 1, 2, 0.5, 2}, {}}

// opForms are the forms of instructions that compute. The documents of their results are those of
// the rows of the model's own tests; here each stands again in ordinary arithmetic.
var opForms = []opForm{
	{op: native.OpMov, srcs: 1, want: formUnary(func(a float64) float64 { return a })},
	{op: native.OpNot, srcs: 1, want: formInt(func(a, _, _ int64) int64 { return ^a })},
	{op: native.OpAnd, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a & b })},
	{op: native.OpOr, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a | b })},
	{op: native.OpXor, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a ^ b })},
	{op: native.OpShl, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a << b })},
	{op: native.OpShr, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a >> b })},
	{op: native.OpAsr, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a >> b })},
	{op: native.OpRol, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a << b })},
	{op: native.OpRor, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return a << b }), build: func(in *native.Inst) { // by what is missing of a turn
		in.Src[1].Mod = native.ModNone
	}, before: func(in *native.Inst) []native.Inst {
		width := uint64(8 * in.Dst.Type.Size())
		turn := in.Src[1]
		to := native.GRFOperand(formSrc1, 0, native.Dst1, turn.Type)
		turn.Mod = native.ModNeg
		return []native.Inst{ins(native.OpAdd, formLanes, to, turn, imm(width, native.W))}
	}},
	{op: native.OpCmp, srcs: 2, flags: true, build: formCond(native.CondGT), want: formFloat(func(a, b, _ float64) float64 { return oneIf(a > b) })},
	{op: native.OpCmpn, srcs: 2, flags: true, build: formCond(native.CondGE), want: formFloat(func(a, b, _ float64) float64 { return oneIf(a >= b) })},
	{name: "by predicate", op: native.OpSel, srcs: 2, build: func(in *native.Inst) { in.PredCtrl = native.PredSeq },
		want: func(v *formValues, k int) float64 { return v[k/4][k] }},
	{name: "by condition", op: native.OpSel, srcs: 2, build: formCond(native.CondGE), want: formFloat(func(a, b, _ float64) float64 { return max(a, b) })},
	{op: native.OpCsel, srcs: 3, build: formCond(native.CondGT), want: formFloat(func(a, b, c float64) float64 {
		if c > 0 {
			return a
		}
		return b
	})},
	{op: native.OpSmov, srcs: 1, build: func(in *native.Inst) { in.Src[1] = imm(0x35, native.UD) }, want: func(v *formValues, k int) float64 {
		if 0x35>>k&1 == 0 {
			return math.NaN()
		}
		return v[0][k]
	}},
	{op: native.OpF32to16, srcs: 1, bits: true, want: formUnary(func(a float64) float64 { return a })},
	{op: native.OpF16to32, srcs: 1, bits: true, want: formUnary(func(a float64) float64 { return a })},
	{op: native.OpBfrev, srcs: 1, want: formInt(func(a, _, _ int64) int64 { return int64(bits.Reverse32(uint32(a))) })},
	{op: native.OpBfe, srcs: 3, want: formInt(func(w, at, c int64) int64 { return c >> at & (1<<w - 1) }),
		values: &formValues{{4, 4, 5, 6, 4, 8, 5, 9}, {1, 3, 2, 1, 2, 3, 1, 2}, {5, 0, 4, 0, 8, 3, 0, 6}}},
	{op: native.OpBfi1, srcs: 2, want: formInt(func(w, at, _ int64) int64 { return (1<<w - 1) << at })},
	{op: native.OpBfi2, srcs: 3, want: formInt(func(m, b, c int64) int64 { return b<<bits.TrailingZeros64(uint64(m))&m | c&^m })},
	{op: native.OpAdd, srcs: 2, want: formFloat(func(a, b, _ float64) float64 { return a + b })},
	{op: native.OpMul, srcs: 2, want: formFloat(func(a, b, _ float64) float64 { return a * b })},
	{op: native.OpAvg, srcs: 2, want: formInt(func(a, b, _ int64) int64 { return (a + b + 1) >> 1 })},
	{op: native.OpFrc, srcs: 1, want: formUnary(func(a float64) float64 { return a - math.Floor(a) })},
	{op: native.OpRndu, srcs: 1, want: formUnary(math.Ceil)},
	{op: native.OpRndd, srcs: 1, want: formUnary(math.Floor)},
	{op: native.OpRnde, srcs: 1, want: formUnary(math.RoundToEven)},
	{op: native.OpRndz, srcs: 1, want: formUnary(math.Trunc)},
	{op: native.OpMac, srcs: 2, before: formAccumulate, want: formFloat(func(a, b, c float64) float64 { return a*b + c })},
	{op: native.OpMach, srcs: 2, types: ofSize(4), values: &formValues{{1 << 20, 2 << 20, 3 << 20, 4 << 20, 5 << 20, 6 << 20, 7 << 20, 8 << 20}, {1 << 16, 3 << 16, 2 << 17, 1 << 16, 2 << 16, 3 << 18, 1 << 16, 2 << 16}, {}},
		build: func(in *native.Inst) { in.AccWr = true },
		before: func(in *native.Inst) []native.Inst {
			low := native.GRFOperand(formSrc1, 0, native.Region{V: 16, W: 8, H: 2}, native.UW)
			return []native.Inst{ins(native.OpMul, formLanes, accDst(in.Dst.Type), in.Src[0], low)}
		}, want: formInt(func(a, b, _ int64) int64 { return a * b >> 32 })},
	{op: native.OpLzd, srcs: 1, want: formInt(func(a, _, _ int64) int64 { return int64(bits.LeadingZeros32(uint32(a))) })},
	{op: native.OpFbh, srcs: 1, types: ofSize(4), want: formInt(func(a, _, _ int64) int64 { return int64(bits.LeadingZeros32(uint32(a))) })},
	{op: native.OpFbl, srcs: 1, want: formInt(func(a, _, _ int64) int64 { return int64(bits.TrailingZeros32(uint32(a))) })},
	{op: native.OpCbit, srcs: 1, want: formInt(func(a, _, _ int64) int64 { return int64(bits.OnesCount32(uint32(a))) })},
	{op: native.OpAddc, srcs: 2, build: func(in *native.Inst) { in.AccWr = true }, want: formInt(func(a, b, _ int64) int64 { return a + b })},
	{op: native.OpSubb, srcs: 2, build: func(in *native.Inst) { in.AccWr = true }, want: formInt(func(a, b, _ int64) int64 { return a - b })},
	{op: native.OpSad2, srcs: 2, want: func(v *formValues, k int) float64 { w := *v; w[2] = [formLanes]float64{}; return formSad(&w, k) }},
	{op: native.OpSada2, srcs: 2, want: formSad, before: formAccumulate},
	{op: native.OpDp2, srcs: 2, want: formDot(2, false)},
	{op: native.OpDp3, srcs: 2, want: formDot(3, false)},
	{op: native.OpDp4, srcs: 2, want: formDot(4, false)},
	{op: native.OpDph, srcs: 2, want: formDot(4, true)},
	{op: native.OpDp4a, srcs: 3, want: formInt(func(a, b, c int64) int64 { return a + b*c })},
	{op: native.OpAdd3, srcs: 3, want: formInt(func(a, b, c int64) int64 { return a + b + c })},
	{op: native.OpBfn, srcs: 3, build: func(in *native.Inst) { in.BoolFC = 0x96 }, want: formInt(func(a, b, c int64) int64 { return a ^ b ^ c })},
	{op: native.OpDpas, srcs: 3, types: ofBits, build: formSystolic, want: formDpas(4)},
	{op: native.OpDpas, srcs: 3, types: allFloats, build: formSystolic, want: formDpas(2)},
	{op: native.OpDpasw, srcs: 3, types: ofBits, build: formSystolic, want: formDpas(4)},
	{op: native.OpLine, srcs: 2, build: formPlane, want: func(v *formValues, k int) float64 { return v[0][0]*v[1][k] + v[0][3] }},
	{op: native.OpPln, srcs: 2, build: formPlane, want: func(v *formValues, k int) float64 { return v[0][0]*v[1][k] + v[0][1]*0 + v[0][3] }},
	{op: native.OpMad, srcs: 3, want: formFloat(func(a, b, c float64) float64 { return b*c + a })},
	{op: native.OpMadm, srcs: 3, want: formFloat(func(a, b, c float64) float64 { return b*c + a }), build: func(in *native.Inst) {
		in.Dst.ChanEn, in.Dst.MME = 0, native.NoMME // the Align16 form has no channel enables and no swizzles
		for i := range in.Src {
			in.Src[i].MME, in.Src[i].Swizzle = native.NoMME, 0
		}
	}},
	{op: native.OpLrp, srcs: 3, want: formFloat(func(a, b, c float64) float64 { return a*b + (1-a)*c })},
	{name: "inv", op: native.OpMath, types: allFloats, srcs: 1, values: formPowers, build: formMath(native.MathInv), want: formUnary(func(a float64) float64 { return 1 / a })},
	{name: "log", op: native.OpMath, types: allFloats, srcs: 1, values: formPowers, build: formMath(native.MathLog), want: formUnary(math.Log2)},
	{name: "exp", op: native.OpMath, types: allFloats, srcs: 1, values: &formValues{{1, 2, 4, -3, 0, 5, -1, 3}}, build: formMath(native.MathExp), want: formUnary(math.Exp2)},
	{name: "sqt", op: native.OpMath, types: allFloats, srcs: 1, values: &formValues{{1, 4, 9, 16, 0.25, 64, 0, 25}}, build: formMath(native.MathSqt), want: formUnary(math.Sqrt)},
	{name: "rsqt", op: native.OpMath, types: allFloats, srcs: 1, values: &formValues{{1, 4, 16, 64, 0.25, 256, 0.0625, 1}}, build: formMath(native.MathRsqt), want: formUnary(func(a float64) float64 { return 1 / math.Sqrt(a) })},
	{name: "sin", op: native.OpMath, types: allFloats, srcs: 1, values: &formValues{}, build: formMath(native.MathSin), want: formUnary(math.Sin)},
	{name: "cos", op: native.OpMath, types: allFloats, srcs: 1, values: &formValues{}, build: formMath(native.MathCos), want: formUnary(math.Cos)},
	{name: "fdiv", op: native.OpMath, types: allFloats, srcs: 2, values: formPowers, build: formMath(native.MathFdiv), want: formFloat(func(a, b, _ float64) float64 { return a / b })},
	{name: "pow", op: native.OpMath, types: allFloats, srcs: 2, values: &formValues{{1, 2, 4, 3, 16, 4, 2, 5}, {1, 2, 0.5, 4, 0.5, 2, -1, 2}, {}}, build: formMath(native.MathPow), want: formFloat(func(a, b, _ float64) float64 { return math.Pow(a, b) })},
	{name: "idiv", op: native.OpMath, types: allInts, srcs: 2, build: formMath(native.MathIdiv), want: formInt(func(a, b, _ int64) int64 { return a / b })},
	{name: "iqot", op: native.OpMath, types: allInts, srcs: 2, build: formMath(native.MathIqot), want: formInt(func(a, b, _ int64) int64 { return a / b })},
	{name: "irem", op: native.OpMath, types: allInts, srcs: 2, build: formMath(native.MathIrem), want: formInt(func(a, b, _ int64) int64 { return a % b })},
	{op: native.OpDim, srcs: 1, types: allFloats, build: func(in *native.Inst) {
		in.ExecSize, in.Dst.Region, in.Src[0] = 1, native.Dst1, imm(math.Float64bits(1.5), native.DF)
	}, want: func(v *formValues, k int) float64 {
		if k > 0 {
			return math.NaN()
		}
		return 1.5
	}},
}

func formPlane(in *native.Inst) { in.Src[0].Region = native.Scalar }

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// formWant is a value in the type of a destination: a float that an unsigned integer does not
// have is 0 (Ivy Bridge PRM vol. 4 part 3, 3.3.3, conversions).
func formWant(d, s native.Type, v float64) uint64 {
	if v < 0 && s.IsFloat() && (d == native.UB || d == native.UW || d == native.UD || d == native.UQ) {
		return 0
	}
	return bitsOf(d, v)
}

// bitsOf is a value in a type.
func bitsOf(ty native.Type, v float64) uint64 {
	switch ty {
	case native.BF:
		return uint64(math.Float32bits(float32(v)) >> 16)
	case native.F:
		return uint64(math.Float32bits(float32(v)))
	case native.HF:
		return uint64(num.DToHalf(num.IEEE, v))
	case native.DF:
		return math.Float64bits(v)
	}
	return uint64(int64(v)) & (1<<(8*ty.Size()) - 1)
}
