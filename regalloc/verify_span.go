package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// span is what Verify thinks that one element of an operand touches: n units of
// a variable, or from a location when v is nowhere.
type span struct {
	file        file
	v           int32
	unit, n     int32
	lane        int8
	write, full bool
}

// reader lists the spans of one instruction, element by element, with rules
// about operands of its own: nothing here is the allocator's.
type reader struct {
	grf int32
	in  *native.Inst
	out []span
	err error

	// What only the program before allocation knows: how long a payload is whose
	// length is in a register, and how many channels a flag has. With size they
	// are found there, without they are used for the other program.
	size    func(x span) int32 // units of a variable
	lengths []int32
}

// length is such a number for the variable of a span.
func (r *reader) length(x span) int32 {
	switch {
	case r.size != nil && x.v == nowhere:
		r.err = &UnsupportedError{"message of unknown length in a physical register"}
		return 0
	case r.size != nil:
		n := r.size(x)
		r.lengths = append(r.lengths, n)
		return n
	case len(r.lengths) == 0:
		r.fail("operands have other lengths")
		return 0
	}
	n := r.lengths[0]
	r.lengths = r.lengths[1:]
	return n
}

// spans are what an instruction reads and writes: predicate, operands, flag of
// its condition.
func (r *reader) spans(in *native.Inst) ([]span, error) {
	r.in, r.out = in, nil
	if in.HasRemainder() {
		return nil, &UnsupportedError{"registers beside the regions of its operands"}
	}
	r.predicate()
	switch {
	case in.Op.IsSend():
		r.send()
	case in.Op.Links():
		r.link(&in.Dst, true)
	case in.Op == native.OpRet:
		r.link(&in.Src[0], false)
	default:
		for s := range in.Src {
			if at, by := in.Op.Reach(s); at != nil && !in.Src[s].Indirect {
				r.others(&in.Src[s], at, by, max(in.Op.Group(s), 1))
				continue
			}
			r.operand(&in.Src[s], false)
		}
		r.operand(&in.Dst, true)
	}
	if in.SetsFlag() {
		r.channels(r.flag(), true, in.PredCtrl == native.PredNone)
	}
	return r.out, r.err
}

// link is the return address and the mask of channels that a call leaves for its return.
func (r *reader) link(o *native.Operand, write bool) {
	x, ok := r.base(o)
	if !ok || o.Indirect {
		r.fail("a call or return without a register")
		return
	}
	r.add(x, int32(o.Sub), 8, wholeThread, write, true)
}

// base is the span of a register operand without units; ok is false for what is
// no allocated register.
func (r *reader) base(o *native.Operand) (x span, ok bool) {
	x = span{v: nowhere}
	switch {
	case o.File == native.Virt:
		x.file, x.v = fileGRF, o.Reg
	case o.File == native.VirtFlag:
		x.file, x.v = fileFlag, o.Reg
	case o.File == native.VirtAddr:
		x.file, x.v = fileAddr, o.Reg
	case o.File == native.GRF:
		x.file, x.unit = fileGRF, o.Reg*r.grf
	case o.File == native.ARF && o.Reg == native.ARFA0:
		x.file = fileAddr
	case o.File == native.ARF && (o.Reg == native.ARFF0 || o.Reg == native.ARFF1):
		x.file, x.unit = fileFlag, (o.Reg-native.ARFF0)*flagRegBits
	default:
		return x, false
	}
	return x, true
}

func (r *reader) add(x span, unit, n int32, lane int8, write, full bool) {
	x.unit, x.n, x.lane, x.write, x.full = x.unit+unit, n, lane, write, full
	r.out = append(r.out, x)
}

// channel is the lane of element k.
func (r *reader) channel(k int) int8 {
	if r.in.NoMask {
		return wholeThread
	}
	return int8(int(r.in.ChanOff) + k)
}

// always tells that a write happens in every lane that executes the instruction.
func (r *reader) always() bool {
	return (r.in.PredCtrl == native.PredNone || r.in.Op.PredicateChooses()) && r.in.Op.MaskSource() < 0
}

// elementAt is the offset of element k in elements (gen-execution 4.6).
func elementAt(in *native.Inst, o *native.Operand, dst bool, k int) int {
	r := o.Region
	if in.Align16 {
		switch {
		case dst:
			return k
		case r == native.Scalar:
			return 0
		case r.V == 0:
			return int(o.Swizzle) >> (k % 4 * 2) % 4
		}
		return k/4*4 + int(o.Swizzle)>>(k%4*2)%4
	}
	if dst {
		return k * max(int(r.H), 1)
	}
	w := max(int(r.W), 1)
	return k/w*int(r.V) + k%w*int(r.H)
}

