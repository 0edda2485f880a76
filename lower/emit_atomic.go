package lower

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// atomicOps maps vISA atomic codes to message operations (vISA survey appendix
// D). swap: the payload has the comparand first.
var atomicOps = [32]struct {
	op    int
	srcs  int
	float bool
	swap  bool
	ok    bool
}{
	0:  {op: native.AtomicADD, srcs: 1, ok: true},
	1:  {op: native.AtomicSUB, srcs: 1, ok: true},
	2:  {op: native.AtomicINC, ok: true},
	3:  {op: native.AtomicDEC, ok: true},
	4:  {op: native.AtomicUmin, srcs: 1, ok: true},
	5:  {op: native.AtomicUmax, srcs: 1, ok: true},
	6:  {op: native.AtomicMOV, srcs: 1, ok: true},
	7:  {op: native.AtomicCmpwr, srcs: 2, swap: true, ok: true},
	8:  {op: native.AtomicAND, srcs: 1, ok: true},
	9:  {op: native.AtomicOR, srcs: 1, ok: true},
	10: {op: native.AtomicXOR, srcs: 1, ok: true},
	11: {op: native.AtomicImin, srcs: 1, ok: true},
	12: {op: native.AtomicImax, srcs: 1, ok: true},
	16: {op: native.AtomicFmax, srcs: 1, float: true, ok: true},
	17: {op: native.AtomicFmin, srcs: 1, float: true, ok: true},
	18: {op: native.AtomicFcmpwr, srcs: 2, float: true, ok: true},
}

// Bits of the vISA atomic field beside the operation.
const (
	atomicOpBits = 31
	atomic16     = 1 << 5
	atomic64     = 1 << 6
)

// emitAtomic lowers dword_atomic: 32 bits per lane at byte offsets.
func emitAtomic(s *selector) {
	op := s.field(visa.ArgOp)
	a := atomicOps[op&atomicOpBits]
	if !a.ok || op&(atomic16|atomic64) != 0 {
		s.unsupported("atomic operation %#x", op)
	}
	m := message{kind: native.MsgUntypedAtomic}
	if a.float {
		m.kind = native.MsgFloatAtomic
	}
	m.field = native.DescValues{native.DescOp: a.op, native.DescBti: s.bti(), native.DescSimd: s.simd()}
	s.noBase(&m)
	m.parts = append(m.parts, rows(s.payload(s.arg(visa.ArgElementOffset)), s.perLane(), 4))
	s.atomicData(&m, a.srcs, a.swap, s.perLane(), 4)
}

// emitSvmAtomic lowers svm_atomic: 64-bit addresses, eight lanes.
func emitSvmAtomic(s *selector) {
	op := s.field(visa.ArgOp)
	a := atomicOps[op&atomicOpBits]
	if !a.ok || op&atomic16 != 0 || a.float && op&atomic64 != 0 {
		s.unsupported("atomic operation %#x", op)
	}
	if s.in.Exec.Size > edit.Lanes8 {
		s.unsupported("svm_atomic of %d lanes: want at most 8", s.in.Exec.Size)
	}
	m := message{kind: native.MsgA64Atomic}
	if a.float {
		m.kind = native.MsgA64FloatAtomic
	}
	m.field = native.DescValues{native.DescOp: a.op, native.DescBti: fixed.SurfaceStateless}
	n := 1
	if op&atomic64 != 0 {
		n = 2
		m.field[native.DescWide] = 1
	}
	m.parts = append(m.parts, rows(s.payload(s.arg(visa.ArgAddresses)), s.perLane()*2, 8))
	s.atomicData(&m, a.srcs, a.swap, n, n*4)
}

// atomicData adds operands and response, n GRFs each with cells of so many bytes, and
// sends.
func (s *selector) atomicData(m *message, srcs int, swap bool, n, cell int) {
	operands := []*visa.Operand{s.arg(visa.ArgSrc0), s.arg(visa.ArgSrc1)}
	if swap {
		operands[0], operands[1] = operands[1], operands[0]
	}
	for _, o := range operands[:srcs] {
		m.parts = append(m.parts, rows(s.payload(o), n, cell))
	}
	if dst := s.arg(visa.ArgDst); dst.Var != visa.VarNull {
		m.dst = s.rawDst(dst)
		m.field[native.DescReturn] = 1
	}
	s.send(s.inst(native.OpSend), m)
}
