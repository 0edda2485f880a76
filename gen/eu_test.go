package gen

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// miniTargets states every fact of targets, unknown for all but GRFs.
var miniTargets = func() string {
	row := func(name, cells string) string { return "| " + name + " |" + cells + " m | s |\n" }
	cells := func(c string) string { return strings.Repeat(" "+c+" |", len(opdefs.EUTargets)) }
	text := "## Targets\n| fact | " + strings.Join(opdefs.EUTargets, " | ") + " | meaning | source |\n|" + cells("---") + " --- | --- | --- |\n"
	for _, name := range opdefs.TargetFactNames() {
		value := "?"
		if _, common := opdefs.CommonFacts[name]; common {
			value = "128"
		}
		text += row(name, cells(value))
	}
	return text
}()

// euMini is the smallest set of pages that every generator reads.
var euMini = `
## Opcodes

| op | targets | code | format |
| --- | --- | --- | --- |
| mov | ivb..lkf | 1 | f |
| mov | tgl.. | 61h | g |
| goto | tgl.. | 2Eh | g |

## Facts
| op | sources | class | offsets | target | mask | accumulator | traits |
| --- | --- | --- | --- | --- | --- | --- | --- |
| mov | 1 | alu | | | src1 | reads writes | saturates copies |
| goto | 0 | branch | JIP UIP | src0 | | | |

## Modifiers

| on | targets | none | abs | negate | negate of abs | source |
| --- | --- | --- | --- | --- | --- | --- |
| numbers | | same | absolute | negative | negative absolute | s |
| logic | ..skl | same | same | complement | same | s |
| logic | bxt.. | same | absolute | negative | negative absolute | s |

## Products

| product | target | family | tokens | archive | cisa | EUs | threads | source |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| skl | skl | 0x12 | 12 | 9.0 | 5 | 72 | 7 | s |
| kbl | skl | 0x13 | 12 | 9.1 | - | 48 | 7 | s |

## Formats

| format | code | bits | block | layout | channels | space | sampled | filtered | compared | rendered | written | read | source |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| R8_UNORM | 0x140 | 8 | 1x1 | packed | r:un8@0 | srgb | all | skl.. | - | - | - | ..skl | s |
| YCRCB_NORMAL | 0x182 | 8 | 1x1 | none | - | | - | - | - | - | - | - | no text |

## Machines

| machine | product | slices | subslices | EUs | threads | barriers | SLM | blocks | unit | banks | width | L3 | L3banks | pools | image | source |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| bx | skl | 1 | 3 | 6 | 7 | 16 | 64 | 2 | 1 | 16 | 4 | multi | 2 | 00777000h | 2048 | s |

## Saved

| part | of | offset | bytes | meaning | source |
| --- | --- | --- | --- | --- | --- |
| Thread | | - | 2000h | a thread | s |
| A | Thread | 10h | 32 | addresses | s |

## Preemption

| command | dispatch | preempted | source |
| --- | --- | --- | --- |
| GPGPU_WALKER | gpgpu_walker | inside | s |

## Banks

| bank | KB | ways | cache | line | SLM | source |
| --- | --- | --- | --- | --- | --- | --- |
| multi | 192 | 96 | 128 | 64 | yes | s |

## Partitions

| bank | config | SLM | URB | rest | DC | RO | source |
| --- | --- | --- | --- | --- | --- | --- | --- |
| multi | slm2 | 64 | 32 | 0 | 32 | 64 | s |

## Flow
| op | true | false | first | other | when | exchange |
| --- | --- | --- | --- | --- | --- | --- |
| goto | next | past UIP | next | JIP | there | GotoTrueJumps |
| goto.b | UIP | JIP | UIP | JIP | true | |

` + miniTargets + `
## Enumeration Width (2 bits)

| code | value | targets |
| --- | --- | --- |
| 0 | 1 | |
| 1 | 2 | |
| 3 | VxH | icl |

## Enumeration MathFC (4 bits)

| code | name |
| --- | --- |
| 1 | INV |

## Enumeration SFIDText (4 bits)

| code | name |
| --- | --- |
| 10 | dc0 |

## Enumeration SFID (4 bits)

| code | name |
| --- | --- |
| 10 | DP_DC0 |

## Enumeration DepCtrl (2 bits)

| code | name |
| --- | --- |
| 1 | NoDDClr |

## Enumeration ThreadCtrl (2 bits)

| code | name |
| --- | --- |
| 2 | Switch |

## Enumeration SyncFC (4 bits)

| code | name |
| --- | --- |
| 14 | bar |

## Enumeration ArchRegister (4 bits)

| code | name |
| --- | --- |
| 0 | null |

## Enumeration AtomicOp (4 bits)

| code | name |
| --- | --- |
| 7 | ADD |

## Enumeration FloatAtomicOperands (3 bits)

| code | name |
| --- | --- |
| 1 | FMAX |

## Enumeration SURFACE_FORMAT (9 bits)

| code | name |
| --- | --- |
| 140h | R8_UNORM |
| 182h | YCRCB_NORMAL |

## Layout gen9 (skl)

| field | formats | bits | when | value | absent |
| --- | --- | --- | --- | --- | --- |
| Opcode | f | 6:0 | | | |
| JIP | f | 127:96 | Src0Width = 1 | signed next | |
| Src0Width | f | 8:7 | | Width | 0 |
| Reserved | f | 95:9 | | | |

## Compact gen9 of f (skl)

| field | bits | maps | when | index |
| --- | --- | --- | --- | --- |
| A | 9:8 | 0 -> 7; 1 -> 8 | | Two |

## Enumeration Two (2 bits)

| code | value |
| --- | --- |
| 0 | 0x0 |
| 1 | 0x3 |
| 2 | 0x1 |
| 3 | 0x2 |

## Descriptor
| field | word | bits | meaning |
| --- | --- | --- | --- |
| header | descriptor | 19 | a header |
| rlen | descriptor | 24:20 | registers of the response |
| mlen | descriptor | 28:25 | registers of the payload |
| SFID | extended | 3:0 | shared function |
| EOT | extended | 5 | end of thread |
| surface | extended | 31:12 | more |
| mlen | extended | 10:6 | second payload |

## Effects

| message | does | memory | ends |
| --- | --- | --- | --- |
| Fence | fence | none | may |

## Words Media

| field | dword | bits | meaning |
| --- | --- | --- | --- |
| Width | 2 | 5:0 | a row |
| Height | 2 | 21:16 | rows |

## Surfaces

| surface | index | meaning |
| --- | --- | --- |
| Local | 254 | of the group |

## Messages gen9 (skl)

| message | sfid | match | fields | extended | header | payload | response | lanes |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| Fence | DP_DC0 | type 18:14 = 7 | commit 13, return 12 | place 14:12 | yes | 2 * (1 + return) | commit | dword |

## Payload Fence (skl)

| part | when | registers | meaning |
| --- | --- | --- | --- |
| Head | | 1 | |
| Rest | no return, Media.Height | mlen - 1 | |
`

