package eu

import (
	"slices"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// at is where a source lies that is a row.
func (t *thread) at(s *code.Source) unsafe.Pointer {
	return unsafe.Add(t.spaces[s.Space&1], int(s.Addr))
}

// row is the row of source i, which is s, in the representation of the op's class:
// the registers or constants themselves, or scratch row i. Callers do not write to
// it.
func (t *thread) row(o *code.Op, s *code.Source, i int) unsafe.Pointer {
	if s.Mode != code.SrcRow {
		return t.bring(o, s, i)
	}
	return t.at(s)
}

// bring puts a source that is no row as it lies into scratch row i.
func (t *thread) bring(o *code.Op, s *code.Source, i int) unsafe.Pointer {
	out := t.tmp(i)
	switch s.Mode {
	case code.SrcSpread:
		broadcast32(as[uint64](out), *t.u32(int(s.Addr)), int(o.N))
		return out
	case code.SrcWord:
		broadcast32(as[uint64](out), uint32(*(*int16)(unsafe.Add(t.base, int(s.Addr)))), int(o.N))
		return out
	case code.SrcUnsigned:
		broadcast32(as[uint64](out), uint32(*(*uint16)(unsafe.Add(t.base, int(s.Addr)))), int(o.N))
		return out
	case code.SrcWords:
		loadWords(unsafe.Add(t.base, int(s.Addr)), as[uint32](out), int(o.N))
		return out
	case code.SrcShorts:
		loadShorts(unsafe.Add(t.base, int(s.Addr)), as[uint32](out), int(o.N))
		return out
	case code.SrcSigned:
		modifyRow(o.Class, s.Mod, unsafe.Add(t.base, int(s.Addr)), out, int(o.N))
		return out
	}
	return t.fill(o, s, i)
}

// sourceBytes is how many bytes a source reaches over.
func sourceBytes(p *code.Program, s *code.Source) int {
	if s.Mode != code.SrcAcc {
		return int(s.Reach)
	}
	return (int(slices.Max(p.Offs[s.Offs:][:s.Reach])) + 1) * s.Type.Size()
}

// fill loads a source into scratch row i.
func (t *thread) fill(o *code.Op, s *code.Source, i int) unsafe.Pointer {
	out := t.tmp(i)
	switch s.Hook {
	case code.HookReadOnly:
		t.refresh(o)
	case code.HookAcc:
		if !t.readAcc(o, s.Kind, int(s.Addr), sourceBytes(t.prog, s)) {
			return out
		}
	}
	if s.Mode == code.SrcRows {
		t.fillRows(o, s, out)
		return t.modified(o, s, out, out, int(o.N))
	}
	p := unsafe.Add(t.base, int(s.Addr))
	if s.Indirect {
		at := int(*(*uint16)(p)) + int(s.Imm)
		if !t.inFile(o, -1, at, int(s.Reach)) {
			return out
		}
		p = unsafe.Add(t.base, at)
	}
	switch s.Mode {
	case code.SrcScalar:
		t.modified(o, s, loadRow(o.Class, s.Type, p, 0, out, 1), out, 1)
		return broadcast(o.Class, out, int(o.N))
	case code.SrcGather:
		p = gather(p, s.Type.Size(), t.prog.Offs[s.Offs:][:o.N], t.tmp(tmpPack))
		return t.modified(o, s, loadRow(o.Class, s.Type, p, s.Type.Size(), out, int(o.N)), out, int(o.N))
	case code.SrcAcc:
		t.wideAcc(s, as[int64](out))
		return t.modified(o, s, out, out, int(o.N))
	}
	return t.modified(o, s, loadRow(o.Class, s.Type, p, int(s.Step), out, int(o.N)), out, int(o.N))
}

// fillRows is the VxH form: row j of Width elements lies at a0.(n+j) + Imm.
func (t *thread) fillRows(o *code.Op, s *code.Source, out unsafe.Pointer) {
	em := t.mask(o)
	size, step, width := s.Type.Size(), int(s.Step), int(s.Width)
	for k := 0; k < int(o.N); k += width {
		n := min(width, int(o.N)-k)
		if em>>k&ones(n) == 0 {
			continue // a row without enabled elements may have any address
		}
		at := int(*(*uint16)(unsafe.Add(t.base, int(s.Addr)+k/width*2))) + int(s.Imm)
		if !t.inFile(o, int(o.Off)+k, at, (n-1)*step+size) {
			return
		}
		cell := unsafe.Add(out, k*o.Class.Size())
		if p := loadRow(o.Class, s.Type, unsafe.Add(t.base, at), step, cell, n); p != cell {
			copy(unsafe.Slice((*byte)(cell), n*o.Class.Size()), unsafe.Slice((*byte)(p), n*o.Class.Size()))
		}
	}
}

// gather packs the elements of size bytes at offs into out.
func gather(p unsafe.Pointer, size int, offs []uint16, out unsafe.Pointer) unsafe.Pointer {
	switch size {
	case 4:
		pick(as[uint32](out), p, offs)
	case 8:
		pick(as[uint64](out), p, offs)
	case 2:
		pick(as[uint16](out), p, offs)
	default:
		pick(as[uint8](out), p, offs)
	}
	return out
}

func pick[T any](out *[maxLanes]T, p unsafe.Pointer, offs []uint16) {
	for i, o := range offs {
		out[i&31] = *(*T)(unsafe.Add(p, uintptr(o)))
	}
}

// broadcast copies element 0 of a row to the first n.
func broadcast(c code.Class, row unsafe.Pointer, n int) unsafe.Pointer {
	if c.Size() == 4 {
		broadcast32(as[uint64](row), *(*uint32)(row), n)
		return row
	}
	wide := as[uint64](row)
	for i := range n & 63 {
		wide[i&31] = wide[0]
	}
	return row
}

// broadcast32 writes v to n elements of a row of 32-bit elements, two at a time.
func broadcast32(row *[maxLanes]uint64, v uint32, n int) {
	if eights(n) {
		avx.Spread((*uint32)(unsafe.Pointer(row)), v, n)
		return
	}
	pair := uint64(v) | uint64(v)<<32
	for i := 0; i < n; i += 2 {
		row[i/2&31] = pair
	}
}

// loadRow brings n elements of a type, step bytes apart, into the representation
// of a class. The row is out, or where the elements lie when that is the same.
func loadRow(c code.Class, ty native.Type, p unsafe.Pointer, step int, out unsafe.Pointer, n int) unsafe.Pointer {
	switch c {
	case code.ClassRaw:
		loadRaw(ty, p, step, as[uint32](out), n)
	case code.ClassWide:
		loadWide(ty, p, step, as[int64](out), n)
	case code.ClassDouble:
		if ty == native.DF {
			loadAs[float64](p, step, as[float64](out), n)
		} else {
			loadAs[float32](p, step, as[float64](out), n)
		}
	default:
		if ty == native.HF {
			loadHalf(p, step, as[uint32](out), n)
		} else { // bits, so that no NaN changes
			loadAs[uint32](p, step, as[uint32](out), n)
		}
	}
	return out
}

func loadRaw(ty native.Type, p unsafe.Pointer, step int, out *[maxLanes]uint32, n int) {
	switch ty {
	case native.UW:
		loadAs[uint16](p, step, out, n)
	case native.W:
		loadAs[int16](p, step, out, n)
	case native.UB:
		loadAs[uint8](p, step, out, n)
	case native.B:
		loadAs[int8](p, step, out, n)
	default:
		loadAs[uint32](p, step, out, n)
	}
}

// loadWords widens unsigned words that follow each other.
func loadWords(p unsafe.Pointer, out *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.UnsignedWords(out, as[uint16](p), n)
		return
	}
	loadAs[uint16](p, 2, out, n)
}

// loadShorts widens signed words that follow each other.
func loadShorts(p unsafe.Pointer, out *[maxLanes]uint32, n int) {
	if eights(n) {
		avx.SignedWords(out, as[int16](p), n)
		return
	}
	loadAs[int16](p, 2, out, n)
}

func loadWide(ty native.Type, p unsafe.Pointer, step int, out *[maxLanes]int64, n int) {
	switch ty {
	case native.UD:
		loadAs[uint32](p, step, out, n)
	case native.D:
		loadAs[int32](p, step, out, n)
	case native.UW:
		loadAs[uint16](p, step, out, n)
	case native.W:
		loadAs[int16](p, step, out, n)
	case native.UB:
		loadAs[uint8](p, step, out, n)
	case native.B:
		loadAs[int8](p, step, out, n)
	default:
		loadAs[int64](p, step, out, n)
	}
}

type number interface {
	uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64
}

func loadAs[E, T number](p unsafe.Pointer, step int, out *[maxLanes]T, n int) {
	for i := range n & 63 {
		out[i&31] = T(*(*E)(p))
		p = unsafe.Add(p, step)
	}
}
