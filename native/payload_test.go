package native

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
)

// parted is a payload as "2 red, 2 green", with "?" behind what the header decides.
func parted(parts []PayloadPart) string {
	var out []string
	for _, p := range parts {
		text := fmt.Sprintf("%d %v", p.Count, p.Part)
		if len(p.When) > 0 {
			text += "?"
		}
		out = append(out, text)
	}
	return strings.ToLower(strings.Join(out, ", "))
}

// TestPayloads: messages of others' code, by the targets that they are for, and what their payloads have. The descriptors of render
// targets and of the URB are those of the assembler tests of Mesa, of motion estimation those of intel-vaapi-driver, of samples of 32
// pixels those of Intel's media driver and of IGC's comments.
//
// seed: Lakefield vol. 2b, SFID
// seed: Broxton vol. 6 Generic Media, L3 Cache and URB
func TestPayloads(t *testing.T) {
	const (
		rest     = ", 1 depth?"
		restNew  = rest + ", 1 stencil?"
		wideRest = ", 2 depth?"
	)
	for _, c := range []struct {
		target     Target
		sfid       uint8
		desc       Desc
		ex         ExDesc
		kind       MessageKind
		parts      string
		sure       string
		payload, r int
	}{
		{BDW, SFIDDPRC, 0x08031400, 0, MsgRenderTargetWrite, "1 alpha0?, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + rest, "1 red, 1 green, 1 blue, 1 alpha", 4, 0},
		{BDW, SFIDDPRC, 0x10031000, 0, MsgRenderTargetWrite, "2 alpha0?, 1 samplemask?, 2 red, 2 green, 2 blue, 2 alpha" + wideRest, "2 red, 2 green, 2 blue, 2 alpha", 8, 0},
		{BDW, SFIDDPRC, 0x50031000, 0, MsgRenderTargetWrite, "1 alpha0?, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + wideRest, "", 8, 0},
		{BDW, SFIDDPRC, 0x48031000, 0, MsgRenderTargetWrite, "1 alpha0?, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + wideRest, "1 red, 1 green, 1 blue, 1 alpha", 4, 0},
		{BDW, SFIDDPRC, 0x02031100, 0, MsgRenderTargetWrite, "1 samplemask?, 1 colour" + wideRest, "1 colour", 1, 0},
		{BDW, SFIDDPRC, 0x140B1200, 0, MsgRenderTargetWrite, "1 header, 1 pixels, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha, 1 red1, 1 green1, 1 blue1, 1 alpha1" + rest,
			"1 header, 1 pixels, 1 red, 1 green, 1 blue, 1 alpha, 1 red1, 1 green1, 1 blue1, 1 alpha1", 9, 0},
		{IVB, SFIDDPRC, 0x0E0B0401, 0, MsgRenderTargetWrite, "1 header, 1 pixels, 1 alpha0?, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + rest, "", 6, 0},
		{SKL, SFIDDPRC, 0x10031000, 0x14D00000, MsgRenderTargetWrite, "2 alpha0?, 1 samplemask?, 2 red, 2 green, 2 blue, 2 alpha" + wideRest + ", 1 stencil?", "2 red, 2 green, 2 blue, 2 alpha", 8, 0},
		{ICL, SFIDDPRC, 0x0A031400, 0x0000A000, MsgRenderTargetWrite, "1 alpha0?, 1 barealpha0, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + restNew, "1 barealpha0, 1 red, 1 green, 1 blue, 1 alpha", 5, 0},
		{TGL, SFIDDPRC, 0x08031400, 0x00100000, MsgRenderTargetWrite, "1 alpha0?, 1 samplemask?, 1 red, 1 green, 1 blue, 1 alpha" + restNew, "1 red, 1 green, 1 blue, 1 alpha", 4, 0},
		{SKL, SFIDDPRC, 0x048B4002, 0, MsgRenderTargetRead, "1 header, 1 pixels", "1 header, 1 pixels", 1, 8},
		{SKL, SFIDDPRC, 0x044B4102, 0, MsgRenderTargetRead, "1 header, 1 pixels", "1 header, 1 pixels", 1, 4},

		{HSW, SFIDURB, 0x04094019, 0, MsgUrbOwordWrite, "1 header, 1 data", "1 header, 1 data", 1, 0},
		{HSW, SFIDURB, 0x02194013, 0, MsgUrbOwordRead, "1 header", "1 header", 0, 1},
		{HSW, SFIDURB, 0x0208C003, 0, MsgUrbOwordRead, "1 header", "1 header", 0, 0},
		{IVB, SFIDURB, 0x0A08C000, 0, MsgUrbHwordWrite, "1 header, 4 data", "1 header, 4 data", 4, 0},
		{BDW, SFIDURB, 0x140A01F7, 0, MsgUrbWrite, "1 handles, 1 offsets, 8 data", "1 handles, 1 offsets, 8 data", 9, 0},
		{SKL, SFIDURB, 0x02088027, 5 << 6, MsgUrbWrite, "1 handles, 1 masks, 4 data", "1 handles, 1 masks, 4 data", 5, 0},
		{SKL, SFIDURB, 0x04480018 | 1<<17, 0, MsgUrbRead, "1 handles, 1 offsets", "1 handles, 1 offsets", 1, 4},

		{BDW, SFIDPI, 0x02411010, 0, MsgPixelAtSample, "", "", 1, 4},
		{BDW, SFIDPI, 0x02410008, 0, MsgPixelAtOffset, "", "", 1, 4},
		{HSW, SFIDPI, 0x08413000, 0, MsgPixelAtOffsets, "2 offsetsx, 2 offsetsy", "2 offsetsx, 2 offsetsy", 4, 4},

		{IVB, SFIDVME, 0x0A686000, 0, MsgVmeMixed, "1 header, 1 search, 1 costs, 1 aboverow, 1 leftcolumn", "1 header, 1 search, 1 costs, 1 aboverow, 1 leftcolumn", 4, 6},
		{HSW, SFIDVME, 0x0A784000, 0, MsgVmeSearch, "1 header, 1 search, 1 costs, 2 path", "1 header, 1 search, 1 costs, 2 path", 4, 7},
		{SKL, SFIDVME, 0x0C784000, 0, MsgVmeSearch, "1 header, 1 search, 1 costs, 1 centres, 2 path", "1 header, 1 search, 1 costs, 1 centres, 2 path", 5, 7},
		{SKL, SFIDVME, 0x1098C000 | 1<<16, 0, MsgVmeSearch, "1 header, 1 search, 1 costs, 1 centres, 2 path, 2 records", "1 header, 1 search, 1 costs, 1 centres, 2 path, 2 records", 7, 9},
		{HSW, SFIDCRE, 0x0E782000, 0, MsgCreCheck, "1 header, 1 search, 1 costs, 1 skipcentres, 3 neighbours", "1 header, 1 search, 1 costs, 1 skipcentres, 3 neighbours", 6, 7},
		{SKL, SFIDCRE, 0x10786000, 0, MsgCreRefine, "1 header, 1 search, 1 costs, 1 centres, 4 vectors", "1 header, 1 search, 1 costs, 1 centres, 4 vectors", 7, 7},

		{ICL, SFIDSampler, 0x042EC100, 0, MsgSampleUnorm, "1 header, 1 block", "1 header, 1 block", 1, 2},
		{TGL, SFIDSampler, 0x048EC000, 0, MsgSampleUnorm, "1 header, 1 block", "1 header, 1 block", 1, 8},
		{TGL, SFIDSampler, 0x049EA000, 0, MsgSampleUnormKill, "1 header, 1 block", "1 header, 1 block", 1, 9},
		{IVB, SFIDSampler, 0x050EB000, 0, MsgSample8x8, "1 header, 1 block", "1 header, 1 block", 1, 16},
		{SKL, SFIDSampler, 0x080EB000, 0, MsgSample8x8, "1 header, 1 block, 2 places", "1 header, 1 block, 2 places", 3, 0},
		{HSW, SFIDSampler, 0x04CE8000, 0, MsgSamplerMedia, "", "", 1, 12},
	} {
		msg := Message{SFID: c.sfid, Desc: c.desc, ExDesc: c.ex}
		info, err := DecodeMessage(c.target, &msg)
		require.NoError(t, err, "%v %#x", c.target, c.desc)
		assert.Equal(t, c.kind, info.Kind, "%v %#x", c.target, c.desc)
		assert.Equal(t, [2]int{c.payload, c.r}, [2]int{info.Payload, info.Response}, "%v %#x", c.target, c.desc)
		assert.Equal(t, c.parts, parted(PayloadParts(c.target, info)), "%v %#x", c.target, c.desc)
		assert.Equal(t, c.sure, parted(SurePayload(c.target, info)), "%v %#x", c.target, c.desc)
	}
}

// TestPayloadFields: fields of the descriptors of the same messages.
func TestPayloadFields(t *testing.T) {
	for _, c := range []struct {
		target Target
		sfid   uint8
		desc   Desc
		ex     ExDesc
		want   map[DescField]int
	}{
		{BDW, SFIDDPRC, 0x140B1302, 0, map[DescField]int{DescBti: 2, DescSimd: 8, DescDual: 1, DescHigh: 1, DescReplicated: 0, DescLast: 1, DescSlots: 0}},
		{SKL, SFIDDPRC, 0x10032800, 0, map[DescField]int{DescSimd: 16, DescSlots: 1, DescLast: 0, DescPersample: 1}},
		{CNL, SFIDDPRC, 0x10070000, 0, map[DescField]int{DescCoarse: 1}},
		{ICL, SFIDDPRC, 0x08031400, 0x0000B000, map[DescField]int{DescIndex: 3, DescAlpha: 1}},
		{TGL, SFIDDPRC, 0x08031400, 0x00105000, map[DescField]int{DescIndex: 5, DescAlpha: 0, DescNull: 1}},
		{HSW, SFIDURB, 0x02194013, 0, map[DescField]int{DescOffset: 2, DescInterleave: 1, DescComplete: 0, DescPerslot: 1}},
		{HSW, SFIDURB, 0x0A08C008, 0, map[DescField]int{DescOffset: 1, DescInterleave: 1, DescComplete: 1, DescPerslot: 0}},
		{BDW, SFIDURB, 0x140A01F7, 0, map[DescField]int{DescOffset: 31, DescMasked: 0, DescPerslot: 1}},
		{BDW, SFIDPI, 0x02411030, 0, map[DescField]int{DescSample: 3, DescSimd: 16, DescLinear: 0}},
		{BDW, SFIDPI, 0x022040F8, 0, map[DescField]int{DescX: 8, DescY: 15, DescSimd: 8, DescLinear: 1}},
		{IVB, SFIDVME, 0x0A687B01, 0, map[DescField]int{DescBti: 1, DescLut: 3, DescPath: 3}},
		{SKL, SFIDVME, 0x0C98C000, 0, map[DescField]int{DescOut: 1, DescIn: 0}},
	} {
		msg := Message{SFID: c.sfid, Desc: c.desc, ExDesc: c.ex}
		info, err := DecodeMessage(c.target, &msg)
		require.NoError(t, err, "%v %#x", c.target, c.desc)
		for f, want := range c.want {
			assert.Equal(t, want, info.Field[f], "%v %#x: %v", c.target, c.desc, f)
		}
		again, err := EncodeMessage(c.target, info.Kind, info.Field, 0)
		require.NoError(t, err, "%v %#x", c.target, c.desc)
		assert.Equal(t, msg, again, "%v %#x", c.target, c.desc)
	}
}

// TestPayloadBits: bits that a target's message has no meaning for are refused, in both descriptors.
func TestPayloadBits(t *testing.T) {
	for _, c := range []struct {
		target Target
		msg    Message
		want   string
	}{
		{IVB, Message{SFID: SFIDDPRC, Desc: 0x48031400}, "bits 0x40000000 have no meaning"},
		{BDW, Message{SFID: SFIDDPRC, Desc: 0x08033400}, "bits 0x2000 have no meaning"},
		{SKL, Message{SFID: SFIDDPRC, Desc: 0x08071400}, "bits 0x40000 have no meaning"},
		{CNL, Message{SFID: SFIDDPRC, Desc: 0x08031400, ExDesc: 0x9000}, "bits 0x9000 of the extended descriptor have no meaning"},
		{ICL, Message{SFID: SFIDDPRC, Desc: 0x08031400, ExDesc: 0x800}, "bits 0x800 of the extended descriptor have no meaning"},
		{BDW, Message{SFID: SFIDDPRC, Desc: 0x08031500}, "code 5 of simd is reserved"},
		{HSW, Message{SFID: SFIDURB, Desc: 0x02180006}, "unknown to hsw (URB)"},
		{TGL, Message{SFID: SFIDVME, Desc: 0x0C784000}, "unknown to tgl (video motion estimation)"},
		{HSW, Message{SFID: SFIDVME, Desc: 0x0A780000}, "unknown to hsw (video motion estimation)"},
	} {
		_, err := DecodeMessage(c.target, &c.msg)
		assert.ErrorContains(t, err, c.want, "%v %#x", c.target, c.msg.Desc)
	}
}

// TestHeaderConditions: a part is there when the field of the header is set.
func TestHeaderConditions(t *testing.T) {
	info, err := DecodeMessage(SKL, &Message{SFID: SFIDDPRC, Desc: 0x0E0B0401})
	require.NoError(t, err)
	parts := PayloadParts(SKL, info)
	require.Equal(t, PartAlpha0, parts[2].Part)
	for head, want := range map[uint32]bool{0x800: true, 0x7FF: false, 0xF000: false} {
		assert.Equal(t, want, parts[2].When[0].Holds(func(i int) uint32 { assert.Zero(t, i); return head }), "%#x", head)
	}
	assert.True(t, HeaderCond{fixed.TargetMask, true}.Holds(func(int) uint32 { return 0 }))
	assert.Equal(t, "part?", NumParts.String())
	assert.Nil(t, PayloadParts(SKL, MessageInfo{Kind: MsgUntypedRead}))
}

// TestEnds: which messages may end a thread, and which must.
func TestEnds(t *testing.T) {
	for k, want := range map[MessageKind][2]bool{
		MsgEndOfThread: {true, true}, MsgRenderTargetWrite: {true, false}, MsgUrbWrite: {true, false}, MsgUrbHwordWrite: {true, false},
		MsgRenderTargetRead: {}, MsgUntypedWrite: {}, numMessageKinds: {},
	} {
		may, must := k.Ends()
		assert.Equal(t, want, [2]bool{may, must}, "%v", k)
	}
}
