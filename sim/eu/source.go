package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// lane is an execution class: the type that a row of one instruction has.
// uint32 serves all integer operations whose low 32 bits depend only on the low
// 32 bits of their sources, and raw moves; int64 is the exact ("33 bit") integer
// class; uint16 holds half floats.
type lane interface {
	uint16 | uint32 | int64 | float32 | float64
}

type srcKind uint8

const (
	srcConst    srcKind = iota // row
	srcDirect                  // registers that already look like a row
	srcScalar                  // one element for all
	srcRegion                  // offs from addr
	srcIndirect                // offs from a0
	srcRows                    // one a0 sub-register per width elements (VxH)
	srcAcc                     // accumulator elements
)

// source is a source operand of class T.
type source[T lane] struct {
	kind   srcKind
	fresh  bool // reads a register that must be refreshed first
	width  uint8
	size   uint8
	addr   int // register byte address; a0 address when indirect; first element of the accumulator
	imm    int // indirect: bytes added to a0
	offs   []uint16
	reach  int // bytes from the base to the end of the last element
	row    *[maxLanes]T
	read   reader[T]
	adjust func(row []T) // source modifier
	acc    func(t *thread, o *op, s *source[T], row *[maxLanes]T)
}

// reader loads the elements at offs from p.
type reader[T lane] func(p unsafe.Pointer, offs []uint16, row *[maxLanes]T)

func readAs[E uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64, T lane](p unsafe.Pointer, offs []uint16, row *[maxLanes]T) {
	out := row[:len(offs)]
	for i, o := range offs {
		out[i] = T(*(*E)(unsafe.Add(p, uintptr(o))))
	}
}

// get is the operand's row: registers themselves, the constant, or buf filled.
// Callers must not write to it.
func (s *source[T]) get(t *thread, o *op, buf *[maxLanes]T) *[maxLanes]T {
	switch s.kind {
	case srcConst:
		return s.row
	case srcDirect:
		return rowAt[T](t, s.addr)
	}
	s.fill(t, o, buf)
	if s.adjust != nil {
		s.adjust(buf[:o.n])
	}
	return buf
}

// fill loads the row without modifiers.
func (s *source[T]) fill(t *thread, o *op, buf *[maxLanes]T) {
	if s.fresh {
		t.refresh(o)
	}
	switch s.kind {
	case srcScalar:
		s.read(unsafe.Add(t.base, s.addr), s.offs, buf)
		v := buf[0]
		for i := range buf[:o.n] {
			buf[i] = v
		}
	case srcRegion:
		s.read(unsafe.Add(t.base, s.addr), s.offs, buf)
	case srcIndirect:
		at := int(*(*uint16)(unsafe.Add(t.base, s.addr))) + s.imm
		if !t.inFile(o, -1, at, s.reach) {
			return
		}
		s.read(unsafe.Add(t.base, at), s.offs, buf)
	case srcRows:
		s.fillRows(t, o, buf)
	case srcAcc:
		s.acc(t, o, s, buf)
	}
}

// fillRows is the VxH form: row j of width elements lies at a0.(n+j) + imm.
func (s *source[T]) fillRows(t *thread, o *op, buf *[maxLanes]T) {
	var one [maxLanes]T
	em := t.mask(o)
	for k := 0; k < int(o.n); k += int(s.width) {
		n := min(int(s.width), int(o.n)-k)
		if em>>k&ones(n) == 0 {
			continue // a row without enabled elements may have any address
		}
		a0 := s.addr + k/int(s.width)*2
		at := int(*(*uint16)(unsafe.Add(t.base, a0))) + s.imm
		last := int(s.offs[n-1]) + int(s.size)
		if !t.inFile(o, int(o.off)+k, at, last) {
			return
		}
		s.read(unsafe.Add(t.base, at), s.offs[:n], &one)
		copy(buf[k:k+n], one[:n])
	}
}

// inFile checks an indirect access of size bytes.
func (t *thread) inFile(o *op, lane, at, size int) bool {
	if at >= 0 && at+size <= t.grf {
		return true
	}
	t.fault(o, lane, &RegisterError{Addr: at, Size: size, Limit: t.grf})
	return false
}

// offsets are the byte offsets of the first n elements of a region.
func offsets(r native.Region, size, n int) []uint16 {
	out := make([]uint16, n)
	w := max(1, int(r.W))
	for k := range out {
		out[k] = uint16((k/w*int(r.V) + k%w*int(r.H)) * size)
	}
	return out
}

// swizzled are the offsets of an Align16 source: groups of four, 64-bit
// elements in groups of two pairs.
func swizzled(op *native.Operand, n int) []uint16 {
	out := make([]uint16, n)
	if op.Type.Size() == 8 { // a group is two elements, each named by its two dwords
		for k := range out {
			group := k &^ 1
			if op.Region.V == 0 {
				group = 0
			}
			out[k] = uint16((group + int(op.Swizzle>>(k%2*4+1)&1)) * 8)
		}
		return out
	}
	for k := range out {
		group := k &^ 3
		if op.Region.V == 0 {
			group = 0
		}
		out[k] = uint16((group + int(op.Swizzle>>(k%4*2)&3)) * op.Type.Size())
	}
	return out
}

