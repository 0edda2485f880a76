package gen_test

import (
	"errors"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

func model(t *testing.T) *opdefs.Model {
	t.Helper()
	m, err := opdefs.ParseDir(os.DirFS("../specs"))
	require.NoError(t, err)
	return m
}

// ops pairs the model's mnemonics with the constants, which follow its order.
func ops(m *opdefs.Model) iter.Seq2[visa.Op, *opdefs.Op] {
	return func(yield func(visa.Op, *opdefs.Op) bool) {
		n := visa.OpInvalid
		for _, p := range m.Pages {
			for _, op := range p.Ops {
				if n++; !yield(n, op) {
					return
				}
			}
		}
	}
}

// trial is one instruction with random operands.
type trial struct {
	op    *opdefs.Op
	f     *sem.Frame
	ev    *evaluator
	dsts  []*opdefs.OpField
	class sem.Class
	small bool // floats whose sums of products round nowhere
}

// TestRowKernelsAgainstEvaluator runs every row kernel on edge values and
// random ones and compares with the exact tree walk.
func TestRowKernelsAgainstEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[[2]int]int{}
	const draws = 700 // fewer do not come to each class of each op
	for code, op := range ops(model(t)) {
		require.Equal(t, code.String(), op.Name)
		if !op.Page.HasBody() || op.Page.IsMemory {
			continue
		}
		for range draws {
			tr := newTrial(rng, op)
			if tr == nil {
				continue
			}
			k := sem.Rows[code][tr.class]
			if !assert.NotNilf(t, k, "%s has no kernel for class %d, types %v", op.Name, tr.class, tr.ev.types) {
				break
			}
			seen[[2]int{int(code), int(tr.class)}]++
			if !tr.check(t, k) {
				break
			}
		}
	}
	for code := range visa.NumOps {
		for c, k := range sem.Rows[code] {
			if k != nil {
				assert.NotZerof(t, seen[[2]int{int(code), c}], "kernel of %s for class %d was never run", code, c)
			}
		}
	}
	t.Logf("%d kernels compared", len(seen))
}

// newTrial draws types of one type map and values; nil when the draw is no
// instruction that an engine would run in one class.
func newTrial(rng *rand.Rand, op *opdefs.Op) *trial {
	row := op.Page.Types[rng.IntN(len(op.Page.Types))]
	f := sem.NewFrame()
	f.N, f.Pred, f.Mode, f.GRFSize = 1<<rng.IntN(6), rng.Uint32(), num.IEEE, 32
	for execs := op.Page.Props.Execs; execs != 0 && int(execs)&f.N == 0; {
		f.N = max(f.N<<1&63, 1)
	}
	f.EM = uint32(1<<f.N - 1)
	f.ChEn = f.EM
	if rng.IntN(4) == 0 {
		f.Mode = num.Mode{Round: num.Round(rng.IntN(4)), F: num.Floats(rng.IntN(2)), KeepDF: rng.IntN(2) == 0}
	}
	tr := &trial{op: op, f: f}
	opdefs.Walk(op.Page.Body, func(n opdefs.Node) {
		if c, ok := n.(*opdefs.Call); ok && c.Name == opdefs.SumOfProducts {
			tr.small = rng.IntN(3) > 0
		}
	})
	ev := &evaluator{op: op, frame: f, src: map[string][]value{}, dst: map[string][]*value{},
		types: map[string]opdefs.Type{}, locals: map[*opdefs.Local]value{}}
	tr.ev = ev
	f.Sat = op.Page.Props.Sat == opdefs.SatYes && rng.IntN(4) == 0
	mods := map[string]int{}
	for slot, fl := range op.Slots() {
		switch {
		case fl.Type == opdefs.TDst:
			ev.types[fl.Name] = row.Dst[rng.IntN(len(row.Dst))]
			ev.dst[fl.Name] = make([]*value, sem.Lanes)
			tr.dsts = append(tr.dsts, fl)
		case fl.Type == opdefs.TVec:
			ev.types[fl.Name] = row.Src[rng.IntN(len(row.Src))]
			if rng.IntN(3) == 0 && op.Page.Props.Mods != opdefs.ModNone {
				mods[fl.Name] = 1 + rng.IntN(3)
			}
			if fl.Written {
				ev.dst[fl.Name] = make([]*value, sem.Lanes)
			}
		case fl.Enum != nil:
			f.Field[slot] = int64(fl.Enum.Values[rng.IntN(len(fl.Enum.Values))].Code)
		}
		ty := ev.types[fl.Name]
		f.Width[slot] = uint8(ty.Bits())
		if ty == opdefs.BOOL {
			f.IsPred |= 1 << slot
			f.Width[slot] = uint8(f.N)
		}
		if ty.IsSigned() {
			f.Signed |= 1 << slot
		}
		f.Wide[slot] = rng.IntN(4) == 0 && ty != opdefs.BOOL
	}
	if !tr.pickClass(mods) {
		return nil
	}
	ev.class = tr.class
	for slot, fl := range op.Slots() {
		if fl.Type == opdefs.TVec {
			tr.fill(rng, slot, fl, mods[fl.Name])
		}
	}
	return tr
}

