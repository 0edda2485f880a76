package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestFinalizerMessages: descriptors and lengths of the second payload that GenX_IR
// 1.0.12504 writes for vISA that no kernel of the corpus has, on TGLLP and, but for the
// atomics of 16 bits, on SKL.
func TestFinalizerMessages(t *testing.T) {
	for _, c := range []struct {
		visa string
		sfid uint8
		desc native.Desc
		more int
		kind native.MessageKind
		gen9 bool
	}{
		{"dword_atomic.add.16 (M1, 16)", native.SFIDDPDC1, 0x0420E7FE, 2, native.MsgWordAtomic, false},
		{"dword_atomic.cmpxchg.16 (M1, 16)", native.SFIDDPDC1, 0x0420EEFE, 4, native.MsgWordAtomic, false},
		{"dword_atomic.inc.16 (M1, 8)", native.SFIDDPDC1, 0x0210F5FE, 0, native.MsgWordAtomic, false},
		{"dword_atomic.maxsint.16 (M1, 8), no result", native.SFIDDPDC1, 0x0200DAFE, 1, native.MsgWordAtomic, false},
		{"svm_atomic.add.16 (M1, 8)", native.SFIDDPDC1, 0x0414E7FF, 1, native.MsgA64WordAtomic, false},
		{"svm_atomic.cmpxchg.16 (M1, 8)", native.SFIDDPDC1, 0x0414EEFF, 2, native.MsgA64WordAtomic, false},
		{"svm_atomic.fmin.16 (M1, 8)", native.SFIDDPDC1, 0x0417A2FF, 1, native.MsgA64HalfAtomic, false},
		{"typed_atomic.add.16 (M1, 8)", native.SFIDDPDC1, 0x0411E700, 1, native.MsgTypedWordAtomic, false},
		{"qw_gather.1 (M1, 8)", native.SFIDDPDC0, 0x022142FE, 0, native.MsgQwordRead, true},
		{"qw_gather.2 (M1, 8)", native.SFIDDPDC0, 0x024146FE, 0, native.MsgQwordRead, true},
		{"qw_scatter.1 (M1, 16)", native.SFIDDPDC0, 0x040343FE, 4, native.MsgQwordWrite, true},
		{"qw_scatter.4 (M1, 8)", native.SFIDDPDC0, 0x02034AFE, 8, native.MsgQwordWrite, true},
	} {
		msg := native.Message{SFID: c.sfid, Desc: c.desc, ExDesc: native.ExDesc(c.more << 6)}
		info, err := native.DecodeMessage(native.TGL, &msg)
		require.NoError(t, err, c.visa)
		assert.Equal(t, c.kind, info.Kind, c.visa)
		info, err = native.DecodeMessage(native.SKL, &msg)
		assert.Equal(t, c.gen9, err == nil && info.Kind == c.kind, c.visa)
	}
}
