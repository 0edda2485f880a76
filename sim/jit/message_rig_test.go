package jit

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// What the rig's messages reach: bytes of each surface, of local memory, and of others.
const (
	surfaceBytes = 4096
	localBytes   = 2048
	otherBytes   = 1024
	scratchBase  = 3 << 10
	indirectBase = 5 << 12
)

// Registers of the rig's messages: offsets, data, response, which may meet others, addresses and header.
const (
	offsetsAt = 512
	dataAt    = 1024
	answerAt  = 1536
	flatAt    = 2048
	headerAt  = 2560
)

// placesAt is where a0 has the place of the first surface's state, in front of those of others.
const placesAt = fileBytes + code.OffA0

// actionOf is one of those that messages with code have.
func actionOf(rnd *rand.Rand) message.Action {
	return pick(rnd, message.Read, message.Write, message.Read, message.Write, message.Atomic, message.BlockRead, message.BlockWrite)
}

// atomicOps are the operations that have code.
func atomicOps() (list []message.Op) {
	for op := range atomics {
		if atomics[op].op != 0 {
			list = append(list, message.Op(op))
		}
	}
	return list
}

// messageOf is a message that is compiled, in a way of those that there are.
func messageOf(rnd *rand.Rand, action message.Action) (code.Op, message.Message) {
	n := pick[uint8](rnd, 8, 16)
	o := code.Op{Form: code.FormMessage, N: n, Full: ^uint32(0) >> (32 - n), Off: pick[uint8](rnd, 0, 0, 8, 16)}
	o.Dst.Enable = ^uint32(0)
	if rnd.IntN(6) == 0 {
		o.N, o.Full = 1, 1
	}
	if rnd.IntN(4) == 0 {
		o.NoMask = ^uint32(0)
	}
	if rnd.IntN(6) == 0 {
		o.Flags, o.Pred, o.PredInv, o.FlagShift = code.FlagPredicated, native.PredSeq, pick(rnd, 0, ^uint32(0)), o.Off
	}
	m := message.Message{Action: action, Header: -1, Named: -1, Lanes: n, Size: 4, Cell: 4, Scale: 1, GRF: 32, Dst: -1}
	m.Data.Whole, m.Runs[0].Count = true, 1
	reaches(rnd, &m)
	switch action {
	case message.BlockRead, message.BlockWrite:
		blockOf(rnd, &m)
		return o, m
	case message.Atomic:
		m.Data, m.One, m.Op = rows(dataAt, n, 1), true, pick(rnd, atomicOps()...)
		return o, m
	}
	m.Runs[0].Count = pick[uint8](rnd, 1, 1, 2, 3, 4)
	if rnd.IntN(4) == 0 {
		m.Runs[0].Count, m.Size = 1, pick[uint8](rnd, 1, 2, 8)
		m.Cell = max(m.Size, 4)
	}
	m.Plain = m.Space == message.Surface && m.Size == 4 && o.N == n
	if action == message.Write {
		m.Data = rows(dataAt, n, m.Runs[0].Count*m.Cell/4)
		return o, m
	}
	m.Dst = answerOf(rnd, &m)
	m.Response = int32(m.Runs[0].Count) * int32(m.Cell) * int32(n)
	return o, m
}

// answerOf is where a response goes: to registers of its own, or to some that offsets are in too.
func answerOf(rnd *rand.Rand, m *message.Message) int32 {
	switch {
	case m.Space == message.Flat:
		return pick[int32](rnd, answerAt, flatAt, flatAt+32, flatAt-32)
	case stateless(m):
		return pick[int32](rnd, answerAt, offsetsAt, offsetsAt+32, offsetsAt-32)
	case m.Size == 4:
		return pick[int32](rnd, answerAt, offsetsAt, offsetsAt+32, offsetsAt-32)
	case m.Size < 4:
		return pick[int32](rnd, answerAt, offsetsAt)
	}
	return answerAt
}

// reaches says where the lanes of a message go.
func reaches(rnd *rand.Rand, m *message.Message) {
	m.Addr = rows(offsetsAt, m.Lanes, 1)
	switch rnd.IntN(6) {
	case 0:
		m.BTI = pick[uint8](rnd, 0, 0, 1, 1, 2)
	case 1:
		m.BTI = fixed.SurfaceLocal
	case 2:
		m.BTI, m.Place = native.BindlessBTI, int32(mem.Handle(rnd.IntN(2))>>12)
	case 3:
		m.BTI = pick[uint8](rnd, fixed.SurfaceStateless, fixed.SurfaceNonCoherent)
	case 4:
		m.BTI, m.Named = native.BindlessBTI, placesAt+4*int32(pick(rnd, 0, 0, 1, 1, 2))
	default:
		m.Space, m.BTI, m.Addr = message.Flat, fixed.SurfaceStateless, rows(flatAt, m.Lanes, 2)
	}
}

