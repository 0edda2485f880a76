package native_test

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestCorpusMessages: for every send with an immediate descriptor of Intel's
// Gen9 code, the table knows the message, and its lengths are the formulas'.
func TestCorpusMessages(t *testing.T) {
	seen := map[native.MessageKind]int{}
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, offs, err := native.DecodeAll(d.t, code)
			require.NoError(t, err)
			for i := range insts {
				in := &insts[i]
				if op := in.Op; op != native.OpSend && op != native.OpSends || in.Msg.DescReg || in.Msg.ExDescReg {
					continue
				}
				m, err := native.DecodeMessage(d.t, &in.Msg)
				if !assert.NoError(t, err, "%s offset %#x", file, offs[i]) {
					continue
				}
				seen[m.Kind]++
			}
		}
	}
	require.NotEmpty(t, seen)
	t.Log(seen)
}

func TestDecodeMessageRefuses(t *testing.T) {
	for _, c := range []struct {
		why string
		msg native.Message
		bad bool // contradicts its own message; else the tables lack it
	}{
		{"register", native.Message{SFID: native.SFIDDPDC1, DescReg: true}, false},
		{"unknown to skl (URB)", native.Message{SFID: native.SFIDURB, Desc: 9}, false},
		{"code 3 of simd is reserved", native.Message{SFID: native.SFIDDPDC1, Desc: 1<<14 | 3<<12}, false},
		{"bits 0x8000 have no meaning", native.Message{SFID: native.SFIDGateway, Desc: 0x02008004}, false},
		{"bits 0x8 have no meaning", native.Message{SFID: native.SFIDGateway, Desc: 0x0200000C}, false}, // beside what names the message
		{"bits 0x20000000 have no meaning", native.Message{SFID: native.SFIDSampler, Desc: 0x20220000}, false},
		{"bits 0x1000000 of the extended descriptor", native.Message{SFID: native.SFIDDPDC1, Desc: 0x02106E00, ExDesc: 1<<24 | 1<<6}, false},
		{"bits 0x10000000 of the extended descriptor", native.Message{SFID: native.SFIDDPDC1, Desc: 0x02106E00, ExDesc: 1 << 28}, false},
		{"bits 0x40000000 of the extended descriptor", native.Message{SFID: native.SFIDSpawner, Desc: 0x02000010, ExDesc: 1<<30 | 1<<28 | 1<<5}, false},
		{"unknown", native.Message{SFID: native.SFIDDPDC0, Desc: 0x0420C100}, false}, // dword read without the legacy bit
		{"1 GRFs of payload and 2 of response: want 1 and 1", native.Message{SFID: native.SFIDDPDC1, Desc: 0x02206E00}, true},
		{"2 GRFs of payload and 1 of response: want 1 and 1", native.Message{SFID: native.SFIDDPDC1, Desc: 0x02106E00, ExDesc: 0x40}, true},
		{"header", native.Message{SFID: native.SFIDDPDC0, Desc: 2 << 8}, true},
		{"MediaBlockWrite: a header in 0 GRFs of payload", native.Message{SFID: native.SFIDDPDC1, Desc: 10<<14 | 1<<19}, true},
		{"Sampler: a header in 0 GRFs of payload", native.Message{SFID: native.SFIDSampler, Desc: 1<<20 | 1<<19 | 1<<17}, true},
	} {
		_, err := native.DecodeMessage(native.SKL, &c.msg)
		if c.bad {
			var e *native.MessageError
			require.ErrorAs(t, err, &e)
		} else {
			var e *native.UnknownMessageError
			require.ErrorAs(t, err, &e)
		}
		require.ErrorContains(t, err, c.why)
		assert.Equal(t, !c.bad, errors.Is(err, errors.ErrUnsupported), c.why)
	}
}

// TestIgnoredBits: a bit that a message ignores may be set in it.
func TestIgnoredBits(t *testing.T) {
	info, err := native.DecodeMessage(native.SKL, &native.Message{SFID: native.SFIDSpawner, Desc: 0x02000010, ExDesc: 1<<28 | 1<<5})
	require.NoError(t, err)
	assert.Equal(t, native.MsgEndOfThread, info.Kind)
}

