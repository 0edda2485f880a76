package eu

import "github.com/genvisa/genvisa/native"

// class is what the loaders and stores of one execution class know about types.
type class[T lane] struct {
	name    string
	readers [native.NumTypes]reader[T]
	// same says that an element of the type has T's representation.
	same func(native.Type) bool
	// modifier is the in-place form of an operand's source modifier; nil for none.
	modifier func(*loader, *native.Operand) func([]T)
	// accGet reads an accumulator element as a type; nil when the class cannot.
	accGet func(*loader, native.Type) func(*accState, int) T
	accSet func(*accState, int, T)
	acc    accKind // what it can write there; accNone: nothing
	// convert makes destination bits; both results nil when T's bits are the result.
	convert func(*loader, native.Type, bool) (to32[T], to64[T], error)
}

// to32 and to64 convert n elements to the bits of a destination type.
type (
	to32[T lane] func(t *thread, in *[maxLanes]T, out *[maxLanes]uint32, n int)
	to64[T lane] func(t *thread, in *[maxLanes]T, out *[maxLanes]uint64, n int)
)

var classRaw = class[uint32]{
	name: "32-bit integer",
	readers: [native.NumTypes]reader[uint32]{
		native.UD: readAs[uint32, uint32], native.D: readAs[int32, uint32],
		native.UW: readAs[uint16, uint32], native.W: readAs[int16, uint32],
		native.UB: readAs[uint8, uint32], native.B: readAs[int8, uint32],
	},
	same:     func(ty native.Type) bool { return ty == native.D || ty == native.UD },
	modifier: intModifier[uint32],
	accGet:   func(*loader, native.Type) func(*accState, int) uint32 { return nil },
	convert: func(l *loader, ty native.Type, sat bool) (to32[uint32], to64[uint32], error) {
		if sat || ty.Size() > 4 || ty.IsFloat() {
			panic("BUG: 32-bit class chosen for a saturated, 64-bit or float destination")
		}
		return nil, nil, nil
	},
}

var classWide = class[int64]{
	name: "integer",
	readers: [native.NumTypes]reader[int64]{
		native.UD: readAs[uint32, int64], native.D: readAs[int32, int64],
		native.UW: readAs[uint16, int64], native.W: readAs[int16, int64],
		native.UB: readAs[uint8, int64], native.B: readAs[int8, int64],
		native.UQ: readAs[uint64, int64], native.Q: readAs[int64, int64],
	},
	same:     func(ty native.Type) bool { return ty == native.Q || ty == native.UQ },
	modifier: intModifier[int64],
	accGet:   wideAccGet,
	accSet:   func(a *accState, e int, v int64) { a.i[e] = v },
	acc:      accInt,
	convert:  convertInt,
}

// intModifier is negation, absolute value, or on logic operations bitwise not.
// It applies to the widened source: the row is wider, so that unsigned sources
// become negative. Intel's finalizer counts on that when it makes `~A:q` of a
// byte that a move widened into `~byte:ub`.
func intModifier[T integer](l *loader, op *native.Operand) func([]T) {
	if op.Mod == native.ModNone {
		return nil
	}
	mod, logic, signed := op.Mod, l.row.logic, op.Type.IsSigned()
	if logic {
		return func(row []T) {
			for i, v := range row {
				row[i] = ^v
			}
		}
	}
	return func(row []T) {
		for i, v := range row {
			if mod&native.ModAbs != 0 && signed && negative(v) {
				v = -v
			}
			if mod&native.ModNeg != 0 {
				v = -v
			}
			row[i] = v
		}
	}
}

// negative is the sign of a row element; 32-bit rows hold two's complement.
func negative[T integer](v T) bool {
	if w, ok := any(v).(uint32); ok {
		return int32(w) < 0
	}
	return int64(v) < 0
}

// wideAccGet reads an integer accumulator element. Add and shift see the exact
// value, everything else the bits of the type.
func wideAccGet(l *loader, ty native.Type) func(*accState, int) int64 {
	if ty.IsFloat() {
		return nil
	}
	if l.row.wideAcc {
		return func(a *accState, e int) int64 { return a.i[e] }
	}
	return func(a *accState, e int) int64 { return extend(a.i[e], ty) }
}

