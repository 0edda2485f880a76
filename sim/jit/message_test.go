package jit

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

// What the rig's messages reach: bytes of each surface, and of local memory.
const (
	surfaceBytes = 4096
	localBytes   = 2048
)

// Registers of the rig's messages: offsets, data and response, of which the last may meet others.
const (
	offsetsAt = 512
	dataAt    = 1024
	answerAt  = 1536
	headerAt  = 2560
)

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
	if rnd.IntN(4) == 0 {
		o.NoMask = ^uint32(0)
	}
	if rnd.IntN(6) == 0 {
		o.Flags, o.Pred, o.PredInv, o.FlagShift = code.FlagPredicated, native.PredSeq, pick(rnd, 0, ^uint32(0)), o.Off
	}
	m := message.Message{Action: message.Read, Plain: true, Header: -1, Named: -1, Lanes: n, Size: 4, Cell: 4, Scale: 1, GRF: 32, BTI: pick[uint8](rnd, 0, 0, 0, 1, 1, 1, 2, fixed.SurfaceLocal, fixed.SurfaceLocal)}
	m.Runs[0].Count = 1
	m.Addr = rows(offsetsAt, n, 1)
	if action == message.BlockRead || action == message.BlockWrite {
		blockOf(rnd, &m, action)
		return o, m
	}
	if action != message.Read {
		m.Action, m.Data, m.Dst = action, rows(dataAt, n, 1), -1
		if action == message.Atomic {
			m.BTI, m.Plain, m.One, m.Op = fixed.SurfaceLocal, false, true, pick(rnd, atomicOps()...)
		}
		return o, m
	}
	m.Runs[0].Count = pick[uint8](rnd, 1, 1, 2, 3, 4)
	m.Dst = pick[int32](rnd, answerAt, offsetsAt, offsetsAt+32, offsetsAt-32)
	m.Response = int32(m.Runs[0].Count) * 4 * int32(n)
	return o, m
}

