package lower

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nativeasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/visa/asm"
)

// entryText is a kernel of 16 lanes with local ids of three registers, 32 bytes of inline data and n
// registers of data behind them.
func entryText(attr string, inputs ...string) string {
	return `.version 4.2
.kernel "k"
.decl X v_type=G type=w num_elts=16 align=hword
.decl Y v_type=G type=w num_elts=16 align=hword
.decl Z v_type=G type=w num_elts=16 align=hword
.decl A v_type=G type=d num_elts=8 align=hword
.decl B v_type=G type=d num_elts=40 align=hword
` + strings.Join(inputs, "\n") + "\n.kernel_attr SimdSize=16\n" + attr + `
.function "k_main"
k_main:
ret (M1, 1)
`
}

// TestEntry: what brings the payload into registers, as the finalizer of Intel has it: at byte 0 the
// local ids of the thread, at byte 192 what all share but for the first 32 bytes.
func TestEntry(t *testing.T) {
	ids := []string{".input X offset=32 size=32", ".input Y offset=64 size=32", ".input Z offset=96 size=32"}
	first := []string{
		"(W) mov (8|M0) r127.0<1>:f 0x0:f",
		"(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud",
		"(W) and (1|M0) r127.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud",
		"(W) mul (1|M0) r127.0<1>:d r127.0<0;1,0>:d 96:w",
		"(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud r127.0<0;1,0>:ud",
	}
	loads := []string{
		"(W) mov (8|M0) r4.0<1>:f r1.0<1;1,0>:f",
		"(W) send.dc0 (8|M0) r1 r127 null 0x0 0x022843FD",
		"(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:ud",
		"(W) send.dc0 (8|M0) r3 r127 null 0x0 0x021842FD",
	}
	for _, c := range []struct {
		attr   string
		inputs []string
		want   []string // in front of the nops
		behind []string // from byte 192 on
	}{
		{"", append(ids[:3:3], ".input A offset=128 size=32"), append(first[:5:5], loads...), nil},
		{"", append(ids[:3:3], ".input A offset=128 size=32", ".input B offset=160 size=160"),
			append(append(first[:5:5], "(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0xA0:ud"), loads...),
			[]string{first[0], first[1], "(W) send.dc0 (8|M0) r5 r127 null 0x0 0x024844FD", "(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x80:ud",
				"(W) send.dc0 (8|M0) r9 r127 null 0x0 0x021842FD"}},
		{".kernel_attr PerThreadInputSize=0", []string{".input A offset=32 size=32", ".input B offset=64 size=32"}, []string{first[0], first[1], "(W) send.dc0 (8|M0) r2 r127 null 0x0 0x021842FD"}, nil},
	} {
		k, err := asm.Parse("k", []byte(entryText(c.attr, c.inputs...)))
		require.NoError(t, err)
		r, err := Compile(k, native.DG2, Options{})
		require.NoError(t, err)
		insts, offs, err := native.DecodeAll(native.DG2, r.Code)
		require.NoError(t, err)
		var got, behind []string
		for i := range insts {
			in := insts[i]
			if offs[i] >= int(r.Begin) || in.Op == native.OpNop || in.Op == native.OpSync {
				continue
			}
			in.SWSB, in.Compact = 0, false
			s := strings.Join(strings.Fields(strings.ReplaceAll(nativeasm.Inst(native.DG2, &in, 0), "null:0", "null")), " ")
			if s, _, _ = strings.Cut(s, " //"); offs[i] < 192 || c.behind == nil {
				got = append(got, s)
			} else {
				behind = append(behind, s)
			}
		}
		assert.Equal(t, c.want, got)
		assert.Equal(t, c.behind, behind)
		if len(c.inputs) > 2 {
			assert.Contains(t, offs, 192, "the second entry")
		}
	}
}