// blockOf makes a message one of a block.
func blockOf(rnd *rand.Rand, m *message.Message) {
	if m.BTI >= fixed.SurfaceNonCoherent && m.Space == message.Surface && m.BTI != fixed.SurfaceLocal {
		m.BTI = 0
	}
	m.Runs[0].Count, m.Bytes, m.Header, m.Addr = 0, pick[int32](rnd, 4, 8, 16, 16, 20, 32, 64, 128), headerAt, message.Part{Whole: true}
	switch rnd.IntN(4) {
	case 0:
		m.Scale = pick[uint32](rnd, 1, 16)
	case 1:
		at := uint16(offsetsAt)
		if m.Space == message.Flat {
			at = flatAt
		}
		m.Header, m.Beside, m.Lanes, m.Addr = -1, true, 1, rows(at, 8, 1)
	case 2:
		m.Space, m.BTI, m.Named, m.Fixed = message.Scratch, 0, -1, pick[uint32](rnd, 0, 64)
	default:
		if m.Action == message.BlockRead {
			m.Space, m.BTI, m.Named, m.Payload = message.Surface, fixed.SurfaceNonCoherent, -1, true
		}
	}
	if m.Bytes == 16 && !m.Beside {
		m.High = pick[int32](rnd, 0, 16)
	}
	if m.Action == message.BlockWrite {
		m.Data = rows(dataAt, uint8(m.Bytes+31)/32*8, 1)
		return
	}
	m.Dst, m.Response = pick[int32](rnd, answerAt, headerAt, headerAt-32), (m.Bytes+31)/32*32
}

// rows is a part of a payload, of so many rows of lanes.
func rows(at uint16, lanes, count uint8) (p message.Part) {
	p.Whole = true
	for i := range lanes / 8 * count {
		p.Regs[i] = at + 32*uint16(i)
		p.Count++
	}
	return p
}

// ways are how offsets lie; the last ones are for writes and reads of messages that are left to the EU model.
var ways = []string{"side by side", "in one place", "anywhere", "past the end", "odd", "far", "across the end", "high bits"}

// offsetsOf are offsets of lanes in a surface of size bytes.
func offsetsOf(rnd *rand.Rand, way string, size uint32) (list [16]uint32) {
	first := 4 * uint32(rnd.IntN(int(size)/4-32))
	for i := range list {
		switch way {
		case "side by side":
			list[i] = first + 4*uint32(i)
		case "in one place":
			list[i] = first
		case "odd":
			list[i] = first + 2 + 4*uint32(i)
		case "far":
			list[i] = rnd.Uint32()
		case "high bits": // which local memory does not look at
			list[i] = 1<<28 + 4*uint32(rnd.IntN(int(size)/4-4))
		case "across the end":
			list[i] = size - 24 + 4*uint32(i)
		default:
			list[i] = 4 * uint32(rnd.IntN(int(size)/4-4))
		}
	}
	if way == "past the end" {
		list[rnd.IntN(8)] = size - uint32(rnd.IntN(4))*4
	}
	return list
}

// put puts offsets into the registers of a message, and addresses in buffers, most of them in one.
func put(rnd *rand.Rand, regs []byte, m *message.Message, buffers []*mem.Buffer, offsets *[16]uint32) {
	base, own := pick(rnd, buffers...).Base, uint32(0)
	if stateless(m) {
		own = scratchBase
	}
	for lane, v := range offsets {
		binary.LittleEndian.PutUint32(regs[offsetsAt+4*lane:], own+v)
		binary.LittleEndian.PutUint32(regs[offsetsAt+4*lane+4:], own+v) // one behind the last too
		if rnd.IntN(64) == 0 {
			base = pick(rnd, buffers...).Base
		}
		binary.LittleEndian.PutUint64(regs[flatAt+8*lane:], base+uint64(v))
		binary.LittleEndian.PutUint64(regs[flatAt+8*lane+8:], base+uint64(v))
	}
	header := regs[headerAt:][:32]
	from, block := uint32(pick(rnd, scratchBase, scratchBase, scratchBase-1024)), offsets[0]/m.Scale
	if m.Payload {
		block = (indirectBase - from + offsets[0]) / m.Scale
	}
	binary.LittleEndian.PutUint32(header[fixed.MemoryBase.Byte():], from|rnd.Uint32()&^fixed.MemoryBase.Mask())
	binary.LittleEndian.PutUint32(header[fixed.MemoryOffset.Byte():], block)
	binary.LittleEndian.PutUint64(header[fixed.MemoryAddress.Byte():], base+uint64(offsets[0]))
}