// blockOf makes a message one of a block.
func blockOf(rnd *rand.Rand, m *message.Message, action message.Action) {
	m.Action, m.Plain, m.Runs[0].Count, m.Header, m.Scale, m.BTI = action, false, 0, headerAt, pick[uint32](rnd, 1, 16), uint8(rnd.IntN(2))
	m.Bytes, m.Addr = pick[int32](rnd, 16, 32, 64, 128), message.Part{}
	if m.Bytes == 16 {
		m.High = pick[int32](rnd, 0, 16)
	}
	if action == message.BlockWrite {
		m.Data, m.Dst = rows(dataAt, uint8(m.Bytes+31)/32*8, 1), -1
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

// world is what a thread's messages reach.
func world(seed uint64, shared bool) (*mem.Memory, *mem.Buffer) {
	rnd := rand.New(rand.NewPCG(seed, 11))
	m := mem.New()
	for i := range 2 {
		m.Table[i] = m.Alloc(fmt.Sprint(i), surfaceBytes)
		fill(rnd, m.Table[i].Contents())
	}
	m.SetShared(shared)
	slm := mem.NewLocal(localBytes)
	fill(rnd, slm.Contents())
	return m, slm
}

// messages is a program of made-up messages.
func messages(t testing.TB, list []code.Op, sends []message.Message) *code.Program {
	t.Helper()
	p := program(t, list)
	for i := range sends {
		p.Ops[1+i].Ext = int32(len(p.Sends))
		p.Sends = append(p.Sends, code.Send{Message: sends[i]})
	}
	return p
}

// talk runs a program of messages by compiled code or, without, by the EU model. It gives all that a thread and memory are then, how
// many ops code executed, and what was outside.
func talk(t testing.TB, p *code.Program, c *eu.Compiled, mask uint32, seed uint64, way string, shared bool) (end []byte, inside int) {
	t.Helper()
	w, env := thread(t, p, c, mask, seed)
	m, slm := world(seed, shared)
	env.Mem, env.Group.SLM = m, slm
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
		size := uint32(surfaceBytes)
		if p.Sends[p.Ops[i].Ext].Message.BTI == fixed.SurfaceLocal {
			size = localBytes
		}
		regs := w.Ahead(0).Registers
		for lane, v := range offsetsOf(rnd, way, size) {
			binary.LittleEndian.PutUint32(regs[offsetsAt+4*lane:], v)
			binary.LittleEndian.PutUint32(regs[offsetsAt+4*lane+4:], v) // one behind the last too
			if lane == 0 {
				binary.LittleEndian.PutUint32(regs[headerAt+8:], v/p.Sends[p.Ops[i].Ext].Message.Scale)
			}
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
	for i := range 2 {
		b := m.Table[i]
		end = fmt.Appendf(append(end, b.Contents()...), "%d %d", b.OutOfBounds.Load(), b.Farthest.Load())
	}
	return fmt.Appendf(append(end, slm.Contents()...), "%d %d", slm.OutOfBounds.Load(), slm.Farthest.Load()), inside
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

// TestMessages: a message of each kind leaves the memory and the registers that the EU model leaves, wherever its lanes go.
func TestMessages(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(21, 22))
	inside := map[string]int{}
	for _, way := range ways {
		for n := range 300 {
			ops, sends := make([]code.Op, 6), make([]message.Message, 6)
			for i := range ops {
				ops[i], sends[i] = messageOf(rnd, actionOf(rnd))
			}
			for i := range uint8(2) { // which make their surfaces known
				ops[i], sends[i] = messageOf(rnd, message.Write)
				ops[i].NoMask, ops[i].Flags, sends[i].BTI = ^uint32(0), 0, i
			}
			p := messages(t, ops, sends)
			c := compile(p)
			require.Len(t, c.sequences, 6)
			fast := onPages(t, p, c, compileSome(p, c.sequences))
			mask, seed, shared := pick(rnd, ^uint32(0), maskOf(rnd)), rnd.Uint64(), n%2 == 0
			want, _ := talk(t, p, nil, mask, seed, way, shared)
			got, by := talk(t, p, fast, mask, seed, way, shared)
			require.Empty(t, apart(want, got), "%s: program %d", way, n)
			inside[way] += by
		}
	}
	assert.Equal(t, map[string]int{"side by side": 747, "in one place": 699, "anywhere": 728, "past the end": 536, "high bits": 199, "odd": 68, "far": 0, "across the end": 92}, inside, "messages that code executed")
}

// TestMessageLiteral: reads and writes with values written down.
func TestMessageLiteral(t *testing.T) {
	available(t)
	o, m := messageOf(rand.New(rand.NewPCG(1, 1)), message.Read)
	o.N, o.Full, o.Off, o.NoMask, o.Flags = 8, 0xFF, 0, ^uint32(0), 0
	m.Lanes, m.BTI, m.Addr, m.Dst, m.Runs[0].Count = 8, fixed.SurfaceLocal, rows(offsetsAt, 8, 1), answerAt, 2
	store := m
	store.Action, store.Dst, store.Data, store.Runs[0].Count = message.Write, -1, rows(dataAt, 8, 1), 1
	p := messages(t, []code.Op{o, o}, []message.Message{m, store})
	c := compile(p)
	w, env := thread(t, p, onPages(t, p, c, compileSome(p, c.sequences)), 0xFF, 1)
	slm := mem.NewLocal(64)
	env.Group.SLM = slm
	regs := w.Ahead(0).Registers
	for i := range 8 {
		slm.Store32(uint32(4*i), 100+uint32(i))
		binary.LittleEndian.PutUint32(regs[offsetsAt+4*i:], uint32(4*(7-i)))
		binary.LittleEndian.PutUint32(regs[dataAt+4*i:], 200+uint32(i))
	}
	_, err := w.Resume(0, 1)
	require.NoError(t, err)
	var got [16]uint32
	_, _ = binary.Decode(regs[answerAt:][:64], binary.LittleEndian, &got)
	assert.Equal(t, [16]uint32{107, 106, 105, 104, 103, 102, 101, 100, 0, 107, 106, 105, 104, 103, 102, 101}, got)
	_, err = w.Resume(0, 1)
	require.NoError(t, err)
	for i := range uint32(8) {
		assert.Equal(t, 207-i, slm.Load32(4*i))
	}
}

// TestMessageRefused: what is not a message of these kinds is left to the EU model.
func TestMessageRefused(t *testing.T) {
	for name, change := range map[string]func(o *code.Op, m *message.Message){
		"not plain":     func(_ *code.Op, m *message.Message) { m.Plain = false },
		"a header":      func(_ *code.Op, m *message.Message) { m.Header = 0 },
		"other lanes":   func(o *code.Op, _ *message.Message) { o.N = 24 },
		"one lane":      func(o *code.Op, m *message.Message) { o.N, m.Lanes = 1, 1 },
		"some channels": func(o *code.Op, _ *message.Message) { o.Dst.Enable = 1 },
		"bindless":      func(_ *code.Op, m *message.Message) { m.BTI = native.BindlessBTI },
		"five elements": func(_ *code.Op, m *message.Message) { m.Runs[0].Count = 5 },
		"a wide write":  func(_ *code.Op, m *message.Message) { m.Action, m.Runs[0].Count = message.Write, 2 },
		"a block of 8 bytes": func(_ *code.Op, m *message.Message) {
			blockOf(rand.New(rand.NewPCG(1, 1)), m, message.BlockRead)
			m.Bytes = 8
		},
		"a block beside": func(_ *code.Op, m *message.Message) {
			blockOf(rand.New(rand.NewPCG(1, 1)), m, message.BlockRead)
			m.Beside = true
		},
		"a block of local memory": func(_ *code.Op, m *message.Message) {
			blockOf(rand.New(rand.NewPCG(1, 1)), m, message.BlockWrite)
			m.BTI = fixed.SurfaceLocal
		},
		"a global atomic": func(_ *code.Op, m *message.Message) { m.Action, m.Op = message.Atomic, message.AtomicAdd },
		"an atomic's answer": func(_ *code.Op, m *message.Message) {
			m.Action, m.BTI, m.Data, m.Return, m.Op = message.Atomic, fixed.SurfaceLocal, m.Addr, true, message.AtomicAdd
		},
		"a maximum": func(_ *code.Op, m *message.Message) {
			m.Action, m.BTI, m.Data, m.Op = message.Atomic, fixed.SurfaceLocal, m.Addr, message.AtomicMax
		},
		"offsets elsewhere": func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] = 0xFFF0 },
		"data elsewhere":    func(_ *code.Op, m *message.Message) { m.Action, m.Data.Regs[0] = message.Write, 0xFFF0 },
		"response":          func(_ *code.Op, m *message.Message) { m.Dst = fileBytes + code.ArchSize - 8 },
	} {
		o, m := messageOf(rand.New(rand.NewPCG(1, 1)), message.Read)
		m.Runs[0].Count, m.Dst, o.Flags = 1, answerAt, 0
		require.Len(t, compile(messages(t, []code.Op{o}, []message.Message{m})).sequences, 1)
		change(&o, &m)
		assert.Empty(t, compile(messages(t, []code.Op{o}, []message.Message{m})).sequences, name)
	}
}

// TestPlantedMessages: compiled code that is of another message is found.
func TestPlantedMessages(t *testing.T) {
	available(t)
	for name, fault := range map[string]struct {
		action message.Action
		change func(o *code.Op, m *message.Message)
	}{
		"surface":          {message.Read, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"local memory":     {message.Read, func(_ *code.Op, m *message.Message) { m.BTI = fixed.SurfaceLocal }},
		"offsets":          {message.Read, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"response":         {message.Read, func(_ *code.Op, m *message.Message) { m.Dst += 4 }},
		"elements":         {message.Read, func(_ *code.Op, m *message.Message) { m.Runs[0].Count++ }},
		"fewer elements":   {message.Read, func(_ *code.Op, m *message.Message) { m.Runs[0].Count-- }},
		"lanes":            {message.Read, func(o *code.Op, m *message.Message) { o.N, m.Lanes, o.Full = 8, 8, 0xFF }},
		"NoMask":           {message.Read, func(o *code.Op, _ *message.Message) { o.NoMask = ^o.NoMask }},
		"predicate":        {message.Read, func(o *code.Op, _ *message.Message) { o.Flags ^= code.FlagPredicated }},
		"write of surface": {message.Write, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"write of offsets": {message.Write, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"write of data":    {message.Write, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"write of lanes":   {message.Write, func(o *code.Op, m *message.Message) { o.N, m.Lanes, o.Full = 8, 8, 0xFF }},
		"a read, no write": {message.Write, func(_ *code.Op, m *message.Message) { m.Action, m.Dst = message.Read, answerAt }},
		"a write, no read": {message.Read, func(_ *code.Op, m *message.Message) { m.Action, m.Data = message.Write, m.Addr }},
		"atomic operation": {message.Atomic, func(_ *code.Op, m *message.Message) {
			m.Op = pick(rand.New(rand.NewPCG(uint64(m.Op), 1)), message.AtomicInc, message.AtomicXor, message.AtomicAdd)
		}},
		"atomic of offsets":  {message.Atomic, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"atomic of data":     {message.Atomic, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"block of a surface": {message.BlockRead, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"scale of a block":   {message.BlockRead, func(_ *code.Op, m *message.Message) { m.Scale = 17 - m.Scale }},
		"header of a block":  {message.BlockRead, func(_ *code.Op, m *message.Message) { m.Header -= 4 }},
		"half of a block":    {message.BlockWrite, func(_ *code.Op, m *message.Message) { m.High ^= 16 }},
		"bytes of a block":   {message.BlockRead, func(_ *code.Op, m *message.Message) { m.Bytes += 16 }},
		"data of a block":    {message.BlockWrite, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"write of channels":  {message.Write, func(o *code.Op, _ *message.Message) { o.NoMask = ^o.NoMask }},
	} {
		assert.True(t, findsMessage(t, fault.action, fault.change), name)
	}
}

// findsMessage says that some message differs when change plants a fault into what is compiled of it.
func findsMessage(t *testing.T, action message.Action, change func(o *code.Op, m *message.Message)) bool {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 8))
	known, first := messageOf(rnd, message.Read)
	known.NoMask, known.Flags, first.BTI = ^uint32(0), 0, 0
	for range tries {
		o, m := messageOf(rnd, action)
		if m.Runs[0].Count = min(m.Runs[0].Count, 3); action != message.Atomic {
			m.BTI = 0
		}
		if o.N, o.Full, m.Lanes, m.Addr = 16, 0xFFFF, 16, rows(offsetsAt, 16, 1); action == message.Write || action == message.Atomic {
			m.Data = rows(dataAt, 16, 1)
		}
		if o.Off > 16 {
			o.Off = 0
		}
		p := messages(t, []code.Op{known, known, o}, []message.Message{first, first, m})
		second := &p.Sends[p.Ops[2].Ext].Message
		second.BTI = 1
		change(&p.Ops[3], &p.Sends[p.Ops[3].Ext].Message)
		c := compile(p)
		fast := onPages(t, p, c, compileSome(p, c.sequences))
		p.Ops[3], p.Sends[p.Ops[3].Ext].Message = o, m
		p.Ops[3].Ext = int32(len(p.Sends) - 1)
		mask, seed, way := maskOf(rnd), rnd.Uint64(), ways[rnd.IntN(3)]
		want, _ := talk(t, p, nil, mask, seed, way, false)
		got, _ := talk(t, p, fast, mask, seed, way, false)
		if apart(want, got) != "" {
			return true
		}
	}
	return false
}
