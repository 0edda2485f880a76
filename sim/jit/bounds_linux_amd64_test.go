package jit

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/message"
)

const pageBytes = 4096

// fenced is size bytes of memory with a page in front and one behind that nobody may touch, at the start or at the end of the
// pages between.
func fenced(tb testing.TB, size int, atEnd bool) unsafe.Pointer {
	tb.Helper()
	inner := (size + pageBytes - 1) / pageBytes * pageBytes
	p, err := syscall.Mmap(-1, 0, inner+2*pageBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = syscall.Munmap(p) })
	require.NoError(tb, syscall.Mprotect(p[:pageBytes], syscall.PROT_NONE))
	require.NoError(tb, syscall.Mprotect(p[pageBytes+inner:], syscall.PROT_NONE))
	at := pageBytes
	if atEnd {
		at += inner - size
	}
	return unsafe.Pointer(&p[at])
}

// anyOp is an op with operands anywhere, inside of registers and constants or not.
func anyOp(tb testing.TB, rnd *rand.Rand, p *code.Program) code.Op {
	all := kernels()
	o := opOf(rnd, all[rnd.IntN(len(all))], lanesOf(rnd))
	if rnd.IntN(8) == 0 {
		o = pick(rnd, longOps(tb)...)
	}
	if rnd.IntN(6) == 0 {
		o = instructions(tb, indirects(rnd)).Ops[1]
		o.Dst.Imm, o.Src[0].Imm = int16(rnd.Uint32()), pick(rnd, o.Src[0].Imm, int16(rnd.Uint32()))
	}
	anywhere := func(limit int) uint32 {
		switch rnd.IntN(6) {
		case 0:
			return rnd.Uint32()
		case 1:
			return uint32(limit - rnd.IntN(160))
		case 2:
			return uint32(rnd.IntN(64))
		}
		return uint32(rnd.IntN(limit))
	}
	if rnd.IntN(2) == 0 {
		o.Dst.Addr = anywhere(p.FileBytes + code.ArchSize)
	}
	for i := range o.Src {
		s := &o.Src[i]
		switch rnd.IntN(3) {
		case 0:
			s.Space, s.Addr = code.SpaceConsts, anywhere(8*len(p.Consts))
		case 1:
			s.Space, s.Addr = code.SpaceRegs, anywhere(p.FileBytes+code.ArchSize)
		}
	}
	if rnd.IntN(8) == 0 { // what no resolved op has
		o.N, o.Off, o.FlagShift, o.FlagReg = uint8(rnd.Uint32()), uint8(rnd.Uint32()), uint8(rnd.Uint32()), uint8(rnd.Uint32())
	}
	return o
}

// stays runs the code of ops with operands anywhere on registers and constants between fences: a touch of one ends the process.
// It gives how many ops had code.
func stays(tb testing.TB, seed uint64) (n int) {
	tb.Helper()
	rnd := rand.New(rand.NewPCG(seed, 5))
	p := &code.Program{FileBytes: pick(rnd, 128, 256) * 32, Consts: make([]uint64, code.MaxLanes+rnd.IntN(64))}
	for range 1 + rnd.IntN(12) {
		p.Ops = append(p.Ops, anyOp(tb, rnd, p))
		p.Ends = append(p.Ends, 0)
	}
	for i := range p.Ends {
		p.Ends[i] = int32(len(p.Ops))
	}
	c := compile(p)
	for _, c := range []*compiled{c, compileSome(p, c.sequences)} {
		pages, err := newPages(c.code)
		require.NoError(tb, err)
		for _, s := range c.sequences {
			n += s.to - s.from
			for _, atEnd := range []bool{false, true} {
				if s.at != 0 {
					regs := fenced(tb, p.FileBytes+code.ArchSize, atEnd)
					addresses(rnd, unsafe.Slice((*byte)(unsafe.Add(regs, p.FileBytes+code.OffA0)), 32), p.FileBytes)
					call(pages.base()+uintptr(s.at), regs, fenced(tb, 8*len(p.Consts), atEnd), rnd.Uint32(), &eu.Frame{Left: 1 << 14, Wake: math.MaxInt32})
				}
			}
		}
		pages.free(struct{}{})
	}
	return n
}

// surfaceOf is a surface of size bytes, as one of its kind is.
func surfaceOf(rnd *rand.Rand, base unsafe.Pointer, size int, bias uint64) mem.Surface {
	s := mem.Surface{Base: base, Len: uint64(size), Bias: bias, Mask: math.MaxUint64}
	if bias == 0 {
		s.Mask = pick[uint64](rnd, math.MaxUint32, 0xFFFF, 0xFF)
	}
	s.Direct = min(s.Len, s.Mask&math.MaxUint32+1)
	return s
}