// extend is the value of the low bits of v as an integer type.
func extend(v int64, ty native.Type) int64 {
	shift := 64 - 8*ty.Size()
	if ty.IsSigned() {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}

// intLimits is the range of an integer type of at most 32 bits.
func intLimits(ty native.Type) (lo, hi int64) {
	bits := 8 * ty.Size()
	if ty.IsSigned() {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// convertInt stores exact integers: low bits, clamped when saturating, or
// rounded to a float type.
func convertInt(l *loader, ty native.Type, sat bool) (to32[int64], to64[int64], error) {
	unsigned := l.plainUQ()
	switch {
	case !sat && ty.Size() == 8 && !ty.IsFloat():
		return nil, nil, nil
	case !sat && !ty.IsFloat():
		return func(_ *thread, in *[maxLanes]int64, out *[maxLanes]uint32, n int) {
			for i := range n {
				out[i] = uint32(in[i])
			}
		}, nil, nil
	case ty.IsFloat() && unsigned:
		return intToFloat(ty, sat, true)
	case l.resultBits() > 64:
		return nil, nil, l.refuse("%s with a result of more than 64 bits, saturated or as %s", l.in.Op, ty)
	case ty.IsFloat():
		return intToFloat(ty, sat, false)
	case ty.Size() == 8:
		return nil, nil, l.refuse("saturation of 64-bit integers")
	}
	lo, hi := intLimits(ty)
	return func(_ *thread, in *[maxLanes]int64, out *[maxLanes]uint32, n int) {
		for i := range n {
			out[i] = uint32(min(max(in[i], lo), hi))
		}
	}, nil, nil
}

// plainUQ says that the result is a source, one of them of 64 bits and none
// negative, so that row elements are unsigned.
func (l *loader) plainUQ() bool {
	for i := range l.srcs() {
		if src := &l.in.Src[i]; src.Type.IsSigned() || src.Mod&native.ModNeg != 0 {
			return false
		}
	}
	return l.row.bits == nil && l.hasSource(native.UQ)
}

// resultBits is how many bits hold every exact result, as two's complement. The
// negative of the smallest Q counts as itself, as everywhere modulo 2^64.
func (l *loader) resultBits() (n int) {
	var src [3]int
	for i := range l.srcs() {
		s := &l.in.Src[i]
		ty := s.Type
		if vec := vectorElems[ty]; vec.per != 0 {
			ty = vec.as
		}
		src[i] = 8 * ty.Size()
		if isAcc(s) && l.row.wideAcc {
			src[i] = accBits
		}
		if !ty.IsSigned() || s.Mod != native.ModNone && ty != native.Q {
			src[i]++
		}
		n = max(n, src[i])
	}
	if l.row.bits != nil {
		n = l.row.bits(src)
	}
	return n
}

// accBits is the widest accumulator element that code makes: a dword times a
// word.
const accBits = 48

// sumBits and so on are resultBits of operations that need more than their
// sources.
func sumBits(s [3]int) int { return max(s[0], s[1]) + 1 }
func mulBits(s [3]int) int { return s[0] + s[1] }
func madBits(s [3]int) int { return max(s[0], s[1]+s[2]) + 1 }

// shlBits counts the largest shift, and shrBits the sign that a shifted value
// does not have; what is shifted makes the shift one of 64 bits, not the count.
func shlBits(s [3]int) int {
	if s[0] >= 64 {
		return 64 + 63
	}
	return s[0] + 31
}

func shrBits(s [3]int) int {
	if s[0] >= 64 {
		return 64 + 1
	}
	return 32 + 1
}

// hasSource says whether a source has type ty.
func (l *loader) hasSource(ty native.Type) bool {
	for i := range l.srcs() {
		if l.in.Src[i].Type == ty {
			return true
		}
	}
	return false
}

// srcs is how many sources the instruction has.
func (l *loader) srcs() int { return l.row.srcs }
