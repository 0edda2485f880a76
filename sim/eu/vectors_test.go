package eu

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/mem"
)

// assembled is Mesa's or Intel's text for a target, with its end of thread.
func assembled(t *testing.T, target native.Target, mask uint32, text string) *rig {
	t.Helper()
	syntax := asm.Mesa
	if strings.Contains(text, "|M0)") {
		syntax = asm.IGA
	}
	code, err := asm.AssembleSyntax("vectors.asm", target, strings.NewReader(text), syntax)
	require.NoError(t, err)
	insts, _, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	p, err := loadInsts("vectors.asm", target, append(insts, eot()))
	require.NoError(t, err)
	return rigOf(p, mask)
}

// TestVectorText: Align16 code on two vectors of four. It reads both, turns their dwords around, writes
// those of the channels that the write enables, and counts each vector in a dword.
func TestVectorText(t *testing.T) {
	for _, target := range []native.Target{native.HSW, native.BDW} {
		vectorText(t, target)
	}
}

func vectorText(t *testing.T, target native.Target) {
	r := assembled(t, target, 0xFF, `
send(8) g10<1>UD g20<4>UD 0x02104003 dp data 1 MsgDesc: mlen 1 rlen 1 { align16 1Q };
mov(8) g22<1>UD g10<4>.wzyxUD { align16 1Q };
mov(8) g21<1>UD g20<4>UD { align16 1Q };
send(8) null<1>.ywUD g21<4>UD 0x04024003 dp data 1 MsgDesc: mlen 2 rlen 0 { align16 1Q };
send(8) g11<1>.xUD g24<4>UD 0x0410e703 dp data 1 MsgDesc: mlen 2 rlen 1 { align16 1Q };
`)
	b := r.surface(3, 16)
	set[uint32](r, 20, 0, 0, 0, 0, 32)
	set[uint32](r, 24, 20, 0, 0, 0, 60)
	set[uint32](r, 25, 5, 0, 0, 0, 6)
	r.run(t)
	assert.Equal(t, []uint32{100, 101, 102, 103, 108, 109, 110, 111}, get[uint32](r, 10, 8))
	for i, want := range []uint32{100, 102, 102, 100, 104, 110, 106, 107, 108, 110, 110, 108, 112, 113, 114, 121} {
		assert.Equal(t, want, word(b, i), "word %d", i)
	}
	assert.Equal(t, []uint32{105, 0, 0, 0, 115, 0, 0, 0}, get[uint32](r, 11, 8))
}

// TestVectorSpill: Ivy Bridge reads what it has spilled, one OWord of each vector, and writes with eight
// lanes, of which the first of each vector is enabled (Mesa, brw_untyped_surface_write).
func TestVectorSpill(t *testing.T) {
	r := assembled(t, native.IVB, 0xFF, `
send(8) g10<1>.xzUD g20<4>UD 0x04188003 data MsgDesc: mlen 2 rlen 1 { align16 1Q };
send(8) null<1>.xUD g24<4>UD 0x04036e03 data MsgDesc: mlen 2 rlen 0 { align16 1Q };
`)
	b := r.surface(3, 16)
	set[uint32](r, 21, 1, 9, 9, 9, 3)
	set[uint32](r, 24, 0, 4, 8, 12, 16, 20, 24, 28)
	set[uint32](r, 25, 1, 2, 3, 4, 5, 6, 7, 8)
	r.run(t)
	assert.Equal(t, []uint32{104, 0, 106, 0, 112, 0, 114, 0}, get[uint32](r, 10, 8))
	for i, want := range []uint32{1, 101, 102, 103, 5, 105, 106, 107, 108} {
		assert.Equal(t, want, word(b, i), "word %d", i)
	}
}

// TestVectorEnables: a read that leaves out dwords of a vector ends the thread by name.
func TestVectorEnables(t *testing.T) {
	r := assembled(t, native.HSW, 0xFF, `send(8) g10<1>.xUD g20<4>UD 0x02104003 dp data 1 MsgDesc: mlen 1 rlen 1 { align16 1Q };`)
	r.surface(3, 16)
	err := r.finish()
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "message UntypedRead4x2 under channel enables 0b00010001: no source says what they do; want all or none of each vector")
}

// TestVectorSampleText: vectors read a buffer of constants by way of the sampler, Ivy Bridge to Broadwell without a header, Skylake
// behind one that asks for vectors (Mesa, emit_pull_constant_load_reg).
func TestVectorSampleText(t *testing.T) {
	for target, text := range map[native.Target]string{
		native.IVB: "send(8) g10<1>F g21<4>F 0x02107003 sampler MsgDesc: mlen 1 rlen 1 { align16 1Q };",
		native.BDW: "send(8) g10<1>F g21<4>F 0x02107003 sampler MsgDesc: mlen 1 rlen 1 { align16 1Q };",
		native.BXT: "mov(1) g20.2<1>UD 0x00400000UD { align1 WE_all 1N };\nsend(8) g10<1>F g20<8,8,1>F 0x04187003 sampler MsgDesc: mlen 2 rlen 1 { align1 1Q };",
		native.SKL: "(W) mov (1|M0) r20.2<1>:ud 0x00400000:ud\nsend (8|M0) r10:f r20 0x2 0x04187003",
	} {
		r := assembled(t, target, 0xFF, text)
		b := r.surface(3, 16)
		shape, err := mem.ImageShape{Kind: mem.Image1DBuffer, Format: mem.FindFormat("rgba32ui"), Extent: [3]int{4, 1, 1}}.Complete()
		require.NoError(t, err)
		r.env.Mem.BindImage(3, mem.NewImage(shape, b))
		set[uint32](r, 21, 1, 1, 1, 1, 3, 3, 3, 3)
		r.run(t)
		assert.Equal(t, []uint32{104, 105, 106, 107, 112, 113, 114, 115}, get[uint32](r, 10, 8), "%v", target)
	}
}
