package message

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// inMemory are surface states of 8 bytes in memory, the address of a buffer each: those of the binding table from byte 0
// of the table on, bindless ones at their place.
type inMemory struct {
	mem.States
	memory *mem.Memory
	table  *mem.Buffer
}

var errNoState = errors.New("no state")

func (s inMemory) Surface(r mem.Ref) (mem.Surface, error) {
	at := 8 * int(r.BTI)
	if r.Bindless {
		at = int(r.Place)
	}
	if at+8 > s.table.Len() {
		return mem.Surface{}, errNoState
	}
	b, _ := s.memory.Flat().Find(binary.LittleEndian.Uint64(s.table.Contents()[at:]), 1)
	if b == nil {
		return mem.Surface{}, errNoState
	}
	return b.Surface(mem.Bounded), nil
}

// TestStatesInMemory: another giver of states than a launch decodes one when a message names it, not before: a message
// writes the state that the next one reads through. What was decoded stays until the sampler's caches are flushed or
// the port is attached to other states.
//
// seed: Broxton vol. 6 State Caching
func TestStatesInMemory(t *testing.T) {
	b := newBench(t)
	table, other := b.mem.Alloc("states", 64), b.mem.Alloc("other", 32)
	b.mem.SetShared(false)
	require.NoError(t, other.Store(4, 4, 77))
	binary.LittleEndian.PutUint64(table.Contents()[0:], table.Base) // index 0 is the table
	states := inMemory{b.mem.States(), b.mem, table}
	mask := uint32(0xFF)
	run := func(in native.Message) error {
		src := places
		require.NoError(t, Resolve(&b.msg, native.SKL, &in, &src, false))
		b.port.Attach(states, b.slm, b.scr)
		_, err := b.execute(mask)
		return err
	}
	read := func(bti uint32) native.Message {
		return native.Message{SFID: dc1, Desc: native.Desc(0x02100000 | untypedRead | x | simd8 | bti)}
	}
	write := native.Message{SFID: dc1, Desc: native.Desc(2<<25 | untypedWrite | x | simd8)}
	set := func(at uint32, addr uint64) {
		t.Helper()
		b.dwords(20, at, at+4, at, at, at, at, at, at).dwords(21, uint32(addr), uint32(addr>>32), uint32(addr), uint32(addr), uint32(addr), uint32(addr), uint32(addr), uint32(addr))
		require.NoError(t, run(write))
	}
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.ErrorIs(t, run(read(2)), errNoState)
	set(16, b.buf.Base)
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.NoError(t, run(read(2)))
	assert.Equal(t, []uint32{101, 101}, b.got(10, 2))
	set(16, other.Base)
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.NoError(t, run(read(2)))
	assert.Equal(t, []uint32{101, 101}, b.got(10, 2), "the state that was decoded")
	flush := native.Message{SFID: sampler, Desc: 1<<25 | 1<<20 | header | 3<<17 | 31<<12}
	mask = 0
	require.NoError(t, run(flush))
	mask = 0xFF
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.NoError(t, run(read(2)))
	assert.Equal(t, []uint32{101, 101}, b.got(10, 2), "no channel has flushed")
	require.NoError(t, run(flush))
	require.NoError(t, run(read(2)))
	assert.Equal(t, []uint32{77, 77}, b.got(10, 2), "the state in memory")
	set(16, b.buf.Base)
	require.NoError(t, run(flush))
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.NoError(t, run(read(2)))
	set(16, other.Base)
	b.dwords(20, 4, 4, 4, 4, 4, 4, 4, 4)
	require.ErrorIs(t, run(read(200)), errNoState, "past the end of the states")
	bindless := read(native.BindlessBTI)
	bindless.ExDesc = 16 << 12
	require.NoError(t, run(bindless))
	assert.Equal(t, []uint32{77, 77}, b.got(10, 2), "another name for the state is decoded now")

	states.States = mem.New().States() // another value
	require.NoError(t, run(read(2)))
	assert.Equal(t, []uint32{77, 77}, b.got(10, 2))
}
