package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// state is what a thread is, beside the bytes of its registers.
type state struct {
	pc     int    // index into prog.Ops
	live   uint32 // channels that run: of the dispatch mask, or of the vector mask
	sr02   uint32 // dispatch mask as code reads it
	exec   uint32 // channels whose IP is pc
	wait   uint32 // live channels that wait at chanPC
	away   uint32 // those of them that are not in the call that the thread is in: its callers' and those that returned
	wake   int    // no waiting channel that is not away has a lower chanPC
	level  int32  // calls that the thread is in
	chanPC [maxLanes]int32
	levels [maxLanes]int32 // of calls, by channel
	apart  bool            // some of chanPC or levels is not 0
	ticks  uint64          // instructions that earlier turns executed
	system bool            // in the system routine
	halted bool            // the external halt has come
	done   bool
	err    error
}

// thread is a state and what it uses.
type thread struct {
	state
	mode   arith // from cr0
	spaces [2]unsafe.Pointer
	base   unsafe.Pointer // register bytes; the worker's arena holds them
	regs   []byte         // the same, for messages
	grf    int            // bytes of the general register file
	prog   *code.Program
	work   *Worker
	env    *dispatch.Thread

	returns bool // the write of cr0 ended the system routine

	seatOf dispatch.Location // where the slot's last thread ran
	seatID uint32
	seat   [4]uint32 // that place, as sr0 has it

	payload int // bytes that the slot's last thread started with; -1: any register may hold something
}

// arith is the mode of arithmetic; ieee says that it is num.IEEE, for which the
// fast loops are right.
type arith struct {
	num.Mode
	ieee   bool
	single bool // single program flow: all channels branch alike
	noAcc  bool // AccWrEn does not write
}

// Register access by byte address.
func (t *thread) u32(addr int) *uint32 { return (*uint32)(unsafe.Add(t.base, addr)) }

// tmp is scratch row i of the worker.
func (t *thread) tmp(i int) unsafe.Pointer { return unsafe.Pointer(&t.work.rows[i]) }

// as views a row as one of elements of type T.
func as[T any](p unsafe.Pointer) *[maxLanes]T { return (*[maxLanes]T)(p) }

// flagWord is the 32 bits of flag register f<reg>.
func (t *thread) flagWord(reg uint8) *uint32 { return t.u32(t.grf + code.OffF + 4*int(reg)) }

// mask is which elements of an instruction run: bit k is element k.
func (t *thread) mask(o *code.Op) uint32 {
	em := o.Full & (t.exec>>(o.Off&31) | o.NoMask)
	if o.Flags&code.FlagPredicated != 0 {
		em &= t.predicate(o)
	}
	return em
}

// predicate is the predicate of each element, inversion included.
func (t *thread) predicate(o *code.Op) uint32 {
	bitsOf := *t.flagWord(o.FlagReg)
	switch {
	case o.Flags&code.FlagQuarters != 0 && !t.quartersAgree(o):
		return 0
	case o.Pred == native.PredSeq:
		return bitsOf>>(o.FlagShift&31) ^ o.PredInv
	case o.Pred == native.PredNone: // FlagQuarters
		return ^uint32(0)
	}
	return t.groupPredicate(o, bitsOf) ^ o.PredInv
}

// groupPredicate combines raw flag bits, of enabled channels or not, over the
// aligned group of channels that holds each one (anyN, allN), or over f0 and f1.
func (t *thread) groupPredicate(o *code.Op, flag uint32) uint32 {
	if o.Flags&code.FlagAlign16 != 0 && o.Pred <= code.PredChanW {
		one := flag >> o.FlagShift >> (o.Pred - code.PredChanX) & 0x11111111
		return one * 15
	}
	switch o.Pred {
	case native.PredAnyV:
		return (*t.flagWord(0) | *t.flagWord(1)) >> o.FlagShift
	case native.PredAllV:
		return *t.flagWord(0) & *t.flagWord(1) >> o.FlagShift
	}
	size, all := code.PredGroup(o.Pred)
	group := uint32(1)<<size - 1
	flag >>= o.FlagSub
	out := uint32(0)
	for at := uint8(0); at < maxLanes; at += size {
		part := flag >> at & group
		if part == group || part != 0 && !all {
			out |= group << at
		}
	}
	return out >> o.Off
}

// setFlags writes the bits of res for the elements of em.
func (t *thread) setFlags(o *code.Op, em, res uint32) {
	w := t.flagWord(o.FlagReg)
	*w = *w&^(em<<(o.FlagShift&31)) | res&em<<(o.FlagShift&31)
}

// fault records the first error of the thread; the run loop stops at the end of
// the block.
func (t *thread) fault(o *code.Op, lane int, err error) {
	if t.err == nil {
		t.err = &Fault{Thread: t.env.Index, IP: o.IP, Lane: lane, Inst: instAt(t.prog, o.IP), Err: err}
	}
}

func (t *thread) unmodelled(o *code.Op, what string, desc uint32) {
	if t.err == nil {
		t.err = &code.UnmodelledError{What: what, IP: o.IP, Inst: instAt(t.prog, o.IP), Desc: desc}
	}
}

// refresh makes the read-only registers current before o reads one.
func (t *thread) refresh(o *code.Op) {
	*t.u32(t.grf + code.OffDispatch) = t.sr02
	*t.u32(t.grf + code.OffDispatch + 4) = code.VectorMask(t.sr02)
	*t.u32(t.grf + code.OffIP) = o.IP
	*t.u32(t.grf + code.OffCE0) = (t.exec | ^t.live) >> o.Off
	*t.u32(t.grf + code.OffN0) = uint32(t.env.Group.Barrier.Count(t.env.Index))
}

// ones is the mask of n elements, 1 to 32.
func ones(n int) uint32 { return ^uint32(0) >> (32 - n) }

// lowest takes the lowest element off em.
func lowest(em uint32) (lane int, rest uint32) {
	return bits.TrailingZeros32(em), em & (em - 1)
}

// inFile checks an indirect access of size bytes.
func (t *thread) inFile(o *code.Op, lane, at, size int) bool {
	if at >= 0 && at+size <= t.grf {
		return true
	}
	t.fault(o, lane, &RegisterError{Addr: at, Size: size, Limit: t.grf})
	return false
}
