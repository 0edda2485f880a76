package code

import (
	"fmt"
	"math"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/message"
)

// Program is native code of one kernel, resolved for the EU model. It does not
// change after Load and serves any number of workers.
type Program struct {
	Name   string
	Target native.Target
	Insts  []native.Inst // as decoded, one per executed index

	Ops    []Op     // one for each instruction
	Flows  []Flow   // of branches, by Op.Ext
	Sends  []Send   // of sends, by Op.Ext
	Macros []Macro  // of steps of macros, by Op.Ext
	Dpas   []Dpas   // of products of matrices, by Op.Ext
	Stops  []Stop   // of what is not modelled, by Op.Ext
	States []Op     // of instructions on the thread's own state, by Op.Ext
	Offs   []uint16 // byte offsets of elements, by Source.Offs
	Consts []uint64 // rows of constants; Source.Addr counts bytes

	Counted []native.Inst // Insts in elements
	Ends    []int32       // per index: the next control instruction or branch target at or after it
	Written []Span        // register bytes that a thread can change; nil where the code does not say which

	Bytes       uint32 // of code
	FileBytes   int    // of the general register file
	RegBytes    int    // of one general register
	AddressBits int    // of the words of a0 behind the second one; 0 for all
	Covered     uint32 // channels that an instruction without NoMask is about, in whole groups of the vector mask
	RowLanes    uint32 // channels that ops with Row and without NoMask are about
	Denormals   bool   // cr0 says whether floats keep denormals
	Breaks      bool   // some instruction has a breakpoint
	HasOffset   bool   // some instruction begins at another channel than 0
	NotAlt      int    // 1 + the first instruction that the ALT mode of floats does not have
	SIP         int    // first instruction of the system routine; -1 without one

	ips     []uint32
	accs    int    // accumulators, from acc0 on
	accHigh accSet // accumulators of which some instruction reads the bits above its elements
}

// GRFs is the number of general registers of a thread.
func (p *Program) GRFs() int { return p.FileBytes / p.RegBytes }

// Load decodes and checks the code of one kernel, whose entry is its first byte.
// What cannot be run stops the thread that comes to it, as an *UnmodelledError;
// bytes after the last instruction that any path reaches must still decode.
func Load(name string, t native.Target, code []byte) (*Program, error) {
	if err := Supports(t); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	insts, _, err := native.DecodeAll(t, code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return LoadInsts(name, t, insts)
}

// Supports is nil for a target that is modelled, as all are whose code can be read,
// else a *native.TargetError.
func Supports(t native.Target) error {
	if t >= native.NumTargets || !t.Decodes() {
		return &native.TargetError{Target: t}
	}
	return nil
}

// LoadInsts is Load for instructions that are already decoded. Their places
// follow from their Compact fields: 8 or 16 bytes. Threads have the registers that the
// instructions name (native.Target.GRFsOf).
func LoadInsts(name string, t native.Target, insts []native.Inst) (*Program, error) {
	if err := Supports(t); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return LoadFile(name, t, t.GRFsOf(insts), insts)
}

// LoadFile is LoadInsts for threads with so many general registers, which the metadata of
// a kernel say: GRFs of the target, or its LargeGRFs.
func LoadFile(name string, t native.Target, grfs int, insts []native.Inst) (*Program, error) {
	if err := Supports(t); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !t.HasFile(grfs) {
		return nil, fmt.Errorf("%s: %d registers a thread: legal on %s are %v", name, grfs, t, t.Files())
	}
	caps := t.Caps()
	p := &Program{Name: name, Target: t, Insts: insts, FileBytes: grfs * caps.GRFBytes, accs: t.Accumulators(grfs), RegBytes: caps.GRFBytes, SIP: -1}
	p.Counted = t.InElements(insts)
	p.Denormals = caps.Denormals
	p.AddressBits, _ = caps.AddressBits()
	p.ips = make([]uint32, len(insts))
	ip := uint32(0)
	for i := range insts {
		p.ips[i] = ip
		ip += 16
		p.HasOffset, p.Breaks = p.HasOffset || insts[i].ChanOff != 0, p.Breaks || insts[i].Debug
		if insts[i].Compact {
			ip -= 8
		}
	}
	p.Bytes = ip
	p.Ops = make([]Op, len(insts))
	p.Consts = make([]uint64, MaxLanes) // Addr 0 is a row of zeros
	leaders := make([]bool, len(insts)+1)
	p.accHigh = highReads(p.Counted)
	l := loader{prog: p, leaders: leaders, rows: map[constRow]uint32{}}
	for i := range insts {
		l.in, l.index, l.op, l.enable = &p.Counted[i], i, &p.Ops[i], ^uint32(0)
		if err := l.loadOrStop(); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, insts[i].Op, err)
		}
	}
	p.Covered = VectorMask(p.Covered)
	p.blocks(leaders)
	if err := l.lowAccs(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p.skips()
	p.rows()
	p.messagePairs()
	p.Consts = append(p.Consts, make([]uint64, RowSlack/8)...)
	p.Written = p.written()
	return p, nil
}