// isPacked says that element k lies at k*size.
func isPacked(offs []uint16, size int) bool {
	for k, o := range offs {
		if int(o) != k*size {
			return false
		}
	}
	return true
}

func isScalar(offs []uint16) bool {
	for _, o := range offs {
		if o != 0 {
			return false
		}
	}
	return len(offs) > 0
}

// place finds the register bytes of a direct operand whose last element ends
// reach bytes after its first.
func (l *loader) place(op *native.Operand, reach int) (addr int, hook arfHook, err error) {
	grf := l.prog.caps.grfBytes
	if op.File == native.GRF {
		at := int(op.Reg)*32 + int(op.Sub)
		if op.Reg < 0 || at+reach > grf {
			return 0, 0, l.bad("operand r%d.%d reaches byte %d of a register file of %d", op.Reg, op.Sub, at+reach, grf)
		}
		return at, plain, nil
	}
	if op.File == native.ARF {
		for _, p := range arfPlaces {
			if p.reg != op.Reg {
				continue
			}
			if int(op.Sub)+reach > p.size {
				return 0, 0, l.refuse("%d bytes at offset %d of architecture register %#02x, which has %d", reach, op.Sub, op.Reg, p.size)
			}
			return grf + p.off + int(op.Sub), p.hook, nil
		}
		return 0, 0, l.refuse("architecture register %#02x", op.Reg)
	}
	return 0, 0, l.bad("operand in register file %d", op.File)
}

// isAcc says whether an operand is acc0 or acc1.
func isAcc(op *native.Operand) bool {
	return op.File == native.ARF && (op.Reg == native.ARFAcc0 || op.Reg == native.ARFAcc1)
}

// accElement is the number of the first accumulator element of an operand.
func accElement(op *native.Operand) int {
	return (int(op.Reg-native.ARFAcc0)*32 + int(op.Sub)) / op.Type.Size()
}

// bind fills s from source i of the instruction, for class c.
func bind[T lane](l *loader, i int, c *class[T], s *source[T]) error {
	op := &l.in.Src[i]
	n := int(l.op.n)
	size := op.Type.Size()
	if int(op.Type) >= len(c.readers) || c.readers[op.Type] == nil && op.File != native.Imm && !isAcc(op) && !op.IsNull() {
		return l.refuse("source %d of type %s in %s arithmetic", i, op.Type, c.name)
	}
	s.size, s.adjust = uint8(size), c.modifier(l, op)
	switch {
	case op.File == native.Imm:
		return bindImm(l, op, c, s)
	case op.IsNull():
		s.kind, s.row = srcConst, new([maxLanes]T)
		return nil
	case isAcc(op):
		return bindAcc(l, op, c, s)
	}
	s.read = c.readers[op.Type]
	switch {
	case l.in.Align16 && op.Region != native.Scalar && l.srcs() == 3:
		s.offs = offsets(native.Region{V: 1, W: 1}, size, n)
		if op.Swizzle != 0xE4 {
			s.offs = swizzled(&native.Operand{Swizzle: op.Swizzle, Type: op.Type, Region: native.Region{V: 4}}, n)
		}
	case l.in.Align16 && l.srcs() != 3:
		s.offs = swizzled(op, n)
	default:
		s.offs = offsets(op.Region, size, n)
	}
	s.reach = int(maxOf(s.offs)) + size
	if op.Indirect {
		return bindIndirect(l, i, op, s)
	}
	return bindDirect(l, op, c, s)
}

func bindIndirect[T lane](l *loader, i int, op *native.Operand, s *source[T]) error {
	s.kind, s.imm = srcIndirect, int(op.AddrImm)
	s.addr = l.prog.caps.grfBytes + offA0 + 2*int(op.AddrSub)
	if op.Region.V != native.VxH {
		return nil
	}
	if i > 0 {
		return l.refuse("an address for each row of source %d: only source 0 has that form", i)
	}
	s.kind, s.width = srcRows, max(1, op.Region.W)
	rows := (int(l.op.n) + int(s.width) - 1) / int(s.width)
	if int(op.AddrSub)+rows > 16 {
		return l.bad("%d address sub-registers from a0.%d: a0 has 16", rows, op.AddrSub)
	}
	s.offs = offsets(native.Region{W: s.width, H: op.Region.H}, int(s.size), int(s.width))
	return nil
}

func bindDirect[T lane](l *loader, op *native.Operand, c *class[T], s *source[T]) error {
	addr, hook, err := l.place(op, s.reach)
	if err != nil {
		return err
	}
	if hook == notify || op.Reg == native.ARFTM0 && op.File == native.ARF {
		return l.refuse("reading architecture register %#02x", op.Reg)
	}
	if hook == readOnly && op.Reg == native.ARFSR0 && op.Sub < 8 {
		return l.refuse("reading sr0.0 or sr0.1, the place of the thread in the device")
	}
	s.addr, s.kind, s.fresh = addr, srcRegion, hook == readOnly
	size := int(s.size)
	switch {
	case isScalar(s.offs):
		s.kind, s.offs = srcScalar, s.offs[:1]
	case s.adjust == nil && !s.fresh && c.same(op.Type) && addr%size == 0 && isPacked(s.offs, size):
		s.kind = srcDirect
	}
	return nil
}

func maxOf(offs []uint16) (m uint16) {
	for _, o := range offs {
		m = max(m, o)
	}
	return m
}