// pickClass is the rule of sem.Class: the narrowest class with exact results.
func (tr *trial) pickClass(mods map[string]int) bool {
	var signed, u32, wide, uq, f, hf, df, pred, wideDst, dstSigned, dstF bool
	for _, fl := range tr.op.Slots() {
		t := tr.ev.types[fl.Name]
		if fl.Type == opdefs.TDst {
			wideDst = wideDst || t.IsInt() && t.Bits() == 64
			dstSigned = dstSigned || t.IsSigned()
			dstF = dstF || t == opdefs.F
			continue
		}
		if fl.Type != opdefs.TVec {
			continue
		}
		arith := mods[fl.Name] != 0 && tr.op.Page.Props.Mods == opdefs.ModArithmetic
		signed = signed || t.IsSigned() || arith && t.IsInt()
		u32 = u32 || t == opdefs.UD
		wide = wide || t.IsInt() && t.Bits() == 64
		uq = uq || t == opdefs.UQ
		f, hf, df = f || t.Computes() == opdefs.F, hf || t == opdefs.HF, df || t == opdefs.DF
		pred = pred || t == opdefs.BOOL
	}
	ints := signed || u32 || wide || !f && !hf && !df && !pred
	tr.ev.sort = opdefs.SortInt
	switch {
	case df && (f || hf || ints), pred && (signed || u32 || wide || f || hf || df), (f || hf) && (signed || u32 || wide):
		return false
	case df, f, hf:
		tr.ev.sort = opdefs.SortFloat
		tr.class = sem.HF
		if f || dstF {
			tr.class = sem.F
		}
		if df {
			tr.class = sem.DF
		}
		// mixtures with small unsigned integers are no instruction either
		for _, t := range tr.ev.types {
			if t.IsInt() && !isDst(tr.op, tr.ev.types, t) {
				return false
			}
		}
		return true
	case pred:
		tr.ev.sort, tr.class = opdefs.SortBool, sem.P
	case wide && uq && signed:
		return false
	case wide && uq:
		tr.class = sem.UQ
	case wide:
		tr.class = sem.Q
	case tr.f.Sat, wideDst, signed && u32, len(mods) > 0 && tr.op.Page.Props.Mods == opdefs.ModArithmetic:
		tr.class = sem.X
	case signed, dstSigned && !u32:
		tr.class = sem.D
	default:
		tr.class = sem.UD
	}
	return true
}

// isDst reports whether only destinations have type t.
func isDst(op *opdefs.Op, types map[string]opdefs.Type, t opdefs.Type) bool {
	for _, fl := range op.Slots() {
		if fl.Type == opdefs.TVec && types[fl.Name] == t {
			return false
		}
	}
	return true
}

// fill draws the elements of one source, in the row of the class and exact.
func (tr *trial) fill(rng *rand.Rand, slot int, fl *opdefs.OpField, mod int) {
	t := tr.ev.types[fl.Name]
	r := tr.f.Row(slot)
	vals := make([]value, sem.Lanes)
	for i := range vals {
		if t.IsFloat() {
			vals[i] = value{f: tr.randomFloat(rng)}
			if tr.class == sem.DF {
				r.DF()[i] = vals[i].f
			} else {
				r.F()[i] = float32(vals[i].f)
			}
			continue
		}
		v := randomInt(rng, t)
		if t == opdefs.BOOL {
			v = big.NewInt(int64(rng.IntN(2)))
			tr.f.Bits[slot] |= uint32(v.Uint64()) << i
		}
		v = modified(v, t, mod, tr.op.Page.Props.Mods)
		if tr.class == sem.Q {
			v = wrap(v, 64, true) // -(-2^63) wraps
		}
		vals[i] = value{i: v}
		if tr.f.Wide[slot] {
			vals[i] = vals[0]
		}
		l := low64(vals[i].i)
		if tr.class == sem.X || tr.class == sem.UQ || tr.class == sem.Q {
			r.Q()[i] = l
		} else {
			r.U()[i] = uint32(l)
		}
	}
	tr.ev.src[fl.Name] = vals
}

func modified(v *big.Int, t opdefs.Type, mod int, kind opdefs.ModKind) *big.Int {
	switch {
	case mod == 0 || t == opdefs.BOOL:
		return v
	case kind == opdefs.ModLogic:
		return wrap(new(big.Int).Not(v), t.Bits(), t.IsSigned())
	case mod == 1:
		return new(big.Int).Neg(v)
	}
	return new(big.Int).Abs(v)
}

