package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// lscKinds are the messages to the load/store cache of an op: on 64-bit addresses, on local
// memory and on a surface, with elements of each lane or, blocks, of the thread.
type lscKinds struct {
	flat, local, surface                native.MessageKind
	flatBlock, localBlock, surfaceBlock native.MessageKind
}

var (
	lscLoads = lscKinds{
		native.MsgUgmFlatLoad, native.MsgSlmLoad, native.MsgUgmLoad,
		native.MsgUgmFlatLoadBlock, native.MsgSlmLoadBlock, native.MsgUgmLoadBlock,
	}
	lscStores = lscKinds{
		native.MsgUgmFlatStore, native.MsgSlmStore, native.MsgUgmStore,
		native.MsgUgmFlatStoreBlock, native.MsgSlmStoreBlock, native.MsgUgmStoreBlock,
	}
	lscQuadLoads  = lscKinds{flat: native.MsgUgmFlatLoadQuad, local: native.MsgSlmLoadQuad, surface: native.MsgUgmLoadQuad}
	lscQuadStores = lscKinds{flat: native.MsgUgmFlatStoreQuad, local: native.MsgSlmStoreQuad, surface: native.MsgUgmStoreQuad}
	lscAtomics    = lscKinds{flat: native.MsgUgmFlatAtomic, local: native.MsgSlmAtomic, surface: native.MsgUgmAtomic}
)

// lscData are the bytes that an element has in registers, of the sizes of data of which that is
// known.
var lscData = map[string]int{"d32": 4, "d64": 8, "d8u32": 4, "d16u32": 4}

// spelt is the text of a field's value.
func (s *selector) spelt(name visa.ArgName) string {
	slots := s.in.Op.Info().Slots
	i := s.in.Op.Info().Args[name]
	if i == 0 || slots[i-1].Enum == nil {
		panic("BUG: " + s.in.Op.String() + " has no such field")
	}
	text, ok := slots[i-1].Enum.Text(s.field(name))
	if !ok {
		s.unsupported("%s %d", slots[i-1].Name, s.field(name))
	}
	return text
}

// coded sets a field of a message to the value of a name.
func (s *selector) coded(m *message, f native.DescField, name string) {
	code := slices.Index(m.kind.CodeNames(f), name)
	if code < 0 {
		s.unsupported("%s in a message %v", name, m.kind)
	}
	m.field[f] = max(code, 0)
}

// lsc is a message with what all accesses to the load/store cache have: where the memory is,
// caches, and the addresses. cell is the bytes of an element in registers.
func (s *selector) lsc(block bool) (m message, cell int) {
	k, space := s.r.lsc, s.spelt(visa.ArgSpace)
	flat, local, surface := k.flat, k.local, k.surface
	if block {
		flat, local, surface = k.flatBlock, k.localBlock, k.surfaceBlock
	}
	switch memory := s.spelt(visa.ArgSfid); {
	case memory == "slm" && space == "flat":
		m.kind = local
	case memory == "ugm" && space == "flat":
		m.kind = flat
	case memory == "ugm":
		m.kind = surface
		s.coded(&m, native.DescSurface, space)
		s.lscSurface(&m, space)
	default:
		s.unsupported("%s memory (%s): want ugm, or slm with flat addresses", memory, space)
	}
	data := s.spelt(visa.ArgDataSize)
	cell, ok := lscData[data]
	if !ok {
		s.unsupported("data of %s: nobody knows how they lie in registers", data)
		return m, 4
	}
	s.coded(&m, native.DescData, data)
	s.coded(&m, native.DescCache, s.spelt(visa.ArgL1)+"_"+s.spelt(visa.ArgL3))
	s.lscAddresses(&m, block)
	return m, cell
}

// lscSurface is where the surface of a message is: the offset of its state, in a register, or
// an index in the extended descriptor.
func (s *selector) lscSurface(m *message, space string) {
	o := s.arg(visa.ArgSurface)
	switch at := s.scalarSrc(o); {
	case space != "bti":
		m.place = at
	case at.File == native.Imm && at.Imm < fixed.SurfaceReserved:
		m.field[native.DescBti] = int(at.Imm)
	default:
		s.unsupported("a binding table index of a message to the load/store cache that is no number below %d", fixed.SurfaceReserved)
	}
}

