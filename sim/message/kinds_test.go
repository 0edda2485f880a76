package message

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Elements of each lane and where they lie in registers, what offsets count, the bytes of a
// block, and the registers of addresses, data and second operand.
var everyKind = []struct {
	target           native.Target
	kind             native.MessageKind
	sfid             uint8
	mlen, rlen, desc uint32
	action           Action
	space            Space
	want             string
}{
	{native.SKL, native.MsgOwordRead, dc0, 1, 2, header | 3<<8 | 3, BlockRead, Surface, "8 lanes of 4 in 4, 0+0, *16 +0, block 64; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgOwordUnalignedRead, dc0, 1, 2, header | 1<<14 | 3<<8 | 3, BlockRead, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 64; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgOwordWrite, dc0, 2, 0, header | 8<<14 | 0<<8 | 3, BlockWrite, Surface, "8 lanes of 4 in 4, 0+0, *16 +0, block 16; header 640, 0, 1, 0; "},
	{native.SKL, native.MsgByteRead, dc0, 2, 2, 4<<14 | 1<<10 | 1<<8 | 3, Read, Surface, "16 lanes of 2 in 4, 0+1, *1 +0, block 0; header -1, 2, 0, 0; global"},
	{native.SKL, native.MsgByteWrite, dc0, 3, 0, header | 12<<14 | 2<<10 | 3, Write, Surface, "8 lanes of 4 in 4, 0+1, *1 +0, block 0; header 640, 1, 1, 0; global plain"},
	{native.SKL, native.MsgDwordRead, dc0, 1, 4, 3<<14 | 1<<9 | 2<<10 | 3, Read, Surface, "8 lanes of 4 in 4, 0+4, *4 +0, block 0; header -1, 1, 0, 0; global"},
	{native.SKL, native.MsgDwordWrite, dc0, 2, 0, 11<<14 | 1<<9 | 3, Write, Surface, "8 lanes of 4 in 4, 0+1, *4 +0, block 0; header -1, 1, 1, 0; global"},
	{native.SKL, native.MsgFence, dc0, 1, 1, header | 7<<14 | 1<<13, Nothing, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 0; header 640, 0, 0, 0; "},
	{native.BDW, native.MsgRenderFence, 5, 1, 1, header | 7<<14 | 1<<13, Nothing, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 0; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgConstantOwordRead, 9, 1, 4, header | 4<<8 | 3, BlockRead, Surface, "8 lanes of 4 in 4, 0+0, *16 +0, block 128; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgConstantOwordUnalignedRead, 9, 1, 1, header | 1<<14 | 2<<8 | 3, BlockRead, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 32; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgConstantDwordRead, 9, 2, 2, 3<<14 | 1<<9 | 1<<8 | 3, Read, Surface, "16 lanes of 4 in 4, 0+1, *4 +0, block 0; header -1, 2, 0, 0; global"},
	{native.SKL, native.MsgScratchRead, dc0, 1, 4, header | 2<<17 | 2<<12 | 5, BlockRead, Scratch, "8 lanes of 4 in 4, 0+0, *1 +160, block 128; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgScratchWrite, dc0, 3, 0, header | 3<<17 | 1<<12 | 7, BlockWrite, Scratch, "8 lanes of 4 in 4, 0+0, *1 +224, block 64; header 640, 0, 2, 0; "},
	{native.SKL, native.MsgScratchWrite, dc0, 3, 0, header | 3<<17 | 1<<16 | 1<<12 | 7, MaskedWrite, Scratch, "16 lanes of 4 in 4, 0+1, *1 +224, block 64; header 640, 0, 2, 0; "},
	{native.SKL, native.MsgScratchWrite, dc0, 2, 0, header | 3<<17 | 1<<16 | 1, MaskedWrite, Scratch, "8 lanes of 4 in 4, 0+1, *1 +32, block 32; header 640, 0, 1, 0; "},
	{native.SKL, native.MsgUntypedRead, dc1, 1, 2, untypedRead | yw | simd8 | 3, Read, Surface, "8 lanes of 4 in 4, 1+1 3+1, *1 +0, block 0; header -1, 1, 0, 0; sample"},
	{native.SKL, native.MsgUntypedWrite, dc1, 8, 0, untypedWrite | 8<<8 | simd16 | 3, Write, Surface, "16 lanes of 4 in 4, 0+3, *1 +0, block 0; header -1, 2, 6, 0; plain sample"},
	{native.SKL, native.MsgUntypedAtomic, dc1, 6, 2, untypedAtomic | returns | 14<<8 | 3, Atomic, Surface, "16 lanes of 4 in 4, 0+1, *1 +0, block 0; header -1, 2, 2, 2; one two return sample"},
	{native.SKL, native.MsgFloatAtomic, dc1, 2, 0, floatAtomic | atomic8 | 1<<8 | 3, Atomic, Surface, "8 lanes of 4 in 4, 0+1, *1 +0, block 0; header -1, 1, 1, 0; one sample"},
	{native.SKL, native.MsgA64ByteRead, dc1, 4, 2, 16<<14 | 1<<10 | 1<<12 | 255, Read, Flat, "16 lanes of 2 in 4, 0+1, *1 +0, block 0; header -1, 4, 0, 0; global"},
	{native.SKL, native.MsgA64ByteRead, dc1, 2, 2, 16<<14 | 3<<10 | 255, Read, Flat, "8 lanes of 8 in 8, 0+1, *1 +0, block 0; header -1, 2, 0, 0; global"},
	{native.SKL, native.MsgA64DwordRead, dc1, 2, 2, 16<<14 | 1<<8 | 1<<10 | 255, Read, Flat, "8 lanes of 4 in 4, 0+2, *1 +0, block 0; header -1, 2, 0, 0; global"},
	{native.SKL, native.MsgA64QwordRead, dc1, 2, 4, 16<<14 | 2<<8 | 1<<10 | 255, Read, Flat, "8 lanes of 8 in 8, 0+2, *1 +0, block 0; header -1, 2, 0, 0; "},
	{native.SKL, native.MsgA64ByteWrite, dc1, 3, 0, 26<<14 | 255, Write, Flat, "8 lanes of 1 in 4, 0+1, *1 +0, block 0; header -1, 2, 1, 0; global"},
	{native.SKL, native.MsgA64DwordWrite, dc1, 6, 0, 26<<14 | 1<<8 | 1<<12 | 255, Write, Flat, "16 lanes of 4 in 4, 0+1, *1 +0, block 0; header -1, 4, 2, 0; global"},
	{native.SKL, native.MsgA64QwordWrite, dc1, 4, 0, 26<<14 | 2<<8 | 253, Write, Flat, "8 lanes of 8 in 8, 0+1, *1 +0, block 0; header -1, 2, 2, 0; "},
	{native.SKL, native.MsgA64UntypedRead, dc1, 2, 3, 17<<14 | 1<<8 | simd8 | 255, Read, Flat, "8 lanes of 4 in 4, 1+3, *1 +0, block 0; header -1, 2, 0, 0; "},
	{native.SKL, native.MsgA64UntypedWrite, dc1, 3, 0, 25<<14 | x | simd8 | 255, Write, Flat, "8 lanes of 4 in 4, 0+1, *1 +0, block 0; header -1, 2, 1, 0; "},
	{native.SKL, native.MsgA64Atomic, dc1, 6, 2, 18<<14 | 1<<12 | returns | 14<<8 | 255, Atomic, Flat, "8 lanes of 8 in 8, 0+1, *1 +0, block 0; header -1, 2, 2, 2; one two return"},
	{native.SKL, native.MsgA64FloatAtomic, dc1, 4, 1, 29<<14 | returns | 3<<8 | 255, Atomic, Flat, "8 lanes of 4 in 4, 0+1, *1 +0, block 0; header -1, 2, 1, 1; one two return"},
	{native.SKL, native.MsgA64OwordRead, dc1, 1, 1, header | 20<<14 | 2<<8 | 255, BlockRead, Flat, "8 lanes of 4 in 4, 0+0, *16 +0, block 32; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgA64OwordUnalignedRead, dc1, 1, 4, header | 20<<14 | 1<<11 | 4<<8 | 255, BlockRead, Flat, "8 lanes of 4 in 4, 0+0, *16 +0, block 128; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgA64OwordWrite, dc1, 3, 0, header | 21<<14 | 3<<8 | 255, BlockWrite, Flat, "8 lanes of 4 in 4, 0+0, *16 +0, block 64; header 640, 0, 2, 0; "},
	{native.SKL, native.MsgSamplerFlush, sampler, 1, 1, header | 3<<17 | 31<<12, Forget, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 0; header 640, 0, 0, 0; "},
	{native.SKL, native.MsgBarrier, gateway, 1, 0, 4, Barrier, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 0; header -1, 0, 0, 0; "},
	{native.HSW, native.MsgSamplerMediaBlockRead, 4, 1, 2, header | mediaRead | 3, MediaRead, Surface, "8 lanes of 4 in 4, 0+0, *1 +0, block 0; header 640, 0, 0, 0; "},
}

// TestEveryKind: what descriptors mean, by the table of messages in specs/eu/messages.md.
func TestEveryKind(t *testing.T) {
	for _, c := range everyKind {
		var m Message
		src := places
		src.Channels = 16
		msg := native.Message{SFID: c.sfid, Desc: native.Desc(c.mlen<<25 | c.rlen<<20 | c.desc)}
		require.NoError(t, Resolve(&m, c.target, &msg, &src, false), "%v", c.kind)
		assert.Equal(t, c.kind, m.Kind)
		var flags []string
		for i, set := range []bool{m.One, m.Two, m.Return, m.Global, m.Plain, m.Sample} {
			if set {
				flags = append(flags, []string{"one", "two", "return", "global", "plain", "sample"}[i])
			}
		}
		runs := fmt.Sprintf("%d+%d", m.Runs[0].First, m.Runs[0].Count)
		if m.Runs[1].Count > 0 {
			runs += fmt.Sprintf(" %d+%d", m.Runs[1].First, m.Runs[1].Count)
		}
		assert.Equal(t, c.want, fmt.Sprintf("%d lanes of %d in %d, %s, *%d +%d, block %d; header %d, %d, %d, %d; %s", m.Lanes, m.Size, m.Cell, runs,
			m.Scale, m.Fixed, m.Bytes, m.Header, m.Addr.Count, m.Data.Count, m.Second.Count, strings.Join(flags, " ")), "%v", c.kind)
		assert.Equal(t, []any{c.action, c.space}, []any{m.Action, m.Space}, "%v", c.kind)
	}
}

// TestSampleMaskKinds: no kind but the untyped ones has a mask of lanes in its header.
func TestSampleMaskKinds(t *testing.T) {
	for kind, row := range kinds {
		switch native.MessageKind(kind) {
		case native.MsgUntypedRead, native.MsgUntypedWrite, native.MsgUntypedAtomic, native.MsgFloatAtomic, native.MsgWordAtomic, native.MsgHalfAtomic:
			assert.True(t, row.sample, "%v", native.MessageKind(kind))
		default:
			assert.False(t, row.sample, "%v", native.MessageKind(kind))
		}
	}
}

// TestResponseInR0: the first register is a destination like any other.
func TestResponseInR0(t *testing.T) {
	b, src := newBench(t).dwords(20, 8), places
	src.Dst = 0
	require.NoError(t, Resolve(&b.msg, native.SKL, &native.Message{SFID: dc1, Desc: 0x02100000 | untypedRead | x | simd8 | 3}, &src, false))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	_, err := b.execute(1)
	require.NoError(t, err)
	assert.Equal(t, []uint32{102, 0}, b.got(0, 2))
}