// blocks fills Ends: straight-line runs end at control instructions and at branch
// targets, where waiting channels join.
func (p *Program) blocks(leaders []bool) {
	p.Ends = make([]int32, len(p.Ops))
	next := int32(len(p.Ops))
	for i := len(p.Ops) - 1; i >= 0; i-- {
		if p.Ops[i].Form.IsControl() {
			next = int32(i)
		}
		p.Ends[i] = next
		if leaders[i] {
			next = int32(i)
		}
	}
}

// skips fills Skip.
func (p *Program) skips() {
	idle := 0
	for i := len(p.Ops) - 1; i >= 0; i-- {
		o := &p.Ops[i]
		o.Skip = uint8(min(idle, math.MaxUint8))
		if idle++; !p.idle(o) {
			idle = 0
		}
	}
}

// idle says that an op changes nothing: a wait for what is there already, a fence, a value that is
// thrown away.
func (p *Program) idle(o *Op) bool {
	const harmless = FlagPredicated | FlagInPlace | FlagDirect | FlagBring | FlagSat | FlagUnsigned
	switch {
	case o.Form == FormMessage:
		return p.Send(o).Message.Action == message.Nothing
	case o.Form != FormALU || o.Dst.Mode != DstNone || o.Flags&^harmless != 0:
		return false
	}
	for i := range o.Src {
		if s := &o.Src[i]; s.Hook != HookNone || s.Indirect || s.Mode == SrcRows {
			return false
		}
	}
	return true
}

