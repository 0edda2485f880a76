package jit

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
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
				ops[i].NoMask, ops[i].Flags = ^uint32(0), 0
				sends[i].Space, sends[i].BTI, sends[i].Named, sends[i].Addr = message.Surface, i, -1, rows(offsetsAt, sends[i].Lanes, 1)
			}
			p := messages(t, append(ops, ops...), sends)
			c := compile(p)
			require.Len(t, c.sequences, 12)
			fast := onPages(t, p, c, compileSome(p, c.sequences))
			mask, seed, shared := pick(rnd, ^uint32(0), maskOf(rnd)), rnd.Uint64(), n%2 == 0
			want, _ := talk(t, p, nil, mask, seed, way, shared)
			got, by := talk(t, p, fast, mask, seed, way, shared)
			require.Empty(t, apart(want, got), "%s: program %d", way, n)
			inside[way] += by
		}
	}
	assert.Equal(t, map[string]int{"side by side": 1493, "in one place": 1627, "anywhere": 1516, "past the end": 773, "high bits": 252, "odd": 185, "far": 109, "across the end": 342}, inside, "messages that code executed")
}

// TestMessageLiteral: reads and writes with values written down.
func TestMessageLiteral(t *testing.T) {
	available(t)
	o, m := simple(message.Read)
	m.Runs[0].Count = 2
	_, store := simple(message.Write)
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

// simple is a read or write of dwords of 8 lanes by offsets in local memory.
func simple(action message.Action) (code.Op, message.Message) {
	o := code.Op{Form: code.FormMessage, N: 8, Full: 0xFF, NoMask: ^uint32(0)}
	o.Dst.Enable = ^uint32(0)
	m := message.Message{Action: action, Header: -1, Named: -1, Lanes: 8, Size: 4, Cell: 4, Scale: 1, GRF: 32, BTI: fixed.SurfaceLocal, Plain: true, Addr: rows(offsetsAt, 8, 1)}
	m.Runs[0].Count = 1
	if m.Data, m.Dst = rows(dataAt, 8, 0), answerAt; action != message.Read {
		m.Data, m.Dst = rows(dataAt, 8, 1), -1
	}
	return o, m
}

// TestReachLiteral: words of a bindless surface, dwords at 64-bit addresses and a block of scratch space with values written down, by code once the
// EU model has found where they are; lanes that do not run are left alone.
func TestReachLiteral(t *testing.T) {
	available(t)
	o, words := simple(message.Read)
	words.BTI, words.Named, words.Size, words.Plain = native.BindlessBTI, placesAt, 2, false
	_, store := simple(message.Write)
	store.Space, store.BTI, store.Addr, store.Plain = message.Flat, fixed.SurfaceStateless, rows(flatAt, 8, 2), false
	_, block := simple(message.BlockRead)
	block.Space, block.BTI, block.Header, block.Bytes, block.Dst, block.Plain, block.Runs[0].Count = message.Scratch, 0, headerAt, 16, answerAt+64, false, 0
	some := o
	some.NoMask = 0
	p := messages(t, []code.Op{o, some, o, o, some, o}, []message.Message{words, store, block})
	c := compile(p)
	fast := onPages(t, p, c, compileSome(p, c.sequences))
	inside, by := 0, fast.Call
	fast.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32, f *eu.Frame) int32 {
		at := by(code, registers, consts, channels, f)
		inside += int(1 - f.Left)
		return at
	}
	w, env := thread(t, p, fast, 0x0F, 1)
	m := mem.New()
	m.Table[0] = m.Alloc("b", 64)
	env.Mem, env.Scratch = m, mem.NewBuffer("scratch", scratchBase, otherBytes)
	regs := w.Ahead(0).Registers
	binary.LittleEndian.PutUint32(regs[placesAt:], mem.Handle(0))
	binary.LittleEndian.PutUint32(regs[headerAt+fixed.MemoryBase.Byte():], scratchBase)
	for i := range 16 {
		m.Table[0].Store32(uint32(4*i), uint32(i)<<16|uint32(100+i))
		env.Scratch.Store32(uint32(4*i), 300+uint32(i))
	}
	for i := range 8 {
		binary.LittleEndian.PutUint32(regs[offsetsAt+4*i:], uint32(4*(7-i)))
		binary.LittleEndian.PutUint64(regs[flatAt+8*i:], m.Table[0].Base+uint64(32+4*(7-i)))
		binary.LittleEndian.PutUint32(regs[dataAt+4*i:], 200+uint32(i))
	}
	for range 6 {
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
	}
	assert.Equal(t, 4, inside, "the block is known from the start")
	var got [20]uint32
	_, _ = binary.Decode(regs[answerAt:][:80], binary.LittleEndian, &got)
	assert.Equal(t, []uint32{107, 106, 105, 104, 103, 102, 101, 100}, got[:8])
	assert.Equal(t, []uint32{300, 301, 302, 303}, got[16:])
	for i, want := range []uint32{8<<16 | 108, 9<<16 | 109, 10<<16 | 110, 11<<16 | 111, 203, 202, 201, 200} {
		assert.Equal(t, want, m.Table[0].Load32(uint32(32+4*i)))
	}
}