func randomInt(rng *rand.Rand, t opdefs.Type) *big.Int {
	edges := []uint64{0, 1, 2, 31, 32, 33, 63, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, math.MaxInt64, 1 << 63, math.MaxUint64}
	v := rng.Uint64()
	switch rng.IntN(3) {
	case 0:
		v = edges[rng.IntN(len(edges))]
	case 1:
		v >>= rng.IntN(64)
	}
	return wrap(new(big.Int).SetUint64(v), t.Bits(), t.IsSigned())
}

func (tr *trial) randomFloat(rng *rand.Rand) float64 {
	edges := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 3, math.Inf(1), math.Inf(-1), math.NaN(), 1e-40, -1e-40, 65504, 1e-7, math.MaxFloat32, math.SmallestNonzeroFloat64}
	if tr.small {
		return float64(rng.IntN(129)-64) / 8
	}
	v := math.Float64frombits(rng.Uint64())
	switch rng.IntN(3) {
	case 0:
		v = edges[rng.IntN(len(edges))]
	case 1:
		v = float64(math.Float32frombits(rng.Uint32()&0x807fffff | uint32(110+rng.IntN(36))<<23))
	}
	switch tr.class {
	case sem.HF:
		return float64(num.HalfToF(num.FToHalf(num.IEEE, float32(v))))
	case sem.F:
		return float64(float32(v))
	}
	return v
}

func (tr *trial) check(t *testing.T, k sem.Kernel) bool {
	t.Helper()
	before := *tr.f
	err := k(tr.f)
	if tr.f.Sat && err != nil && !errors.Is(err, sem.ErrRounding) {
		return assert.ErrorIs(t, err, sem.ErrSaturate64)
	}
	left, pred := before.ChEn&^tr.f.ChEn, tr.f.Pred
	tr.f.ChEn, tr.f.Pred = before.ChEn, before.Pred
	tr.ev.stmt(tr.op.Page.Body)
	if tr.ev.stops {
		return assert.ErrorIs(t, err, sem.ErrRounding)
	}
	require.NoError(t, err, tr.op.Name)
	if tr.ev.left != 0 && !assert.Equal(t, tr.ev.left, left, tr.op.Name) || tr.op.Page.PredResult && !assert.Equal(t, tr.ev.pred, pred, tr.op.Name) {
		return false
	}
	for name, vals := range tr.ev.dst {
		slot := tr.op.SlotOf(tr.op.Page.Field(name))
		for i, v := range vals {
			if v == nil {
				continue
			}
			if want, got, ok := tr.same(slot, i, *v); !ok {
				return assert.Failf(t, "kernel differs", "%s class %d %s[%d]: got %v, want %v; types %v sat %v\n%s",
					tr.op.Name, tr.class, name, i, got, want, tr.ev.types, tr.f.Sat, tr.inputs(i))
			}
		}
	}
	return true
}

func (tr *trial) inputs(i int) string {
	s := ""
	for name, v := range tr.ev.src {
		s += name + "=" + show(v[i]) + " "
	}
	return s
}

func show(v value) string {
	if v.i != nil {
		return v.i.String()
	}
	return big.NewFloat(0).SetMode(0).String() + "/" + floatText(v.f)
}

func floatText(f float64) string {
	if f != f {
		return "NaN"
	}
	return new(big.Float).SetFloat64(clampInf(f)).Text('g', 20)
}

func clampInf(f float64) float64 { return max(min(f, math.MaxFloat64), -math.MaxFloat64) }

// same compares one element as the store would see it.
func (tr *trial) same(slot, i int, v value) (want, got any, ok bool) {
	r := tr.f.Row(slot)
	if tr.f.IsPred>>slot&1 != 0 {
		w, g := uint32(v.i.Bit(0)), tr.f.Bits[slot]>>i&1
		return w, g, w == g
	}
	switch tr.class {
	case sem.HF, sem.F:
		return v.f, r.F()[i], sameFloat(v.f, float64(r.F()[i]))
	case sem.DF:
		return v.f, r.DF()[i], sameFloat(v.f, r.DF()[i])
	case sem.UD, sem.P:
		return uint32(low64(v.i)), r.U()[i], uint32(low64(v.i)) == r.U()[i]
	case sem.D:
		return int32(low64(v.i)), r.W()[i], int32(low64(v.i)) == r.W()[i]
	case sem.UQ:
		return low64(v.i), r.Q()[i], low64(v.i) == r.Q()[i]
	}
	w := int64(low64(v.i))
	if tr.f.Sat {
		w = num.SatInt(clamp64(v.i), 64, true)
	}
	return w, r.X()[i], w == r.X()[i]
}

func clamp64(v *big.Int) int64 {
	switch {
	case v.IsInt64():
		return v.Int64()
	case v.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

func sameFloat(a, b float64) bool {
	return a != a && b != b || math.Float64bits(a) == math.Float64bits(b)
}
