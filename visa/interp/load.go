package interp

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Loaders bring one source operand into its row. The ones for 32-bit rows
// without modifier are the fast paths; loadGeneral does everything else in two
// steps, raw elements first, then the class's form.

func loadFixed(w *worker, _ *thread, s *source) error {
	w.frame.Off[s.slot] = s.fixed
	return nil
}

func loadInPlace(w *worker, t *thread, s *source) error {
	w.frame.Off[s.slot] = t.at + int(s.off)
	return nil
}

// loadListed is a loader for another number of elements than the instruction has. No lane
// is off for an element that is no lane's.
func loadListed(load func(*worker, *thread, *source) error, n int) func(*worker, *thread, *source) error {
	return func(w *worker, t *thread, s *source) error {
		f := &w.frame
		size, on := f.N, f.ChEn
		f.N, f.ChEn = n, fullMask(n)
		err := load(w, t, s)
		f.N, f.ChEn = size, on
		return err
	}
}

func loadScalar4(w *worker, t *thread, s *source) error {
	row, v := w.row32(s.slot), le32(t.image[s.off:])
	for i := range row[:w.frame.N] {
		row[i] = v
	}
	return nil
}

// loadContiguous copies elements that follow each other and have the size of
// the row's.
func loadContiguous(w *worker, t *thread, s *source) error {
	n := w.frame.N * int(s.size)
	row := w.row64(s.slot)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(row)), n), t.image[s.off:][:n])
	return nil
}

func loadStrided4(w *worker, t *thread, s *source) error {
	row, p := w.row32(s.slot), s.off
	for i := range row[:w.frame.N] {
		row[i] = le32(t.image[p:])
		p += s.h
	}
	return nil
}

// loadSigned4 reads floats with a modifier, which is on the sign bit only.
func loadSigned4(w *worker, t *thread, s *source) error {
	row, p := w.row32(s.slot), s.off
	flip, drop := uint32(0), uint32(0)
	switch s.mod {
	case visa.Neg:
		flip = 1 << 31
	case visa.Abs:
		drop = 1 << 31
	case visa.NegAbs:
		drop, flip = 1<<31, 1<<31
	}
	if s.h == 0 {
		v := le32(t.image[p:])&^drop ^ flip
		for i := range row[:w.frame.N] {
			row[i] = v
		}
		return nil
	}
	for i := range row[:w.frame.N] {
		row[i] = le32(t.image[p:])&^drop ^ flip
		p += s.h
	}
	return nil
}

// loadContiguous2 zero- or sign-extends words into a 32-bit row.
func loadContiguous2(w *worker, t *thread, s *source) error {
	n := w.frame.N
	row, b := w.row32(s.slot)[:n], t.image[s.off:][:2*n]
	if s.typ.IsSigned() {
		for i := range row {
			row[i] = uint32(int32(int16(le16(b[2*i:]))))
		}
		return nil
	}
	for i := range row {
		row[i] = uint32(le16(b[2*i:]))
	}
	return nil
}

func loadGeneral(w *worker, t *thread, s *source) error {
	gather(&w.raw, t.image, &s.region, w.frame.N)
	s.finish(&w.raw, w.frame.N)
	w.put(s, w.frame.N)
	return nil
}

// loadIndirect reads each element at its own address. One outside of the variable is 0: a
// lane that is off may hold any address, and compilers let lanes that are on read beside
// an array where nothing uses what they get, which is told. A lane is off under NoMask
// too: the loops that Intel's compilers make over the values of 16 lanes read once by
// the address of "no lane", 4 bytes before the first, where none of the 16 is on.
func loadIndirect(w *worker, t *thread, s *source) error {
	f := &w.frame
	on := f.ChEn & (t.exec >> (s.first & 31))
	for i := range f.N {
		p := t.element(&s.indirect, &s.region, int32(i))
		at := s.which(int32(i), s.w)
		if from, to := w.bounds(t, at); p < from || p+int64(s.size) > to {
			if on>>i&1 != 0 {
				if err := w.leftVariable(t, s, at, p, i); err != nil {
					return err
				}
			}
			w.raw[i] = 0
			continue
		}
		w.raw[i] = element(t.image[p:], s.size)
	}
	s.finish(&w.raw, f.N)
	w.put(s, f.N)
	return nil
}

// leftVariable tells that element i was read at storage byte p, outside of the variable
// whose address the address element at holds. The address of no variable is an error.
func (w *worker) leftVariable(t *thread, s *source, at int32, p int64, i int) error {
	owner := t.owners[at] - 1
	if owner < 0 {
		return w.regionFault(t, at, p, s.size, i)
	}
	name := w.prog.kernel.Vars[owner].Name
	in := &w.prog.code[t.pc]
	t.env.OutsideVariable(name, i+int(s.first), w.beside(owner, p), func() dispatch.Place { return w.place(in) })
	for k := range w.left {
		if w.left[k].Variable == name {
			w.left[k].Reads++
			return nil
		}
	}
	w.left = append(w.left, dispatch.Left{Variable: name, Reads: 1})
	return nil
}