// world is what a thread's messages reach.
func world(seed uint64, shared bool) (m *mem.Memory, slm, scratch, indirect *mem.Buffer) {
	rnd := rand.New(rand.NewPCG(seed, 11))
	m = mem.New()
	for i := range 2 {
		m.Table[i] = m.Alloc(fmt.Sprint(i), surfaceBytes)
		fill(rnd, m.Table[i].Contents())
	}
	m.SetShared(shared)
	slm, scratch, indirect = mem.NewLocal(localBytes), mem.NewBuffer("scratch", scratchBase, otherBytes), mem.NewBuffer("indirect", indirectBase, otherBytes)
	for _, b := range []*mem.Buffer{slm, scratch, indirect} {
		fill(rnd, b.Contents())
	}
	return m, slm, scratch, indirect
}

// messages is a program of made-up messages, each of which several ops may have in turn.
func messages(t testing.TB, list []code.Op, sends []message.Message) *code.Program {
	t.Helper()
	p := program(t, list)
	for i := range list {
		p.Ops[1+i].Ext = int32(len(p.Sends) + i%len(sends))
	}
	for i := range sends {
		p.Sends = append(p.Sends, code.Send{Message: sends[i]})
	}
	return p
}

// talk runs a program of messages by compiled code or, without, by the EU model. It gives all that a thread and memory are then, how
// many ops code executed, and what was outside.
func talk(t testing.TB, p *code.Program, c *eu.Compiled, mask uint32, seed uint64, way string, shared bool) (end []byte, inside int) {
	t.Helper()
	w, env := thread(t, p, c, mask, seed)
	m, slm, scratch, indirect := world(seed, shared)
	env.Mem, env.Group.SLM, env.Scratch, env.Indirect = m, slm, scratch, indirect
	rnd := rand.New(rand.NewPCG(seed, 12))
	if c != nil {
		by := c.Call
		counted := *c
		counted.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32, f *eu.Frame) int32 {
			before := f.Left
			at := by(code, registers, consts, channels, f)
			inside += int(before - f.Left)
			return at
		}
		w.Use(&counted)
	}
	for i := 1; i < len(p.Ops)-1; i++ {
		send := &p.Sends[p.Ops[i].Ext].Message
		size := uint32(surfaceBytes)
		if send.BTI == fixed.SurfaceLocal {
			size = localBytes
		} else if send.Space == message.Scratch || send.Payload || stateless(send) {
			size = otherBytes
		}
		regs := w.Ahead(0).Registers
		offsets := offsetsOf(rnd, way, size)
		put(rnd, regs, send, m.Table[:2], &offsets)
		for i, bti := range []int{0, 1, 7} {
			binary.LittleEndian.PutUint32(regs[placesAt+4*i:], mem.Handle(bti))
		}
		if rnd.IntN(2) == 0 {
			binary.LittleEndian.PutUint64(regs[p.FileBytes+code.OffF:], 0)
		}
		status, err := w.Resume(0, 1)
		end = fmt.Appendf(end, "%v %v %d\n", status, err, w.Executed())
		if err != nil {
			break
		}
	}
	end = append(end, w.Save(0, nil)...)
	for _, b := range []*mem.Buffer{m.Table[0], m.Table[1], slm, scratch, indirect} {
		end = fmt.Appendf(append(end, b.Contents()...), "%d %d", b.OutOfBounds.Load(), b.Farthest.Load())
	}
	return end, inside
}

// apart says where states differ.
func apart(want, got []byte) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("byte %#x of %#x and %#x: %x, by compiled code %x", i, len(want), len(got), want[i:][:min(8, len(want)-i)], got[i:][:min(8, len(got)-i)])
		}
	}
	if len(want) != len(got) {
		return "lengths"
	}
	return ""
}