func TestGenerateEU(t *testing.T) {
	eu, err := opdefs.ParseEU(fstest.MapFS{"m.md": {Data: []byte(euMini)}})
	require.NoError(t, err)
	files, err := GenerateEU(eu)
	require.NoError(t, err)
	for file, wants := range map[string][]string{
		"native/zops.go": {"// Code generated by opgen from specs; DO NOT EDIT.", "OpMov Op = iota", "SKL: {\n\t\tOpMov: {0x1, formatF},"},
		"native/zfacts.go": {"OpMov:  {sources: 1, class: classAlu, mask: 2, readsAcc: true, writesAcc: true, traits: traitCopies | traitSaturates},",
			"OpGoto: {sources: 0, class: classBranch, offsets: 2, target: 1},", "MathInv: \"inv\"",
			"OpGoto: {{PlaceNext, PlacePastUIP, PlaceNext, PlaceJIP, FlowThere}, {PlaceUIP, PlaceJIP, PlaceUIP, PlaceJIP, FlowTrue}},", "{OpGoto, false, FactGotoTrueJumps},",
			"SKL: {{EffectSame, EffectAbsolute, EffectNegative, EffectNegativeAbsolute}, {EffectSame, EffectSame, EffectComplement, EffectSame}},"},
		"native/ztargets.go":       {"SKL: {GRFs: 128, GRFBytes: 128, yes: 0x0, unknown: 0x3ffffffffffffffc},", "GRFs                    int    // m", "TGL"},
		"native/zproducts.go":      {`{Name: "skl", Target: SKL, Family: 0x12, Tokens: 12, Archive: 0x900, CISA: 5, EUs: 72, Threads: 7},`, `{Name: "kbl", Target: SKL, Family: 0x13, Tokens: 12, Archive: 0x901, EUs: 48, Threads: 7},`},
		"internal/fixed/zfixed.go": {"SurfaceLocal = 254 // of the group", "MediaWidth  Field = 2053 // a row", "MediaHeight Field = 2565 // rows", "SavedThread  Part = 8192      // a thread", "SavedThreadA Part = 268435488 // addresses"},
		"internal/grf/zgrf.go":     {"package grf", "const Count = 128", "const Bytes = 128", "const Most = 128"},
		"native/zenums.go":         {"MathInv = 1", "SFIDDPDC0 = 10", "DepNoDDClr = 1", "SKL: &layoutSKL"},
		"internal/formats/zformats.go": {"LayoutBc1rgb", "KindUf", "UseRendered",
			`{Name: "R8_UNORM", Code: 0x140, Bits: 8, Width: 1, Height: 1, Layout: LayoutPacked, Channels: []Channel{{'r', KindUn, 8, 0}}, SRGB: true, support: [NumUses]uint16{0xfff, 0xff8, 0x0, 0x0, 0x0, 0xf}},`,
			`{Name: "YCRCB_NORMAL", Code: 0x182, Bits: 8, Width: 1, Height: 1, Layout: LayoutNone, Why: "no text"},`},
		"native/zlayout_gen9.go":  {"{slot: slotSrc0Width, frags: []frag{{7, 2}}, codes: codesGen9Width, optional: true},\n\t{slot: slotJIP, frags: []frag{{96, 32}}, when: []cond{{[2]frag{{7, 2}}, 0x2}}, signed: true, next: true},", "formatF: rowsGen9F,", "{0, 1, \"\"},\n\t{1, 2, \"\"},\n}"},
		"native/zcompact_gen9.go": {"maps: []compactMap{{0, 1, 7, 1}, {1, 1, 8, 1}}, index: indexTwo"},
		"native/zmessages.go": {"int(d >> 20 & 0x1f)", "return d&^0x7c0 | ExDesc(v)<<6, true", "if v < 0 || v > 0xf {", "// Mlen is bits 28:25: registers of the payload.", "descCommon   Desc   = 0x1ff80000", "exDescCommon ExDesc = 0xfffff7ef", "MsgFence", "return 2 * (1 + f[DescReturn])", "return f[DescCommit]",
			"extended: []descBits{{DescPlace, 12, 3, nil}}", "MsgFence: {DoesFence, MemoryNone, 2},", "PartHead\n\tPartRest\n\tNumParts",
			"{PartRest, []fieldCond{{DescReturn, true}}, []HeaderCond{{fixed.MediaHeight, false}}, 1}", "case 1:\n\t\treturn f[DescMlen] - 1"},
		"sim/machine/zmachines.go": {`{Name: "bx", Slices: 1, Subslices: 3, EUs: 6, Threads: 7, Barriers: 16, SLM: 65536, Blocks: 2, Unit: 1024, SLMBanks: 16, Width: 4, L3: "multi", L3Banks: 2, Pools: 0x777000, Image: 2097152, Product: "skl"},`, `{Command: "GPGPU_WALKER", Dispatch: "gpgpu_walker", When: Inside},`,
			`{Name: "multi", KB: 192, Ways: 96, Line: 64, SLM: true},`, `{Bank: "multi", Config: "slm2", SLM: 64, URB: 32, Rest: 0, DC: 32, RO: 64},`},
	} {
		for _, w := range wants {
			assert.Contains(t, string(files[file]), w, file)
		}
	}
}
