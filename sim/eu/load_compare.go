package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// comparer gives one bit per element.
type comparer[T lane] func(t *thread, cond native.CondMod, a, b *[maxLanes]T, n int) uint32

func compareU32(_ *thread, cond native.CondMod, a, b *[maxLanes]uint32, n int) uint32 {
	return compare(cond, a, b, n)
}

func compareS32(_ *thread, cond native.CondMod, a, b *[maxLanes]uint32, n int) uint32 {
	return compare(cond, (*[maxLanes]int32)(unsafe.Pointer(a)), (*[maxLanes]int32)(unsafe.Pointer(b)), n)
}

func compareS64(_ *thread, cond native.CondMod, a, b *[maxLanes]int64, n int) uint32 {
	return compare(cond, a, b, n)
}

func compareU64(_ *thread, cond native.CondMod, a, b *[maxLanes]int64, n int) uint32 {
	return compare(cond, (*[maxLanes]uint64)(unsafe.Pointer(a)), (*[maxLanes]uint64)(unsafe.Pointer(b)), n)
}

// Comparisons of floats see denormals as zeros when the mode flushes them.
func flushed32(keep bool, flush func(float32) float32, a *[maxLanes]float32, n int) *[maxLanes]float32 {
	if keep {
		return a
	}
	out := new([maxLanes]float32)
	for i := range n {
		out[i] = flush(a[i])
	}
	return out
}

func flushed64(m num.Mode, a *[maxLanes]float64, n int) *[maxLanes]float64 {
	if m.KeepDF {
		return a
	}
	out := new([maxLanes]float64)
	for i := range n {
		out[i] = m.FlushD(a[i])
	}
	return out
}

func compareF(t *thread, cond native.CondMod, a, b *[maxLanes]float32, n int) uint32 {
	m := t.mode
	return compare(cond, flushed32(m.KeepF, m.FlushF, a, n), flushed32(m.KeepF, m.FlushF, b, n), n)
}

func compareH(t *thread, cond native.CondMod, a, b *[maxLanes]float32, n int) uint32 {
	m := t.mode
	return compare(cond, flushed32(m.KeepHF, m.FlushH, a, n), flushed32(m.KeepHF, m.FlushH, b, n), n)
}

func compareD(t *thread, cond native.CondMod, a, b *[maxLanes]float64, n int) uint32 {
	return compare(cond, flushed64(t.mode, a, n), flushed64(t.mode, b, n), n)
}

// cmpnOf turns a float comparison into that of cmpn.
func cmpnOf[T float32 | float64](plain comparer[T]) comparer[T] {
	return func(t *thread, cond native.CondMod, a, b *[maxLanes]T, n int) uint32 {
		return fixNaN(plain(t, cond, a, b, n), cond, a, b, n)
	}
}

// intCompare picks rows that hold both sources exactly: 32-bit ones when both
// are signed or both unsigned.
func (l *loader) intCompare() (raw comparer[uint32], wide comparer[int64], err error) {
	signed, unsigned, narrow := true, true, true
	for i := range 2 {
		src := &l.in.Src[i]
		ty := src.Type
		if vec := vectorElems[ty]; vec.per != 0 {
			ty = vec.as
		}
		plain := src.Mod == native.ModNone
		positive := src.File == native.Imm && plain && extend(int64(src.Imm), ty) >= 0 && vectorElems[src.Type].per == 0
		signed = signed && plain && (ty.IsSigned() || ty.Size() < 4 || positive && ty.Size() == 4 && int32(src.Imm) >= 0)
		unsigned = unsigned && (plain && (!ty.IsSigned() || positive) || src.Mod == native.ModAbs && !ty.IsSigned())
		narrow = narrow && l.intSrc(i)
	}
	switch {
	case narrow && unsigned:
		return compareU32, nil, nil
	case narrow && signed:
		return compareS32, nil, nil
	case unsigned:
		return nil, compareU64, nil
	case l.hasSource(native.UQ):
		return nil, nil, l.refuse("comparison of uq with a signed source")
	}
	return nil, compareS64, nil
}

func loadCmp(l *loader) error {
	nan := l.in.Op == native.OpCmpn
	if l.in.Cond == native.CondOV || l.in.Cond == native.CondNone {
		return l.refuse("%s with condition modifier %q", l.in.Op, l.in.Cond.String())
	}
	switch l.execType() {
	case native.DF:
		return addCmp(l, &classD, pick(nan, cmpnOf(compareD), compareD))
	case native.F:
		return addCmp(l, &classF, pick(nan, cmpnOf(compareF), compareF))
	case native.HF:
		return addCmp(l, &classH, pick(nan, cmpnOf(compareH), compareH))
	}
	raw, wide, err := l.intCompare()
	switch {
	case err != nil:
		return err
	case raw != nil:
		return addCmp(l, &classRaw, raw)
	}
	return addCmp(l, &classWide, wide)
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// comparison is cmp: flags, and all ones or zeros in a destination that is not null.
type comparison[T lane] struct {
	src  [2]source[T]
	dst  dest
	less comparer[T]
}

func addCmp[T lane](l *loader, c *class[T], f comparer[T]) error {
	p := &comparison[T]{less: f}
	for i := range p.src {
		if err := bind(l, i, c, &p.src[i]); err != nil {
			return err
		}
	}
	if err := l.bindDst(&p.dst); err != nil {
		return err
	}
	if p.dst.kind == dstAcc || l.in.AccWr {
		return l.refuse("cmp into the accumulator")
	}
	l.op.fn = p.run
	return nil
}

func (p *comparison[T]) run(t *thread, o *op) {
	em := t.mask(o)
	if em == 0 {
		return
	}
	a := p.src[0].get(t, o, tmp[T](t, 0))
	b := p.src[1].get(t, o, tmp[T](t, 1))
	res := p.less(t, o.cond, a, b, int(o.n))
	t.setFlags(o, em, res)
	if p.dst.kind == dstNone || t.err != nil {
		return
	}
	wide := p.dst.size == 8
	row, row64 := tmp[uint32](t, 4), tmp[uint64](t, 4)
	for i := range int(o.n) {
		if wide {
			row64[i] = -uint64(res >> i & 1)
		} else {
			row[i] = -(res >> i & 1)
		}
	}
	if wide {
		p.dst.store64(t, o, em, row64)
	} else {
		p.dst.store32(t, o, em, row)
	}
}