// TestMessageRefused: what is not a message of these kinds is left to the EU model.
func TestMessageRefused(t *testing.T) {
	block := func(m *message.Message) {
		m.Action, m.Bytes, m.Header, m.Runs[0].Count = message.BlockRead, 32, headerAt, 0
	}
	for name, change := range map[string]func(o *code.Op, m *message.Message){
		"offsets of OWords":     func(_ *code.Op, m *message.Message) { m.Scale = 16 },
		"offsets with more":     func(_ *code.Op, m *message.Message) { m.Fixed = 4 },
		"two vectors":           func(_ *code.Op, m *message.Message) { m.Pair = true },
		"offsets apart":         func(_ *code.Op, m *message.Message) { m.Addr.Whole = false },
		"data apart":            func(_ *code.Op, m *message.Message) { m.Data.Whole = false },
		"not the first element": func(_ *code.Op, m *message.Message) { m.Runs[0].First = 1 },
		"elements apart":        func(_ *code.Op, m *message.Message) { m.Runs[1].Count = 1 },
		"a header":              func(_ *code.Op, m *message.Message) { m.Header = 0 },
		"other lanes":           func(o *code.Op, _ *message.Message) { o.N = 24 },
		"one lane":              func(o *code.Op, m *message.Message) { o.N, m.Lanes = 1, 1 },
		"some channels":         func(o *code.Op, _ *message.Message) { o.Dst.Enable = 1 },
		"scratch space":         func(_ *code.Op, m *message.Message) { m.Space = message.Scratch },
		"five elements":         func(_ *code.Op, m *message.Message) { m.Runs[0].Count = 5 },
		"two bytes":             func(_ *code.Op, m *message.Message) { m.Size, m.Runs[0].Count = 1, 2 },
		"bytes as such":         func(_ *code.Op, m *message.Message) { m.Size, m.Cell = 1, 1 },
		"bytes over offsets":    func(_ *code.Op, m *message.Message) { m.Size, m.Dst = 1, offsetsAt+4 },
		"qwords over offsets":   func(_ *code.Op, m *message.Message) { m.Size, m.Cell, m.Dst = 8, 8, offsetsAt },
		"a block of 6 bytes":    func(_ *code.Op, m *message.Message) { block(m); m.Bytes = 6 },
		"a long block":          func(_ *code.Op, m *message.Message) { block(m); m.Bytes = 288 },
		"a block of DWords":     func(_ *code.Op, m *message.Message) { block(m); m.Scale = 4 },
		"a block of two offsets": func(_ *code.Op, m *message.Message) {
			block(m)
			m.Global = true
		},
		"a block apart": func(_ *code.Op, m *message.Message) {
			block(m)
			m.Action, m.Data.Whole = message.BlockWrite, false
		},
		"a stateless block": func(_ *code.Op, m *message.Message) { block(m); m.BTI = fixed.SurfaceStateless },
		"an atomic's answer": func(_ *code.Op, m *message.Message) {
			m.Action, m.Data, m.Return, m.Op = message.Atomic, m.Addr, true, message.AtomicAdd
		},
		"a maximum": func(_ *code.Op, m *message.Message) {
			m.Action, m.Data, m.Op = message.Atomic, m.Addr, message.AtomicMax
		},
		"an atomic on qwords": func(_ *code.Op, m *message.Message) {
			m.Action, m.Data, m.Op, m.Size = message.Atomic, m.Addr, message.AtomicAdd, 8
		},
		"offsets elsewhere": func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] = 0xFFF0 },
		"addresses elsewhere": func(_ *code.Op, m *message.Message) {
			m.Space, m.Addr.Regs[0] = message.Flat, fileBytes+code.ArchSize-32
		},
		"data elsewhere":    func(_ *code.Op, m *message.Message) { m.Action, m.Data.Regs[0] = message.Write, 0xFFF0 },
		"response":          func(_ *code.Op, m *message.Message) { m.Dst = fileBytes + code.ArchSize - 8 },
		"a place elsewhere": func(_ *code.Op, m *message.Message) { m.BTI, m.Named = native.BindlessBTI, fileBytes+code.ArchSize },
	} {
		o, m := simple(message.Read)
		require.Len(t, compile(messages(t, []code.Op{o}, []message.Message{m})).sequences, 1)
		change(&o, &m)
		assert.Empty(t, compile(messages(t, []code.Op{o}, []message.Message{m})).sequences, name)
	}
}