func (r *reader) operand(o *native.Operand, write bool) {
	if o.Indirect {
		r.addresses(o)
		return
	}
	x, ok := r.base(o)
	if !ok {
		return
	}
	scale, size := int32(1), int32(o.Type.Size())
	if x.file == fileFlag {
		scale = 8
	}
	n := int(r.in.ExecSize)
	same := !write && n > 1
	for k := range n {
		same = same && elementAt(r.in, o, false, k) == elementAt(r.in, o, false, 0)
	}
	if same { // one value for all channels counts for the whole thread
		at := int32(o.Sub) + int32(elementAt(r.in, o, false, 0))*size
		r.add(x, at*scale, size*scale, wholeThread, false, false)
		return
	}
	for k := range n {
		if write && r.in.Align16 && !o.Enabled(k) {
			continue
		}
		at := int32(o.Sub) + int32(elementAt(r.in, o, write, k))*size
		r.add(x, at*scale, size*scale, r.channel(k), write, write && r.always())
	}
}

// others are what the thread reads of a source whose channels read elements of others: the
// elements at some distances from that of the first channel of each group.
func (r *reader) others(o *native.Operand, at []int, by, group int) {
	x, ok := r.base(o)
	if !ok {
		return
	}
	size := int32(o.Type.Size())
	for k := 0; k < int(r.in.ExecSize); k += group {
		for _, n := range at {
			element := elementAt(r.in, o, false, k) + n
			switch {
			case group > 1:
				element = elementAt(r.in, o, false, k+n)
			case by > 0: // each eight channels have registers of their own
				element = elementAt(r.in, o, false, k%8) + k/8*by + n
			}
			r.add(x, int32(o.Sub)+int32(element)*size, size, wholeThread, false, false)
		}
	}
}

// addresses are the words of a0 that an indirect operand reads: one, or one for
// each row.
func (r *reader) addresses(o *native.Operand) {
	x := span{file: fileAddr, v: o.AddrReg - 1}
	if o.AddrReg == 0 {
		x.v = nowhere
	}
	n, w := int(r.in.ExecSize), int(r.in.ExecSize)
	if o.Region.V == native.VxH {
		w = max(int(o.Region.W), 1)
	}
	for row := 0; row*w < n; row++ {
		lane := int8(wholeThread)
		if o.Region.V == native.VxH && w == 1 {
			lane = r.channel(row)
		}
		r.add(x, 2*(int32(o.AddrSub)+int32(row)), 2, lane, false, false)
	}
}

func (r *reader) flag() span {
	if f := r.in.Flag; f.Virt == 0 {
		return span{file: fileFlag, v: nowhere, unit: int32(f.Reg)*flagRegBits + int32(f.Sub)*16}
	}
	return span{file: fileFlag, v: r.in.Flag.Virt - 1}
}

func (r *reader) channels(x span, write, full bool) {
	for k := range int(r.in.ExecSize) {
		lane := r.channel(k)
		if r.in.Op.IsUniform() {
			lane = wholeThread
		}
		r.add(x, int32(r.in.ChanOff)+int32(k), 1, lane, write, full)
	}
}

// predGroups is how many channels each predicate control of a group looks at.
var predGroups = [...]int32{
	native.PredAny2H: 2, native.PredAll2H: 2, native.PredAny4H: 4, native.PredAll4H: 4, native.PredAny8H: 8, native.PredAll8H: 8,
	native.PredAny16H: 16, native.PredAll16H: 16, native.PredAny32H: 32, native.PredAll32H: 32,
}

func (r *reader) predicate() {
	in := r.in
	group := predGroups[in.PredCtrl]
	switch {
	case in.PredCtrl == native.PredNone:
	case in.PredCtrl == native.PredSeq:
		r.channels(r.flag(), false, false)
	case group == 0 || in.Align16: // two flags, or one channel of every four
		r.err = &UnsupportedError{"predicate control " + in.PredCtrl.Suffix(in.Align16)}
	default:
		lo := int32(in.ChanOff) / group * group
		hi := (int32(in.ChanOff) + int32(in.ExecSize) + group - 1) / group * group
		hi = min(hi, r.length(r.flag()))
		r.add(r.flag(), lo, hi-lo, wholeThread, false, false)
	}
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}
