package lower

import (
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// Messages on 64-bit addresses (message reference, 5 and 6): none has a header
// but the block forms, whose header is the address.

// flatKinds are the messages of a block size: for reads and for writes.
var flatKinds = [...]struct {
	read, write native.MessageKind
	bytes       int
}{
	{native.MsgA64ByteRead, native.MsgA64ByteWrite, 1},
	{native.MsgA64DwordRead, native.MsgA64DwordWrite, 4},
	{native.MsgA64QwordRead, native.MsgA64QwordWrite, 8},
}

// emitFlatScattered lowers svm_gather and svm_scatter: blocks of bytes, dwords or
// qwords at an address per lane, those of one lane one after the other in memory
// and, but for bytes, a group of registers each. What is too long for a message
// becomes several.
func emitFlatScattered(s *selector) {
	size, blocks := s.field(visa.ArgBlockSize), 1<<s.field(visa.ArgNumBlocks)
	if int(size) >= len(flatKinds) {
		s.unsupported("block size code %d: want 0, 1 or 2", size)
		return
	}
	k := &flatKinds[size]
	units, grfs, elements := blocks, s.perLane()*k.bytes/4, 1
	if k.bytes == 1 { // all of a lane stand together
		units, grfs, elements = 1, s.perLane()*max(blocks, 4)/4, blocks
	}
	once := units
	for most := s.mostData(s.perLane()*2, s.in.Arg(visa.ArgDst) == nil); once > 1 && once*grfs > most; {
		once /= 2
	}
	var from [8]payloadPart
	for at := 0; at < units; at += once {
		from[at] = s.flatAddresses(s.arg(visa.ArgAddresses), native.ImmOperand(uint64(at*k.bytes), native.UD))
	}
	for at := 0; at < units; at += once {
		m := message{field: native.DescValues{native.DescElements: once * elements}, parts: []payloadPart{from[at]}}
		s.flat(&m, k.read, k.write, flatData{at * grfs, once * grfs, max(k.bytes*elements, 4)})
	}
}

// flatData are the data of a message: n registers from register at of an operand on, in
// which each lane has cells of so many bytes.
type flatData struct{ at, n, cell int }

// flat sends a message with a 64-bit address per lane: a read or a write.
func (s *selector) flat(m *message, read, write native.MessageKind, d flatData) {
	m.field[native.DescBti], m.field[native.DescSimd] = fixed.SurfaceStateless, s.simd()
	if dst := s.in.Arg(visa.ArgDst); dst != nil {
		m.kind, m.dst = read, s.rawDst(dst)
		m.dst.Sub += uint16(d.at * grfBytes)
	} else {
		from := s.payload(s.arg(visa.ArgSrc))
		from.Sub += uint16(d.at * grfBytes)
		m.kind, m.parts = write, append(m.parts, rows(from, d.n, d.cell))
	}
	s.send(s.inst(native.OpSend), m)
}

// emitFlatUntyped lowers svm_gather4scaled and svm_scatter4scaled: up to four
// dwords per lane at a common address plus the lane's offset.
func emitFlatUntyped(s *selector) {
	mask := s.field(visa.ArgChannels)
	m := message{field: native.DescValues{native.DescOff: int(^mask & (1<<channelBits - 1))}}
	m.parts = append(m.parts, s.flatAddresses(s.arg(visa.ArgElementOffset), s.src(s.arg(visa.ArgAddress))))
	s.flat(&m, native.MsgA64UntypedRead, native.MsgA64UntypedWrite, flatData{0, s.perLane() * bits.OnesCount32(mask), 4})
}

// flatAddresses are the addresses of an operand, with a common one added where it is
// not zero.
func (s *selector) flatAddresses(o *visa.Operand, common native.Operand) payloadPart {
	base := s.payload(o)
	if common.File == native.Imm && common.Imm == 0 {
		return rows(base, s.perLane()*2, 8)
	}
	return s.sum(base, common, native.UQ)
}

// sizeCode are the bits of Size that count owords; bit 3 says that the address is a
// multiple of 4.
const sizeCode = 7

// emitFlatBlock lowers svm_block_ld and svm_block_st. Text of older compilers does not
// say whether an address is a multiple of 16 or only of 4: reads take both.
func emitFlatBlock(s *selector) {
	owords := 1 << (s.field(visa.ArgSize) & sizeCode)
	m := message{kind: s.r.msg, field: native.DescValues{native.DescBti: fixed.SurfaceStateless, native.DescOwords: owords}}
	h := s.NewVar("header", grfBytes, grfBytes)
	s.emit(s.scalar(native.OpMov, edit.Virt(h, 0, native.Dst1, native.UQ), s.scalarSrc(s.arg(visa.ArgAddress))))
	s.block(&m, h, owords)
}
