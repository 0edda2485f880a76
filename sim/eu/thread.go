package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// maxLanes is the widest execution size of any target.
const maxLanes = 32

// The architecture registers follow the general ones in one byte array, so that
// an operand of either file is an address. Offsets from the end of the GRF file.
const (
	offA0   = 0 // 16 words
	offF    = 32
	offCR0  = 64
	offSR0  = 80
	offN0   = 96
	offIP   = 112
	offCE0  = 116
	offTM0  = 128
	arfSize = 160
	// rowSlack lets a row pointer of 32 elements start at any register byte.
	rowSlack = 8 * maxLanes
)

// arfPlace is the storage of an architecture register: offset, bytes, and what
// the model does about it.
type arfPlace struct {
	reg       int32
	off, size int
	hook      arfHook
}

type arfHook uint8

// Hooks of architecture registers.
const (
	plain    arfHook = iota
	modeReg          // cr0: a write changes the arithmetic mode
	notify           // n0: a write clears notifications, a read is not modelled
	readOnly         // refreshed before a read; writes are not modelled
)

var arfPlaces = [...]arfPlace{
	{native.ARFA0, offA0, 32, plain},
	{native.ARFF0, offF, 4, plain},
	{native.ARFF1, offF + 4, 4, plain},
	{native.ARFCR0, offCR0, 12, modeReg},
	{native.ARFSR0, offSR0, 16, readOnly},
	{native.ARFN0, offN0, 12, notify},
	{native.ARFIP, offIP, 4, readOnly},
	{native.ARFCE0, offCE0, 4, readOnly},
	{native.ARFTM0, offTM0, 12, readOnly},
}

// accState is the accumulator: integers keep their exact value, because mach and
// mac need more than 32 bits; floats have the precision of their type.
type accState struct {
	i    [maxLanes]int64
	f    [maxLanes]float32 // f and hf
	d    [maxLanes]float64
	kind accKind
}

type accKind uint8

// What the accumulator was last written as. Reading it as another kind is not
// defined by the hardware.
const (
	accNone accKind = iota
	accInt
	accF
	accHF
	accDF
)

// thread is the whole state of one EU thread.
type thread struct {
	base unsafe.Pointer // register bytes; the worker's arena holds them
	grf  int            // bytes of the general register file
	prog *Program
	work *worker
	env  *dispatch.Thread

	pc     int    // index into prog.ops
	live   uint32 // dispatch mask
	exec   uint32 // channels whose IP is pc
	wait   uint32 // live channels that wait at chanPC
	chanPC [maxLanes]int32

	mode num.Mode
	ieee bool // mode is num.IEEE: the fast float loops apply
	acc  accState
	done bool
	err  error
}

// Register access by byte address.
func (t *thread) u32(addr int) *uint32  { return (*uint32)(unsafe.Add(t.base, addr)) }
func (t *thread) bytes(addr int) []byte { return unsafe.Slice((*byte)(unsafe.Add(t.base, addr)), 32) }

// rowAt views registers from a byte address on as a row.
func rowAt[T any](t *thread, addr int) *[maxLanes]T {
	return (*[maxLanes]T)(unsafe.Add(t.base, addr))
}

// tmp is scratch row i of the worker, seen as T.
func tmp[T any](t *thread, i int) *[maxLanes]T {
	return (*[maxLanes]T)(unsafe.Pointer(&t.work.rows[i]))
}

// flagWord is the 32 bits of flag register f<reg>.
func (t *thread) flagWord(reg uint8) *uint32 { return t.u32(t.grf + offF + 4*int(reg)) }

// mask is which elements of an instruction run: bit k is element k.
func (t *thread) mask(o *op) uint32 {
	em := o.full
	if !o.noMask {
		em &= t.exec >> o.off
	}
	if o.pred != native.PredNone {
		em &= t.predicate(o)
	}
	return em
}

// predicate is the predicate of each element, inversion included.
func (t *thread) predicate(o *op) uint32 {
	bitsOf := *t.flagWord(o.flagReg)
	if o.pred == native.PredSeq {
		return bitsOf>>o.flagShift ^ o.predInv
	}
	return t.groupPredicate(o, bitsOf) ^ o.predInv
}

// In Align16 the codes after PredSeq give all four channels of a group the flag
// bit of one of them (PRM, PredCtrl of Align16).
const (
	predChanX = native.PredSeq + 1
	predChanW = predChanX + 3
)

// predGroups gives the group size of the anyN and allN controls.
var predGroups = [...]uint8{
	native.PredAny2H: 2, native.PredAll2H: 2, native.PredAny4H: 4, native.PredAll4H: 4,
	native.PredAny8H: 8, native.PredAll8H: 8, native.PredAny16H: 16, native.PredAll16H: 16,
	native.PredAny32H: 32, native.PredAll32H: 32,
}

// groupPredicate combines raw flag bits, of enabled channels or not, over the
// aligned group of channels that holds each one (anyN, allN), or over f0 and f1.
func (t *thread) groupPredicate(o *op, flag uint32) uint32 {
	if o.align16 {
		one := flag >> o.flagShift >> (o.pred - predChanX) & 0x11111111
		return one * 15
	}
	switch o.pred {
	case native.PredAnyV:
		return (*t.flagWord(0) | *t.flagWord(1)) >> o.flagShift
	case native.PredAllV:
		return *t.flagWord(0) & *t.flagWord(1) >> o.flagShift
	}
	size := predGroups[o.pred]
	group := uint32(1)<<size - 1
	all := o.pred&1 != 0 // the allN codes are odd
	flag >>= o.flagSub
	out := uint32(0)
	for at := uint8(0); at < maxLanes; at += size {
		part := flag >> at & group
		if part == group || part != 0 && !all {
			out |= group << at
		}
	}
	return out >> o.off
}

// setFlags writes the bits of res for the elements of em.
func (t *thread) setFlags(o *op, em, res uint32) {
	w := t.flagWord(o.flagReg)
	*w = *w&^(em<<o.flagShift) | res&em<<o.flagShift
}

// fault records the first error of the thread; the run loop stops at the end of
// the block.
func (t *thread) fault(o *op, lane int, err error) {
	if t.err == nil {
		t.err = &Fault{Thread: t.env.Index, IP: o.ip, Lane: lane, Err: err}
	}
}

func (t *thread) unmodelled(o *op, what string, desc uint32) {
	if t.err == nil {
		t.err = &UnmodelledError{What: what, IP: o.ip, Desc: desc}
	}
}

// setMode reads the arithmetic mode from cr0 after a write.
func (t *thread) setMode(o *op) {
	cr0 := *t.u32(t.grf + offCR0)
	t.mode = num.ModeOf(cr0)
	t.ieee = t.mode == num.IEEE
	if cr0&0xF != 0 {
		t.unmodelled(o, "cr0 with ALT float mode, accumulator disable, single program flow or vector mask", cr0)
	}
}

// refresh makes the read-only registers current before o reads one.
func (t *thread) refresh(o *op) {
	sr0 := t.u32(t.grf + offSR0 + 8)
	*sr0 = t.live
	*t.u32(t.grf + offSR0 + 12) = vectorMask(t.live)
	*t.u32(t.grf + offIP) = o.ip
	*t.u32(t.grf + offCE0) = (t.exec | ^t.live) >> o.off
}

// vectorMask widens each group of four to the OR of the group.
func vectorMask(m uint32) uint32 {
	m |= m >> 1
	m |= m >> 2
	return m & 0x11111111 * 15
}

// lowest takes the lowest element off em.
func lowest(em uint32) (lane int, rest uint32) {
	return bits.TrailingZeros32(em), em & (em - 1)
}
