package edit

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// ExecSize is the size in bytes of the execution type: the widest source, with
// bytes counted as words (execution reference, 4.2).
func ExecSize(in *native.Inst) int {
	size := 0
	for i := range in.Src {
		if in.Src[i].File == native.NoFile {
			continue
		}
		t := in.Src[i].Type
		n := t.Size()
		if t == native.UV || t == native.V || n < 2 {
			n = 2
		}
		size = max(size, n)
	}
	if MixedFloat(in) {
		return 4 // mixed float executes as F
	}
	if size == 0 {
		return in.Dst.Type.Size()
	}
	return size
}

// MixedFloat reports an instruction with both hf and f among its operands.
func MixedFloat(in *native.Inst) bool {
	half, single := in.Dst.Type == native.HF, in.Dst.Type == native.F
	for i := range in.Src {
		if in.Src[i].File != native.NoFile {
			half, single = half || in.Src[i].Type == native.HF, single || ValueType(&in.Src[i]) == native.F
		}
	}
	return half && single
}

// IsReg reports an operand that occupies general registers at a known place.
func IsReg(o *native.Operand) bool { return o.File == native.Virt && !o.Indirect }

// ElementOffset is the byte distance of element k from element 0.
func ElementOffset(o *native.Operand, dst bool, k int) int {
	r, size := o.Region, o.Type.Size()
	if dst {
		return k * int(r.H) * size
	}
	w := max(int(r.W), 1)
	return (k/w*int(r.V) + k%w*int(r.H)) * size
}

// Base is the byte address of an operand's first element modulo a GRF, when
// the allocator's freedom leaves it known; ok is false for a variable smaller
// than a GRF, which lies inside one GRF.
func (c *Editor) Base(o *native.Operand) (at int, ok bool) {
	if o.File != native.Virt {
		return int(o.Sub), true
	}
	v := &c.P.Vars[o.Reg]
	if v.Fixed >= 0 {
		return v.Fixed%grfBytes + int(o.Sub), true
	}
	if v.Align >= grfBytes {
		return int(o.Sub), true
	}
	return int(o.Sub), false
}

// Alignment is the largest power of two, up to a GRF, that divides the address
// of an operand's first element.
func (c *Editor) Alignment(o *native.Operand) int {
	if at, ok := c.Base(o); ok {
		return lowBit(at)
	}
	return min(lowBit(int(o.Sub)), c.P.Vars[o.Reg].Align)
}

func lowBit(n int) int {
	if n%grfBytes == 0 {
		return grfBytes
	}
	return 1 << bits.TrailingZeros(uint(n))
}

// Extent is the byte range [lo, hi) of a direct operand inside its variable.
func Extent(o *native.Operand, dst bool, size int) (lo, hi int) {
	lo = int(o.Sub)
	if size == 0 {
		return lo, 0
	}
	last := ElementOffset(o, dst, size-1)
	if w := int(o.Region.W); !dst && w > 1 && size > w { // the end of the last whole row may be farther
		last = max(last, ElementOffset(o, dst, size-size%w-1))
	}
	return lo, lo + last + o.Type.Size()
}

// GRFs is the number of GRFs that an operand touches; where one address says where it
// begins, the fewest.
func (c *Editor) GRFs(o *native.Operand, dst bool, size int) int {
	if o.Indirect && (dst || o.Region.V != native.VxH) {
		lo, hi := Extent(o, dst, size)
		return (hi - lo + grfBytes - 1) / grfBytes
	}
	if !IsReg(o) {
		return 1
	}
	at, ok := c.Base(o)
	if !ok {
		return 1
	}
	lo, hi := Extent(o, dst, size)
	at -= int(o.Sub)
	return (at+hi-1)/grfBytes - (at+lo)/grfBytes + 1
}

// Overlap reports whether two operands of instructions of the given sizes may
// share bytes.
func Overlap(a *native.Operand, aDst bool, aSize int, b *native.Operand, bDst bool, bSize int) bool {
	if a.File != b.File || a.File == native.NoFile || a.File == native.Imm || a.IsNull() || a.Reg != b.Reg {
		return false
	}
	alo, ahi := Extent(a, aDst, aSize)
	blo, bhi := Extent(b, bDst, bSize)
	return alo < bhi && blo < ahi
}

// Stride is the constant distance between elements, in elements; ok is false
// when rows make it vary.
func Stride(r native.Region, size int) (n int, ok bool) {
	switch {
	case r.V == native.VxH:
		return 0, false
	case size == 1:
		return 0, true
	case int(r.W) >= size:
		return int(r.H), true
	case r.W == 1:
		return int(r.V), true
	case int(r.V) == int(r.W)*int(r.H):
		return int(r.H), true
	}
	return 0, false
}

// FitRegion makes a region obey the rules that depend on the execution size
// only: no row wider than it, one row with V = W*H, one channel scalar.
func FitRegion(r native.Region, size int) native.Region {
	if r.V == native.VxH {
		return r
	}
	if size == 1 || r.V == 0 && (r.H == 0 || r.W == 1) {
		return native.Scalar
	}
	if int(r.W) >= size {
		r.W = uint8(size)
		if r.H != 0 {
			r.V = r.W * r.H
		}
	}
	if r.W == 1 {
		r.H = 0
	}
	return r
}

// Linear is the region of size elements at a constant stride that is widest
// without a row crossing a GRF, which is what the compaction tables know best.
func Linear(n, size, elem, at int, known bool) native.Region {
	if n == 0 || size == 1 {
		return native.Scalar
	}
	w := min(size, 16, grfBytes/(n*elem))
	for ; w > 1; w /= 2 {
		if n <= 4 && (!known || RowsFit(n, w, size, elem, at)) {
			return native.Region{V: uint8(n * w), W: uint8(w), H: uint8(n)}
		}
	}
	return native.Region{V: uint8(n), W: 1}
}

// RowsFit reports whether rows of w of size elements, n of them apart and the first at byte at,
// each lie in one GRF.
func RowsFit(n, w, size, elem, at int) bool {
	for k := 0; k < size; k += w {
		lo := at + k*n*elem
		hi := lo + (w-1)*n*elem + elem - 1
		if lo/grfBytes != hi/grfBytes {
			return false
		}
	}
	return true
}

// EnsureAlign reports whether an operand's first element is aligned to n bytes,
// raising the alignment of its variable when that is still free.
func (c *Editor) EnsureAlign(o *native.Operand, n int) bool {
	if c.Alignment(o) >= n {
		return true
	}
	if o.File != native.Virt || o.Indirect || int(o.Sub)%n != 0 || n > grfBytes || c.P.Vars[o.Reg].Fixed >= 0 {
		return false
	}
	c.P.Vars[o.Reg].Align = max(c.P.Vars[o.Reg].Align, n)
	return true
}
