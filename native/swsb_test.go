package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestSync: the first and last code of each kind of SWSB (gen-encoding section 6), for an
// instruction in order, one that takes a token, and sync with its operand.
func TestSync(t *testing.T) {
	add, send := native.Inst{Op: native.OpAdd}, native.Inst{Op: native.OpSend}
	for _, c := range []struct {
		in   native.Inst
		code uint8
		want native.Sync
		text string
	}{
		{add, 0, native.Sync{}, ""},
		{add, 0x01, native.Sync{Dist: 1, Pipes: 1 << native.PipeOnly}, "@1"},
		{add, 0x07, native.Sync{Dist: 7, Pipes: 1 << native.PipeOnly}, "@7"},
		{add, 0x20, native.Sync{Dst: 1}, "$0.dst"},
		{add, 0x2F, native.Sync{Dst: 1 << 15}, "$15.dst"},
		{add, 0x30, native.Sync{Src: 1}, "$0.src"},
		{add, 0x3F, native.Sync{Src: 1 << 15}, "$15.src"},
		{send, 0x40, native.Sync{Set: 1}, "$0"},
		{send, 0x4F, native.Sync{Set: 1 << 15}, "$15"},
		{send, 0x90, native.Sync{Dist: 1, Pipes: 1 << native.PipeOnly, Set: 1}, "@1,$0"},
		{send, 0xFF, native.Sync{Dist: 7, Pipes: 1 << native.PipeOnly, Set: 1 << 15}, "@7,$15"},
		{add, 0x90, native.Sync{Dist: 1, Pipes: 1 << native.PipeOnly, Dst: 1}, "@1,$0.dst"},
		{add, 0xFF, native.Sync{Dist: 7, Pipes: 1 << native.PipeOnly, Dst: 1 << 15}, "@7,$15.dst"},
		{syncOf("allrd"), 0, native.Sync{Src: 0xFFFF}, ""},
		{syncOf("allwr"), 0, native.Sync{Dst: 0xFFFF}, ""},
		{syncOf("allwr", 0x8001), 3, native.Sync{Dist: 3, Pipes: 1 << native.PipeOnly, Dst: 0x8001}, "@3"},
		{syncOf("nop", 0x8001), 0x25, native.Sync{Dst: 1 << 5}, "$5.dst"},
	} {
		c.in.SWSB = c.code
		assert.Equal(t, c.want, c.in.Sync(native.TGL), "%v %#x", c.in.Op, c.code)
		assert.Equal(t, c.text, c.in.Scoreboard(native.TGL), "%v %#x", c.in.Op, c.code)
	}
}

// syncOf is a sync by name, with its immediate if there is one.
func syncOf(name string, tokens ...uint64) native.Inst {
	in := native.Inst{Op: native.OpSync}
	for native.SyncName(in.SyncFC) != name {
		in.SyncFC++
	}
	for _, n := range tokens {
		in.Src[0] = native.ImmOperand(n, native.UD)
	}
	return in
}