// lscAddresses is the first part of a message: an address of each lane, or one of the thread.
func (s *selector) lscAddresses(m *message, block bool) {
	size, offset := s.spelt(visa.ArgAddressSize), uint64(int64(int32(s.field(visa.ArgOffset))))
	t, bits := native.UD, 32
	if m.kind == s.r.lsc.flat || m.kind == s.r.lsc.flatBlock {
		t, bits = native.UQ, 64
	}
	if size != "a"+strconv.Itoa(bits) {
		s.unsupported("addresses of %s in a message %v: want a%d", size, m.kind, bits)
		return
	}
	m.field[native.DescAddress] = bits
	base := s.payload(s.arg(visa.ArgSrc0))
	switch {
	case offset != 0:
		part := s.sum(base, edit.ShrinkQuad(offset, native.Q), t)
		if block {
			part.n, part.cell = 1, 0
		}
		m.parts = append(m.parts, part)
	case block:
		m.parts = append(m.parts, whole(base, 1))
	default:
		m.parts = append(m.parts, rows(base, s.perLane()*t.Size()/4, t.Size()))
	}
}

// emitLsc lowers loads and stores: elements of each lane one component behind the other, or, of
// one lane, one element behind the other.
func emitLsc(s *selector) {
	block, components := false, 0
	if s.in.Op.Info().Args[visa.ArgOrder] != 0 {
		block = s.spelt(visa.ArgOrder) != ""
	}
	m, cell := s.lsc(block)
	if s.in.Op.Info().Args[visa.ArgChannels] != 0 {
		m.field[native.DescMask] = int(s.field(visa.ArgChannels))
		components = len(s.spelt(visa.ArgChannels))
	} else {
		components, _ = strconv.Atoi("0" + strings.TrimPrefix(s.spelt(visa.ArgElements), "x"))
		components = max(components, 1)
		m.field[native.DescVector] = components
	}
	if s.err != nil {
		return
	}
	n := s.perLane() * cell / 4 * components
	if block {
		n = (components*cell + grfBytes - 1) / grfBytes
	}
	if dst := s.in.Arg(visa.ArgDst); dst != nil {
		m.dst, m.field[native.DescRlen] = s.rawDst(dst), n
	} else {
		part := rows(s.payload(s.arg(visa.ArgSrc1)), n, cell)
		if block {
			part = whole(part.o, n)
		}
		m.parts = append(m.parts, part)
	}
	s.send(s.inst(native.OpSend), &m)
}

// emitLscAtomic lowers an operation on what is at the address of each lane: its operands follow
// the addresses in the order of the text.
func emitLscAtomic(s *selector) {
	m, cell := s.lsc(false)
	s.coded(&m, native.DescOp, strings.TrimPrefix(s.in.Op.String(), "lsc_atomic_"))
	m.field[native.DescVector] = 1
	if s.err != nil {
		return
	}
	n := s.perLane() * cell / 4
	for _, name := range []visa.ArgName{visa.ArgSrc1, visa.ArgSrc2} {
		if o := s.arg(name); o.Var != visa.VarNull {
			m.parts = append(m.parts, rows(s.raw(o), n, cell))
		}
	}
	if dst := s.arg(visa.ArgDst); dst.Var != visa.VarNull {
		m.dst, m.field[native.DescRlen] = s.rawDst(dst), n
	}
	s.send(s.inst(native.OpSend), &m)
}

// lscFence is a fence of one kind of memory.
type lscFence struct {
	kind         native.MessageKind
	flush, scope string
}

// What fences of older text are on targets with a load/store cache, as IGC makes them.
var (
	globalFences = []lscFence{{native.MsgUgmFence, "evict", "gpu"}, {native.MsgTgmFence, "evict", "gpu"}}
	localFences  = []lscFence{{native.MsgSlmFence, "none", "group"}}
)

// lscFenceOf has the fence of each memory.
var lscFenceOf = map[string]native.MessageKind{"ugm": native.MsgUgmFence, "tgm": native.MsgTgmFence, "slm": native.MsgSlmFence}

func emitLscFence(s *selector) {
	memory := s.spelt(visa.ArgSfid)
	kind, ok := lscFenceOf[memory]
	if !ok {
		s.unsupported("a fence of %s memory: want ugm, tgm or slm", memory)
		return
	}
	s.fence(lscFence{kind, s.spelt(visa.ArgOp), s.spelt(visa.ArgScope)})
}

// fence sends a fence and waits for its response, in which there is nothing.
func (s *selector) fence(f lscFence) {
	m := message{kind: f.kind, parts: []payloadPart{whole(s.r0(0, edit.Row8), 1)}}
	s.coded(&m, native.DescFlush, f.flush)
	s.coded(&m, native.DescScope, f.scope)
	m.field[native.DescRlen] = 1
	s.answered(native.Inst{ExecSize: 1, NoMask: true}, &m)
}

// answered sends a message of the thread and waits until its response is there, which nobody reads.
func (s *selector) answered(once native.Inst, m *message) {
	v := s.NewVar("fence", grfBytes, grfBytes)
	m.dst = edit.Virt(v, 0, native.Dst1, native.UD)
	s.send(once, m)
	token := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: native.NullDst(native.UD)}
	token.Src[0] = edit.Virt(v, 0, edit.Row8, native.UD)
	s.emit(token)
}