// staysInside runs the code of messages on surfaces between fences, with offsets anywhere, and gives how many were executed by it.
func staysInside(tb testing.TB, seed uint64) (n int) {
	tb.Helper()
	rnd := rand.New(rand.NewPCG(seed, 6))
	p := &code.Program{FileBytes: fileBytes, Consts: make([]uint64, code.MaxLanes)}
	for i := range 6 {
		o, m := messageOf(rnd, actionOf(rnd))
		o.Ext = int32(i)
		p.Ops, p.Ends, p.Sends = append(p.Ops, o), append(p.Ends, 6), append(p.Sends, code.Send{Message: m})
	}
	atEnd, size := rnd.IntN(2) == 0, rnd.IntN(400)
	if rnd.IntN(2) == 0 {
		size &^= 3
	}
	base, flat := fenced(tb, size, atEnd), pick[uint64](rnd, 1<<12, 1<<32, 1<<47, math.MaxUint64-256)
	table, near := make([]mem.Surface, 3), make([]mem.Surface, mem.NearSlots)
	for i := range table {
		table[i] = surfaceOf(rnd, base, size, 0)
	}
	for i := range near {
		near[i] = surfaceOf(rnd, base, size, flat)
	}
	local, scratch, indirect := surfaceOf(rnd, base, size, 0), surfaceOf(rnd, base, size, scratchBase), surfaceOf(rnd, base, size, indirectBase)
	states, resolver := placedStates{surface: table[0]}, mem.Resolver{}
	resolver.Attach(&states)
	for bti := range 2 {
		for _, shift := range []int{6, 12} {
			_, err := resolver.Surface(mem.Ref{Bindless: true, Place: int32(mem.Handle(bti) >> shift)})
			require.NoError(tb, err)
		}
	}
	placed, _ := resolver.Places()
	tables := message.Tables{Table: &table[0], Local: &local, Scratch: &scratch, Indirect: &indirect, Near: &near[0], Placed: placed}
	regs := fenced(tb, p.FileBytes+code.ArchSize, atEnd)
	c := compile(p)
	for _, c := range []*compiled{c, compileSome(p, c.sequences)} {
		pages, err := newPages(c.code)
		require.NoError(tb, err)
		for _, s := range c.sequences {
			if s.at == 0 {
				continue
			}
			anywhere(rnd, unsafe.Slice((*byte)(regs), p.FileBytes+code.ArchSize), &p.Sends[p.Ops[s.from].Ext].Message, size, flat)
			f := &eu.Frame{Tables: tables, Left: 1, Wake: math.MaxInt32}
			call(pages.base()+uintptr(s.at), regs, fenced(tb, 8*len(p.Consts), atEnd), pick(rnd, ^uint32(0), rnd.Uint32()), f)
			n += int(1 - f.Left)
		}
		pages.free(struct{}{})
	}
	return n
}

// staysApart runs branches on which channels part, and joins, with the places of channels between fences, and gives how many
// calls of code wrote these.
func staysApart(tb testing.TB, seed uint64) (n int) {
	tb.Helper()
	rnd := rand.New(rand.NewPCG(seed, 7))
	p := flowOf(tb, rnd, 4+rnd.IntN(24))
	list := compile(p).sequences
	c := compileSome(p, list)
	pages, err := newPages(c.code)
	require.NoError(tb, err)
	regs, consts := fenced(tb, p.FileBytes+code.ArchSize, true), fenced(tb, 8*len(p.Consts), true)
	places := (*[code.MaxLanes]int32)(fenced(tb, 4*code.MaxLanes, rnd.IntN(2) == 0))
	for _, s := range c.sequences {
		for i := range places {
			places[i] = int32(rnd.IntN(len(p.Ops)))
		}
		f := &eu.Frame{Left: 1 << 10, Places: places, Wake: math.MaxInt32}
		if f.Waits = pick(rnd, 0, rnd.Uint32()); f.Waits != 0 {
			f.Wake = int32(rnd.IntN(len(p.Ops)))
		}
		if s.at != 0 {
			call(pages.base()+uintptr(s.at), regs, consts, rnd.Uint32()&^f.Waits, f)
			require.Zero(tb, f.Exec&f.Waits)
			n += int(f.Apart)
		}
	}
	pages.free(struct{}{})
	return n
}

