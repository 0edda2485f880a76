package message

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
)

// Messages of the load and store cache have no header and no count of lanes: an element of
// each lane takes a register for up to so many channels, and two for twice as many (Xe-HPG
// 2.2). What they name, the kind or a field says.

// lscOps are the atomic operations by code; AtomicPairs is that of one that is not modelled.
var lscOps = [1 << 6]Op{
	8: AtomicInc, 9: AtomicDec, 10: AtomicOr, 11: AtomicMov, 12: AtomicAdd, 13: AtomicSub, 14: AtomicMinSigned, 15: AtomicMaxSigned,
	16: AtomicMin, 17: AtomicMax, 18: AtomicCmpwr, 19: AtomicAddFloat, 20: AtomicSubFloat, 21: AtomicMinFloat, 22: AtomicMaxFloat, 23: AtomicCmpwrFloat, 24: AtomicAnd, 25: AtomicOr, 26: AtomicXor,
}

// surfaceIndex is the binding table index that a message names, with that of another meaning
// for what it names otherwise: its kind, or the place of a state in a register.
func (row *kindRow) surfaceIndex(info *native.MessageInfo, msg *native.Message) (int, error) {
	names := info.Kind.CodeNames(native.DescSurface)
	switch code := info.Field[native.DescSurface]; {
	case int(info.Kind) < len(named) && named[info.Kind] != 0:
		return int(named[info.Kind]), nil
	case names == nil || !row.shape.cached():
		return info.Field[native.DescBti], nil
	case names[code] != byIndex && !msg.ExBSO:
		return 0, unmodelled("message %v on a surface by the place of its state, which is in no address register", info.Kind)
	case names[code] != byIndex:
		return native.BindlessBTI, nil
	case info.Field[native.DescBti] == fixed.SurfaceLocal || info.Field[native.DescBti] == native.BindlessBTI:
		return 0, unmodelled("message %v with binding table index %d", info.Kind, info.Field[native.DescBti])
	}
	return info.Field[native.DescBti], nil
}

// byIndex is the name of the code of surfaces that the binding table has.
const byIndex = "bti"

// cached tells the shapes of messages of the load and store cache.
func (s shape) cached() bool { return s >= cells }

// cached takes what a message of the load and store cache moves from its fields.
func (m *Message) cached(s shape, info *native.MessageInfo, msg *native.Message, src *Sources) error {
	f := &info.Field
	bits := 32
	if m.Space == Flat {
		bits = 64
	}
	data := info.Kind.CodeNames(native.DescData)[f[native.DescData]]
	if f[native.DescAddress] != bits {
		return unmodelled("message %v with addresses of %d bits", info.Kind, f[native.DescAddress])
	}
	m.Size, m.Cell, m.Header = uint8(f[native.DescBytes]), uint8(f[native.DescCell]), -1
	n := max(f[native.DescVector], 1)
	switch {
	case f[native.DescUpper] != 0:
		return unmodelled("message %v of %s: no source says what the other half of a dword holds", info.Kind, data)
	case s == cellBlock && m.Size < 4:
		return unmodelled("message %v of %s, transposed", info.Kind, data)
	case m.Cell < 4:
		return unmodelled("message %v of %s: no source says how lanes have such elements", info.Kind, data)
	case s == cellBlock:
		return m.cachedBlock(n, info, msg, src)
	}
	group := src.GRF / 4
	if src.Channels > 2*group {
		return unmodelled("message %v of %d channels: legal are up to %d", info.Kind, src.Channels, 2*group)
	}
	m.Lanes = uint8(group)
	if src.Channels > group {
		m.Lanes = uint8(2 * group)
	}
	m.Runs[0] = Run{0, uint8(n)}
	switch s {
	case cellQuad:
		if m.Size != 4 {
			return unmodelled("message %v of %s", info.Kind, data)
		}
		n = f[native.DescChannels]
		m.channels(^f[native.DescMask])
	case cellAtomic:
		if err := m.cachedAtomic(info, data, n); err != nil {
			return err
		}
		n = f[native.DescOperands]
	}
	each := int(m.Lanes) * int(m.Cell) / src.GRF
	payload, response := int(m.Lanes)*bits/8/src.GRF, 0
	switch m.Action {
	case Read:
		response = n * each
	case Write:
		payload += n * each
	default:
		payload += n * each
		if m.Return = f[native.DescRlen] != 0; m.Return {
			response = each
		}
	}
	return fits(info, msg, src, payload, response)
}

// cachedBlock is one of n elements for the thread, from the address of its one channel.
func (m *Message) cachedBlock(n int, info *native.MessageInfo, msg *native.Message, src *Sources) error {
	if src.Channels != 1 {
		return unmodelled("message %v of %d channels: the address is that of one", info.Kind, src.Channels)
	}
	m.Lanes, m.Beside, m.Bytes = 1, true, int32(n)*int32(m.Size)
	registers := (int(m.Bytes) + src.GRF - 1) / src.GRF
	if m.Action == BlockWrite {
		return fits(info, msg, src, 1+registers, 0)
	}
	return fits(info, msg, src, 1, registers)
}

// cachedAtomic takes the operation.
func (m *Message) cachedAtomic(info *native.MessageInfo, data string, n int) error {
	f := &info.Field
	code := f[native.DescOp]
	m.Op = lscOps[code].sized(m.Size)
	switch name := info.Kind.CodeNames(native.DescOp)[code]; {
	case n != 1:
		return unmodelled("message %v of vectors of %d elements", info.Kind, n)
	case m.Size < 4:
		return unmodelled("message %v (%s) of %s: no source says what the rest of a dword holds", info.Kind, name, data)
	case m.Op == AtomicPairs: // the codes of no operation
		return unmodelled("message %v (%s)", info.Kind, name)
	case m.Size == 8 && m.Op.onFloats():
		return unmodelled("message %v (%s) of %s", info.Kind, name, data)
	}
	operands := f[native.DescOperands]
	m.One, m.Two = operands > 0, operands > 1
	return nil
}

// onFloats tells operations on floats of 32 bits.
func (op Op) onFloats() bool {
	switch op {
	case AtomicMaxFloat, AtomicMinFloat, AtomicCmpwrFloat, AtomicAddFloat, AtomicSubFloat:
		return true
	}
	return false
}

// fits refuses lengths that are not those of so many channels.
func fits(info *native.MessageInfo, msg *native.Message, src *Sources, payload, response int) error {
	mlen, rlen := info.Field[native.DescMlen], info.Field[native.DescRlen]
	if mlen == payload && rlen == response {
		return nil
	}
	return &native.MessageError{Msg: *msg, Why: fmt.Sprintf("%v: %d GRFs of payload and %d of response: want %d and %d for %d channels",
		info.Kind, mlen, rlen, payload, response, src.Channels)}
}