// TestPlantedMessages: compiled code that is of another message is found.
func TestPlantedMessages(t *testing.T) {
	available(t)
	any := func(*message.Message) bool { return true }
	index := func(m *message.Message) bool { return m.Space == message.Surface && m.BTI < 2 }
	fixedPlace := func(m *message.Message) bool { return m.BTI == native.BindlessBTI && m.Named < 0 }
	named := func(m *message.Message) bool { return m.Named >= 0 }
	flat := func(m *message.Message) bool { return m.Space == message.Flat }
	offsets := func(m *message.Message) bool { return !flat(m) }
	dwords := func(m *message.Message) bool { return m.Size == 4 && m.Runs[0].Count < 4 }
	size := func(n uint8) func(m *message.Message) bool {
		return func(m *message.Message) bool { return m.Size == n }
	}
	beside := func(m *message.Message) bool { return m.Beside }
	header := func(m *message.Message) bool { return index(m) && !m.Beside }
	scratch := func(m *message.Message) bool { return m.Space == message.Scratch }
	payload := func(m *message.Message) bool { return m.Payload }
	own := func(m *message.Message) bool { return m.BTI == fixed.SurfaceLocal }
	for name, fault := range map[string]struct {
		action message.Action
		only   func(m *message.Message) bool
		change func(o *code.Op, m *message.Message)
	}{
		"surface":             {message.Read, index, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"local memory":        {message.Read, index, func(_ *code.Op, m *message.Message) { m.BTI = fixed.SurfaceLocal }},
		"no local memory":     {message.Write, own, func(_ *code.Op, m *message.Message) { m.BTI = 0 }},
		"place":               {message.Read, fixedPlace, func(_ *code.Op, m *message.Message) { m.Place ^= 1 }},
		"register of a place": {message.Read, named, func(_ *code.Op, m *message.Message) { m.Named += 4 }},
		"offsets":             {message.Read, offsets, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"addresses":           {message.Read, flat, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 8 }},
		"response":            {message.Read, any, func(_ *code.Op, m *message.Message) { m.Dst += 4 }},
		"elements":            {message.Read, dwords, func(_ *code.Op, m *message.Message) { m.Runs[0].Count++ }},
		"fewer elements":      {message.Read, dwords, func(_ *code.Op, m *message.Message) { m.Runs[0].Count-- }},
		"lanes":               {message.Read, any, func(o *code.Op, m *message.Message) { o.N, m.Lanes, o.Full = 8, 8, 0xFF }},
		"NoMask":              {message.Read, any, func(o *code.Op, _ *message.Message) { o.NoMask = ^o.NoMask }},
		"predicate":           {message.Read, any, func(o *code.Op, _ *message.Message) { o.Flags ^= code.FlagPredicated }},
		"bytes":               {message.Read, size(1), func(_ *code.Op, m *message.Message) { m.Size = 2 }},
		"words":               {message.Read, size(2), func(_ *code.Op, m *message.Message) { m.Size = 1 }},
		"qwords":              {message.Read, size(8), func(_ *code.Op, m *message.Message) { m.Size, m.Cell = 4, 4 }},
		"write of bytes":      {message.Write, size(1), func(_ *code.Op, m *message.Message) { m.Size = 2 }},
		"write of words":      {message.Write, size(2), func(_ *code.Op, m *message.Message) { m.Size = 1 }},
		"write of qwords":     {message.Write, size(8), func(_ *code.Op, m *message.Message) { m.Size, m.Cell = 4, 4 }},
		"write of surface":    {message.Write, index, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"write of offsets":    {message.Write, offsets, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"write of addresses":  {message.Write, flat, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 8 }},
		"write of elements":   {message.Write, dwords, func(_ *code.Op, m *message.Message) { m.Runs[0].Count++ }},
		"write of data":       {message.Write, any, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"write of lanes":      {message.Write, any, func(o *code.Op, m *message.Message) { o.N, m.Lanes, o.Full = 8, 8, 0xFF }},
		"a read, no write":    {message.Write, any, func(_ *code.Op, m *message.Message) { m.Action, m.Dst = message.Read, answerAt }},
		"a write, no read":    {message.Read, dwords, func(_ *code.Op, m *message.Message) { m.Action, m.Data = message.Write, m.Addr }},
		"atomic operation": {message.Atomic, any, func(_ *code.Op, m *message.Message) {
			m.Op = pick(rand.New(rand.NewPCG(uint64(m.Op), 1)), message.AtomicInc, message.AtomicXor, message.AtomicAdd)
		}},
		"channels":           {message.Write, any, func(o *code.Op, _ *message.Message) { o.Off = (o.Off + 8) % 24 }},
		"channels of a read": {message.Read, any, func(o *code.Op, _ *message.Message) { o.Off = (o.Off + 8) % 24 }},
		"stateless":          {message.Read, stateless, func(_ *code.Op, m *message.Message) { m.BTI = 0 }},
		"one lane":           {message.Write, any, func(o *code.Op, m *message.Message) { o.N, o.Full = 1, 1 }},
		"atomic of offsets":  {message.Atomic, offsets, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 4 }},
		"atomic of data":     {message.Atomic, any, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"block of a surface": {message.BlockRead, index, func(_ *code.Op, m *message.Message) { m.BTI ^= 1 }},
		"scale of a block":   {message.BlockRead, header, func(_ *code.Op, m *message.Message) { m.Scale = 17 - m.Scale }},
		"header of a block":  {message.BlockRead, header, func(_ *code.Op, m *message.Message) { m.Header -= 4 }},
		"address of a block": {message.BlockRead, beside, func(_ *code.Op, m *message.Message) { m.Addr.Regs[0] += 8 }},
		"block of scratch":   {message.BlockWrite, scratch, func(_ *code.Op, m *message.Message) { m.Fixed += 32 }},
		"no payload":         {message.BlockRead, payload, func(_ *code.Op, m *message.Message) { m.Payload, m.Space = false, message.Scratch }},
		"half of a block":    {message.BlockWrite, func(m *message.Message) bool { return header(m) && m.Bytes == 16 }, func(_ *code.Op, m *message.Message) { m.High ^= 16 }},
		"bytes of a block":   {message.BlockRead, any, func(_ *code.Op, m *message.Message) { m.Bytes += 4 }},
		"data of a block":    {message.BlockWrite, any, func(_ *code.Op, m *message.Message) { m.Data.Regs[0] += 4 }},
		"write of channels":  {message.Write, any, func(o *code.Op, _ *message.Message) { o.NoMask = ^o.NoMask }},
	} {
		assert.True(t, findsMessage(t, fault.action, fault.only, fault.change), name)
	}
}

// findsMessage says that some message differs when change plants a fault into what is compiled of it.
func findsMessage(t *testing.T, action message.Action, only func(m *message.Message) bool, change func(o *code.Op, m *message.Message)) bool {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 8))
	known, read := simple(message.Read)
	for n := 0; n < 4*tries; {
		o, m := messageOf(rnd, action)
		if o.N != 16 || !only(&m) {
			continue
		}
		n++
		ops, sends := []code.Op{known, known}, []message.Message{read, read}
		for bti := range 2 { // which make their surfaces known
			sends[bti].BTI = uint8(bti)
			if bindless := read; m.BTI == native.BindlessBTI {
				bindless.BTI, bindless.Place, bindless.Named = m.BTI, int32(mem.Handle(bti)>>12), m.Named
				if m.Named >= 0 {
					bindless.Named = placesAt + 4*int32(bti)
				}
				ops, sends = append(ops, known), append(sends, bindless)
			}
		}
		p := messages(t, slices.Concat(ops, []code.Op{o}, ops, []code.Op{o}), append(slices.Clone(sends), m))
		at, last := 1+len(ops), len(p.Ops)-2
		send := &p.Sends[p.Ops[at].Ext].Message
		right := [...]code.Op{p.Ops[at], p.Ops[last]}
		change(&p.Ops[at], send)
		again := *send
		change(&p.Ops[last], &again)
		c := compile(p)
		fast := onPages(t, p, c, compileSome(p, c.sequences))
		p.Ops[at], p.Ops[last], *send = right[0], right[1], m
		mask, seed, way := maskOf(rnd), rnd.Uint64(), ways[rnd.IntN(3)]
		want, _ := talk(t, p, nil, mask, seed, way, false)
		got, _ := talk(t, p, fast, mask, seed, way, false)
		if apart(want, got) != "" {
			return true
		}
	}
	return false
}