// anywhere puts offsets into the registers of a message that lie in a surface of size bytes, beside it, or far.
func anywhere(rnd *rand.Rand, regs []byte, m *message.Message, size int, flat uint64) {
	first := uint32(0)
	for lane, v := range offsetsOf(rnd, pick(rnd, ways...), uint32(size+160)) {
		v -= uint32(rnd.IntN(2) * rnd.IntN(160) &^ 3)
		own := v
		if stateless(m) {
			own += scratchBase
		}
		binary.LittleEndian.PutUint32(regs[offsetsAt+4*lane:], own)
		wide := uint64(int64(int32(v)))
		if rnd.IntN(32) == 0 {
			wide += 1 << (32 + rnd.IntN(32))
		}
		binary.LittleEndian.PutUint64(regs[flatAt+8*lane:], flat+wide)
		if lane == 0 {
			first = v
		}
	}
	header := regs[headerAt:][:32]
	binary.LittleEndian.PutUint32(header[fixed.MemoryBase.Byte():], scratchBase+pick[uint32](rnd, 0, 0, 1<<10, ^uint32(0)))
	switch {
	case m.Space == message.Flat:
		binary.LittleEndian.PutUint64(header[fixed.MemoryAddress.Byte():], flat+uint64(first))
	case m.Payload:
		binary.LittleEndian.PutUint32(header[fixed.MemoryOffset.Byte():], (indirectBase-scratchBase+uint32(rnd.IntN(size+160)))/m.Scale)
	default:
		binary.LittleEndian.PutUint32(header[fixed.MemoryOffset.Byte():], uint32(rnd.IntN(size+160))/m.Scale)
	}
	for i, bti := range []int{0, 1, 7} {
		binary.LittleEndian.PutUint32(regs[placesAt+4*i:], mem.Handle(bti))
	}
}

// placedStates are states of which each is the same surface.
type placedStates struct {
	mem.States
	surface mem.Surface
}

func (s *placedStates) Surface(mem.Ref) (mem.Surface, error) { return s.surface, nil }
func (s *placedStates) Flat() mem.Surface                    { return mem.Surface{} }

// TestBounds: no code leaves registers and constants, whatever operands ops have.
func TestBounds(t *testing.T) {
	available(t)
	n := 0
	for seed := range uint64(400) {
		n += stays(t, seed)
	}
	assert.Equal(t, 2920, n, "ops with code")
	n = 0
	for seed := range uint64(1000) {
		n += staysInside(t, seed)
	}
	assert.Equal(t, 2220, n, "messages that code executed")
	n = 0
	for seed := range uint64(300) {
		n += staysApart(t, seed)
	}
	assert.Equal(t, 1174, n, "calls in which channels part")
}

// FuzzBounds is TestBounds for any seed.
func FuzzBounds(f *testing.F) {
	available(f)
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { stays(t, seed); staysInside(t, seed); staysApart(t, seed) })
}

// TestRefusedAccess: an op with an operand that ends outside is left to the EU model; one that ends at the last byte is not.
func TestRefusedAccess(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	last := uint32(128*32 + code.ArchSize)
	for _, c := range []struct {
		change func(o *code.Op)
		has    bool
	}{
		{func(*code.Op) {}, true},
		{func(o *code.Op) { o.Dst.Addr = last - 32 }, true},
		{func(o *code.Op) { o.Dst.Addr = last - 31 }, false},
		{func(o *code.Op) { o.Dst.Addr = ^uint32(0) }, false},
		{func(o *code.Op) { o.Src[0].Addr = last - 31 }, false},
		{func(o *code.Op) { o.Src[1].Addr = last - 32 }, true},
		{func(o *code.Op) { o.Src[1].Addr = last - 31 }, false},
		{func(o *code.Op) { o.Src[1].Space, o.Src[1].Addr = code.SpaceConsts, 8*code.MaxLanes-32 }, true},
		{func(o *code.Op) { o.Src[1].Space, o.Src[1].Addr = code.SpaceConsts, 8*code.MaxLanes-31 }, false},
	} {
		p := &code.Program{FileBytes: 128 * 32, Consts: make([]uint64, code.MaxLanes), Ends: []int32{1}}
		o := opOf(rnd, kernel{form: code.FormALU, class: code.ClassRaw, kern: code.KernAdd}, 8)
		o.NoMask, o.Flags = ^uint32(0), code.FlagDirect
		o.Src[0], o.Src[1] = code.Source{Addr: 64}, code.Source{Addr: 96}
		o.Dst = code.Dest{Mode: code.DstReg, Size: 4, Step: 4, Addr: 128, Enable: ^uint32(0)}
		c.change(&o)
		p.Ops = []code.Op{o}
		assert.Equal(t, c.has, len(compile(p).sequences) == 1, "%+v", o)
	}
}
