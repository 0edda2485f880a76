package native_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// Messages of Gen7: untyped ones and media blocks lie in other ports on ivb than from
// hsw on, and scratch blocks say their registers less one.
func TestGen7Messages(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		sfid   uint8
		desc   native.Desc
		want   native.MessageKind
	}{
		{native.IVB, 5, 0x060A8000, native.MsgMediaBlockWrite}, // gpgpu_fill
		{native.HSW, 12, 0x060A8000, native.MsgMediaBlockWrite},
		{native.HSW, 5, 0x060A8000, native.MsgRenderMediaBlockWrite},
		{native.IVB, 12, 0x060A8000, native.MsgUnknown},
		{native.IVB, 10, 0x02106E00 | 5<<14, native.MsgUntypedRead},
		{native.HSW, 12, 0x02106E00 | 1<<14, native.MsgUntypedRead},
		{native.HSW, 10, 0x02106E00 | 5<<14, native.MsgUnknown},
		{native.HSW, 10, 0x0219E002, native.MsgFence}, // mfc_batchbuffer
		{native.HSW, 10, 0x0219E102, native.MsgUnknown},
		{native.BDW, 10, 0x0219E102, native.MsgFence},
		{native.IVB, 10, 0x040A0205, native.MsgOwordWrite}, // vme_batchbuffer
		{native.IVB, 10, 0x02180001, native.MsgOwordRead},
		{native.IVB, 7, 0x02000010, native.MsgEndOfThread},
		{native.IVB, 12, 0x02106E00 | 16<<14, native.MsgUnknown}, // no addresses of 64 bits
	} {
		m, err := native.DecodeMessage(c.target, &native.Message{SFID: c.sfid, Desc: c.desc})
		if c.want == native.MsgUnknown {
			assert.ErrorIs(t, err, errors.ErrUnsupported, "%v %v %#x", c.target, c.sfid, c.desc)
			continue
		}
		require.NoError(t, err, "%v %#x", c.target, c.desc)
		assert.Equal(t, c.want, m.Kind, "%v %#x", c.target, c.desc)
	}
	for regs, code := range map[int]native.Desc{1: 0, 2: 1, 4: 3} {
		desc := native.Desc(0x020C0000) | code<<12 | native.Desc(regs)<<20
		m, err := native.DecodeMessage(native.IVB, &native.Message{SFID: 10, Desc: desc})
		require.NoError(t, err)
		assert.Equal(t, regs, m.Response)
	}
}
