package native_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestCorpusMessagesEncode: the fields of every message of Intel's Gen9 code
// give its descriptors again.
func TestCorpusMessagesEncode(t *testing.T) {
	count := 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(d.t, code)
			require.NoError(t, err)
			for i := range insts {
				in := &insts[i]
				if op := in.Op; op != native.OpSend && op != native.OpSends || in.Msg.DescReg || in.Msg.ExDescReg {
					continue
				}
				m, err := native.DecodeMessage(d.t, &in.Msg)
				require.NoError(t, err)
				got, err := native.EncodeMessage(d.t, m.Kind, m.Field, int(in.Msg.ExDesc>>6&15))
				require.NoError(t, err)
				got.EOT = in.Msg.EOT
				assert.Equal(t, in.Msg, got, "%s: %v", file, m.Kind)
				count++
			}
		}
	}
	require.Positive(t, count)
	t.Log(count, "messages")
}

// TestEncodeMessageFinalizer: descriptors of messages that the corpus lacks, as
// GenX_IR writes them (gather.4 and scatter.4 of 16 and 8 lanes).
func TestEncodeMessageFinalizer(t *testing.T) {
	for _, c := range []struct {
		kind  native.MessageKind
		lanes int
		want  native.Desc
	}{{native.MsgDwordRead, 16, 0x0420C300}, {native.MsgDwordWrite, 8, 0x0402C200}} {
		f := native.DescValues{native.DescSimd: c.lanes, native.DescElements: 1}
		m, err := native.EncodeMessage(native.SKL, c.kind, f, 0)
		require.NoError(t, err)
		assert.Equal(t, c.want, m.Desc, "%v: %#x", c.kind, m.Desc)
	}
}

func TestEncodeMessageRefuses(t *testing.T) {
	for _, c := range []struct {
		kind  native.MessageKind
		f     native.DescValues
		split int
		why   string
	}{
		{native.MsgUntypedRead, native.DescValues{native.DescSimd: 4}, 0, "simd is 4: want one of [8 16]"},
		{native.MsgUntypedRead, native.DescValues{native.DescSimd: 8, native.DescBti: 256}, 0, "bti is 256: want 0..255"},
		{native.MsgUntypedRead, native.DescValues{native.DescSimd: 8}, 2, "GRFs of payload"},
		{native.MsgUntypedRead, native.DescValues{native.DescSimd: 8}, 1, "0 and 1 GRFs of payload, 4 of response: want 1..15, 0..15, 0..16"},
		{native.MsgUntypedRead, native.DescValues{native.DescSimd: 8}, -1, "2 and -1 GRFs of payload, 4 of response"},
		{native.MsgUnknown, native.DescValues{}, 0, "unknown to skl"},
	} {
		_, err := native.EncodeMessage(native.SKL, c.kind, c.f, c.split)
		var e *native.MessageError
		require.ErrorAs(t, err, &e)
		assert.Contains(t, e.Error(), c.why)
	}
}