// TestRegionBits: the region <8,8,1> and the Align16 swizzle <4>.xyzw of a source, which Mesa writes into sends of Gen9
// to Gen11 (brw_set_src0), lie in the extended descriptor and have no effect there.
func TestRegionBits(t *testing.T) {
	for _, ex := range []native.ExDesc{0x04D00000, 0x03E40000} {
		m := native.Message{SFID: native.SFIDDPDC1, ExDesc: ex, Desc: 0x02106E03}
		for target := native.HSW; target < native.NumTargets; target++ {
			info, err := native.DecodeMessage(target, &m)
			if target < native.SKL || target >= native.TGL {
				require.ErrorContains(t, err, "of the extended descriptor have no meaning", "%v", target)
				continue
			}
			require.NoError(t, err, "%v", target)
			assert.Equal(t, native.MsgUntypedRead, info.Kind)
		}
		assert.True(t, m.DwordLanes())
		for _, bad := range []native.ExDesc{1 << 15, 1 << 28, 1 << 31} {
			m.ExDesc = ex | bad
			_, err := native.DecodeMessage(native.SKL, &m)
			require.ErrorIs(t, err, errors.ErrUnsupported, "%v", bad)
		}
		split := native.Message{SFID: native.SFIDDPDC1, ExDesc: ex | 1<<6, Desc: 0x02026E03}
		_, err := native.DecodeMessage(native.SKL, &split)
		require.ErrorContains(t, err, "no meaning", "of two payloads no source has a region")
		split.ExDesc &= 0xFFFF
		_, err = native.DecodeMessage(native.SKL, &split)
		require.NoError(t, err)
	}
}

// TestBlockBytes: the vectors of block loads; no blocks of owords, whose execution size says who takes part, no stores.
func TestBlockBytes(t *testing.T) {
	for want, m := range map[int]native.Message{
		32:  {SFID: native.SFIDSLM, Desc: 0x0218C500},
		16:  {SFID: native.SFIDSLM, Desc: 0x0218B500},
		64:  {SFID: native.SFIDUGM, Desc: 0x0228D500},
		512: {SFID: native.SFIDUGM, Desc: 0x0308F780},
	} {
		assert.Equal(t, want, m.BlockBytes(), "%#x", m.Desc)
	}
	for what, m := range map[string]native.Message{
		"load by lanes":    {SFID: native.SFIDSLM, Desc: 0x0218_0500},
		"block store":      {SFID: native.SFIDSLM, Desc: 0x0200C504},
		"oword block read": {SFID: native.SFIDDPDC0, Desc: 0x02284300},
		"by a register":    {SFID: native.SFIDUGM, DescReg: true},
		"no such message":  {SFID: native.SFIDVME},
	} {
		assert.Zero(t, m.BlockBytes(), what)
	}
}

func TestDwordLanes(t *testing.T) {
	cases := []struct {
		what          string
		msg           native.Message
		lanes         bool
		address, data int // of LaneCells
	}{
		{"untyped read", native.Message{SFID: native.SFIDDPDC1, Desc: 0x04205E01}, true, 4, 4},
		{"byte scattered write", native.Message{SFID: native.SFIDDPDC0, Desc: 0x02030000, ExDesc: 0x40}, true, 4, 4},
		{"A64 scattered dword read: qword addresses", native.Message{SFID: native.SFIDDPDC1, Desc: 0x082411FF}, false, 8, 4},
		{"A64 scattered qword read", native.Message{SFID: native.SFIDDPDC1, Desc: 0x084412FF}, false, 8, 8},
		{"A64 scattered byte read", native.Message{SFID: native.SFIDDPDC1, Desc: 0x082410FF}, false, 8, 4},
		{"A64 scattered read of 4 bytes", native.Message{SFID: native.SFIDDPDC1, Desc: 0x082418FF}, false, 8, 4},
		{"A64 scattered read of 8 bytes", native.Message{SFID: native.SFIDDPDC1, Desc: 0x08241CFF}, false, 0, 0},
		{"A64 atomic", native.Message{SFID: native.SFIDDPDC1, Desc: 0x0414AEFF, ExDesc: 0x80}, false, 8, 4},
		{"oword block read", native.Message{SFID: native.SFIDDPDC0, Desc: 0x02284300}, false, 0, 0},
		{"barrier", native.Message{SFID: native.SFIDGateway, Desc: 0x02000004}, false, 0, 0},
		{"sampler with 16-bit results", native.Message{SFID: native.SFIDSampler, Desc: 0x40220000}, false, 0, 0},
		{"descriptor in a register", native.Message{SFID: native.SFIDDPDC1, DescReg: true}, false, 0, 0},
		{"no such message", native.Message{SFID: native.SFIDVME, Desc: 0}, false, 0, 0},
	}
	for _, c := range cases {
		assert.Equal(t, c.lanes, c.msg.DwordLanes(), c.what)
		address, data := c.msg.LaneCells()
		assert.Equal(t, [2]int{c.address, c.data}, [2]int{address, data}, c.what)
	}
}