// beside is how far storage byte p, outside of a variable, is from its start: before it or
// behind it, whichever is nearer, as an address has 16 bits.
func (w *worker) beside(v int32, p int64) int64 {
	l := &w.prog.layout
	behind := int64(uint16(p - int64(l.off[v])))
	if before := 1<<16 - behind; before <= behind-int64(l.limit[v]-l.off[v]) {
		return -before
	}
	return behind
}

// element is the address of element i of an indirect operand. Register, immediate and
// region add up in the 16 bits of an address.
func (t *thread) element(ind *indirect, r *region, i int32) int64 {
	at := r.at(i)
	if ind.multi {
		at = i % r.w * r.h
	}
	return int64(t.addrs[ind.which(i, r.w)] + uint16(ind.imm) + uint16(at))
}

// which is the address element that element i of an operand with w elements in a
// row goes by.
func (ind *indirect) which(i, w int32) int32 {
	if ind.multi {
		return ind.addr + i/w
	}
	return ind.addr
}

// bounds is where an operand may lie that goes by an address element: in the
// variable whose address that holds.
func (w *worker) bounds(t *thread, at int32) (from, to int64) {
	if owner := t.owners[at]; owner > 0 {
		l := &w.prog.layout
		return int64(l.off[owner-1]), int64(l.limit[owner-1])
	}
	return 0, int64(len(t.image))
}

// loadAddress copies address registers; elements beyond the operand's width
// repeat it.
func loadAddress(w *worker, t *thread, s *source) error {
	for i := range w.frame.N {
		w.raw[i] = uint64(t.addrs[s.addr+int32(i)%s.w])
	}
	w.put(s, w.frame.N)
	return nil
}

// loadState copies the values of consecutive surface or sampler elements.
func loadState(w *worker, t *thread, s *source) error {
	for i := range w.frame.N {
		w.raw[i] = uint64(uint32(t.states[int(s.off)+i]))
	}
	w.put(s, w.frame.N)
	return nil
}

// element reads one element, zero-extended.
func element(b []byte, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(le16(b))
	case 4:
		return uint64(le32(b))
	}
	return le64(b)
}

// gather reads n elements of a region, zero-extended.
func gather(raw *[sem.Lanes]uint64, image []byte, r *region, n int) {
	row := r.off
	for i := 0; i < n; row += r.v {
		end, p := min(i+int(r.w), n), row
		switch r.size {
		case 1:
			for ; i < end; i++ {
				raw[i&31] = uint64(image[p])
				p += r.h
			}
		case 2:
			for ; i < end; i++ {
				raw[i&31] = uint64(le16(image[p:]))
				p += r.h
			}
		case 4:
			for ; i < end; i++ {
				raw[i&31] = uint64(le32(image[p:]))
				p += r.h
			}
		default:
			for ; i < end; i++ {
				raw[i&31] = le64(image[p:])
				p += r.h
			}
		}
	}
}

// finish turns raw elements of the operand's type into the bits of the class's
// rows: integers widen and then take the modifier, floats the other way round.
func (s *source) finish(raw *[sem.Lanes]uint64, n int) {
	bits := 8 * s.typ.Size()
	if s.typ.IsFloat() {
		s.finishFloat(raw, n, uint64(1)<<(bits-1))
		return
	}
	if s.typ.IsSigned() && bits < 64 {
		for i := range raw[:n] {
			raw[i] = uint64(int64(raw[i]<<(64-bits)) >> (64 - bits))
		}
	}
	switch s.mod {
	case visa.Not:
		for i := range raw[:n] {
			raw[i] = ^raw[i]
		}
	case visa.Neg:
		for i := range raw[:n] {
			raw[i] = -raw[i]
		}
	case visa.Abs:
		for i := range raw[:n] {
			if int64(raw[i]) < 0 && s.typ.IsSigned() {
				raw[i] = -raw[i]
			}
		}
	case visa.NegAbs:
		for i := range raw[:n] {
			if int64(raw[i]) > 0 || !s.typ.IsSigned() {
				raw[i] = -raw[i]
			}
		}
	}
}

// finishFloat applies a modifier to the sign bit and widens to the class.
func (s *source) finishFloat(raw *[sem.Lanes]uint64, n int, sign uint64) {
	for i := range raw[:n] {
		switch s.mod {
		case visa.Neg:
			raw[i] ^= sign
		case visa.Abs:
			raw[i] &^= sign
		case visa.NegAbs:
			raw[i] |= sign
		}
	}
	for _, p := range s.widen {
		p(num.Mode{}, raw[:n])
	}
}

// put stores finished elements of w.raw into the operand's row.
func (w *worker) put(s *source, n int) {
	put(w.ownRow(s.slot), s.wide, &w.raw, n)
}

func put(r sem.Row, wide bool, raw *[sem.Lanes]uint64, n int) {
	if wide {
		copy(r.Q()[:n], raw[:n])
		return
	}
	row := r.U()
	for i := range row[:n] {
		row[i] = uint32(raw[i])
	}
}

// loadPredicate takes s.w bits of a predicate from lane s.off on.
func loadPredicate(w *worker, t *thread, s *source) error {
	f := &w.frame
	b := t.preds[s.pred] >> s.off
	if s.mod == visa.Not {
		b = ^b
	}
	f.Bits[s.slot] = b & fullMask(int(s.w))
	return nil
}