// Index finds the instruction at a byte offset.
func (p *Program) Index(ip uint32) (int, bool) {
	lo, hi := 0, len(p.ips)
	for lo < hi {
		if mid := (lo + hi) / 2; p.ips[mid] < ip {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(p.ips) && p.ips[lo] == ip
}

// IP is the byte offset of an index, the end of the code included.
func (p *Program) IP(i int) uint32 {
	if i < len(p.ips) {
		return p.ips[i]
	}
	return p.Bytes
}

// constRow names a row of constants: an immediate, how it is read, and its
// elements.
type constRow struct {
	bits  uint64
	class Class
	ty    native.Type
	step  int
	mod   Modifier
	n     uint8
}

// loader turns decoded instructions into ops, one at a time.
type loader struct {
	prog    *Program
	leaders []bool
	rows    map[constRow]uint32 // Addr of the rows that Consts has

	in     *native.Inst
	index  int
	op     *Op
	row    *opRow
	srcs   int    // sources that are operands of the arithmetic
	enable uint32 // elements that the destination may change
	masked bool   // op has all that says which elements run
	low    bool   // nothing reads the bits above integers that it writes to an accumulator
}

func (l *loader) ip() uint32 { return l.prog.ips[l.index] }

// refuse is an UnmodelledError at this instruction.
func (l *loader) refuse(format string, args ...any) error {
	return l.prog.unmodelled(l.index, fmt.Sprintf(format, args...), 0)
}

// unmodelled is the error of instruction i.
func (p *Program) unmodelled(i int, what string, desc native.Desc) *UnmodelledError {
	return &UnmodelledError{What: what, IP: p.ips[i], Inst: p.Summary(i), Desc: uint32(desc)}
}

// bad is an error in the code itself.
func (l *loader) bad(format string, args ...any) error {
	return l.prog.bad(l.index, format, args...)
}

func (p *Program) bad(i int, format string, args ...any) error {
	return fmt.Errorf("ip %#05x: "+format, append([]any{p.ips[i]}, args...)...)
}

func (l *loader) load() error {
	in, o := l.in, l.op
	o.IP, l.masked = l.ip(), false
	if in.Op.IsEmpty() {
		return opTable[in.Op].resolve(l) // nothing else in them has a meaning
	}
	if in.ExecSize == 0 || int(in.ExecSize)+int(in.ChanOff) > MaxLanes {
		return l.bad("%d channels from channel %d: a thread has %d", in.ExecSize, in.ChanOff, MaxLanes)
	}
	o.N, o.Off, o.Full = in.ExecSize, in.ChanOff, ones(int(in.ExecSize))
	switch {
	case in.NoMask:
		o.NoMask = ^uint32(0)
	case in.Op.HasChannels():
		l.prog.Covered |= o.Full << o.Off
	}
	if err := l.predicate(); err != nil {
		return err
	}
	l.masked = !in.Op.IsBranch() && !in.Msg.EOT
	l.row, l.srcs = &opTable[in.Op], in.Op.Sources()
	if err := l.decided(); err != nil {
		return err
	}
	if l.row.resolve == nil {
		return l.refuse("instruction %s", in.Op)
	}
	if err := l.row.resolve(l); err != nil {
		return err
	}
	if err := l.quarters(); err != nil {
		return err
	}
	l.stately()
	return nil
}

// predicate takes over predicate and condition modifier.
func (l *loader) predicate() error {
	in, o := l.in, l.op
	o.Pred, o.Cond = in.PredCtrl, in.Cond
	if o.Pred != native.PredNone {
		o.Flags |= FlagPredicated
	}
	if in.PredInv {
		o.PredInv = ^uint32(0)
	}
	if o.Pred != native.PredNone || o.Cond != native.CondNone {
		if in.Flag.Reg > 1 || in.Flag.Sub > 1 {
			return l.bad("flag f%d.%d: legal are f0.0 to f1.1", in.Flag.Reg, in.Flag.Sub)
		}
	}
	o.FlagReg, o.FlagSub = in.Flag.Reg&1, 16*(in.Flag.Sub&1)
	o.FlagShift = o.FlagSub + o.Off
	if !in.Align16 {
		return nil
	}
	o.Flags |= FlagAlign16
	if o.Pred > PredChanW && o.Pred != native.PredAny4H && o.Pred != native.PredAll4H {
		return l.refuse("predicate control %d of Align16", o.Pred)
	}
	return nil
}

// ones is the mask of n elements, 1 to 32.
func ones(n int) uint32 { return ^uint32(0) >> (32 - n) }

// constants appends a row of elements of size bytes to Consts and gives its address.
func (p *Program) constants(row []uint64, size int) uint32 {
	at := 8 * len(p.Consts)
	if size == 8 {
		p.Consts = append(p.Consts, row...)
		return uint32(at)
	}
	for k := 0; k < len(row); k += 2 {
		pair := row[k]
		if k+1 < len(row) {
			pair |= row[k+1] << 32
		}
		p.Consts = append(p.Consts, pair)
	}
	return uint32(at)
}
